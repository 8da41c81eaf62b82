"""
The ground: straight lines, what is within them, what is along a route, and where places touch the roads.

Straight lines are great circles on a sphere of 6,371,008.8 m. A route is seen in the azimuthal equidistant
projection about the middle of its bounds.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from functools import cache
from itertools import pairwise
from math import acos, cos, degrees, radians, sin

import numpy as np

from planassay.kb.formats.lifeplanner import City, Place
from planassay.kb.geo import EARTH_RADIUS_KM, Point, haversine_km
from planassay.kb.roads import Mode, Vehicle

RADIUS_M = 6_371_008.8
"""Mean radius of the Earth (IUGG), metres."""

Near = tuple[float, Place]


def straight_m(a: Point, b: Point) -> float:
    """
    Return the great-circle distance of two points in metres.

    Examples
    --------
    >>> round(straight_m(Point(30.0, 114.0), Point(30.01, 114.0)), 2)
    1111.95
    """
    return haversine_km(a, b) / EARTH_RADIUS_KM * RADIUS_M


class Ground:
    """
    Finds places and vertices of a city by where they are.

    Parameters
    ----------
    city
        The city.
    """

    def __init__(self, city: City) -> None:
        self._city = city
        self._by_lat = sorted(city.places, key=lambda place: (place.point.lat, place.place_id))
        self._lats = [place.point.lat for place in self._by_lat]
        self._corners = cache(self._usable)

    def around(self, center: Point, radius_m: float) -> list[Near]:
        """Return the places within a distance, its end included, by distance and identifier."""
        # Meridians draw together towards the poles: what is farther off in longitude cannot be near enough.
        reach = _reach(radius_m)
        wide = reach / max(cos(radians(min(abs(center.lat) + reach, 90.0))), 1e-6)
        band = self._band([center], radius_m)
        close = [place for place in band if not wide < abs(place.point.lon - center.lon) < 360 - wide]
        found = [(straight_m(center, place.point), place) for place in close]
        return _sorted(near for near in found if near[0] <= radius_m)

    def along(self, line: Sequence[Point], radius_m: float) -> list[Near]:
        """Return the places within a distance of a line, its end included, by distance and identifier."""
        lats, lons = [p.lat for p in line], [p.lon for p in line]
        middle = Point((min(lats) + max(lats)) / 2, (min(lons) + max(lons)) / 2)
        flat = [project(middle, corner) for corner in line]
        places = self._band(line, radius_m)
        spots = np.array([project(middle, place.point) for place in places]).reshape(-1, 2)
        order = np.argsort(spots[:, 1], kind="stable")
        east, north = spots[order, 0], spots[order, 1]
        least = np.full(len(places), np.inf)
        for a, b in pairwise(flat if len(flat) > 1 else flat * 2):
            # Who is farther north or south of both ends than the radius is out of reach; a metre is spare.
            low, high = min(a[1], b[1]) - radius_m - 1, max(a[1], b[1]) + radius_m + 1
            part = slice(int(np.searchsorted(north, low)), int(np.searchsorted(north, high)))
            least[part] = np.minimum(least[part], _to_segment(east[part], north[part], a, b))
        near = np.flatnonzero(least <= radius_m).tolist()
        return _sorted((float(least[at]), places[int(order[at])]) for at in near)

    def snap(self, point: Point, vehicle: Vehicle) -> int | None:
        """
        Return the vertex nearest to a point from or to which a vehicle can go; None if there is none.

        Nearness is that of a plane with the scale of the point; of equally near ones the first in the file.
        """
        names, lats, lons = self._corners(vehicle)
        if not names:
            return None
        east = (lons - point.lon) * cos(radians(point.lat))
        return names[int(np.argmin((lats - point.lat) ** 2 + east**2))]

    def _usable(self, vehicle: Vehicle) -> tuple[list[int], np.ndarray, np.ndarray]:
        network = self._city.network
        touched = {end for arc in network.arcs(vehicle, Mode.DISTANCE) for end in (arc.tail, arc.head)}
        names = [name for name in network.vertices if name in touched]
        points = [network.vertices[name] for name in names]
        return names, np.array([p.lat for p in points]), np.array([p.lon for p in points])

    def _band(self, line: Sequence[Point], radius_m: float) -> list[Place]:
        """Return the places between the parallels that a distance from a line can reach."""
        reach = _reach(radius_m)
        first = bisect_left(self._lats, min(p.lat for p in line) - reach)
        return self._by_lat[first : bisect_right(self._lats, max(p.lat for p in line) + reach)]


def _reach(radius_m: float) -> float:
    """Return the degrees of latitude that a distance can bridge, and a little more."""
    return degrees(radius_m / RADIUS_M) * 1.01 + 1e-6


def project(middle: Point, point: Point) -> tuple[float, float]:
    """Return metres east and north of a middle, in the azimuthal equidistant projection (Snyder 1987, 25)."""
    phi_0, phi, turn = radians(middle.lat), radians(point.lat), radians(point.lon - middle.lon)
    cos_c = sin(phi_0) * sin(phi) + cos(phi_0) * cos(phi) * cos(turn)
    c = acos(max(-1.0, min(1.0, cos_c)))
    scale = RADIUS_M if c == 0 else RADIUS_M * c / sin(c)
    east = scale * cos(phi) * sin(turn)
    return east, scale * (cos(phi_0) * sin(phi) - sin(phi_0) * cos(phi) * cos(turn))


def _to_segment(
    east: np.ndarray, north: np.ndarray, a: tuple[float, float], b: tuple[float, float]
) -> np.ndarray:
    """Return the distances of spots from a segment; sums, products and roots only, the same everywhere."""
    along = (b[0] - a[0], b[1] - a[1])
    length = along[0] ** 2 + along[1] ** 2
    aside, ahead = east - a[0], north - a[1]
    share = (aside * along[0] + ahead * along[1]) / length if length > 0 else np.zeros(len(east))
    share = np.clip(share, 0.0, 1.0)
    return np.sqrt((aside - share * along[0]) ** 2 + (ahead - share * along[1]) ** 2)


def _sorted(found: Iterable[Near]) -> list[Near]:
    return sorted(found, key=lambda near: (near[0], near[1].place_id))
