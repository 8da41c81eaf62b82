"""
The planner: from a task to a claim with its certificate.

It asks the compiler for the problem of all trips up to a limit, lets an engine solve it, and raises the
limit until the optimum lies within it. What it returns is a claim; only ``gold.verdict`` makes a
verdict of one.
"""

from functools import cached_property
from typing import NamedTuple, Protocol

from planassay.kb.errors import InputError
from planassay.kb.formats.registry import system
from planassay.kb.knowledge import KnowledgeBase
from planassay.kb.task import Task
from planassay.kb.verdict import Claim, Document
from planassay.solver.best import best_answer, cheapest_then_best
from planassay.solver.claims import Answer
from planassay.solver.engines import Engine
from planassay.solver.engines import engine as engine_named
from planassay.solver.labels import LabelSearch
from planassay.solver.problem import Limits, Outcome, Problem, Solution, WorkLimitError
from planassay.solver.proof import Proof
from planassay.solver.search import Obstacles, Search
from planassay.solver.whole import WholeSearch

RULESET = "gold@1"
CHEAPEST = "cheapest"
BEST = "best"
CHEAPEST_BEST = "cheapest,best"
OBJECTIVES = (CHEAPEST, BEST, "best,cheapest", CHEAPEST_BEST)
"""Least cost; most points of ``kb.weights`` at a human pace, then least cost (twice the same by name); least
cost, then most points."""
DEFAULT_LIMITS = Limits()


class Compiled(Obstacles, Protocol):
    """What ``solver/compile/<system>.py`` makes of a task."""

    task: Task

    @property
    def least_cents(self) -> int | None:
        """A lower bound on the cost of any plan, None if days and stops do not go together."""

    @property
    def ceiling_cents(self) -> int:
        """An upper bound on the cost of any plan."""

    def problem(self, limit: int, *, official_budget: int | None = None) -> Problem:
        """Return the problem of every plan of at most ``limit`` cents, or raise ``WorkLimitError``."""

    def document(self, problem: Problem, solution: Solution) -> Document:
        """Return a solution as an official document."""

    def official_budget_cents(self, problem: Problem, solution: Solution) -> int:
        """Return the least budget that the official bill does not pass."""

    def cheapest_proof(self, *, official: bool) -> Proof:
        """Return the best bound on the cost of any plan."""

    def official_proof(self) -> Proof:
        """Return the proof that prices the official bill alone."""

    def existence_proof(self) -> Proof:
        """Return the proof that lists every plan, whatever it costs."""


def compile_task(task: Task, kb: KnowledgeBase, limits: Limits = DEFAULT_LIMITS) -> Compiled:
    """
    Return a task compiled by its system.

    Raises
    ------
    UnknownSystemError
        If the task's system has no compiler.
    """
    compiled: Compiled = system(task.system).load("compile").compile_task(task, kb, limits)
    return compiled


def solve(
    task: Task,
    kb: KnowledgeBase,
    *,
    ruleset: str = RULESET,
    objective: str = CHEAPEST,
    engine: str | Engine = "cpsat",
    limits: Limits = DEFAULT_LIMITS,
) -> Claim:
    """
    Return the cheapest or the best plan, or why there is none, as a claim with its certificate.

    Parameters
    ----------
    task
        The request.
    kb
        The knowledge base.
    ruleset
        ``gold@1``, or one that labels rest on.
    objective
        One of :data:`OBJECTIVES`.
    engine
        Name of the engine, or one as it is (see ``solver.crosscheck``).
    limits
        Work of each solve.

    Raises
    ------
    EngineError
        If the engine is not known or not installed.
    InputError
        If the task's system has no such rule set to solve under, or no such objective.
    UnknownSystemError
        If the task's system has no compiler.
    """
    return answer(task, kb, ruleset=ruleset, objective=objective, engine=engine, limits=limits).claim


def answer(
    task: Task,
    kb: KnowledgeBase,
    *,
    ruleset: str = RULESET,
    objective: str = CHEAPEST,
    engine: str | Engine = "cpsat",
    limits: Limits = DEFAULT_LIMITS,
) -> Answer:
    """Return the claim of :func:`solve` with every cause that holds, each with its certificate."""
    known = rulesets(task.system)
    if ruleset not in known:
        raise InputError(f"is no rule set to solve under; known: {', '.join(known)}", value=ruleset)
    if objective not in objectives(task.system, ruleset):
        known = objectives(task.system, ruleset)
        raise InputError(f"is no objective under {ruleset}; known: {', '.join(known)}", value=objective)
    search: type[Search] = LabelSearch
    if ruleset == RULESET:
        is_whole = hasattr(system(task.system).load("compile"), "compile_whole")
        search = WholeSearch if is_whole else _Search
    cheapest = search(task, kb, ruleset, engine_named(engine), limits).run()
    if objective == CHEAPEST:
        return cheapest
    then = cheapest_then_best if objective == CHEAPEST_BEST else best_answer
    return then(task, kb, cheapest, limits)


def rulesets(name: str) -> tuple[str, ...]:
    """Return the rule sets under which the tasks of a system can be solved, ``gold@1`` first."""
    return (RULESET, *getattr(system(name).load("compile"), "LABEL_RULESETS", ()))


def objectives(name: str, ruleset: str = RULESET) -> tuple[str, ...]:
    """Return the objectives for which the tasks of a system can be solved under a rule set."""
    is_scored = ruleset == RULESET and hasattr(system(name).load("compile"), "best_trip")
    return OBJECTIVES if is_scored else (CHEAPEST,)


class Found(NamedTuple):
    """The optimum of a problem, or the engine's word that there is none."""

    problem: Problem
    solution: Solution

    def least_budget(self, compiled: Compiled) -> int:
        """Return the least budget in cents that neither the true bill nor the official one passes."""
        return max(self.solution.values[0], compiled.official_budget_cents(self.problem, self.solution))


class Cheapest:
    """
    The search for the cheapest of all plans of a compiled task.

    Parameters
    ----------
    compiled
        The task.
    engine
        The engine that is asked.
    limits
        Work of each solve.
    """

    def __init__(self, compiled: Compiled, engine: Engine, limits: Limits) -> None:
        self.compiled = compiled
        self.engine = engine
        self.limits = limits

    def within(self, least: int, ceiling: int, *, official_budget: int | None = None) -> Found:
        """
        Return the cheapest plan of at most ``ceiling`` cents, from plans of ``least`` cents up.

        Parameters
        ----------
        least, ceiling
            In cents.
        official_budget
            In cents: what the official bill may be, None if it does not matter.

        Raises
        ------
        WorkLimitError
            If the compiler's work runs out.
        """
        limit = min(least, ceiling)
        while True:
            problem = self.compiled.problem(limit, official_budget=official_budget)
            solution = self.engine.solve(problem, limits=self.limits)
            if solution.picks and solution.values[0] <= limit:
                return Found(problem, solution)
            is_known = solution.outcome in (Outcome.OPTIMAL, Outcome.INFEASIBLE)
            if limit >= ceiling or not is_known:  # what it found is no plan of at most the ceiling
                outcome = Outcome.INFEASIBLE if is_known else Outcome.UNKNOWN
                return Found(problem, Solution(outcome, solution.engine))
            if solution.picks:  # the optimum may use what only this limit lets in
                limit = min(ceiling, solution.values[0])
            else:
                limit = min(ceiling, least + max(2 * (limit - least), least // 100, 100))


class _Search(Search):
    """Raises the limit until the optimum lies within it."""

    @cached_property
    def compiled(self) -> Compiled:
        """The task, compiled by its system."""
        return compile_task(self.task, self.kb, self.limits)

    @property
    def obstacles(self) -> Compiled:
        """What the tables show."""
        return self.compiled

    def open(self) -> Answer:
        """Return the answer for a task of which no component is empty."""
        try:
            return self._open()
        except WorkLimitError:
            return self._unknown()

    def _open(self) -> Answer:
        least = self.compiled.least_cents
        if least is None:
            return self._no_time("The days do not suffice for a night in each stop.")
        found = self._cheapest(least, self.compiled.ceiling_cents)
        if found.solution.outcome is Outcome.INFEASIBLE:
            return self._no_time("No plan fits clocks, opening hours and travel times.")
        if not found.solution.picks:
            return self._unknown()
        cost = found.solution.values[0]
        if cost <= self.task.budget_cents:
            return self._within_budget(found)
        if found.solution.outcome is not Outcome.OPTIMAL:
            return self._unknown()
        return self._over_budget(cost, self.compiled.cheapest_proof(official=False))

    def _within_budget(self, found: Found) -> Answer:
        """Return the answer for a plan whose true bill is within the budget, once its official one is."""
        budget = self.task.budget_cents
        if found.least_budget(self.compiled) <= budget:
            return self._plan(found, official=False)
        again = self._cheapest(found.solution.values[0], budget, official_budget=budget)
        if again.solution.picks and again.least_budget(self.compiled) > budget:
            # Its bill is the budget to the cent, and passes it by float noise: others may be billed for less.
            again = self._cheapest(again.solution.values[0], budget, official_budget=budget - 1)
        if again.solution.outcome is Outcome.INFEASIBLE:
            over = self.clerk.over_official(self._official_refusal())
            return self.clerk.refused([over], bound=budget + 1)
        if not again.solution.picks:
            return self._unknown()
        return self._plan(again, official=True)

    def _cheapest(self, least: int, ceiling: int, *, official_budget: int | None = None) -> Found:
        search = Cheapest(self.compiled, self.engine, self.limits)
        return search.within(least, ceiling, official_budget=official_budget)

    def _plan(self, found: Found, *, official: bool) -> Answer:
        cost = found.solution.values[0]
        document = self.compiled.document(found.problem, found.solution)
        proof = self.compiled.cheapest_proof(official=official)
        if found.solution.outcome is Outcome.OPTIMAL:
            return self.clerk.optimal(document, cost, proof)
        return self.clerk.feasible(document, cost, proof)

    def _over_budget(self, cost: int, proof: Proof) -> Answer:
        return self.clerk.refused([self.clerk.over_budget(cost, proof)], bound=cost)

    def _official_refusal(self) -> Proof:
        proof = self.compiled.official_proof()
        if proof.gap(-self.task.budget_cents) == 0:
            return proof
        return self.compiled.cheapest_proof(official=True)

    def _no_time(self, detail: str) -> Answer:
        """Answer that nothing fits; the budget comes first where it does not suffice either, clocks aside."""
        causes = [self.clerk.no_time(self.compiled.existence_proof(), detail)]
        if over := self.clerk.over_floor(self.compiled.floor):
            causes.insert(0, over)
        elif self.compiled.least_cents is not None:
            proof = self.compiled.cheapest_proof(official=False)
            if proof.gap(-self.task.budget_cents) == 0:
                causes.insert(0, self.clerk.over_budget(-(proof.bound // proof.scale), proof))
        return self.clerk.refused(causes)

    def _unknown(self) -> Answer:
        proof = self.compiled.cheapest_proof(official=False)
        return self.clerk.unknown(-(proof.bound // proof.scale), "The search reached its limit of work.")
