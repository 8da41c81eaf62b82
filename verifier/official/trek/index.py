"""
The index: a knowledge base arranged for the official evaluator's look-ups.

Each look-up compares names in its own official way, which is noted where it is done; tables are opened
city by city when first asked for. Prices are the doubles that the official tables hold. Source: TREK
commit a656fc8, ``data_loader.py``.

Cities and names may be of any JSON kind. A list or an object as a city raises ``TypeError``; anything
but text as the name of something in a city that has a table raises ``AttributeError``: the official
evaluator fails there too.
"""

import re
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TypeVar

from planassay.kb.catalog import Catalog, Table
from planassay.kb.geo import Point, travel_minutes
from planassay.kb.money import to_float
from planassay.kb.names import fold
from planassay.kb.records import Attraction, Car, Flight, Hotel
from planassay.verifier.official.trek.clock import read_clock
from planassay.verifier.official.trek.personas import Credit, attraction_credit, car_credit, hotel_credit

_MAX_KEPT = 50_000
"""Spellings or pairs of places remembered at most: plans may name anything."""
_MAX_SPELLING = 100
_SHORTEST_VISIT_MIN = 60
_FIRST_NUMBER = re.compile(r"\d+(?:\.\d+)?")


@dataclass(frozen=True, slots=True)
class Lodging:
    """What scoring asks of a hotel."""

    price: float
    point: Point
    credit: Credit


@dataclass(frozen=True, slots=True)
class Sight:
    """What scoring asks of an attraction."""

    ticket: float
    point: Point
    hours: tuple[int, int] | None
    """Opening and closing minute; None if the table states none that can be read."""
    shortest_min: float
    """Least length of a visit."""
    credit: Credit


@dataclass(frozen=True, slots=True)
class Offer:
    """What scoring asks of a row of the car table."""

    car_type: str
    """In lower case."""
    car_id: str
    price: float
    seats: int | None
    credit: Credit


@dataclass(frozen=True, slots=True)
class Garage:
    """The car table of a city."""

    offers: tuple[Offer, ...]
    by_name: Mapping[str, tuple[Offer, ...]]
    """By type in lower case."""
    by_trimmed_name: Mapping[str, tuple[Offer, ...]]
    """By type in lower case without outer blanks."""


_NO_CARS = Garage((), {}, {})

Row = TypeVar("Row")


class Index:
    """
    The look-ups of the official evaluator over one catalog.

    Parameters
    ----------
    catalog
        The knowledge base; shared, never changed.
    """

    def __init__(self, catalog: Catalog) -> None:
        self.catalog = catalog
        self._folded: dict[str, str] = {}
        self._hotels: dict[str | None, dict[str, Lodging]] = {None: {}}
        self._attractions: dict[str | None, dict[str, Sight]] = {None: {}}
        self._garages: dict[str | None, Garage] = {None: _NO_CARS}
        self._hotels_of: dict[object, dict[str, Lodging]] = {}
        self._attractions_of: dict[object, dict[str, Sight]] = {}
        self._garage_of: dict[object, Garage] = {}
        self._flights: dict[str, tuple[Flight, ...]] = {}
        self._minutes: dict[tuple[Point, Point], int] = {}

    def fold(self, value: object) -> str:
        """Return the comparison form of a label; see ``kb.names.fold``."""
        if not isinstance(value, str):
            return fold(value)
        found = self._folded.get(value)
        if found is None:
            found = fold(value)
            _keep(self._folded, value, found)
        return found

    # ------------------------------------------------------------------------------------------- city tables

    def hotels(self, city: object) -> dict[str, Lodging]:
        """Return the hotels of a city by lower-case name, the first row winning; none if it has no table."""
        found = self._hotels_of.get(city)
        return self._open(Table.HOTELS, city, self._hotels_of, self._read_hotels) if found is None else found

    def attractions(self, city: object) -> dict[str, Sight]:
        """Return the attractions of a city by lower-case name, likewise."""
        found = self._attractions_of.get(city)
        if found is None:
            return self._open(Table.ATTRACTIONS, city, self._attractions_of, self._read_attractions)
        return found

    def garage(self, city: object) -> Garage:
        """Return the car table of a city; one without rows if it has none."""
        found = self._garage_of.get(city)
        return self._open(Table.CARS, city, self._garage_of, self._read_garage) if found is None else found

    def hotel(self, city: object, name: str) -> Lodging | None:
        """Return the hotel of a name in a city; case is ignored, blanks and accents are not."""
        rows = self.hotels(city)
        return rows.get(name.lower()) if rows else None

    def attraction(self, city: object, name: str) -> Sight | None:
        """Return the attraction of a name in a city, likewise."""
        rows = self.attractions(city)
        return rows.get(name.lower()) if rows else None

    def cars(self, city: object, car_type: str) -> tuple[Offer, ...]:
        """Return the offers of a type in a city; case and outer blanks are ignored."""
        return self.garage(city).by_trimmed_name.get(car_type.strip().lower(), ())

    def _open(
        self, table: Table, city: object, opened: dict[object, Row], read: Callable[[str | None], Row]
    ) -> Row:
        rows = read(self.catalog.resolve_city(table, city))
        if isinstance(city, str):
            _keep(opened, city, rows)
        return rows

    def _read_hotels(self, label: str | None) -> dict[str, Lodging]:
        rows = self._hotels.get(label)
        if rows is None:
            rows = self._hotels[label] = _firsts(self.catalog.hotels(label), _lodging)
        return rows

    def _read_attractions(self, label: str | None) -> dict[str, Sight]:
        rows = self._attractions.get(label)
        if rows is None:
            rows = self._attractions[label] = _firsts(self.catalog.attractions(label), _sight)
        return rows

    def _read_garage(self, label: str | None) -> Garage:
        garage = self._garages.get(label)
        if garage is None:
            garage = self._garages[label] = _garage(self.catalog.cars(label))
        return garage

    @cached_property
    def attractions_anywhere(self) -> Mapping[str, Sight]:
        """Attractions by lower-case name alone; of the same name in two cities the first file's."""
        anywhere: dict[str, Sight] = {}
        for label in self.catalog.labels(Table.ATTRACTIONS):
            for name, sight in self._read_attractions(label).items():
                anywhere.setdefault(name, sight)
        return anywhere

    # ----------------------------------------------------------------------------------------------- flights

    @cached_property
    def _flight_rows(self) -> Mapping[str, tuple[int, ...]]:
        rows: dict[str, tuple[int, ...]] = {}
        for row, key in enumerate(self.catalog.flight_keys):
            number = key.number.strip().lower()
            rows[number] = (*rows.get(number, ()), row)
        return rows

    @cached_property
    def _fares(self) -> Mapping[str, float]:
        return {key.number: to_float(key.fare_cents) for key in reversed(self.catalog.flight_keys)}

    @cached_property
    def _cheapest_fares(self) -> Mapping[tuple[str, str], float]:
        cheapest: dict[tuple[str, str], float] = {}
        for (start, end), fares in self.catalog.fares_by_leg.items():
            leg = start.strip().lower(), end.strip().lower()
            fare = to_float(min(fares))
            cheapest[leg] = min(fare, cheapest.get(leg, fare))
        return cheapest

    def flights(self, number: object) -> tuple[Flight, ...]:
        """Return the flights of a number, as text; case and outer blanks are ignored."""
        key = str(number).strip().lower()
        found = self._flights.get(key)
        if found is None:
            rows = self._flight_rows.get(key, ())
            found = tuple(self.catalog.flights[row] for row in rows)
            if rows:
                self._flights[key] = found
        return found

    def fare(self, number: object) -> float | None:
        """
        Return the fare of a number, which must be written exactly as the table has it.

        Raises
        ------
        ValueError
            If the number is a list or an object: the official comparison of columns fails on these.
        """
        if isinstance(number, list | dict):
            raise ValueError("Lengths must match to compare")
        return self._fares.get(number) if isinstance(number, str) else None

    def cheapest_fare(self, start: str, end: str) -> float | None:
        """Return the least fare of a leg; case and outer blanks are ignored, accents are not."""
        return self._cheapest_fares.get((start.strip().lower(), end.strip().lower()))

    # ------------------------------------------------------------------------------------------------ places

    def minutes(self, start: Point, end: Point) -> int:
        """Return the whole minutes that the travel model asks between two places."""
        pair = start, end
        found = self._minutes.get(pair)
        if found is None:
            found = travel_minutes(start, end)
            if len(self._minutes) >= _MAX_KEPT:
                self._minutes.clear()
            self._minutes[pair] = found
        return found


Key = TypeVar("Key", bound=Hashable)
Kept = TypeVar("Kept")


def _keep(cache: dict[Key, Kept], spelling: Key, value: Kept) -> None:
    """Remember what a spelling stands for, within bounds."""
    if isinstance(spelling, str) and len(spelling) <= _MAX_SPELLING:
        if len(cache) >= _MAX_KEPT:
            cache.clear()
        cache[spelling] = value


Named = TypeVar("Named", Hotel, Attraction)


def _firsts(records: Iterable[Named], make: Callable[[Named], Row]) -> dict[str, Row]:
    rows: dict[str, Row] = {}
    for record in records:
        name = record.name.lower()
        if name not in rows:
            rows[name] = make(record)
    return rows


def _lodging(hotel: Hotel) -> Lodging:
    return Lodging(to_float(hotel.price_cents), hotel.point, hotel_credit(hotel))


def _sight(attraction: Attraction) -> Sight:
    return Sight(
        ticket=to_float(attraction.ticket_cents),
        point=attraction.point,
        hours=official_hours(attraction.hours_text),
        shortest_min=shortest_visit_min(attraction.duration_text),
        credit=attraction_credit(attraction),
    )


def official_hours(text: str) -> tuple[int, int] | None:
    """Return the opening and the closing minute of a text, or None if it states none that can be read."""
    ends = [read_clock(end) for end in text.split("-")]
    if len(ends) != 2 or ends[0] is None or ends[1] is None:
        return None
    return ends[0], ends[1]


def shortest_visit_min(duration: str) -> float:
    """Return an hour, or the stated duration if that is shorter; nothing if none is stated."""
    hours = _FIRST_NUMBER.search(duration)
    return min(_SHORTEST_VISIT_MIN, 60 * float(hours.group())) if hours else 0.0


def _garage(cars: Sequence[Car]) -> Garage:
    offers = tuple(
        Offer(car.car_type.lower(), car.car_id, to_float(car.price_cents), car.seats, car_credit(car))
        for car in cars
    )
    by_name: dict[str, tuple[Offer, ...]] = {}
    by_trimmed_name: dict[str, tuple[Offer, ...]] = {}
    for offer in offers:
        by_name[offer.car_type] = (*by_name.get(offer.car_type, ()), offer)
        trimmed = offer.car_type.strip()
        by_trimmed_name[trimmed] = (*by_trimmed_name.get(trimmed, ()), offer)
    return Garage(offers, by_name, by_trimmed_name)
