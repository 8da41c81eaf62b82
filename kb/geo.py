"""
Distances on the globe, and the canonical time it takes to travel them.

TREK's model, used by its evaluator, its sandbox and its gold (commit a656fc8, ``travel_time.py``):
great circle on a sphere of 6371 km; on the ground a quarter of an hour and 60 km/h, at least 45
minutes; by air three hours and 700 km/h; the quicker of both, rounded half to even. No other room
has a distance of its own: solver and verifier call these functions.
"""

from math import asin, cos, radians, sin, sqrt
from typing import NamedTuple

EARTH_RADIUS_KM = 6371.0
GROUND_FLOOR_MIN = 45.0
GROUND_START_MIN = 15.0
GROUND_KMH = 60.0
AIR_START_MIN = 180.0
AIR_KMH = 700.0


class Point(NamedTuple):
    """A place on the globe, in degrees."""

    lat: float
    lon: float


def haversine_km(a: Point, b: Point) -> float:
    """
    Return the great-circle distance of two points in kilometres.

    Examples
    --------
    >>> round(haversine_km(Point(55.95, -3.37), Point(54.66, -6.22)), 1)
    230.4
    """
    phi_a, phi_b = radians(a.lat), radians(b.lat)
    half_lat = sin((phi_b - phi_a) / 2)
    half_lon = sin(radians(b.lon - a.lon) / 2)
    square = half_lat * half_lat + cos(phi_a) * cos(phi_b) * half_lon * half_lon
    return 2 * EARTH_RADIUS_KM * asin(sqrt(min(1.0, square)))


def minutes_for_km(distance_km: float) -> int:
    """
    Return the whole minutes that TREK's model asks for a distance in kilometres.

    Examples
    --------
    >>> [minutes_for_km(d) for d in (0, 30, 30.5, 31.5, 100, 180, 181, 300, 1000)]
    [45, 45, 46, 46, 115, 195, 196, 206, 266]
    """
    distance = max(0.0, distance_km)
    ground = max(GROUND_FLOOR_MIN, GROUND_START_MIN + 60.0 * distance / GROUND_KMH)
    air = AIR_START_MIN + 60.0 * distance / AIR_KMH
    return round(min(ground, air))


def travel_minutes(a: Point, b: Point) -> int:
    """Return the whole minutes that TREK's model asks between two points, at least 45."""
    return minutes_for_km(haversine_km(a, b))
