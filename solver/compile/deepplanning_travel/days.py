"""
Days: all ways to spend one, cheapest first.

A best-first search over stops. A label is a place with the earliest minute at which it can be left, what was
eaten and seen, and the reduced cost so far; the bound of ``town`` says what the rest costs at least. The
first complete day that comes up is the best, and so on: what is not worth a limit is never looked at.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from heapq import heappop, heappush
from itertools import count
from typing import NamedTuple

from planassay.kb.formats.deepplanning_travel.scope import LONG_VISIT_MIN, MEAL_HOURS
from planassay.solver.compile.deepplanning_travel.places import Place, Road
from planassay.solver.compile.deepplanning_travel.rides import Connection, Needs
from planassay.solver.compile.deepplanning_travel.town import FAR, End, Finish, Prices, State, Town
from planassay.solver.problem import Ration

MEAL_GAP_MIN = 120
DEPTH_BONUS = 3_000
"""By how many cents a quick search prefers a day that is planned a stop further."""
QUICK_STEPS = 2_500
COURSES = tuple(MEAL_HOURS.values())


class Stop(NamedTuple):
    """A stop at a place, once it is settled when."""

    place: int
    course: int
    """Which meal of the day, from 0; -1 at a sight."""
    start: int
    """Earliest."""
    end: int


@dataclass(frozen=True, slots=True)
class Outline:
    """A day before anything is chosen but its ends."""

    part: str
    """The component that it belongs to."""
    start: str
    """Hotel or station where it begins."""
    ready: int
    """Minute from which one can be on the road."""
    goal: str
    deadline: int
    """Minute until which the goal must be reached."""
    bill: int
    """What is paid anyway, in cents for the party."""
    needs: Needs
    weekday: int
    """0 for Monday."""
    ride: Connection | None = None
    others: tuple["Outline", ...] = ()
    """Further days that differ from this one in how they end, and in what is paid anyway."""


@dataclass(frozen=True, slots=True)
class Day:
    """A day as it can be spent."""

    outline: Outline
    stops: tuple[Stop, ...]
    cents: int
    """What it costs under the objective."""
    rows: tuple[str, ...]
    """The rows of the places that are visited, sorted."""
    reduced: int
    """Its reduced cost under the prices it was found with."""
    bill: int
    """What the party pays."""


class _Label(NamedTuple):
    """A day as far as it goes."""

    outline: Outline
    finish: Finish
    reduced: int
    cents: int
    bill: int
    stops: tuple[Stop, ...] = ()
    visited: int = 0
    state: State = (0, 0, 0)
    last_course: int = -1
    meal_end: int = -MEAL_GAP_MIN
    meals: int = 0
    sights: int = 0
    long: bool = False
    """Whether the one sight is stayed at so long that it stands for two."""
    reached_by: int = 0
    """Minutes of the road to the last stop."""


Reach = tuple[int, int, int, int, int]
"""Minutes of leaving and of the last meal's end, cents, minus the minutes of the road, places visited."""
Branch = tuple[int, int]
"""What a next stop and all after it cost at least, and the place."""


@lru_cache(maxsize=1 << 14)
def _starts(place: Place, course: int) -> tuple[tuple[int, int, int], ...]:
    """Return (from, until, close) for each time a stop may begin."""
    found = []
    for opens, closes in place.spans:
        first, last = opens, closes - place.shortest
        if course >= 0:
            begins, before = COURSES[course]
            first, last = max(first, begins), min(last, before - 1)
        if first <= last:
            found.append((first, last, closes))
    return tuple(found)


def days(
    outlines: Sequence[Outline], prices: Prices, ration: Ration, *, limit: int | None = None
) -> Iterator[Day]:
    """
    Yield ways to spend a day, in the order of their reduced cost, up to a limit.

    Parameters
    ----------
    outlines
        The ends between which to choose.
    prices
        The town under prices.
    ration
        What may be spent.
    limit
        Greatest reduced cost; None for all there are.
    """
    yield from _Search(prices, ration, FAR - 1 if limit is None else limit).run(outlines)


def quick_days(outlines: Sequence[Outline], prices: Prices, ration: Ration, *, limit: int) -> Iterator[Day]:
    """
    Yield good ways to spend a day in no certain order, up to a limit, and stop after some work.

    Parameters
    ----------
    outlines, prices, ration, limit
        As for :func:`days`.
    """
    search = _Search(prices, ration, limit)
    search.bonus = DEPTH_BONUS
    search.left = QUICK_STEPS
    yield from search.run(outlines)


class _Search:
    """One search; see :func:`days`."""

    def __init__(self, prices: Prices, ration: Ration, limit: int) -> None:
        self.prices = prices
        self.town: Town = prices.town
        self.ration = ration
        self.limit = limit
        self.queue: list[tuple[int, int, int, _Label | Day, Sequence[Branch], int]] = []
        self.order = count()
        self.known: dict[object, list[Reach]] = {}
        self.stops: list[int] = prices.stops.tolist()
        self.costs: list[int] = prices.town.bills.tolist()
        self.bonus = 0
        self.left = -1
        """Steps until the search gives up; it never does if negative."""

    def run(self, outlines: Sequence[Outline]) -> Iterator[Day]:
        """Yield the days; of a label only the next stop that is cheapest so far is looked at."""
        for outline in outlines:
            ends = ((outline.goal, outline.deadline, 0), *_further_ends(outline))
            finish = self.prices.finish(ends, outline.needs, quick=self.left >= 0)
            reduced = outline.bill * self.prices.rate
            self._add(_Label(outline, finish, reduced, outline.bill, outline.bill, state=finish.state), -1)
        while self.queue and self.left:
            self.left -= 1
            _, depth, _, found, branches, k = heappop(self.queue)
            self.ration.spend()
            if isinstance(found, Day):
                yield found
                continue
            if k + 1 < len(branches):
                self._push(found.reduced + branches[k + 1][0], depth, found, branches, k + 1)
            j = branches[k][1]
            if not found.visited >> j & 1:
                self._stop(found, j)

    def _push(self, bound: int, depth: int, entry: _Label | Day, branches: Sequence[Branch], k: int) -> None:
        if bound <= self.limit:
            rank = bound + self.bonus * depth
            heappush(self.queue, (rank, depth, next(self.order), entry, branches, k))

    def _add(self, label: _Label, here: int) -> None:
        """Queue a label, and the day that ends with it."""
        self._end(label, here)
        free = label.stops[-1].end if label.stops else label.outline.ready
        branches = label.finish.branches(label.outline.start if here < 0 else here, label.state, free)
        if branches:
            self._push(label.reduced + branches[0][0], -len(label.stops), label, branches, 0)

    def _left(self, label: _Label, road: Road) -> int | None:
        """Return the earliest minute at which the last stop is left by a road, None if it closes before."""
        if not label.stops:
            return label.outline.ready
        last = label.stops[-1]
        if not label.long or last.course >= 0:
            return last.end
        place = self.town.places[last.place]
        length = max(place.shortest, LONG_VISIT_MIN - label.reached_by - road.minutes)
        closes = next((c for o, c in place.spans if o <= last.start <= c), -1)
        return last.start + length if length <= place.longest and last.start + length <= closes else None

    def _stop(self, label: _Label, j: int) -> None:
        """Queue what comes of a stop at a place."""
        town, needs = self.town, label.outline.needs
        if label.stops:
            road = town.between[label.stops[-1].place][j]
        else:
            road = town.ways_from(label.outline.start)[j]
        left = None if road is None else self._left(label, road)
        if road is None or left is None:
            return
        place, ready = town.places[j], left + road.minutes
        if not place.is_meal:
            is_full = label.long or label.sights >= needs.most_sights
            if is_full or label.outline.weekday in place.closed:
                return
            for first, last, _ in _starts(place, -1):
                start = max(first, ready)
                if start <= last:
                    stop = Stop(j, -1, start, start + place.shortest)
                    self._visit(label, place, stop, road, left, long=False)
                    if needs.may_stay_long and label.sights == 0:
                        self._visit(label, place, stop, road, left, long=True)
                    break
        elif label.meals < needs.most_meals:
            ready = max(ready, label.meal_end + MEAL_GAP_MIN)
            for course in range(label.last_course + 1, len(COURSES)):
                for first, last, _ in _starts(place, course):
                    start = max(first, ready)
                    if start <= last:
                        stop = Stop(j, course, start, start + place.shortest)
                        self._visit(label, place, stop, road, left, long=False)
                        break

    def _visit(self, label: _Label, place: Place, stop: Stop, road: Road, left: int, *, long: bool) -> None:
        j, is_meal = stop.place, place.is_meal
        stops = label.stops
        if stops and stops[-1].end != left:  # a long stay ends when its road begins
            stops = (*stops[:-1], stops[-1]._replace(end=left))
        mask, meals, sights = label.state
        mask |= self.town.bits[j]
        if is_meal:
            state = (mask, max(meals - 1, 0), sights)
        else:
            state = (mask, meals, 0 if long else max(sights - 1, 0))
        reduced = label.reduced + road.cents * self.prices.rate + self.stops[j]
        for others, half, price in self.prices.halves[j]:
            if ((label.visited & others).bit_count() + (label.outline.part in half)) & 1:
                reduced += price
        if reduced + label.finish.bound(state, j, stop.end) > self.limit:
            return
        visited = label.visited | self.town.marks[j]
        meal_end = stop.end if is_meal else label.meal_end
        course = stop.course if is_meal else label.last_course
        is_long, reached_by = label.long or long, road.minutes if long else label.reached_by
        cents = label.cents + road.cents + self.costs[j]
        outline = label.outline
        key = (outline.goal, outline.deadline, outline.needs, j, state, course, is_long)
        if self._is_outdone(key, (stop.end, meal_end, cents, -reached_by, visited)):
            return
        after = _Label(
            label.outline,
            label.finish,
            reduced,
            cents,
            label.bill + road.cents + place.price.billed * self.town.people,
            (*stops, stop),
            visited,
            state,
            course,
            meal_end,
            label.meals + is_meal,
            label.sights + (not is_meal),
            is_long,
            reached_by,
        )
        self._add(after, j)

    def _is_outdone(self, key: object, mine: Reach) -> bool:
        """
        Tell whether as much was done before by no more stops, no later and no dearer; else remember this.

        Whatever can follow can follow on fewer stops as well, and uses no more of any row.
        """
        known = self.known.setdefault(key, [])
        end, meal_end, cents, reached_by, visited = mine
        for a, b, c, d, stops in known:
            if a <= end and c <= cents and not stops & ~visited and b <= meal_end and d <= reached_by:
                return True
        known.append(mine)
        return False

    def _end(self, label: _Label, here: int) -> None:
        """Queue the day that ends here, if it may, in each way in which it may end."""
        needs = label.outline.needs
        if label.meals >= needs.meals and (label.sights >= needs.sights or label.long):
            for outline in (label.outline, *label.outline.others):
                self._end_as(outline, label, here)

    def _end_as(self, outline: Outline, label: _Label, here: int) -> None:
        if label.stops:
            road = self.town.ways_to(outline.goal)[here]
        else:
            road = self.town.roads.between(outline.start, outline.goal)
        left = None if road is None else self._left(label, road)
        if road is None or left is None or left + road.minutes > outline.deadline:
            return
        stops = label.stops
        if stops:
            stops = (*stops[:-1], stops[-1]._replace(end=left))
        rows = tuple(sorted(self.town.places[stop.place].row for stop in stops))
        last = road.cents + outline.bill - label.outline.bill
        reduced = label.reduced + last * self.prices.rate
        day = Day(outline, stops, label.cents + last, rows, reduced, label.bill + last)
        self._push(reduced, -len(stops) - 1, day, (), 0)


def _further_ends(outline: Outline) -> list[End]:
    return [(other.goal, other.deadline, other.bill - outline.bill) for other in outline.others]
