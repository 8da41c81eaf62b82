"""
Look-ups by name, read honestly: spacing, case and apostrophes do not matter, accents do.

One :class:`Lookup` belongs to one catalog and grows city by city as it is asked. The official scorers
have look-ups of their own, with their oddities; the strict rules and the readers of plans use these.

A *place* is the comparable form of a city label. Two labels are one place iff their places are equal:
``place("san josé") != place("San Jose")``, and ``place("Malaga")`` is that of ``Málaga`` if no other
city of the tables is written like it.
"""

from collections.abc import Callable, Collection, Iterable
from functools import cached_property
from typing import Any, NamedTuple, TypeVar
from weakref import WeakKeyDictionary, ref

from planassay.kb.catalog import Catalog, Table
from planassay.kb.keyed import Keyed
from planassay.kb.names import fold, squeeze
from planassay.kb.records import Attraction, Car, Flight, Hotel

Named = TypeVar("Named", Hotel, Attraction)
_UNSEEN: Any = object()
"""Stands for what was not looked up yet, or was forgotten: another thread may forget at any moment."""
Key = TypeVar("Key")
Kept = TypeVar("Kept")

_MAX_TEXTS, _MAX_SPELLING = 20_000, 100
"""Spellings remembered at most, and their letters: answers may name anything."""


class Course(NamedTuple):
    """A flight between two places, by true clocks."""

    from_place: str
    to_place: str
    depart_utc: int
    """Minutes from 00:00 UTC of the local day of departure; negative far to the east."""
    duration_min: int
    day_shift: int
    """Local calendar days between departure and arrival: -1 (date line), 0, 1 or 2."""


class _Places(dict[str, str]):
    """
    The place of each label, found when it is first asked for.

    A dictionary, because nothing is asked for as often.
    """

    def __init__(self, find: Callable[[str], str]) -> None:
        super().__init__()
        self._find = find

    def __missing__(self, label: str) -> str:
        found = self._find(label)
        if len(label) <= _MAX_SPELLING:
            _keep(self, label, found)
        return found


class Lookup:
    """
    The records of one catalog by name.

    Parameters
    ----------
    kb
        The catalog, which is held weakly: a look-up never keeps it alive.
    """

    def __init__(self, kb: Catalog) -> None:
        self._kb = ref(kb)
        self._keyed: dict[tuple[Table, str], Keyed] = {}
        self._hotels: dict[tuple[str, str], Hotel | None] = {}
        self._attractions: dict[tuple[str, str], Attraction | None] = {}
        self._flights: dict[str, Flight | None] = {}
        self._cars: dict[str, dict[str, tuple[Car, ...]]] = {}
        self._offers: dict[tuple[str, str], tuple[Car, ...]] = {}
        self._offsets: dict[str, int | None] = {}
        self._courses: dict[int, Course] = {}
        self._places = _Places(self._place)
        self.place: Callable[[str], str] = self._places.__getitem__
        """
        Return the place that a label names.

        A place of the tables if one is written so; else the only one that differs in its accents; else
        the squeezed label itself, which names nothing in the tables.
        """

    @property
    def kb(self) -> Catalog:
        """The catalog."""
        kb = self._kb()
        if kb is None:
            raise ReferenceError("the catalog of this look-up is gone")
        return kb

    # ------------------------------------------------------------------------------------------------ cities

    @cached_property
    def _tables(self) -> dict[Table, dict[str, str]]:
        """For each table: squeezed label -> its first label."""
        return {table: _firsts(self.kb.labels(table)) for table in Table}

    @cached_property
    def _airport_cities(self) -> dict[str, str]:
        """Squeezed label -> label, for the cities of the flight table."""
        return _firsts(sorted(self.kb.city_airports))

    @cached_property
    def places(self) -> frozenset[str]:
        """The places of every city that any table names."""
        return frozenset(self._airport_cities).union(*self._tables.values())

    @cached_property
    def _folded(self) -> dict[str, str | None]:
        """Folded label -> its place, or None where two places fold alike."""
        folded: dict[str, str | None] = {}
        for name in sorted(self.places):
            key = fold(name)
            folded[key] = None if key in folded else name
        return folded

    def _place(self, label: str) -> str:
        squeezed = squeeze(label)
        if squeezed in self.places:
            return squeezed
        return self._folded.get(fold(squeezed)) or squeezed

    def offset_min(self, place: str) -> int | None:
        """
        Return how far the clocks of a place are ahead of UTC; None if no flight serves it.

        Raises
        ------
        ZoneUnknownError
            If the zone of its first airport is not known.
        """
        offset = self._offsets.get(place)
        if offset is None and (label := self._airport_cities.get(place)) is not None:
            offset = self._offsets[place] = self.kb.city_offset_min(label)
        return offset

    # ----------------------------------------------------------------------------------------------- records

    def hotel(self, place: str, name: str) -> Hotel | None:
        """Return the hotel of a name in a place, the first of the table if there are several."""
        known: Hotel | None = self._hotels.get((place, name), _UNSEEN)
        if known is _UNSEEN:
            return self._find(Table.HOTELS, self._hotels, self.kb.hotel, place, name)
        return known

    def attraction(self, place: str, name: str) -> Attraction | None:
        """Return the attraction of a name in a place, the first of the table if there are several."""
        known: Attraction | None = self._attractions.get((place, name), _UNSEEN)
        if known is _UNSEEN:
            return self._find(Table.ATTRACTIONS, self._attractions, self.kb.attraction, place, name)
        return known

    def _find(
        self,
        table: Table,
        found: dict[tuple[str, str], Named | None],
        make: Callable[[str, int], Named],
        place: str,
        name: str,
    ) -> Named | None:
        label = self._tables[table].get(place)
        if label is None:
            return None
        row = self._rows(table, label, lambda row: squeeze(make(label, row).name)).first(squeeze(name))
        record = None if row is None else make(label, row)
        if len(name) <= _MAX_SPELLING:
            _keep(found, (place, name), record)
        return record

    def _rows(self, table: Table, label: str, key_of: Callable[[int], str]) -> Keyed:
        """Return the rows of a label by squeezed name."""
        keyed = self._keyed.get((table, label))
        if keyed is None:
            keyed = self._keyed[table, label] = Keyed(map(squeeze, self.kb.names(table, label)), key_of)
        return keyed

    def cars(self, place: str, car_type: str) -> tuple[Car, ...]:
        """Return the offers of a car type in a place, in table order."""
        known: tuple[Car, ...] = self._offers.get((place, car_type), _UNSEEN)
        return self._find_cars(place, car_type) if known is _UNSEEN else known

    def _find_cars(self, place: str, car_type: str) -> tuple[Car, ...]:
        types = self._cars.get(place)
        if types is None:
            label = self._tables[Table.CARS].get(place)
            if label is None:
                return ()
            grouped: dict[str, list[Car]] = {}
            for car in self.kb.cars(label):
                grouped.setdefault(squeeze(car.car_type), []).append(car)
            types = self._cars[place] = {name: tuple(cars) for name, cars in grouped.items()}
        found = types.get(squeeze(car_type), ())
        if len(car_type) <= _MAX_SPELLING:
            _keep(self._offers, (place, car_type), found)
        return found

    def flight(self, number: str) -> Flight | None:
        """Return the flight of a number, the first of the table if there are several."""
        known: Flight | None = self._flights.get(number, _UNSEEN)
        return self._find_flight(number) if known is _UNSEEN else known

    def _find_flight(self, number: str) -> Flight | None:
        row = self.flight_row(number)
        flight = None if row is None else self.kb.flights[row]
        if len(number) <= _MAX_SPELLING:
            _keep(self._flights, number, flight)
        return flight

    def course(self, flight: Flight) -> Course:
        """
        Return the course of a flight of the catalog.

        Raises
        ------
        ZoneUnknownError
            If the zone of either airport, or of the first airport of either city, is not known: what is
            booked there is told by the clocks of the city.
        """
        known = self._courses.get(flight.row)
        return self._course(flight) if known is None else known

    def _course(self, flight: Flight) -> Course:
        kb = self.kb
        duration, shift = kb.flight_time(flight)
        depart = flight.depart - kb.offset_min(flight.from_iata)
        course = Course(self.place(flight.from_city), self.place(flight.to_city), depart, duration, shift)
        for place in (course.from_place, course.to_place):
            self.offset_min(place)
        _keep(self._courses, flight.row, course)
        return course

    def flight_row(self, number: str) -> int | None:
        """Return the position of the flight of a number among the flights, or None."""
        return self._flight_rows.first(squeeze(number))

    @cached_property
    def _flight_rows(self) -> Keyed:
        (numbers,) = self.kb.flight_values("number")
        flights = self.kb.flights
        return Keyed(map(squeeze, numbers), lambda row: squeeze(flights[row].number))

    @cached_property
    def _legs(self) -> dict[tuple[str, str], list[tuple[str, str]]]:
        """(from, to) places -> the pairs of labels that are written for them, in table order."""
        legs: dict[tuple[str, str], list[tuple[str, str]]] = {}
        for from_city, to_city in self.kb.fares_by_leg:
            legs.setdefault((self.place(from_city), self.place(to_city)), []).append((from_city, to_city))
        return legs

    def flights(self, from_place: str, to_place: str) -> tuple[Flight, ...]:
        """Return the flights from one place to another, in table order for each spelling of their labels."""
        by_label = self.kb.flights_by_leg
        return tuple(f for labels in self._legs.get((from_place, to_place), ()) for f in by_label[labels])

    def fares(self, from_place: str, to_place: str) -> tuple[int, ...]:
        """Return the fares in cents of the flights from one place to another, without making the flights."""
        by_label = self.kb.fares_by_leg
        return tuple(c for labels in self._legs.get((from_place, to_place), ()) for c in by_label[labels])

    @property
    def routes(self) -> Collection[tuple[str, str]]:
        """The (from, to) places that some flight joins."""
        return self._legs.keys()


_LOOKUPS: WeakKeyDictionary[Catalog, Lookup] = WeakKeyDictionary()


def lookup(kb: Catalog) -> Lookup:
    """Return the look-up of a catalog, the same one each time."""
    found = _LOOKUPS.get(kb)
    if found is None:
        found = _LOOKUPS[kb] = Lookup(kb)
    return found


def _firsts(labels: Iterable[str]) -> dict[str, str]:
    firsts: dict[str, str] = {}
    for label in labels:
        firsts.setdefault(squeeze(label), label)
    return firsts


def _keep(found: dict[Key, Kept], key: Key, value: Kept) -> None:
    """Remember what was found, within bounds."""
    if len(found) >= _MAX_TEXTS:
        found.clear()
    found[key] = value
