"""
Streets: best routes in a city by a search of the verifier's own, and what a stated path really costs.

Dijkstra's algorithm over lists of arcs. Of equally good routes it gives the one whose last way has the least
number, then the way before it, and so on, which makes it one route.
"""

from collections.abc import Collection, Sequence
from functools import cache, lru_cache
from heapq import heappop, heappush
from itertools import repeat
from math import sqrt

from planassay.kb.formats.lifeplanner import City, Place
from planassay.kb.geo import Point
from planassay.kb.roads import Errand, Mode, Route, Vehicle, arcs
from planassay.kb.tools.lifeplanner.courses import line_of
from planassay.kb.tools.lifeplanner.ground import Ground, project

KEPT = 20_000
"""Routes that are remembered."""
_SHIFT = 32
_MASK = 2**_SHIFT - 1

_Arc = tuple[int, int, int]
Spot = tuple[float, float]


class Streets:
    """
    Answers what a route costs in a city.

    Parameters
    ----------
    city
        Its roads and places.
    """

    def __init__(self, city: City) -> None:
        self.city = city
        self.network = city.network
        self.ground = Ground(city)
        self._names = list(city.network.vertices)
        self._index = {name: at for at, name in enumerate(self._names)}
        self._leaving = cache(self._adjacency)
        self.snap = lru_cache(maxsize=KEPT)(self._snap)
        self.route = lru_cache(maxsize=KEPT)(self._route)
        self._flat = lru_cache(maxsize=256)(self._flattened)

    def _snap(self, place: Place, vehicle: Vehicle) -> int | None:
        """Return the vertex where a place touches the roads of a vehicle, None if it has none."""
        return self.ground.snap(place.point, vehicle)

    def least(
        self, start: Place, end: Place, vehicle: Vehicle, mode: Mode, avoid: frozenset[int] = frozenset()
    ) -> int | None:
        """Return what the best route between places costs, millimetres or milliseconds; None without one."""
        ends = self.snap(start, vehicle), self.snap(end, vehicle)
        if ends[0] is None or ends[1] is None:
            return None
        found = self.route(Errand(ends[0], ends[1], vehicle, mode, avoid))
        return None if found.gids is None else found.cost

    def path(
        self, start: Place, end: Place, vehicle: Vehicle, mode: Mode, avoid: frozenset[int] = frozenset()
    ) -> list[Point] | None:
        """Return the line of the best route between two places, None if there is none."""
        ends = self.snap(start, vehicle), self.snap(end, vehicle)
        if ends[0] is None or ends[1] is None:
            return None
        gids = self.route(Errand(ends[0], ends[1], vehicle, mode, avoid)).gids
        return None if gids is None else line_of(self.network, ends[0], gids)

    def aside(self, place: Place, start: Place, end: Place, vehicle: Vehicle) -> float | None:
        """
        Return how far a place is from the quickest route between two others, in metres; None without one.

        In the azimuthal equidistant projection about the middle of the route's bounds, as the tools see it.
        """
        flat = self._flat(start, end, vehicle)
        if flat is None:
            return None
        middle, corners = flat
        spot = project(middle, place.point)
        return min(map(_to_segment, repeat(spot), corners, corners[1:] or corners))

    def _flattened(self, start: Place, end: Place, vehicle: Vehicle) -> tuple[Point, list[Spot]] | None:
        line = self.path(start, end, vehicle, Mode.TIME)
        if line is None:
            return None
        lats, lons = [p.lat for p in line], [p.lon for p in line]
        middle = Point((min(lats) + max(lats)) / 2, (min(lons) + max(lons)) / 2)
        return middle, [project(middle, corner) for corner in line]

    def walk(
        self, start: int, gids: Sequence[object], vehicle: Vehicle, mode: Mode, avoid: Collection[int] = ()
    ) -> tuple[list[int], int] | str:
        """
        Return the vertices of a stated path and what it costs, or why it is none.

        Parameters
        ----------
        start
            Vertex where it starts.
        gids
            Its ways in order, as an answer states them: of any type.
        """
        at, total, passed = start, 0, [start]
        for gid in gids:
            way = self.network.by_gid.get(gid) if type(gid) is int else None
            if way is None:
                return f"there is no way {gid!r:.40}"
            if gid in avoid:
                return f"way {gid} is to be avoided"
            step = next((arc for arc in arcs(way, vehicle, mode) if arc.tail == at), None)
            if step is None:
                return f"way {gid} cannot be used from vertex {at} by {vehicle}"
            at, total = step.head, total + step.weight
            passed.append(at)
        return passed, total

    def _adjacency(self, vehicle: Vehicle, mode: Mode) -> list[list[_Arc]]:
        leaving: list[list[_Arc]] = [[] for _ in self._names]
        for arc in self.network.arcs(vehicle, mode):
            if arc.tail != arc.head:
                leaving[self._index[arc.tail]].append((self._index[arc.head], arc.weight, arc.gid))
        return leaving

    def _route(self, errand: Errand) -> Route:
        """Return the best route between two vertices, or that there is none."""
        start, end = self._index[errand.start], self._index[errand.end]
        leaving, avoid = self._leaving(errand.vehicle, errand.mode), errand.avoid
        cost = {start: 0}
        came: dict[int, tuple[int, int]] = {}
        settled = bytearray(len(self._names))
        heap = [start]  # cost in the high bits, vertex in the low ones
        while heap:
            entry = heappop(heap)
            at, spent = entry & _MASK, entry >> _SHIFT
            if at == end:
                return Route(self._ways_back(came, start, end), spent)
            if settled[at]:
                continue
            settled[at] = 1
            for head, weight, gid in leaving[at]:
                if settled[head] or (avoid and gid in avoid):
                    continue
                known, new = cost.get(head), spent + weight
                if known is None or new < known:
                    cost[head], came[head] = new, (gid, at)
                    heappush(heap, new << _SHIFT | head)
                elif new == known and gid < came[head][0]:
                    came[head] = (gid, at)
        return Route(None, 0)

    @staticmethod
    def _ways_back(came: dict[int, tuple[int, int]], start: int, end: int) -> tuple[int, ...]:
        gids = []
        at = end
        while at != start:
            gid, at = came[at]
            gids.append(gid)
        return tuple(reversed(gids))


def _to_segment(spot: Spot, a: Spot, b: Spot) -> float:
    """Return the distance of a spot from a segment of the plane."""
    along = b[0] - a[0], b[1] - a[1]
    aside = spot[0] - a[0], spot[1] - a[1]
    length = along[0] ** 2 + along[1] ** 2
    share = (aside[0] * along[0] + aside[1] * along[1]) / length if length > 0 else 0.0
    share = min(1.0, max(0.0, share))
    return sqrt((aside[0] - share * along[0]) ** 2 + (aside[1] - share * along[1]) ** 2)


@lru_cache(maxsize=4)
def streets(city: City) -> Streets:
    """Return the streets of a city, the same ones while they are in use."""
    return Streets(city)
