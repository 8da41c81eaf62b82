"""
Labels: the least cost of a task under the rule sets that labels rest on, or why there is no trip.

Where ``solver.planner`` looks for a plan that can be travelled, here clocks are left aside and one small
problem says it all. What is found is a bundle of records, not a plan.
"""

from collections.abc import Sequence
from functools import cached_property
from typing import Protocol

from planassay.kb.formats.registry import system
from planassay.solver.claims import Answer, Blocker
from planassay.solver.problem import Outcome, Problem, Solution
from planassay.solver.proof import Proof
from planassay.solver.search import Search


class CompiledLabel(Protocol):
    """What ``solver/compile/<system>`` makes of a task under such a rule set."""

    @property
    def blockers(self) -> Sequence[Blocker]:
        """The components that are empty."""

    @property
    def floor(self) -> Proof:
        """A bound below every bill, whatever the tables lack."""

    @property
    def problem(self) -> Problem:
        """The problem of all trips."""

    @property
    def proof(self) -> Proof:
        """The best bound on the cost of any trip."""

    @property
    def existence(self) -> Proof:
        """The proof that lists every trip, whatever it costs."""

    def document(self, solution: Solution) -> dict[str, object]:
        """Return a solution as a bundle."""


class LabelSearch(Search):
    """One problem, solved once."""

    @cached_property
    def compiled(self) -> CompiledLabel:
        """The task, compiled by its system."""
        module = system(self.task.system).load("compile")
        compiled: CompiledLabel = module.compile_label(self.task, self.kb, self.ruleset)
        return compiled

    @property
    def obstacles(self) -> CompiledLabel:
        """What the tables show."""
        return self.compiled

    def open(self) -> Answer:
        """Return the answer for a task of which no component is empty."""
        compiled = self.compiled
        solution = self.engine.solve(compiled.problem, limits=self.limits)
        if solution.outcome is Outcome.INFEASIBLE:
            detail = "The nights do not suffice for every hotel that is needed."
            return self.clerk.refused([self.clerk.no_time(compiled.existence, detail)])
        if not solution.picks:
            bound = -(compiled.proof.bound // compiled.proof.scale)
            return self.clerk.unknown(bound, "The engine reached its limit of work.")
        cost = solution.values[0]
        if cost > self.task.budget_cents and solution.outcome is Outcome.OPTIMAL:
            return self.clerk.refused([self.clerk.over_budget(cost, compiled.proof)], bound=cost)
        document = compiled.document(solution)
        is_best = solution.outcome is Outcome.OPTIMAL
        return (self.clerk.optimal if is_best else self.clerk.feasible)(document, cost, compiled.proof)
