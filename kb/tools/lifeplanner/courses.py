"""Courses: a route as its ways tell it: how long, which line, where to turn."""

from collections.abc import Iterator, Sequence
from math import atan2, degrees

from planassay.kb.geo import Point
from planassay.kb.roads import Network, Vehicle, Way, time_ms
from planassay.kb.tools.lifeplanner.ground import project
from planassay.kb.tools.toolset import Answer

STRAIGHT_DEG = 30
"""A change of direction up to this is no turn."""
BACK_DEG = 150
"""A change of direction from this on is a turn back."""

Line = tuple[Point, ...]


def follow(network: Network, start: int, gids: Sequence[int], vehicle: Vehicle) -> Answer:
    """
    Return a route as an agent sees it.

    Parameters
    ----------
    network
        Vertices and ways.
    start
        The vertex where it starts.
    gids
        Its ways in order.
    vehicle
        How it is travelled.

    Notes
    -----
    Distance in metres and time in seconds are exact to their third decimals. A step is a run of ways
    without a turn; the first one departs.
    """
    ways = [network.by_gid[gid] for gid in gids]
    lines = list(_lines(network, start, ways))
    steps: list[dict[str, object]] = []
    lengths: list[int] = []
    for at, way in enumerate(ways):
        turn = turn_between(lines[at - 1], lines[at]) if at else "depart"
        if turn != "straight":
            steps.append({"turn": turn, "distance_m": 0.0, "way_ids": []})
            lengths.append(0)
        lengths[-1] += way.length_mm
        steps[-1] = {
            "turn": steps[-1]["turn"],
            "distance_m": lengths[-1] / 1000,
            "way_ids": [*_ids(steps[-1]), way.gid],
        }
    return {
        "distance_m": sum(way.length_mm for way in ways) / 1000,
        "time_s": sum(time_ms(way, vehicle) for way in ways) / 1000,
        "way_ids": list(gids),
        "geometry": [[corner.lat, corner.lon] for corner in line_of(network, start, gids)],
        "steps": steps,
    }


def line_of(network: Network, start: int, gids: Sequence[int]) -> list[Point]:
    """Return the line of a route; the place of the vertex where it starts if it has no ways."""
    corners = [network.vertices[start]]
    for line in _lines(network, start, [network.by_gid[gid] for gid in gids]):
        corners += line[1:]
    return corners


def turn_between(before: Line, after: Line) -> str:
    """Return ``straight``, ``left``, ``right`` or ``back``, by the directions in which two lines meet."""
    change = (_bearing(*after[:2]) - _bearing(*before[-2:]) + 180) % 360 - 180
    if abs(change) <= STRAIGHT_DEG:
        return "straight"
    if abs(change) >= BACK_DEG:
        return "back"
    return "right" if change > 0 else "left"


def _lines(network: Network, start: int, ways: Sequence[Way]) -> Iterator[Line]:
    """Yield the line of each way in the direction in which it is travelled."""
    at = start
    for way in ways:
        ends = network.vertices[way.source], network.vertices[way.target]
        line = way.line if len(way.line) > 1 else ends
        if way.source == at:
            at = way.target
            yield line
        else:
            at = way.source
            yield line[::-1]


def _bearing(a: Point, b: Point) -> float:
    """Return the direction from one point to another, degrees from north to the east."""
    east, north = project(a, b)
    return degrees(atan2(east, north))


def _ids(step: dict[str, object]) -> list[int]:
    ids = step["way_ids"]
    return list(ids) if isinstance(ids, list) else []
