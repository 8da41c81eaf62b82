"""
Sites: a stop as the pattern engine sees it, its sights as places and its days as windows.

Everything a stop offers at the pace of the party, with the points of ``kb.weights``: which hotels, and for
each hotel and flight what the day of landing, a full day and the day of leaving look like.
"""

from dataclasses import replace
from functools import cached_property, lru_cache

from planassay.kb.clock import DAY_MIN
from planassay.kb.geo import Point, travel_minutes
from planassay.kb.task import Task
from planassay.kb.weights import Pace, Weights
from planassay.solver.compile.trek.offers import Stop
from planassay.solver.compile.trek.schedule import Arrival, Departure
from planassay.solver.engines.patterns import NEVER, Day, Place, Region, Rhythm


class Site:
    """
    One stop of a task.

    Bits of a visit are the personas to serve at this stop, then the places that must be seen; where there is
    neither, one bit that any visit meets.

    Parameters
    ----------
    task, stop
        The request, and what the stop offers.
    weights, pace
        The points of things, and what a day may hold.
    """

    def __init__(self, task: Task, stop: Stop, weights: Weights, pace: Pace) -> None:
        self.task = task
        self.stop = stop
        self.weights = weights
        self.pace = pace
        self.minutes = lru_cache(maxsize=1 << 17)(travel_minutes)
        self.points = tuple(sight.record.point for sight in stop.sights)
        self.bits = len(stop.wishes) + len(stop.required) or 1

    @property
    def wishes(self) -> tuple[str, ...]:
        """The rows of what must be met here, a bit each."""
        k, stop = self.stop.position, self.stop
        rows = [f"cover:{k}:{bit}" for bit in range(len(stop.wishes))]
        rows += [f"must:{k}:{stop.sights[place].record.attraction_id}" for place in stop.required]
        return tuple(rows or [f"some:{k}"])

    def visit(self, place: int) -> str:
        """Return the row that a place is visited once at most."""
        return f"visit:{self.stop.position}:{self.stop.sights[place].record.attraction_id}"

    @property
    def full(self) -> int:
        """All bits: what a stay must meet."""
        return (1 << self.bits) - 1

    @cached_property
    def region(self) -> Region:
        """The sights as places, and the ways between them."""
        pace, weights = self.pace, self.weights
        kinds = [sight.record.kind for sight in self.stop.sights]
        ways = [self._hops(point) for point in self.points]
        arcs = tuple(
            tuple(
                weights.road(way) + (weights.same_kind if kinds[i] == kinds[j] else 0)
                for j, way in enumerate(row)
            )
            for i, row in enumerate(ways)
        )
        rhythm = Rhythm(
            pace.pause_min,
            pace.visiting_min,
            pace.alone_min,
            pace.lunch_min,
            pace.lunch_from,
            pace.lunch_latest,
        )
        near = tuple(tuple(way if self._is_near(way) else NEVER for way in row) for row in ways)
        return Region(tuple(map(self._place, range(len(self.points)))), near, arcs, rhythm)

    def _place(self, k: int) -> Place:
        sight = self.stop.sights[k]
        value = self.weights.visit(sight.record, sight.meets.bit_count())
        must = sum(1 << bit for bit, place in enumerate(self.stop.required) if place == k)
        covers = sight.meets | must << len(self.stop.wishes) if self.stop.wishes or self.stop.required else 1
        return Place(sight.windows, value, sight.record.ticket_cents * self.task.party, covers)

    def _hops(self, point: Point) -> tuple[int, ...]:
        return tuple(self.minutes(point, other) for other in self.points)

    def _is_near(self, way: int) -> bool:
        return way <= self.pace.way_max_min

    # ------------------------------------------------------------------------------------------------ days

    def check_in(self, hotel: Point, arrival: Arrival) -> int:
        """Return the trip minute at which the hotel is reached after landing."""
        return arrival.landing + self.pace.landing_min + self.minutes(arrival.airport, hotel)

    def full_day(self, hotel: Point) -> Day:
        """Return a day from the hotel and back."""
        hops = self._hops(hotel)
        road = tuple(map(self.weights.road, hops))
        return Day(
            ready=tuple(self.pace.day_start if self._is_near(hop) else NEVER for hop in hops),
            first=road,
            until=tuple(self.pace.home_by - hop if self._is_near(hop) else -1 for hop in hops),
            last=road,
            idle=0,
            most=self.pace.visits_a_day,
            longest=self.pace.longest_min,
        )

    def landing_day(self, hotel: Point, arrival: Arrival) -> Day:
        """Return what is left of the day of landing, from the hotel and back."""
        full, pace = self.full_day(hotel), self.pace
        day = max(arrival.landing // DAY_MIN + 1, arrival.day)
        ready = self.check_in(hotel, arrival) + pace.check_in_min - (day - 1) * DAY_MIN
        floor = max(pace.day_start, arrival.earliest if day == arrival.day else 0)
        if pace.is_short_night(arrival.earliest, arrival.landing - (day - 1) * DAY_MIN):
            floor = max(floor, pace.rest_until)
        begins = tuple(max(floor, ready + hop) if self._is_near(hop) else NEVER for hop in self._hops(hotel))
        most = pace.visits_after_flight if self.stop.position else pace.visits_first_day
        return Day(begins, full.first, full.until, full.last, 0, most, pace.travel_day_min)

    def leaving_day(self, hotel: Point, departure: Departure) -> Day:
        """Return the day of leaving, from the hotel to the airport, or to the end of the trip."""
        full, pace = self.full_day(hotel), self.pace
        if departure.airport is None:
            until = (pace.home_by,) * len(full.until)
            return replace(full, until=until, last=(0,) * len(until))
        leaving = departure.leaving - (departure.day - 1) * DAY_MIN
        hops = self._hops(departure.airport)
        until = tuple(min(pace.home_by, leaving - pace.airport_min - hop) for hop in hops)
        idle = self.weights.road(self.minutes(hotel, departure.airport))
        last = tuple(map(self.weights.road, hops))
        most, longest = pace.visits_before_flight, pace.travel_day_min
        return Day(full.ready, full.first, until, last, idle, most, longest)

    def is_in_time(self, hotel: Point, arrival: Arrival, departure: Departure) -> bool:
        """
        Return whether a hotel can be reached and left in time, with a night on the ground between.

        Any evening ends at the hotel by midnight, and the day after landing begins there: so days are free
        of each other. He who leaves without a visit needs no more than the way to the airport.
        """
        landing_day = max(arrival.landing // DAY_MIN + 1, arrival.day)
        if landing_day >= departure.day:
            return False
        ready = self.check_in(hotel, arrival) + self.pace.check_in_min
        if ready > landing_day * DAY_MIN + self.pace.day_start - self.pace.way_max_min:
            return False
        if departure.airport is None:
            return True
        way = self.minutes(hotel, departure.airport)
        leaving = departure.leaving - (departure.day - 1) * DAY_MIN
        return leaving >= way and ready + way <= departure.leaving
