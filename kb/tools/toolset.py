"""
Tool sets: what a system's tools are, whatever door they are called through.

A *tool* is a name, a pydantic model of its arguments, a function that answers, and what a call costs. A *tool
set* is the tools of one system under one *profile*, a manner of speaking: field names, paging, how errors are
told. Doors (a session in this process, REST, MCP, schemas for chat models) are written once, in
``planassay.bench.sandbox``, and know nothing of any system.

To add the tools of a system, write one package ``kb/tools/<system>`` with a function ::

    def toolset(world: World, ranker: Ranker | None) -> ToolSet[State]

for each profile, and a row in :mod:`planassay.kb.tools.registry`. ``world`` is the open knowledge base (a
``Catalog`` for TREK, a case for a shop); a ranker is given only to systems whose row asks for one.
``State`` is whatever one run of an agent may change: notes, a cart, the plan that was handed in.
``ToolSet.start`` makes it; a tool that changes it says so (``changes``), and such calls are made again when
a session is restored after a restart, so they must depend on nothing else.

A tool's function gets the state and the arguments: an instance of its query model, or in a *tolerant* set the
mapping just as the agent sent it, whose faults it answers itself. It returns a JSON object, or raises
:class:`ToolError` for what the caller did wrong. It reads nothing but the world and the state.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, Generic, Protocol, TypeVar

from pydantic import BaseModel

S = TypeVar("S")
Answer = dict[str, Any]
"""A JSON object."""


class ToolError(Exception):
    """
    A call that cannot be answered, told in the manner of the profile.

    Parameters
    ----------
    code
        A word for programs: ``unknown_tool``, ``invalid_parameter``, ``unknown_entity``, ``call_limit``...
    message
        A sentence for people.
    details
        Each fault by itself: ``loc``, ``msg``, ``type``.
    status
        The HTTP status that says the same.
    """

    def __init__(
        self, code: str, message: str, *, details: tuple[Answer, ...] = (), status: int = 422
    ) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.details = details
        self.status = status


def tell_typed(fault: ToolError) -> Answer:
    """Say what was wrong with a call as an object: code, message, details."""
    return {"error": {"code": fault.code, "message": fault.message, "details": list(fault.details)}}


@dataclass(frozen=True, slots=True)
class Tool(Generic[S]):
    """
    One tool.

    ``query`` is the model of its arguments and carries the description in its docstring. ``path`` is where
    the REST door has it; None leaves only the call by name.
    """

    name: str
    query: type[BaseModel]
    answer: Callable[[S, Any], Answer]
    units: Callable[[Mapping[str, Any]], int] = lambda _: 1
    """Billable units of a call with these arguments; 0 for a free one."""
    path: str | None = None
    method: str = "GET"
    result: type[BaseModel] | None = None
    """The model of its answers, where the profile promises one."""
    changes: bool = False
    ends: bool = False
    """Whether the session is over after it; such a call is never refused for its price."""

    @property
    def about(self) -> str:
        """What it does, for the model that calls it."""
        return " ".join((self.query.__doc__ or "").split())


@dataclass(frozen=True, slots=True)
class Reply:
    """What a published route answers: an HTTP status and a JSON value."""

    status: int
    body: Any


@dataclass(frozen=True, slots=True)
class Route(Generic[S]):
    """
    A published GET route that answers otherwise than its tool does.

    ``parameters`` holds what is in the query string, the first value of each name, in order. A call costs
    what ``units`` says of them.
    """

    path: str
    tool: str
    query: type[BaseModel]
    answer: Callable[[S, Mapping[str, str]], Reply]
    units: Callable[[Mapping[str, Any]], int] = lambda _: 1


@dataclass(frozen=True, slots=True)
class Limits:
    """How many calls a session has."""

    billable: int = 15
    free: int = 40
    overshoot: bool = False
    """
    Whether a call that costs more than is left is made all the same, once; else it is refused, and costs
    nothing.
    """


@dataclass(frozen=True, slots=True)
class ToolSet(Generic[S]):
    """The tools of a system under one profile."""

    system: str
    profile: str
    tools: tuple[Tool[S], ...]
    start: Callable[[], S]
    tell: Callable[[ToolError], Answer]
    """How a fault is said."""
    kb_hash: str
    """Identity of what the tools look into."""
    tolerant: bool = False
    """Whether tools get the arguments as they were sent, and check them themselves."""
    limits: Limits = Limits()
    routes: tuple[Route[S], ...] = ()
    by_name: Mapping[str, Tool[S]] = field(init=False)

    def __post_init__(self) -> None:
        """Index the tools by name."""
        object.__setattr__(self, "by_name", MappingProxyType({tool.name: tool for tool in self.tools}))


class Ranker(Protocol):
    """
    Ranks rows of a city's table by how near they are to some words.

    It is built for one knowledge base; the same words give the same scores wherever it runs.
    """

    def scores(self, table: str, label: str, text: str) -> list[float]:
        """
        Return a score for each row of a label of a table, in table order: the higher, the nearer.

        Texts of no known word score every row alike. Scores are rounded, so that equal ones are ties.
        """
