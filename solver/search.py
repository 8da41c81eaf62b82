"""
Searches: what every search for a plan does when the tables alone show that there is none.

All causes that hold at once are shown: those of the tables, and the budget where even the trip that meets
no wish passes it. The official evaluator knows entity, then route, then budget; the others follow.
"""

from abc import ABC, abstractmethod
from collections.abc import Collection, Sequence
from typing import Protocol

from planassay.kb.formats.registry import system
from planassay.kb.knowledge import KnowledgeBase
from planassay.kb.money import MAX_CENTS
from planassay.kb.requirements import without
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

    @property
    def leading(self) -> Collection[str]:
        """Kinds of components whose causes of the official kinds come before all others."""

    @property
    def aside(self) -> Sequence[str]:
        """The requirements that are left aside to see whether the budget suffices for anything."""


class Search(ABC):
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

    def __init__(self, task: Task, kb: KnowledgeBase, ruleset: str, engine: Engine, limits: Limits) -> None:
        self.task = task
        self.kb = kb
        self.ruleset = ruleset
        self.engine = engine
        self.limits = limits
        module = system(task.system).load("compile")
        scope = module.scope_of(task) if hasattr(module, "scope_of") else ""
        self.clerk = Clerk(task, kb, ruleset, engine, scope)

    @property
    @abstractmethod
    def obstacles(self) -> Obstacles:
        """What the tables show of the task."""

    @abstractmethod
    def open(self) -> Answer:
        """Return the answer for a task of which no component is empty."""

    def run(self) -> Answer:
        """Return the claim, with every cause that holds if there is no plan."""
        return self._blocked() if self.obstacles.blockers else self.open()

    def _blocked(self) -> Answer:
        blockers = self.obstacles.blockers
        leading = [b for b in blockers if b.component.partition(":")[0] in self.obstacles.leading]
        official = [b for b in leading if b.cause in _OFFICIAL]
        causes = self.clerk.empty(blockers)
        first = [shown for shown in causes if shown.cause in {b.cause for b in official}]
        budget = self._budget()
        others = [shown for shown in causes if shown not in first]
        return self.clerk.refused([*sorted(first, key=_precedence), *([budget] if budget else []), *others])

    def _budget(self) -> Shown | None:
        """Show that the budget does not even suffice for a trip without names and personas, if so."""
        if self.task.budget_cents >= MAX_CENTS:
            return None  # whatever it costs, there is money for it
        if shown := self.clerk.over_floor(self.obstacles.floor):
            return shown
        dropped = self.obstacles.aside
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
