"""
Schedules: on which day and at what time a stop's visits fit, with the least time on the road.

The traveller lands, sleeps at one hotel, visits each place of a cover in full and leaves in time. All
clocks are local trip minutes of the city. Besides the true clocks, days keep to what the official
evaluator can read: on the day a flight lands, its departure clock (of another zone) comes first.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import permutations
from typing import NamedTuple

from planassay.kb.clock import DAY_MIN
from planassay.kb.geo import GROUND_FLOOR_MIN, Point, travel_minutes
from planassay.solver.compile.trek.offers import Sight
from planassay.solver.problem import Ration, WorkLimitError

EVENING_MIN = 720
"""Half a day: how long before midnight a traveller may leave for an early flight."""
NEAREST_MIN = int(GROUND_FLOOR_MIN)
"""No way between two places is shorter."""
MAX_VISITS = 6
"""Largest cover that is scheduled by trying every order of every day."""


class Early(NamedTuple):
    """
    What lets a visit stand in the document before the flight that brings the traveller.

    The clock of a flight is that of another zone, which may be later than its landing. For the official
    evaluator the visit comes first then, and must leave time for the way back to the flight.
    """

    landing: int
    """Local trip minute of landing, on an earlier day perhaps."""
    arrive: int
    """Recorded clock of landing."""
    start: Point
    """Airport of departure."""


class Arrival(NamedTuple):
    """How the traveller comes to a stop."""

    day: int
    """Day of departure: the first whose night is booked here."""
    landing: int
    """Local trip minute of landing."""
    airport: Point
    earliest: int
    """On the day of departure, the first minute at which an event may stand in the document here."""
    early: Early | None = None
    """What may stand there before; None if nothing may."""


class Departure(NamedTuple):
    """How the traveller leaves a stop; without an airport the trip ends here."""

    day: int
    """Day of departure, or the last day of the trip."""
    leaving: int
    """Local trip minute by which the traveller must be at the airport; the end of the day without one."""
    airport: Point | None


class VisitTime(NamedTuple):
    """One visit in local minutes of its day."""

    day: int
    start: int
    end: int
    sight: int
    """Position in the stop's sights."""


@dataclass(frozen=True, slots=True)
class Schedule:
    """When a stop's visits take place."""

    ground_min: int
    """Minutes on the road, airport to hotel and hotel to airport included."""
    visits: tuple[VisitTime, ...]
    check_in: int
    """Local trip minute at which the hotel is first reached."""


class _Route(NamedTuple):
    ground: int
    end: int
    visits: tuple[tuple[int, int, int], ...]


class Planner:
    """
    Finds the least ground time for one hotel and one cover.

    Parameters
    ----------
    sights
        The stop's sights; visits name positions in it.
    ration
        How much it may work; nothing is counted without one.
    """

    def __init__(self, sights: Sequence[Sight], ration: Ration | None = None) -> None:
        self.sights = sights
        self.ration = ration
        self.minutes = lru_cache(maxsize=1 << 16)(travel_minutes)

    def best(
        self, hotel: Point, cover: tuple[int, ...], arrival: Arrival, departure: Departure
    ) -> Schedule | None:
        """
        Return the schedule with the least ground time, earliest days and starts on ties; None if none fits.

        Raises
        ------
        WorkLimitError
            If the cover has more than :data:`MAX_VISITS` places, or the ration is used up.
        """
        if len(cover) > MAX_VISITS:
            raise WorkLimitError(f"{len(cover)} visits in one stop; at most {MAX_VISITS} are scheduled")
        return _Stay(self, hotel, cover, arrival, departure).best()

    def is_open(self, k: int, arrival: Arrival, departure: Departure) -> bool:
        """
        Return whether a place could be visited alone, slept where one likes; what this rules out never fits.

        Between the first day and the last there is always a day for it.
        """
        self._spend()
        first = max(arrival.landing // DAY_MIN + 1, arrival.day)
        if first != departure.day:
            return first < departure.day and (
                first + 1 < departure.day
                or self._opens_first(k, arrival, first) is not None
                or self._closes_in_time(k, 0, departure)
            )
        begins = self._opens_first(k, arrival, first)
        return begins is not None and self._closes_in_time(k, begins, departure)

    def _opens_first(self, k: int, arrival: Arrival, first: int) -> int | None:
        """Return when a visit on the day of landing may begin at the earliest, None if it may not."""
        clock = _landing(arrival) - (first - 1) * DAY_MIN
        if first > arrival.day:  # the hotel comes first, and two ways take the least twice
            found = self._begin(k, clock + 2 * NEAREST_MIN)
        else:
            way = self.minutes(arrival.airport, self.sights[k].record.point)
            found = self._begin_on_page(k, clock + way, arrival)
        return None if found is None else found[0]

    def _closes_in_time(self, k: int, earliest: int, departure: Departure) -> bool:
        """Return whether a visit on the day of leaving that begins no sooner may end in time."""
        found = self._begin(k, earliest)
        if found is None or departure.airport is None:
            return found is not None
        way = self.minutes(self.sights[k].record.point, departure.airport)
        return found[1] + way <= departure.leaving - (departure.day - 1) * DAY_MIN

    def _spend(self) -> None:
        if self.ration is not None:
            self.ration.spend()

    def route(
        self, start: Point, ready: int, cover: tuple[int, ...], end: Point | None, flown: Arrival | None
    ) -> list[_Route]:
        """
        Return the Pareto-best orders (ground minutes, minute of reaching the end) of visits in one day.

        ``ready`` is the minute of the day from which the traveller may leave ``start``; ``flown`` is the
        flight that stands on the same page of the document, if one does. Without an ``end`` the day ends
        at the last place.
        """
        found: list[_Route] = []
        for order in permutations(cover):
            route = self._walk(start, ready, order, end, flown)
            if route is not None:
                found.append(route)
        return _pareto(found)

    def _walk(
        self, start: Point, ready: int, order: tuple[int, ...], end: Point | None, flown: Arrival | None
    ) -> _Route | None:
        self._spend()
        place, clock, ground = start, ready, 0
        visits = []
        for k in order:
            record = self.sights[k].record
            step = self.minutes(place, record.point)
            soonest = clock + step
            begin = self._begin(k, soonest) if flown is None else self._begin_on_page(k, soonest, flown)
            if begin is None:
                return None
            begins, clock = begin
            visits.append((begins, clock, k))
            ground += step
            place = record.point
        if end is not None and (order or start is not end):  # who stays at the hotel goes no way
            step = self.minutes(place, end)
            clock, ground = clock + step, ground + step
        return _Route(ground, clock, tuple(visits))

    def _begin_on_page(self, k: int, earliest: int, flown: Arrival) -> tuple[int, int] | None:
        """Return when a visit begins and ends on the page of the flight that brought the traveller."""
        if flown.early is not None:
            point, begin = self.sights[k].record.point, self._begin(k, earliest)
            if begin is not None and begin[1] + self.minutes(point, flown.early.start) <= flown.earliest:
                return begin
            earliest = max(earliest, flown.early.arrive + self.minutes(flown.airport, point))
        return self._begin(k, max(earliest, flown.earliest))

    def _begin(self, k: int, earliest: int) -> tuple[int, int] | None:
        for opening, latest, stay in self.sights[k].windows:
            begins = max(opening, earliest)
            if begins <= latest:
                return begins, begins + stay
        return None


def _landing(arrival: Arrival) -> int:
    """Return the local trip minute from which the traveller may be on the way."""
    return arrival.landing if arrival.early is None else arrival.early.landing


def _pareto(routes: list[_Route]) -> list[_Route]:
    routes.sort()
    kept: list[_Route] = []
    for route in routes:
        if not kept or route.end < kept[-1].end:
            kept.append(route)
    return kept


class _State(NamedTuple):
    ground: int
    ready: int
    visits: tuple[VisitTime, ...]
    check_in: int | None
    """Trip minute at which the hotel is first reached, on a day before the first perhaps; None before."""

    def slept(self) -> "_State":
        """Return the state after a day on which nothing is done."""
        return self._replace(ready=self.ready - DAY_MIN)


class _Stay:
    """The days of one stay, walked from landing to leaving."""

    def __init__(
        self, planner: Planner, hotel: Point, cover: tuple[int, ...], arrival: Arrival, departure: Departure
    ) -> None:
        self.planner = planner
        self.hotel = hotel
        self.cover = cover
        self.arrival = arrival
        self.departure = departure
        self.landing_day = max(arrival.landing // DAY_MIN + 1, arrival.day)
        self.routes: dict[tuple[object, ...], list[_Route]] = {}

    def best(self) -> Schedule | None:
        """Return the best schedule, or None."""
        first, last = self.landing_day, self.departure.day
        if first > last:
            return None
        ready = _landing(self.arrival) - (first - 1) * DAY_MIN
        start, state = self.arrival.airport, _State(0, ready, (), None)
        if self.arrival.day < first:  # the night in the air is booked: straight to the hotel
            transfer = self.planner.minutes(start, self.hotel)
            start, check_in = self.hotel, self.arrival.landing + transfer
            state = _State(transfer, ready + transfer, (), check_in)
        states = {frozenset[int](): [state]}
        for day in range(first, last + 1):
            if first + len(self.cover) + 1 < day < last:  # more free days than visits: the first will do
                states = {done: [s.slept() for s in paths] for done, paths in states.items()}
            else:
                states = self._day(states, day, start if day == first else self.hotel)
        return self._finish(states)

    def _day(
        self, states: dict[frozenset[int], list[_State]], day: int, start: Point
    ) -> dict[frozenset[int], list[_State]]:
        last = day == self.departure.day
        end = self.departure.airport if last else self.hotel
        flown = self.arrival if day == self.arrival.day else None
        after: dict[frozenset[int], list[_State]] = {}
        for done, paths in states.items():
            left = [k for k in self.cover if k not in done]
            for chosen in _subsets(left, whole=last):
                for state in paths:
                    for route in self._routes(start, max(state.ready, -EVENING_MIN), chosen, end, flown):
                        if last and route.end > self.departure.leaving - (day - 1) * DAY_MIN:
                            continue
                        step = self._step(state, route, day)
                        after.setdefault(done | frozenset(chosen), []).append(step)
        return {done: _best_states(paths) for done, paths in after.items()}

    def _step(self, state: _State, route: _Route, day: int) -> _State:
        """Return the state after a day."""
        times = tuple(VisitTime(day, begin, end, k) for begin, end, k in route.visits)
        check_in = (day - 1) * DAY_MIN + route.end if state.check_in is None else state.check_in
        return _State(state.ground + route.ground, route.end - DAY_MIN, state.visits + times, check_in)

    def _routes(
        self,
        start: Point,
        ready: int,
        chosen: tuple[int, ...],
        end: Point | None,
        flown: Arrival | None,
    ) -> list[_Route]:
        key = (start, ready, chosen, end, flown is None)
        if key not in self.routes:
            self.routes[key] = self.planner.route(start, ready, chosen, end, flown)
        return self.routes[key]

    def _finish(self, states: dict[frozenset[int], list[_State]]) -> Schedule | None:
        done = states.get(frozenset(self.cover), ())
        best = min(done, key=lambda s: (s.ground, s.visits), default=None)
        if best is None or best.check_in is None:
            return None
        return Schedule(best.ground, best.visits, best.check_in)


def _subsets(items: list[int], *, whole: bool) -> list[tuple[int, ...]]:
    if whole:
        return [tuple(items)]
    chosen: list[tuple[int, ...]] = [()]
    for item in items:
        chosen += [(*c, item) for c in chosen]
    return chosen


def _best_states(states: list[_State]) -> list[_State]:
    """Keep the states that no other beats on ground time and on hour of return."""
    kept: list[_State] = []
    for state in sorted(states, key=lambda s: (s.ground, max(s.ready, -EVENING_MIN), s.visits)):
        if not kept or max(state.ready, -EVENING_MIN) < max(kept[-1].ready, -EVENING_MIN):
            kept.append(state)
    return kept
