"""
Desk: the harness's side of what an agent does; every call and message of one task is written down here.

What a reply said is kept as its length and SHA-256: with the knowledge base and the arguments the tools make
it again. The desk counts what calls cost; whether one is allowed is decided behind the door.
"""

from collections.abc import Callable, Collection, Mapping
from hashlib import sha256
from time import monotonic

import orjson

from planassay.bench.agents.interface import SUBMIT, Reply
from planassay.bench.doors import Door

Price = Callable[[str, Mapping[str, object]], int]
"""Billable units of a call."""


class TimeUpError(Exception):
    """The time for a task is over."""


class RecordingDesk:
    """
    The desk of one task.

    Parameters
    ----------
    door
        Where calls go.
    price
        What calls cost; asked where the door does not say itself what it billed.
    limit_s
        Seconds after which no call is made any more.
    keep_replies
        Whether replies are kept whole.
    ends
        Names of the tools that hand in.
    """

    def __init__(
        self,
        door: Door,
        price: Price,
        *,
        limit_s: float,
        keep_replies: bool = False,
        ends: Collection[str] = (SUBMIT,),
        clock: Callable[[], float] = monotonic,
    ) -> None:
        self._door = door
        self._price = price
        self._clock = clock
        self._deadline = clock() + limit_s
        self._keep_replies = keep_replies
        self._ends = ends
        self.messages: list[dict[str, object]] = []
        self.trace: list[dict[str, object]] = []
        self.facts: dict[str, object] = {}
        self.submission: dict[str, object] | None = None
        self.billable = self.free = 0
        self.bytes_sent = self.bytes_received = 0

    def call(self, tool: str, arguments: Mapping[str, object]) -> Reply:
        """
        Return what a tool answers.

        Raises
        ------
        TimeUpError
            If the time for the task is over.
        """
        if self._clock() >= self._deadline:
            raise TimeUpError
        before = getattr(self._door, "billed", None)
        reply = self._door.call(tool, arguments)
        after = getattr(self._door, "billed", None)
        asked, said = _bytes(arguments), _bytes(reply)
        failed = "error" in reply
        if isinstance(before, int) and isinstance(after, int):
            units = after - before
        else:
            units = 0 if _is_refused(reply) else self._price(tool, arguments)
        self.billable += units
        self.free += units == 0
        self.bytes_sent += len(asked)
        self.bytes_received += len(said)
        entry: dict[str, object] = {
            "tool": tool,
            "arguments": dict(arguments) if tool not in self._ends else {},
            "units": units,
            "failed": failed,
            "bytes": len(said),
            "sha256": sha256(said).hexdigest(),
        }
        if self._keep_replies or failed:
            entry["reply"] = reply
        self.trace.append(entry)
        if tool in self._ends and not failed:
            self.submission = dict(arguments)
        return reply

    def say(self, role: str, content: object) -> None:
        """Write down a message."""
        self.messages.append({"role": role, "content": content})

    def tell(self, **facts: object) -> None:
        """Write down facts; later ones of a name replace earlier ones."""
        self.facts.update(facts)


def _is_refused(reply: Reply) -> bool:
    """Tell whether a call was not let through: unknown, or above the budget."""
    error = reply.get("error")
    if isinstance(error, Mapping):
        return error.get("code") in (
            "call_limit",
            "unknown_tool",
            "session_closed",
            "invalid_parameter",
            "unsayable",
        )
    return isinstance(error, str) and (
        error.startswith(("unknown tool", "All "))
        or "billable calls are used" in error
        or "session is over" in error
    )


def _bytes(value: object) -> bytes:
    try:
        return orjson.dumps(value, option=orjson.OPT_NON_STR_KEYS)
    except TypeError:
        return repr(value).encode("utf-8", "backslashreplace")
