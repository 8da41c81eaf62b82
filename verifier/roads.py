"""
The checker of routes: whether a claimed route is one, costs what it says, and none is better.

A claim brings a distance for the vertices that are nearer than its end. If no arc leads to a vertex sooner
than its own distance says, every route from start to end costs at least the distance of the end: the
distances are feasible potentials of the shortest-path problem, and weak duality does the rest. Where there is
no route, the vertices named must be closed under the arcs. Nothing is searched, and all is integers.

:func:`least_cost` is a search of its own, in plain Python, for whoever wants to know without a claim.
"""

from collections.abc import Iterator
from heapq import heappop, heappush

from planassay.kb.roads import Arc, Errand, Network, ProvenRoute, arcs


def check_route(network: Network, errand: Errand, claim: ProvenRoute) -> tuple[str, ...]:
    """
    Return what is wrong with a claim, one sentence a fault; nothing if it is proved.

    Parameters
    ----------
    network
        Vertices and ways.
    errand
        What was asked.
    claim
        The route, or that there is none, with its distances.
    """
    faults = [
        f"the {name} {number} is no vertex of the network"
        for name, number in (("start", errand.start), ("end", errand.end))
        if number not in network.vertices
    ]
    if faults:
        return tuple(faults)
    if claim.route.gids is None:
        return tuple(_open_ends(network, errand, claim))
    return (
        *_broken_steps(network, errand, claim.route.gids, claim.route.cost),
        *_shortcuts(network, errand, claim),
    )


def _broken_steps(network: Network, errand: Errand, gids: tuple[int, ...], cost: int) -> Iterator[str]:
    """Yield why the ways are no route of that cost."""
    at, total = errand.start, 0
    for gid in gids:
        way = network.by_gid.get(gid)
        if way is None:
            yield f"there is no way {gid}"
            return
        if gid in errand.avoid:
            yield f"way {gid} is to be avoided"
            return
        steps = [arc for arc in arcs(way, errand.vehicle, errand.mode) if arc.tail == at]
        if not steps:
            yield f"way {gid} cannot be used from vertex {at} by {errand.vehicle}"
            return
        at, total = steps[0].head, total + steps[0].weight
    if at != errand.end:
        yield f"the route ends at vertex {at}, not {errand.end}"
    if total != cost:
        yield f"the route costs {total}, not {cost}"


def _shortcuts(network: Network, errand: Errand, claim: ProvenRoute) -> Iterator[str]:
    """Yield why the distances do not prove that no route is cheaper."""
    cost, nearer = claim.route.cost, claim.nearer
    for number, distance in nearer.items():
        if type(distance) is not int or not 0 <= distance <= cost:
            yield f"the distance of vertex {number} is {distance!r}, not a whole number from 0 to {cost}"
            return
    if nearer.get(errand.start, cost) != 0:
        yield f"the start {errand.start} has the distance {nearer.get(errand.start, cost)}, not 0"
    if nearer.get(errand.end, cost) != cost:
        yield f"the end {errand.end} has the distance {nearer[errand.end]}, not {cost}"
    for arc in network.arcs(errand.vehicle, errand.mode, errand.avoid):
        if arc.tail in nearer and nearer[arc.tail] + arc.weight < nearer.get(arc.head, cost):
            yield f"way {arc.gid} leads to vertex {arc.head} sooner than its distance says"
            return


def _open_ends(network: Network, errand: Errand, claim: ProvenRoute) -> Iterator[str]:
    """Yield why the vertices named do not prove that there is no route."""
    reached = claim.nearer
    if claim.route.cost != 0:
        yield f"no route costs {claim.route.cost}, not 0"
    if errand.start not in reached:
        yield f"the start {errand.start} is not among the vertices that are reached"
    if errand.end in reached:
        yield f"the end {errand.end} is among the vertices that are reached"
    for arc in network.arcs(errand.vehicle, errand.mode, errand.avoid):
        if arc.tail in reached and arc.head not in reached:
            yield f"way {arc.gid} leads out of the vertices that are reached, to {arc.head}"
            return


def least_cost(network: Network, errand: Errand) -> int | None:
    """
    Return what the best route costs, millimetres or milliseconds, or None if there is none.

    Dijkstra's algorithm with a heap; 0 if the errand ends where it starts.
    """
    leaving: dict[int, list[Arc]] = {}
    for arc in network.arcs(errand.vehicle, errand.mode, errand.avoid):
        leaving.setdefault(arc.tail, []).append(arc)
    settled: set[int] = set()
    heap = [(0, errand.start)]
    while heap:
        cost, at = heappop(heap)
        if at == errand.end:
            return cost
        if at in settled:
            continue
        settled.add(at)
        for arc in leaving.get(at, ()):
            if arc.head not in settled:
                heappush(heap, (cost + arc.weight, arc.head))
    return None
