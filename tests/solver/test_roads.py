"""Routes of the solver are best, as two other searches and the checker say."""

from dataclasses import replace

import pytest
from tests.streets import brute_force_cost, networkx_cost, random_errand, random_network

from planassay.kb.errors import InputError
from planassay.kb.geo import Point
from planassay.kb.roads import Errand, Mode, Network, Route, Vehicle, Way
from planassay.kb.worlds.lifeplanner import build
from planassay.solver.roads import RoadSearch
from planassay.verifier.roads import check_route, least_cost

DRIVE, DISTANCE = Vehicle.DRIVING, Mode.DISTANCE


def agree(network, errand):
    """Assert that all searches say the same, that the claim is proved, and return the route."""
    claim = RoadSearch(network).prove(errand)
    cost = None if claim.route.gids is None else claim.route.cost
    assert cost == networkx_cost(network, errand) == least_cost(network, errand)
    assert check_route(network, errand, claim) == ()
    return claim.route


def test_three_searches_and_the_checker_agree_on_random_networks():
    """One-ways, parallel ways, loops, avoided ways, all vehicles and modes; with and without a route."""
    routes = []
    for seed in range(150):
        network = random_network(seed)
        routes.append(agree(network, random_errand(seed, network)))
    missing = sum(route.gids is None for route in routes)
    assert 20 < missing < 130
    assert max(len(route.gids or ()) for route in routes) > 5


def test_no_path_of_a_small_network_is_better():
    """All simple paths were tried."""
    for seed in range(100):
        network = random_network(seed, most_ways=14)
        errand = random_errand(seed, network)
        route = agree(network, errand)
        assert (None if route.gids is None else route.cost) == brute_force_cost(network, errand)


def test_routes_through_a_city_are_proved():
    """A made city, every vehicle and mode; the same way avoided gives another route that is no better."""
    network = build("small", 7).network
    search = RoadSearch(network)
    names = list(network.vertices)
    for vehicle in Vehicle:
        for mode in Mode:
            errand = Errand(names[1], names[-3], vehicle, mode)
            route = agree(network, errand)
            assert len(route.gids) > 20
            other = Errand(errand.start, errand.end, vehicle, mode, frozenset((route.gids[10],)))
            around = search.route(other)
            assert route.gids[10] not in around.gids
            assert around.cost >= route.cost
            assert agree(network, other) == around


def square():
    """Return two equally long ways round from 1 to 4, and a parallel way of the same length."""
    everyone = frozenset(Vehicle)
    ends = [(1, 2), (2, 4), (1, 3), (3, 4), (3, 4)]
    ways = tuple(
        Way(gid, *pair, 1000, 0, 36, everyone) for gid, pair in zip((9, 8, 7, 6, 5), ends, strict=True)
    )
    return Network({number: Point(30, 114 + number / 1000) for number in range(1, 6)}, ways)


def test_equal_routes_are_told_apart_by_the_numbers_of_their_ways():
    """The last way has the least number that an optimal route can end with."""
    errand = Errand(1, 4, DRIVE, DISTANCE)
    assert RoadSearch(square()).route(errand) == Route((7, 5), 2000)
    avoiding = Errand(1, 4, DRIVE, DISTANCE, frozenset((5,)))
    assert RoadSearch(square()).route(avoiding) == Route((7, 6), 2000)
    none = RoadSearch(square()).route(Errand(1, 4, DRIVE, DISTANCE, frozenset((5, 6, 8))))
    assert none == Route(None, 0)


def test_the_ways_of_all_best_routes_are_those_whose_detour_costs_nothing():
    """A way is one of them iff going over it on the way costs no more than the best route."""
    assert RoadSearch(square()).optimal_ways(Errand(1, 4, DRIVE, DISTANCE)) == {5, 6, 7, 8, 9}
    several = 0
    for seed in range(60):
        network = random_network(seed, most_ways=60)
        errand = random_errand(seed, network)
        best = least_cost(network, errand)
        slow = set()
        for arc in network.arcs(errand.vehicle, errand.mode, errand.avoid):
            before = least_cost(network, replace(errand, end=arc.tail))
            after = least_cost(network, replace(errand, start=arc.head))
            if None not in (best, before, after) and before + arc.weight + after == best:
                slow.add(arc.gid)
        search = RoadSearch(network)
        assert search.optimal_ways(errand) == slow
        several += len(slow) > len(search.route(errand).gids or ())
    assert several > 3


def test_a_route_to_where_it_starts_is_empty():
    """No way, no cost."""
    assert agree(square(), Errand(2, 2, DRIVE, Mode.TIME)) == Route((), 0)


def test_avoiding_ways_that_are_not_there_is_no_fault():
    """However large their numbers are."""
    assert agree(square(), Errand(1, 4, DRIVE, DISTANCE, frozenset((99, 2**70)))) == Route((7, 5), 2000)


def test_a_network_without_ways_has_no_route():
    """Nothing to search is no fault."""
    network = Network(square().vertices, ())
    assert agree(network, Errand(1, 2, DRIVE, DISTANCE)) == Route(None, 0)


@pytest.mark.parametrize(("errand", "pointer"), [((0, 1), "/start"), ((1, 9), "/end")])
def test_ends_that_are_no_vertices_are_refused(errand, pointer):
    """The error names which end it is, and its number."""
    with pytest.raises(InputError, match=f"at {pointer}: [09]: is no vertex"):
        RoadSearch(square()).route(Errand(*errand, DRIVE, DISTANCE))
