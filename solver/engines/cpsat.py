"""
CP-SAT: the master over tables.

One Boolean an element, exactly one a component, a linear row each. Objectives are minimised one after
another, each fixed before the next; then the position of the chosen element, component by component,
which makes the answer unique. One worker and deterministic limits: the same input, the same answer.
"""

from collections.abc import Iterator
from importlib.metadata import version as installed_version
from importlib.util import find_spec
from typing import TYPE_CHECKING

from planassay.solver.problem import Limits, Outcome, Problem, Row, Sense, Solution

if TYPE_CHECKING:
    from ortools.sat.python import cp_model

NAME = "cpsat"
CAPABILITIES = frozenset({"rows", "lexicographic", "canonical", "bound"})
DEFAULT_LIMITS = Limits()


def supported() -> bool:
    """Return whether ortools is installed."""
    return find_spec("ortools") is not None


def version() -> str:
    """Return the version of ortools."""
    return installed_version("ortools")


def solve(
    problem: Problem,
    *,
    limits: Limits = DEFAULT_LIMITS,
    seed: int = 0,
    workers: int = 1,
    presolve: bool = True,
) -> Solution:
    """
    Solve a problem to its canonical optimum.

    Parameters
    ----------
    problem
        What to solve.
    limits
        Work of each solve: one an objective, then one a component for the order.
    seed
        Seed of the search; it never changes the canonical answer.
    workers
        Threads; with more than one the search interleaves, which keeps it reproducible.
    presolve
        Whether CP-SAT simplifies first; off for a second opinion.
    """
    if problem.empty_components:
        return Solution(Outcome.INFEASIBLE, NAME)
    if not problem.components:
        if not problem.is_feasible(()):
            return Solution(Outcome.INFEASIBLE, NAME)
        return Solution(Outcome.OPTIMAL, NAME, (), problem.values(()), 0)
    master = _Master(problem)
    master.configure(limits, seed=seed, workers=workers, presolve=presolve)
    bound: int | None = None
    for level, objective in enumerate(master.goals()):
        outcome, best = master.minimise(objective)
        if level == 0:
            bound = best if outcome is Outcome.OPTIMAL else master.bound(outcome)
        if outcome is not Outcome.OPTIMAL:
            return master.cut_short(outcome, bound)
    return Solution(Outcome.OPTIMAL, NAME, master.picks, problem.values(master.picks), bound)


class _Master:
    """The model of a problem, and the best picks found so far."""

    def __init__(self, problem: Problem) -> None:
        from ortools.sat.python import cp_model

        self.problem = problem
        self.picks: tuple[int, ...] = ()
        self.model = cp_model.CpModel()
        self.solver = cp_model.CpSolver()
        self.outcomes = {
            cp_model.OPTIMAL: Outcome.OPTIMAL,
            cp_model.FEASIBLE: Outcome.FEASIBLE,
            cp_model.INFEASIBLE: Outcome.INFEASIBLE,
        }
        self.literals = [
            [self.model.new_bool_var(f"{component.name}/{k}") for k in range(len(component.elements))]
            for component in problem.components
        ]
        for group in self.literals:
            self.model.add_exactly_one(group)
        uses = self._uses()
        for row in problem.rows:
            self._add_row(row, uses[row.name])

    def configure(self, limits: Limits, *, seed: int, workers: int, presolve: bool) -> None:
        """Set how the search runs."""
        parameters = self.solver.parameters
        parameters.num_workers = workers
        parameters.interleave_search = workers > 1
        parameters.random_seed = seed
        parameters.cp_model_presolve = presolve
        parameters.max_deterministic_time = limits.work

    def _uses(self) -> dict[str, list[tuple[int, "cp_model.IntVar"]]]:
        uses: dict[str, list[tuple[int, cp_model.IntVar]]] = {row.name: [] for row in self.problem.rows}
        for group, component in zip(self.literals, self.problem.components, strict=True):
            for literal, element in zip(group, component.elements, strict=True):
                for name, amount in element.uses:
                    uses[name].append((amount, literal))
        return uses

    def _add_row(self, row: Row, uses: list[tuple[int, "cp_model.IntVar"]]) -> None:
        from ortools.sat.python import cp_model

        total = cp_model.LinearExpr.weighted_sum([x for _, x in uses], [a for a, _ in uses])
        if not uses:  # a sum of nothing is a number, no expression
            if not row.sense.holds(0, row.bound):
                self.model.add_bool_or([])
        elif row.sense is Sense.AT_MOST:
            self.model.add(total <= row.bound)
        elif row.sense is Sense.AT_LEAST:
            self.model.add(total >= row.bound)
        else:
            self.model.add(total == row.bound)

    def goals(self) -> Iterator["cp_model.LinearExprT"]:
        """Yield what to minimise, in order: each objective, then the position in each component."""
        from ortools.sat.python import cp_model

        flat = [literal for group in self.literals for literal in group]
        for level in range(len(self.problem.objectives)):
            weights = [e.values[level] for c in self.problem.components for e in c.elements]
            yield cp_model.LinearExpr.weighted_sum(flat, weights)
        for group in self.literals:
            if len(group) > 1:
                yield cp_model.LinearExpr.weighted_sum(group, list(range(len(group))))

    def minimise(self, objective: "cp_model.LinearExprT") -> tuple[Outcome, int]:
        """Minimise one goal, and fix it at its best value if that is proved."""
        self.model.minimize(objective)
        status = self.solver.solve(self.model)
        outcome = self.outcomes.get(status, Outcome.UNKNOWN)
        if outcome not in (Outcome.OPTIMAL, Outcome.FEASIBLE):
            return outcome, 0
        self.picks = tuple(
            next(k for k, literal in enumerate(group) if self.solver.boolean_value(literal))
            for group in self.literals
        )
        best = round(self.solver.objective_value)
        if outcome is Outcome.OPTIMAL:
            self.model.add(objective == best)
        return outcome, best

    def bound(self, outcome: Outcome) -> int | None:
        """Return the engine's lower bound of a solve that was cut short."""
        if outcome not in (Outcome.FEASIBLE, Outcome.UNKNOWN):
            return None
        value = self.solver.best_objective_bound
        return None if abs(value) > 2**53 else int(-(-value // 1))

    def cut_short(self, outcome: Outcome, bound: int | None) -> Solution:
        """Return what is known when a solve did not end with a proof."""
        if not self.picks:
            return Solution(outcome, NAME, bound=bound)
        values = self.problem.values(self.picks)
        return Solution(Outcome.FEASIBLE, NAME, self.picks, values, bound)
