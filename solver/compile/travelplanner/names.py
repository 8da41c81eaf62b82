"""
Names: the rows that a plan can name, and the rows that are read for them.

The official evaluator takes the first row that contains a text, a traveller the first of just that name. Rows
that a traveller would take for another one are left out, and so are names of several lines or ones that the
fields of a plan cannot hold. Blanks around a name are not written.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from planassay.kb.formats.travelplanner import Tables
from planassay.kb.names import squeeze
from planassay.kb.records import Restaurant, Room, Sight

Row = TypeVar("Row", Room, Restaurant, Sight)
Row_co = TypeVar("Row_co", Room, Restaurant, Sight, covariant=True)

_BREAKS = ("\n", "\0")
"""What no name in a plan holds."""


@dataclass(frozen=True, slots=True)
class Named(Generic[Row_co]):
    """A row that is named, and the row that the official evaluator reads for it."""

    row: Row_co
    read: Row_co


def named(rows: Sequence[Row], *, shadowed: bool) -> tuple[Named[Row], ...]:
    """
    Return the rows of one city that can be named, in table order.

    Parameters
    ----------
    rows
        All rows of the city, in table order.
    shadowed
        Whether to name rows for which the official evaluator reads another one.
    """
    kept: list[Named[Row]] = []
    known: set[str] = set()
    for row in rows:
        is_first = squeeze(row.name) not in known
        known.add(squeeze(row.name))
        if is_first and _can_stand(row):
            read = next(other for other in rows if written(row) in other.name)
            if shadowed or read is row:
                kept.append(Named(row, read))
    return tuple(kept)


def written(row: Room | Restaurant | Sight) -> str:
    """Return the name as a plan has it."""
    return row.name.strip()


def _can_stand(row: Room | Restaurant | Sight) -> bool:
    """Tell whether a field of a plan can hold the name; several sights share one, parted by semicolons."""
    breaks = (*_BREAKS, ";") if isinstance(row, Sight) else _BREAKS
    return bool(written(row)) and not any(sign in row.name for sign in breaks)


class Towns:
    """
    The rows that can be named, city by city, each city looked at once.

    Parameters
    ----------
    tables
        The database.
    shadowed
        As for :func:`named`.
    """

    def __init__(self, tables: Tables, *, shadowed: bool) -> None:
        self.tables = tables
        self._shadowed = shadowed
        self._rooms: dict[str, tuple[Named[Room], ...]] = {}
        self._restaurants: dict[str, tuple[Named[Restaurant], ...]] = {}
        self._sights: dict[str, tuple[Named[Sight], ...]] = {}

    def rooms(self, city: str) -> tuple[Named[Room], ...]:
        """Return the rooms of a city."""
        return self._of(self._rooms, self.tables.rooms, city)

    def restaurants(self, city: str) -> tuple[Named[Restaurant], ...]:
        """Return the restaurants of a city."""
        return self._of(self._restaurants, self.tables.restaurants, city)

    def sights(self, city: str) -> tuple[Named[Sight], ...]:
        """Return the sights of a city."""
        return self._of(self._sights, self.tables.sights, city)

    def _of(
        self, known: dict[str, tuple[Named[Row], ...]], table: Mapping[str, Sequence[Row]], city: str
    ) -> tuple[Named[Row], ...]:
        if city not in known:
            known[city] = named(table.get(city, ()), shadowed=self._shadowed)
        return known[city]
