"""
Journeys: how long it takes from one place to another, places being named as agents name them.

After TREK commit c069b3a, ``travel_time.py``: a point if coordinates are given, else a hotel or a place by
name and city, else an airport by city, name or code, or the end of a flight that is on the way.
"""

from dataclasses import dataclass
from typing import Any, Literal

from planassay.kb.catalog import Table
from planassay.kb.geo import (
    AIR_KMH,
    AIR_START_MIN,
    GROUND_FLOOR_MIN,
    GROUND_KMH,
    GROUND_START_MIN,
    Point,
    haversine_km,
    minutes_for_km,
)
from planassay.kb.tools.trek.cities import Atlas

Side = Literal["from", "to"]
HINT = "latitude+longitude from a search result always works"


@dataclass(frozen=True, slots=True)
class Place:
    """One end of a journey as it was named; blank where nothing was said."""

    name: str = ""
    city: str = ""
    kind: str = "attraction"
    """``attraction``, ``hotel``, ``flight`` or its synonym ``airport``."""
    point: Point | None = None


class UnplacedError(Exception):
    """An end of a journey that is nowhere; the text says what is missing or was not found."""


def find_point(atlas: Atlas, place: Place, side: Side) -> Point:
    """
    Return where a place is.

    Raises
    ------
    UnplacedError
        If it cannot be told.
    """
    if place.point is not None:
        return place.point
    kind = place.kind.strip().lower() or "attraction"
    name, city = place.name.strip(), place.city.strip()
    if kind in ("flight", "airport"):
        point = _airport(atlas, name, city, side)
    elif kind in ("attraction", "hotel"):
        point = _of_table(atlas, kind, name, city)
    else:
        raise UnplacedError(f"type {kind!r} is none of attraction, hotel, flight")
    if point is None:
        within = f" in {city!r}" if city else ""
        raise UnplacedError(f"no {kind} matches {name or city!r}{within}")
    return point


def _airport(atlas: Atlas, name: str, city: str, side: Side) -> Point | None:
    if name:
        return atlas.airport_named(name, leaves=side == "from")
    if city:
        return atlas.airport_of_city(city)
    raise UnplacedError("name or city is missing")


def _of_table(atlas: Atlas, kind: str, name: str, city: str) -> Point | None:
    if not name:
        raise UnplacedError("name is missing")
    if not city:
        raise UnplacedError("city is missing")
    wanted = name.lower()
    if kind == "hotel":
        hotels = atlas.kb.hotels(atlas.label(Table.HOTELS, city))
        return next((hotel.point for hotel in hotels if hotel.name.strip().lower() == wanted), None)
    places = atlas.kb.attractions(atlas.label(Table.ATTRACTIONS, city))
    return next((place.point for place in places if place.name.strip().lower() == wanted), None)


def journey(a: Point, b: Point) -> dict[str, Any]:
    """Return the distance, the least minutes and the mode between two points; ground wins a tie."""
    distance = haversine_km(a, b)
    ground = max(GROUND_FLOOR_MIN, GROUND_START_MIN + 60.0 * distance / GROUND_KMH)
    air = AIR_START_MIN + 60.0 * distance / AIR_KMH
    return {
        "distance_km": round(distance, 2),
        "min_travel_minutes": minutes_for_km(distance),
        "mode": "ground" if ground <= air else "flight",
    }
