"""Seeking: the places of a city that an ask speaks of, found by looking at every one of them."""

from collections.abc import Iterable
from datetime import date
from functools import lru_cache
from math import degrees

from planassay.kb.formats.lifeplanner import City, Place, plain
from planassay.kb.formats.lifeplanner.ask_parts import Circle, Filters
from planassay.kb.tools.lifeplanner.ground import RADIUS_M, straight_m


class UncertainError(Exception):
    """The records do not say for certain what is asked for."""


@lru_cache(maxsize=256)
def called(city: City, name: str) -> Place:
    """Return the only place that is called so, or else the only one with it in its name or an alias."""
    asked = plain(name)
    found = [place for place, names in _names(city) if names[0] == asked]
    found = found or [place for place, names in _names(city) if any(asked in text for text in names)]
    if len(found) != 1:
        raise UncertainError(f"{len(found)} places are called {name!r}")
    return found[0]


@lru_cache(maxsize=4)
def _names(city: City) -> list[tuple[Place, tuple[str, ...]]]:
    return [(place, tuple(map(plain, (place.name, *place.aliases)))) for place in city.places]


def around(city: City, circle: Circle) -> list[tuple[float, Place]]:
    """Return the places in a circle but for its centre, with distances in metres to the first decimal."""
    center = called(city, circle.center)
    reach = degrees(circle.radius / RADIUS_M) + 1e-6  # farther to the north or south is farther away
    band = [place for place in city.places if abs(place.point.lat - center.point.lat) <= reach]
    found = [(straight_m(center.point, place.point), place) for place in band]
    return [(round(d, 1), place) for d, place in found if d <= circle.radius and place is not center]


def lacks(place: Place, filters: Filters) -> Iterable[str]:
    """Yield which of the filters a place does not pass: ``type``, ``rating``, ``cost``, ``tags``."""
    levels = place.place_type.split("|")
    paths = {"|".join(levels[:depth]) for depth in range(1, len(levels) + 1)}
    if filters.place_type and filters.place_type not in paths | set(levels):
        yield "type"
    for name, value, least, most in (
        ("rating", place.rating_tenths, filters.least_rating, filters.most_rating),
        ("cost", place.cost_cents, filters.least_cost, filters.most_cost),
    ):
        is_bound = least is not None or most is not None
        if is_bound and (value is None or value < (least or 0) or value > (value if most is None else most)):
            yield name
    words = [plain(word) for word in filters.tags]
    texts = [plain(text) for text in (place.name, *place.tags)]
    if words and not any(word in text for word in words for text in texts):
        yield "tags"


def said(place: Place, key: str, on: date) -> str | None:
    """Return what posts that hold on a day say of a place, None if they say nothing."""
    facts = place.facts(on)
    if key in facts and facts[key] is None:
        raise UncertainError(f"posts on {place.place_id} contradict each other about {key}")
    return facts.get(key)
