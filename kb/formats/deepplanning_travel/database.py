"""
The database of a task: seven CSV files in a folder of its own.

Read as the published evaluator reads them: a file that is missing or cannot be read is an empty table, and so
is said in ``problems``, not raised. Rows without a name are dropped; nothing else is repaired, repeated names
stay. Source: Qwen-Agent commit 31a4d36.
"""

import csv
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from types import MappingProxyType
from typing import ClassVar, TypeVar

from planassay.kb.errors import InputError
from planassay.kb.formats.deepplanning_travel.records import (
    Eatery,
    Location,
    Lodge,
    Road,
    Service,
    Sight,
)
from planassay.kb.tables import Part, content_hash

Named = TypeVar("Named", Sight, Eatery, Lodge, Service, Location)
Way = tuple[str, str]
"""Two pairs of coordinates, each as ``lat,lon``."""

SIGHTS = "attractions/attractions.csv"
EATERIES = "restaurants/restaurants.csv"
LODGES = "hotels/hotels.csv"
FLIGHTS = "flights/flights.csv"
TRAINS = "trains/trains.csv"
LOCATIONS = "locations/locations_coords.csv"
ROADS = "transportation/distance_matrix.csv"
FILES = (SIGHTS, EATERIES, LODGES, FLIGHTS, TRAINS, LOCATIONS, ROADS)
"""The files of a database, under its folder."""


@dataclass(frozen=True, eq=False)
class Database:
    """
    What the traveller of one task can find.

    Attributes
    ----------
    sights, eateries, lodges, flights, trains, locations
        Rows in the order of their files.
    roads
        The first row of each directed pair of coordinates, which is the one that counts.
    problems
        Why a table is empty, for each file that is missing or cannot be read.
    nameless
        Where rides stop, by :attr:`stops`, of flights and of trains, if rows without a number are among them.
    """

    sights: tuple[Sight, ...] = ()
    eateries: tuple[Eatery, ...] = ()
    lodges: tuple[Lodge, ...] = ()
    flights: tuple[Service, ...] = ()
    trains: tuple[Service, ...] = ()
    locations: tuple[Location, ...] = ()
    roads: Mapping[Way, Road] = field(default_factory=lambda: MappingProxyType({}))
    problems: tuple[InputError, ...] = ()
    nameless: tuple[tuple[tuple[str, str], ...], tuple[tuple[str, str], ...]] | None = None
    system: ClassVar[str] = "deepplanning-travel"

    @cached_property
    def sights_by_name(self) -> Mapping[str, Sight]:
        """The last row of each attraction."""
        return _last(self.sights)

    @cached_property
    def eateries_by_name(self) -> Mapping[str, Eatery]:
        """The last row of each restaurant."""
        return _last(self.eateries)

    @cached_property
    def lodges_by_name(self) -> Mapping[str, Lodge]:
        """The last row of each hotel."""
        return _last(self.lodges)

    @cached_property
    def locations_by_name(self) -> Mapping[str, Location]:
        """The last row of each place."""
        return _last(self.locations)

    @cached_property
    def flights_by_number(self) -> Mapping[str, tuple[Service, ...]]:
        """All rows of each flight number, in order."""
        return _grouped(self.flights)

    @cached_property
    def trains_by_number(self) -> Mapping[str, tuple[Service, ...]]:
        """All rows of each train number, in order."""
        return _grouped(self.trains)

    @property
    def stops(self) -> Sequence[tuple[str, str]]:
        """Stations with the city that each row names for them, flights first; of nameless rows, too."""
        if self.nameless is not None:
            return [stop for stops in self.nameless for stop in stops]
        return _stops((*self.flights, *self.trains))

    @property
    def row_count(self) -> int:
        """Rows in all tables; of roads those that count."""
        tables: Sequence[Sequence[object] | Mapping[Way, Road]] = (
            self.sights,
            self.eateries,
            self.lodges,
            self.flights,
            self.trains,
            self.locations,
            self.roads,
        )
        return sum(len(table) for table in tables)

    @cached_property
    def content_hash(self) -> str:
        """Identity of the database: SHA-256 over its rows."""
        parts: list[Part] = [
            (name, "", [tuple(row) for row in rows])
            for name, rows in (
                ("sights", self.sights),
                ("eateries", self.eateries),
                ("lodges", self.lodges),
                ("flights", self.flights),
                ("trains", self.trains),
                ("locations", self.locations),
            )
        ]
        parts.append(("roads", "", [(*way, *road) for way, road in self.roads.items()]))
        return content_hash(self.system, parts)


def _stops(rows: Sequence[Service]) -> tuple[tuple[str, str], ...]:
    ends = (((row.from_station, row.origin_city), (row.to_station, row.destination_city)) for row in rows)
    return tuple(stop for both in ends for stop in both)


def _last(rows: Sequence[Named]) -> Mapping[str, Named]:
    return MappingProxyType({_name(row): row for row in rows})


def _name(row: Sight | Eatery | Lodge | Service | Location) -> str:
    return row[0]


def _grouped(rows: Sequence[Service]) -> Mapping[str, tuple[Service, ...]]:
    groups: dict[str, list[Service]] = {}
    for row in rows:
        groups.setdefault(row.number, []).append(row)
    return MappingProxyType({number: tuple(group) for number, group in groups.items()})


def is_folder(folder: Path) -> bool:
    """Tell whether a folder holds the database of a task: at least one of its files."""
    return any((folder / name).is_file() for name in FILES)


def find_database(root: Path, task_id: str) -> Path | None:
    """
    Return the folder of a task's database, or None if there is none.

    Parameters
    ----------
    root
        A folder that holds ``id_<task>`` or ``<task>``, or holds such a folder as ``database``,
        ``database_en`` or ``database_zh``.
    task_id
        As in the query file.
    """
    for holder in (root, root / "database", root / "database_en", root / "database_zh"):
        for name in (f"id_{task_id}", task_id):
            folder = holder / name
            if name and folder.is_dir():
                return folder
    return None


def open_folder(folder: Path) -> Database:
    """
    Return the database of a folder, tables that cannot be read empty.

    Raises
    ------
    InputError
        If there is no such folder.
    """
    if not folder.is_dir():
        raise InputError("is no folder", source=folder)
    problems: list[InputError] = []
    return Database(
        sights=_named(folder / SIGHTS, _SIGHT, Sight._make, problems),
        eateries=_named(folder / EATERIES, _EATERY, Eatery._make, problems),
        lodges=_named(folder / LODGES, _LODGE, Lodge._make, problems),
        flights=_named(folder / FLIGHTS, _FLIGHT, Service._make, problems),
        trains=_named(folder / TRAINS, _TRAIN, Service._make, problems),
        locations=_named(folder / LOCATIONS, _LOCATION, _location, problems),
        roads=_roads(folder / ROADS, problems),
        problems=tuple(problems),
        nameless=_nameless(folder),
    )


def _nameless(
    folder: Path,
) -> tuple[tuple[tuple[str, str], ...], tuple[tuple[str, str], ...]] | None:
    """Return the stops of all rows of flights and trains, None if each row has a number."""
    tables: list[list[Service]] = []
    for name, columns in ((FLIGHTS, _FLIGHT), (TRAINS, _TRAIN)):
        try:
            tables.append([Service._make(row) for row in _cells(folder / name, columns)])
        except (OSError, UnicodeDecodeError, csv.Error):
            tables.append([])
    if all(row.number.strip() for table in tables for row in table):
        return None
    return _stops(tables[0]), _stops(tables[1])


_SIGHT = (
    *("attraction_name", "city", "attraction_type", "rating", "opening_time", "closing_time"),
    *("closing_dates", "min_visit_hours", "max_visit_hours", "ticket_price"),
)
_EATERY = (
    *("restaurant_name", "city", "price_per_person", "cuisine", "opening_time", "closing_time"),
    *("nearby_attraction_name", "query_latitude", "query_longitude", "rating", "tags"),
    *("latitude", "longitude"),
)
_LODGE = ("name", "city", "price", "hotel_star", "score", "brand", "decoration_time", "services")
_RIDE = (
    *("origin_city", "destination_city", "dep_date", "dep_station_name", "arr_station_name"),
    *("dep_datetime", "arr_datetime", "duration", "seat_class", "seat_status", "price"),
    *("segment_index", "route_index"),
)
_FLIGHT = ("flight_no", *_RIDE, "airline", "manufacturer")
_TRAIN = ("train_no", *_RIDE, "train_type", "manufacturer")
_LOCATION = ("poi_name", "latitude", "longitude")
_ROAD = ("origin", "destination", "distance_meters", "duration_minutes", "cost")


def database_of(tables: Mapping[str, Sequence[Mapping[str, str]]]) -> Database:
    """
    Return the database that rows of named cells make, as if they had been written to files and read.

    Parameters
    ----------
    tables
        Rows by the names in :data:`FILES`; a cell that is not there is empty.
    """

    def cells(name: str, columns: Sequence[str]) -> Iterator[list[str]]:
        return ([row.get(column, "") for column in columns] for row in tables.get(name, ()))

    return Database(
        sights=tuple(_make_named(Sight._make, cells(SIGHTS, _SIGHT))),
        eateries=tuple(_make_named(Eatery._make, cells(EATERIES, _EATERY))),
        lodges=tuple(_make_named(Lodge._make, cells(LODGES, _LODGE))),
        flights=tuple(_make_named(Service._make, cells(FLIGHTS, _FLIGHT))),
        trains=tuple(_make_named(Service._make, cells(TRAINS, _TRAIN))),
        locations=tuple(_make_named(_location, cells(LOCATIONS, _LOCATION))),
        roads=_first_roads(cells(ROADS, _ROAD)),
    )


def _location(cells: list[str]) -> Location:
    name, latitude, longitude = cells
    return Location(name, latitude.strip(), longitude.strip())


def _named(
    path: Path,
    columns: Sequence[str],
    make: Callable[[list[str]], Named],
    problems: list[InputError],
) -> tuple[Named, ...]:
    """Return the rows of a table whose first column, the name, is not empty."""
    try:
        return tuple(_make_named(make, _cells(path, columns)))
    except (OSError, UnicodeDecodeError, csv.Error) as error:
        problems.append(_unreadable(path, error))
        return ()


def _make_named(make: Callable[[list[str]], Named], rows: Iterator[list[str]]) -> Iterator[Named]:
    for row in rows:
        row[0] = row[0].strip()
        if row[0]:
            yield make(row)


def _roads(path: Path, problems: list[InputError]) -> Mapping[Way, Road]:
    try:
        return _first_roads(_cells(path, _ROAD))
    except (OSError, UnicodeDecodeError, csv.Error) as error:
        problems.append(_unreadable(path, error))
        return MappingProxyType({})


def _first_roads(rows: Iterator[list[str]]) -> Mapping[Way, Road]:
    roads: dict[Way, Road] = {}
    for start, end, metres, minutes, cost in rows:
        if (start, end) not in roads:
            roads[start, end] = Road(metres, minutes, cost)
    return MappingProxyType(roads)


def _unreadable(path: Path, error: Exception) -> InputError:
    reason = getattr(error, "strerror", None) or str(error)
    return InputError(f"cannot be read, taken as empty: {reason}", source=path)


def _cells(path: Path, columns: Sequence[str]) -> Iterator[list[str]]:
    """
    Yield the wanted cells of each row; a column or a cell that is not there is empty.

    Of two columns with one name the later counts; blank lines are no rows.
    """
    with path.open(encoding="utf-8-sig", newline="") as file:
        lines = csv.reader(file)
        header = next((line for line in lines if line), [])
        position = {name: place for place, name in enumerate(header)}
        places = [position.get(column, -1) for column in columns]
        width = max(places, default=-1) + 1
        is_whole = -1 not in places
        for line in lines:
            if not line:
                continue
            if is_whole and len(line) >= width:
                yield [line[place] for place in places]
            else:
                yield [line[place] if 0 <= place < len(line) else "" for place in places]
