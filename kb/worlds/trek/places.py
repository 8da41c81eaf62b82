"""
Places: where in its city a hotel or an attraction stands, and what prices are like there.

Hotels and attractions of a city share one centre, some kilometres from the middle of its airports, and thin
out around it.
"""

from dataclasses import dataclass
from functools import cache
from math import cos, log, pi, radians, sin, sqrt

from planassay.kb.draw import Draw
from planassay.kb.geo import Point
from planassay.kb.worlds.trek.languages import language_of
from planassay.kb.worlds.trek.scaffold import City

KM_PER_DEGREE = 111.195
"""Of latitude, on the sphere of ``kb.geo``."""

_TO_CENTRE_KM = (4.0, 18.0)
_WIDTH_KM = 6.0
"""Nine in ten places lie within 2.1 of it: 13 km, the median of TREK's cities."""
_LEVEL_SIGMA = 0.15
_LEVELS = (0.68, 1.47)
"""Medians of cities then span about 2.6 times, as in TREK's tables."""


@dataclass(frozen=True, slots=True)
class Surroundings:
    """The centre of a city, how far its places reach, and its level of prices (1 is the middle)."""

    centre: Point
    width_km: float
    level: float

    def spot(self, draw: Draw) -> Point:
        """Draw a place in the city."""
        return moved(self.centre, self.width_km * sqrt(-2 * log(1 - 0.99 * draw.unit())), draw.unit())


@cache
def surroundings(city: City, seed: int) -> Surroundings:
    """Return what surrounds the places of a city, the same for each of its tables."""
    draw = Draw(seed, "city", city.label)
    return Surroundings(
        centre=moved(city.point, draw.uniform(*_TO_CENTRE_KM), draw.unit()),
        width_km=draw.lognormal(_WIDTH_KM, 0.25),
        level=min(max(draw.lognormal(1.0, _LEVEL_SIGMA), _LEVELS[0]), _LEVELS[1]),
    )


def moved(point: Point, km: float, turn: float) -> Point:
    """Return the point so many kilometres away, ``turn`` being the bearing in full turns from north."""
    lat = point.lat + km / KM_PER_DEGREE * cos(2 * pi * turn)
    lon = point.lon + km / KM_PER_DEGREE * sin(2 * pi * turn) / cos(radians(point.lat))
    return Point(round(lat, 6), round((lon + 180) % 360 - 180, 6))


def address(city: City, draw: Draw) -> str:
    """Draw an address: a number, a street of the country's language and the city, in the country's order."""
    language = language_of(city.country_code)
    street = draw.pick(language.streets)
    return language.address.format(number=draw.between(1, 9998), street=street, city=city.label)
