"""
The master: columns found so far, coupled by rows; its relaxation gives prices, its integer form a plan.

The relaxation is solved by HiGHS from scratch each time, for it takes milliseconds; its duals are floats
and serve as hints only: whoever proves something rounds them to integers first. The integer form is
solved by CP-SAT with one worker and a deterministic limit.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from planassay.kb.errors import EngineError

if TYPE_CHECKING:
    import highspy

INFINITY = float("inf")


class Column(NamedTuple):
    """A variable: at least 0, in the integer form at most ``most``."""

    value: int
    uses: tuple[tuple[int, int], ...]
    """(row, amount), each row once."""
    most: int = 1


@dataclass
class Rows:
    """The rows of a master, by name, with the bounds of their sums; rows may be added at any time."""

    names: dict[str, int] = field(default_factory=dict)
    lower: list[float] = field(default_factory=list)
    upper: list[float] = field(default_factory=list)

    def row(self, name: str, lower: float, upper: float) -> int:
        """Return the position of a row, made on first use."""
        if name not in self.names:
            self.names[name] = len(self.lower)
            self.lower.append(lower)
            self.upper.append(upper)
        return self.names[name]


class Relaxed(NamedTuple):
    """The optimum of the relaxation."""

    value: float
    duals: tuple[float, ...]
    """A row each: by how much the value rises for each unit that its bound gives way."""
    shares: tuple[float, ...]
    """A column each."""


def relax(columns: Sequence[Column], rows: Rows, *, unit: int = 1) -> Relaxed:
    """
    Return the optimum of the relaxation, a maximum.

    Parameters
    ----------
    columns, rows
        The master.
    unit
        What HiGHS takes for one: values far above a million are beyond its tolerances.

    Raises
    ------
    EngineError
        If HiGHS finds none: the rows contradict each other, or nothing bounds the value.
    """
    import highspy
    import numpy as np

    model = highspy.HighsLp()
    model.num_col_, model.num_row_ = len(columns), len(rows.lower)
    model.sense_ = highspy.ObjSense.kMaximize
    model.col_cost_ = np.array([c.value / unit for c in columns], dtype=np.float64)
    model.col_lower_ = np.zeros(len(columns))
    model.col_upper_ = np.full(len(columns), highspy.kHighsInf)
    model.row_lower_ = np.array(rows.lower)
    model.row_upper_ = np.array(rows.upper)
    starts = np.zeros(len(columns) + 1, dtype=np.int32)
    starts[1:] = np.cumsum([len(c.uses) for c in columns])
    model.a_matrix_.format_ = highspy.MatrixFormat.kColwise
    model.a_matrix_.start_ = starts
    model.a_matrix_.index_ = np.array([row for c in columns for row, _ in c.uses], dtype=np.int32)
    model.a_matrix_.value_ = np.array([amount for c in columns for _, amount in c.uses], dtype=np.float64)
    highs = _quiet()
    highs.setOptionValue("threads", 1)
    highs.passModel(model)
    highs.run()
    if highs.getModelStatus() != highspy.HighsModelStatus.kOptimal:
        raise EngineError(f"the relaxation has no optimum: HiGHS says {highs.getModelStatus().name}")
    solution = highs.getSolution()
    return Relaxed(
        highs.getInfo().objective_function_value * unit,
        tuple(float(x) * unit for x in solution.row_dual),
        tuple(float(x) for x in solution.col_value),
    )


def _quiet() -> "highspy.Highs":
    """Return a HiGHS that writes nothing; what the usual constructor sets up besides prints a banner."""
    import highspy

    class Quiet(highspy.Highs):
        def __init__(self) -> None:
            super(highspy.Highs, self).__init__()

    highs = Quiet()
    highs.setOptionValue("output_flag", False)
    return highs


class Whole(NamedTuple):
    """What the integer form gave."""

    value: int
    counts: tuple[int, ...]
    """How often each column is taken."""
    is_optimal: bool


def whole(columns: Sequence[Column], rows: Rows, *, work: float, floor: int | None = None) -> Whole | None:
    """
    Return the best whole solution found within the work; None if none was.

    Parameters
    ----------
    columns, rows
        The master.
    work
        CP-SAT's deterministic time.
    floor
        Only solutions of at least this value count.
    """
    from ortools.sat.python import cp_model

    model = cp_model.CpModel()
    taken = [model.new_int_var(0, c.most, f"c{k}") for k, c in enumerate(columns)]
    sums: list[tuple[list[cp_model.IntVar], list[int]]] = [([], []) for _ in rows.lower]
    for variable, column in zip(taken, columns, strict=True):
        for row, amount in column.uses:
            sums[row][0].append(variable)
            sums[row][1].append(amount)
    for (variables, amounts), lower, upper in zip(sums, rows.lower, rows.upper, strict=True):
        total = cp_model.LinearExpr.weighted_sum(variables, amounts) if variables else 0
        if lower > -INFINITY:
            model.add(total >= round(lower)) if variables or lower > 0 else None
        if upper < INFINITY and variables:
            model.add(total <= round(upper))
    worth = cp_model.LinearExpr.weighted_sum(taken, [c.value for c in columns])
    if floor is not None:
        model.add(worth >= floor)
    model.maximize(worth)
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.max_deterministic_time = work
    status = solver.solve(model)
    if status not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
        return None
    counts = tuple(int(solver.value(variable)) for variable in taken)
    value = sum(c.value * n for c, n in zip(columns, counts, strict=True))
    return Whole(value, counts, status == cp_model.OPTIMAL)
