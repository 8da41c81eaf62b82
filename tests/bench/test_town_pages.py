"""Pages of LifePlanner's answers: maps of the roads, places right, wrong and missing, and whose formulas."""

import json
import re

import pytest
from tests.blocks import EAST, STREET, asked, trip, trip_gold

from planassay.bench.pages import Options, write_report
from planassay.bench.pages.globe import View
from planassay.bench.pages.streetmap import MOST_PLACES, Ways, street_map
from planassay.bench.pages.towns import TownJudge
from planassay.kb.errors import InputError
from planassay.kb.formats.lifeplanner import outline, read_answer, write_city
from planassay.kb.geo import Point
from planassay.kb.outline import Kind
from planassay.kb.worlds.lifeplanner import build
from planassay.verifier.city import case_of, path_line
from planassay.verifier.official.lifeplanner import REMARK

TRIP = asked(
    "trip_L2",
    trip_gold(1, 2, 4) | {"ends": {"start": "p5", "end": "p5"}},
    {"kind": "within_m", "on": "slot:0", "center": "p3", "value": 150},
    {"kind": "social_fact", "on": "p4", "key": "queue_min", "at_most": 40, "or_unknown": True},
)
ROUTE = asked(
    "routing_L0",
    {
        "answer": {"start": "p1", "end": "p5", "vehicle": "driving", "distance_m": 400},
        "sets": [["p1", "p5"]],
        "optimum": {"metric": "distance_m", "value": 400},
    },
    task_id="t2",
)
PLACE = asked("place_L0", {"answer": {"value": "x"}, "attributes": []}, task_id="t3")
NEARBY = asked("nearby_L0", {"answer": [{"place_id": "p2"}], "sets": [["p2"]]}, task_id="t4")


def drawn(task, answer):
    """Return the map of an answer."""
    case = case_of(task, STREET)
    return street_map(case, read_answer(answer, case.family), Ways(STREET.network))


def markup(found):
    """Return the markup of the wide drawing."""
    return found.drawing.picture("map", "x").__html__()


def test_a_trip_is_drawn_with_its_stops_and_the_best_way():
    """Right, wrong and missing places; where it begins; how far around a centre was asked for."""
    found = drawn(TRIP, trip(1, 3, 4))
    assert [(one.number, one.kind) for one in found.places] == [
        ("1", "good"),
        ("2", "bad"),
        ("3", "good"),
        ("·", "missing"),
        ("S", "end"),
    ]
    text = markup(found)
    assert (found.has_way, found.has_best, found.left_out, found.is_thinned) == (True, True, 0, False)
    assert text.count('class="reach"') == 1
    assert text.count('class="own-way"') == text.count('class="best-way"') == 1
    assert "2 公园, not asked for" in text
    assert "500 m" in text or "200 m" in text or "100 m" in text


def test_ways_that_an_answer_states_are_drawn_and_false_ones_are_not():
    """Walked from the start; what is no path has no line."""
    right = {"start": "p1", "end": "p5", "way_ids": [11, 12, 13, 14], "vehicle": "driving"}
    case = case_of(ROUTE, STREET)
    line = path_line(case, read_answer(right, "routing"))
    assert [round((point.lon - 114) / EAST) for point in line] == [1, 2, 3, 4, 5]
    assert path_line(case, read_answer(right | {"way_ids": [14]}, "routing")) == []
    assert path_line(case, read_answer({"start": "p9", "distance_m": 5}, "routing")) == []
    assert not drawn(ROUTE, right | {"way_ids": [14]}).has_way
    assert [one.number for one in drawn(ROUTE, right).places] == ["S", "E"]


def test_what_a_search_found_has_no_way_and_a_value_has_no_map():
    """Many places are cut, and said to be."""
    found = drawn(NEARBY, ["p2"] + ["p3"] * (MOST_PLACES + 4))
    assert (found.has_way, found.left_out) == (False, 5)
    assert drawn(PLACE, {"value": "x"}) is None


def test_of_many_roads_the_quickest_are_drawn():
    """As many as a page can hold."""
    city = build("small", 3)
    ways = Ways(city.network)
    points = list(city.network.vertices.values())
    south = Point(min(p.lat for p in points), min(p.lon for p in points))
    north = Point(max(p.lat for p in points), max(p.lon for p in points))
    few = ways.within(south, north, 50)
    assert len(few) == 50
    assert few[0][0].maxspeed_kmh == max(way.maxspeed_kmh for way in city.network.ways)
    assert len(ways.within(south, north, 10**6)) == len(city.network.ways)


def test_a_view_leads_back_to_the_globe():
    """A place of the paper is that of the point that is drawn there."""
    view = View([Point(30.0, 114.0), Point(30.02, 114.03)], 500, least_km=0.6)
    spot = view.at(Point(30.01, 114.02))
    again = view.inverse(spot.x, spot.y)
    assert (again.lat, again.lon) == (pytest.approx(30.01), pytest.approx(114.02))


def test_answers_are_laid_out_with_their_times_and_prices():
    """A trip is a day, also past midnight; other answers have none, and a value names no place."""
    stops = [
        {"place_id": "p1", "arrive": "2026-06-01T22:30", "depart": "23:50", "reason": "good"},
        {"place_id": "p5", "arrive": "00:20", "depart": "later"},
        {"name": "nowhere"},
    ]
    found = outline({"result": {"stops": stops}}, TRIP, STREET)
    assert [(one.day, one.start, one.end, one.kind) for one in found.entries] == [
        (1, 1350, 1430, Kind.MEAL),
        (1, 1460, None, Kind.MEAL),
        (1, None, None, Kind.VISIT),
    ]
    assert found.cents == 15_000
    assert "good" in found.entries[0].facts
    assert not found.entries[2].is_known
    near = outline(["p2"], NEARBY, STREET)
    assert (near.entries[0].day, near.entries[0].charge, near.list_title) == (0, None, "The places")
    assert outline({"value": "很好"}, PLACE, STREET).said == '"很好"'
    assert outline(5j, PLACE, STREET).said == "is no object with a value"


def test_a_task_is_told_in_words():
    """Its cell, when it is asked, what is least, and its constraints."""
    judge = TownJudge([TRIP], STREET)
    facts = dict(judge.brief("t1").facts)
    assert facts["cell"] == "trip L2"
    assert facts["best"] == "distance_m 300"
    assert facts["p4"] == "queue_min at most 40, if anything is said"
    assert facts["stop 1 of the request"] == "at most 150 m from p3"
    many = asked("nearby_L1", NEARBY.source["gold"], *({"kind": "rating_ge", "on": "each", "value": 4},) * 15)
    assert dict(TownJudge([many], STREET).brief("t1").facts)["more"] == "3 constraints"
    with pytest.raises(InputError, match="there is no task"):
        TownJudge([], STREET)


def test_a_report_needs_nothing_from_elsewhere_and_says_whose_formulas_they_are(tmp_path):
    """Maps inside the page; hostile texts stay texts; a list of places is an answer."""
    write_city(tmp_path / "city", STREET)
    evil = "<script>alert(1)</script>\ud800"
    lines = [
        {"task_id": "t1", "result": trip(1, 2, 4)["result"], "agent": "a"},
        {
            "task_id": "t2",
            "result": {"start": "p1", "end": evil, "distance_m": 400, "reason": evil},
            "agent": "a",
        },
        {"task_id": "t3", "result": {"value": evil}, "agent": "a"},
        {"task_id": "t4", "answer": [{"place_id": "p2", "name": evil}], "agent": "a"},
    ]
    tasks = [dict(one.source) for one in (TRIP, ROUTE, PLACE, NEARBY)]
    (tmp_path / "tasks.jsonl").write_text("".join(json.dumps(row) + "\n" for row in tasks), encoding="utf-8")
    (tmp_path / "a.jsonl").write_text("".join(json.dumps(row) + "\n" for row in lines), encoding="utf-8")
    options = Options(kb=tmp_path / "city", tasks=tmp_path / "tasks.jsonl")
    written = write_report([tmp_path / "a.jsonl"], tmp_path / "page.html", options)
    assert written.remarks == (REMARK,)
    page = written.path.read_text(encoding="utf-8")
    assert page.count('class="own-way"') == 2  # one trip, for wide and narrow screens
    assert "not comparable with the paper" in page
    assert "metrics as this project defines them" in page
    assert "published evaluator" not in page
    assert "<script" not in page
    assert not re.search(r"(?:src|href)=.https?:", page)
    assert "The stops" in page
    assert "What the answer says" in page
    again = write_report([tmp_path / "a.jsonl"], tmp_path / "again.html", options)
    assert again.path.read_text(encoding="utf-8") == page
