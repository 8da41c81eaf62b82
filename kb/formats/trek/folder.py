"""
Folder: an official data folder, read whole into records.

Reading is total: every file and row that cannot be read is one ``InputError``, and all of them are
collected. Nothing is repaired. Where the same thing is stated twice (a flight number, a name in a city)
the second row is refused, because the official reader would never see it.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TypeVar

from planassay.kb.catalog import Catalog, MemorySource
from planassay.kb.errors import CollectedInputError, InputError
from planassay.kb.formats.trek.rows import Cells, read_rows
from planassay.kb.formats.trek.schema import (
    AIRPORT_COLUMNS,
    ATTRACTION_FILES,
    CAR_FILES,
    FLIGHT_COLUMNS,
    HOTEL_FILES,
    CityTable,
    airport,
    flight,
)
from planassay.kb.formats.trek.stored import identity
from planassay.kb.names import nfc
from planassay.kb.records import Airport, Attraction, Car, Flight, Hotel

R = TypeVar("R", Airport, Attraction, Car, Flight, Hotel)
C = TypeVar("C", Attraction, Car, Hotel)
Make = Callable[[Cells, int], R]

V2 = Path("api", "data", "v2")
FLIGHTS_FILE = Path("flight_data", "flights.csv")
AIRPORTS_FILE = Path("flight_data", "VALID_airports_id.csv")


class RepeatedError(InputError):
    """
    A row says again what an earlier one said, where the official reader takes the first.

    Parameters
    ----------
    ids
        What identifies both rows, the earlier one first: the cells of their first columns, or of a flight its
        number.
    """

    def __init__(self, error: InputError, ids: tuple[str, str]) -> None:
        super().__init__(
            error.message, source=error.source, line=error.line, column=error.column, value=error.value
        )
        self.ids = ids


@dataclass(frozen=True, slots=True)
class FolderReading:
    """What an official folder holds: the rows that can be read, and an error for each that cannot."""

    source: MemorySource
    faults: tuple[InputError, ...]


def open_folder(root: Path) -> Catalog:
    """
    Return the knowledge base of an official data folder.

    Parameters
    ----------
    root
        A folder that contains ``api/data/v2``, or that folder itself.

    Raises
    ------
    CollectedInputError
        If anything in it cannot be read; carries an error for each file and row.
    """
    reading = read_folder(root)
    if reading.faults:
        raise CollectedInputError(reading.faults)
    return Catalog(reading.source)


def read_folder(root: Path) -> FolderReading:
    """
    Read an official data folder as far as it can be read.

    A row that cannot be read is left out and the positions of those after it close up, as if the file
    had never held it.

    Raises
    ------
    InputError
        If ``root`` is no such folder at all.
    """
    v2 = find_tables(root)
    faults: list[InputError] = []
    hotels = _read_cities(v2, HOTEL_FILES, faults)
    attractions = _read_cities(v2, ATTRACTION_FILES, faults)
    cars = _read_cities(v2, CAR_FILES, faults)
    numbered = _once(flight, "flight_number", lambda number: number.strip().lower())
    flights = tuple(read_rows(v2 / FLIGHTS_FILE, FLIGHT_COLUMNS, numbered, faults))
    airports: tuple[Airport, ...] = ()
    if (v2 / AIRPORTS_FILE).exists():  # a reference that no official scorer reads
        coded = _once(airport, "iata_code", str)
        airports = tuple(read_rows(v2 / AIRPORTS_FILE, AIRPORT_COLUMNS, coded, faults))
    content_hash = identity(hotels, attractions, cars, flights, airports)
    source = MemorySource(content_hash, hotels, attractions, cars, flights, airports)
    return FolderReading(source, tuple(faults))


def find_tables(root: Path) -> Path:
    """
    Return the folder ``api/data/v2`` of an official data folder, which may be ``root`` itself.

    Raises
    ------
    InputError
        If there is none.
    """
    if (root / V2).is_dir():
        return root / V2
    if (root / FLIGHTS_FILE.parent).is_dir():
        return root
    found = "no such folder" if not root.is_dir() else f"holds neither {V2.as_posix()} nor flight_data"
    raise InputError(f"is no official TREK data folder: {found}", source=root)


def is_folder(root: Path) -> bool:
    """Return whether a path looks like an official data folder."""
    return (root / V2).is_dir() or (root / FLIGHTS_FILE.parent).is_dir()


def _read_cities(v2: Path, kind: CityTable[C], faults: list[InputError]) -> dict[str, tuple[C, ...]]:
    """Return the rows of each city, in the order of the file names."""
    tables: dict[str, tuple[C, ...]] = {}
    folder = v2 / kind.folder
    files = sorted(
        (path for path in folder.glob(f"*{kind.suffix}") if path.is_file()), key=lambda path: nfc(path.name)
    )
    if not files:
        found = "holds no file" if folder.is_dir() else "is no folder with files"
        faults.append(InputError(f"{found} named <City>{kind.suffix}", source=folder))
    for path in files:
        label = nfc(path.name.removesuffix(kind.suffix))
        if label in tables:
            faults.append(InputError(f"is a second file of the city {label!r}", source=path))
            continue
        make = partial(kind.make, label=label)
        once = _once(make, kind.unique, str.lower) if kind.unique else make
        tables[label] = tuple(read_rows(path, kind.columns, once, faults))
    return tables


def _once(make: Make[R], column: str, fold: Callable[[str], str]) -> Make[R]:
    """Return a maker of records that refuses a row whose folded cell an earlier good row has."""
    first: dict[str, tuple[int, str]] = {}
    name = _IDENTIFIERS.get(column, column)

    def make_once(cells: Cells, row: int) -> R:
        record = make(cells, row)
        key, own = fold(cells.read(column, str)), cells.read(name, str)
        if key in first:
            line, other = first[key]
            error = cells.error(column, f"is the same as in line {line}, ignoring case")
            raise RepeatedError(error, (other, own))
        first[key] = cells.line, own
        return record

    return make_once


_IDENTIFIERS = {"name": "hotel_id", "attraction_name": "attraction_id"}
"""Unique column to the one by which its rows are called; others call them themselves."""
