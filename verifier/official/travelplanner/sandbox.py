"""
The sandbox: rows of the tables as the official evaluator finds them.

A row is found by part of its name: the first one that contains what the plan writes sets price and
properties. Names of a city are kept as one text, so that a search is a single one. Source: TravelPlanner
commit da7c1d4.
"""

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from typing import Generic, NamedTuple, TypeVar

from planassay.kb.formats.travelplanner import Tables
from planassay.kb.records import DatedFlight, Restaurant, Road, Room, Sight
from planassay.verifier.official.travelplanner.texts import Leg, bare, split

Row = TypeVar("Row", Room, Restaurant, Sight)
Row_co = TypeVar("Row_co", covariant=True)

_MAX_TEXTS = 50_000
"""Texts remembered at most in each table: plans may name anything."""
_MAX_LENGTH = 300
"""Longest text that is remembered."""
_BETWEEN = "\0"
"""Stands between two names; no name holds it."""


class Found(NamedTuple, Generic[Row_co]):
    """What a text finds in a table."""

    first: Row_co | None
    """The first row that fits; it sets price and properties."""
    is_only: bool
    """Whether no other row fits."""
    city: str
    """The city that the text names."""


class Names(Generic[Row]):
    """
    One table, searched by part of a name.

    Parameters
    ----------
    rows
        Rows by city, in the order of the table.
    """

    def __init__(self, rows: Mapping[str, Sequence[Row]]) -> None:
        self._cities: dict[str, _City[Row]] = {city: _City(found) for city, found in rows.items()}
        self._known: dict[str, Found[Row]] = {}

    def find(self, text: str) -> Found[Row]:
        """Return the rows that a text like ``Name, City`` names."""
        found = self._known.get(text)
        if found is None:
            found = self._search(text)
            if len(text) <= _MAX_LENGTH:
                if len(self._known) >= _MAX_TEXTS:
                    self._known.clear()
                self._known[text] = found
        return found

    def forget(self) -> None:
        """Forget which texts were looked up."""
        self._known.clear()

    def _search(self, text: str) -> Found[Row]:
        name, city = split(text)
        rows = self._cities.get(city)
        if rows is None or _BETWEEN in name:
            return Found(None, is_only=False, city=city)
        first, is_only = rows.search(name)
        return Found(first, is_only=is_only, city=city)


class _City(Generic[Row]):
    """The rows of one city."""

    def __init__(self, rows: Sequence[Row]) -> None:
        self._rows: Sequence[Row] = rows
        self._names = _BETWEEN.join(row.name for row in rows)
        starts = [0]
        for row in rows:
            starts.append(starts[-1] + len(row.name) + len(_BETWEEN))
        self._starts = starts

    def search(self, name: str) -> tuple[Row | None, bool]:
        place = self._names.find(name)
        if place < 0:
            return None, False
        row = bisect_right(self._starts, place) - 1
        if name == "":
            return self._rows[0], len(self._rows) == 1
        return self._rows[row], self._names.find(name, self._starts[row + 1]) < 0


class Sandbox:
    """
    The tables of the official evaluator.

    Parameters
    ----------
    tables
        The database.
    """

    def __init__(self, tables: Tables) -> None:
        self.tables = tables
        self.states = tables.states
        self.rooms: Names[Room] = Names(tables.rooms)
        self.restaurants: Names[Restaurant] = Names(tables.restaurants)
        self.sights: Names[Sight] = Names(tables.sights)

    def forget(self) -> None:
        """Forget which texts were looked up."""
        for names in (self.rooms, self.restaurants, self.sights):
            names.forget()

    def flight(self, number: str) -> DatedFlight | None:
        """Return the first flight of a number."""
        return self.tables.flights_by_number.get(number)

    def road(self, leg: Leg) -> Road | None:
        """Return the road between the cities of a leg, if there is one and it takes less than a day."""
        road = self.tables.roads.get((bare(leg.start), bare(leg.end)))
        return road if road is not None and road.is_open else None
