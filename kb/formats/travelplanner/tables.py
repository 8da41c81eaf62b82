"""
Tables: the official database of TravelPlanner, in memory.

Rows stand by city, in the order of their files, because the first row that fits is the one that counts.
Nothing is repaired: repeated pairs of cities and repeated names stay, and the readers of the rules say
which row they take.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import astuple, dataclass
from datetime import date
from functools import cached_property
from pathlib import Path
from types import MappingProxyType
from typing import ClassVar, TypeVar

from planassay.kb.errors import CollectedInputError, InputError
from planassay.kb.formats.travelplanner.cells import open_text, read_rows
from planassay.kb.formats.travelplanner.rows import (
    FLIGHT_COLUMNS,
    RESTAURANT_COLUMNS,
    ROAD_COLUMNS,
    ROOM_COLUMNS,
    SIGHT_COLUMNS,
    flight_of,
    restaurant_of,
    road_of,
    room_of,
    sight_of,
)
from planassay.kb.records import DatedFlight, Restaurant, Road, Room, Sight
from planassay.kb.tables import Part, Row, content_hash

Located = TypeVar("Located", Room, Restaurant, Sight)
Leg = tuple[str, str]
"""City of departure, city of arrival."""

ROOMS = ("accommodations.csv", "accommodations/clean_accommodations_2022.csv")
RESTAURANTS = ("restaurants.csv", "restaurants/clean_restaurant_2022.csv")
SIGHTS = ("attractions.csv", "attractions/attractions.csv")
ROADS = ("distance.csv", "googleDistanceMatrix/distance.csv")
FLIGHTS = ("flights/clean_Flights_2022.csv", "flights.csv", "flights_reconstructed.csv")
CITIES = ("citySet_with_states.txt", "background/citySet_with_states.txt")
"""Where a table may stand: in a plain folder, or in the folder of the official archive."""


@dataclass(frozen=True, eq=False)
class Tables:
    """
    The database.

    Attributes
    ----------
    states
        State of each city, in the order of the file.
    rooms, restaurants, sights
        Rows by city.
    roads
        The first row of each pair of cities, which is the one that counts.
    flights
        All flights there are.
    flights_are_partial
        Whether the flight table holds only some legs and dates, so that a flight it lacks may exist.
    """

    system: ClassVar[str] = "travelplanner"

    states: Mapping[str, str]
    rooms: Mapping[str, tuple[Room, ...]]
    restaurants: Mapping[str, tuple[Restaurant, ...]]
    sights: Mapping[str, tuple[Sight, ...]]
    roads: Mapping[Leg, Road]
    flights: tuple[DatedFlight, ...]
    flights_are_partial: bool

    @cached_property
    def flights_by_number(self) -> Mapping[str, DatedFlight]:
        """The first flight of each number."""
        numbers: dict[str, DatedFlight] = {}
        for flight in self.flights:
            numbers.setdefault(flight.number, flight)
        return MappingProxyType(numbers)

    @cached_property
    def flights_by_leg(self) -> Mapping[tuple[str, str, date], tuple[DatedFlight, ...]]:
        """The flights of each (from, to, date), in table order."""
        legs: dict[tuple[str, str, date], list[DatedFlight]] = {}
        for flight in self.flights:
            legs.setdefault((flight.from_city, flight.to_city, flight.date), []).append(flight)
        return MappingProxyType({leg: tuple(flights) for leg, flights in legs.items()})

    @cached_property
    def cities_of_state(self) -> Mapping[str, tuple[str, ...]]:
        """The cities of each state, in the order of the file."""
        states: dict[str, list[str]] = {}
        for city, state in self.states.items():
            states.setdefault(state, []).append(city)
        return MappingProxyType({state: tuple(cities) for state, cities in states.items()})

    @cached_property
    def content_hash(self) -> str:
        """Identity of the database: SHA-256 over its rows."""
        parts: list[Part] = [("cities", "", list(self.states.items()))]
        for name, table in (
            ("rooms", self.rooms),
            ("restaurants", self.restaurants),
            ("sights", self.sights),
        ):
            parts += [(name, city, [_values(row) for row in rows]) for city, rows in table.items()]
        parts.append(("roads", "", [_values(road) for road in self.roads.values()]))
        parts.append(("flights", "", [_values(flight) for flight in self.flights]))
        return content_hash("travelplanner", parts)


def _values(record: Room | Restaurant | Sight | Road | DatedFlight) -> Row:
    """Return the values of a record without its position, which is implied."""
    return tuple(value.isoformat() if isinstance(value, date) else value for value in astuple(record)[1:])


def is_folder(root: Path) -> bool:
    """Tell whether a folder holds the database: at least the rooms and the cities."""
    return _find(root, ROOMS) is not None and _find(root, CITIES) is not None


def open_folder(root: Path) -> Tables:
    """
    Return the database of a folder.

    Parameters
    ----------
    root
        A folder with the tables under plain names, or the folder of the official archive (``database``, or
        what holds it). Each file may be compressed with gzip.

    Raises
    ------
    CollectedInputError
        If a table is missing or anything in one cannot be read; carries every such error.
    """
    faults: list[InputError] = []
    names = (ROOMS, RESTAURANTS, SIGHTS, ROADS, FLIGHTS, CITIES)
    paths = {name: _find(root, name) for name in names}
    for name, path in paths.items():
        if path is None:
            faults.append(InputError(f"has no {name[0]}", source=root))
    found = {name: path for name, path in paths.items() if path is not None}
    if faults:
        raise CollectedInputError(faults)
    roads: dict[Leg, Road] = {}
    for road in read_rows(found[ROADS], ROAD_COLUMNS, road_of, faults, drop_gaps=False):
        roads.setdefault((road.from_city, road.to_city), road)
    tables = Tables(
        states=_read_states(found[CITIES], faults),
        rooms=_by_city(read_rows(found[ROOMS], ROOM_COLUMNS, room_of, faults)),
        restaurants=_by_city(read_rows(found[RESTAURANTS], RESTAURANT_COLUMNS, restaurant_of, faults)),
        sights=_by_city(read_rows(found[SIGHTS], SIGHT_COLUMNS, sight_of, faults)),
        roads=MappingProxyType(roads),
        flights=tuple(read_rows(found[FLIGHTS], FLIGHT_COLUMNS, flight_of, faults)),
        flights_are_partial=not found[FLIGHTS].name.startswith("clean_"),
    )
    if faults:
        raise CollectedInputError(faults)
    return tables


def _find(root: Path, names: Sequence[str]) -> Path | None:
    for folder in (root, root / "database"):
        for name in names:
            for suffix in ("", ".gz"):
                path = folder / f"{name}{suffix}"
                if path.is_file():
                    return path
    return None


def _by_city(rows: Iterable[Located]) -> Mapping[str, tuple[Located, ...]]:
    cities: dict[str, list[Located]] = {}
    for row in rows:
        cities.setdefault(row.city, []).append(row)
    return MappingProxyType({city: tuple(found) for city, found in cities.items()})


def _read_states(path: Path, faults: list[InputError]) -> Mapping[str, str]:
    """Return the state of each city; a city named twice belongs to its last state."""
    states: dict[str, str] = {}
    try:
        with open_text(path) as file:
            lines = file.read().split("\n")
    except (OSError, EOFError, UnicodeDecodeError) as error:
        faults.append(InputError(f"cannot be read: {error}", source=path))
        return states
    for line, text in enumerate(lines, start=1):
        city, tab, state = text.rstrip("\r").partition("\t")
        if tab:
            states[city] = state
        elif text:
            faults.append(InputError("has no tab between city and state", source=path, line=line, value=text))
    return MappingProxyType(states)
