"""
Answers: rows that a tool has shown, read back to records.

The columns are those of the official tables, as in ``kb.tools.travelplanner``; cells may be texts or numbers.
"""

from collections.abc import Callable, Mapping
from typing import TypeVar

from planassay.kb.errors import InputError
from planassay.kb.formats.travelplanner.rows import flight_of, restaurant_of, road_of, room_of, sight_of
from planassay.kb.records import DatedFlight, Restaurant, Road, Room, Sight

Shown = Mapping[str, object]
Record = TypeVar("Record", DatedFlight, Road, Room, Restaurant, Sight)


def read_flight(row: Shown, place: int) -> DatedFlight:
    """
    Return a flight that was shown.

    Parameters
    ----------
    row
        Values by column.
    place
        Its position among all that were shown.

    Raises
    ------
    InputError
        If a value is not what its column holds.
    """
    return _read(flight_of, row, place)


def read_road(row: Shown, place: int) -> Road:
    """Return a road that was shown; see :func:`read_flight`."""
    return _read(road_of, row, place)


def read_room(row: Shown, place: int) -> Room:
    """Return a room that was shown; see :func:`read_flight`."""
    return _read(room_of, row, place)


def read_restaurant(row: Shown, place: int) -> Restaurant:
    """Return a restaurant that was shown; see :func:`read_flight`."""
    return _read(restaurant_of, row, place)


def read_sight(row: Shown, place: int) -> Sight:
    """Return a sight that was shown; see :func:`read_flight`."""
    return _read(sight_of, row, place)


def read_city(row: Shown) -> str:
    """
    Return the name of a city that was shown.

    Raises
    ------
    InputError
        If it has none.
    """
    name = row.get("City")
    if not isinstance(name, str) or not name.strip():
        raise InputError("must be the name of a city", pointer="/City", value=name)
    return name


def _read(reader: Callable[[Mapping[str, str], int], Record], row: Shown, place: int) -> Record:
    try:
        return reader({column: str(value) for column, value in row.items()}, place)
    except KeyError as error:
        raise InputError(f"a row that was shown has no {error.args[0]!r}", value=dict(row)) from None
