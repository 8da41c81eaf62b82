"""
Sessions: one run of an agent over a tool set, with an exact budget and a record of every call.

``Session.call(tool, arguments)`` is the door in this process; the REST and MCP doors call it too, so an agent
sees the same answers and the same budget through each. Nothing it is given makes it raise.
"""

import threading
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass
from hashlib import sha256
from typing import Any, Generic, Protocol, TypeVar

import orjson
from pydantic import ValidationError

from planassay.kb.tools.toolset import Limits, Reply, Route, Tool, ToolError, ToolSet

S = TypeVar("S")

MAX_SHOWN_FAULTS = 20
MAX_ARGUMENT_BYTES = 2**20
"""Size of the arguments of one call as JSON."""


@dataclass(frozen=True, slots=True)
class Call:
    """One call of a session, as it is recorded."""

    session: str
    number: int
    """From 1; refused calls count."""
    tool: str
    arguments: Any
    units: int
    """Billable units it cost."""
    billed: int
    """Billable units of the session after it."""
    free: int
    """Free calls of the session after it."""
    refused: str
    """Code of the fault, if there was one; else empty."""
    answer_bytes: int
    answer_sha256: str
    """Of the answer as JSON: knowledge base and arguments make it again, this compares it."""

    def document(self) -> dict[str, Any]:
        """Return it as a JSON object."""
        return asdict(self)


class Recorder(Protocol):
    """Keeps calls; an answer is given only after its call is kept."""

    def record(self, call: Call) -> None:
        """Keep a call."""


class CallableTools(Protocol):
    """What an agent needs of any door."""

    def call(self, tool: str, arguments: Mapping[str, Any]) -> dict[str, Any]:
        """Return what a tool answers."""


class Session(Generic[S]):
    """
    A run over a tool set.

    Parameters
    ----------
    toolset
        The tools.
    limits
        Its budget; that of the tool set if not given.
    session_id
        Its name in records.
    recorder
        Where calls are kept.
    remembers
        Whether they are kept in ``trace`` too.

    Notes
    -----
    Safe to share between threads: calls of one session are made one after another.
    """

    def __init__(
        self,
        toolset: ToolSet[S],
        *,
        limits: Limits | None = None,
        session_id: str = "",
        recorder: Recorder | None = None,
        remembers: bool = True,
    ) -> None:
        self.toolset = toolset
        self.limits = toolset.limits if limits is None else limits
        self.session_id = session_id
        self.state = toolset.start()
        self.billed = 0
        self.free = 0
        self.ended = False
        self.trace: list[Call] = []
        self._count = 0
        self._recorder = recorder
        self._remembers = remembers
        self._lock = threading.Lock()

    @property
    def left(self) -> int:
        """Billable units that are left."""
        return max(0, self.limits.billable - self.billed)

    def call(self, tool: str, arguments: Mapping[str, Any] | None = None) -> dict[str, Any]:
        """
        Return what a tool answers: a JSON object, in which ``error`` tells that the call failed.

        Parameters
        ----------
        tool
            Its name.
        arguments
            By name; anything that JSON can say.
        """
        body: dict[str, Any] = self.answer(tool, arguments).body
        return body

    def answer(self, tool: str, arguments: Mapping[str, Any] | None = None) -> Reply:
        """Return what a tool answers, with the HTTP status that fits it."""
        given: Any = {} if arguments is None else arguments
        with self._lock:
            units, refused = 0, ""
            try:
                _refuse_unsayable(given)
                found = self.toolset.by_name.get(str(tool))
                if found is None:
                    raise ToolError("unknown_tool", str(tool)[:80], status=404)
                query = self._read(found, given)
                units = self._price(found.units(given), ends=found.ends)
                self._pay(units)
                reply = Reply(200, found.answer(self.state, query))
                self.ended = self.ended or found.ends
            except ToolError as fault:
                reply, refused = Reply(fault.status, self.toolset.tell(fault)), fault.code
            self._keep(str(tool)[:80], given if refused != "unsayable" else None, units, refused, reply)
        return reply

    def route(self, route: Route[S], parameters: Mapping[str, str]) -> Reply:
        """Return what a published route answers; it is billed like its tool."""
        with self._lock:
            units = 0
            try:
                units = self._price(route.units(parameters), ends=False)
                self._pay(units)
                reply, refused = route.answer(self.state, parameters), ""
            except ToolError as fault:
                reply, refused = Reply(fault.status, self.toolset.tell(fault)), fault.code
            self._keep(route.path, parameters, units, refused, reply)
        return reply

    def restore(self, calls: Sequence[Call]) -> None:
        """
        Bring a fresh session to where recorded calls left it: its counts, and what they changed.

        Parameters
        ----------
        calls
            All of them, in their order.
        """
        with self._lock:
            for call in calls:
                self._count, self.billed, self.free = call.number, call.billed, call.free
                if self._remembers:
                    self.trace.append(call)
                tool = self.toolset.by_name.get(call.tool)
                if tool is None or call.refused or not tool.changes:
                    continue
                with suppress(
                    ToolError
                ):  # it was not refused then; should its limits have changed since, so be it
                    tool.answer(self.state, self._read(tool, call.arguments))
                self.ended = self.ended or tool.ends

    def skip(self, call: Call) -> None:
        """Count a recorded call that changed nothing, without making it again."""
        with self._lock:
            self._count = call.number

    def summary(self) -> dict[str, Any]:
        """Return its counts: what is billed, free and left, and whether it is over."""
        return {
            "session": self.session_id,
            "billed": self.billed,
            "billable": self.limits.billable,
            "free_used": self.free,
            "free": self.limits.free,
            "calls": self._count,
            "ended": self.ended,
        }

    # ------------------------------------------------------------------------------------------------ inside

    def _read(self, tool: Tool[S], arguments: Mapping[str, Any]) -> Any:
        """Return the arguments as the tool takes them."""
        if self.toolset.tolerant:
            return arguments
        try:
            return tool.query.model_validate(
                {name: value for name, value in arguments.items() if value is not None}
            )
        except ValidationError as error:
            raise parameter_fault(error) from None

    def _price(self, units: int, *, ends: bool) -> int:
        """Return the units of a call that may be made; raise for one that may not."""
        if self.ended:
            raise ToolError("session_closed", "The plan was submitted; this session is over.", status=409)
        if ends:
            return units
        if units == 0:
            if self.free >= self.limits.free:
                message = f"All {self.limits.free} free calls are used."
                raise ToolError("call_limit", message, status=429)
            return 0
        spent = self.billed >= self.limits.billable
        if spent or (not self.limits.overshoot and self.billed + units > self.limits.billable):
            message = f"{self.billed} of {self.limits.billable} billable calls are used; submit the plan."
            raise ToolError("call_limit", message, status=429)
        return units

    def _pay(self, units: int) -> None:
        self.billed += units
        self.free += units == 0

    def _keep(self, tool: str, arguments: Any, units: int, refused: str, reply: Reply) -> None:
        self._count += 1
        data = encode(reply.body)
        call = Call(
            self.session_id,
            self._count,
            tool,
            arguments,
            units,
            self.billed,
            self.free,
            refused,
            len(data),
            sha256(data).hexdigest(),
        )
        if self._recorder is not None:
            self._recorder.record(call)
        if self._remembers:
            self.trace.append(call)


def _refuse_unsayable(arguments: object) -> None:
    """Refuse arguments that are no JSON object, or that cannot be kept as they are."""
    try:
        size = len(encode(arguments))
    except (TypeError, RecursionError):  # lone surrogates, numbers of many digits, a nest too deep
        raise ToolError("unsayable", "the arguments cannot be written as JSON in UTF-8") from None
    if size > MAX_ARGUMENT_BYTES:
        raise ToolError(
            "unsayable", f"the arguments are longer than {MAX_ARGUMENT_BYTES:,} bytes", status=413
        )
    if not isinstance(arguments, Mapping):
        raise ToolError("unsayable", "the arguments must be an object")


def parameter_fault(error: ValidationError) -> ToolError:
    """Return the fault of arguments that the query model refuses: each with its place."""
    details = tuple(
        {"loc": [str(part) for part in fault["loc"]], "msg": fault["msg"], "type": fault["type"]}
        for fault in error.errors(include_url=False, include_context=False, include_input=False)
    )[:MAX_SHOWN_FAULTS]
    first = details[0]
    message = f"{'.'.join(first['loc']) or 'arguments'}: {first['msg']}"
    return ToolError("invalid_parameter", message, details=details)


def encode(value: object) -> bytes:
    """Return a JSON value as bytes: compact, keys in their order."""
    return orjson.dumps(value, option=orjson.OPT_NON_STR_KEYS)
