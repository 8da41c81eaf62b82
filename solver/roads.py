"""
Best routes in a street network, by Dijkstra's algorithm of SciPy over arrays.

Weights are whole numbers far below 2**53, so that the floating-point sums of SciPy are exact. Parallel arcs
are reduced to the cheapest. SciPy's own choice among equally good routes is not used: a route is read
backwards off the distances, by the way with the least number at each vertex.
"""

from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any

import numpy as np

from planassay.kb.errors import InputError
from planassay.kb.geo import haversine_km
from planassay.kb.roads import Errand, Mode, Network, ProvenRoute, Route, Vehicle, weight

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Ints = NDArray[np.int64]
    Floats = NDArray[np.float64]

_DETOUR = 1.5
"""The first search looks this much farther than the straight line; if that is not enough, ever farther."""


@dataclass(frozen=True, slots=True)
class _Arcs:
    """Arcs sorted by tail and head, loops left out; those of one pair of ends follow each other."""

    tail: "Ints"
    head: "Ints"
    weight: "Floats"
    gid: "Ints"
    pairs: "Ints"
    """Where each pair of ends begins."""
    indices: "Ints"
    indptr: "Ints"
    by_head: "Ints"
    """The arcs in order of heads."""
    into: "Ints"
    """Where the arcs into each vertex begin in that order."""
    per_m: float
    """Least weight of a metre."""


class RoadSearch:
    """
    Answers errands in one network; what it prepares for a vehicle and a mode is kept.

    Parameters
    ----------
    network
        Vertices and ways.
    """

    def __init__(self, network: Network) -> None:
        self._network = network
        self._names = list(network.vertices)
        self._index = {name: at for at, name in enumerate(self._names)}
        self._arcs = cache(self._prepare)

    def route(self, errand: Errand) -> Route:
        """
        Return the best route, or that there is none.

        Of equally good routes it is the one whose last way has the least number, then the way before it, and
        so on.

        Raises
        ------
        InputError
            If the errand starts or ends at no vertex of the network.
        """
        start, end = self._ends(errand)
        return self._read(errand, start, end, self._search(errand, start, end))

    def prove(self, errand: Errand) -> ProvenRoute:
        """
        Return the best route, or that there is none, with what proves it.

        Raises
        ------
        InputError
            If the errand starts or ends at no vertex of the network.
        """
        start, end = self._ends(errand)
        distances = self._search(errand, start, end)
        route = self._read(errand, start, end, distances)
        if route.gids is None:
            reached = np.flatnonzero(np.isfinite(distances)).tolist()
            return ProvenRoute(route, {self._names[at]: 0 for at in reached})
        near = np.flatnonzero(distances < route.cost)
        pairs = zip(near.tolist(), distances[near].tolist(), strict=True)
        return ProvenRoute(route, {self._names[at]: int(distance) for at, distance in pairs})

    def optimal_ways(self, errand: Errand) -> frozenset[int]:
        """
        Return the ways that stand in some best route; none where there is no route.

        A best route can be made of any of them, so that what all best routes pass, or some, can be told.

        Raises
        ------
        InputError
            If the errand starts or ends at no vertex of the network.
        """
        start, end = self._ends(errand)
        distances = self._search(errand, start, end)
        if not np.isfinite(distances[end]):
            return frozenset()
        found: set[int] = set()
        seen, left = {end}, [end]
        while left:
            at = left.pop()
            for gid, tail in self._tight(errand, at, distances):
                found.add(gid)
                if tail not in seen:
                    seen.add(tail)
                    left.append(tail)
        return frozenset(found)

    def _tight(self, errand: Errand, at: int, distances: "Floats") -> list[tuple[int, int]]:
        """Return number and tail of the arcs by which a best route can come to a vertex."""
        arcs = self._arcs(errand.vehicle, errand.mode)
        into = arcs.by_head[arcs.into[at] : arcs.into[at + 1]]
        tight = into[distances[arcs.tail[into]] + arcs.weight[into] == distances[at]]
        pairs = zip(arcs.gid[tight].tolist(), arcs.tail[tight].tolist(), strict=True)
        return [pair for pair in pairs if pair[0] not in errand.avoid]

    def _ends(self, errand: Errand) -> tuple[int, int]:
        for pointer, name in (("/start", errand.start), ("/end", errand.end)):
            if name not in self._index:
                raise InputError("is no vertex of the network", pointer=pointer, value=name)
        return self._index[errand.start], self._index[errand.end]

    def _prepare(self, vehicle: Vehicle, mode: Mode) -> _Arcs:
        network, index = self._network, self._index
        rows = [
            (index[arc.tail], index[arc.head], arc.weight, arc.gid)
            for arc in network.arcs(vehicle, mode)
            if arc.tail != arc.head
        ]
        table = np.array(sorted(rows), dtype=np.int64).reshape(-1, 4)
        tail, head, weights, gid = table.T
        size = len(self._names)
        fresh = np.ones(len(tail), dtype=bool)
        fresh[1:] = (tail[1:] != tail[:-1]) | (head[1:] != head[:-1])
        pairs = np.flatnonzero(fresh)
        by_head = np.argsort(head, kind="stable")
        usable = [way for way in network.ways if vehicle in way.vehicles]
        return _Arcs(
            tail=tail,
            head=head,
            weight=weights.astype(np.float64),
            gid=gid,
            pairs=pairs,
            indices=head[pairs].astype(np.int32),
            indptr=np.searchsorted(tail[pairs], np.arange(size + 1)).astype(np.int32),
            by_head=by_head,
            into=np.searchsorted(head[by_head], np.arange(size + 1)),
            per_m=min((1000 * weight(way, vehicle, mode) / way.length_mm for way in usable), default=1.0),
        )

    def _search(self, errand: Errand, start: int, end: int) -> "Floats":
        """Return the distances from the start, exact up to that of the end; infinite where farther."""
        from scipy.sparse import csr_array
        from scipy.sparse.csgraph import dijkstra

        arcs = self._arcs(errand.vehicle, errand.mode)
        weights = arcs.weight
        if errand.avoid:
            known = [gid for gid in errand.avoid if gid in self._network.by_gid]
            barred = np.isin(arcs.gid, np.array(known, dtype=np.int64))
            weights = np.where(barred, np.inf, weights)
        size = len(self._names)
        data = np.minimum.reduceat(weights, arcs.pairs) if len(weights) else weights
        graph: Any = csr_array((data, arcs.indices, arcs.indptr), shape=(size, size))
        places = self._network.vertices
        straight_m = 1000 * haversine_km(places[errand.start], places[errand.end])
        limit = max(1.0, _DETOUR * straight_m * arcs.per_m)
        farthest = float(np.sum(arcs.weight)) + 1.0
        while limit < farthest:
            distances: Floats = dijkstra(graph, indices=start, limit=limit)
            if np.isfinite(distances[end]):
                return distances
            limit *= 3.0
        everywhere: Floats = dijkstra(graph, indices=start)
        return everywhere

    def _read(self, errand: Errand, start: int, end: int, distances: "Floats") -> Route:
        """Return the route that distances tell."""
        if not np.isfinite(distances[end]):
            return Route(None, 0)
        gids: list[int] = []
        at = end
        while at != start:
            gid, at = min(self._tight(errand, at, distances))
            gids.append(gid)
        return Route(tuple(reversed(gids)), int(distances[end]))
