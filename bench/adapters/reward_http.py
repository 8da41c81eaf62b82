"""
Rewards over HTTP, for trainers that call a server and for languages that are not Python.

``create_app`` makes the ASGI application; ``planassay serve-reward`` and ``uvicorn --factory
planassay.bench.adapters.reward_http:create_app`` run it. What a process needs it reads from its environment,
so that every worker opens the same knowledge base, once, and maps the same files. Needs the extra ``serve``.

A text is scored whatever it holds. What a caller gets wrong (a body that is no such object, an unknown task
or shaping, too much at once) is answered by ``{"error": {"code", "details": [{"loc", "msg", "type"}]}}``.
"""

import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, cast

from pydantic import BaseModel, ConfigDict, Field

from planassay import __version__
from planassay.bench.adapters.body_limit import BodyLimit
from planassay.bench.inputs import read_task_file
from planassay.kb.errors import InputError
from planassay.kb.task import Task
from planassay.verifier.report import Report
from planassay.verifier.reward import SHAPINGS, KbName, Marks, Rewarder, as_task

if TYPE_CHECKING:
    from fastapi import FastAPI
    from fastapi.responses import JSONResponse

TASKS, SHAPING = "PLANASSAY_TASKS", "PLANASSAY_SHAPING"
"""Environment variables: a file of tasks that callers may name, and the name of the usual shaping."""
MAX_BODY_BYTES = 64 * 2**20
MAX_ITEMS = 4096
"""Texts of one call."""


class Item(BaseModel):
    """A text and the task that it answers."""

    model_config = ConfigDict(extra="forbid")

    text: str = Field(description="Whatever the model wrote.")
    task: str | dict[str, object] = Field(description="The task: its name, or its JSON as text or object.")


class RewardQuery(Item):
    """One text to be scored."""

    shaping: str | None = Field(default=None, description="Name of a shaping, instead of the usual one.")
    reports: bool = Field(default=False, description="Whether to tell what the reward rests on.")


class RewardsQuery(BaseModel):
    """Many texts to be scored."""

    model_config = ConfigDict(extra="forbid")

    items: list[Item] = Field(max_length=MAX_ITEMS)
    shaping: str | None = Field(default=None, description="Name of a shaping, instead of the usual one.")


class Reward(BaseModel):
    """A reward, with numbers for logs."""

    reward: float
    outcome: str = Field(description="What was found in the text: found, none, several, too-large, tangled.")
    extras: dict[str, float] = Field(description="Numbers under the same keys for every text.")
    reports: list[Report] | None = Field(default=None, description="One for each rule set, if asked for.")


class Rewards(BaseModel):
    """Rewards in the order of their texts."""

    rewards: list[Reward]


class Health(BaseModel):
    """What is served."""

    version: str
    kb_hash: str
    tasks: int = Field(description="Tasks that may be named.")
    shaping: str = Field(description="The usual shaping.")
    shapings: list[str]


def create_app(
    kb: KbName = None, *, shaping: str | None = None, tasks: Sequence[Task] | Path | None = None
) -> "FastAPI":
    """
    Return the application, with its knowledge base opened.

    Parameters
    ----------
    kb
        The knowledge base or the path of one; if not given, the one that ``PLANASSAY_KB`` names.
    shaping
        Name of the usual shaping; if not given, the one that ``PLANASSAY_SHAPING`` names, or ``strict``.
    tasks
        Tasks that callers may name, or a file of them; if not given, the one that ``PLANASSAY_TASKS`` names.

    Raises
    ------
    InputError, StoreError
        If there is no such knowledge base, file or shaping, or the extra ``serve`` is not installed.
    """
    try:
        from fastapi import FastAPI
    except ImportError:
        raise InputError("rewards over HTTP need the extra serve: pip install 'planassay[serve]'") from None
    usual = shaping or os.environ.get(SHAPING) or "strict"
    rewarder = Rewarder(kb, shaping=usual, tasks=_named(tasks))
    app = FastAPI(
        title="planassay rewards", version=__version__, summary="Rewards for texts that hold plans."
    )
    _handle_errors(app)
    app.add_middleware(BodyLimit, limit=MAX_BODY_BYTES)

    @app.get("/health")
    def health() -> Health:
        """Tell what is served."""
        return Health(
            version=__version__,
            kb_hash=rewarder.kb.content_hash,
            tasks=len(rewarder.tasks),
            shaping=usual,
            shapings=list(SHAPINGS),
        )

    @app.post("/reward")
    def reward(query: RewardQuery) -> Reward:
        """Score one text."""
        _check(rewarder, query, query.shaping)
        found = rewarder(query.text, query.task, shaping=query.shaping)
        return _told(found.marks, list(found.reports) if query.reports else None)

    @app.post("/rewards")
    def rewards(query: RewardsQuery) -> Rewards:
        """Score many texts; the answer keeps their order."""
        for place, item in enumerate(query.items):
            _check(rewarder, item, query.shaping, ("items", place))
        texts, asked = [item.text for item in query.items], [item.task for item in query.items]
        return Rewards(rewards=[_told(marks) for marks in rewarder.many(texts, asked, shaping=query.shaping)])

    return app


def _named(tasks: Sequence[Task] | Path | None) -> Mapping[str, Task]:
    path = os.environ.get(TASKS)
    if tasks is None and path:
        tasks = Path(path)
    listed = read_task_file(tasks) if isinstance(tasks, Path) else tasks or ()
    return {task.task_id: task for task in listed}


class _CallerError(Exception):
    """What a caller got wrong, and where."""

    def __init__(self, code: str, loc: tuple[str | int, ...], message: str) -> None:
        super().__init__(message)
        self.code = code
        self.loc = loc


def _check(rewarder: Rewarder, item: Item, shaping: str | None, place: tuple[str | int, ...] = ()) -> None:
    """Refuse a task or a shaping that there is not, and say where it stands."""
    if shaping is not None and shaping not in SHAPINGS:
        message = f"is no shaping; known: {', '.join(SHAPINGS)}"
        raise _CallerError("invalid_parameter", ("body", "shaping"), message)
    task = item.task
    if isinstance(task, str) and task not in rewarder.tasks and not task.lstrip().startswith("{"):
        message = f"no task of that name among {len(rewarder.tasks)}"
        raise _CallerError("unknown_task", ("body", *place, "task"), message)
    try:
        if not isinstance(task, str) or task not in rewarder.tasks:
            as_task(task)
    except InputError as error:
        raise _CallerError("invalid_task", ("body", *place, "task"), str(error)) from None


def _told(marks: Marks, reports: list[Report] | None = None) -> Reward:
    return Reward(reward=marks.reward, outcome=marks.outcome.value, extras=marks.extras(), reports=reports)


_STATUS = {"unknown_task": 404}
_UNREADABLE = 422


def _handle_errors(app: "FastAPI") -> None:
    """Give every error of a caller one shape."""
    from fastapi.exceptions import RequestValidationError
    from starlette.exceptions import HTTPException

    @app.exception_handler(RequestValidationError)
    def invalid(_: object, error: Exception) -> "JSONResponse":
        faults = cast(RequestValidationError, error).errors()
        details = [
            {"loc": list(fault["loc"]), "msg": fault["msg"], "type": fault["type"]} for fault in faults
        ]
        return _failed(_UNREADABLE, "invalid_parameter", details)

    @app.exception_handler(_CallerError)
    def wrong(_: object, error: Exception) -> "JSONResponse":
        found = cast(_CallerError, error)
        detail = {"loc": list(found.loc), "msg": str(found), "type": found.code}
        return _failed(_STATUS.get(found.code, _UNREADABLE), found.code, [detail])

    @app.exception_handler(HTTPException)
    def refused(_: object, error: Exception) -> "JSONResponse":
        found = cast(HTTPException, error)
        code = {404: "not_found", 405: "method_not_allowed"}.get(found.status_code, "invalid_request")
        return _failed(found.status_code, code, [{"loc": [], "msg": str(found.detail), "type": code}])


def _failed(status: int, code: str, details: Sequence[Mapping[str, object]]) -> "JSONResponse":
    from fastapi.responses import JSONResponse

    return JSONResponse({"error": {"code": code, "details": list(details)}}, status_code=status)
