"""
Market: what an agent has seen of the tables, and how much it can have missed.

A shelf holds the rows of one table in one city, or of one leg, that replies have shown. When they came in
order of price and not all of them, no row that was not shown is cheaper than the last one: the *frontier*. So
a *wishful* row may stand for all of them, which costs as little and pleases everybody: where not even such
rows make a plan possible, nothing that was not seen does.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Generic, TypeVar

from planassay.kb.catalog import Catalog, MemorySource, Table
from planassay.kb.geo import Point
from planassay.kb.hours import Window, every_day
from planassay.kb.names import squeeze
from planassay.kb.personas import PERSONAS
from planassay.kb.records import Attraction, Car, Flight, Hotel
from planassay.kb.task import Task
from planassay.kb.zones import airport_zones

R = TypeVar("R", Hotel, Attraction, Car, Flight)
Leg = tuple[str, str]
WISHFUL = "\u2606"
"""Begins the name of a row that nobody has seen."""


@dataclass
class Shelf(Generic[R]):
    """The rows of one table in one city, or of one leg."""

    rows: dict[str, R] = field(default_factory=dict)
    """By identifier."""
    is_complete: bool = False
    """Whether there are no others."""
    frontier_cents: int = 0
    """No other row is cheaper."""
    cursor: str | None = None
    """What to ask the next page with, where pages are told apart by that."""
    pages: int = 0

    def add(self, rows: Iterable[R]) -> None:
        """Put in rows."""
        for row in rows:
            self.rows.setdefault(_identifier(row), row)


class Market:
    """
    Everything seen for one task.

    Parameters
    ----------
    task
        The request; its stops are the cities looked at.
    """

    def __init__(self, task: Task) -> None:
        self.task = task
        self.legs: dict[Leg, Shelf[Flight]] = {leg: Shelf() for leg in task.legs}
        self.hotels: dict[str, Shelf[Hotel]] = {stop: Shelf() for stop in task.stops}
        self.attractions: dict[str, Shelf[Attraction]] = {stop: Shelf() for stop in task.stops}
        self.cars: dict[str, Shelf[Car]] = {stop: Shelf() for stop in task.stops} if task.car else {}

    @property
    def is_complete(self) -> bool:
        """Whether every table of every city and leg was seen whole."""
        tables = (self.legs, self.hotels, self.attractions, self.cars)
        return all(shelf.is_complete for table in tables for shelf in _shelves(table))

    def catalog(self, *, wishful: bool = False) -> Catalog:
        """
        Return a knowledge base of what was seen.

        Parameters
        ----------
        wishful
            Add to every shelf that is not complete a row that stands for all that it may miss.
        """
        flights = [row for shelf in self.legs.values() for row in _sorted(shelf)]
        hotels = {city: _sorted(shelf) for city, shelf in self.hotels.items()}
        attractions = {city: _sorted(shelf) for city, shelf in self.attractions.items()}
        cars = {city: _sorted(shelf) for city, shelf in self.cars.items()}
        if wishful:
            for city in self.task.stops:
                point = self._middle(city)
                if not self.hotels[city].is_complete:
                    hotels[city].append(_wishful_hotel(city, point, self.hotels[city].frontier_cents))
                if not self.attractions[city].is_complete:
                    cents = self.attractions[city].frontier_cents
                    attractions[city] += [_wishful_place(city, point, cents, n) for n in range(2)]
                if city in self.cars and not self.cars[city].is_complete:
                    cars[city].append(_wishful_car(city, self.cars[city].frontier_cents))
        source = MemorySource(
            content_hash="seen",
            hotel_table={city: tuple(rows) for city, rows in hotels.items() if rows},
            attraction_table={city: tuple(rows) for city, rows in attractions.items() if rows},
            car_table={city: tuple(rows) for city, rows in cars.items() if rows},
            flight_table=tuple(replace(row, row=n) for n, row in enumerate(flights)),
        )
        return Catalog(source, zones=airport_zones)

    def knows(self, table: Table, city: str, name: str) -> bool:
        """Tell whether a name was seen in a city."""
        shelves: dict[str, Shelf[Hotel]] | dict[str, Shelf[Attraction]]
        shelves = self.hotels if table is Table.HOTELS else self.attractions
        return any(squeeze(row.name) == squeeze(name) for row in shelves[city].rows.values())

    def _middle(self, city: str) -> Point:
        """Return a place in a city: of something seen there, else of an airport."""
        for shelf in (self.hotels[city], self.attractions[city]):
            for row in shelf.rows.values():
                return row.point
        for (start, end), legs in self.legs.items():
            for flight in legs.rows.values():
                if start == city:
                    return flight.from_point
                if end == city:
                    return flight.to_point
        return Point(0.0, 0.0)


def _shelves(table: Mapping[Any, Shelf[Any]]) -> Iterable[Shelf[Any]]:
    return table.values()


def _identifier(row: Hotel | Attraction | Car | Flight) -> str:
    if isinstance(row, Hotel):
        return row.hotel_id
    if isinstance(row, Attraction):
        return row.attraction_id
    return row.car_id if isinstance(row, Car) else row.flight_id


def _sorted(shelf: Shelf[R]) -> list[R]:
    """Return the rows of a shelf in table order, as far as their identifiers tell it."""
    return sorted(shelf.rows.values(), key=lambda row: (row.row, _identifier(row)))


def _wishful_hotel(city: str, point: Point, cents: int) -> Hotel:
    return Hotel(
        row=1_000_000,
        hotel_id=WISHFUL,
        city=city,
        name=f"{WISHFUL} hotel",
        price_cents=cents,
        star_halves=10,
        restaurant_rating=5,
        rating_tenths=100,
        amenities=tuple(word for persona in PERSONAS.values() for word in persona.hotel),
        personas=(),
        point=point,
        country="",
        about="",
        address="",
    )


def _wishful_place(city: str, point: Point, cents: int, number: int) -> Attraction:
    return Attraction(
        row=1_000_000 + number,
        attraction_id=f"{WISHFUL}{number}",
        city=city,
        name=f"{WISHFUL} place {number}",
        kind="",
        ticket_cents=cents,
        hours=every_day([Window(0, 1439)]),
        hours_text="00:00-23:59",
        duration_min=60,
        duration_text="1 hours",
        restaurant_hundredths=500,
        facilities=tuple(word for persona in PERSONAS.values() for word in persona.attraction),
        personas=(),
        point=point,
        country="",
        overview="",
        address="",
    )


def _wishful_car(city: str, cents: int) -> Car:
    return Car(
        row=1_000_000,
        car_id=WISHFUL,
        city=city,
        car_type=f"{WISHFUL} car",
        price_cents=cents,
        seats=100,
        services=tuple(word for persona in PERSONAS.values() for word in persona.car),
        personas=(),
        pickup="",
    )
