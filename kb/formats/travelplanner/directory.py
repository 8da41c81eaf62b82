"""
The directory: cities and rows by their whole names, read honestly.

Spacing and case of a name do not matter, everything else does. Of several rows with one name in a city the
first is meant, as in the official reading; a part of a name names nothing here.
"""

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Generic, TypeVar, cast

from planassay.kb.formats.travelplanner.phrases import MAX_TEXT, read_state
from planassay.kb.formats.travelplanner.tables import Tables
from planassay.kb.names import squeeze
from planassay.kb.records import Restaurant, Room, Sight

Row = TypeVar("Row", Room, Restaurant, Sight)

_MAX_CITY = 200
"""Characters of a text that may name a city."""
_MAX_TEXTS = 20_000
"""Spellings of cities remembered at most: plans may name anything."""
_UNSEEN: object = object()
"""Stands for what was not looked up yet, or was forgotten: another thread may forget at any moment."""


class Directory:
    """
    The database by name.

    Parameters
    ----------
    tables
        The database.
    """

    def __init__(self, tables: Tables) -> None:
        self.tables = tables
        self.rooms: Entries[Room] = Entries(tables.rooms)
        self.restaurants: Entries[Restaurant] = Entries(tables.restaurants)
        self.sights: Entries[Sight] = Entries(tables.sights)
        self._known: dict[str, str | None] = {}
        self._cities = {squeeze(city): city for city in reversed(list(tables.states))}

    def city(self, text: str) -> str | None:
        """
        Return the city of the table that a text names, or None.

        A state may follow in brackets, with or without a blank; a wrong one names no city.
        """
        if text in self.tables.states:
            return text
        if len(text) > _MAX_CITY:
            return None
        known = self._known.get(text, _UNSEEN)
        if known is not _UNSEEN:
            return cast("str | None", known)
        found = self._find(text)
        if len(self._known) >= _MAX_TEXTS:
            self._known.clear()
        self._known[text] = found
        return found

    def _find(self, text: str) -> str | None:
        name, state = read_state(text)
        city = self._cities.get(squeeze(name))
        if city is None or state is None or squeeze(state) == squeeze(self.tables.states[city]):
            return city
        return None


class Entries(Generic[Row]):
    """The rows of a table by city and name."""

    def __init__(self, rows: Mapping[str, Sequence[Row]]) -> None:
        self._rows: Mapping[str, Sequence[Row]] = rows
        self._names: dict[str, dict[str, Row]] = {}

    def find(self, city: str, name: str) -> Row | None:
        """Return the first row of just that name in a city, as the table spells the city."""
        if len(name) > MAX_TEXT or city not in self._rows:
            return None
        names = self._names.get(city)
        if names is None:
            names = self._names[city] = _by_name(self._rows[city])
        return names.get(name) or names.get(squeeze(name))

    def containing(self, city: str, part: str) -> tuple[Row, ...]:
        """Return the rows of a city whose names contain a text to the letter, in table order."""
        return tuple(row for row in self._rows.get(city, ()) if part in row.name)


def _by_name(rows: Iterable[Row]) -> dict[str, Row]:
    names: dict[str, Row] = {}
    for row in rows:
        names[row.name] = names.setdefault(squeeze(row.name), row)
    return names


@lru_cache(maxsize=4)
def directory_of(tables: Tables) -> Directory:
    """Return the directory of a database, the same one while it is in use."""
    return Directory(tables)
