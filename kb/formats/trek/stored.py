"""
Stored: the records of TREK as rows of a store, and a store's columns as a knowledge base.

How a record is laid out stands in ``layout``; how rows are kept, in ``planassay.kb.store``.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, cast

from planassay.kb.catalog import Catalog, FlightKey, MemorySource, Source, Table
from planassay.kb.columns import Columns, Records
from planassay.kb.formats.trek.layout import AIRPORTS, ATTRACTIONS, CARS, FLIGHTS, HOTELS
from planassay.kb.records import Airport, Attraction, Car, Flight, Hotel
from planassay.kb.tables import Part, TableSchema, Value, content_hash

SCHEMA = (AIRPORTS, ATTRACTIONS, CARS, FLIGHTS, HOTELS)
"""Every table of a TREK store."""
_NAMES: Mapping[Table, tuple[TableSchema[Any], str]] = {
    Table.HOTELS: (HOTELS, "name"),
    Table.ATTRACTIONS: (ATTRACTIONS, "name"),
    Table.CARS: (CARS, "car_type"),
}


def parts(source: Source) -> Iterator[Part]:
    """Yield the rows of each table, label by label in the order of the labels."""
    for label in source.labels(Table.HOTELS):
        yield "hotels", label, [HOTELS.to_row(record) for record in source.hotels(label)]
    for label in source.labels(Table.ATTRACTIONS):
        yield "attractions", label, [ATTRACTIONS.to_row(record) for record in source.attractions(label)]
    for label in source.labels(Table.CARS):
        yield "cars", label, [CARS.to_row(record) for record in source.cars(label)]
    yield "flights", "", [FLIGHTS.to_row(record) for record in source.flights()]
    yield "airports", "", [AIRPORTS.to_row(record) for record in source.airports()]


def identity(
    hotels: dict[str, tuple[Hotel, ...]],
    attractions: dict[str, tuple[Attraction, ...]],
    cars: dict[str, tuple[Car, ...]],
    flights: tuple[Flight, ...],
    airports: tuple[Airport, ...],
) -> str:
    """Return the content hash of these records: the identity of the knowledge base they are."""
    return content_hash("trek", parts(MemorySource("", hotels, attractions, cars, flights, airports)))


@dataclass(frozen=True, slots=True)
class ColumnSource:
    """The records of a store, made from its columns when they are asked for."""

    columns: Columns

    @property
    def content_hash(self) -> str:
        """Identity of the knowledge base."""
        return self.columns.content_hash

    def labels(self, table: Table) -> Sequence[str]:
        """Return the city labels of a table, in the order of their files."""
        return self.columns.labels(table)

    def hotels(self, label: str) -> Sequence[Hotel]:
        """Return the hotels of a label."""
        return self.columns.records(HOTELS, label)

    def attractions(self, label: str) -> Sequence[Attraction]:
        """Return the attractions of a label."""
        return self.columns.records(ATTRACTIONS, label)

    def cars(self, label: str) -> Sequence[Car]:
        """Return the cars of a label."""
        return self.columns.records(CARS, label)

    def names(self, table: Table, label: str) -> Sequence[str]:
        """Return the names of the rows of a label, without making the rows."""
        schema, column = _NAMES[table]
        (names,) = self.columns.values(schema, (column,), label)
        return cast("Sequence[str]", names)

    def hotel(self, label: str, row: int) -> Hotel:
        """Return one hotel of a label, made anew."""
        (hotel,) = self.columns.made(HOTELS, label, range(row, row + 1))
        return hotel

    def attraction(self, label: str, row: int) -> Attraction:
        """Return one attraction of a label, made anew."""
        (attraction,) = self.columns.made(ATTRACTIONS, label, range(row, row + 1))
        return attraction

    def flight_values(self, names: Sequence[str]) -> Sequence[Sequence[Value]]:
        """Return some columns of the flights, without making the flights."""
        return self.columns.values(FLIGHTS, names)

    def flights(self) -> Sequence[Flight]:
        """Return all flights, each made when it is asked for."""
        return Records(self.columns, FLIGHTS)

    def flight_keys(self) -> Sequence[FlightKey]:
        """Return what identifies each flight, without making the flights."""
        return list(map(FlightKey._make, zip(*self.columns.values(FLIGHTS, FlightKey._fields), strict=True)))

    def airports(self) -> Sequence[Airport]:
        """Return the airports."""
        return self.columns.records(AIRPORTS)


def open_columns(columns: Columns) -> Catalog:
    """Return the knowledge base that a store's columns hold."""
    return Catalog(ColumnSource(columns))
