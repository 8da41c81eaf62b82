"""
Walkers: the routes of days in one region under one set of prices.

A walker asks the compiled kernel for the best routes of a day, for all above a floor, or for those that no
other beats. The idle day is a route like any other.
"""

from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from planassay.kb.clock import DAY_MIN
from planassay.solver.engines.patterns.routes import Day, Prices, Region, Route
from planassay.solver.problem import WorkLimitError

Integers = NDArray[np.int64]

STEP_MIN = 30
"""Visiting minutes are counted in steps of this size in the bound on further visits."""
TOO_MANY = 1 << 20
"""Routes of one day that are listed at most."""


class Walker:
    """
    Walks routes.

    Parameters
    ----------
    region
        The places.
    prices
        One price a place; prices of cost and bits as needed.
    tracked
        Places that routes are told apart by, as bits in this order; at most 60.
    """

    def __init__(self, region: Region, prices: Prices, tracked: tuple[int, ...] = ()) -> None:
        self.region = region
        self.prices = prices
        self.bit = {place: 1 << k for k, place in enumerate(tracked)}
        self.labels = 0
        """Labels made so far: the measure of work."""
        self._known_more: dict[int, Integers] = {}
        self.net = np.array(prices.net(region), dtype=np.int64)
        self.order = np.array(sorted(range(len(self.net)), key=lambda k: (-self.net[k], k)), dtype=np.int64)

    def best(self, day: Day, floor: int, count: int = 1) -> list[Route]:
        """Return the best routes above a floor, one a set of places, at most a number of them."""
        # orders of one set of places may crowd the others out of what the kernel keeps
        routes = self._routes(day, self._walk(day, floor, 1 if count == 1 else 4 * count), floor)
        found: dict[tuple[int, ...], Route] = {}
        for route in sorted(routes, key=lambda r: r.rank):
            found.setdefault(tuple(sorted(route.places)), route)
        return list(found.values())[:count]

    def front(self, day: Day, floor: int) -> list[Route]:
        """
        Return the routes above a floor that no other beats on value, cost, wishes and places, best first.

        Of equals the first in time counts. Prices of places play no part in it: who sees fewer of the
        tracked places pays no more for them.

        Raises
        ------
        WorkLimitError
            If more than :data:`TOO_MANY` routes lie above the floor.
        """
        from planassay.solver.engines.patterns.kernel import unbeaten

        rows = self._walk(day, floor, 0)
        table = self._table(day, rows)
        if len(rows) == 0:
            return self._routes(day, rows, floor)
        places = [rows[:, 2 + k] for k in range(day.most)]
        begins = [rows[:, 2 + day.most + k] for k in range(day.most)]
        # the last key counts most: value, cost, begins in order, places in order
        order = np.lexsort([*reversed(places), *reversed(begins), table[:, 1], -table[:, 0]])
        kept = order[unbeaten(table[order])]
        return sorted(self._routes(day, rows[kept], floor), key=lambda route: route.rank)

    def _table(self, day: Day, rows: Integers) -> Integers:
        """Return value, cost, covers and holds of the kernel's rows."""
        static = self._static
        table = np.zeros((len(rows), 4), dtype=np.int64)
        if not len(rows):
            return table
        first, last = np.array(day.first, dtype=np.int64), np.array(day.last, dtype=np.int64)
        holds = np.zeros(len(self.net), dtype=np.int64)
        for place, bit in self.bit.items():
            holds[place] = bit
        count = rows[:, 1]
        table[:, 0] = first[rows[:, 2]] + last[rows[np.arange(len(rows)), 1 + count]]
        for index in range(day.most):
            here = rows[:, 2 + index]
            on = count > index
            table[on, 0] += static.values[here[on]]
            table[on, 1] += static.costs[here[on]]
            table[on, 2] |= static.covers[here[on]]
            table[on, 3] |= holds[here[on]]
            if index:
                table[on, 0] += static.arcs[rows[on, 1 + index], here[on]]
        return table

    # -------------------------------------------------------------------------------------------- the kernel

    @cached_property
    def _static(self) -> "_Static":
        return _static(self.region)

    @cached_property
    def _arcs(self) -> Integers:
        return self._static.arcs * self.prices.scale

    def _more(self, most: int) -> Integers:
        """
        Return what further visits add at most, by their number and their steps of visiting.

        A knapsack over the few best places of each length, so that no place is counted twice; lengths are
        rounded down to steps.
        """
        region = self.region
        is_free = region.rhythm.visiting_min >= DAY_MIN
        steps = 0 if is_free else region.rhythm.visiting_min // STEP_MIN
        by_length: dict[int, list[int]] = {}
        for place, net, way in zip(region.places, self.net.tolist(), region.best_in, strict=True):
            gain = net + self.prices.scale * way
            if gain > 0 and place.windows:
                length = 0 if is_free else min(window[2] for window in place.windows) // STEP_MIN
                by_length.setdefault(length, []).append(gain)
        more = np.zeros((most + 1, steps + 1), dtype=np.int64)
        for length, gains in sorted(by_length.items()):
            for gain in sorted(gains, reverse=True)[:most]:
                for number in range(most, 0, -1):
                    taken = more[number - 1, : steps + 1 - length] + gain if length <= steps else None
                    if taken is not None:
                        more[number, length:] = np.maximum(more[number, length:], taken)
        return more

    def _walk(self, day: Day, floor: int, keep: int) -> Integers:
        from planassay.solver.engines.patterns.kernel import walk

        region, rhythm, scale = self.region, self.region.rhythm, self.prices.scale
        if day.most < 1 or not region.places:
            return np.zeros((0, 2 + 2 * day.most), dtype=np.int64)
        table = np.array(
            (day.ready, [scale * x for x in day.first], day.until, [scale * x for x in day.last]),
            dtype=np.int64,
        )
        numbers = np.array(
            (
                day.most,
                day.longest,
                rhythm.pause_min,
                min(rhythm.visiting_min, day.longest),
                rhythm.alone_min,
                rhythm.lunch_min,
                rhythm.lunch_from,
                rhythm.lunch_latest,
                region.nearest,
                self._static.shortest,
                max(day.until),
            ),
            dtype=np.int64,
        )
        static = self._static
        size = keep or 1 << 12
        while True:
            out = np.zeros((size, 2 + 2 * day.most), dtype=np.int64)
            found, labels = walk(
                self.order,
                self.net,
                self._bounds(day.most),
                static.opens,
                static.latest,
                static.lengths,
                static.ways,
                self._arcs,
                table,
                numbers,
                floor,
                out,
                keep,
            )
            self.labels += int(labels)
            if found >= 0:
                return out[:found]
            if size >= TOO_MANY:
                raise WorkLimitError(f"more than {TOO_MANY} routes for one day")
            size *= 16

    def _bounds(self, most: int) -> Integers:
        if most not in self._known_more:
            self._known_more[most] = self._more(most)
        return self._known_more[most]

    def _routes(self, day: Day, rows: Integers, floor: int) -> list[Route]:
        """Return the routes of the kernel's rows, and the idle day if it is above the floor."""
        idle = self.prices.scale * day.idle
        found = [Route(idle, day.idle, 0, 0, (), ())] if idle > floor else []
        for row, worth in zip(rows.tolist(), self._table(day, rows).tolist(), strict=True):
            end = 2 + row[1]
            places, begins = tuple(row[2:end]), tuple(row[2 + day.most : end + day.most])
            value, cost, covers, holds = worth
            found.append(Route(row[0], value, cost, covers, places, begins, holds))
        return found


class _Static:
    """A region as arrays."""

    def __init__(self, region: Region) -> None:
        count = len(region.places)
        windows = max((len(p.windows) for p in region.places), default=0) or 1
        self.opens = np.zeros((count, windows), dtype=np.int64)
        self.latest = np.full((count, windows), -1, dtype=np.int64)
        self.lengths = np.zeros((count, windows), dtype=np.int64)
        for k, place in enumerate(region.places):
            for w, (opening, latest, length) in enumerate(place.windows):
                self.opens[k, w], self.latest[k, w], self.lengths[k, w] = opening, latest, length
        places = region.places
        self.values = np.array([p.value for p in places], dtype=np.int64)
        self.costs = np.array([p.cost for p in places], dtype=np.int64)
        self.covers = np.array([p.covers for p in places], dtype=np.int64)
        self.ways = np.array(region.ways, dtype=np.int64).reshape(count, count)
        self.arcs = np.array(region.arcs, dtype=np.int64).reshape(count, count)
        self.shortest = min((w[2] for p in region.places for w in p.windows), default=0)


def _static(region: Region) -> _Static:
    """Return a region as arrays, made once a region."""
    known = region.__dict__.get("_arrays")
    if isinstance(known, _Static):
        return known
    made = _Static(region)
    region.__dict__["_arrays"] = made
    return made
