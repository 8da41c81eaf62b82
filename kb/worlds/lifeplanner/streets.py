"""
Streets: a grid that is not quite one, with avenues, one-way lanes, footpaths and gaps.

Positions are whole decimetres from the south-west corner and lengths follow from them in integers, so that no
machine's arithmetic shows in the files.
"""

from dataclasses import dataclass
from math import isqrt

from planassay.kb.draw import Draw
from planassay.kb.geo import Point
from planassay.kb.roads import Network, Vehicle, Way

CELL_DM = 1000
"""A block is 100 metres wide."""
_SOUTH_E7, _WEST_E7 = 304_000_000, 1_142_000_000
# Degrees of 1e-7 in ten thousand decimetres, at the latitude of the corner: 1e4 * 0.1 m / (pi * R / 180).
_LAT_STEP, _LON_STEP = 89_932, 104_268
_ALL = frozenset(Vehicle)
_SOFT = frozenset((Vehicle.WALKING, Vehicle.CYCLING))


@dataclass(frozen=True, slots=True)
class Street:
    """A kind of way."""

    speed_kmh: int
    vehicles: frozenset[Vehicle] = _ALL
    one_way: bool = False


_EXPRESSWAY = Street(80, frozenset((Vehicle.DRIVING,)))
_AVENUE, _STREET, _LANE = Street(60), Street(40), Street(30)
_ONE_WAY, _SERVICE, _PATH = Street(30, one_way=True), Street(20), Street(30, _SOFT)


@dataclass(frozen=True)
class Grid:
    """The network, and where its vertices are in decimetres."""

    network: Network
    spots: dict[int, tuple[int, int]]


def point(x: int, y: int) -> Point:
    """Return the place on the globe of a position in decimetres."""
    return Point((_SOUTH_E7 + y * _LAT_STEP // 10_000) / 10**7, (_WEST_E7 + x * _LON_STEP // 10_000) / 10**7)


def lay_out(draw: Draw, size: int) -> Grid:
    """Return the streets of a city of ``size`` by ``size`` crossings."""
    spots = {
        1 + row * size + column: (
            column * CELL_DM + draw.between(-250, 250),
            row * CELL_DM + draw.between(-250, 250),
        )
        for row in range(size)
        for column in range(size)
    }
    ways: list[Way] = []
    for row in range(size):
        for column in range(size):
            here = 1 + row * size + column
            for there, line, fits in (
                (here + 1, row, column + 1 < size),
                (here + size, column, row + 1 < size),
            ):
                for street in _streets(draw, line) if fits else ():
                    ways.append(_way(draw, len(ways) + 1, (here, there), street, spots))
    return Grid(Network({number: point(*spot) for number, spot in spots.items()}, tuple(ways)), spots)


def _streets(draw: Draw, line: int) -> list[Street]:
    """Draw what joins two neighbours on a line of the grid: nothing, a street, or two."""
    if line % 48 == 8:
        return [_EXPRESSWAY, _PATH]
    if line % 16 == 0:
        return [_AVENUE]
    if line % 4 == 0:
        return [_STREET]
    street = draw.weighted([(None, 0.05), (_PATH, 0.08), (_ONE_WAY, 0.25), (_LANE, 0.62)])
    if street is None:
        return []
    return [street, _SERVICE] if draw.chance(0.01) else [street]


def _way(
    draw: Draw, gid: int, ends: tuple[int, int], street: Street, spots: dict[int, tuple[int, int]]
) -> Way:
    """Return a way with a bend in the middle that is longer than the straight line by 1 to 15 per cent."""
    (x, y), (u, v) = spots[ends[0]], spots[ends[1]]
    straight_mm = 100 * isqrt((u - x) ** 2 + (v - y) ** 2)
    bend = point((x + u) // 2 + draw.between(-100, 100), (y + v) // 2 + draw.between(-100, 100))
    return Way(
        gid=gid,
        source=ends[0],
        target=ends[1],
        length_mm=straight_mm * draw.between(1010, 1150) // 1000,
        one_way=draw.pick((1, -1)) if street.one_way else 0,
        maxspeed_kmh=street.speed_kmh,
        vehicles=street.vehicles,
        line=(point(x, y), bend, point(u, v)),
    )
