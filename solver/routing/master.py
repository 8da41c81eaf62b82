"""
The master: walks found so far under the rows that couple days, as a linear program of HiGHS that grows.

Its duals are floats and serve as hints only: whoever proves something rounds them to integers first. One
thread, the same input, the same answer.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from planassay.kb.errors import EngineError
from planassay.solver.routing.work import PIVOT, Work

Floats = NDArray[np.float64]
INFINITY = float("inf")


class Optimum(NamedTuple):
    """The optimum of the linear program."""

    value: float
    duals: Floats
    """A row each: by how much the value rises for each unit that its bound gives way."""
    shares: Floats
    """A column each."""


class Master:
    """
    A linear program, a maximum over columns that are not negative.

    Parameters
    ----------
    lower, upper
        Bounds of each row.
    work
        What may be done.
    """

    def __init__(self, lower: Sequence[float], upper: Sequence[float], work: Work) -> None:
        import highspy

        self.work = work

        class Quiet(highspy.Highs):
            # the usual constructor prints a banner
            def __init__(self) -> None:
                super(highspy.Highs, self).__init__()

        self.highs = Quiet()
        self.highs.setOptionValue("output_flag", False)
        self.highs.setOptionValue("threads", 1)
        self.highs.changeObjectiveSense(highspy.ObjSense.kMaximize)
        for low, high in zip(lower, upper, strict=True):
            self.row(low, high)

    def row(self, lower: float, upper: float, entries: Sequence[tuple[int, float]] = ()) -> None:
        """Add a row with its entries (column, amount)."""
        index = np.array([k for k, _ in entries], dtype=np.int32)
        self.highs.addRow(
            lower, upper, len(index), index, np.array([x for _, x in entries], dtype=np.float64)
        )

    def at_most_one(self, table: Floats, before: int) -> None:
        """Add rows that are 1 at most, with a table of amounts of the columns that follow some others."""
        row, index = np.nonzero(table)
        starts = np.searchsorted(row, np.arange(len(table))).astype(np.int32)
        lower, upper = np.full(len(table), -INFINITY), np.ones(len(table))
        places, amounts = (index + before).astype(np.int32), table[row, index]
        self.highs.addRows(len(table), lower, upper, len(index), starts, places, amounts)

    def tried(self, without: Sequence[int], row: int = -1) -> float:
        """
        Return the optimum without some columns and with one of a row; minus infinity if there is none.

        Columns and row are put back as they were.

        Raises
        ------
        SpentError
            If there is no work left.
        """
        import highspy

        places = np.array(without, dtype=np.int32)
        nothing, any_amount = np.zeros(len(places)), np.full(len(places), INFINITY)
        self.highs.changeColsBounds(len(places), places, nothing, nothing)
        if row >= 0:
            lower = float(self.highs.getLp().row_lower_[row])
            self.highs.changeRowBounds(row, 1.0, 1.0)
        self.highs.run()
        self._charge()
        is_solved = self.highs.getModelStatus() == highspy.HighsModelStatus.kOptimal
        value = float(self.highs.getInfo().objective_function_value) if is_solved else -INFINITY
        self.highs.changeColsBounds(len(places), places, nothing, any_amount)
        if row >= 0:
            self.highs.changeRowBounds(row, lower, 1.0)
        return value

    def _charge(self) -> None:
        pivots = 1 + self.highs.getInfo().simplex_iteration_count
        self.work.charge(PIVOT * pivots * (self.highs.getNumRow() + self.highs.getNumCol()))

    def column(self, value: float, entries: Sequence[tuple[int, float]], most: float = INFINITY) -> None:
        """Add a column with its entries (row, amount)."""
        index = np.array([k for k, _ in entries], dtype=np.int32)
        amount = np.array([x for _, x in entries], dtype=np.float64)
        self.highs.addCol(value, 0.0, most, len(index), index, amount)

    def columns(self, values: Floats, table: Floats) -> None:
        """Add columns with a dense table of amounts, a row a row and a column a column."""
        count = len(values)
        if not count:
            return
        column, index = np.nonzero(table.T)
        starts = np.searchsorted(column, np.arange(count)).astype(np.int32)
        amounts = np.ascontiguousarray(table.T)[column, index]
        self.highs.addCols(
            *(count, values, np.zeros(count), np.full(count, INFINITY)),
            *(len(index), starts, index.astype(np.int32), amounts),
        )

    def drop(self, column: int) -> None:
        """Take a column out of use."""
        self.highs.changeColBounds(column, 0.0, 0.0)

    def solve(self) -> Optimum:
        """
        Return the optimum.

        Raises
        ------
        EngineError
            If HiGHS finds none: the rows contradict each other, or nothing bounds the value.
        SpentError
            If there is no work left.
        """
        import highspy

        if self.highs.getNumCol() == 0:
            return Optimum(0.0, np.zeros(self.highs.getNumRow()), np.zeros(0))
        self.highs.run()
        self._charge()
        status = self.highs.getModelStatus()
        if status != highspy.HighsModelStatus.kOptimal:
            raise EngineError(f"the relaxation has no optimum: HiGHS says {status.name}")
        solution = self.highs.getSolution()
        return Optimum(
            self.highs.getInfo().objective_function_value,
            np.array(solution.row_dual),
            np.array(solution.col_value),
        )
