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
from typing import TypeVar, cast
from weakref import WeakKeyDictionary, ref

from planassay.kb.catalog import Catalog, Table
from planassay.kb.keyed import Keyed
from planassay.kb.names import fold, squeeze
from planassay.kb.records import Attraction, Car, Flight, Hotel

Named = TypeVar("Named", Hotel, Attraction)
_UNSEEN: object = object()
"""Stands for what was not looked up yet, or was forgotten: another thread may forget at any moment."""
Key = TypeVar("Key")
Kept = TypeVar("Kept")

_MAX_TEXTS, _MAX_SPELLING = 20_000, 100
"""Spellings remembered at most, and their letters: answers may name anything."""


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
        self._flights: dict[str, int | None] = {}
        self._cars: dict[str, dict[str, tuple[Car, ...]]] = {}
        self._offsets: dict[str, int | None] = {}
        self._places: dict[str, str] = {}

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

    def place(self, label: str) -> str:
        """
        Return the place that a label names.

        A place of the tables if one is written so; else the only one that differs in its accents; else
        the squeezed label itself, which names nothing in the tables.
        """
        found = self._places.get(label)
        if found is None:
            squeezed = squeeze(label)
            found = squeezed
            if squeezed not in self.places:
                found = self._folded.get(fold(squeezed)) or squeezed
            if len(label) <= _MAX_SPELLING:
                _keep(self._places, label, found)
        return found

    def offset_min(self, place: str) -> int | None:
        """
        Return how far the clocks of a place are ahead of UTC; None if no flight serves it.

        Raises
        ------
        ZoneUnknownError
            If the zone of its first airport is not known.
        """
        label = self._airport_cities.get(place)
        if label is None:
            return None
        if place not in self._offsets:
            self._offsets[place] = self.kb.city_offset_min(label)
        return self._offsets[place]

    # ----------------------------------------------------------------------------------------------- records

    def hotel(self, place: str, name: str) -> Hotel | None:
        """Return the hotel of a name in a place, the first of the table if there are several."""
        return self._find(Table.HOTELS, self._hotels, self.kb.hotel, place, name)

    def attraction(self, place: str, name: str) -> Attraction | None:
        """Return the attraction of a name in a place, the first of the table if there are several."""
        return self._find(Table.ATTRACTIONS, self._attractions, self.kb.attraction, place, name)

    def _find(
        self,
        table: Table,
        found: dict[tuple[str, str], Named | None],
        make: Callable[[str, int], Named],
        place: str,
        name: str,
    ) -> Named | None:
        pair = place, name
        if (known := found.get(pair, _UNSEEN)) is not _UNSEEN:
            return cast("Named | None", known)
        label = self._tables[table].get(place)
        if label is None:
            return None
        row = self._rows(table, label, lambda row: squeeze(make(label, row).name)).first(squeeze(name))
        record = None if row is None else make(label, row)
        if len(name) <= _MAX_SPELLING:
            _keep(found, pair, record)
        return record

    def _rows(self, table: Table, label: str, key_of: Callable[[int], str]) -> Keyed:
        """Return the rows of a label by squeezed name."""
        keyed = self._keyed.get((table, label))
        if keyed is None:
            keyed = self._keyed[table, label] = Keyed(map(squeeze, self.kb.names(table, label)), key_of)
        return keyed

    def cars(self, place: str, car_type: str) -> tuple[Car, ...]:
        """Return the offers of a car type in a place, in table order."""
        types = self._cars.get(place)
        if types is None:
            label = self._tables[Table.CARS].get(place)
            if label is None:
                return ()
            grouped: dict[str, list[Car]] = {}
            for car in self.kb.cars(label):
                grouped.setdefault(squeeze(car.car_type), []).append(car)
            types = self._cars[place] = {name: tuple(cars) for name, cars in grouped.items()}
        return types.get(squeeze(car_type), ())

    def flight(self, number: str) -> Flight | None:
        """Return the flight of a number, the first of the table if there are several."""
        known = self._flights.get(number, _UNSEEN)
        if known is not _UNSEEN:
            row = cast("int | None", known)
        else:
            row = self._flight_rows.first(squeeze(number))
            if len(number) <= _MAX_SPELLING:
                _keep(self._flights, number, row)
        return None if row is None else self.kb.flights[row]

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
