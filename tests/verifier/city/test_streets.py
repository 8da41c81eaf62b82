"""Routes of the verifier's own search: those of the solver, way by way, and what is told without one."""

from dataclasses import replace

import pytest
from tests.blocks import STREET, asked, trip, trip_gold
from tests.streets import random_errand, random_network

from planassay.kb.formats.lifeplanner import City, read_answer
from planassay.kb.geo import Point
from planassay.kb.roads import Mode, Network, Vehicle
from planassay.solver.roads import RoadSearch
from planassay.verifier.city import case_of, findings, path_line, real_path, streets
from planassay.verifier.city.timing import arrival, visits
from planassay.verifier.city.travel import least_total, stated_total
from planassay.verifier.official.lifeplanner import assess
from planassay.verifier.roads import least_cost

CORNERS = {**STREET.network.vertices, 9: Point(31.0, 115.0), 10: Point(31.0, 115.001)}
BRIDGELESS = replace(STREET.network.ways[0], gid=90, source=9, target=10)
AWAY = replace(STREET.places[0], place_id="p9", name="岛", aliases=(), point=Point(31.0, 115.0))
ISLE = City(Network(CORNERS, (*STREET.network.ways, BRIDGELESS)), (*STREET.places, AWAY), STREET.notes)
"""The street, and an isle that no way leads to."""


@pytest.mark.parametrize("seed", range(150))
def test_routes_are_those_of_the_solver(seed):
    """Of equally good ones the same, with one-ways, parallel ways, loops and ways that are avoided."""
    network = random_network(seed, 60)
    errand = random_errand(seed, network)
    own = streets(City(network, (), ())).route(errand)
    assert own == RoadSearch(network).route(errand)
    assert (None if own.gids is None else own.cost) == least_cost(network, errand)


def test_a_city_without_roads_has_no_routes():
    """Nothing touches them."""
    bare = streets(City(Network({}, ()), STREET.places, ()))
    a, b = STREET.places[:2]
    assert bare.least(a, b, Vehicle.DRIVING, Mode.TIME) is None
    assert bare.path(a, b, Vehicle.DRIVING, Mode.TIME) is None
    assert bare.aside(a, a, b, Vehicle.DRIVING) is None


def test_an_isle_is_no_part_of_a_path():
    """Neither of a trip nor of a route; times beyond are unknown."""
    case = case_of(asked("trip_L2", trip_gold(1, 2)), ISLE)
    far = read_answer(trip(1, 9, 2), "trip")
    assert real_path(case, far).fault == "no route from 云溪咖啡"
    assert least_total(case, far, Mode.TIME) is None
    assert [one.fault for one in visits(case, far)] == [
        "",
        "no route leads there",
        "nothing is known of the way there",
    ]
    assert len(path_line(case, far)) == 0
    route = {
        "answer": {"start": "p1", "end": "p2", "time_s": 10},
        "sets": [["p1", "p2"]],
        "optimum": {"metric": "time_s", "value": 10},
    }
    rules = (
        {"kind": "open_at", "on": "p2", "at": "arrive"},
        {"kind": "on_route_m", "on": "p2", "start": "p1", "end": "p9", "value": 50},
        {"kind": "open_at", "on": "p1", "at": "arrive", "start": "p9"},
        {"kind": "avoid_way", "on": "answer", "gid": 12},
    )
    case = case_of(asked("routing_L2", route, *rules), ISLE)
    away = read_answer({"start": "p9", "end": "p2", "time_s": 10}, "routing")
    assert arrival(case, away).fault == "no route leads there"
    found = [one.misses[0].found if one.misses else None for one in findings(case, away)]
    assert found == [
        "面馆: no route leads there",
        "面馆: no route",
        "p1 is not in the answer",
        "neither ways nor a length that could be checked",
    ]
    here = read_answer({"start": "p1", "end": "p2", "time_s": 10}, "routing")
    assert findings(case, here)[2].misses[0].found == "云溪咖啡: no route leads there"


def test_a_trip_may_state_its_ways():
    """From stop to stop, in order."""
    case = case_of(asked("trip_L1", trip_gold(1, 3)), STREET)
    there = read_answer(trip(1, 3, way_ids=[11, 12]), "trip")
    assert real_path(case, there).cost == 200_000
    assert stated_total(case, there, Mode.TIME) == 20_000
    assert len(path_line(case, there)) == 3
    short = read_answer(trip(1, 3, 1, way_ids=[11, 11]), "trip")
    assert real_path(case, short).fault == "the ways do not pass vertex 3"
    alone = read_answer(trip(1), "trip")
    assert real_path(case, alone).cost == 0
    assert stated_total(case, alone, Mode.TIME) is None
    assert real_path(case, read_answer(trip(7), "trip")) is None
    long = read_answer(trip(*[1, 2] * 40), "trip")
    assert real_path(case, long).fault == "80 places"
    report = assess(
        {"result": {"stops": []}}, asked("trip_L1", trip_gold(1, 3) | {"sets": [], "orders": []}), STREET
    )
    assert (report.scores["place_set_iou"], report.scores["order_consistency"]) == (0, 0)
    assert [v.rule for v in report.violations][:2] == ["metric/missing-place", "metric/missing-place"]


def test_a_place_that_opens_soon_is_waited_for_and_one_that_does_not_is_not():
    """Closed for the day, the visit begins when one comes; of two slots of a type the longer visit counts."""
    rules = (
        {"kind": "type_is", "on": "slot:0", "value": "Food|Noodles"},
        {"kind": "arrive_before_close", "on": "slot:0", "at": "arrive", "dwell_min": 45},
    )
    case = case_of(asked("trip_L2", trip_gold(1, 2), *rules), STREET)
    monday = visits(case, read_answer(trip(2, depart="2026-06-01 11:00"), "trip"))[0]
    assert (monday.arrive.hour, monday.depart.minute) == (10, 45)  # the noodles are closed on Mondays
    assert monday.arrive.day == 2
    sunday = visits(case, read_answer(trip(2, depart="2026-05-31 19:30"), "trip"))[0]
    assert (sunday.arrive.hour, sunday.arrive.minute) == (19, 30)  # too late today, closed tomorrow
