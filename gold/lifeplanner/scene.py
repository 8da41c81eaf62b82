"""Scene: what tasks of a city are drawn from."""

from collections import Counter
from dataclasses import dataclass
from datetime import datetime, time, timedelta
from functools import cached_property

from planassay.kb.draw import Draw
from planassay.kb.formats.lifeplanner import City, Place, plain
from planassay.kb.formats.lifeplanner.asks import Ask
from planassay.kb.tools.lifeplanner import MapWorld
from planassay.kb.tools.lifeplanner.ground import straight_m
from planassay.solver.lifeplanner.oracle_view import OracleView
from planassay.solver.roads import RoadSearch

_TRIES = 200
_MARKS = frozenset("「」“”")
"""Marks in which questions put names; a name that has one could not be told from the text around it."""
_DAYS = 14
"""Tasks are asked within this many days of the newest post."""


@dataclass(frozen=True, slots=True)
class Sketch:
    """An ask and the moment in which it is asked."""

    ask: Ask
    now: datetime


class UnfitError(Exception):
    """A draw came to nothing; says why."""


class Scene:
    """
    A city, made ready for drawing.

    Parameters
    ----------
    city
        The city.
    """

    def __init__(self, city: City) -> None:
        self.city = city
        self.router = RoadSearch(city.network)
        self.view = OracleView(city, self.router)
        self.world = MapWorld(city, self.router)

    @cached_property
    def places(self) -> list[Place]:
        """Places whose name nothing else has, in order of identifiers."""
        names = Counter(plain(name) for place in self.city.places for name in (place.name, *place.aliases))
        alone = [
            place
            for place in self.city.places
            if names[plain(place.name)] == 1 and not _MARKS & set("".join((place.name, *place.aliases)))
        ]
        return sorted(alone, key=lambda place: place.place_id)

    @cached_property
    def names(self) -> frozenset[str]:
        """Identifiers of :attr:`places`."""
        return frozenset(place.place_id for place in self.places)

    @cached_property
    def noted(self) -> list[Place]:
        """Those with posts."""
        noted = {place_id for note in self.city.notes for place_id in note.place_ids}
        return [place for place in self.places if place.place_id in noted]

    @cached_property
    def first_day(self) -> datetime:
        """Midnight after the newest post."""
        newest = max((note.time for note in self.city.notes), default=datetime(2026, 5, 31))
        return datetime.combine(newest.date() + timedelta(days=1), time())

    @cached_property
    def told(self) -> dict[str, list[Place]]:
        """Places with something known of them, by key of the fact, as on the first day."""
        found: dict[str, list[Place]] = {}
        for place in self.places:
            for key in place.facts(self.first_day.date()):
                found.setdefault(key, []).append(place)
        return found

    def place(self, draw: Draw) -> Place:
        """Draw a place with a name of its own; raises UnfitError if there is none."""
        return _picked(draw, self.places)

    def noted_place(self, draw: Draw) -> Place:
        """Draw one of :attr:`noted`; raises UnfitError if there is none."""
        return _picked(draw, self.noted)

    def now(self, draw: Draw) -> datetime:
        """Draw a moment by day soon after the newest post."""
        return self.first_day + timedelta(days=draw.below(_DAYS), minutes=5 * draw.between(96, 252))

    def away(self, draw: Draw, place: Place, least_m: int, most_m: int) -> Place:
        """
        Draw a place at some straight-line distance from another.

        Raises
        ------
        UnfitError
            If none was met.
        """
        near = self.around(place, most_m) if most_m <= 2000 else []
        if near:
            fit = [other for other in near if straight_m(other.point, place.point) >= least_m]
            if fit:
                return draw.pick(fit)
        for _ in range(_TRIES):
            other = self.place(draw)
            if least_m <= straight_m(other.point, place.point) <= most_m:
                return other
        raise UnfitError("no place lies so far away")

    def around(self, place: Place, radius_m: int) -> list[Place]:
        """Return other places with names of their own within a distance, nearest first."""
        found = self.world.ground.around(place.point, radius_m)
        return [p for _, p in found if p.place_id in self.names and p.place_id != place.place_id]


def _picked(draw: Draw, places: list[Place]) -> Place:
    if not places:
        raise UnfitError("the city has no such place")
    return draw.pick(places)
