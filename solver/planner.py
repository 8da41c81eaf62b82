"""
The planner: from a task to a claim with its certificate.

It asks the compiler for the problem of all trips up to a limit, lets an engine solve it, and raises the
limit until the optimum lies within it. What it returns is a claim; only ``gold.verdict`` makes a
verdict of one.
"""

from collections.abc import Sequence
from typing import NamedTuple, Protocol

from planassay.kb.catalog import Catalog
from planassay.kb.formats.registry import system
from planassay.kb.money import format_cents
from planassay.kb.requirements import BUDGET, CAR, requirements, without
from planassay.kb.task import Cause, Task
from planassay.kb.verdict import Claim, ClaimStatus
from planassay.solver.engines import Engine
from planassay.solver.engines import engine as engine_named
from planassay.solver.problem import Limits, Outcome, Problem, Solution
from planassay.solver.proof import Proof
from planassay.solver.prove import Certificate, Scribe

RULESET = "gold@1"
OBJECTIVE = "cheapest"
DEFAULT_LIMITS = Limits()


class Blocker(Protocol):
    """A cause that single tables show."""

    @property
    def cause(self) -> Cause:
        """What kind of cause."""

    @property
    def detail(self) -> str:
        """A sentence for people."""

    @property
    def component(self) -> str:
        """The decision that has no element, ``budget`` for a floor that no plan is under."""

    @property
    def scanned(self) -> int:
        """Records that were looked at."""


class Compiled(Protocol):
    """What ``solver/compile/<system>.py`` makes of a task."""

    task: Task

    @property
    def blockers(self) -> Sequence[Blocker]:
        """Causes that single tables show, the official one first."""

    @property
    def least_cents(self) -> int | None:
        """A lower bound on the cost of any plan, None if days and stops do not go together."""

    @property
    def ceiling_cents(self) -> int:
        """An upper bound on the cost of any plan."""

    def problem(self, limit: int, *, official_budget: int | None = None) -> Problem:
        """Return the problem that holds every plan of at most ``limit`` cents."""

    def document(self, problem: Problem, solution: Solution) -> dict[str, object]:
        """Return a solution as an official document."""

    def official_excess_cents(self, problem: Problem, solution: Solution) -> int:
        """Return by how much the official bill passes the budget, 0 if it does not."""

    def cheapest_proof(self, *, official: bool) -> Proof:
        """Return the best bound on the cost of any plan."""

    def official_proof(self) -> Proof:
        """Return the proof that prices the official bill alone."""

    def existence_proof(self) -> Proof:
        """Return the proof that lists every plan, whatever it costs."""


def compile_task(task: Task, kb: Catalog) -> Compiled:
    """
    Return a task compiled by its system.

    Raises
    ------
    UnknownSystemError
        If the task's system has no compiler.
    """
    compiled: Compiled = system(task.system).load("compile").compile_task(task, kb)
    return compiled


def solve(task: Task, kb: Catalog, *, engine: str = "cpsat", limits: Limits = DEFAULT_LIMITS) -> Claim:
    """
    Return the cheapest plan under ``gold``, or why there is none, as a claim with its certificate.

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
    return _Search(task, kb, engine_named(engine), limits).run()


class _Found(NamedTuple):
    """The optimum of a problem, or the engine's word that there is none."""

    problem: Problem
    solution: Solution


class _Search:
    """Raises the limit until the optimum lies within it."""

    def __init__(self, task: Task, kb: Catalog, engine: Engine, limits: Limits) -> None:
        self.task = task
        self.kb = kb
        self.compiled = compile_task(task, kb)
        self.engine = engine
        self.limits = limits
        self.scribe = Scribe(task, kb, RULESET, OBJECTIVE, engine)

    def run(self) -> Claim:
        """Return the claim."""
        if self.compiled.blockers:
            return self._blocked(self.compiled.blockers)
        least = self.compiled.least_cents
        if least is None:
            return self._no_time("The days do not suffice for a night in each stop.")
        found = self._cheapest(least, self.compiled.ceiling_cents)
        if found.solution.outcome is Outcome.INFEASIBLE:
            return self._no_time("No plan fits clocks, opening hours and travel times.")
        if not found.solution.picks:
            return self._claim(ClaimStatus.UNKNOWN, detail="The engine reached its limit of work.")
        cost = found.solution.values[0]
        if found.solution.outcome is Outcome.OPTIMAL and cost > self.task.budget_cents:
            return self._over_budget(cost, self.compiled.cheapest_proof(official=False))
        return self._within_budget(found)

    def _within_budget(self, found: _Found) -> Claim:
        """Return the claim about a plan whose true bill is within the budget, once its official one is."""
        excess = self.compiled.official_excess_cents(found.problem, found.solution)
        if excess <= 0:
            return self._plan(found, official=False)
        budget = self.task.budget_cents - (excess == 1)
        again = self._cheapest(found.solution.values[0], self.task.budget_cents, official_budget=budget)
        if again.solution.outcome is Outcome.INFEASIBLE:
            return self._over_budget(self.task.budget_cents + excess, self._official_refusal())
        return self._plan(again, official=True)

    def _cheapest(self, least: int, ceiling: int, *, official_budget: int | None = None) -> _Found:
        limit = least
        while True:
            problem = self.compiled.problem(limit, official_budget=official_budget)
            solution = self.engine.solve(problem, limits=self.limits)
            if solution.picks:
                if solution.outcome is not Outcome.OPTIMAL or solution.values[0] <= limit:
                    return _Found(problem, solution)
                limit = solution.values[0]  # the optimum may use what only this limit lets in
            elif solution.outcome is Outcome.UNKNOWN or limit >= ceiling:
                return _Found(problem, solution)
            else:
                limit = min(ceiling, least + max(2 * (limit - least), least // 100, 100))

    def _plan(self, found: _Found, *, official: bool) -> Claim:
        cost = found.solution.values[0]
        document = self.compiled.document(found.problem, found.solution)
        proof = self.compiled.cheapest_proof(official=official)
        if found.solution.outcome is Outcome.OPTIMAL:
            certificate = self.scribe.optimal(document, cost, proof)
            return self._claim(ClaimStatus.OPTIMAL, document, cost, cost, certificate=certificate)
        least = -(proof.bound // proof.scale)
        certificate = self.scribe.bound(document, cost, proof)
        return self._claim(ClaimStatus.FEASIBLE, document, cost, least, certificate=certificate)

    def _over_budget(self, cost: int, proof: Proof) -> Claim:
        budget = self.task.budget_cents
        detail = f"The cheapest plan costs {format_cents(cost)}; the budget is {format_cents(budget)}."
        certificate = self.scribe.over_budget(budget, proof)
        return self._claim(
            ClaimStatus.INFEASIBLE, bound=cost, causes=(Cause.BUDGET,), detail=detail, certificate=certificate
        )

    def _official_refusal(self) -> Proof:
        proof = self.compiled.official_proof()
        if proof.gap(-self.task.budget_cents) == 0:
            return proof
        return self.compiled.cheapest_proof(official=True)

    def _no_time(self, detail: str) -> Claim:
        certificate = self.scribe.no_time(self.compiled.existence_proof())
        return self._claim(
            ClaimStatus.INFEASIBLE, causes=(Cause.TIME,), detail=detail, certificate=certificate
        )

    def _blocked(self, blockers: Sequence[Blocker]) -> Claim:
        causes = tuple(dict.fromkeys(b.cause for b in blockers))
        certificate = None
        if blockers[0].component == BUDGET:
            certificate = self._bare_budget()
        if certificate is None:
            first = next(b for b in blockers if b.component != BUDGET)
            certificate = self.scribe.empty(first.cause, first.component, first.scanned)
        detail = " ".join(b.detail for b in blockers)
        return self._claim(ClaimStatus.INFEASIBLE, causes=causes, detail=detail, certificate=certificate)

    def _bare_budget(self) -> Certificate | None:
        """Return the certificate that even the trip without names and personas passes the budget."""
        dropped = [name for name in requirements(self.task) if name not in (BUDGET, CAR)]
        bare = compile_task(without(self.task, dropped), self.kb)
        if any(b.component != BUDGET for b in bare.blockers):
            return None
        proofs = [bare.cheapest_proof(official=False), bare.official_proof()]
        fitting = [p for p in proofs if p.gap(-self.task.budget_cents) == 0]
        return self.scribe.over_budget(self.task.budget_cents, fitting[0], dropped) if fitting else None

    def _claim(
        self,
        status: ClaimStatus,
        document: dict[str, object] | None = None,
        cost: int | None = None,
        bound: int | None = None,
        *,
        causes: tuple[Cause, ...] = (),
        detail: str = "",
        certificate: Certificate | None = None,
    ) -> Claim:
        return Claim(
            task_id=self.task.task_id,
            ruleset=RULESET,
            objective=OBJECTIVE,
            status=status,
            engine=self.engine.NAME,
            document=document,
            cost_cents=cost,
            bound_cents=bound,
            causes=causes,
            detail=detail,
            certificate=certificate,
        )
