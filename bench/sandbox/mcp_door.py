"""
The MCP door: a tool set over the Model Context Protocol, by stdio or streamable HTTP.

One file serves both lines of the SDK, 1.x and 2.x, through its low-level server: arguments go to the session
as they came, and the session judges them. Over stdio a process is one session. Over HTTP the session is named
by the header ``X-Session-Id`` or, for clients that cannot set one, by ``?session=`` in the address. An answer
is the tool's JSON object, as structured content and as text. Needs the extra ``serve``.
"""

from collections.abc import Awaitable, Callable
from contextlib import AbstractAsyncContextManager
from importlib import import_module
from typing import Any

from anyio.to_thread import run_sync

from planassay import __version__
from planassay.bench.sandbox.desk import Desk
from planassay.bench.sandbox.schemas import tool_schemas
from planassay.bench.sandbox.session import Session, encode
from planassay.kb.tools.toolset import Reply, ToolError, ToolSet

NAME = "planassay-sandbox"
HEADER = "x-session-id"
Find = Callable[[Any], Session[Any]]
"""The session of a request; of None over stdio."""
LOOPBACK = ("127.0.0.1", "localhost", "::1")


def make_server(toolset: ToolSet[Any], find: Find) -> Any:
    """
    Return the low-level server of a tool set, of whichever line of the SDK is installed.

    Parameters
    ----------
    toolset
        The tools.
    find
        Gives the session of an HTTP request; may raise :class:`ToolError`.
    """
    types = import_module("mcp.types")
    tools = [types.Tool.model_validate(schema) for schema in tool_schemas(toolset, "mcp")]

    async def call(name: str, arguments: Any, request: Any) -> Any:
        reply = await run_sync(_answer, toolset, find, name, arguments, request)
        return types.CallToolResult.model_validate(_result(reply))

    server_class = import_module("mcp.server.lowlevel").Server
    if hasattr(server_class, "call_tool"):
        return _first_line(server_class, tools, call)
    return _second_line(server_class, types, tools, call)


def _answer(toolset: ToolSet[Any], find: Find, name: str, arguments: Any, request: Any) -> Reply:
    try:
        return find(request).answer(name, arguments or {})
    except ToolError as error:
        return Reply(error.status, toolset.tell(error))


def _result(reply: Reply) -> dict[str, Any]:
    return {
        "content": [{"type": "text", "text": encode(reply.body).decode()}],
        "structuredContent": reply.body,
        "isError": "error" in reply.body,
    }


Call = Callable[[str, Any, Any], Awaitable[Any]]


def _first_line(server_class: Any, tools: list[Any], call: Call) -> Any:
    """Return a server of mcp 1.x, whose handlers are registered by decorators."""
    server = server_class(NAME, version=__version__)

    async def listed() -> list[Any]:
        return tools

    async def called(name: str, arguments: dict[str, Any]) -> Any:
        return await call(name, arguments, server.request_context.request)

    server.list_tools()(listed)
    server.call_tool(validate_input=False)(called)
    return server


def _second_line(server_class: Any, types: Any, tools: list[Any], call: Call) -> Any:
    """Return a server of mcp 2.x, whose handlers are given when it is made."""

    async def listed(context: Any, parameters: Any) -> Any:
        del context, parameters
        return types.ListToolsResult(tools=tools)

    async def called(context: Any, parameters: Any) -> Any:
        return await call(parameters.name, parameters.arguments, context.request)

    return server_class(NAME, version=__version__, on_list_tools=listed, on_call_tool=called)


# -------------------------------------------------------------------------------------------------- stdio


async def serve_stdio(toolset: ToolSet[Any], session: Session[Any]) -> None:
    """Serve one session over standard input and output until the input ends."""
    stdio = import_module("mcp.server.stdio")
    server = make_server(toolset, lambda _: session)
    async with stdio.stdio_server() as (read, write):
        await server.run(read, write, server.create_initialization_options())


# --------------------------------------------------------------------------------------------------- http


class HttpDoor:
    """
    An ASGI application for one path.

    Parameters
    ----------
    desk
        The sessions.
    host
        Address that is listened at; at a loopback address, requests for other hosts are refused.
    """

    def __init__(self, desk: Desk, host: str = "127.0.0.1") -> None:
        manager = import_module("mcp.server.streamable_http_manager")
        security = import_module("mcp.server.transport_security")
        names = [f"{name}:*" for name in ("127.0.0.1", "localhost", "[::1]")]
        settings = security.TransportSecuritySettings(
            enable_dns_rebinding_protection=host in LOOPBACK,
            allowed_hosts=names,
            allowed_origins=[f"http://{name}" for name in names],
        )
        server = make_server(desk.toolset, lambda request: _session_of(desk, request))
        self._manager = manager.StreamableHTTPSessionManager(
            server, json_response=True, stateless=True, security_settings=settings
        )

    def running(self) -> AbstractAsyncContextManager[None]:
        """Return what the door runs in; it can be entered once."""
        context: AbstractAsyncContextManager[None] = self._manager.run()
        return context

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Serve a request."""
        await self._manager.handle_request(scope, receive, send)


def _session_of(desk: Desk, request: Any) -> Session[Any]:
    name = request.headers.get(HEADER) or request.query_params.get("session")
    if name is None:
        raise ToolError(
            "missing_session", "name a session by the header X-Session-Id or by ?session= in the address"
        )
    return desk.session(name)
