"""
MILP: the readable reference model, through PuLP and HiGHS.

One binary an element, exactly one a component, a row each; nothing is clever. Objectives are minimised one
after another, each kept at its best before the next, then the position of the chosen element, component by
component. HiGHS reckons in floats, so what it finds is rounded to picks and weighed anew in integers, and a
problem whose numbers floats do not tell apart is left unanswered. It serves as a second opinion and as a
text to read; CP-SAT is quicker.

Only calls that PuLP 3.3 and 4 both have are used.
"""

from collections.abc import Iterator, Sequence
from importlib.metadata import version as installed_version
from importlib.util import find_spec
from typing import TYPE_CHECKING, NamedTuple

from planassay.solver.problem import Limits, Outcome, Problem, Sense, Solution

if TYPE_CHECKING:
    import pulp

NAME = "milp"
CAPABILITIES = frozenset({"rows", "lexicographic", "canonical"})
DEFAULT_LIMITS = Limits()
MAX_NUMBER = 10**8
"""Largest amount that is trusted to floats: HiGHS may miss an integer by :data:`TOLERANCE`."""
TOLERANCE = 1e-9

Weights = Sequence[Sequence[int]]
"""A number for each element of each component."""


class _Kept(NamedTuple):
    """A goal that was minimised before, and its least value."""

    weights: Weights
    best: int


def supported() -> bool:
    """Return whether PuLP and highspy are installed."""
    return find_spec("pulp") is not None and find_spec("highspy") is not None


def version() -> str:
    """Return the versions of PuLP and highspy."""
    return f"pulp {installed_version('pulp')}, highspy {installed_version('highspy')}"


def solve(problem: Problem, *, limits: Limits = DEFAULT_LIMITS, seed: int = 0) -> Solution:
    """
    Solve a problem to its canonical optimum.

    Parameters
    ----------
    problem
        What to solve.
    limits
        Seconds of each solve: one an objective, then one a component for the order.
    seed
        Seed of the search; it never changes the canonical answer.
    """
    if problem.empty_components:
        return Solution(Outcome.INFEASIBLE, NAME)
    if not problem.components:
        return _without_components(problem)
    if _largest(problem) > MAX_NUMBER:
        return Solution(Outcome.UNKNOWN, NAME)
    kept: list[_Kept] = []
    picks: tuple[int, ...] = ()
    for weights in _goals(problem):
        outcome, found = _minimise(problem, weights, kept, limits, seed)
        picks = found or picks
        if outcome is not Outcome.OPTIMAL:
            return _cut_short(problem, outcome, picks, kept)
        kept.append(_Kept(weights, _weigh(weights, picks)))
    return Solution(Outcome.OPTIMAL, NAME, picks, problem.values(picks), kept[0].best)


def _without_components(problem: Problem) -> Solution:
    if not problem.is_feasible(()):
        return Solution(Outcome.INFEASIBLE, NAME)
    return Solution(Outcome.OPTIMAL, NAME, (), problem.values(()), 0)


def _cut_short(problem: Problem, outcome: Outcome, picks: tuple[int, ...], kept: Sequence[_Kept]) -> Solution:
    """Return what is known when a solve did not end with a proof."""
    if not picks:
        return Solution(outcome, NAME)
    bound = kept[0].best if kept else None
    return Solution(Outcome.FEASIBLE, NAME, picks, problem.values(picks), bound)


def _largest(problem: Problem) -> int:
    """Return the largest amount of a problem, signs aside."""
    elements = [e for c in problem.components for e in c.elements]
    numbers = [value for e in elements for value in e.values]
    numbers += [amount for e in elements for _, amount in e.uses]
    numbers += [row.bound for row in problem.rows]
    return max(map(abs, numbers), default=0)


def _goals(problem: Problem) -> Iterator[Weights]:
    """Yield what to minimise, in order: each objective, then the position in each component."""
    for level in range(len(problem.objectives)):
        yield [[e.values[level] for e in c.elements] for c in problem.components]
    for position, component in enumerate(problem.components):
        if len(component.elements) > 1:
            yield [
                list(range(len(c.elements))) if k == position else [0] * len(c.elements)
                for k, c in enumerate(problem.components)
            ]


def _weigh(weights: Weights, picks: Sequence[int]) -> int:
    return sum(group[pick] for group, pick in zip(weights, picks, strict=True))


def _minimise(
    problem: Problem, weights: Weights, kept: Sequence[_Kept], limits: Limits, seed: int
) -> tuple[Outcome, tuple[int, ...]]:
    """Build the model of one goal and solve it; the picks are empty unless they hold in integers."""
    import pulp

    model = pulp.LpProblem("problem", pulp.LpMinimize)
    take = [
        [model.add_variable(f"take_{c}_{e}", 0, 1, pulp.LpBinary) for e in range(len(component.elements))]
        for c, component in enumerate(problem.components)
    ]

    def total(of: Weights) -> "pulp.LpAffineExpression":
        return pulp.lpSum(
            n * x for xs, ns in zip(take, of, strict=True) for x, n in zip(xs, ns, strict=True) if n
        )

    model += total(weights)
    for group in take:
        model += pulp.lpSum(group) == 1
    for goal in kept:
        if any(map(any, goal.weights)):
            model += total(goal.weights) == goal.best
    for row in problem.rows:
        uses = [[dict(e.uses).get(row.name, 0) for e in c.elements] for c in problem.components]
        if not any(map(any, uses)):  # a sum of nothing is a number, no expression
            if not row.sense.holds(0, row.bound):
                return Outcome.INFEASIBLE, ()
        elif row.sense is Sense.AT_MOST:
            model += total(uses) <= row.bound
        elif row.sense is Sense.AT_LEAST:
            model += total(uses) >= row.bound
        else:
            model += total(uses) == row.bound
    engine = pulp.getSolver(
        "HiGHS",
        msg=False,
        gapRel=0.0,
        timeLimit=limits.work,
        threads=1,
        random_seed=seed,
        mip_feasibility_tolerance=TOLERANCE,
        primal_feasibility_tolerance=TOLERANCE,
    )
    outcome = _outcome(model, model.solve(engine))
    if outcome not in (Outcome.OPTIMAL, Outcome.FEASIBLE):
        return outcome, ()
    shares = [[x.value() or 0.0 for x in group] for group in take]
    picks = tuple(max(range(len(group)), key=group.__getitem__) for group in shares)
    if not problem.is_feasible(picks) or any(_weigh(goal.weights, picks) != goal.best for goal in kept):
        return Outcome.UNKNOWN, ()
    return outcome, picks


def _outcome(model: object, answer: object) -> Outcome:
    """
    Return what a solve ended with.

    PuLP 3 returns a number, which is 1 also for a solution that a limit cut short, and says so in
    ``sol_status``; PuLP 4 returns an object that keeps ``status`` and ``has_solution`` apart.
    """
    status = getattr(answer, "status", answer)
    has_solution = getattr(answer, "has_solution", status == 1)
    if status == -1:
        return Outcome.INFEASIBLE
    if status == 1 and getattr(model, "sol_status", 1) == 1:
        return Outcome.OPTIMAL
    return Outcome.FEASIBLE if has_solution else Outcome.UNKNOWN
