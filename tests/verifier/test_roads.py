"""The checker of routes accepts what is proved and refuses each kind of damage."""

from dataclasses import replace

import pytest

from planassay.kb.geo import Point
from planassay.kb.roads import Errand, Mode, Network, ProvenRoute, Route, Vehicle, Way
from planassay.verifier.roads import check_route, least_cost

DRIVE, WALK = Vehicle.DRIVING, Vehicle.WALKING


def way(gid, source, target, metres, one_way=0, vehicles=tuple(Vehicle)):
    """Return a way of so many metres."""
    return Way(gid, source, target, 1000 * metres, one_way, 36, frozenset(vehicles))


# 1 to 4 takes 300 m by ways 1 and 2, or 400 m by way 3; 5 is left by a one-way only.
NETWORK = Network(
    {number: Point(30, 114 + number / 1000) for number in range(1, 6)},
    (
        way(1, 1, 2, 100),
        way(2, 2, 4, 200),
        way(3, 1, 4, 400),
        way(4, 5, 1, 50, one_way=1),
        way(5, 4, 3, 10, vehicles=[WALK]),
    ),
)
ERRAND = Errand(1, 4, DRIVE, Mode.DISTANCE)
CLAIM = ProvenRoute(Route((1, 2), 300_000), {1: 0, 2: 100_000})
NOWHERE = Errand(1, 5, DRIVE, Mode.DISTANCE)
NO_ROUTE = ProvenRoute(Route(None, 0), {1: 0, 2: 0, 4: 0})


def test_proved_claims_are_accepted():
    """A best route, an empty one, and that there is none."""
    assert check_route(NETWORK, ERRAND, CLAIM) == ()
    assert check_route(NETWORK, NOWHERE, NO_ROUTE) == ()
    assert check_route(NETWORK, replace(ERRAND, end=1), ProvenRoute(Route((), 0), {})) == ()


@pytest.mark.parametrize(
    ("route", "nearer", "fault"),
    [
        (Route((3,), 400_000), {1: 0, 2: 100_000}, "way 2 leads to vertex 4 sooner than its distance says"),
        (Route((3,), 400_000), {1: 0}, "way 1 leads to vertex 2 sooner"),
        (Route((1, 2), 299_999), CLAIM.nearer, "the route costs 300000, not 299999"),
        (Route((1,), 100_000), {1: 0}, "the route ends at vertex 2, not 4"),
        (Route((2, 1), 300_000), CLAIM.nearer, "way 2 cannot be used from vertex 1 by driving"),
        (Route((1, 8), 300_000), CLAIM.nearer, "there is no way 8"),
        (CLAIM.route, {1: 1, 2: 100_000}, "the start 1 has the distance 1, not 0"),
        (CLAIM.route, {}, "the start 1 has the distance 300000, not 0"),
        (CLAIM.route, CLAIM.nearer | {4: 200_000}, "the end 4 has the distance 200000, not 300000"),
        (CLAIM.route, CLAIM.nearer | {3: -1}, "the distance of vertex 3 is -1, not a whole number from 0"),
        (CLAIM.route, CLAIM.nearer | {2: 300_001}, "the distance of vertex 2 is 300001"),
        (CLAIM.route, CLAIM.nearer | {2: 1e5}, "the distance of vertex 2 is 100000.0"),
        (CLAIM.route, CLAIM.nearer | {1: False}, "the distance of vertex 1 is False"),
        (Route(None, 0), {1: 0, 2: 0}, "leads out of the vertices that are reached, to 4"),
    ],
)
def test_damage_is_refused(route, nearer, fault):
    """Each field matters."""
    faults = check_route(NETWORK, ERRAND, ProvenRoute(route, nearer))
    assert any(fault in found for found in faults), faults


@pytest.mark.parametrize(
    ("claim", "fault"),
    [
        (ProvenRoute(Route(None, 5), NO_ROUTE.nearer), "no route costs 5, not 0"),
        (ProvenRoute(Route(None, 0), {}), "the start 1 is not among the vertices that are reached"),
        (ProvenRoute(Route(None, 0), NO_ROUTE.nearer | {5: 0}), "the end 5 is among the vertices"),
        (ProvenRoute(Route((4,), 50_000), {1: 0}), "way 4 cannot be used from vertex 1 by driving"),
    ],
)
def test_damage_to_no_route_is_refused(claim, fault):
    """What is reached must have the start, not the end, and be closed; a one-way backwards is no route."""
    faults = check_route(NETWORK, NOWHERE, claim)
    assert any(fault in found for found in faults), faults


def test_avoided_ways_and_forbidden_vehicles_are_no_steps():
    """The same ways are right for one errand and wrong for another."""
    avoiding = replace(ERRAND, avoid=frozenset((2,)))
    assert "way 2 is to be avoided" in check_route(NETWORK, avoiding, CLAIM)
    detour = ProvenRoute(Route((3,), 400_000), {1: 0, 2: 100_000})
    assert check_route(NETWORK, avoiding, detour) == ()
    footpath = ProvenRoute(Route((5,), 10_000), {4: 0})
    assert check_route(NETWORK, Errand(4, 3, WALK, Mode.DISTANCE), footpath) == ()
    assert check_route(NETWORK, Errand(4, 3, DRIVE, Mode.DISTANCE), footpath) == (
        "way 5 cannot be used from vertex 4 by driving",
    )


def test_ends_that_are_no_vertices_are_named():
    """Both, if both are none."""
    assert check_route(NETWORK, replace(ERRAND, start=8, end=9), CLAIM) == (
        "the start 8 is no vertex of the network",
        "the end 9 is no vertex of the network",
    )


def test_the_search_of_the_checker_finds_the_least_cost():
    """By distance and by time, around avoided ways, or not at all."""
    assert least_cost(NETWORK, ERRAND) == 300_000
    assert least_cost(NETWORK, replace(ERRAND, mode=Mode.TIME)) == 30_000
    assert least_cost(NETWORK, replace(ERRAND, avoid=frozenset((1,)))) == 400_000
    assert least_cost(NETWORK, Errand(5, 5, DRIVE, Mode.TIME)) == 0
    assert least_cost(NETWORK, NOWHERE) is None
