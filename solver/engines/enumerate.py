"""
Enumeration: every combination of a small problem, by plain search.

Component by component and element by element in canonical order, so the first combination of least values
is the canonical one. A branch is left where a row can no longer hold, or where even the least values of
the components to come do not beat the best combination so far. It needs no library and no trust, and is
what the other engines are compared with.
"""

from collections.abc import Sequence
from itertools import accumulate

from planassay import __version__
from planassay.solver.problem import Component, Limits, Outcome, Problem, Row, Sense, Solution

NAME = "enumerate"
CAPABILITIES = frozenset({"rows", "lexicographic", "canonical", "bound"})
DEFAULT_LIMITS = Limits()
NODES_PER_WORK = 1_000_000

Vector = tuple[int, ...]


def supported() -> bool:
    """Return True: nothing has to be installed."""
    return True


def version() -> str:
    """Return the version of this package."""
    return __version__


def solve(problem: Problem, *, limits: Limits = DEFAULT_LIMITS, seed: int = 0) -> Solution:
    """
    Solve a problem to its canonical optimum by looking at every combination.

    Parameters
    ----------
    problem
        What to solve.
    limits
        Millions of elements to look at; past them the answer is ``feasible`` or ``unknown``.
    seed
        Not used: there is nothing random.
    """
    del seed
    if problem.empty_components:
        return Solution(Outcome.INFEASIBLE, NAME)
    search = _Search(problem, int(limits.work * NODES_PER_WORK))
    try:
        search.extend((), (0,) * len(problem.objectives), (0,) * len(problem.rows))
    except _LimitReachedError:
        outcome = Outcome.UNKNOWN if search.values is None else Outcome.FEASIBLE
        return Solution(outcome, NAME, search.picks, search.values or (), search.floor[0][0])
    if search.values is None:
        return Solution(Outcome.INFEASIBLE, NAME)
    return Solution(Outcome.OPTIMAL, NAME, search.picks, search.values, search.values[0])


class _LimitReachedError(Exception):
    """More elements would have to be looked at than is allowed."""


class _Search:
    """A depth-first walk, and the best combination it has met."""

    def __init__(self, problem: Problem, nodes: int) -> None:
        self.problem = problem
        self.nodes = nodes
        self.picks: Vector = ()
        self.values: Vector | None = None
        self.floor = _least_to_come(problem)
        self.reach = [_reach_to_come(problem.components, row) for row in problem.rows]

    def extend(self, picks: Vector, values: Vector, totals: Vector) -> None:
        """Try every combination that begins with some picks."""
        depth = len(picks)
        if not self._can_hold(depth, totals) or not self._can_win(depth, values):
            return
        if depth == len(self.problem.components):
            self.picks, self.values = picks, values
            return
        for pick, element in enumerate(self.problem.components[depth].elements):
            self.nodes -= 1
            if self.nodes < 0:
                raise _LimitReachedError
            uses = dict(element.uses)
            self.extend(
                (*picks, pick),
                _sum(values, element.values),
                tuple(t + uses.get(row.name, 0) for t, row in zip(totals, self.problem.rows, strict=True)),
            )

    def _can_hold(self, depth: int, totals: Vector) -> bool:
        """Return whether each row can be met by itself by the components to come."""
        for row, total, reach in zip(self.problem.rows, totals, self.reach, strict=True):
            least, most = total + reach[depth][0], total + reach[depth][1]
            if row.sense is not Sense.AT_LEAST and least > row.bound:
                return False
            if row.sense is not Sense.AT_MOST and most < row.bound:
                return False
        return True

    def _can_win(self, depth: int, values: Vector) -> bool:
        """Return whether the least values to come would beat the best so far; a tie is won by the earlier."""
        return self.values is None or _sum(values, self.floor[depth]) < self.values


def _sum(a: Vector, b: Vector) -> Vector:
    return tuple(x + y for x, y in zip(a, b, strict=True))


def _least_to_come(problem: Problem) -> list[Vector]:
    """Return for each depth the least of each objective over the components from there on."""
    leasts = [tuple(map(min, zip(*(e.values for e in c.elements), strict=True))) for c in problem.components]
    return _from_the_end(leasts, (0,) * len(problem.objectives))


def _reach_to_come(components: Sequence[Component], row: Row) -> list[Vector]:
    """Return for each depth the least and the most uses of a row by the components from there on."""
    uses = [[dict(e.uses).get(row.name, 0) for e in c.elements] for c in components]
    return _from_the_end([(min(amounts), max(amounts)) for amounts in uses], (0, 0))


def _from_the_end(vectors: Sequence[Vector], nothing: Vector) -> list[Vector]:
    """Return the sums of all vectors from each position on, the last of them that of none."""
    return list(accumulate(reversed(vectors), _sum, initial=nothing))[::-1]
