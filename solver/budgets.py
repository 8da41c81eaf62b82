"""
Budgets: the least one with which a task has a plan under ``gold``.

Mostly it is what the cheapest plan costs. Where the official bill of that plan is larger, a dearer plan that
is billed for less may do with a smaller budget. Between the two bounds budgets are tried, all over one
compilation, whose tables are made once. What is found is a claim like any other.
"""

from dataclasses import dataclass

from planassay.kb.knowledge import KnowledgeBase
from planassay.kb.task import Task
from planassay.solver.engines import engine as engine_named
from planassay.solver.planner import DEFAULT_LIMITS, Cheapest, compile_task
from planassay.solver.problem import Limits, Outcome, WorkLimitError


def least_budget(
    task: Task, kb: KnowledgeBase, *, engine: str = "cpsat", limits: Limits = DEFAULT_LIMITS
) -> int | None:
    """
    Return the least budget in cents with which a task has a plan; None if it has none, or work runs out.

    Parameters
    ----------
    task
        The request; its own budget does not matter.
    kb
        The knowledge base.
    engine
        Name of the engine.
    limits
        Work of each solve.

    Raises
    ------
    EngineError
        If the engine is not known or not installed.
    UnknownSystemError
        If the task's system has no compiler.
    """
    compiled = compile_task(task, kb, limits)
    cheapest = Cheapest(compiled, engine_named(engine), limits)
    try:
        least = compiled.least_cents
        if compiled.blockers or least is None:
            return None
        found = cheapest.within(least, compiled.ceiling_cents)
        if found.solution.outcome is not Outcome.OPTIMAL:
            return None
        return _Bargain(cheapest, found.solution.values[0], found.least_budget(compiled)).search()
    except WorkLimitError:
        return None


FIRST_STEPS = 500
"""The first step up from the lower bound is one part in so many; each further one is twice as long."""


@dataclass
class _Bargain:
    """The search between a budget that no plan is below and one that a plan is within."""

    cheapest: Cheapest
    low: int
    """No budget below it has a plan."""
    high: int
    """It has one."""

    def search(self) -> int:
        """Return the least budget: tried ever farther above the lower bound first, then in between."""
        step = 0
        while self.low + step < self.high and not self._try(self.low + step):
            step = max(2 * step, self.low // FIRST_STEPS, 1)
        if self.low < self.high:  # one table for all that is left
            self.cheapest.compiled.problem(self.high, official_budget=self.high)
        while self.low < self.high:
            self._try((self.low + self.high) // 2)
        return self.high

    def _try(self, budget: int) -> bool:
        """Return whether a budget has a plan, and draw one of the bounds to what that shows."""
        for official in (budget, budget - 1):  # a bill of the budget itself may pass it by float noise
            found = self.cheapest.within(budget, budget, official_budget=official)
            if not found.solution.picks:
                break
            needed = found.least_budget(self.cheapest.compiled)
            if needed <= budget:
                self.high = needed
                return True
        if found.solution.outcome is Outcome.UNKNOWN:
            raise WorkLimitError("the engine reached its limit of work")
        self.low = budget + 1
        return False
