"""
Shores: the land of the world, and what of it a sheet of paper shows.

Coasts are those of Natural Earth, see ``data/README.md``. Rings are laid on the paper, cut at its edges and
written in whole steps: a page holds no more of the world than it shows.
"""

import json
from functools import lru_cache
from importlib.resources import files
from itertools import pairwise
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

UNIT = 0.01
"""Degrees of one unit of the land file."""
EDGE = 8.0
"""Land goes on so far beyond the paper, so that no cut is seen."""
LEAST_SIZE = 2.5
"""On paper, of the smallest island that is drawn."""
LEAST_STEP = 2
"""On paper, along a shore."""

Points = NDArray[np.float64]
"""Rows of two."""


class Frame(NamedTuple):
    """A sheet of paper on a flat world."""

    lon: float
    """At its middle, in degrees."""
    lat: float
    across: float
    """Paper of one degree of longitude."""
    down: float
    """Paper of one degree of latitude."""
    width: float
    height: float


def land_in(frame: Frame) -> str:
    """Return the land on a sheet as the data of one path, to be filled by the even-odd rule."""
    lon = (frame.lon + 180) % 360 - 180
    paths: list[str] = []
    for turn in (-360, 0, 360):
        for place in np.nonzero(_is_seen(frame, lon - turn))[0]:
            ring = rings()[int(place)]
            x = (ring[:, 0] - lon + turn) * frame.across + frame.width / 2
            y = (frame.lat - ring[:, 1]) * frame.down + frame.height / 2
            paths.append(_outlined(_cut(np.stack((x, y), axis=1), frame)))
    return "".join(paths)


@lru_cache(maxsize=1)
def rings() -> tuple[Points, ...]:
    """Return the shores of the world, each as longitudes and latitudes; some go on beyond 180 degrees."""
    text = files(__package__).joinpath("data", "land.json").read_text("utf-8")
    return tuple(np.cumsum(np.array(steps).reshape(-1, 2), axis=0) * UNIT for steps in json.loads(text))


@lru_cache(maxsize=1)
def _bounds() -> tuple[Points, Points]:
    """Return the least and the greatest longitude and latitude of each ring."""
    return np.array([ring.min(axis=0) for ring in rings()]), np.array([ring.max(axis=0) for ring in rings()])


def _is_seen(frame: Frame, lon: float) -> NDArray[np.bool_]:
    """Tell of each ring whether it is on the paper, if its middle is at a longitude, and large enough."""
    least, most = _bounds()
    left, right = ((end[:, 0] - lon) * frame.across for end in (least, most))
    top, bottom = ((frame.lat - end[:, 1]) * frame.down for end in (most, least))
    wide, tall = frame.width / 2 + EDGE, frame.height / 2 + EDGE
    is_large = (right - left >= LEAST_SIZE) | (bottom - top >= LEAST_SIZE)
    seen: NDArray[np.bool_] = (left < wide) & (right > -wide) & (top < tall) & (bottom > -tall) & is_large
    return seen


def _cut(spots: Points, frame: Frame) -> Points:
    """Return the part of a polygon that is on the paper, edge by edge (Sutherland and Hodgman)."""
    limits = ((0, -EDGE, 1), (0, frame.width + EDGE, -1), (1, -EDGE, 1), (1, frame.height + EDGE, -1))
    for axis, limit, sign in limits:
        if not len(spots):
            break
        depth = sign * (spots[:, axis] - limit)
        before, depth_before = np.roll(spots, 1, axis=0), np.roll(depth, 1)
        is_in, crosses = depth >= 0, (depth >= 0) != (depth_before >= 0)
        share = np.divide(depth_before, depth_before - depth, out=np.zeros_like(depth), where=crosses)
        found = np.stack((before + share[:, None] * (spots - before), spots), axis=1)
        spots = found[np.stack((crosses, is_in), axis=1)]
    return spots


def _outlined(spots: Points) -> str:
    """Return a polygon as path data in whole steps."""
    kept: list[tuple[int, int]] = []
    for x, y in np.rint(spots).astype(int).tolist():
        if not kept or abs(x - kept[-1][0]) + abs(y - kept[-1][1]) >= LEAST_STEP:
            kept.append((x, y))
    if len(kept) < 3:
        return ""
    steps = (f"{x - a} {y - b}" for (a, b), (x, y) in pairwise(kept))
    return f"M{kept[0][0]} {kept[0][1]}l{' '.join(steps)}z".replace(" -", "-")
