"""
Days of sights and meals, for the certificate checker.

A day begins somewhere at some minute, makes stops and ends at its goal in time. What a day is worth at most
is bounded by the cheapest way to what it still lacks, clocks aside; below the bound every day is listed,
depth first. Nothing here is taken from the planner.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from planassay.kb.formats.deepplanning_travel.scope import (
    LONG_VISIT_MIN,
    LONGEST_MEAL_MIN,
    MEAL_HOURS,
    SHORTEST_MEAL_MIN,
)
from planassay.verifier.components.model import Work
from planassay.verifier.components.timetable import Least

NONE = 1 << 50
"""Cost of what there is not."""
BETWEEN_MEALS_MIN = 120
_COURSES = tuple(MEAL_HOURS.values())

Costs = NDArray[np.int64]
Missing = tuple[int, int, int]
"""Required places visited (a bit mask), meals and sights missing."""


class Place(NamedTuple):
    """A sight or a restaurant that can be visited."""

    row: str
    name: str
    is_meal: bool
    cents: int
    """For the whole party."""
    open: tuple[tuple[int, int], ...]
    least: int
    most: int
    closed: frozenset[int]
    """Weekdays, 0 for Monday."""


def meal_place(row: str, name: str, cents: int, hours: tuple[tuple[int, int], ...]) -> Place:
    """Return a restaurant."""
    return Place(row, name, True, cents, hours, SHORTEST_MEAL_MIN, LONGEST_MEAL_MIN, frozenset())


class Road(NamedTuple):
    """A road: its minutes, and what it costs the party in cents."""

    minutes: int
    cents: int


class Frame(NamedTuple):
    """A day before its stops."""

    start: str
    ready: int
    goal: str
    due: int
    cents: int
    """What is paid anyway."""
    least: Least
    weekday: int
    may_stay_long: bool


class Found(NamedTuple):
    """A day: its cost without prices, its reduced cost, and the rows of its places."""

    cents: int
    reduced: int
    rows: tuple[str, ...]


class Half(NamedTuple):
    """An odd set of places and days, as a component sees it."""

    places: frozenset[str]
    """Their rows."""
    has_day: bool
    """Whether the component is in it."""

    def uses(self, rows: Sequence[str]) -> int:
        """Return how often a day uses its row: half of what it has of the set, rounded down."""
        return (sum(row in self.places for row in rows) + self.has_day) // 2


class Map:
    """
    Places with the roads between them and to other ends.

    Parameters
    ----------
    places
        What can be visited.
    road
        The road between two names, None if there is none.
    required
        Rows that must be visited.
    """

    def __init__(self, places: Sequence[Place], roads: "RoadBook", required: Sequence[str]) -> None:
        self.places = places
        self.book = roads
        self.required = required
        names = [place.name for place in places]
        self.roads = [[roads.get(a, b) if a != b else None for b in names] for a in names]
        self.bit = [1 << required.index(p.row) if p.row in required else 0 for p in places]
        self.same = [
            sum(1 << k for k, other in enumerate(places) if other.row == place.row) for place in places
        ]
        self._ends: dict[str, tuple[list[Road | None], list[Road | None]]] = {}

    def ends(self, name: str) -> tuple[list[Road | None], list[Road | None]]:
        """Return the roads from a hotel or station to each place, and back."""
        if name not in self._ends:
            there = [self.book.get(name, place.name) for place in self.places]
            back = [self.book.get(place.name, name) for place in self.places]
            self._ends[name] = (there, back)
        return self._ends[name]

    @cached_property
    def quickest(self) -> list[list[int]]:
        """The least minutes from place to place, by stops on the way if that is quicker."""
        size = len(self.places)
        minutes = np.array(
            [[NONE if r is None else r.minutes for r in row] for row in self.roads], dtype=np.int64
        ).reshape(size, size)
        for k, place in enumerate(self.places):
            by = minutes[:, k, None] + place.least + minutes[None, k, :]
            minutes = np.minimum(minutes, by)
        quickest: list[list[int]] = np.minimum(minutes, NONE).tolist()
        return quickest

    def quickest_ends(self, start: str, goal: str) -> tuple[list[int], list[int], int]:
        """Return the least minutes from a start to each place, to a goal, and between both, by any stops."""
        out = [NONE if road is None else road.minutes for road in self.ends(start)[0]]
        back = [NONE if road is None else road.minutes for road in self.ends(goal)[1]]
        least, quick = [place.least for place in self.places], self.quickest
        size = range(len(self.places))
        there = [min(out[j], *(out[k] + least[k] + quick[k][j] for k in size)) for j in size]
        home = [min(back[j], *(quick[j][k] + least[k] + back[k] for k in size)) for j in size]
        direct = self.book.get(start, goal)
        way = NONE if direct is None else direct.minutes
        return there, home, min([way, *(there[k] + least[k] + back[k] for k in size)])


class RoadBook:
    """Roads by the names of their ends; see ``deepplanning_travel``."""

    def get(self, start: str, end: str) -> Road | None:
        """Return the road between two names."""
        raise NotImplementedError


class Rest:
    """The least reduced cost of what a day still lacks, by place; clocks and odd sets are left aside."""

    def __init__(self, chart: Map, prices: Mapping[str, int], goal: str) -> None:
        self.chart = chart
        places = chart.places
        self.stop = np.array([p.cents + prices.get(p.row, 0) for p in places], dtype=np.int64)
        self.step = np.array(
            [[NONE if r is None else r.cents for r in row] for row in chart.roads], dtype=np.int64
        ).reshape(len(places), len(places))
        self.home = np.array([NONE if r is None else r.cents for r in chart.ends(goal)[1]], dtype=np.int64)
        self.extra = np.array([not bit for bit in chart.bit], dtype=bool)
        self._known: dict[Missing, Costs] = {}

    def after(self, missing: Missing) -> Costs:
        """Return the bound from each place."""
        if missing not in self._known:
            best = (
                self.home.copy() if missing[1:] == (0, 0) else np.full(len(self.home), NONE, dtype=np.int64)
            )
            best = np.minimum(best, self._through(self.gain(missing)))
            while True:  # a stop that gains nothing may lie on the way
                lower = np.minimum(best, self._through(np.where(self.extra, best, NONE)))
                if (lower == best).all():
                    break
                best = lower
            self._known[missing] = np.minimum(best, NONE)
        return self._known[missing]

    def _through(self, then: Costs) -> Costs:
        """Return the least cost from each place of one stop more, and of what comes then."""
        ahead = np.minimum(self.stop + then, NONE)
        least: Costs = (self.step + ahead[None, :]).min(axis=1, initial=NONE)
        return least

    def gain(self, missing: Missing) -> Costs:
        """Return for each place that is gained by a stop the bound after it, for others :data:`NONE`."""
        mask, meals, sights = missing
        found = np.full(len(self.stop), NONE, dtype=np.int64)
        for j, (place, bit) in enumerate(zip(self.chart.places, self.chart.bit, strict=True)):
            if bit & mask or not (bit or (meals if place.is_meal else sights)):
                continue
            for then in self.next(missing, j):
                found[j] = min(found[j], self.after(then)[j])
        return found

    def next(self, missing: Missing, j: int) -> list[Missing]:
        """Return what is missing after a stop, or after a long one instead."""
        mask, meals, sights = missing
        mask |= self.chart.bit[j]
        if self.chart.places[j].is_meal:
            return [(mask, max(0, meals - 1), sights)]
        return [(mask, meals, max(0, sights - 1)), *([(mask, meals, 0)] if sights == 2 else [])]


class _Way(NamedTuple):
    """A day as far as it goes."""

    here: int
    """-1 at the start."""
    free: int
    """Minute from which the last stop can be left; of a long stay its start."""
    cents: int
    reduced: int
    visited: int
    missing: Missing
    course: int
    fed: int
    """Minute at which the last meal ended."""
    meals: int
    sights: int
    long: bool
    stays: int
    """At the long stay: the minutes of the road to it; -1 elsewhere."""
    rows: tuple[str, ...]


class Excursions:
    """
    The days between which a component chooses, under prices.

    Parameters
    ----------
    chart
        The places.
    frames
        What the days can begin and end with.
    prices
        Price of each row, as it is added to the reduced cost of a day that uses it.
    halves
        Rows of odd sets, as the component sees them.
    work
        Counts stops.
    """

    def __init__(
        self,
        chart: Map,
        frames: Sequence[Frame],
        prices: Mapping[str, int],
        halves: Mapping[str, Half],
        work: Work,
    ) -> None:
        self.chart = chart
        self.frames = frames
        self.work = work
        self.prices = prices
        self.rests = {frame.goal: Rest(chart, prices, frame.goal) for frame in frames}
        self.halves = [
            [
                (half, prices[name])
                for name, half in halves.items()
                if place.row in half.places and prices.get(name)
            ]
            for place in chart.places
        ]
        self._order: dict[tuple[str, str, int, Missing], list[tuple[int, int]]] = {}
        self._seen: dict[object, list[_Way]] = {}

    def best(self) -> int | None:
        """Return the least reduced cost of a day, None if there is none."""
        floors = [bound for frame in self.frames if (bound := self._floor(frame)) < NONE]
        limit, step = min(floors, default=NONE), 256
        while limit < NONE:
            most = [limit]
            self._seen = {}
            found = None
            for frame in self.frames:
                for day in self._walk(frame, most):
                    found = day.reduced
                    most[0] = found - 1
            if found is not None:
                return found
            limit, step = min(limit + step, NONE) if limit < NONE - step else NONE, step * 2
            if step > NONE:
                break
        return None

    def within(self, limit: int) -> Iterator[Found]:
        """Yield the days of a reduced cost up to a limit; of those with the same stops the cheapest."""
        self._seen = {}
        best: dict[tuple[str, ...], Found] = {}
        for frame in self.frames:
            for day in self._walk(frame, [limit]):
                known = best.get(day.rows)
                if known is None or day.reduced < known.reduced:
                    best[day.rows] = day
        for rows in sorted(best):
            yield best[rows]

    def _start(self, frame: Frame) -> _Way:
        missing = (0, frame.least.meals, frame.least.sights)
        return _Way(
            -1, frame.ready, frame.cents, frame.cents, 0, missing, -1, -BETWEEN_MEALS_MIN, 0, 0, False, -1, ()
        )

    def _floor(self, frame: Frame) -> int:
        """Return a bound on the reduced cost of every day of a frame."""
        way = self._start(frame)
        ahead = self._ahead(frame, way)
        direct = self.chart.book.get(frame.start, frame.goal)
        costs = [ahead[0][0]] if ahead else []
        if direct is not None and way.missing[1:] == (0, 0):
            costs.append(direct.cents)
        return frame.cents + min(costs) if costs else NONE

    def _ahead(self, frame: Frame, way: _Way) -> list[tuple[int, int]]:
        """Return what each next stop and the rest cost at least, cheapest first."""
        key = (frame.start if way.here < 0 else "", frame.goal, way.here, way.missing)
        if key not in self._order:
            rest = self.rests[frame.goal]
            roads = self.chart.ends(frame.start)[0] if way.here < 0 else self.chart.roads[way.here]
            found = []
            for j, road in enumerate(roads):
                if road is not None and not self.chart.bit[j] & way.missing[0]:
                    then = min(int(rest.after(after)[j]) for after in rest.next(way.missing, j))
                    if then < NONE:
                        found.append((road.cents + int(rest.stop[j]) + then, j))
            self._order[key] = sorted(found)
        return self._order[key]

    def _walk(self, frame: Frame, most: list[int]) -> Iterator[Found]:
        """Yield the days of a frame up to a limit, which the caller may lower on the way."""
        stack = [self._start(frame)]
        while stack:
            way = stack.pop()
            self.work.step()
            end = self._end(frame, way)
            if end is not None and end.reduced <= most[0]:
                yield end
            onward = []
            for cost, j in self._ahead(frame, way):
                if way.reduced + cost > most[0]:
                    break
                if not way.visited >> j & 1:
                    onward += self._stops(frame, way, j, most[0])
            stack += reversed(onward)

    def _left(self, way: _Way, road: Road) -> int | None:
        """Return when the last stop is left by a road, None if it cannot be stayed at long enough."""
        if way.stays < 0:
            return way.free
        place = self.chart.places[way.here]
        length = max(place.least, LONG_VISIT_MIN - way.stays - road.minutes)
        is_open = any(o <= way.free and way.free + length <= c for o, c in place.open)
        return way.free + length if is_open and length <= place.most else None

    def _end(self, frame: Frame, way: _Way) -> Found | None:
        if way.missing[1] or way.missing[2]:
            return None
        road = self.chart.book.get(frame.start, frame.goal)
        if way.here >= 0:
            road = self.chart.ends(frame.goal)[1][way.here]
        left = None if road is None else self._left(way, road)
        if road is None or left is None or left + road.minutes > frame.due:
            return None
        return Found(way.cents + road.cents, way.reduced + road.cents, tuple(sorted(way.rows)))

    def _stops(self, frame: Frame, way: _Way, j: int, most: int) -> list[_Way]:
        """Return the day with a stop more at a place, for each time of the day that this can be."""
        place = self.chart.places[j]
        road = (self.chart.ends(frame.start)[0] if way.here < 0 else self.chart.roads[way.here])[j]
        left = None if road is None else self._left(way, road)
        if road is None or left is None or frame.weekday in place.closed:
            return []
        here = left + road.minutes
        times: list[tuple[int, int, bool]] = []
        if place.is_meal:
            if way.meals < frame.least.most_meals:
                here = max(here, way.fed + BETWEEN_MEALS_MIN)
                for course in range(way.course + 1, len(_COURSES)):
                    start = _earliest(place, here, *_COURSES[course])
                    times += [] if start is None else [(start, course, False)]
        elif not way.long:
            start = _earliest(place, here, 0, NONE)
            if start is not None:
                times.append((start, -1, False))
                if frame.may_stay_long and not way.sights:
                    times.append((start, -1, True))
        grown = (self._grown(frame, way, j, road, time) for time in times)
        return [new for new in grown if self._is_worth(frame, new, most)]

    def _grown(self, frame: Frame, way: _Way, j: int, road: Road, time: tuple[int, int, bool]) -> _Way:
        """Return the day with a stop more; ``time`` is its start, which meal, and whether it is long."""
        start, course, long = time
        place, rest = self.chart.places[j], self.rests[frame.goal]
        reduced = way.reduced + road.cents + int(rest.stop[j])
        for half, price in self.halves[j]:
            reduced += price * (half.uses((*way.rows, place.row)) - half.uses(way.rows))
        afters = rest.next(way.missing, j)
        end = start + place.least
        return _Way(
            here=j,
            free=start if long else end,
            cents=way.cents + road.cents + place.cents,
            reduced=reduced,
            visited=way.visited | self.chart.same[j],
            missing=afters[-1] if long else afters[0],
            course=course if place.is_meal else way.course,
            fed=end if place.is_meal else way.fed,
            meals=way.meals + place.is_meal,
            sights=way.sights + (not place.is_meal),
            long=way.long or long,
            stays=road.minutes if long else -1,
            rows=(*way.rows, place.row),
        )

    def _is_worth(self, frame: Frame, way: _Way, most: int) -> bool:
        """
        Tell whether a day may go on so: within the limit, and not outdone by another.

        A day that has done as much by no other stops, no later and for no more money can go on in the same
        ways; it then uses no more of any row, and so stands for this one.
        """
        self.work.step()
        if way.reduced + int(self.rests[frame.goal].after(way.missing)[way.here]) > most:
            return False
        key = (frame, way.here, way.missing, way.course, way.long)
        seen = self._seen.setdefault(key, [])
        for other in seen:
            if (
                other.free <= way.free
                and other.cents <= way.cents
                and other.visited | way.visited == way.visited
                and other.fed <= way.fed
                and other.stays >= way.stays
            ):
                return False
        seen.append(way)
        return True


def _earliest(place: Place, here: int, begins: int, before: int) -> int | None:
    """Return the earliest minute from ``here`` on at which a stop can begin, within [begins, before)."""
    found = [
        start
        for opens, closes in place.open
        if (start := max(here, opens, begins)) < before and start + place.least <= closes
    ]
    return min(found, default=None)


# ------------------------------------------------------------------------- which required places fit a day


def subsets(chart: Map, frames: Sequence[Frame], rows: Sequence[str], work: Work) -> set[frozenset[str]]:
    """
    Return sets of places with certain rows, among them every one that some day can hold, whatever it costs.

    Other places may repeat, and any number of stops may lie on the way from one to the next: what is left is
    the earliest minute at which each can be left.
    """
    bit = {row: 1 << k for k, row in enumerate(rows)}
    bits = [bit.get(place.row, 0) for place in chart.places]
    found: set[int] = set()
    for frame in _longest(frames):
        found |= set(_fitting(chart, frame, bits, work))
    return {frozenset(row for row in rows if mask & bit[row]) for mask in found}


def _longest(frames: Sequence[Frame]) -> list[Frame]:
    """Return the frames without those that begin later or end sooner than another alike, bills aside."""
    kept: list[Frame] = []
    for frame in sorted(frames, key=lambda one: (one.ready, -one.due)):
        alike = (frame._replace(ready=one.ready, due=one.due, cents=one.cents) == one for one in kept)
        if not any(same and one.due >= frame.due for same, one in zip(alike, kept, strict=True)):
            kept.append(frame)
    return kept


def is_possible(chart: Map, frames: Sequence[Frame], work: Work) -> bool:
    """Tell whether there may be a day, in the sense of :func:`subsets`; if not, there is none."""
    bits = [0] * len(chart.places)
    return any(True for frame in frames for _ in _fitting(chart, frame, bits, work))


def _fitting(chart: Map, frame: Frame, bits: Sequence[int], work: Work) -> Iterator[int]:
    """Yield the sets of required places that a day can hold, as bit masks; some come more than once."""
    out, back, direct = chart.quickest_ends(frame.start, frame.goal)
    quick = chart.quickest
    if not (frame.least.meals or frame.least.sights) and frame.ready + direct <= frame.due:
        yield 0
    start = _Reached(-1, 0, frame.least.meals, frame.least.sights, -1, 0)
    known: dict[_Reached, list[tuple[int, int]]] = {}
    queue = [(start, frame.ready, -BETWEEN_MEALS_MIN)]
    while queue:
        state, free, fed = queue.pop()
        is_done = state.here >= 0 and not (state.meals or state.sights)
        if is_done and free + back[state.here] <= frame.due:
            yield state.mask
        for j, (place, bit) in enumerate(zip(chart.places, bits, strict=True)):
            work.step()
            useful = bit or (state.meals if place.is_meal else state.sights)
            if j == state.here or bit & state.mask or not useful or frame.weekday in place.closed:
                continue
            reach = free + (out[j] if state.here < 0 else quick[state.here][j])
            for after, end, ate in _next_stops(frame, place, j, state, reach, fed, bit):
                seen = known.setdefault(after, [])
                if end <= frame.due and not any(a <= end and b <= ate for a, b in seen):
                    seen.append((end, ate))
                    queue.append((after, end, ate))


class _Reached(NamedTuple):
    """What a day has got to, clocks aside."""

    here: int
    mask: int
    meals: int
    """Missing."""
    sights: int
    """Missing."""
    course: int
    eaten: int


def _next_stops(
    frame: Frame, place: Place, j: int, state: _Reached, reach: int, fed: int, bit: int
) -> Iterator[tuple[_Reached, int, int]]:
    mask = state.mask | bit
    if place.is_meal:
        if state.eaten < frame.least.most_meals:
            meals = max(0, state.meals - 1)
            for k in range(state.course + 1, len(_COURSES)):
                start = _earliest(place, max(reach, fed + BETWEEN_MEALS_MIN), *_COURSES[k])
                if start is not None:
                    end = start + place.least
                    yield _Reached(j, mask, meals, state.sights, k, state.eaten + 1), end, end
        return
    start = _earliest(place, reach, 0, NONE)
    if start is not None:
        end = start + place.least
        new = state._replace(here=j, mask=mask, sights=max(0, state.sights - 1))
        yield new, end, fed
        if frame.may_stay_long and state.sights == 2:  # roads count too: the stay alone need not be long
            yield new._replace(sights=0), end, fed
