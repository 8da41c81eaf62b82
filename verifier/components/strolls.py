"""
Days at the pace of the best trip, for the certificate checker.

Days come in the order of their reduced cost: the bill and the prices, less what the stars weigh. What is left
of a day is bounded by the best stops that it may still make, by half hours, whichever places they are.
Nothing here is taken from the planner.
"""

from collections.abc import Iterator, Mapping, MutableMapping, Sequence
from heapq import heappop, heappush
from itertools import count
from typing import NamedTuple

import numpy as np

from planassay.kb.formats.deepplanning_travel.scope import MEAL_HOURS
from planassay.kb.formats.deepplanning_travel.stars import DAY_FROM_MIN, DAY_UNTIL_MIN, EXCHANGE, MOST_MEALS
from planassay.verifier.components.excursions import (
    BETWEEN_MEALS_MIN,
    NONE,
    Costs,
    Frame,
    Half,
    Map,
    Place,
    Road,
)
from planassay.verifier.components.model import Work

BUDGET = "budget"
SLOT_MIN = 30
SLOTS = (DAY_UNTIL_MIN - DAY_FROM_MIN) // SLOT_MIN + 1
"""The last one begins when all stops have ended."""
_COURSES = tuple(MEAL_HOURS.values())

Tables = MutableMapping[object, Costs]


def by_day(place: Place) -> Place | None:
    """Return a place with the hours at which the pace lets one be there, None if they are too few."""
    hours = [(max(a, DAY_FROM_MIN), min(b, DAY_UNTIL_MIN)) for a, b in place.open]
    kept = tuple((a, b) for a, b in hours if b - a >= place.least)
    return place._replace(open=kept) if kept else None


class Clocks:
    """
    Slots of time between places, reckoned once for all prices.

    Parameters
    ----------
    chart
        The places, at the hours of the pace.
    """

    def __init__(self, chart: Map) -> None:
        self.chart = chart
        size = len(chart.places)
        slots = np.arange(SLOTS + 1, dtype=np.int64)
        minutes = np.array([[_minutes(road) for road in row] for row in chart.roads], dtype=np.int64)
        self.cents = np.array([[_cents(road) for road in row] for row in chart.roads], dtype=np.int64)
        """Of the road from each place to each."""
        arrive = np.minimum(slots + minutes.reshape(size, size, 1) // SLOT_MIN, SLOTS)
        self.reach: Costs = arrive + (SLOTS + 1) * np.arange(size).reshape(1, size, 1)
        """Where, in a table of places by slots laid out flat, one arrives from each place at each."""
        ends = [[*(_slot(_soonest(place, _clock(s))) for s in range(SLOTS)), SLOTS] for place in chart.places]
        self.ends: Costs = np.array(ends, dtype=np.int64).reshape(size, SLOTS + 1)
        """The slot in which a stop ends, by place and slot of arriving."""
        self.is_meal = np.array([place.is_meal for place in chart.places], dtype=bool)


def _minutes(road: Road | None) -> int:
    return 0 if road is None else road.minutes


def _cents(road: Road | None) -> int:
    return NONE if road is None else road.cents


class Stroll(NamedTuple):
    """A day: its bill less what its stars weigh, its reduced cost, the rows of its places, and the bill."""

    cents: int
    reduced: int
    rows: tuple[str, ...]
    bill: int


class _Walk(NamedTuple):
    """A day as far as it goes."""

    frame: Frame
    here: int
    """-1 at the start."""
    free: int
    cents: int
    """Of the bill and the stars."""
    reduced: int
    visited: int
    rows: tuple[str, ...]
    meals: int
    sights: int
    course: int
    fed: int
    bill: int


class Strolls:
    """
    The days between which a component chooses, under prices.

    Parameters
    ----------
    clocks
        The places, with the time between them.
    stars
        Hundredths of a star of a stop in each place.
    most_sights
        Sights that a day may have.
    frames, prices, halves, work
        As for :class:`planassay.verifier.components.excursions.Excursions`.
    tables
        What was reckoned under the same prices before.
    """

    def __init__(
        self,
        clocks: Clocks,
        stars: Sequence[int],
        most_sights: int,
        frames: Sequence[Frame],
        prices: Mapping[str, int],
        halves: Mapping[str, Half],
        work: Work,
        tables: Tables,
    ) -> None:
        self.clocks = clocks
        self.chart = chart = clocks.chart
        self.most_sights = most_sights
        self.frames = frames
        self.work = work
        self.rate = 1 + prices.get(BUDGET, 0)
        self.cost = [place.cents - EXCHANGE * n for place, n in zip(chart.places, stars, strict=True)]
        self.stop = [
            cost + prices.get(place.row, 0) + (self.rate - 1) * place.cents
            for place, cost in zip(chart.places, self.cost, strict=True)
        ]
        self.halves = [
            [
                (half, prices[name])
                for name, half in halves.items()
                if place.row in half.places and prices.get(name)
            ]
            for place in chart.places
        ]
        self._tables = tables

    def best(self) -> int | None:
        """Return the least reduced cost of a day, None if there is none."""
        floors = [self._floor(frame) for frame in self.frames]
        limit, step = min(floors, default=NONE), 512
        while limit < NONE // 2:
            found = next(self._in_order(limit), None)
            if found is not None:
                return found.reduced
            limit, step = limit + step, 4 * step
        return None

    def within(self, limit: int) -> Iterator[Stroll]:
        """Yield the days up to a limit; of those with the same stops such as others do not better."""
        least: dict[tuple[str, ...], int] = {}
        for day in self._in_order(limit):
            if day.bill < least.get(day.rows, NONE):
                least[day.rows] = day.bill
                yield day

    # --------------------------------------------------------------------------------------------- bounds

    def _floor(self, frame: Frame) -> int:
        """Return a bound on the reduced cost of every day of a frame, :data:`NONE` if it has none."""
        walk = self._start(frame)
        onward = [cost for cost in self._onward(walk).tolist() if cost < NONE]
        done = self._done(walk)
        return min([*onward, *([] if done is None else [done.reduced])], default=NONE)

    def _allowed(self, frame: Frame, walk: _Walk) -> tuple[int, int]:
        """Return how many meals and sights a day may still have."""
        return min(frame.least.most_meals, MOST_MEALS) - walk.meals, self.most_sights - walk.sights

    def _after(self, frame: Frame, left: tuple[int, int]) -> Costs:
        """Return the bound by place and slot in which it is left, with some meals and sights allowed."""
        key = (frame.goal, frame.due, frame.least, left, "after")
        if key not in self._tables:
            size, slots = len(self.chart.places), np.arange(SLOTS)
            found = np.full((size, SLOTS + 1), NONE, dtype=np.int64)
            most = min(frame.least.most_meals, MOST_MEALS), self.most_sights
            if most[0] - left[0] >= frame.least.meals and most[1] - left[1] >= frame.least.sights:
                for j, road in enumerate(self.chart.ends(frame.goal)[1]):
                    if road is not None:
                        in_time = slots[DAY_FROM_MIN + SLOT_MIN * slots + road.minutes <= frame.due]
                        found[j, in_time] = road.cents * self.rate
            if any(left) and size:
                onward = self._ahead(frame, left).ravel()[self.clocks.reach]
                roads = self.clocks.cents
                onward += np.where(roads >= NONE, NONE, roads * self.rate)[:, :, None]
                found = np.minimum(found, onward.min(axis=1))
            self._tables[key] = np.minimum(found, NONE)
        return self._tables[key]

    def _ahead(self, frame: Frame, left: tuple[int, int]) -> Costs:
        """Return the bound of a stop and all after it, by place and slot of arriving."""
        key = (frame.goal, frame.due, frame.least, left, "ahead")
        if key not in self._tables:
            meals, sights = left
            found = np.full((len(self.chart.places), SLOTS + 1), NONE, dtype=np.int64)
            stop, is_meal = np.array(self.stop, dtype=np.int64), self.clocks.is_meal
            for allowed, kind, then in (
                (meals, is_meal, (meals - 1, sights)),
                (sights, ~is_meal, (meals, sights - 1)),
            ):
                if allowed:
                    after = np.take_along_axis(self._after(frame, then), self.clocks.ends, axis=1)
                    found[kind] = np.minimum(after + stop[:, None], NONE)[kind]
            found[:, SLOTS] = NONE
            self._tables[key] = found
        return self._tables[key]

    def _onward(self, walk: _Walk) -> Costs:
        """Return for each place the bound of a day that goes there next."""
        frame = walk.frame
        left = self._allowed(frame, walk)
        size = len(self.chart.places)
        if not any(left) or not size:
            return np.full(size, NONE, dtype=np.int64)
        ahead = self._ahead(frame, left)
        roads = self._roads(walk)
        slots = [SLOTS if road is None else _slot(walk.free + road.minutes) for road in roads]
        costs = np.array([NONE if road is None else road.cents * self.rate for road in roads], dtype=np.int64)
        bound: Costs = walk.reduced + np.minimum(ahead[np.arange(size), slots] + costs, NONE)
        return np.where(bound >= NONE // 2, NONE, bound)

    # --------------------------------------------------------------------------------------------- search

    def _start(self, frame: Frame) -> _Walk:
        bill = frame.cents
        reduced = bill * self.rate
        return _Walk(frame, -1, frame.ready, bill, reduced, 0, (), 0, 0, -1, -BETWEEN_MEALS_MIN, bill)

    def _roads(self, walk: _Walk) -> Sequence[Road | None]:
        return self.chart.ends(walk.frame.start)[0] if walk.here < 0 else self.chart.roads[walk.here]

    def _in_order(self, limit: int) -> Iterator[Stroll]:
        """Yield the days up to a limit in the order of their reduced cost."""
        ticks, seen = count(), dict[object, list[_Walk]]()
        queue: list[tuple[int, int, _Walk | Stroll]] = []
        for frame in self.frames:
            heappush(queue, (-NONE, next(ticks), self._start(frame)))
        while queue:
            _, _, walk = heappop(queue)
            self.work.step()
            if isinstance(walk, Stroll):
                yield walk
                continue
            done = self._done(walk)
            if done is not None and done.reduced <= limit:
                heappush(queue, (done.reduced, next(ticks), done))
            onward = self._onward(walk)
            for j in np.flatnonzero(onward <= limit).tolist():
                for after in self._stops(walk, j):
                    bound = int(onward[j]) - walk.reduced - self._step(walk, j) + after.reduced
                    if bound <= limit and self._is_new(after, seen):
                        heappush(queue, (bound, next(ticks), after))

    def _step(self, walk: _Walk, j: int) -> int:
        """Return what a stop costs with the road to it, odd sets aside."""
        road = self._roads(walk)[j]
        return self.stop[j] + (0 if road is None else road.cents * self.rate)

    def _done(self, walk: _Walk) -> Stroll | None:
        """Return the day that ends here, if it may."""
        frame = walk.frame
        if walk.meals < frame.least.meals or walk.sights < frame.least.sights:
            return None
        road = self.chart.book.get(frame.start, frame.goal)
        if walk.here >= 0:
            road = self.chart.ends(frame.goal)[1][walk.here]
        if road is None or walk.free + road.minutes > frame.due:
            return None
        reduced = walk.reduced + road.cents * self.rate
        rows = tuple(sorted(walk.rows))
        return Stroll(walk.cents + road.cents, reduced, rows, walk.bill + road.cents)

    def _stops(self, walk: _Walk, j: int) -> Iterator[_Walk]:
        """Yield the day with a stop more at a place, for each meal that it can be."""
        place, road = self.chart.places[j], self._roads(walk)[j]
        if road is None or walk.visited >> j & 1 or walk.frame.weekday in place.closed:
            return
        arrive = walk.free + road.minutes
        if not place.is_meal:
            end = _ending(place, arrive, 0, NONE)
            if end is not None:
                yield self._grown(walk, j, road, end, -1)
            return
        arrive = max(arrive, walk.fed + BETWEEN_MEALS_MIN)
        for course in range(walk.course + 1, len(_COURSES)):
            end = _ending(place, arrive, *_COURSES[course])
            if end is not None:
                yield self._grown(walk, j, road, end, course)

    def _grown(self, walk: _Walk, j: int, road: Road, end: int, course: int) -> _Walk:
        self.work.step()
        place = self.chart.places[j]
        reduced = walk.reduced + road.cents * self.rate + self.stop[j]
        for half, price in self.halves[j]:
            reduced += price * (half.uses((*walk.rows, place.row)) - half.uses(walk.rows))
        return walk._replace(
            here=j,
            free=end,
            cents=walk.cents + road.cents + self.cost[j],
            reduced=reduced,
            visited=walk.visited | self.chart.same[j],
            rows=(*walk.rows, place.row),
            meals=walk.meals + place.is_meal,
            sights=walk.sights + (not place.is_meal),
            course=course if place.is_meal else walk.course,
            fed=end if place.is_meal else walk.fed,
            bill=walk.bill + road.cents + place.cents,
        )

    def _is_new(self, walk: _Walk, seen: dict[object, list[_Walk]]) -> bool:
        """Tell whether no day with the same stops is here as soon, as cheaply and as well fed."""
        key = (walk.frame.goal, walk.frame.due, walk.frame.least, walk.here, walk.visited, walk.course)
        others = seen.setdefault(key, [])
        if any(o.free <= walk.free and o.cents <= walk.cents and o.fed <= walk.fed for o in others):
            return False
        others.append(walk)
        return True


def _clock(slot: int) -> int:
    return DAY_FROM_MIN + SLOT_MIN * slot


def _slot(minute: int) -> int:
    return min(max(minute - DAY_FROM_MIN, 0) // SLOT_MIN, SLOTS)


def _ending(place: Place, arrive: int, begins: int, before: int) -> int | None:
    """Return the earliest end of a stop that begins within [begins, before), None if there is none."""
    starts = [max(arrive, opens, begins) for opens, _ in place.open]
    fitting = [
        start + place.least
        for start, (_, closes) in zip(starts, place.open, strict=True)
        if start < before and start + place.least <= closes
    ]
    return min(fitting, default=None)


def _soonest(place: Place, arrive: int) -> int:
    """Return the earliest end of a stop, whichever meal it is."""
    hours = _COURSES if place.is_meal else ((0, NONE),)
    ends = [end for begins, before in hours if (end := _ending(place, arrive, begins, before)) is not None]
    return min(ends, default=NONE)
