"""
Replay: recorded calls made again, and what of their answers, costs and refusals comes out differently.

An answer is not kept in a trace, but knowledge base, tools and arguments determine it, and its digest is
kept. So a trace can be held against the tools that it claims to be of.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from planassay.bench.sandbox.desk import Desk
from planassay.bench.sandbox.session import Call, Session
from planassay.bench.sandbox.traces import Recorded
from planassay.kb.tools.toolset import Limits, ToolSet

_COMPARED = ("number", "units", "billed", "free", "refused", "answer_bytes", "answer_sha256")


@dataclass(frozen=True, slots=True)
class Difference:
    """A recorded call that comes out differently."""

    session: str
    number: int
    tool: str
    field: str
    recorded: object
    made_again: object

    def text(self) -> str:
        """Return it as a line."""
        place = f"{self.session or '(no session)'} call {self.number}, {self.tool}"
        return f"{place}: {self.field} is {self.recorded}, but comes out as {self.made_again}"


class _Memory:
    """Keeps the latest call."""

    call: Call | None = None

    def record(self, call: Call) -> None:
        self.call = call


def replay(recorded: Recorded, toolset: ToolSet[Any], limits: Limits) -> Iterator[Difference]:
    """
    Yield every difference between recorded calls and the same calls made again, in their order.

    Parameters
    ----------
    recorded
        What a trace file holds.
    toolset, limits
        What the server had that wrote it.

    Notes
    -----
    Calls that had no session are each one's own. What was torn out of a trace shows in the numbers of the
    calls that follow.
    """
    memory = _Memory()
    desk = Desk(toolset, limits=limits, recorder=memory)
    routes = {route.path: route for route in toolset.routes}
    for call in recorded.calls:
        session: Session[Any] = desk.session(call.session) if call.session else desk.passer_by()
        if call.tool in routes and isinstance(call.arguments, dict):
            session.route(routes[call.tool], call.arguments)
        elif call.refused == "unsayable":  # the arguments are not kept; nothing depends on them
            session.skip(call)
            continue
        else:
            session.call(call.tool, call.arguments)
        again = memory.call
        for name in _COMPARED if again is not None else ():
            if getattr(again, name) != getattr(call, name):
                yield Difference(
                    call.session, call.number, call.tool, name, getattr(call, name), getattr(again, name)
                )
                break
