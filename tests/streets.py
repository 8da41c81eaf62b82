"""Random street networks and errands, and slow twins that find the best route in other ways."""

from itertools import pairwise
from random import Random

import networkx as nx

from planassay.kb.geo import Point
from planassay.kb.roads import Errand, Mode, Network, Vehicle, Way


def random_network(seed: int, most_ways: int = 200) -> Network:
    """Return a network with one-ways, parallel ways, loops, ways of some vehicles, and many equal lengths."""
    random = Random(seed)
    size = random.randint(2, max(2, most_ways // 3))
    vertices = {
        10 + 3 * at: Point(30 + random.random() / 100, 114 + random.random() / 100) for at in range(size)
    }
    names = list(vertices)
    vehicles = [
        frozenset(Vehicle),
        frozenset((Vehicle.DRIVING,)),
        frozenset((Vehicle.WALKING, Vehicle.CYCLING)),
    ]
    ways = tuple(
        Way(
            gid=gid,
            source=random.choice(names),
            target=random.choice(names),
            length_mm=random.choice((1, 1000, 2000, 3000, random.randint(1, 10**6))),
            one_way=random.choice((0, 0, 1, -1)),
            maxspeed_kmh=random.choice((20, 30, 36, 80)),
            vehicles=random.choice(vehicles + vehicles[:1]),
        )
        for gid in range(1, random.randint(1, most_ways) + 1)
    )
    return Network(vertices, ways)


def random_errand(seed: int, network: Network) -> Errand:
    """Return an errand of any vehicle and mode that avoids up to a tenth of the ways."""
    random = Random(-1 - seed)
    names = list(network.vertices)
    gids = [way.gid for way in network.ways]
    avoid = frozenset(random.sample(gids, random.randint(0, len(gids) // 10)))
    return Errand(
        random.choice(names),
        random.choice(names),
        random.choice(list(Vehicle)),
        random.choice(list(Mode)),
        avoid,
    )


def networkx_cost(network: Network, errand: Errand) -> int | None:
    """Return the least cost as networkx finds it."""
    graph = nx.MultiDiGraph()
    graph.add_nodes_from(network.vertices)
    for arc in network.arcs(errand.vehicle, errand.mode, errand.avoid):
        graph.add_edge(arc.tail, arc.head, key=arc.gid, weight=arc.weight)
    try:
        return nx.dijkstra_path_length(graph, errand.start, errand.end)
    except nx.NetworkXNoPath:
        return None


def brute_force_cost(network: Network, errand: Errand) -> int | None:
    """Return the least cost over every path that visits no vertex twice."""
    graph = nx.DiGraph()
    graph.add_nodes_from(network.vertices)
    for arc in network.arcs(errand.vehicle, errand.mode, errand.avoid):
        known = graph.get_edge_data(arc.tail, arc.head, {"weight": arc.weight})["weight"]
        graph.add_edge(arc.tail, arc.head, weight=min(known, arc.weight))
    if errand.start == errand.end:
        return 0
    paths = nx.all_simple_paths(graph, errand.start, errand.end)
    return min((sum(graph[a][b]["weight"] for a, b in pairwise(path)) for path in paths), default=None)
