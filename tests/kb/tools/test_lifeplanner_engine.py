"""The data engine's tools of LifePlanner: whole rows, memories, samples, and orders of stops compared."""

from itertools import pairwise, permutations

import pytest
from pydantic import ValidationError
from tests.blocks import STREET
from tests.streets import random_network

from planassay.kb.formats.lifeplanner import City, Place
from planassay.kb.geo import Point
from planassay.kb.roads import Errand, Mode, Network, Vehicle, Way
from planassay.kb.tools.lifeplanner import MapWorld, engine
from planassay.kb.tools.lifeplanner import engine_queries as eq
from planassay.kb.tools.lifeplanner import queries as q
from planassay.kb.tools.lifeplanner.toolset import engine_toolset
from planassay.kb.tools.toolset import ToolError
from planassay.solver.roads import RoadSearch
from planassay.verifier.roads import least_cost

WORLD = MapWorld(STREET, RoadSearch(STREET.network))


def ids(answer, key="place_id"):
    """Return the identifiers of an answer's rows."""
    return [row[key] for row in answer["results"]]


def test_rows_are_whole_with_their_memories():
    """What posts say stands as facts, with the post that says it."""
    (row,) = engine.place_search(WORLD, eq.EnginePlaceSearch(query_name="博物馆"))["results"]
    assert row["address"] == "4 Street"
    assert row["opentime_week"] == "09:00-17:00(16:30停止入场)"
    assert row["long_mem"] == [
        {"key": "parking", "value": "yes", "stated": "2026-05-03", "until": None, "note_id": "n3"}
    ]
    assert [fact["key"] for fact in row["short_mem"]] == ["queue_min", "cash_only"]
    near = engine.nearby_search(WORLD, eq.EngineNearbySearch(center="p3", radius_meters=100))
    assert [(row["place_id"], row["distance_m"]) for row in near["results"]] == [("p2", 96.3), ("p4", 96.3)]
    assert near["results"][0]["tag"] == []


@pytest.mark.parametrize(
    ("filters", "found"),
    [
        ({"place_types": "Food"}, ["p2", "p5", "p1"]),
        ({"place_types": "Cafe, Sight|Museum，Bar"}, ["p4", "p5", "p1"]),
        ({"place_types": " , "}, ["p2", "p4", "p5", "p1"]),
        ({"social_mem": ["cash"]}, ["p4"]),
        ({"social_mem": ["nothing", "PARKING: Yes"]}, ["p4"]),
        ({"social_mem": ["nothing"]}, []),
        ({"social_mem": ["yes"], "place_types": "Food"}, []),
        ({"min_rating": 4.5}, ["p4", "p1"]),
        ({"geo_tag": ["WIFI"]}, ["p1"]),
    ],
)
def test_filters_are_those_of_the_agents_and_memories(filters, found):
    """Types are parted by commas; any keyword in any memory will do."""
    asked = eq.EngineNearbySearch(center="p3", radius_meters=500, **filters)
    assert sorted(ids(engine.nearby_search(WORLD, asked))) == sorted(found)


def test_along_a_route_and_where_there_is_none():
    """As for the agents."""
    line = {"start": "p1", "end": "p3", "vehicle": "walking"}
    along = engine.nearby_search(WORLD, eq.EngineNearbySearch(center=line, radius_meters=10))
    assert ids(along) == ["p2"]
    lonely = City(Network(STREET.network.vertices, ()), STREET.places, STREET.notes)
    world = MapWorld(lonely, RoadSearch(lonely.network))
    nowhere = eq.EngineNearbySearch(center=line, radius_meters=10)
    assert engine.nearby_search(world, nowhere) == {"no_route": True}
    stops = eq.MultiStopRouting(stop_ids=["p1", "p2"])
    assert engine.multi_stop_routing(world, stops) == {"no_route": True}
    with pytest.raises(ToolError, match="there is no place 'p9'"):
        engine.multi_stop_routing(WORLD, eq.MultiStopRouting(stop_ids=["p1", "p9"]))


def test_notes_come_with_their_texts():
    """No second call is needed."""
    (note,) = engine.search_notes(WORLD, q.SearchNotes(keywords=["停车场"]))["results"]
    assert (note["note_id"], note["desc"], note["comments"]) == ("n3", "旁边就有停车场", [])


def test_samples_are_drawn_once_each_and_others_the_next_time():
    """The same in every session, and never more than there are."""
    state, again = engine_toolset(WORLD).start(), engine_toolset(WORLD).start()
    draws = [ids(state.sample(WORLD, eq.SamplePlace(num_samples=3))) for _ in range(12)]
    assert draws == [ids(again.sample(WORLD, eq.SamplePlace(num_samples=3))) for _ in range(12)]
    assert len({tuple(drawn) for drawn in draws}) > 1
    assert all(len(set(drawn)) == 3 for drawn in draws)
    everything = state.sample(WORLD, eq.SamplePlace(num_samples=50))
    assert sorted(ids(everything)) == ["p1", "p2", "p3", "p4", "p5"]
    assert "long_mem" in everything["results"][0]


def test_the_best_order_is_told_with_its_legs_and_all_orders_are_compared():
    """Open, or with ends; the one-way home is short."""
    asked = eq.MultiStopRouting(stop_ids=["p3", "p1", "p5"], mode="distance")
    found = engine.multi_stop_routing(WORLD, asked)
    assert (found["stop_ids"], found["distance_m"], found["time_s"]) == (["p1", "p3", "p5"], 400.0, 40.0)
    assert [leg["distance_m"] for leg in found["legs"]] == [200.0, 200.0]
    assert (found["total"], found["truncated"]) == (6, False)
    assert [(one["stop_ids"], one["distance_m"]) for one in found["orders"][:2]] == [
        (["p1", "p3", "p5"], 400.0),
        (["p5", "p3", "p1"], 400.0),
    ]
    home = engine.multi_stop_routing(WORLD, asked.model_copy(update={"start_id": "p3", "end_id": "p1"}))
    assert (home["stop_ids"], home["distance_m"], home["total"]) == (["p3", "p5", "p1"], 450.0, 1)


def test_long_lists_of_orders_are_cut_and_say_so():
    """Twenty of the 120 of five stops."""
    found = engine.multi_stop_routing(WORLD, eq.MultiStopRouting(stop_ids=[f"p{n}" for n in range(1, 6)]))
    assert (len(found["orders"]), found["total"], found["truncated"]) == (20, 120, True)


@pytest.mark.parametrize("seed", range(12))
def test_orders_cost_what_a_plain_search_says(seed):
    """Random networks with one-ways: the least over all orders, leg by leg."""
    network = random_network(seed, 40)
    names = list(network.vertices)[:4]
    if len(names) < 2:
        return
    places = tuple(
        Place(f"q{n}", f"q{n}", "Food", network.vertices[n], "", "", None, None, (), ()) for n in names
    )
    world = MapWorld(City(network, places, ()), RoadSearch(network))
    stops = [place.place_id for place in places]
    for vehicle in Vehicle:
        found = engine.multi_stop_routing(
            world, eq.MultiStopRouting(stop_ids=stops, vehicle=vehicle, mode="distance")
        )
        corner = {one.place_id: world.ground.snap(one.point, vehicle) for one in places}
        costs = [_cost(network, corner, order, vehicle) for order in permutations(stops)]
        least = min((cost for cost in costs if cost is not None), default=None)
        assert found == {"no_route": True} if least is None else found["distance_m"] == least / 1000


def _cost(network, corner, order, vehicle):
    legs = [
        None
        if corner[a] is None or corner[b] is None
        else least_cost(network, Errand(corner[a], corner[b], vehicle, Mode.DISTANCE))
        for a, b in pairwise(order)
    ]
    return None if None in legs else sum(legs)


@pytest.mark.parametrize(
    "arguments",
    [
        {"stop_ids": ["p1"]},
        {"stop_ids": [f"p{n}" for n in range(7)]},
        {"stop_ids": ["p1", "p1"]},
        {"stop_ids": ["p1", "p2"], "start_id": "p3"},
        {"stop_ids": ["p1", "p2"], "end_id": "p3"},
        {"stop_ids": ["p1", "p2"], "start_id": "p1", "end_id": "p1"},
        {"stop_ids": ["p1", " "]},
        {"stop_ids": ["p1", "p2"], "vehicle": "flying"},
    ],
)
def test_stops_that_cannot_be_ordered_are_refused(arguments):
    """Two to six, each once, ends among them."""
    with pytest.raises(ValidationError):
        eq.MultiStopRouting(**arguments)


def test_a_place_that_touches_no_road_has_no_legs():
    """A car cannot come to a lane of walkers."""
    corners = {1: Point(30, 114), 2: Point(30, 114.001)}
    lane = Network(corners, (Way(1, 1, 2, 1000, 0, 30, frozenset((Vehicle.WALKING,))),))
    city = City(lane, STREET.places[:2], ())
    world = MapWorld(city, RoadSearch(lane))
    stops = eq.MultiStopRouting(stop_ids=["p1", "p2"])
    assert engine.multi_stop_routing(world, stops) == {"no_route": True}
