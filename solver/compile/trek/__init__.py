"""TREK tasks as problems, and solved problems as TREK plans."""

from planassay.kb.catalog import Catalog
from planassay.kb.task import Task
from planassay.kb.weights import weights
from planassay.solver.compile.trek.best import best_trip
from planassay.solver.compile.trek.causes import LEADING, Blocker, aside, blockers
from planassay.solver.compile.trek.document import Document, plan_document
from planassay.solver.compile.trek.duals import cheapest_proof, existence_proof, official_budget_proof
from planassay.solver.compile.trek.excess import official_budget_cents
from planassay.solver.compile.trek.floors import floor_proof, generator_floor_cents
from planassay.solver.compile.trek.labels import RULESETS, LabelTrip
from planassay.solver.compile.trek.trip import LegChoice, Trip, TripStay
from planassay.solver.problem import Limits, Problem, Ration, Solution
from planassay.solver.proof import Proof

__all__ = [
    "LABEL_RULESETS",
    "WEIGHTS_VERSION",
    "Compilation",
    "best_trip",
    "compile_label",
    "compile_task",
    "generator_floor_cents",
]

LABEL_RULESETS = RULESETS
"""The rule sets that leave clocks aside, for the audit of labels."""
WEIGHTS_VERSION = weights().version
"""Of what counts under the objective ``best``."""


class Compilation:
    """
    One task, ready to be solved under ``gold``.

    Parameters
    ----------
    task
        The request.
    kb
        The knowledge base.
    limits
        How much it may work; the sum over all problems that it makes.
    """

    def __init__(self, task: Task, kb: Catalog, limits: Limits) -> None:
        self.task = task
        self.trip = Trip(task, kb, Ration(limits))
        self.blockers: tuple[Blocker, ...] = blockers(self.trip)

    @property
    def least_cents(self) -> int | None:
        """Lower bound on the cost of any trip; None if a component is empty."""
        return self.trip.least_cents

    @property
    def ceiling_cents(self) -> int:
        """Upper bound on the cost of any trip; 0 if a component is empty."""
        return self.trip.most_cents

    def problem(self, limit: int, *, official_budget: int | None = None) -> Problem:
        """Return the problem of all trips up to a limit in cents (see ``Trip.problem``)."""
        return self.trip.problem(limit, official_budget=official_budget)

    def cheapest_proof(self, *, official: bool) -> Proof:
        """Return the best bound on the cost of any trip; ``official`` keeps its bill within the budget."""
        return cheapest_proof(self.trip, official=official)

    def official_proof(self) -> Proof:
        """Return the proof that prices the official bill alone."""
        return official_budget_proof(self.trip)

    def existence_proof(self) -> Proof:
        """Return the proof that lists every trip, whatever it costs."""
        return existence_proof(self.trip)

    @property
    def leading(self) -> frozenset[str]:
        """The components whose causes come before all others."""
        return LEADING

    @property
    def aside(self) -> tuple[str, ...]:
        """The requirements that the barest trip leaves aside."""
        return aside(self.task, self.blockers)

    @property
    def floor(self) -> Proof:
        """The bound below every official bill, whatever the tables lack."""
        return floor_proof(self.task, self.trip.kb, is_even=True)

    def document(self, problem: Problem, solution: Solution) -> Document:
        """Return the solved trip as an official document."""
        legs, stays = self._choices(problem, solution)
        return plan_document(self.trip, legs, stays)

    def official_budget_cents(self, problem: Problem, solution: Solution) -> int:
        """
        Return the least budget that the official bill does not pass, in cents.

        It is the bill, or a cent more where that is passed by float noise.
        """
        return official_budget_cents(self.trip, *self._choices(problem, solution))

    def _choices(self, problem: Problem, solution: Solution) -> tuple[list[LegChoice], list[TripStay]]:
        chosen = [c.elements[k].choice for c, k in zip(problem.components, solution.picks, strict=True)]
        return [c for c in chosen if isinstance(c, LegChoice)], [c for c in chosen if isinstance(c, TripStay)]


def compile_task(task: Task, kb: Catalog, limits: Limits) -> Compilation:
    """Return a task ready to be solved under ``gold``."""
    return Compilation(task, kb, limits)


def compile_label(task: Task, kb: Catalog, ruleset: str) -> LabelTrip:
    """Return a task ready to be solved under one of :data:`LABEL_RULESETS`."""
    return LabelTrip(task, kb, ruleset)
