"""Legs: the flights that can carry the party from one stop to the next, cheapest first."""

from dataclasses import dataclass

from planassay.kb.catalog import Catalog
from planassay.kb.clock import DAY_MIN
from planassay.kb.errors import ZoneUnknownError
from planassay.kb.lookup import lookup
from planassay.kb.records import Flight
from planassay.kb.task import Task
from planassay.solver.compile.trek.schedule import Arrival, Departure, Early


@dataclass(frozen=True, slots=True)
class Service:
    """A flight with its true clocks, whatever day it leaves."""

    flight: Flight
    leave: int
    """Clock of departure in the zone of the stop it leaves, from 00:00 of the day of departure."""
    land: int
    """Clock of landing in the zone of the stop it reaches, from 00:00 of the day of departure."""

    def arrival(self, day: int, *, is_first: bool = False) -> Arrival:
        """
        Return how the traveller comes to the next stop on a departure of that day.

        Before the first leg nothing else stands on its page, so visits after a landing that its clock does
        not show yet may be told there.
        """
        start, flight = (day - 1) * DAY_MIN, self.flight
        early = None
        if is_first and self.land < flight.depart:
            early = Early(start + self.land, flight.arrive, flight.from_point)
        landing = self.land
        if landing < 0:  # lands on an earlier date: the document can only tell of the day of departure
            landing = max(landing, flight.arrive)
        return Arrival(day, start + landing, flight.to_point, flight.depart, early)

    def departure(self, day: int) -> Departure:
        """Return how the traveller leaves the stop before on that day."""
        return Departure(day, (day - 1) * DAY_MIN + self.leave, self.flight.from_point)

    @property
    def lands_days_later(self) -> int:
        """Local days between departure and landing, 0 for a landing on an earlier date."""
        return max(0, self.land // DAY_MIN)


def flights_of_leg(kb: Catalog, leg: tuple[str, str]) -> tuple[Flight, ...]:
    """Return the flights between two cities, labels read as the strict rules read them."""
    names = lookup(kb)
    return names.flights(names.place(leg[0]), names.place(leg[1]))


def fares_of_leg(kb: Catalog, leg: tuple[str, str]) -> tuple[int, ...]:
    """Return the fares in cents of the flights between two cities, labels read likewise."""
    names = lookup(kb)
    return names.fares(names.place(leg[0]), names.place(leg[1]))


def services(task: Task, kb: Catalog) -> tuple[tuple[Service, ...], ...]:
    """
    Return the services of each leg of a task, by fare, then flight number.

    Flights from or to an airport of unknown zone are left out: nobody can say when they land.
    """
    return tuple(
        tuple(
            sorted(
                (s for f in flights_of_leg(kb, leg) if (s := _service(kb, f)) is not None),
                key=lambda s: (s.flight.fare_cents, s.flight.number),
            )
        )
        for leg in task.legs
    )


def _service(kb: Catalog, flight: Flight) -> Service | None:
    try:
        duration = kb.flight_time(flight).duration_min
        left = kb.offset_min(flight.from_iata)
        here = kb.city_offset_min(flight.from_city)
        there = kb.city_offset_min(flight.to_city)
    except ZoneUnknownError:
        return None
    if here is None or there is None:
        return None
    instant = flight.depart - left
    return Service(flight, instant + here, instant + duration + there)
