"""
Plot: the tables of a world while defects are planted in them.

It hands out records by chance, none twice, so that no defect hides another and each can be counted.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Generic, NamedTuple, Protocol, TypeVar

from planassay.kb.catalog import MemorySource
from planassay.kb.draw import Draw
from planassay.kb.errors import InputError
from planassay.kb.records import Airport, Attraction, Car, Flight, Hotel
from planassay.kb.worlds.trek.scaffold import City


class _Placed(Protocol):
    """A record that knows its place in its table."""

    @property
    def row(self) -> int: ...


R = TypeVar("R", bound=_Placed)


class Found(NamedTuple):
    """Where a fault was planted: table, label, identifiers of the records, and a sentence."""

    table: str
    label: str
    ids: tuple[str, ...]
    detail: str


class Bed(Generic[R]):
    """One table: rows by label (the table of flights has the one label ``""``)."""

    def __init__(self, rows: dict[str, list[R]]) -> None:
        self.rows = rows
        self._touched: set[tuple[str, int]] = set()  # asked for membership only

    def take(self, draw: Draw, wanted: Callable[[R], bool], what: str) -> R:
        """
        Return a record that no defect has touched yet, by chance.

        Raises
        ------
        InputError
            If there is none left; ``what`` says of what.
        """
        for label in draw.shuffled(list(self.rows)):
            rows = self.rows[label]
            start = draw.below(max(1, len(rows)))
            for record in (*rows[start:], *rows[:start]):
                if self.is_free(label, record) and wanted(record):
                    self.touch(label, record)
                    return record
        raise InputError(f"this world has no {what} left to plant the defect in")

    def is_free(self, label: str, record: R) -> bool:
        """Return whether no defect has touched a record."""
        return (label, record.row) not in self._touched

    def above(self, label: str, record: R) -> R | None:
        """Return the record above another in its table, if there is one and no defect has touched it."""
        if not record.row:
            return None
        above = self.rows[label][record.row - 1]
        return above if self.is_free(label, above) else None

    def touch(self, label: str, record: R) -> None:
        """Keep a record from being handed out."""
        self._touched.add((label, record.row))

    def put(self, label: str, record: R) -> None:
        """Put a changed record in its place, or a new one behind the last."""
        rows = self.rows[label]
        rows[record.row : record.row + 1] = [record]
        self.touch(label, record)


@dataclass
class Plot:
    """All tables of a world, its cities, and the seed that makes more of the same."""

    cities: tuple[City, ...]
    seed: int
    hotels: Bed[Hotel]
    attractions: Bed[Attraction]
    cars: Bed[Car]
    flights: Bed[Flight]
    airports: list[Airport] = field(default_factory=list)

    @classmethod
    def of(cls, source: MemorySource, cities: Sequence[City], seed: int) -> "Plot":
        """Return the plot of a clean world."""
        return cls(
            cities=tuple(cities),
            seed=seed,
            hotels=Bed({label: list(rows) for label, rows in source.hotel_table.items()}),
            attractions=Bed({label: list(rows) for label, rows in source.attraction_table.items()}),
            cars=Bed({label: list(rows) for label, rows in source.car_table.items()}),
            flights=Bed({"": list(source.flight_table)}),
            airports=list(source.airport_table),
        )

    def source(self) -> MemorySource:
        """Return the tables as they are now, without a content hash."""
        return MemorySource(
            "",
            {label: tuple(rows) for label, rows in sorted(self.hotels.rows.items())},
            {label: tuple(rows) for label, rows in sorted(self.attractions.rows.items())},
            {label: tuple(rows) for label, rows in sorted(self.cars.rows.items())},
            tuple(self.flights.rows[""]),
            tuple(self.airports),
        )
