"""
The problem in solver-free form: components coupled by a few linear rows.

Each component takes exactly one of its elements. An element has a value for each objective and uses
of coupling rows; a solution is one element a component such that every row holds. Objectives are
minimised lexicographically, and ties that remain are broken by the order of the elements: the
solution whose first component takes the earliest element, then the second, and so on. So every
solvable problem has exactly one answer, whatever engine finds it.

Everything is an integer; nothing here knows an engine or a benchmark.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property


class Sense(StrEnum):
    """How the sum of uses of a row compares to its bound."""

    AT_MOST = "<="
    AT_LEAST = ">="
    EQUAL = "=="

    def holds(self, total: int, bound: int) -> bool:
        """Return whether a total satisfies the row."""
        if self is Sense.AT_MOST:
            return total <= bound
        return total >= bound if self is Sense.AT_LEAST else total == bound


@dataclass(frozen=True, slots=True)
class Row:
    """A linear coupling row over all components."""

    name: str
    sense: Sense
    bound: int


@dataclass(frozen=True, slots=True)
class Element:
    """One way to settle a component."""

    values: tuple[int, ...]
    """Value for each objective of the problem."""
    uses: tuple[tuple[str, int], ...] = ()
    """(row, amount) for each row it touches, each row once."""
    choice: object = field(default=None, compare=False)
    """What the compiler remembers of it."""


@dataclass(frozen=True, slots=True)
class Component:
    """A decision; its elements stand in canonical order."""

    name: str
    elements: tuple[Element, ...]


@dataclass(frozen=True)
class Problem:
    """
    Components, rows, and the names of the objectives (all minimised, the first counts most).

    Raises
    ------
    ValueError
        If there is no objective, an element has another number of values than there are objectives, or
        uses an unknown row or one row twice, or if names repeat.
    """

    components: tuple[Component, ...]
    rows: tuple[Row, ...]
    objectives: tuple[str, ...]

    def __post_init__(self) -> None:
        """Refuse a problem that contradicts itself."""
        if not self.objectives:
            raise ValueError("a problem needs an objective")
        known = {row.name for row in self.rows}
        if len(known) != len(self.rows):
            raise ValueError("two rows have the same name")
        if len({c.name for c in self.components}) != len(self.components):
            raise ValueError("two components have the same name")
        for component in self.components:
            for element in component.elements:
                used = [name for name, _ in element.uses]
                if len(element.values) != len(self.objectives):
                    raise ValueError(f"{component.name}: {len(element.values)} values for {self.objectives}")
                if len(set(used)) != len(used) or not known.issuperset(used):
                    raise ValueError(f"{component.name}: uses of unknown or repeated rows {used}")

    @cached_property
    def row_index(self) -> dict[str, int]:
        """Position of each row by name."""
        return {row.name: k for k, row in enumerate(self.rows)}

    @property
    def empty_components(self) -> tuple[str, ...]:
        """Names of the components that have no element: each alone makes the problem infeasible."""
        return tuple(c.name for c in self.components if not c.elements)

    def is_feasible(self, picks: Sequence[int]) -> bool:
        """Return whether one element a component, given by index, satisfies every row."""
        totals = dict.fromkeys(self.row_index, 0)
        for component, pick in zip(self.components, picks, strict=True):
            for name, amount in component.elements[pick].uses:
                totals[name] += amount
        return all(row.sense.holds(totals[row.name], row.bound) for row in self.rows)

    def values(self, picks: Sequence[int]) -> tuple[int, ...]:
        """Return the value of each objective for one element a component."""
        chosen = [c.elements[pick].values for c, pick in zip(self.components, picks, strict=True)]
        return tuple(sum(level) for level in zip(*chosen, strict=True)) or (0,) * len(self.objectives)


class Outcome(StrEnum):
    """What an engine says of a problem."""

    OPTIMAL = "optimal"
    FEASIBLE = "feasible"
    """A solution; the bound does not meet it, or a lower level was cut short."""
    INFEASIBLE = "infeasible"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class Solution:
    """
    An engine's answer.

    ``picks`` holds the index of the chosen element of each component and is empty without a
    solution; ``bound`` is the engine's lower bound on the first objective, None if it has none.
    """

    outcome: Outcome
    engine: str
    picks: tuple[int, ...] = ()
    values: tuple[int, ...] = ()
    bound: int | None = None


@dataclass(frozen=True, slots=True)
class Limits:
    """
    How much an engine may work; deterministic units, so that a limit gives the same answer anywhere.

    Parameters
    ----------
    work
        CP-SAT: deterministic time of each solve, about a second each on a quick machine. Enumeration:
        millions of nodes. MILP: seconds of wall clock, since it counts nothing better. Compilers: steps,
        :data:`STEPS` for each unit, over all problems of one task.
    """

    work: float = 60.0


STEPS = 200_000
"""Steps of a compiler for each unit of work; about as many as a quick machine does in a second."""


MOST_WORK = 1e12
"""More units than this are no limit."""


class WorkLimitError(Exception):
    """A compiler would have to do more than it is allowed to."""


class Ration:
    """
    What a compiler may still do.

    Parameters
    ----------
    limits
        How much it may work.
    """

    def __init__(self, limits: Limits) -> None:
        self.left = int(min(limits.work, MOST_WORK) * STEPS)

    def spend(self, steps: int = 1) -> None:
        """
        Count steps.

        Raises
        ------
        WorkLimitError
            When none is left.
        """
        self.left -= steps
        if self.left < 0:
            raise WorkLimitError("the limit of work is reached")
