"""
Answers: rows that a tool has shown, read back to records.

The columns are those of the official tables, as in ``kb.tools.travelplanner``; cells may be texts or numbers.
"""

from collections.abc import Mapping

from planassay.kb.formats.travelplanner.rows import flight_of, restaurant_of, road_of, room_of, sight_of
from planassay.kb.records import DatedFlight, Restaurant, Road, Room, Sight

Shown = Mapping[str, object]


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
    return flight_of(_texts(row), place)


def read_road(row: Shown, place: int) -> Road:
    """Return a road that was shown; see :func:`read_flight`."""
    return road_of(_texts(row), place)


def read_room(row: Shown, place: int) -> Room:
    """Return a room that was shown; see :func:`read_flight`."""
    return room_of(_texts(row), place)


def read_restaurant(row: Shown, place: int) -> Restaurant:
    """Return a restaurant that was shown; see :func:`read_flight`."""
    return restaurant_of(_texts(row), place)


def read_sight(row: Shown, place: int) -> Sight:
    """Return a sight that was shown; see :func:`read_flight`."""
    return sight_of(_texts(row), place)


def _texts(row: Shown) -> Mapping[str, str]:
    return {column: str(value) for column, value in row.items()}
