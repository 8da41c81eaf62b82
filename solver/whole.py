"""
Whole problems: the search for a system or a rule set whose problem says it all at once.

Where ``solver.planner`` raises a limit until the optimum lies within it, here the compiler makes one small
problem, and the engine's answer to it is the answer to the task.
"""

from functools import cached_property
from typing import Protocol

from planassay.kb.formats.registry import system
from planassay.kb.verdict import Document
from planassay.solver.alternatives import Alternatives, no_proof, whole_proof
from planassay.solver.claims import Answer
from planassay.solver.problem import Outcome, Problem, Solution, WorkLimitError
from planassay.solver.proof import Proof
from planassay.solver.search import Obstacles, Search


class Whole(Obstacles, Protocol):
    """A task as one problem."""

    @property
    def problem(self) -> Problem:
        """The problem of all trips."""

    @property
    def proof(self) -> Proof:
        """The best bound on the cost of any trip."""

    @property
    def existence(self) -> Proof:
        """The proof that lists every trip, whatever it costs."""

    @property
    def misfit(self) -> str:
        """A sentence for people: what does not fit where no trip exists though nothing is empty."""

    def document(self, solution: Solution) -> Document:
        """Return a solution as a document."""


class WholeSearch(Search):
    """One problem, solved once."""

    @cached_property
    def compiled(self) -> Whole | Alternatives[Whole] | str:
        """The task, compiled by its system, or a sentence that says why it is beyond the scope."""
        module = system(self.task.system).load("compile")
        compiled: Whole | Alternatives[Whole] | str = module.compile_whole(self.task, self.kb)
        return compiled

    @property
    def obstacles(self) -> Whole | Alternatives[Whole]:
        """What the tables show."""
        if isinstance(self.compiled, str):
            raise TypeError(self.compiled)
        return self.compiled

    def run(self) -> Answer:
        """Return the claim; nothing is claimed of a task that is beyond the scope."""
        if isinstance(self.compiled, str):
            return self.clerk.unknown(None, self.compiled)
        try:
            return super().run()
        except WorkLimitError:
            return self.clerk.unknown(None, "The compiler reached its limit of work.")

    def open(self) -> Answer:
        """Return the answer for a task of which no component is empty."""
        compiled = self.obstacles
        if isinstance(compiled, Alternatives):
            return self._cheapest_of(compiled)
        solution = self.engine.solve(compiled.problem, limits=self.limits)
        if solution.outcome is Outcome.INFEASIBLE:
            return self.clerk.refused([self.clerk.no_time(compiled.existence, compiled.misfit)])
        if not solution.picks:
            bound = -(compiled.proof.bound // compiled.proof.scale)
            return self.clerk.unknown(bound, "The engine reached its limit of work.")
        cost = solution.values[0]
        if cost > self.task.budget_cents and solution.outcome is Outcome.OPTIMAL:
            return self.clerk.refused([self.clerk.over_budget(cost, compiled.proof)], bound=cost)
        document = compiled.document(solution)
        is_best = solution.outcome is Outcome.OPTIMAL
        return (self.clerk.optimal if is_best else self.clerk.feasible)(document, cost, compiled.proof)

    def _cheapest_of(self, compiled: Alternatives[Whole]) -> Answer:
        """Return the answer of the alternative that costs least; none is solved whose floor is no lower."""
        best: tuple[int, Whole, Solution] | None = None
        for floor, part in compiled.parts():
            if best is not None and floor >= best[0]:
                break
            if part.blockers:
                continue
            solution = self.engine.solve(part.problem, limits=self.limits)
            if solution.outcome is Outcome.INFEASIBLE:
                continue
            if solution.outcome is not Outcome.OPTIMAL:
                return self.clerk.unknown(floor, "The engine reached its limit of work.")
            if best is None or solution.values[0] < best[0]:
                best = solution.values[0], part, solution
        if best is None:
            return self.clerk.refused([self.clerk.no_time(no_proof(), compiled.misfit)])
        cost, part, solution = best
        if cost > self.task.budget_cents:
            return self.clerk.refused([self.clerk.over_budget(cost, whole_proof(cost))], bound=cost)
        return self.clerk.optimal(part.document(solution), cost, whole_proof(cost))
