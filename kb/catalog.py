"""
The knowledge base in memory: records by city, by number and by leg.

A catalog is made from any :class:`Source` (an official folder, a store on disk, lists in a test) and
builds its look-ups city by city on first use, so that scoring one task never loads the others. It
compares no names beyond the official resolution of city labels; each reader of the rules brings its
own comparison of names.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from enum import StrEnum
from functools import cached_property
from types import MappingProxyType
from typing import Any, NamedTuple, Protocol, TypeVar, cast

from planassay.kb.clock import FlightTime, flight_time, zone_offset_min
from planassay.kb.errors import ZoneUnknownError
from planassay.kb.names import fold, nfc
from planassay.kb.records import Airport, Attraction, Car, Flight, Hotel
from planassay.kb.zones import airport_zones

_MAX_LABEL, _MAX_RESOLVED = 100, 50_000
"""Labels of so many letters are remembered, and so many of them: plans may name any text."""
_UNSEEN: object = object()
"""Stands for what was not looked up yet, or was forgotten: another thread may forget at any moment."""
SNAPSHOT = date(2025, 8, 1)
"""Date of TREK's flight snapshot: zone offsets are those of this day."""


class Table(StrEnum):
    """The tables that are split by city."""

    HOTELS = "hotels"
    ATTRACTIONS = "attractions"
    CARS = "cars"


class FlightKey(NamedTuple):
    """What identifies a flight and places it in the network; names are those of :class:`Flight`."""

    number: str
    from_city: str
    to_city: str
    from_iata: str
    to_iata: str
    fare_cents: int


class Source(Protocol):
    """Where a catalog gets its records; each call returns them in the official order."""

    @property
    def content_hash(self) -> str:
        """Identity of the knowledge base."""

    def labels(self, table: Table) -> Sequence[str]:
        """Return the city labels of a table, in sorted order of their files."""

    def hotels(self, label: str) -> Sequence[Hotel]:
        """Return the hotels of a label of the hotel table."""

    def attractions(self, label: str) -> Sequence[Attraction]:
        """Return the attractions of a label of the attraction table."""

    def cars(self, label: str) -> Sequence[Car]:
        """Return the cars of a label of the car table."""

    def names(self, table: Table, label: str) -> Sequence[str]:
        """Return the names of the rows of a label (types, of cars), without making the rows."""

    def hotel(self, label: str, row: int) -> Hotel:
        """Return one hotel of a label."""

    def attraction(self, label: str, row: int) -> Attraction:
        """Return one attraction of a label."""

    def flights(self) -> Sequence[Flight]:
        """Return all flights."""

    def flight_values(self, names: Sequence[str]) -> Sequence[Sequence[Any]]:
        """Return some columns of the flights, by names of ``FlightKey``, without making the flights."""

    def flight_keys(self) -> Sequence[FlightKey]:
        """Return what identifies each flight, in the same order."""

    def airports(self) -> Sequence[Airport]:
        """Return the reference table of airports, which may be empty."""


@dataclass(frozen=True)
class MemorySource:
    """Records held in lists; city tables are keyed by label."""

    content_hash: str
    hotel_table: dict[str, tuple[Hotel, ...]] = field(default_factory=dict)
    attraction_table: dict[str, tuple[Attraction, ...]] = field(default_factory=dict)
    car_table: dict[str, tuple[Car, ...]] = field(default_factory=dict)
    flight_table: tuple[Flight, ...] = ()
    airport_table: tuple[Airport, ...] = ()

    def labels(self, table: Table) -> Sequence[str]:
        """Return the city labels of a table, sorted as the files ``<label>_hotel.csv`` would be."""
        tables: dict[Table, Iterable[str]] = {
            Table.HOTELS: self.hotel_table,
            Table.ATTRACTIONS: self.attraction_table,
            Table.CARS: self.car_table,
        }
        return sorted(tables[table], key=lambda label: nfc(f"{label}_"))

    def hotels(self, label: str) -> Sequence[Hotel]:
        """Return the hotels of a label."""
        return self.hotel_table[label]

    def attractions(self, label: str) -> Sequence[Attraction]:
        """Return the attractions of a label."""
        return self.attraction_table[label]

    def cars(self, label: str) -> Sequence[Car]:
        """Return the cars of a label."""
        return self.car_table[label]

    def names(self, table: Table, label: str) -> Sequence[str]:
        """Return the names of the rows of a label."""
        if table is Table.CARS:
            return [car.car_type for car in self.car_table[label]]
        rows: Sequence[Hotel | Attraction] = (
            self.hotel_table[label] if table is Table.HOTELS else self.attraction_table[label]
        )
        return [row.name for row in rows]

    def hotel(self, label: str, row: int) -> Hotel:
        """Return one hotel of a label."""
        return self.hotel_table[label][row]

    def attraction(self, label: str, row: int) -> Attraction:
        """Return one attraction of a label."""
        return self.attraction_table[label][row]

    def flights(self) -> Sequence[Flight]:
        """Return all flights."""
        return self.flight_table

    def flight_values(self, names: Sequence[str]) -> Sequence[Sequence[Any]]:
        """Return some columns of the flights."""
        return [[getattr(flight, name) for flight in self.flight_table] for name in names]

    def flight_keys(self) -> Sequence[FlightKey]:
        """Return what identifies each flight."""
        return [
            FlightKey(*(getattr(flight, name) for name in FlightKey._fields)) for flight in self.flight_table
        ]

    def airports(self) -> Sequence[Airport]:
        """Return the airports."""
        return self.airport_table


Record = TypeVar("Record", Hotel, Attraction, Car)


class Catalog:
    """
    A knowledge base of the TREK schema, ready to be asked.

    Parameters
    ----------
    source
        Where the records come from.
    snapshot
        Date whose zone offsets hold for every flight.
    zones
        Airport code to IANA zone; the shipped table if not given.

    Notes
    -----
    Immutable once made; safe to share between threads and cheap to fork.
    """

    system = "trek"

    def __init__(
        self,
        source: Source,
        *,
        snapshot: date = SNAPSHOT,
        zones: Callable[[str], str | None] = airport_zones,
    ) -> None:
        self.source = source
        self.snapshot = snapshot
        self._zone_of = zones
        self._hotels: dict[str, tuple[Hotel, ...]] = {}
        self._attractions: dict[str, tuple[Attraction, ...]] = {}
        self._cars: dict[str, tuple[Car, ...]] = {}
        self._resolved: dict[tuple[Table, str], str | None] = {}

    @property
    def content_hash(self) -> str:
        """SHA-256 over the records: the identity of the knowledge base."""
        return self.source.content_hash

    def labels(self, table: Table) -> tuple[str, ...]:
        """Return the city labels of a table, in the order of their files."""
        return self._labels[table]

    @cached_property
    def _labels(self) -> dict[Table, tuple[str, ...]]:
        return {table: tuple(self.source.labels(table)) for table in Table}

    @cached_property
    def _folders(self) -> dict[Table, tuple[dict[str, str], dict[str, str]]]:
        """For each table: composed label -> label, and folded label -> first label of that form."""
        folders: dict[Table, tuple[dict[str, str], dict[str, str]]] = {}
        for table in Table:
            exact: dict[str, str] = {}
            folded: dict[str, str] = {}
            for label in self._labels[table]:
                exact[nfc(label)] = label
                folded.setdefault(fold(label), label)
            folders[table] = (exact, folded)
        return folders

    @cached_property
    def _known(self) -> dict[Table, frozenset[str]]:
        return {table: frozenset(labels) for table, labels in self._labels.items()}

    def resolve_city(self, table: Table, label: object) -> str | None:
        """
        Return the table label that the official reader opens for a city, or None if it opens none.

        The composed text is looked up first, then the folded one (first file wins): ``San José`` and
        ``San Jose`` are two cities, but ``san josé`` opens the first of both. Source: TREK commit
        a656fc8, ``data_loader.py``.
        """
        text = str(label)
        key = (table, text)
        known = self._resolved.get(key, _UNSEEN)
        if known is not _UNSEEN:
            return cast("str | None", known)
        exact, folded = self._folders[table]
        found = exact.get(nfc(text))
        found = found if found is not None else folded.get(fold(text))
        if len(text) <= _MAX_LABEL:
            if len(self._resolved) >= _MAX_RESOLVED:
                self._resolved.clear()
            self._resolved[key] = found
        return found

    def hotels(self, label: str | None) -> tuple[Hotel, ...]:
        """Return the hotels of a table label (see ``resolve_city``), in table order; none for None."""
        return self._rows(self._hotels, Table.HOTELS, label, self.source.hotels)

    def attractions(self, label: str | None) -> tuple[Attraction, ...]:
        """Return the attractions of a table label, in table order; none for None."""
        return self._rows(self._attractions, Table.ATTRACTIONS, label, self.source.attractions)

    def cars(self, label: str | None) -> tuple[Car, ...]:
        """Return the cars of a table label, in table order; none for None."""
        return self._rows(self._cars, Table.CARS, label, self.source.cars)

    def names(self, table: Table, label: str) -> Sequence[str]:
        """Return the names of the rows of a table label (types, of cars), without making the rows."""
        return self.source.names(table, label)

    def hotel(self, label: str, row: int) -> Hotel:
        """Return one hotel of a table label; those of a label that was opened whole are not made again."""
        rows = self._hotels.get(label)
        return self.source.hotel(label, row) if rows is None else rows[row]

    def attraction(self, label: str, row: int) -> Attraction:
        """Return one attraction of a table label, likewise."""
        rows = self._attractions.get(label)
        return self.source.attraction(label, row) if rows is None else rows[row]

    def _rows(
        self,
        cache: dict[str, tuple[Record, ...]],
        table: Table,
        label: str | None,
        load: Callable[[str], Sequence[Record]],
    ) -> tuple[Record, ...]:
        if label is None or label not in self._known[table]:
            return ()
        rows = cache.get(label)
        if rows is None:
            rows = cache[label] = tuple(load(label))
        return rows

    @cached_property
    def flights(self) -> Sequence[Flight]:
        """
        All flights, in table order.

        A store makes a flight when its position is asked for, and all of them when they are walked, which
        takes most of a second at full size: look through ``flight_keys`` first.
        """
        return self.source.flights()

    @cached_property
    def flight_keys(self) -> tuple[FlightKey, ...]:
        """What identifies each flight, in table order: ``flight_keys[i]`` is of ``flights[i]``."""
        return tuple(self.source.flight_keys())

    def flight_values(self, *names: str) -> Sequence[Sequence[Any]]:
        """Return some columns of the flights, made anew at each call; names are those of ``FlightKey``."""
        return self.source.flight_values(names)

    @cached_property
    def airports(self) -> tuple[Airport, ...]:
        """The reference table of airports."""
        return tuple(self.source.airports())

    @cached_property
    def flights_by_leg(self) -> Mapping[tuple[str, str], tuple[Flight, ...]]:
        """Flights by exact (city of departure, city of arrival), each in table order."""
        rows: dict[tuple[str, str], list[int]] = {}
        for row, key in enumerate(self.flight_keys):
            rows.setdefault((key.from_city, key.to_city), []).append(row)
        return _Legs(self.flights, rows)

    @cached_property
    def fares_by_leg(self) -> MappingProxyType[tuple[str, str], tuple[int, ...]]:
        """Fares in cents by exact (city of departure, city of arrival), each in table order."""
        fares: dict[tuple[str, str], list[int]] = {}
        for start, end, cents in zip(*self.flight_values("from_city", "to_city", "fare_cents"), strict=True):
            fares.setdefault((start, end), []).append(cents)
        return MappingProxyType({leg: tuple(cents) for leg, cents in fares.items()})

    @cached_property
    def city_airports(self) -> MappingProxyType[str, tuple[str, ...]]:
        """For each city of the flight table, the codes of the airports that serve it, sorted."""
        codes: dict[str, set[str]] = {}
        for end in ("from", "to"):
            for city, code in zip(*self.flight_values(f"{end}_city", f"{end}_iata"), strict=True):
                codes.setdefault(city, set()).add(code)
        return MappingProxyType({city: tuple(sorted(found)) for city, found in codes.items()})

    def city_offset_min(self, city: str) -> int | None:
        """
        Return how far a city's clocks are ahead of UTC, by its first airport in order of code.

        None if the flight table does not serve the city.

        Raises
        ------
        ZoneUnknownError
            If the zone of that airport is not known.
        """
        codes = self.city_airports.get(city)
        return None if codes is None else self.offset_min(codes[0])

    def zone(self, iata: str) -> str:
        """
        Return the IANA zone of an airport.

        Raises
        ------
        ZoneUnknownError
            If none is known; never UTC instead.
        """
        zone = self._zone_of(iata)
        if zone is None:
            raise ZoneUnknownError(iata)
        return zone

    def offset_min(self, iata: str) -> int:
        """Return how many minutes the clocks at an airport are ahead of UTC on the snapshot date."""
        return zone_offset_min(self.zone(iata), self.snapshot)

    def flight_time(self, flight: Flight) -> FlightTime:
        """
        Return the true duration of a flight and its local day of arrival.

        Raises
        ------
        ZoneUnknownError
            If the zone of either airport is not known.
        """
        return flight_time(
            flight.depart, flight.arrive, self.offset_min(flight.from_iata), self.offset_min(flight.to_iata)
        )


class _Legs(Mapping[tuple[str, str], tuple[Flight, ...]]):
    """Flights by leg, those of a leg gathered when it is asked for."""

    def __init__(self, flights: Sequence[Flight], rows: Mapping[tuple[str, str], Sequence[int]]) -> None:
        self._flights = flights
        self._rows = rows
        self._gathered: dict[tuple[str, str], tuple[Flight, ...]] = {}

    def __getitem__(self, leg: tuple[str, str]) -> tuple[Flight, ...]:
        if leg not in self._gathered:
            self._gathered[leg] = tuple(self._flights[row] for row in self._rows[leg])
        return self._gathered[leg]

    def __contains__(self, leg: object) -> bool:
        return leg in self._rows

    def __iter__(self) -> Iterator[tuple[str, str]]:
        return iter(self._rows)

    def __len__(self) -> int:
        return len(self._rows)
