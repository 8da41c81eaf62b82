"""
Discovery: places around a point or along a line, by a ball tree and exact distances.

A second way to what the tools find (:mod:`planassay.kb.tools.lifeplanner.ground`): scikit-learn's BallTree
over the haversine metric proposes, a little generously; then the same definitions decide, reckoned in another
manner. Distances in a plane are those of the azimuthal equidistant projection, here through the direction and
the length of the arc from the middle; the nearest point of a segment is found by its angles.
"""

from collections.abc import Sequence
from itertools import pairwise
from math import atan2, cos, hypot, radians, sin
from typing import Any

import numpy as np

from planassay.kb.formats.lifeplanner import City, Place
from planassay.kb.geo import Point
from planassay.kb.tools.lifeplanner.ground import RADIUS_M, straight_m

Found = list[tuple[float, Place]]
_SPARE_M = 1.0
"""What the tree looks further than asked: far more than its arithmetic and the projection err."""
_STEP_M = 500.0
"""A line is looked along from points that are no further apart."""


class Discovery:
    """
    Finds places by where they are.

    Parameters
    ----------
    city
        Its places.
    """

    def __init__(self, city: City) -> None:
        from sklearn.neighbors import BallTree

        self._places = sorted(city.places, key=lambda place: place.place_id)
        spots = np.radians([place.point for place in self._places]).reshape(-1, 2)
        self._tree: Any = BallTree(spots, metric="haversine") if len(spots) else None

    def around(self, center: Point, radius_m: float) -> Found:
        """Return the places within a distance, its end included, by distance and identifier."""
        near = self._proposed([center], radius_m)
        found = [(straight_m(center, place.point), place) for place in near]
        return _sorted([pair for pair in found if pair[0] <= radius_m])

    def along(self, line: Sequence[Point], radius_m: float) -> Found:
        """Return the places within a distance of a line, its end included, by distance and identifier."""
        lats, lons = [p.lat for p in line], [p.lon for p in line]
        middle = Point((min(lats) + max(lats)) / 2, (min(lons) + max(lons)) / 2)
        flat = [_flat(middle, corner) for corner in line]
        segments = list(pairwise(flat)) or [(flat[0], flat[0])]
        near = self._proposed(_dotted(line), radius_m + _STEP_M)
        spots = [(_flat(middle, place.point), place) for place in near]
        found = [(min(_to_segment(spot, a, b) for a, b in segments), place) for spot, place in spots]
        return _sorted([pair for pair in found if pair[0] <= radius_m])

    def _proposed(self, points: Sequence[Point], radius_m: float) -> list[Place]:
        if self._tree is None:
            return []
        reach = (radius_m + _SPARE_M) / RADIUS_M
        found = self._tree.query_radius(np.radians(points).reshape(-1, 2), reach)
        return [self._places[at] for at in np.unique(np.concatenate(found)).tolist()]


def _dotted(line: Sequence[Point]) -> list[Point]:
    """Return points of a line, so close that every point of it is within a step of one."""
    dots = [line[0]]
    for a, b in pairwise(line):
        parts = int(straight_m(a, b) // _STEP_M) + 1
        dots += [
            Point(a.lat + (b.lat - a.lat) * k / parts, a.lon + (b.lon - a.lon) * k / parts)
            for k in range(1, parts + 1)
        ]
    return dots


def _flat(middle: Point, point: Point) -> tuple[float, float]:
    """Return metres east and north of a middle: the length of the arc to a point, in the direction of it."""
    phi_0, phi, turn = radians(middle.lat), radians(point.lat), radians(point.lon - middle.lon)
    east, north = cos(phi) * sin(turn), cos(phi_0) * sin(phi) - sin(phi_0) * cos(phi) * cos(turn)
    up = sin(phi_0) * sin(phi) + cos(phi_0) * cos(phi) * cos(turn)
    arc = RADIUS_M * atan2(hypot(east, north), up)
    bearing = atan2(east, north)
    return arc * sin(bearing), arc * cos(bearing)


def _to_segment(spot: tuple[float, float], a: tuple[float, float], b: tuple[float, float]) -> float:
    """Return the distance of a spot from a segment: from its line, or from the end that is nearer."""
    along = b[0] - a[0], b[1] - a[1]
    from_a, from_b = (spot[0] - a[0], spot[1] - a[1]), (spot[0] - b[0], spot[1] - b[1])
    length = hypot(*along)
    if length == 0 or from_a[0] * along[0] + from_a[1] * along[1] <= 0:
        return hypot(*from_a)
    if from_b[0] * along[0] + from_b[1] * along[1] >= 0:
        return hypot(*from_b)
    return abs(along[0] * from_a[1] - along[1] * from_a[0]) / length


def _sorted(found: Found) -> Found:
    return sorted(found, key=lambda pair: (pair[0], pair[1].place_id))
