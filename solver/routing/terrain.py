"""
Terrain: an instance of day routing as arrays, a kind of day each, and what completions say of it.

Windows are cut to what start and end of the day leave of them; sights that cannot be visited have none.
"""

from collections.abc import Sequence
from functools import cached_property
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from planassay.kb.routing import Day, Outing, Routing
from planassay.solver.routing.work import LABEL, Work

Integers = NDArray[np.int64]
Small = NDArray[np.int32]
Words = NDArray[np.uint64]

NOTHING = -(1 << 60)
SWEPT = 720
"""Buckets of quick outings a day, about."""
SWEPT_SHARE = 8
"""Steps of work for each place in their table: few of them go on to other sights."""


class RoomError(Exception):
    """There are more labels than there is room for."""


class ManyError(RoomError):
    """There are more outings than are worth listing; finer buckets would not help."""


class Found(NamedTuple):
    """An outing with its reduced value."""

    reduced: int
    outing: Outing


class Kind:
    """
    A kind of day as arrays.

    Parameters
    ----------
    routing
        The instance.
    day
        The day.
    number
        How many days are of this kind.
    """

    def __init__(self, routing: Routing, day: Day, number: int) -> None:
        self.day = day
        self.number = number
        count = len(routing.sights)
        meals = {name: 1 << k for k, name in enumerate(day.meals)}
        self.full = (1 << len(meals)) - 1
        """Bits of the meals of the day."""
        self.meal = np.array([meals.get(sight.meal, 0) for sight in routing.sights], dtype=np.int64)
        cut = [self._cut(routing, k) for k in range(count)]
        windows = max((len(found) for found in cut), default=0) or 1
        self.opens = np.zeros((count, windows), dtype=np.int64)
        self.lasts = np.full((count, windows), -1, dtype=np.int64)
        for k, found in enumerate(cut):
            for w, (first, last) in enumerate(found):
                self.opens[k, w], self.lasts[k, w] = first, last

    def _cut(self, routing: Routing, k: int) -> list[tuple[int, int]]:
        sight, day = routing.sights[k], self.day
        if sight.meal and not self.meal[k]:
            return []
        first, last = day.start + day.out[k], day.end - sight.duration - day.back[k]
        cut = [(max(first, opens), min(last, latest)) for opens, latest in day.hours[k]]
        return [(opens, latest) for opens, latest in cut if opens <= latest]

    @property
    def may_rest(self) -> bool:
        """Whether a day may go by without a visit."""
        return self.full == 0


class Terrain:
    """
    An instance as arrays.

    Parameters
    ----------
    routing
        The instance.
    work
        What may be done with it; without a limit if not given.
    """

    def __init__(self, routing: Routing, work: Work | None = None) -> None:
        self.routing = routing
        self.work = work or Work(float("inf"))
        count = len(routing.sights)
        self.count = count
        self.values = np.array([s.value for s in routing.sights], dtype=np.int64)
        self.costs = np.array([s.cost for s in routing.sights], dtype=np.int64)
        durations = np.array([s.duration for s in routing.sights], dtype=np.int64)
        self.step = np.array(routing.ways, dtype=np.int64).reshape(count, count) + durations[:, None]
        self.kinds = [Kind(routing, day, len(places)) for day, places in routing.kinds]
        self.width = max(1, -(-count // 64))

    @cached_property
    def shortest(self) -> int:
        """The shortest step between two different sights."""
        if self.count < 2:
            return 1
        return int(self.step[~np.eye(self.count, dtype=np.bool_)].min())

    @cached_property
    def longest(self) -> int:
        """The latest time of any day."""
        return max((day.end for day in self.routing.days), default=0)

    def words(self, groups: Sequence[Sequence[int]]) -> Words:
        """Return groups of sights as bits."""
        bits = np.zeros((len(groups), self.width), dtype=np.uint64)
        for k, group in enumerate(groups):
            for j in group:
                bits[k, j >> 6] |= np.uint64(1 << (j & 63))
        return bits

    def begins(self, kind: Kind, outing: Outing) -> list[int] | None:
        """Return when the visits of an outing begin, None if it does not fit."""
        clocks: list[int] = []
        for place, k in enumerate(outing):
            clock = clocks[-1] + int(self.step[outing[place - 1], k]) if place else 0
            windows = zip(kind.opens[k].tolist(), kind.lasts[k].tolist(), strict=True)
            begin = next((max(opens, clock) for opens, last in windows if clock <= last), None)
            if begin is None:
                return None
            clocks.append(begin)
        return clocks


class Completions:
    """
    What can still be gained after each visit of a kind of day.

    Parameters
    ----------
    terrain, kind
        Where.
    shift
        A bucket is ``1 << shift`` units of time, at most the shortest step.
    near
        For each sight those that are remembered while a completion passes there.
    keep
        Entries a bucket that are told apart.
    """

    def __init__(self, terrain: Terrain, kind: Kind, shift: int, near: Words, keep: int) -> None:
        self.terrain = terrain
        self.kind = kind
        self.shift = shift
        self.near = near
        self.is_open = kind.lasts[:, 0] >= 0
        first = kind.opens[:, 0]
        buckets = np.where(self.is_open, (kind.lasts.max(axis=1) - first >> shift) + 1, 0)
        self.offset = np.zeros(terrain.count, dtype=np.int64)
        self.offset[1:] = np.cumsum(buckets)[:-1]
        total = int(buckets.sum())
        self.slots = self._slots(buckets)
        shape = (kind.full + 1, max(total, 1), keep + 1)
        self.worths = np.full(shape, NOTHING, dtype=np.int64)
        self.memory = np.zeros((*shape, terrain.width), dtype=np.uint64)
        self.after = np.zeros(shape, dtype=np.int32)
        self.gain = np.zeros(terrain.count, dtype=np.int64)

    def _slots(self, buckets: Integers) -> Integers:
        """Return sight, earliest begin and place of each bucket, the latest first."""
        sights = np.repeat(np.arange(len(buckets), dtype=np.int64), buckets)
        places = np.arange(len(sights), dtype=np.int64)
        windows = np.arange(self.kind.opens.shape[1])
        clocks = self.kind.opens[sights, 0] + (places - self.offset[sights] << self.shift)
        # who comes in a gap waits for the next window
        opens, lasts = self.kind.opens[sights], self.kind.lasts[sights]
        window = np.argmax(clocks[:, None] <= lasts, axis=1) if len(windows) else windows
        begins = np.maximum(clocks, opens[places, window])
        order = np.lexsort((places, -begins))
        return np.ascontiguousarray(np.stack((sights, begins, places), axis=1)[order])

    def run(self, gain: Integers) -> int:
        """
        Reckon with a reduced value of each sight, and return a bound on the reduced value of an outing.

        Raises
        ------
        SpentError
            If there is no work left.
        """
        from planassay.solver.routing.labels import complete

        kind = self.kind
        self.terrain.work.charge(self.worths.shape[0] * self.worths.shape[1] * self.terrain.count)
        self.gain = gain
        if kind.lasts.size:
            complete(
                *(self.terrain.step, kind.opens, kind.lasts, gain, kind.meal, self.near),
                *(self.offset, self.slots, self.shift, self.worths, self.memory, self.after),
            )
        return max(int(self.firsts.max(initial=NOTHING)), 0 if kind.may_rest else NOTHING)

    @property
    def firsts(self) -> Integers:
        """For each sight the bound on outings that begin with it."""
        kind = self.kind
        needs = kind.full & ~kind.meal
        worth = self.worths[needs, np.minimum(self.offset, self.worths.shape[1] - 1), 0]
        return np.where(self.is_open & (worth > NOTHING), self.gain + worth, NOTHING)

    def walks(self, floor: int, most: int) -> list[Outing]:
        """Return the best walks that begin with different sights and are worth more than a floor."""
        from planassay.solver.routing.labels import follow

        kind, firsts = self.kind, self.firsts
        order = [int(k) for k in np.argsort(-firsts, kind="stable")[:most] if firsts[k] > floor]
        found = []
        walk = np.zeros(1024, dtype=np.int32)
        for k in order:
            length = follow(
                *(k, int(kind.full & ~kind.meal[k]), self.terrain.step, kind.opens, kind.lasts, kind.meal),
                *(self.offset, self.shift, self.worths, self.after, walk),
            )
            if length:
                found.append(tuple(walk[:length].tolist()))
        return found

    def spread(self, floor: int, purpose: int, room: int) -> "Labels":
        """
        Return the labels of outings that can end above a floor.

        Raises
        ------
        RoomError
            If there are more than ``room``.
        SpentError
            If there is no work left.
        """
        from planassay.solver.routing.labels import spread

        kind, terrain = self.kind, self.terrain
        labels = Labels(room, terrain.width)
        labels.made = spread(
            *(terrain.step, kind.opens, kind.lasts, self.gain, kind.meal, self.offset, self.shift),
            *(self.worths, self.memory, floor, purpose, labels.table, labels.times, labels.totals),
            *(labels.nodes, labels.parents, labels.sets, labels.needs),
        )
        terrain.work.charge(LABEL * terrain.count * (room if labels.made < 0 else labels.made))
        if labels.made < 0:
            raise RoomError(f"more than {room} labels")
        return labels


class Quick:
    """
    Good outings of a kind of day, quickly; none of them is promised to be the best.

    Parameters
    ----------
    terrain, kind
        Where.
    """

    def __init__(self, terrain: Terrain, kind: Kind) -> None:
        self.terrain = terrain
        self.kind = kind
        last = int(kind.lasts.max(initial=0))
        # a bucket is no longer than the shortest step, so that none goes on into itself
        self.shift = max(1, min(terrain.shortest, last // SWEPT or 1)).bit_length() - 1
        shape = (kind.full + 1, (last >> self.shift) + 1, terrain.count)
        self.worths = np.zeros(shape, dtype=np.int64)
        self.times = np.zeros(shape, dtype=np.int64)
        self.parents = np.zeros(shape, dtype=np.int32)
        self.sets = np.zeros((*shape, terrain.width), dtype=np.uint64)
        self.ends = np.zeros(terrain.count, dtype=np.int64)

    def run(self, gain: Integers, floor: int, most: int) -> list[Outing]:
        """
        Return outings worth more than a floor, one at most for each sight that they end with, best first.

        Raises
        ------
        SpentError
            If there is no work left.
        """
        from planassay.solver.routing.quick import sweep

        kind, count = self.kind, self.terrain.count
        if not count:
            return []
        self.terrain.work.charge(self.worths.size * SWEPT_SHARE)
        sweep(
            *(self.terrain.step, kind.opens, kind.lasts, gain, kind.meal, self.shift),
            *(self.worths, self.times, self.parents, self.sets, self.ends),
        )
        worths, parents = self.worths.ravel(), self.parents.ravel()
        ends = self.ends[self.ends >= 0]
        ends = ends[worths[ends] > floor]
        found = []
        for end in ends[np.argsort(-worths[ends], kind="stable")][:most].tolist():
            outing, place = [], end
            while place >= 0:
                outing.append(place % count)
                place = int(parents[place])
            found.append(tuple(outing[::-1]))
        return found


class Labels:
    """
    Room for labels.

    Parameters
    ----------
    room
        Most labels.
    width
        Words of a set of sights.
    """

    def __init__(self, room: int, width: int) -> None:
        self.made = 0
        self.table = np.full(1 << (2 * room - 1).bit_length(), -1, dtype=np.int32)
        self.times = np.zeros(room, dtype=np.int64)
        self.totals = np.zeros(room, dtype=np.int64)
        self.nodes = np.zeros(room, dtype=np.int32)
        self.parents = np.zeros(room, dtype=np.int32)
        self.sets = np.zeros((room, width), dtype=np.uint64)
        self.needs = np.zeros(room, dtype=np.int32)

    def above(self, floor: int, most: int) -> list[Found]:
        """
        Return the outings above a floor, one a set of sights, best first.

        Raises
        ------
        ManyError
            If there are more than ``most``.
        """
        made = self.made
        rows = np.flatnonzero((self.totals[:made] > floor) & (self.needs[:made] == 0))
        if not len(rows):
            return []
        _, firsts = np.unique(self.sets[rows], axis=0, return_index=True)
        if len(firsts) > most:
            raise ManyError(f"more than {most} outings")
        rows = np.sort(rows[firsts])
        rows = rows[np.argsort(-self.totals[rows], kind="stable")]
        return [Found(int(self.totals[k]), self._outing(int(k))) for k in rows]

    def _outing(self, k: int) -> Outing:
        outing = []
        while k >= 0:
            outing.append(int(self.nodes[k]))
            k = int(self.parents[k])
        return tuple(outing[::-1])
