"""
Documents: a solved trip in the scored form, every minute of it accounted for.

Stops are made at hours that a traveller would choose, as far as clocks allow; roads take just their time, and
whatever is left is waiting, at most eight hours in one place.
"""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from planassay.kb.clock import DAY_MIN, format_clock
from planassay.kb.formats.deepplanning_travel import Query
from planassay.kb.formats.deepplanning_travel.scope import LONGEST_WAIT_MIN, MEAL_HOURS, RIDE_MARGIN_MIN
from planassay.solver.compile.deepplanning_travel.days import COURSES, MEAL_GAP_MIN, Day, Stop
from planassay.solver.compile.deepplanning_travel.places import Hotel, Place, Road
from planassay.solver.compile.deepplanning_travel.rides import Connection
from planassay.solver.compile.deepplanning_travel.town import Town

Json = dict[str, object]

COURSE_NAMES = tuple(MEAL_HOURS)
GOOD_HOURS = (7 * 60 + 30, 11 * 60 + 30, 17 * 60 + 30)
"""When breakfast, lunch and dinner are had, if clocks allow."""
FIRST_STOP_MIN = 9 * 60
"""When a day's first stop is made, if clocks allow."""
EARLY_MIN = 60
"""How much earlier than the last moment one is ready for the ride home, if clocks allow."""
MORNING_MIN = 30


class Trip(NamedTuple):
    """What was chosen."""

    query: Query
    town: Town
    hotel: Hotel
    days: tuple[Day, ...]


def plan_document(trip: Trip) -> Json:
    """Return the trip in the scored form."""
    pages = [_page(trip, number) for number in range(1, trip.query.days + 1)]
    return {"daily_plans": pages, "budget_summary": _summary(trip)}


def _page(trip: Trip, number: int) -> Json:
    query, last = trip.query, trip.query.days
    home, away = query.origin, query.destination
    city = f"from {home} to {away}" if number == 1 else f"from {away} to {home}" if number == last else away
    page: Json = {"day_number": number, "current_city": city}
    if number < last:
        page["accommodation"] = {
            "name": trip.hotel.name,
            "price_per_night": amount(trip.hotel.price.stated),
        }
    page["activities"] = list(_Writer(trip, trip.days[number - 1], number).activities())
    return page


def amount(cents: int) -> int | float:
    """Return an amount in yuan as a JSON number."""
    return cents / 100 if cents % 100 else cents // 100


class _Writer:
    """Writes one day."""

    def __init__(self, trip: Trip, day: Day, number: int) -> None:
        self.trip = trip
        self.town = trip.town
        self.day = day
        self.is_first = number == 1
        self.is_last = number == trip.query.days
        self.stops = _timed(trip.town, day, is_first=self.is_first, is_last=self.is_last)

    def activities(self) -> Iterator[Json]:
        """Yield the activities."""
        outline, hotel = self.day.outline, self.trip.hotel.name
        places = [self._place(stop) for stop in self.stops]
        names = [outline.start, *(place.name for place in places), outline.goal]
        roads = _roads(self.town, names)
        if self.is_first and outline.ride is not None:
            yield from _rides(outline.ride)
            free = outline.ride.arrive
        else:
            free = self._leaving(roads[0])
            word = "Check-out" if self.is_last else "Breakfast and rest"
            yield _entry(max(0, free - MORNING_MIN), free, "hotel", {"activity": word, "name": hotel})
        landed = _Waits(before=RIDE_MARGIN_MIN if self.is_first else 0)
        for k, (stop, place) in enumerate(zip(self.stops, places, strict=True)):
            waits = _Waits() if k else landed
            yield from _move(free, stop.start, names[k], names[k + 1], roads[k], waits)
            yield self._stop(stop, place)
            free = stop.end
        yield from self._end(free, names[-2], roads[-1])

    def _place(self, stop: Stop) -> Place:
        return self.town.places[stop.place]

    def _leaving(self, road: Road) -> int:
        """Return when the hotel is left: in time for the first stop, or for the ride home."""
        if self.stops:
            return self.stops[0].start - road.minutes
        latest = self.day.outline.deadline - road.minutes
        return max(0, latest - EARLY_MIN)

    def _stop(self, stop: Stop, place: Place) -> Json:
        cost = amount(place.price.stated)
        if place.is_meal:
            details: Json = {"meal_type": COURSE_NAMES[stop.course], "name": place.name, "cost": cost}
            return _entry(stop.start, stop.end, "meal", details)
        details = {"name": place.name, "city": self.trip.query.destination, "cost": cost}
        return _entry(stop.start, stop.end, "attraction", details)

    def _end(self, free: int, here: str, road: Road) -> Iterator[Json]:
        outline, hotel = self.day.outline, self.trip.hotel.name
        if self.is_last and outline.ride is not None:
            waits = _Waits(after=RIDE_MARGIN_MIN)
            yield from _move(free, outline.ride.depart, here, outline.goal, road, waits)
            yield from _rides(outline.ride)
            return
        waits = _Waits(before=RIDE_MARGIN_MIN if self.is_first and not self.stops else 0)
        start = free + road.minutes + waits.before
        yield from _move(free, start, here, hotel, road, waits)
        word = "Check-in" if self.is_first else "Rest"
        yield _entry(start, DAY_MIN, "hotel", {"activity": word, "name": hotel})


def _roads(town: Town, names: Sequence[str]) -> list[Road]:
    roads = [town.roads.between(a, b) for a, b in pairwise(names)]
    return [road for road in roads if road is not None]


def _timed(town: Town, day: Day, *, is_first: bool, is_last: bool) -> list[Stop]:
    """Return the stops of a day at good hours."""
    latest = _latest(town, day)
    roads = _arrivals(town, day)
    found: list[Stop] = []
    free, meal_end = day.outline.ready, -MEAL_GAP_MIN
    for stop, road, last in zip(day.stops, roads, latest, strict=True):
        start = max(stop.start, free + road.minutes)
        if stop.course >= 0:
            start = max(start, meal_end + MEAL_GAP_MIN)
        good = GOOD_HOURS[stop.course] if stop.course >= 0 else 0
        if not found and not is_first:
            good = max(good, FIRST_STOP_MIN) if stop.course else good
        if is_last:
            good = last - EARLY_MIN
        start = max(start, min(last, good))
        found.append(stop._replace(start=start, end=start + stop.end - stop.start))
        free = found[-1].end
        meal_end = free if stop.course >= 0 else meal_end
    return found


def _arrivals(town: Town, day: Day) -> list[Road]:
    names = [day.outline.start, *(town.places[stop.place].name for stop in day.stops)]
    return _roads(town, names)


def _latest(town: Town, day: Day) -> list[int]:
    """Return the latest minute at which each stop can begin."""
    names = [*(town.places[stop.place].name for stop in day.stops), day.outline.goal]
    found: list[int] = []
    until, next_meal = day.outline.deadline, DAY_MIN + MEAL_GAP_MIN
    for stop, road in zip(reversed(day.stops), reversed(_roads(town, names)), strict=True):
        place, length = town.places[stop.place], stop.end - stop.start
        closes = next(c for o, c in place.spans if o <= stop.start <= c)
        end = min(until - road.minutes, closes)
        if stop.course >= 0:
            end = min(end, next_meal - MEAL_GAP_MIN, COURSES[stop.course][1] - 1 + length)
        start = end - length
        next_meal = start if stop.course >= 0 else next_meal
        until = start
        found.append(start)
    return found[::-1]


class _Waits(NamedTuple):
    """Least waits before and after a road."""

    before: int = 0
    after: int = 0


def _move(free: int, start: int, here: str, there: str, road: Road, waits: _Waits) -> Iterator[Json]:
    """Yield the road to a place, and the waits before and after it."""
    spare = start - free - road.minutes
    after = min(spare - waits.before, LONGEST_WAIT_MIN)
    leave = start - after - road.minutes
    if leave > free:
        yield _entry(free, leave, "buffer", {"description": "Leaving" if waits.before else "Free time"})
    yield _entry(leave, leave + road.minutes, "travel_city", _road(here, there, road))
    if after:
        yield _entry(
            start - after, start, "buffer", {"description": "Boarding" if waits.after else "Free time"}
        )


def _road(here: str, there: str, road: Road) -> Json:
    metres = road.metres
    distance = f"{metres}m" if metres < 1000 else f"{metres / 1000:.1f}km"
    return {
        "from": here,
        "to": there,
        "distance": distance,
        "duration": f"{road.minutes}min",
        "cost": amount(road.fare),
    }


def _rides(ride: Connection) -> Iterator[Json]:
    free: int | None = None
    for leg in ride.legs:
        if free is not None and leg.depart > free:
            yield _entry(free, leg.depart, "buffer", {"description": "Change"})
        row = leg.row
        details: Json = {
            "mode": leg.mode,
            "number": row.number,
            "from": row.from_station.strip(),
            "to": row.to_station.strip(),
            "cost": amount(leg.cents),
        }
        yield _entry(leg.depart, leg.arrive, "travel_intercity_public", details)
        free = leg.arrive


def _entry(start: int, end: int, kind: str, details: Json) -> Json:
    finish = "24:00" if end == DAY_MIN else format_clock(end)
    return {"time_slot": f"{format_clock(start)}-{finish}", "type": kind, "details": details}


def _summary(trip: Trip) -> Json:
    query, town = trip.query, trip.town
    sums = {"transportation": 0, "accommodation": 0, "meals": 0, "attractions_and_tickets": 0, "other": 0}
    sums["accommodation"] = trip.hotel.price.billed * query.rooms * (query.days - 1)
    for day in trip.days:
        sums["transportation"] += day.bill
        for stop in day.stops:
            place = town.places[stop.place]
            bill = place.price.billed * query.people
            sums["meals" if place.is_meal else "attractions_and_tickets"] += bill
            sums["transportation"] -= bill
    total = sum(sums.values())
    return {
        **{name: amount(cents) for name, cents in sums.items()},
        "total_estimated_budget": amount(total),
        "currency": "CNY",
    }
