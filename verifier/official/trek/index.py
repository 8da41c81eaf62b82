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
from bisect import bisect_right
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate
from types import MappingProxyType
from typing import TypeVar, cast

from planassay.kb.catalog import Catalog, Table
from planassay.kb.geo import Point, travel_minutes
from planassay.kb.keyed import Keyed
from planassay.kb.money import to_float
from planassay.kb.names import fold
from planassay.kb.records import Car, Flight
from planassay.verifier.official.trek.clock import read_clock
from planassay.verifier.official.trek.personas import Credit, attraction_credit, car_credit, hotel_credit

_MAX_KEPT = 50_000
"""Spellings or pairs of places remembered at most: plans may name anything."""
_MAX_MADE = 20_000
"""Rows of a kind remembered at most, as scoring sees them."""
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
_UNSEEN: object = object()
"""Stands for what was not looked up yet, or was forgotten: another thread may forget at any moment."""
_NOWHERE: Mapping[str, float] = MappingProxyType({})

Row = TypeVar("Row")


class Rows(Mapping[str, Row]):
    """
    What scoring asks of the rows of a table by lower-case name, the first row of a name winning.

    Parameters
    ----------
    label
        Which table it is; None for the one without rows.
    names
        Names of its rows, as written.
    make
        Gives the name of a row, and what scoring asks of it.
    found
        What was made lately, of all tables of the kind.
    """

    def __init__(
        self,
        label: str | None,
        names: Sequence[str],
        make: Callable[[str | None, int], tuple[str, Row]],
        found: dict[tuple[str | None, str], Row | None],
    ) -> None:
        self._label = label
        self._make = make
        self._found = found
        self._count = len(names)
        self._keyed = Keyed((name.lower() for name in names), lambda row: make(label, row)[0].lower())

    def look_up(self, name: str) -> Row | None:
        """Return what scoring asks of the row of a name in lower case, or None."""
        pair = self._label, name
        known = self._found.get(pair, _UNSEEN)
        if known is not _UNSEEN:
            return cast("Row | None", known)
        row = self._keyed.first(name)
        made = None if row is None else self._make(self._label, row)[1]
        if len(name) <= _MAX_SPELLING:
            if len(self._found) >= _MAX_MADE:
                self._found.clear()
            self._found[pair] = made
        return made

    def __getitem__(self, name: str) -> Row:
        made = self.look_up(name)
        if made is None:
            raise KeyError(name)
        return made

    def __contains__(self, name: object) -> bool:
        return isinstance(name, str) and self.look_up(name) is not None

    def __bool__(self) -> bool:
        return self._count > 0

    def __iter__(self) -> Iterator[str]:
        return (self._make(self._label, row)[0].lower() for row in self._keyed.firsts())

    def __len__(self) -> int:
        return sum(1 for _ in self._keyed.firsts())


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
        self._hotels: dict[str | None, Rows[Lodging]] = {}
        self._attractions: dict[str | None, Rows[Sight]] = {}
        self._lodgings_made: dict[tuple[str | None, str], Lodging | None] = {}
        self._sights_made: dict[tuple[str | None, str], Sight | None] = {}
        self._nights: dict[str | None, float] = {None: 0.0}
        self._garages: dict[str | None, Garage] = {None: _NO_CARS}
        self._hotels_of: dict[object, Rows[Lodging]] = {}
        self._attractions_of: dict[object, Rows[Sight]] = {}
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

    def hotels(self, city: object) -> Rows[Lodging]:
        """Return the hotels of a city by lower-case name, the first row winning; none if it has no table."""
        found = self._hotels_of.get(city)
        return self._open(Table.HOTELS, city, self._hotels_of, self._read_hotels) if found is None else found

    def attractions(self, city: object) -> Rows[Sight]:
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
        return rows.look_up(name.lower()) if rows else None

    def attraction(self, city: object, name: str) -> Sight | None:
        """Return the attraction of a name in a city, likewise."""
        rows = self.attractions(city)
        return rows.look_up(name.lower()) if rows else None

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

    def _read_hotels(self, label: str | None) -> Rows[Lodging]:
        rows = self._hotels.get(label)
        if rows is None:
            names = () if label is None else self.catalog.names(Table.HOTELS, label)
            rows = self._hotels[label] = Rows(label, names, self._lodging, self._lodgings_made)
        return rows

    def _lodging(self, label: str | None, row: int) -> tuple[str, Lodging]:
        assert label is not None  # the table without rows is asked for none
        hotel = self.catalog.hotel(label, row)
        return hotel.name, Lodging(to_float(hotel.price_cents), hotel.point, hotel_credit(hotel))

    def _read_attractions(self, label: str | None) -> Rows[Sight]:
        rows = self._attractions.get(label)
        if rows is None:
            names = () if label is None else self.catalog.names(Table.ATTRACTIONS, label)
            rows = self._attractions[label] = Rows(label, names, self._sight, self._sights_made)
        return rows

    def _sight(self, label: str | None, row: int) -> tuple[str, Sight]:
        assert label is not None
        attraction = self.catalog.attraction(label, row)
        sight = Sight(
            ticket=to_float(attraction.ticket_cents),
            point=attraction.point,
            hours=official_hours(attraction.hours_text),
            shortest_min=shortest_visit_min(attraction.duration_text),
            credit=attraction_credit(attraction),
        )
        return attraction.name, sight

    def cheapest_night(self, city: object) -> float:
        """Return the least price of a hotel of a city, the first row of each name; 0 if it has none."""
        label = self.catalog.resolve_city(Table.HOTELS, city)
        if label is not None and label not in self._nights:
            prices: dict[str, float] = {}
            for hotel in self.catalog.source.hotels(label):
                prices.setdefault(hotel.name.lower(), to_float(hotel.price_cents))
            self._nights[label] = min(prices.values(), default=0.0)
        return self._nights[label]

    def _read_garage(self, label: str | None) -> Garage:
        garage = self._garages.get(label)
        if garage is None:
            garage = self._garages[label] = _garage(self.catalog.cars(label))
        return garage

    def attraction_anywhere(self, name: str) -> Sight | None:
        """Return the attraction of a name in lower case; of the same name in two cities the first file's."""
        row = self._attraction_rows.first(name)
        if row is None:
            return None
        return self._read_attractions(self._attraction_of(row)[0]).look_up(name)

    @cached_property
    def _attraction_rows(self) -> Keyed:
        names = (
            name.lower()
            for label in self.catalog.labels(Table.ATTRACTIONS)
            for name in self.catalog.names(Table.ATTRACTIONS, label)
        )
        return Keyed(names, lambda row: self.catalog.attraction(*self._attraction_of(row)).name.lower())

    @cached_property
    def _attraction_starts(self) -> list[int]:
        labels = self.catalog.labels(Table.ATTRACTIONS)
        return list(
            accumulate((len(self.catalog.names(Table.ATTRACTIONS, one)) for one in labels), initial=0)
        )

    def _attraction_of(self, row: int) -> tuple[str, int]:
        """Return the label, and the row under it, of a row of all labels in the order of their files."""
        place = bisect_right(self._attraction_starts, row) - 1
        return self.catalog.labels(Table.ATTRACTIONS)[place], row - self._attraction_starts[place]

    # ----------------------------------------------------------------------------------------------- flights

    @cached_property
    def _flight_rows(self) -> Keyed:
        (numbers,) = self.catalog.flight_values("number")
        flights = self.catalog.flights
        return Keyed(
            (number.strip().lower() for number in numbers), lambda row: flights[row].number.strip().lower()
        )

    @cached_property
    def _cheapest_fares(self) -> Mapping[str, Mapping[str, float]]:
        """By city of departure, then of arrival, in lower case without outer blanks."""
        cheapest: dict[str, dict[str, int]] = {}
        columns = self.catalog.flight_values("from_city", "to_city", "fare_cents")
        cities = {city: city.strip().lower() for column in columns[:2] for city in column}
        for start, end, cents in zip(*columns, strict=True):
            fares = cheapest.setdefault(cities[start], {})
            fares[cities[end]] = min(cents, fares.get(cities[end], cents))
        return {start: {end: to_float(fares[end]) for end in fares} for start, fares in cheapest.items()}

    def flights(self, number: object) -> tuple[Flight, ...]:
        """Return the flights of a number, as text; case and outer blanks are ignored."""
        key = str(number).strip().lower()
        found = self._flights.get(key)
        if found is None:
            found = tuple(self.catalog.flights[row] for row in self._flight_rows.rows(key))
            if found:
                if len(self._flights) >= _MAX_MADE:
                    self._flights.clear()
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
        if not isinstance(number, str):
            return None
        return next((to_float(row.fare_cents) for row in self.flights(number) if row.number == number), None)

    def cheapest_fare(self, start: str, end: str) -> float | None:
        """Return the least fare of a leg; case and outer blanks are ignored, accents are not."""
        return self._cheapest_fares.get(start.strip().lower(), _NOWHERE).get(end.strip().lower())

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
