"""
Bounds: the outings of each kind of day, reckoned with by the checker under the prices of a certificate.

Windows are cut to what the day leaves of them. A bound comes from looking ahead over buckets of time, which
can only let a visit begin too early and forget what was seen; the list above a floor is exact.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from planassay.kb.routing import Day, Routing
from planassay.verifier.components.model import Work, WorkLimitError

Integers = NDArray[np.int64]
Bits = NDArray[np.uint64]

MAX_CELLS = 20_000_000
"""Most entries of one table of bounds."""
CELLS_A_STEP = 20
"""Cells that count as one step of work."""


@dataclass(frozen=True, slots=True)
class How:
    """How a certificate wants bounds to be reckoned; any choice is sound."""

    bucket: int
    keep: int
    recall: Bits


class DayKind:
    """
    One kind of day.

    Parameters
    ----------
    routing
        The instance.
    day
        A day of the kind.
    number
        How many days are equal to it.
    """

    def __init__(self, routing: Routing, day: Day, number: int) -> None:
        self.number = number
        sights = routing.sights
        code = {meal: 1 << k for k, meal in enumerate(day.meals)}
        self.owed = (1 << len(day.meals)) - 1
        self.is_free = not day.meals
        """Whether a day may pass without a visit."""
        self.meal = np.array([code.get(s.meal, 0) for s in sights], dtype=np.int64)
        windows: list[list[tuple[int, int]]] = []
        for k, sight in enumerate(sights):
            ends = day.end - sight.duration - day.back[k]
            begins = day.start + day.out[k]
            usable = [(max(a, begins), min(b, ends)) for a, b in day.hours[k]]
            is_wanted = not sight.meal or sight.meal in code
            windows.append([(a, b) for a, b in usable if a <= b] if is_wanted else [])
        most = max([1, *map(len, windows)])
        self.early = np.zeros((len(sights), most), dtype=np.int64)
        self.late = np.full((len(sights), most), -1, dtype=np.int64)
        for k, found in enumerate(windows):
            for w, (a, b) in enumerate(found):
                self.early[k, w], self.late[k, w] = a, b
        self.windows = windows


class Bounds:
    """
    What the outings of one kind of day are worth under prices.

    Parameters
    ----------
    kind
        The day.
    leg
        Time from the beginning of a visit to the arrival at another sight.
    net
        Reduced value of each sight.
    how
        Buckets, entries, memories.
    work
        What may be done.
    """

    def __init__(self, kind: DayKind, leg: Integers, net: Integers, how: How, work: Work) -> None:
        from planassay.verifier.kernels.outings import LOWEST, look_ahead

        self.kind, self.leg, self.net, self.how, self.work = kind, leg, net, how, work
        cells: list[tuple[int, int, int]] = []
        self.grid = np.zeros(len(net), dtype=np.int64)
        for k, found in enumerate(kind.windows):
            self.grid[k] = len(cells)
            if not found:
                continue
            count = (found[-1][1] - found[0][0]) // how.bucket + 1
            if (len(cells) + count) * (how.keep + 1) * (kind.owed + 1) > MAX_CELLS:
                raise WorkLimitError(f"a bucket of {how.bucket} makes more than {MAX_CELLS} cells")
            for step in range(count):
                clock = found[0][0] + step * how.bucket
                later = next(max(a, clock) for a, b in found if clock <= b)
                cells.append((k, len(cells), later))
        work.step(1 + len(cells) * len(net) // CELLS_A_STEP)
        cells.sort(key=lambda cell: -cell[2])
        words = how.recall.shape[1]
        self.gains = np.full((kind.owed + 1, max(1, len(cells)), how.keep + 1), LOWEST, dtype=np.int64)
        self.marks = np.zeros((*self.gains.shape, words), dtype=np.uint64)
        look_ahead(
            np.array(cells, dtype=np.int64).reshape(-1, 3),
            self.grid,
            how.bucket,
            leg,
            kind.early,
            kind.late,
            net,
            kind.meal,
            how.recall,
            self.gains,
            self.marks,
            np.zeros(words, dtype=np.uint64),
        )

    def best(self) -> int | None:
        """Return a bound on the reduced value of an outing; None if there is no outing at all."""
        found = [0] if self.kind.is_free else []
        for k, windows in enumerate(self.kind.windows):
            left = self.kind.owed & ~int(self.kind.meal[k])
            if windows and (ahead := int(self.gains[left, self.grid[k], 0])) > -(1 << 60):
                found.append(int(self.net[k]) + ahead)
        return max(found, default=None)

    def above(self, floor: int) -> Bits:
        """
        Return the sets of sights of all outings with a reduced value above a floor, each once, as bits.

        Raises
        ------
        WorkLimitError
            If that takes more steps than are left.
        """
        from planassay.verifier.kernels.outings import widen

        kind, words = self.kind, self.how.recall.shape[1]
        clocks, sums = np.zeros(1, dtype=np.int64), np.zeros(1, dtype=np.int64)
        lasts, owed = np.full(1, -1, dtype=np.int64), np.full(1, kind.owed, dtype=np.int64)
        sets = np.zeros((1, words), dtype=np.uint64)
        found = [sets] if kind.is_free and floor < 0 else []
        room = 1 << 12
        while len(clocks):
            made = -1
            while made < 0:
                new = [np.zeros(room, dtype=np.int64) for _ in range(4)]
                new_sets = np.zeros((room, words), dtype=np.uint64)
                made = widen(
                    len(clocks),
                    clocks,
                    sums,
                    lasts,
                    owed,
                    sets,
                    self.grid,
                    self.how.bucket,
                    self.leg,
                    kind.early,
                    kind.late,
                    self.net,
                    kind.meal,
                    self.gains,
                    self.marks,
                    floor,
                    np.full(2 * room, -1, dtype=np.int64),
                    new[0],
                    new[1],
                    new[2],
                    new[3],
                    new_sets,
                )
                if made < 0:
                    if room > self.work.limit - self.work.done:
                        raise WorkLimitError(f"more than {self.work.limit} steps")
                    room *= 4
            self.work.step(made)
            clocks, sums, lasts, owed = (column[:made] for column in new)
            sets = new_sets[:made]
            is_whole = (owed == 0) & (sums > floor)
            if is_whole.any():
                found.append(sets[is_whole])
        return np.unique(np.concatenate(found), axis=0) if found else np.zeros((0, words), dtype=np.uint64)
