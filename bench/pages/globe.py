"""
The globe on paper: a flat view of some points, coasts under it, and ways over it.

A view is a rectangle of degrees, longitudes shrunk by the cosine of its middle latitude, so that shapes of
trips are kept. Longitudes are counted from the middle of the points, so that a trip over the date line is one
piece.
"""

from collections.abc import Sequence
from itertools import pairwise
from math import atan2, ceil, cos, degrees, floor, hypot, log10, pi, radians, sin
from typing import NamedTuple

from planassay.bench.pages.shores import Frame, land_in
from planassay.kb.geo import Point, haversine_km

COAST_MIN_DEGREES = 1.5
"""Smaller views have no coasts: the lines are true to about a kilometre or two."""
KM_PER_DEGREE = 111.195


class Spot2(NamedTuple):
    """A place on the paper."""

    x: float
    y: float


class View:
    """
    A flat view of some points.

    Parameters
    ----------
    points
        What must be seen; at least one.
    width
        Of the paper.
    margin
        Free paper on each side, for labels.
    least_km
        The view is no narrower than this.
    heights
        Least and greatest height of the paper.
    """

    def __init__(
        self,
        points: Sequence[Point],
        width: float,
        *,
        margin: float = 70.0,
        least_km: float = 40.0,
        heights: tuple[float, float] = (280.0, 440.0),
    ) -> None:
        self._lon = _middle_lon([point.lon for point in points])
        lats = [point.lat for point in points]
        lons = [self._turned(point.lon) for point in points]
        self._lat = (min(lats) + max(lats)) / 2
        self._shrink = max(0.2, cos(radians(self._lat)))
        least = least_km / KM_PER_DEGREE
        span_x = max((max(lons) - min(lons)) * self._shrink, least)
        span_y = max(max(lats) - min(lats), least / 2)
        wide = width - 2 * margin
        low, high = heights
        tall = min(max(wide * span_y / span_x, low - margin), high - margin)
        self.width, self.height = width, tall + margin
        self.scale = min(wide / span_x, tall / span_y)
        """Paper of one degree of latitude."""
        self._middle = (max(lons) + min(lons)) / 2

    def _turned(self, lon: float) -> float:
        return (lon - self._lon + 180) % 360 - 180

    @property
    def degrees(self) -> float:
        """How many degrees of latitude the wider side shows."""
        return max(self.width, self.height) / self.scale

    @property
    def has_coasts(self) -> bool:
        """Whether the view is wide enough for coasts."""
        return self.degrees >= COAST_MIN_DEGREES

    def at(self, point: Point) -> Spot2:
        """Return where a point is on the paper."""
        return self._flat(point.lat, self._turned(point.lon))

    def inverse(self, x: float, y: float) -> Point:
        """Return the point that is at a place of the paper."""
        lon = self._lon + self._middle + (x - self.width / 2) / self._shrink / self.scale
        lat = self._lat + (self.height / 2 - y) / self.scale
        return Point(min(90.0, max(-90.0, lat)), min(180.0, max(-180.0, lon)))

    def _flat(self, lat: float, turned: float) -> Spot2:
        x = self.width / 2 + (turned - self._middle) * self._shrink * self.scale
        return Spot2(x, self.height / 2 - (lat - self._lat) * self.scale)

    def way(self, start: Point, end: Point, bow: float = 0.0, steps: int = 40) -> list[list[Spot2]]:
        """
        Return the shortest way over the globe as lines, in pieces where it leaves the paper on one side.

        Parameters
        ----------
        start, end
            Its ends.
        bow
            How far its middle is moved to the left, as a share of its length on paper: tells there from back.
        steps
            Straight pieces of the line.
        """
        spots = [self.at(point) for point in great_circle(start, end, steps)]
        first, last = spots[0], spots[-1]
        across, down = last.x - first.x, last.y - first.y
        bowed = []
        for step, spot in enumerate(spots):
            push = bow * sin(pi * step / steps)
            bowed.append(Spot2(spot.x + down * push, spot.y - across * push))
        pieces: list[list[Spot2]] = [[bowed[0]]]
        for before, spot in pairwise(bowed):
            if abs(spot.x - before.x) > 0.6 * 360 * self._shrink * self.scale:
                pieces.append([])
            pieces[-1].append(spot)
        return [piece for piece in pieces if len(piece) > 1]

    def coasts(self) -> str:
        """Return the land in view as path data; none in a view in which its coarseness would mislead."""
        if not self.has_coasts:
            return ""
        frame = Frame(
            self._lon + self._middle,
            self._lat,
            self._shrink * self.scale,
            self.scale,
            self.width,
            self.height,
        )
        return land_in(frame)

    def graticule(self) -> list[tuple[Spot2, Spot2]]:
        """Return lines of whole degrees, about six across."""
        step = _nice(self.degrees / 6, (1, 2, 5, 10))
        lines: list[tuple[Spot2, Spot2]] = []
        half_lat = self.height / 2 / self.scale
        half_lon = self.width / 2 / self.scale / self._shrink
        for number in range(ceil((self._lat - half_lat) / step), floor((self._lat + half_lat) / step) + 1):
            y = self._flat(number * step, 0).y
            lines.append((Spot2(0, y), Spot2(self.width, y)))
        middle = self._lon + self._middle
        for number in range(ceil((middle - half_lon) / step), floor((middle + half_lon) / step) + 1):
            x = self._flat(0, number * step - self._lon).x
            lines.append((Spot2(x, 0), Spot2(x, self.height)))
        return lines

    def scale_bar(self) -> tuple[int | float, float]:
        """Return a round number of kilometres and its length on paper, about a sixth of the width."""
        km = _nice(self.width / 6 / self.scale * KM_PER_DEGREE, (1, 2, 5, 10))
        return (int(km) if km >= 1 else km), km / KM_PER_DEGREE * self.scale


def great_circle(start: Point, end: Point, steps: int) -> list[Point]:
    """Return points of the shortest way between two points, both included."""
    angle = haversine_km(start, end) / 6371.0
    if angle < 1e-4 or angle > pi - 1e-4:
        lon = (end.lon - start.lon + 180) % 360 - 180
        return [
            Point(start.lat + (end.lat - start.lat) * t / steps, start.lon + lon * t / steps)
            for t in range(steps + 1)
        ]
    a, b = _vector(start), _vector(end)
    found = []
    for step in range(steps + 1):
        one = sin((1 - step / steps) * angle) / sin(angle)
        other = sin(step / steps * angle) / sin(angle)
        x, y, z = (one * p + other * q for p, q in zip(a, b, strict=True))
        found.append(Point(degrees(atan2(z, hypot(x, y))), degrees(atan2(y, x))))
    return found


def _vector(point: Point) -> tuple[float, float, float]:
    lat, lon = radians(point.lat), radians(point.lon)
    return cos(lat) * cos(lon), cos(lat) * sin(lon), sin(lat)


def _middle_lon(lons: Sequence[float]) -> float:
    """Return the middle of the shortest arc that holds all longitudes."""
    ordered = sorted((lon + 180) % 360 - 180 for lon in lons)
    gaps = [
        (ordered[(place + 1) % len(ordered)] - lon) % 360 if len(ordered) > 1 else 360.0
        for place, lon in enumerate(ordered)
    ]
    widest = max(range(len(gaps)), key=lambda place: gaps[place])
    start = ordered[(widest + 1) % len(ordered)]
    return (start + (360 - gaps[widest]) / 2 + 180) % 360 - 180


def _nice(value: float, steps: Sequence[float]) -> float:
    """Return the largest round number that is at most a value."""
    power = 10.0 ** floor(log10(max(value, 1e-6)))
    return power * max(step for step in steps if step * power <= max(value, power) + 1e-12)
