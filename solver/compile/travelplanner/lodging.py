"""
Lodging: the cheapest room for each stay.

One room for a whole stay costs no more than several: prices add up night by night, and fewer nights in a row
admit fewer rooms.
"""

from dataclasses import dataclass

from planassay.kb.formats.travelplanner import Query, RouteStay, Tables
from planassay.kb.records import Room
from planassay.solver.compile.travelplanner.names import clear

KINDS = {"shared room": "Shared room", "private room": "Private room", "entire room": "Entire home/apt"}
"""The table's word for each type of room that can be asked for."""


@dataclass(frozen=True, slots=True)
class Lodging:
    """A room for a stay."""

    cents: int
    """For the party and all nights."""
    room: Room


def lodgings(query: Query, stay: RouteStay, tables: Tables) -> list[Lodging]:
    """Return the rooms that a party can take for a stay, cheapest first."""
    found = [
        Lodging(stay.nights * room.price_cents * -(-query.people // room.max_guests), room)
        for room in short_enough(stay, tables)
        if is_wanted(room, query.wishes.room_type) and is_allowed(room, query.wishes.house_rule)
    ]
    return sorted(found, key=lambda lodging: (lodging.cents, lodging.room.row))


def short_enough(stay: RouteStay, tables: Tables) -> list[Room]:
    """Return the rooms of a city that can be taken for so few nights."""
    return [room for room in clear(tables.rooms.get(stay.city, ())) if room.min_nights <= stay.nights]


def is_wanted(room: Room, wish: str | None) -> bool:
    """Tell whether a room is of the wanted type."""
    if wish == "not shared room":
        return room.kind != KINDS["shared room"]
    return wish is None or room.kind == KINDS.get(wish)


def is_allowed(room: Room, wish: str | None) -> bool:
    """Tell whether the house rules allow what the guests want."""
    return wish is None or f"No {wish}" not in room.rules_text
