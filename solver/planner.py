"""
The planner: from a task to a claim.

It asks the compiler for the problem of all trips up to a limit, lets an engine solve it, and raises the
limit until the optimum lies within it. What it returns is a claim; only ``gold.verdict`` makes a
verdict of one.
"""

from typing import NamedTuple, Protocol

from planassay.kb.catalog import Catalog
from planassay.kb.formats.registry import system
from planassay.kb.money import format_cents
from planassay.kb.task import Cause, Task
from planassay.kb.verdict import Claim, ClaimStatus
from planassay.solver.engines import engine as engine_named
from planassay.solver.problem import Limits, Outcome, Problem, Solution

RULESET = "gold@1"
OBJECTIVE = "cheapest"
DEFAULT_LIMITS = Limits()


class _Blocker(Protocol):
    cause: Cause
    detail: str


class Compiled(Protocol):
    """What ``solver/compile/<system>.py`` makes of a task."""

    task: Task

    @property
    def blockers(self) -> tuple[_Blocker, ...]:
        """Causes that single tables show."""

    @property
    def least_cents(self) -> int | None:
        """A lower bound on the cost of any plan."""

    @property
    def ceiling_cents(self) -> int:
        """An upper bound on the cost of any plan."""

    def problem(self, limit: int, *, official_budget: int | None = None) -> Problem:
        """Return the problem of all plans up to a limit."""

    def document(self, problem: Problem, solution: Solution) -> dict[str, object]:
        """Return a solution as an official document."""

    def official_excess_cents(self, problem: Problem, solution: Solution) -> int:
        """Return by how much the official bill passes the budget."""


def solve(task: Task, kb: Catalog, *, engine: str = "cpsat", limits: Limits = DEFAULT_LIMITS) -> Claim:
    """
    Return the cheapest plan under ``gold``, or why there is none, as a claim.

    Parameters
    ----------
    task
        The request.
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
    compiled: Compiled = system(task.system).load("compile").compile_task(task, kb)
    search = _Search(compiled, engine, limits)
    if compiled.blockers:
        causes = tuple(dict.fromkeys(b.cause for b in compiled.blockers))
        return search.infeasible(causes, " ".join(b.detail for b in compiled.blockers))
    return search.run()


class _Found(NamedTuple):
    """The optimum of a problem, or the engine's word that there is none."""

    outcome: Outcome
    problem: Problem
    solution: Solution


class _Search:
    """Raises the limit until the optimum lies within it."""

    def __init__(self, compiled: Compiled, engine: str, limits: Limits) -> None:
        self.compiled = compiled
        self.engine = engine_named(engine)
        self.limits = limits

    def run(self) -> Claim:
        """Return the claim for a task that no single table rules out."""
        task = self.compiled.task
        least = self.compiled.least_cents
        if least is None:
            return self.infeasible((Cause.TIME,), "No stop order and no split of the nights fits the days.")
        found = self._cheapest(least, self.compiled.ceiling_cents)
        if found.outcome is Outcome.INFEASIBLE:
            return self.infeasible((Cause.TIME,), "No plan fits clocks, opening hours and travel times.")
        if found.outcome is Outcome.UNKNOWN:
            return self._unknown(found)
        cost = found.solution.values[0]
        if cost > task.budget_cents:
            return self._over_budget(cost)
        excess = self.compiled.official_excess_cents(found.problem, found.solution)
        if excess > 0:
            found = self._cheapest(cost, task.budget_cents, official_budget=task.budget_cents - (excess == 1))
            if found.outcome is Outcome.INFEASIBLE:
                return self._over_budget(task.budget_cents + excess)
        return self._claim(found)

    def _cheapest(self, least: int, ceiling: int, *, official_budget: int | None = None) -> _Found:
        limit = least
        while True:
            problem = self.compiled.problem(limit, official_budget=official_budget)
            solution = self.engine.solve(problem, limits=self.limits)
            if solution.picks:
                if solution.outcome is not Outcome.OPTIMAL or solution.values[0] <= limit:
                    return _Found(solution.outcome, problem, solution)
                limit = solution.values[0]  # the optimum may use what only this limit lets in
            elif solution.outcome is Outcome.UNKNOWN or limit >= ceiling:
                return _Found(solution.outcome, problem, solution)
            else:
                limit = min(ceiling, least + max(4 * (limit - least), least // 50, 100))

    def _claim(self, found: _Found) -> Claim:
        task = self.compiled.task
        optimal = found.solution.outcome is Outcome.OPTIMAL
        return Claim(
            task_id=task.task_id,
            ruleset=RULESET,
            objective=OBJECTIVE,
            status=ClaimStatus.OPTIMAL if optimal else ClaimStatus.FEASIBLE,
            engine=self.engine.NAME,
            document=self.compiled.document(found.problem, found.solution),
            cost_cents=found.solution.values[0],
            bound_cents=found.solution.values[0] if optimal else self.compiled.least_cents,
        )

    def _over_budget(self, cost: int) -> Claim:
        budget = self.compiled.task.budget_cents
        detail = f"The cheapest plan costs {format_cents(cost)}; the budget is {format_cents(budget)}."
        return self.infeasible((Cause.BUDGET,), detail, bound=cost)

    def infeasible(self, causes: tuple[Cause, ...], detail: str, *, bound: int | None = None) -> Claim:
        """Return the claim that a task has no plan."""
        return Claim(
            task_id=self.compiled.task.task_id,
            ruleset=RULESET,
            objective=OBJECTIVE,
            status=ClaimStatus.INFEASIBLE,
            engine=self.engine.NAME,
            bound_cents=bound,
            causes=causes,
            detail=detail,
        )

    def _unknown(self, found: _Found) -> Claim:
        return Claim(
            task_id=self.compiled.task.task_id,
            ruleset=RULESET,
            objective=OBJECTIVE,
            status=ClaimStatus.UNKNOWN,
            engine=self.engine.NAME,
            bound_cents=self.compiled.least_cents,
            detail=f"{found.solution.engine} reached its limit of work.",
        )
