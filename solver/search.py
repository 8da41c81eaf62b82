"""
Searches: what every search for a plan does when the tables alone show that there is none.

All causes that hold at once are shown: those of the tables, and the budget where even the trip that meets
no wish passes it. The official evaluator knows entity, then route, then budget; the others follow.
"""

from collections.abc import Sequence
from typing import Protocol

from planassay.kb.catalog import Catalog
from planassay.kb.requirements import BUDGET, CAR, requirements, without
from planassay.kb.task import Cause, Task
from planassay.solver.claims import Answer, Blocker, Clerk, Shown, rebased
from planassay.solver.engines import Engine
from planassay.solver.problem import Limits
from planassay.solver.proof import Proof

_OFFICIAL = (Cause.ENTITY, Cause.ROUTE)


class Obstacles(Protocol):
    """What single tables show of a task under a rule set."""

    @property
    def blockers(self) -> Sequence[Blocker]:
        """The components that are empty, in the order in which the checker looks at them."""

    @property
    def floor(self) -> Proof:
        """A bound below every bill, whatever the tables lack."""


class Search:
    """
    The search for the cheapest plan of one task under one rule set.

    Parameters
    ----------
    task, kb
        The request, and the knowledge base.
    ruleset
        Under which rules.
    engine
        The engine that is asked.
    limits
        Work of each solve.
    """

    def __init__(self, task: Task, kb: Catalog, ruleset: str, engine: Engine, limits: Limits) -> None:
        self.task = task
        self.kb = kb
        self.ruleset = ruleset
        self.engine = engine
        self.limits = limits
        self.clerk = Clerk(task, kb, ruleset, engine)

    @property
    def obstacles(self) -> Obstacles:
        """What the tables show of the task."""
        raise NotImplementedError

    def open(self) -> Answer:
        """Return the answer for a task of which no component is empty."""
        raise NotImplementedError

    def run(self) -> Answer:
        """Return the claim, with every cause that holds if there is no plan."""
        return self._blocked() if self.obstacles.blockers else self.open()

    def _blocked(self) -> Answer:
        blockers = self.obstacles.blockers
        official = [b for b in blockers if b.cause in _OFFICIAL and b.component.startswith(("name:", "leg:"))]
        causes = self.clerk.empty(blockers)
        first = [shown for shown in causes if shown.cause in {b.cause for b in official}]
        budget = self._budget(blockers)
        others = [shown for shown in causes if shown not in first]
        return self.clerk.refused([*sorted(first, key=_precedence), *([budget] if budget else []), *others])

    def _budget(self, blockers: Sequence[Blocker]) -> Shown | None:
        """Show that the budget does not even suffice for a trip without names and personas, if so."""
        if shown := self.clerk.over_floor(self.obstacles.floor):
            return shown
        blocked = any(b.component.startswith("car:") and b.cause is not Cause.PERSONA for b in blockers)
        kept = (BUDGET,) if blocked else (BUDGET, CAR)
        dropped = [name for name in requirements(self.task) if name not in kept]
        bare = type(self)(without(self.task, dropped), self.kb, self.ruleset, self.engine, self.limits)
        if bare.obstacles.blockers:
            return None
        answer = bare.open()
        if not answer.causes or answer.causes[0].cause is not Cause.BUDGET:
            return None
        first = answer.causes[0]
        proof = first.certificate and rebased(first.certificate, self.task, dropped)
        return Shown(Cause.BUDGET, f"Names and needs left aside: {first.detail}", proof)


def _precedence(shown: Shown) -> int:
    return _OFFICIAL.index(shown.cause)
