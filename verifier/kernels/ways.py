"""
Ways: the canonical minutes between two places, in compiled form.

The same formula in the same order of operations as ``kb.geo``, so the same minutes. Where rounding is so
close that a library's last bit might decide, the answer is CLOSE, and whoever asked must ask ``kb.geo``.
"""

from math import asin, cos, sin, sqrt

import numpy as np

from planassay.kb.geo import (
    AIR_KMH,
    AIR_START_MIN,
    EARTH_RADIUS_KM,
    GROUND_FLOOR_MIN,
    GROUND_KMH,
    GROUND_START_MIN,
)
from planassay.verifier.kernels.compiling import compiled

CLOSE = -1
_RADIANS = np.pi / 180.0
_NEAR = 1e-7
"""Minutes from a half within which rounding is called close; errors of the formula are 1e-10 at most."""


@compiled
def minutes_between(lat_a: float, lon_a: float, lat_b: float, lon_b: float) -> int:
    """Return the whole minutes between two places given in degrees, or CLOSE."""
    phi_a, phi_b = lat_a * _RADIANS, lat_b * _RADIANS
    half_lat = sin((phi_b - phi_a) / 2)
    half_lon = sin((lon_b - lon_a) * _RADIANS / 2)
    square = half_lat * half_lat + cos(phi_a) * cos(phi_b) * half_lon * half_lon
    distance = 2 * EARTH_RADIUS_KM * asin(sqrt(min(1.0, square)))
    ground = max(GROUND_FLOOR_MIN, GROUND_START_MIN + 60.0 * distance / GROUND_KMH)
    minutes = min(ground, AIR_START_MIN + 60.0 * distance / AIR_KMH)
    whole = int(minutes)
    over = minutes - whole
    if abs(over - 0.5) < _NEAR:
        return CLOSE
    return whole + 1 if over > 0.5 else whole
