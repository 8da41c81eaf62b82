"""
The REST door: a tool set over HTTP, described by OpenAPI.

The session is named by the header ``X-Session-Id`` and made by its first call. ``POST /tools/{tool}`` takes
the arguments as a JSON object and answers just as a session in this process does. A tool that has a path of
its own (profile ``v1``) is there too; published routes (profile ``trek``) answer as published, also to
callers who name no session, for whom nothing is counted. Needs the extra ``serve``.
"""

from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from typing import Any, Literal, Protocol

import orjson
from anyio.to_thread import run_sync
from fastapi import FastAPI, Request, Response
from pydantic import BaseModel
from starlette.exceptions import HTTPException
from starlette.routing import Route as PathRoute

from planassay import __version__
from planassay.bench.adapters.body_limit import BodyLimit
from planassay.bench.sandbox.desk import SESSION_PATTERN, Desk
from planassay.bench.sandbox.guard import BODY_SECONDS, MAX_BODY_BYTES, Patience
from planassay.bench.sandbox.schemas import STYLES, Style, input_schema, plain, tool_schemas
from planassay.bench.sandbox.session import Session, encode
from planassay.kb.tools.toolset import Reply, Route, Tool, ToolError

HEADER = "X-Session-Id"
RETIRED = ("/attractions1", "/hotels1", "/cars1", "/flights1")
"""Routes that the published service answers with 410."""

Asgi = Callable[[Any, Any, Any], Any]
Lifespan = Callable[[FastAPI], AbstractAsyncContextManager[None]]


class Fault(BaseModel):
    """One thing that is wrong."""

    loc: list[str]
    msg: str
    type: str


class FaultBody(BaseModel):
    """What is wrong with a request."""

    code: str
    message: str
    details: list[Fault]


class Refusal(BaseModel):
    """The answer to a request that cannot be answered."""

    error: FaultBody


class PublishedRefusal(BaseModel):
    """The same in the published manner."""

    error: str


class Health(BaseModel):
    """What is served."""

    version: str
    system: str
    profile: str
    kb_hash: str
    sessions: int


class Standing(BaseModel):
    """How a session stands."""

    session: str
    billed: int
    billable: int
    free_used: int
    free: int
    calls: int
    ended: bool


class Door(Protocol):
    """A door that is an ASGI application of one path, and runs in something; see ``mcp_door.HttpDoor``."""

    def running(self) -> AbstractAsyncContextManager[None]:
        """Return what it runs in."""

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Serve a request."""


def create_app(
    desk: Desk, *, with_rest: bool = True, mcp: Door | None = None, body_seconds: float = BODY_SECONDS
) -> Asgi:
    """
    Return the ASGI application of a desk.

    Parameters
    ----------
    desk
        The sessions.
    with_rest
        Whether tools are served over REST; health is in any case.
    mcp
        The MCP door to be had at ``/mcp``.
    body_seconds
        How long the body of a request may take.
    """
    app = describe(desk, with_rest=with_rest, lifespan=None if mcp is None else _lifespan(mcp))
    if mcp is not None:
        app.router.routes.append(PathRoute("/mcp", mcp))
    guarded: Asgi = Patience(BodyLimit(app, MAX_BODY_BYTES), body_seconds)
    return guarded


def _lifespan(door: Door) -> Lifespan:
    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        async with door.running():
            yield

    return lifespan


def describe(desk: Desk, *, with_rest: bool = True, lifespan: Lifespan | None = None) -> FastAPI:
    """Return the FastAPI application of a desk, without its guards."""
    toolset = desk.toolset
    app = FastAPI(
        title=f"planassay sandbox: {toolset.system}, profile {toolset.profile}",
        version=__version__,
        lifespan=lifespan,
        description=f"Tools over the knowledge base {toolset.kb_hash}. Sessions are named by {HEADER}.",
    )
    _add_desk_routes(app, desk)
    for tool in toolset.tools if with_rest else ():
        _add_call(app, desk, tool)
        if tool.path is not None:
            _add_tool(app, desk, tool, tool.path)
    for route in toolset.routes if with_rest else ():
        _add_published(app, desk, route)
    if toolset.routes and with_rest:
        _add_retired(app)
    _add_faults(app, desk)
    return app


# ------------------------------------------------------------------------------------------------- routes


def _add_desk_routes(app: FastAPI, desk: Desk) -> None:
    toolset = desk.toolset

    @app.get("/health", response_model=Health, tags=["server"])
    def health() -> Response:
        """Say what is served."""
        return _response(
            Reply(
                200,
                {
                    "version": __version__,
                    "system": toolset.system,
                    "profile": toolset.profile,
                    "kb_hash": toolset.kb_hash,
                    "sessions": len(desk),
                },
            )
        )

    @app.get(
        "/tools",
        response_model=list[dict[str, Any]],
        tags=["server"],
        openapi_extra={"parameters": [_parameter("style", {"type": "string", "enum": list(STYLES)})]},
        responses=_refusals(422, published=toolset.tolerant),
    )
    def tools(request: Request) -> Response:
        """Describe the tools to a chat model; style is openai if not given."""
        style = _style(request)
        return _response(Reply(200, tool_schemas(toolset, style)))

    @app.get(
        "/session",
        response_model=Standing,
        tags=["server"],
        openapi_extra={"parameters": [_session_parameter(is_required=True)]},
        responses=_refusals(422, 429, published=toolset.tolerant),
    )
    def session(request: Request) -> Response:
        """Say how a session stands."""
        return _response(Reply(200, _named_session(desk, request).summary()))


def _style(request: Request) -> Style:
    stated = request.query_params.get("style", "openai")
    for style in STYLES:
        if stated == style:
            return style
    raise _fault("style", f"must be one of {', '.join(STYLES)}")


def _add_call(app: FastAPI, desk: Desk, tool: Tool[Any]) -> None:
    """Add the call of a tool by name, which answers as a session in this process does."""

    async def call(request: Request) -> Response:
        session = _named_session(desk, request)
        arguments = _read_body(await request.body())
        return _response(await run_sync(session.answer, tool.name, arguments))

    app.add_api_route(
        f"/tools/{tool.name}",
        call,
        methods=["POST"],
        name=tool.name,
        summary=f"Call {tool.name}.",
        description=tool.about,
        tags=["tools"],
        response_model=tool.result,
        responses=_refusals(404, 409, 413, 422, 429, published=desk.toolset.tolerant),
        openapi_extra={
            "parameters": [_session_parameter(is_required=True)],
            "requestBody": _body(tool, desk),
        },
    )


def _body(tool: Tool[Any], desk: Desk) -> dict[str, Any]:
    # A tolerant tool takes any object: its schema is for models, and nothing in it is enforced.
    schema = {"type": "object"} if desk.toolset.tolerant else _with_nulls(input_schema(tool))
    return {"required": True, "content": {"application/json": {"schema": schema}}}


def _with_nulls(schema: dict[str, Any]) -> dict[str, Any]:
    """Return the schema of an object whose optional members may be null, which counts as not given."""
    required = schema.get("required", ())
    properties = {
        name: value if name in required else {"anyOf": [value, {"type": "null"}]}
        for name, value in schema["properties"].items()
    }
    return {**schema, "properties": properties}


def _add_tool(app: FastAPI, desk: Desk, tool: Tool[Any], path: str) -> None:
    """Add a tool at its own path, with its arguments in the query string or in the body."""
    parameters = [_session_parameter(is_required=True)]
    extra: dict[str, Any] = {"parameters": parameters}
    if tool.method == "GET":
        parameters += _parameters(input_schema(tool))

        async def answer(request: Request) -> Response:
            session = _named_session(desk, request)
            return _response(await run_sync(session.answer, tool.name, dict(request.query_params)))
    else:
        extra["requestBody"] = _body(tool, desk)

        async def answer(request: Request) -> Response:
            session = _named_session(desk, request)
            return _response(await run_sync(session.answer, tool.name, _read_body(await request.body())))

    app.add_api_route(
        path,
        answer,
        methods=[tool.method],
        name=f"{tool.name} at {path}",
        summary=tool.about.split(".")[0] + ".",
        description=tool.about,
        tags=[desk.toolset.system],
        response_model=tool.result,
        responses=_refusals(404, 409, 413, 422, 429),
        openapi_extra=extra,
    )


def _add_published(app: FastAPI, desk: Desk, route: Route[Any]) -> None:
    """Add a published route; who names no session is answered, and not counted."""

    async def answer(request: Request) -> Response:
        session = _named_session(desk, request) if HEADER in request.headers else desk.passer_by()
        firsts: dict[str, str] = {}
        for name, value in request.query_params.multi_items():
            firsts.setdefault(name, value)
        return _response(await run_sync(session.route, route, firsts))

    schema = route.query.model_json_schema()
    app.add_api_route(
        route.path,
        answer,
        methods=["GET"],
        name=f"{route.tool} at {route.path}",
        summary=schema["description"],
        tags=["published"],
        responses=_refusals(400, 409, 413, 422, 429, published=True),
        openapi_extra={"parameters": [_session_parameter(is_required=False), *_parameters(schema)]},
    )


def _add_retired(app: FastAPI) -> None:
    for path in RETIRED:

        def retired(path: str = path) -> Response:
            return _response(Reply(410, {"message": f"{path} is retired; use {path[:-1]}2."}))

        app.add_api_route(path, retired, methods=["GET"], include_in_schema=False)


# ------------------------------------------------------------------------------------------------- reading


def _named_session(desk: Desk, request: Request) -> Session[Any]:
    name = request.headers.get(HEADER)
    if name is None:
        raise _fault(HEADER, "names the session and is required", code="missing_session")
    return desk.session(name)


def _read_body(data: bytes) -> dict[str, Any]:
    try:
        document = orjson.loads(data)
    except ValueError as error:
        raise _fault("body", f"is not JSON: {error}", code="invalid_json") from None
    if not isinstance(document, dict):
        raise _fault("body", "must be a JSON object", code="invalid_json")
    return document


def _fault(place: str, message: str, *, code: str = "invalid_parameter") -> ToolError:
    return ToolError(
        code, f"{place} {message}", details=({"loc": [place], "msg": message, "type": code},), status=422
    )


# ----------------------------------------------------------------------------------------------- answering


def _response(reply: Reply) -> Response:
    return Response(encode(reply.body), reply.status, media_type="application/json")


def _add_faults(app: FastAPI, desk: Desk) -> None:
    async def fault(_: Request, error: Exception) -> Response:
        assert isinstance(error, ToolError)
        return _response(Reply(error.status, desk.toolset.tell(error)))

    async def lost(request: Request, error: Exception) -> Response:
        assert isinstance(error, HTTPException)
        code = {404: "not_found", 405: "method_not_allowed"}.get(error.status_code, "invalid_request")
        told = desk.toolset.tell(
            ToolError(code, f"{error.detail}: {request.method} {request.url.path[:200]}")
        )
        response = _response(Reply(error.status_code, told))
        response.headers.update(error.headers or {})
        return response

    app.add_exception_handler(ToolError, fault)
    app.add_exception_handler(HTTPException, lost)


# ---------------------------------------------------------------------------------------------- describing


def _refusals(*statuses: int, published: bool = False) -> dict[int | str, dict[str, Any]]:
    model = PublishedRefusal if published else Refusal
    return {status: {"model": model} for status in statuses}


def _session_parameter(*, is_required: bool) -> dict[str, Any]:
    return {
        "name": HEADER,
        "in": "header",
        "required": is_required,
        "description": "Names the session, which has a budget of calls.",
        "schema": {"type": "string", "pattern": SESSION_PATTERN},
    }


def _parameters(schema: Mapping[str, Any]) -> list[dict[str, Any]]:
    required = schema.get("required", ())
    return [
        _parameter(name, plain(value), is_required=name in required)
        for name, value in schema["properties"].items()
    ]


def _parameter(name: str, schema: dict[str, Any], *, is_required: bool = False) -> dict[str, Any]:
    place: Literal["query"] = "query"
    described = {"name": name, "in": place, "required": is_required, "schema": schema}
    if "description" in schema:
        described["description"] = schema.pop("description")
    return described
