"""
The gazetteer: the names of a database, for taking texts apart in which names stand side by side.

Names hold `` - `` and ``, `` themselves, so where one ends is decided by what the database knows, never by a
guess: a text that can be taken apart in several ways is taken apart only if just one of them is known.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from planassay.kb.formats.deepplanning_travel.database import Database

DASH = " - "
COMMA = ", "


class Gazetteer:
    """
    The names of a database.

    Parameters
    ----------
    database
        The database.
    """

    def __init__(self, database: Database) -> None:
        services = (*database.flights, *database.trains)
        self.hotels = frozenset(database.lodges_by_name)
        self.eateries = frozenset(database.eateries_by_name)
        self.sights = {name: row.city for name, row in database.sights_by_name.items()}
        self.stations = frozenset(
            station.strip() for row in services for station in (row.from_station, row.to_station)
        )
        self.places = frozenset(database.locations_by_name).union(
            self.hotels, self.eateries, self.sights, self.stations
        )
        """Everything one can go to."""


@lru_cache(maxsize=4)
def gazetteer(database: Database) -> Gazetteer:
    """Return the gazetteer of a database, the same one while it is in use."""
    return Gazetteer(database)


class Parting(NamedTuple):
    """One way of taking a text apart in two."""

    head: str
    tail: str


def partings(text: str, joint: str) -> Iterator[Parting]:
    """
    Yield each way of taking a text apart at a joint, first joint first.

    Examples
    --------
    >>> [tuple(parting) for parting in partings("A - B - C", " - ")]
    [('A', 'B - C'), ('A - B', 'C')]
    """
    place = text.find(joint)
    while place >= 0:
        yield Parting(text[:place], text[place + len(joint) :])
        place = text.find(joint, place + 1)


def only(ways: Sequence[Parting], known: Sequence[Parting]) -> Parting | None:
    """Return the one way that is known, else the one way there is; None if it is not clear which is meant."""
    found = known or ways
    return found[0] if len(found) == 1 else None
