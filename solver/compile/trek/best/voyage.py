"""
Voyages: what the skeletons of trips are made of (flights, hotels, cars), and the days they leave to fill.

A skeleton fixes everything but the visits. Its days depend on the hotel and on the flight that bounds
them, on nothing else; days that are alike have one key, whatever skeleton they are part of.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from planassay.kb.clock import DAY_MIN
from planassay.kb.weights import weights
from planassay.solver.compile.trek.best.sites import Site
from planassay.solver.compile.trek.bills import official_car_days, official_lodging_cents
from planassay.solver.compile.trek.cars import CarWay
from planassay.solver.compile.trek.legs import Service
from planassay.solver.compile.trek.schedule import Departure
from planassay.solver.compile.trek.trip import Trip
from planassay.solver.engines.patterns import Day

NOWHERE = -1
"""Position of the hotel that stands for all of a stop, each at its nearest."""


class Way(NamedTuple):
    """A flight of a leg on a day."""

    leg: int
    flight: int
    """Position among the services of the leg."""
    day: int


class Key(NamedTuple):
    """Names a day that a skeleton may hold; days of one key are alike."""

    kind: str
    """``land``, ``full`` or ``leave``."""
    stop: int
    hotel: int
    """Position of the hotel, or :data:`NOWHERE`."""
    service: int
    """Position of the flight that bounds the day; -1 for none."""


class Room(NamedTuple):
    """What the nights of a stay are worth, and what they cost by either bill."""

    value: int
    cents: int
    official: int


@dataclass(frozen=True, slots=True)
class Lodging:
    """One stop of a skeleton."""

    arrive: Way
    leave: Way | None
    hotel: int
    """Position among the hotels of the stop."""
    cars: CarWay
    value: int
    """Points of the nights and of the way from the airport."""
    cents: int
    """True bill of rooms and cars."""
    official: int
    """Official bill of the rooms."""
    bits: int
    """Stops that have a car-day, as bits; the last stop needs none."""
    days: tuple[tuple[Key, int], ...]
    """Days and how many of them, in order."""


class Skeleton(NamedTuple):
    """Flights and lodgings of a whole trip."""

    bound: int
    """Best reduced value of the skeleton, constants left out."""
    ways: tuple[Way, ...]
    lodgings: tuple[Lodging, ...]

    def points(self, voyage: "Voyage") -> int:
        """Return the points of flights, nights and the ways from the airports."""
        return sum(map(voyage.points, self.ways)) + sum(lodging.value for lodging in self.lodgings)


class Voyage:
    """
    What the skeletons of a task are made of.

    Parameters
    ----------
    trip
        Tables and clocks of the task.
    official_slack
        By how many cents the official bill must stay below the budget.
    """

    def __init__(self, trip: Trip, official_slack: int = 0) -> None:
        self.official_slack = official_slack
        self.trip = trip
        self.task = trip.task
        self.weights = weights()
        self.pace = self.weights.pace(self.task.personas)
        self.sites = tuple(Site(self.task, stop, self.weights, self.pace) for stop in trip.stops)
        self.car_rows = tuple(f"car:{k}" for k in range(len(trip.stops) - 1 if self.task.car else 0))
        """The rows that each stop but the last has a car-day: the bits that a whole trip must meet."""
        self._days: dict[Key, Day] = {}
        self._lodgings: dict[tuple[object, ...], Lodging | None] = {}

    # ------------------------------------------------------------------------------------------------ legs

    @cached_property
    def ways(self) -> tuple[tuple[Way, ...], ...]:
        """The flights and days of each leg."""
        last, stops = self.task.days, len(self.trip.stops)
        found = []
        for leg, services in enumerate(self.trip.services):
            days = range(leg + 1, last - stops + leg + 1)
            if leg == 0:
                days = range(1, 2)
            elif leg == stops:
                days = range(last, last + 1)
            found.append(tuple(Way(leg, flight, day) for day in days for flight in range(len(services))))
        return tuple(found)

    def service(self, way: Way) -> Service:
        """Return the flight of a way."""
        return self.trip.services[way.leg][way.flight]

    @cached_property
    def flight_points(self) -> tuple[tuple[int, ...], ...]:
        """Points of each service of each leg."""
        kb = self.trip.kb
        return tuple(
            tuple(
                self.weights.flight(s.leave, s.land, kb.flight_time(s.flight).duration_min) for s in services
            )
            for services in self.trip.services
        )

    def points(self, way: Way) -> int:
        """Return the points of a flight."""
        return self.flight_points[way.leg][way.flight]

    def fare(self, way: Way) -> int:
        """Return what a flight costs the party."""
        return self.service(way).flight.fare_cents * self.task.party

    def leaves(self, stop: int) -> tuple[Way | None, ...]:
        """Return the ways to leave a stop; only None where the trip ends."""
        return self.ways[stop + 1] if stop + 1 < len(self.ways) else (None,)

    def departure(self, leave: Way | None) -> Departure:
        """Return how a stop is left."""
        if leave is None:
            return Departure(self.task.days, self.task.days * DAY_MIN, None)
        return self.service(leave).departure(leave.day)

    def leave_day(self, leave: Way | None) -> int:
        """Return the day of leaving, or the last of the trip."""
        return leave.day if leave else self.task.days

    def nights(self, arrive: Way, leave: Way | None) -> int:
        """Return the nights that are booked, one in the air included."""
        return self.leave_day(leave) - arrive.day

    def landing_day(self, arrive: Way) -> int:
        """Return the day of landing."""
        return arrive.day + self.service(arrive).lands_days_later

    # ------------------------------------------------------------------------------------------------ days

    def day(self, key: Key) -> Day:
        """Return the day of a key."""
        found = self._days.get(key)
        if found is None:
            found = self._days[key] = self._day(key)
        return found

    def _day(self, key: Key) -> Day:
        site, services = self.sites[key.stop], self.trip.services
        if key.hotel == NOWHERE:
            return _nearest([self.day(key._replace(hotel=k)) for k in range(len(site.stop.hotels))])
        hotel = site.stop.hotels[key.hotel].point
        if key.kind == "full":
            return site.full_day(hotel)
        if key.kind == "land":
            return site.landing_day(hotel, services[key.stop][key.service].arrival(1))
        if key.service < 0:
            return site.leaving_day(hotel, self.departure(None))
        return site.leaving_day(hotel, services[key.stop + 1][key.service].departure(1))

    def keys(self, stop: int, hotel: int, arrive: Way, leave: Way | None) -> tuple[tuple[Key, int], ...]:
        """Return the days of a stay, in order; none if it has too few nights, or none on the ground."""
        full = self.leave_day(leave) - self.landing_day(arrive) - 1
        if full < 0 or self.nights(arrive, leave) < self.pace.least_nights(self.task.days, len(self.sites)):
            return ()
        between = ((Key("full", stop, hotel, -1), full),) if full else ()
        last = Key("leave", stop, hotel, leave.flight if leave else -1)
        return ((Key("land", stop, hotel, arrive.flight), 1), *between, (last, 1))

    # -------------------------------------------------------------------------------------------- lodgings

    def room(self, stop: int, arrive: Way, leave: Way | None, hotel: int) -> Room:
        """Return what the nights of a stay are worth and cost; points are for nights on the ground."""
        record = self.trip.stops[stop].hotels[hotel]
        nights, slept = self.nights(arrive, leave), self.leave_day(leave) - self.landing_day(arrive)
        floor = self.trip.stops[stop].floor_cents
        return Room(
            slept * self.weights.night(record),
            nights * self.task.rooms * record.price_cents,
            official_lodging_cents(self.task, stop, nights, record.price_cents, floor),
        )

    def lodging(self, stop: int, arrive: Way, leave: Way | None, hotel: int, cars: CarWay) -> Lodging | None:
        """Return a stay without its visits; None if the clocks forbid it."""
        key = (stop, arrive, leave, hotel, cars)
        if key not in self._lodgings:
            self._lodgings[key] = self._lodging(stop, arrive, leave, hotel, cars)
        return self._lodgings[key]

    def _lodging(self, stop: int, arrive: Way, leave: Way | None, hotel: int, cars: CarWay) -> Lodging | None:
        site = self.sites[stop]
        point = site.stop.hotels[hotel].point
        arrival, departure = self.service(arrive).arrival(arrive.day), self.departure(leave)
        if not site.is_in_time(point, arrival, departure):
            return None
        room = self.room(stop, arrive, leave, hotel)
        return Lodging(
            arrive=arrive,
            leave=leave,
            hotel=hotel,
            cars=cars,
            value=room.value + self.weights.road(site.minutes(arrival.airport, point)),
            cents=room.cents + cars.cents,
            official=room.official,
            bits=sum(1 << k for k in range(len(self.car_rows)) if cars.serves(k)),
            days=self.keys(stop, hotel, arrive, leave),
        )

    def car_ways(self, stop: int, arrive: Way, leave: Way | None) -> tuple[CarWay, ...]:
        """Return the ways to have a car during a stay."""
        return self.trip.cars.ways(stop, arrive.day, self.landing_day(arrive), self.leave_day(leave))

    @cached_property
    def official_budget(self) -> int:
        """What the official bill leaves for flights, rooms and tickets."""
        budget = self.task.budget_cents - self.official_slack
        if self.task.car is None:
            return budget
        days = official_car_days(self.task)
        cars = sum(n * stop.cars[0].price_cents for n, stop in zip(days, self.trip.stops, strict=True))
        return budget - cars


def _nearest(days: Sequence[Day]) -> Day:
    """Return a day that allows whatever one of several days allows, and is worth no less."""
    return Day(
        ready=tuple(map(min, zip(*(day.ready for day in days), strict=True))),
        first=tuple(map(max, zip(*(day.first for day in days), strict=True))),
        until=tuple(map(max, zip(*(day.until for day in days), strict=True))),
        last=tuple(map(max, zip(*(day.last for day in days), strict=True))),
        idle=max(day.idle for day in days),
        most=days[0].most,
        longest=days[0].longest,
    )
