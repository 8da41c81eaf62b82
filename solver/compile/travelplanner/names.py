"""
Names: the rows that a plan can name without being misread.

The official evaluator takes the first row that contains a text, a traveller the first of just that name. A
row that either of them would take for another one is left out, and so is a name of several lines or one
that the fields of a plan cannot hold. Blanks around a name are not written.
"""

from collections.abc import Sequence
from typing import TypeVar

from planassay.kb.names import squeeze
from planassay.kb.records import Restaurant, Room, Sight

Row = TypeVar("Row", Room, Restaurant, Sight)

_BREAKS = ("\n", "\0")
"""What no name in a plan holds."""


def clear(rows: Sequence[Row]) -> tuple[Row, ...]:
    """
    Return the rows of one city that can be named, in table order.

    Parameters
    ----------
    rows
        All rows of the city, in table order.
    """
    kept: list[Row] = []
    known: set[str] = set()
    for place, row in enumerate(rows):
        is_first = squeeze(row.name) not in known
        known.add(squeeze(row.name))
        if is_first and _can_stand(row) and not any(written(row) in other.name for other in rows[:place]):
            kept.append(row)
    return tuple(kept)


def written(row: Room | Restaurant | Sight) -> str:
    """Return the name as a plan has it."""
    return row.name.strip()


def _can_stand(row: Room | Restaurant | Sight) -> bool:
    """Tell whether a field of a plan can hold the name; several sights share one, parted by semicolons."""
    breaks = (*_BREAKS, ";") if isinstance(row, Sight) else _BREAKS
    return bool(written(row)) and not any(sign in row.name for sign in breaks)
