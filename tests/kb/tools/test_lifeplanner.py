"""LifePlanner's tools: what is found, in which order, what is cut and what is refused."""

import math
from dataclasses import replace
from datetime import datetime
from functools import cache

import pytest
from pydantic import ValidationError

from planassay.kb.formats.lifeplanner import City, Note, Place
from planassay.kb.geo import Point
from planassay.kb.roads import Network, Vehicle, Way
from planassay.kb.tools.lifeplanner import MapWorld, lookups
from planassay.kb.tools.lifeplanner import queries as q
from planassay.kb.tools.lifeplanner.courses import turn_between
from planassay.kb.tools.lifeplanner.ground import RADIUS_M, Ground, project, straight_m
from planassay.kb.tools.lifeplanner.toolset import toolset
from planassay.kb.tools.toolset import ToolError
from planassay.kb.worlds.lifeplanner import build
from planassay.solver.roads import RoadSearch

EAST = 0.001  # about 96 m at 30 degrees north


def place(number, name, east=0.0, **other):
    """Return a place a step of EAST from the corner."""
    usual = {"place_type": "Food|Cafe", "rating_tenths": 45, "cost_cents": 3000, "tags": (), "aliases": ()}
    point = Point(30.0, 114.0 + east * EAST)
    return Place(
        place_id=f"p{number}", name=name, point=point, address="a", opentime_week="h", **usual | other
    )


def small_world():
    """Return four corners in a row and a turn north, with places and notes."""
    corners = {
        1: Point(30.0, 114.0),
        2: Point(30.0, 114.001),
        3: Point(30.0, 114.002),
        4: Point(30.001, 114.002),
    }
    ends = ((1, 2), (3, 2), (3, 4))
    ways = tuple(Way(gid, *pair, 100_000, 0, 36, frozenset(Vehicle)) for gid, pair in enumerate(ends, 11))
    places = (
        place(1, "云溪咖啡", 0),
        place(2, "云溪咖啡(中山路店)", 1, aliases=("河边 咖啡",), rating_tenths=41),
        place(3, "Ａ面馆", 2, place_type="Food|Noodles", cost_cents=None, tags=("热干面",)),
        place(4, "公园", 3, place_type="Sight|Park", rating_tenths=None),
        replace(place(5, "银行"), point=Point(30.001, 114.002), place_type="Service|Bank"),
    )
    rows = [
        ("n1", "打卡云溪咖啡", "排队40分钟", 5, 1),
        ("n2", "排队", "面馆排队很久", 9, 2),
        ("n3", "赏花", "", 7, 2),
    ]
    notes = tuple(
        Note(name, title, desc, datetime(2026, 5, day, 9), likes, 0, (f"p{name[1]}",), ("谢谢",))
        for name, title, desc, likes, day in rows
    )
    city = City(Network(corners, ways), places, notes)
    return MapWorld(city, RoadSearch(city.network))


WORLD = small_world()


@cache
def made():
    """Return a made city with its roads."""
    city = build("small", 7)
    return MapWorld(city, RoadSearch(city.network))


def ids(answer, key="place_id"):
    """Return the identifiers of an answer's rows."""
    return [row[key] for row in answer["results"]]


@pytest.mark.parametrize(
    ("arguments", "found"),
    [
        ({"query_name": "云溪咖啡"}, ["p1", "p2"]),
        ({"query_name": "咖啡"}, ["p1", "p2"]),
        ({"query_name": "河边咖啡"}, ["p2"]),
        ({"query_name": "云溪咖啡（中山路店）"}, ["p2"]),
        ({"query_name": "a面馆"}, ["p3"]),
        ({"query_name": "nothing"}, []),
        ({"query_name": "咖啡", "min_rating": 4.1}, ["p1", "p2"]),
        ({"query_name": "咖啡", "min_rating": 4.2}, ["p1"]),
        ({"query_name": "咖啡", "max_rating": 4.1}, ["p2"]),
        ({"query_name": "公园", "max_rating": 5}, []),
        ({"query_name": "面馆", "max_cost": 100}, []),
        ({"query_name": "咖啡", "max_cost": 29.99}, []),
        ({"query_name": "咖啡", "min_cost": 30, "max_cost": 30}, ["p1", "p2"]),
        ({"query_name": "馆", "place_types": ["Food"]}, ["p3"]),
        ({"query_name": "馆", "place_types": ["Noodles", "Sight"]}, ["p3"]),
        ({"query_name": "馆", "place_types": ["Food|Noodles"]}, ["p3"]),
        ({"query_name": "馆", "place_types": ["Food|Noo", "Cafe"]}, []),
        ({"query_name": "馆", "geo_tag": ["干面"]}, ["p3"]),
        ({"query_name": "馆", "geo_tag": ["火锅", "面馆"]}, ["p3"]),
        ({"query_name": "馆", "geo_tag": ["火锅"]}, []),
    ],
)
def test_places_are_found_by_name_and_filters(arguments, found):
    """Whole names first; limits inclusive; a missing value fails its filter; any keyword will do."""
    assert ids(lookups.place_search(WORLD, q.PlaceSearch(**arguments))) == found


def test_light_rows_hide_what_details_show():
    """Hours and address only in the details; coordinates and memories nowhere."""
    (row,) = lookups.place_search(WORLD, q.PlaceSearch(query_name="面馆"))["results"]
    assert row == {
        "place_id": "p3",
        "name": "Ａ面馆",
        "place_type": "Food|Noodles",
        "rating": 4.5,
        "cost": None,
    }
    detail = lookups.place_detail(WORLD, q.PlaceDetail(place_id="p3"))
    assert detail == row | {"address": "a", "opentime_week": "h", "tag": ["热干面"], "alias": []}


def test_long_lists_are_cut_and_say_so():
    """Twenty rows, and how many there are."""
    answer = lookups.place_search(made(), q.PlaceSearch(query_name="店"))
    assert len(answer["results"]) == 20
    assert answer["truncated"]
    assert answer["total"] == sum("店" in "".join((p.name, *p.aliases)) for p in made().city.places)


def test_what_is_near_is_found_with_its_distance():
    """Nearest first, the place itself left out, the end of the radius included."""
    answer = lookups.nearby_search(WORLD, q.NearbySearch(center="p1"))
    assert [(row["place_id"], row["distance_m"]) for row in answer["results"]] == [("p2", 96.3)]
    exact = straight_m(WORLD.city.place["p1"].point, WORLD.city.place["p3"].point)
    for radius, found in ((exact, ["p2", "p3"]), (math.nextafter(exact, 0), ["p2"])):
        assert ids(lookups.nearby_search(WORLD, q.NearbySearch(center="p1", radius_meters=radius))) == found
    cafes = q.NearbySearch(center="p1", radius_meters=500, place_types=["Cafe"])
    assert ids(lookups.nearby_search(WORLD, cafes)) == ["p2"]


def test_what_is_near_is_what_looking_at_every_place_finds():
    """The short cut by latitude loses nothing."""
    center = made().city.places[7].point
    for radius in (50, 400, 1500):
        slow = {p.place_id for p in made().city.places if straight_m(center, p.point) <= radius}
        assert {p.place_id for _, p in made().ground.around(center, radius)} == slow


def test_what_is_along_a_route_is_near_its_line():
    """Its ends left out; as near as the nearest of many points of the line."""
    route = {"start": "p1", "end": "p5", "vehicle": "walking"}
    answer = lookups.nearby_search(WORLD, q.NearbySearch(center=route, radius_meters=100))
    assert [(row["place_id"], row["distance_m"]) for row in answer["results"]] == [
        ("p2", 0.0),
        ("p3", 0.0),
        ("p4", 96.3),
    ]
    line = [Point(30.40, 114.20), Point(30.41, 114.21), Point(30.42, 114.21)]
    points = [
        Point(a.lat + (b.lat - a.lat) * t / 500, a.lon + (b.lon - a.lon) * t / 500)
        for a, b in ((line[0], line[1]), (line[1], line[2]))
        for t in range(501)
    ]
    found = made().ground.along(line, 300)
    assert len(found) > 20
    for one in made().city.places:
        slow = min(straight_m(one.point, p) for p in points)
        assert (one in [near for _, near in found]) is (slow <= 300) or abs(slow - 300) < 1.5
    for distance, one in found:
        assert distance == pytest.approx(min(straight_m(one.point, p) for p in points), abs=1.5)


def test_a_route_of_no_length_is_a_point():
    """Two places at one corner; and a line that stands still for a while."""
    city = replace(WORLD.city, places=(*WORLD.city.places, place(6, "书店", 0.1)))
    world = MapWorld(city, RoadSearch(city.network))
    answer = lookups.nearby_search(world, q.NearbySearch(center={"start": "p1", "end": "p6"}))
    assert [(row["place_id"], row["distance_m"]) for row in answer["results"]] == [("p2", 96.3)]
    corner = Point(30.0, 114.0)
    assert world.ground.along([corner, corner], 100) == world.ground.along([corner], 100)


def test_a_route_is_told_with_ways_line_and_turns():
    """East along two ways, one of them backwards, then left to the north."""
    answer = lookups.routing(WORLD, q.Routing(start_place_id="p1", end_place_id="p5"))
    assert answer["way_ids"] == [11, 12, 13]
    assert (answer["distance_m"], answer["time_s"]) == (300.0, 30.0)
    assert answer["geometry"] == [[30.0, 114.0], [30.0, 114.001], [30.0, 114.002], [30.001, 114.002]]
    assert answer["steps"] == [
        {"turn": "depart", "distance_m": 200.0, "way_ids": [11, 12]},
        {"turn": "left", "distance_m": 100.0, "way_ids": [13]},
    ]
    walking = q.Routing(start_place_id="p1", end_place_id="p5", vehicle="walking", mode="distance")
    assert lookups.routing(WORLD, walking)["time_s"] == 216.0
    nowhere = lookups.routing(WORLD, q.Routing(start_place_id="p1", end_place_id="p1"))
    assert (nowhere["way_ids"], nowhere["distance_m"], nowhere["geometry"]) == ([], 0.0, [[30.0, 114.0]])


def test_no_route_is_an_answer():
    """Around avoided ways, along one, and without any way for the vehicle."""
    avoiding = q.Routing(start_place_id="p1", end_place_id="p5", avoid_way_ids=[12])
    assert lookups.routing(WORLD, avoiding) == {"no_route": True}
    city = replace(WORLD.city, network=Network(WORLD.city.network.vertices, ()))
    bare = MapWorld(city, RoadSearch(city.network))
    assert lookups.nearby_search(bare, q.NearbySearch(center={"start": "p1", "end": "p5"})) == {
        "no_route": True
    }


def test_places_touch_the_roads_where_their_vehicle_can_go():
    """The nearest vertex that has a way for it."""
    city = made().city
    ground = Ground(city)
    for vehicle in Vehicle:
        touched = {end for w in city.network.ways if vehicle in w.vehicles for end in (w.source, w.target)}
        for one in city.places[:20]:
            slow = min(straight_m(one.point, city.network.vertices[name]) for name in touched)
            found = ground.snap(one.point, vehicle)
            assert found in touched
            assert straight_m(one.point, city.network.vertices[found]) == pytest.approx(slow, rel=1e-3)


@pytest.mark.parametrize(
    ("arguments", "found"),
    [
        ({"keywords": ["排队"]}, ["n2", "n1"]),
        ({"keywords": ["排队", "40分钟"]}, ["n1", "n2"]),
        ({"keywords": ["排队"], "sort": "time"}, ["n2", "n1"]),
        ({"keywords": ["谢谢"], "sort": "likes"}, ["n2", "n3", "n1"]),
        ({"keywords": ["谢谢"], "limit": 1}, ["n2"]),
        ({"keywords": [], "place_name": "河边"}, ["n2"]),
        ({"keywords": ["排队"], "place_name": "云溪咖啡"}, ["n2", "n1"]),
        ({"keywords": ["谢谢"], "since": "2026-05-02"}, ["n2", "n3"]),
        ({"keywords": ["谢谢"], "until": "2026-05-01"}, ["n1"]),
        ({"keywords": ["nothing"]}, []),
    ],
)
def test_notes_are_found_by_word_place_and_day(arguments, found):
    """Most keywords first, then the newest; both days are included."""
    answer = lookups.search_notes(WORLD, q.SearchNotes(**arguments))
    assert ids(answer, "note_id") == found
    assert all("desc" not in row for row in answer["results"])


def test_every_fact_of_a_city_is_found_through_its_notes():
    """A search for the place lists the note; its details have the words."""
    facts = [(p, f) for p in made().city.places for f in (*p.long_mem, *p.short_mem)]
    for one, fact in facts[::20]:
        day = fact.stated.isoformat()
        query = q.SearchNotes(keywords=[], place_name=one.name, since=day, until=day)
        assert fact.note_id in ids(lookups.search_notes(made(), query), "note_id")
        detail = lookups.note_detail(made(), q.NoteDetail(note_id=fact.note_id))
        assert one.name in detail["desc"]


@pytest.mark.parametrize(
    ("look_up", "query", "code", "message"),
    [
        (
            lookups.place_detail,
            q.PlaceDetail(place_id="x"),
            "unknown_entity",
            "place_id: there is no place 'x'",
        ),
        (
            lookups.nearby_search,
            q.NearbySearch(center="x"),
            "unknown_entity",
            "center: there is no place 'x'",
        ),
        (
            lookups.nearby_search,
            q.NearbySearch(center={"start": "p1", "end": "x"}),
            "unknown_entity",
            "center/end: there is no place 'x'",
        ),
        (
            lookups.routing,
            q.Routing(start_place_id="x", end_place_id="p1"),
            "unknown_entity",
            "start_place_id: there is no place 'x'",
        ),
        (lookups.note_detail, q.NoteDetail(note_id="x"), "unknown_entity", "there is no note 'x'"),
        (lookups.search_notes, q.SearchNotes(keywords=[]), "invalid_parameter", "must say something"),
    ],
)
def test_what_is_not_there_is_a_typed_fault(look_up, query, code, message):
    """The parameter and the value are named."""
    with pytest.raises(ToolError, match=message) as caught:
        look_up(WORLD, query)
    assert caught.value.code == code


@pytest.mark.parametrize(
    ("model", "arguments"),
    [
        (q.PlaceSearch, {"query_name": " "}),
        (q.PlaceSearch, {"query_name": "a", "min_rating": 0.5}),
        (q.PlaceSearch, {"query_name": "a", "max_cost": float("nan")}),
        (q.PlaceSearch, {"query_name": "a", "colour": 1}),
        (q.NearbySearch, {"center": "p1", "radius_meters": 0}),
        (q.NearbySearch, {"center": {"start": "p1"}}),
        (q.Routing, {"start_place_id": "p1", "end_place_id": "p2", "vehicle": "boat"}),
        (q.SearchNotes, {"keywords": ["a"], "limit": 21}),
        (q.SearchNotes, {"keywords": ["a"], "since": 0}),
        (q.SearchNotes, {"keywords": ["a"], "until": "2026-05-01T00:00:00"}),
        (q.Routing, {"start_place_id": "p1", "end_place_id": "p2", "avoid_way_ids": [2**70]}),
        (q.SubmitAnswer, {"result": "text"}),
    ],
)
def test_parameters_are_checked(model, arguments):
    """Out of range, of no such kind, or unknown."""
    with pytest.raises(ValidationError):
        model(**arguments)


def test_the_tool_set_hands_in_once_and_is_of_this_city():
    """An answer is an object or a list; it is free and ends the run; each run has its own."""
    tools = toolset(WORLD)
    assert tools.kb_hash == WORLD.city.content_hash
    assert list(tools.by_name) == [
        "place_search",
        "place_detail",
        "nearby_search",
        "routing",
        "search_notes",
        "note_detail",
        "submit_answer",
    ]
    assert all(tool.about for tool in tools.tools)
    submit = tools.by_name["submit_answer"]
    one, other = tools.start(), tools.start()
    assert submit.answer(one, q.SubmitAnswer(result=[{"place_id": "p1"}])) == {"received": True}
    assert (one.result, other.result) == ([{"place_id": "p1"}], None)
    assert submit.ends
    assert submit.units({}) == 0
    found = tools.by_name["place_search"].answer(one, q.PlaceSearch(query_name="公园"))
    assert ids(found) == ["p4"]


@pytest.mark.parametrize(
    ("lat", "lon", "turn"),
    [
        (0, 1, "straight"),
        (0.5, 1, "straight"),
        (1, 1, "left"),
        (-1, 1, "right"),
        (0.1, -1, "back"),
        (1, -1, "left"),
    ],
)
def test_turns_are_told_by_direction(lat, lon, turn):
    """Seen from one who comes from the west."""
    here = Point(0.0, 0.0)
    assert turn_between((Point(0, -0.001), here), (here, Point(lat / 1000, lon / 1000))) == turn


def test_the_projection_keeps_distances_from_its_middle():
    """That is what it is for; the middle itself is the origin."""
    middle, far = Point(30.5, 114.3), Point(31.2, 115.4)
    assert project(middle, middle) == (0.0, 0.0)
    assert math.hypot(*project(middle, far)) == pytest.approx(straight_m(middle, far), rel=1e-9)
    assert straight_m(Point(0, 0), Point(0, 180)) == pytest.approx(math.pi * RADIUS_M)
