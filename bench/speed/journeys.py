"""
Journeys: trips drawn from a seed, each with the task that it answers perfectly.

The trip comes first and the task asks for what the trip offers, so no solver is needed to have thousands of
valid plans over any knowledge base. They are what the suites score; nobody would call them clever.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import TypeVar

from planassay.kb.catalog import Catalog, Table
from planassay.kb.clock import DAY_MIN
from planassay.kb.formats.trek import official_source
from planassay.kb.geo import Point, travel_minutes
from planassay.kb.money import to_float
from planassay.kb.personas import PERSONAS
from planassay.kb.records import Attraction, Car, Flight, Hotel
from planassay.kb.task import CarRequest, Cause, Label, Task
from planassay.verifier.official.trek import score
from planassay.verifier.strict import check

Document = dict[str, object]
T = TypeVar("T")

_TRIES = 200
_STOPS = (1, 1, 1, 2, 2, 3)
_QUARTER_MIN = 15
_LATEST_LANDING = 16 * 60
_LAST_VISIT_END = 22 * 60
_EARLIEST_START = 7 * 60
_AMPLE_CENTS = 10**9
_REASONS = (
    "The requested 'Azure Meridian Hotel 13' does not exist in the knowledge base.",
    "No direct flight serves this leg, and connecting itineraries are ruled out.",
    "The cheapest trip exceeds the budget.",
    "There are no direct flights between these cities.",
    "No suitable car with enough seats is on offer.",
    "Sorry.",
    "",
)


@dataclass(frozen=True, slots=True)
class Journey:
    """A task, and an answer that is valid under ``strict`` and perfect under ``official``."""

    task: Task
    answer: Document


def journeys(kb: Catalog, count: int, seed: int = 0) -> list[Journey]:
    """
    Return some journeys over a knowledge base, the same for the same seed.

    Raises
    ------
    ValueError
        If the tables hold too little for trips of the simple kind that is drawn here.
    """
    draw = Random(seed)
    reached = _reached(kb)
    found: list[Journey] = []
    for _ in range(_TRIES * count):
        if len(found) == count:
            return found
        journey = _Draft(kb, reached, draw).journey(f"journey-{len(found)}")
        if journey is not None:
            found.append(journey)
    if len(found) == count:
        return found
    raise ValueError(f"{len(found)} journeys found, {count} wanted")


def hopeless(journey: Journey, draw: Random) -> Journey:
    """Return a journey whose task has become impossible, answered by one of the usual refusals."""
    cause = draw.choice((Cause.ENTITY, Cause.ROUTE, Cause.BUDGET))
    task = replace(journey.task, task_id=f"{journey.task.task_id}-{cause}", label=Label(False, cause))
    if cause is Cause.ENTITY:
        task = replace(task, required_hotels=("Azure Meridian Hotel 13",))
    elif cause is Cause.ROUTE:
        task = replace(task, stops=(*task.stops[:-1], task.origin))
    answer: Document = {"is_feasible": False, "refusal_reason": draw.choice(_REASONS), "plan": {}}
    if draw.random() < 0.8:
        answer |= {"submitted": True, "error": None}
    return Journey(replace(task, source=official_source(task)), answer)


def _reached(kb: Catalog) -> Mapping[str, Sequence[str]]:
    """Return the cities with places to see that one can fly to, from each city that has hotels."""
    labels = set(kb.labels(Table.ATTRACTIONS))
    reached: dict[str, list[str]] = {city: [] for city in kb.labels(Table.HOTELS)}
    for start, end in sorted(kb.flights_by_leg):
        if start in reached and end in reached and end in labels:
            reached[start].append(end)
    return reached


class _Draft:
    """One trip being drawn: where the traveller is, and from when on free to go."""

    def __init__(self, kb: Catalog, reached: Mapping[str, Sequence[str]], draw: Random) -> None:
        self.kb = kb
        self.reached = reached
        self.draw = draw
        self.party = draw.randint(1, 4)
        self.wants_car = draw.random() < 0.4
        self.days: list[Document] = []
        self.where = Point(0.0, 0.0)
        self.free_at = 0
        """Minute of the current day at the place where the traveller is."""

    def journey(self, name: str) -> Journey | None:
        """Return the journey, or None if this draw leads nowhere."""
        route = self._route()
        if route is None:
            return None
        cities = [flight.to_city for flight in route[:-1]]
        for flight, leaving in zip(route, [*route[1:], None], strict=True):
            if leaving is not None and not self._stop(flight, leaving):
                return None
        self._day(route[-1].from_city, route[-1], None)
        plan = {f"day{number}": day for number, day in enumerate(self.days, start=1)}
        answer: Document = {"is_feasible": True, "refusal_reason": "", "plan": plan}
        return self._asked(name, route[0].from_city, tuple(cities), answer)

    def _route(self) -> list[Flight] | None:
        """Return flights from some city through others and home again, each landing the same day."""
        origin = self.draw.choice(self.kb.labels(Table.HOTELS))
        here, route, seen = origin, [], {origin}
        for _ in range(self.draw.choice(_STOPS)):
            onward = [
                city for city in self.reached[here] if city not in seen and origin in self.reached[city]
            ]
            flight = self._flight(here, self.draw.choice(onward)) if onward else None
            if flight is None:
                return None
            route.append(flight)
            here = flight.to_city
            seen.add(here)
        back = self._flight(here, origin)
        return None if back is None else [*route, back]

    def _flight(self, start: str, end: str) -> Flight | None:
        fitting = [
            flight
            for flight in self.kb.flights_by_leg.get((start, end), ())
            if flight.depart >= _EARLIEST_START
            and flight.arrive <= _LATEST_LANDING
            and self.kb.flight_time(flight).day_shift == 0
        ]
        return self.draw.choice(fitting) if fitting else None

    def _stop(self, arriving: Flight, leaving: Flight) -> bool:
        """Add the days of a stop up to its last night; return whether something was seen there."""
        city = arriving.to_city
        hotel = self._pick(self.kb.hotels(city))
        offers = [car for car in self.kb.cars(city) if (car.seats or 0) >= self.party]
        car = self.draw.choice(offers) if self.wants_car and offers else None
        if hotel is None or (self.wants_car and car is None):
            return False
        seen: set[str] = set()
        for night in range(self.draw.randint(1, 2)):
            flight = arriving if night == 0 else None
            day = self._day(city, flight, hotel, car, check_in=night == 0)
            day["attractions"] = list(self._visits(city, seen))
            self.free_at += travel_minutes(self.where, hotel.point) - DAY_MIN
            self.where = hotel.point
        self._car = car
        return bool(seen)

    def _pick(self, rows: Sequence[T]) -> T | None:
        return self.draw.choice(rows) if rows else None

    def _day(
        self,
        city: str,
        flight: Flight | None,
        hotel: Hotel | None,
        car: Car | None = None,
        *,
        check_in: bool = False,
    ) -> Document:
        day: Document = {"current_city": city, "flights": [], "attractions": []}
        if flight is not None:
            day["current_city"] = f"{flight.from_city} to {flight.to_city}"
            day["flights"] = [_leg(flight)]
            self.where, self.free_at = flight.to_point, flight.arrive
        if hotel is not None:
            day["hotel"] = {"name": hotel.name, "city": city, "price_per_night": to_float(hotel.price_cents)}
            if check_in:
                self.free_at += travel_minutes(self.where, hotel.point)
                self.where = hotel.point
                day["hotel"] |= {"check_in": _clock(self.free_at)}  # type: ignore[operator]
        elif self.wants_car:
            car = self._car
        if car is not None:
            day["car"] = {
                "car_type": car.car_type,
                "city": car.city,
                "price_per_day": to_float(car.price_cents),
            }
        self.days.append(day)
        return day

    def _visits(self, city: str, seen: set[str]) -> Iterator[Document]:
        places = self.kb.attractions(city)
        for place in self.draw.sample(places, min(len(places), self.draw.randint(1, 3))):
            times = self._times(place)
            if times is None or place.name in seen:
                continue
            start, end = times
            seen.add(place.name)
            self.where, self.free_at = place.point, end
            yield {"name": place.name, "city": city, "visit_start": _clock(start), "visit_end": _clock(end)}

    def _times(self, place: Attraction) -> tuple[int, int] | None:
        """Return when a place can be seen next, or None if not today."""
        if place.hours is None or len(place.hours.windows(None)) != 1:
            return None
        (window,) = place.hours.windows(None)
        arrive = max(window.open, self.free_at + travel_minutes(self.where, place.point))
        start = -(-arrive // _QUARTER_MIN) * _QUARTER_MIN
        end = start + min(place.duration_min or 60, window.close - window.open)
        return (start, end) if end <= min(window.close, _LAST_VISIT_END) else None

    def _asked(self, name: str, origin: str, stops: tuple[str, ...], answer: Document) -> Journey | None:
        """Return the journey with a task that asks for just this, personas included if some are served."""
        personas = [(one,) for one in self.draw.sample(sorted(PERSONAS), 4)]
        for party in (*personas, ()):
            task = Task(
                task_id=name,
                system="trek",
                text=f"A trip from {origin} to {', '.join(stops)} in the listed order.",
                origin=origin,
                stops=stops,
                round_trip=True,
                days=len(self.days),
                party=self.party,
                rooms=(self.party + 1) // 2,
                budget_cents=_AMPLE_CENTS,
                personas=party,
                car=CarRequest(self.party) if self.wants_car else None,
            )
            task = replace(task, source=official_source(task))
            strict, official = check(answer, task, self.kb), score(answer, task, self.kb)
            if strict.task_perfect and official.task_perfect:
                dearest = max(strict.cost_cents or 0, round(100 * (official.total_cost or 0)))
                task = replace(task, budget_cents=-(-dearest // 100) * 100 + 10_000)
                return Journey(replace(task, source=official_source(task)), answer)
        return None


def _leg(flight: Flight) -> Document:
    return {
        "flight_number": flight.number,
        "departure_city": flight.from_city,
        "arrival_city": flight.to_city,
        "departure_time": flight.depart_text,
        "arrival_time": flight.arrive_text,
        "price": to_float(flight.fare_cents),
    }


def _clock(minute: int) -> str:
    return f"{minute // 60:02d}:{minute % 60:02d}"
