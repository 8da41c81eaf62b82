"""What an engine says of an instance of day routing."""

from collections.abc import Mapping
from dataclasses import dataclass

from planassay.kb.routing import Outing
from planassay.solver.problem import Outcome


@dataclass(frozen=True, slots=True)
class RoutingSolution:
    """
    An engine's answer.

    ``certificates`` has one for each level that is proved: the value, then the cost at the best value; for an
    instance without a plan, one that says so.
    """

    outcome: Outcome
    engine: str
    outings: tuple[Outing, ...] = ()
    """The sights of each day in order; empty without a plan."""
    value: int | None = None
    cost: int | None = None
    bound: int | None = None
    """No plan is worth more."""
    certificates: tuple[Mapping[str, object], ...] = ()
