"""Who may use a way in which direction, and what it costs."""

import pytest

from planassay.kb.roads import Mode, Network, Vehicle, Way, arcs, time_ms, weight

DRIVE, WALK, CYCLE = Vehicle.DRIVING, Vehicle.WALKING, Vehicle.CYCLING


def way(one_way=0, vehicles=tuple(Vehicle), gid=1):
    """Return a way of 100 metres from 1 to 2 with 30 km/h."""
    return Way(gid, 1, 2, 100_000, one_way, 30, frozenset(vehicles))


@pytest.mark.parametrize(
    ("one_way", "vehicle", "directions"),
    [
        (0, DRIVE, [(1, 2), (2, 1)]),
        (1, DRIVE, [(1, 2)]),
        (-1, DRIVE, [(2, 1)]),
        (1, CYCLE, [(1, 2)]),
        (-1, CYCLE, [(2, 1)]),
        (1, WALK, [(1, 2), (2, 1)]),
        (-1, WALK, [(1, 2), (2, 1)]),
    ],
)
def test_one_ways_bind_all_but_walkers(one_way, vehicle, directions):
    """Drivers and cyclists keep to the direction."""
    found = list(arcs(way(one_way), vehicle, Mode.DISTANCE))
    assert [(arc.tail, arc.head) for arc in found] == directions
    assert {(arc.weight, arc.gid) for arc in found} == {(100_000, 1)}


def test_time_is_rounded_up_to_milliseconds():
    """100 m are 12 s at 30 km/h, 24 s at 15 km/h, 72 s at 5 km/h; nothing takes no time."""
    assert [time_ms(way(), vehicle) for vehicle in (DRIVE, CYCLE, WALK)] == [12_000, 24_000, 72_000]
    assert time_ms(Way(1, 1, 2, 1, 0, 300, frozenset()), DRIVE) == 1
    assert weight(way(), DRIVE, Mode.TIME) == 12_000


def test_avoided_ways_and_strange_vehicles_are_left_out():
    """Both directions of an avoided way are barred."""
    network = Network({}, (way(), way(vehicles=[WALK], gid=2), way(gid=3)))
    assert [arc.gid for arc in network.arcs(DRIVE, Mode.TIME, avoid=[3])] == [1, 1]
    assert network.by_gid[2].vehicles == {WALK}
