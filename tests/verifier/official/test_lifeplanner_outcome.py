"""LifePlanner's outcome metrics: a table worked out by hand for each definition."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.blocks import STREET, asked, trip, trip_gold

from planassay.kb.formats.lifeplanner import TYPES, Attribute, read_answer
from planassay.verifier.city import case_of
from planassay.verifier.official.lifeplanner import applicable, assess, evaluate
from planassay.verifier.official.lifeplanner.attributes import similarity


def scores(answer, task):
    """Return the scores of an answer."""
    return assess(answer, task, STREET).scores


def place_task(value, kind="text", **other):
    """Return a task of the first cell with one value."""
    gold = {
        "answer": {"value": value},
        "attributes": [{"of": "", "key": "value", "kind": kind, "value": value}],
    }
    return asked("place_L0", gold, **other)


@pytest.mark.parametrize(
    ("kind", "right", "value", "score"),
    [
        ("rating", 4.5, 4.55, 1),
        ("rating", 4.5, 4.56, 0),
        ("rating", 4.5, "4.5", 1),
        ("cost", 30, 30.5, 1),
        ("cost", 30, 30.51, 0),
        ("cost", 200, 202, 1),
        ("cost", 200, 202.1, 0),
        ("count", 12, 12, 1),
        ("count", 12, 12.5, 0),
        ("number", 0, 0, 1),
        ("metres", 50, 51, 1),
        ("metres", 50, 51.1, 0),
        ("metres", 1000, 990, 1),
        ("seconds", 1000, 1010.1, 0),
        ("seconds", 10, True, 0),
        ("seconds", 10, float("inf"), 0),
        ("boolean", True, True, 1),
        ("boolean", True, 1, 0),
        ("boolean", False, "no", 0),
        ("enum", "Park", "park", 1),
        ("enum", "Park", "Parks", 0),
        ("enum", 3, 3.0, 1),
        ("weekday", "周三", "Wednesday", 1),
        ("weekday", "星期天", "周日", 1),
        ("weekday", "周三", "Thu", 0),
        ("weekday", "周三", 3, 0),
        ("clock", "09:30", "9:30", 1),
        ("clock", "09:30", "2026-06-01 09:30:59", 1),
        ("clock", "2026-06-01 09:30", "2026-06-02 09:30", 0),
        ("clock", "09:30", "09:31", 0),
        ("clock", "09:30", "half past nine", 0),
        ("date", "2026-06-01", "2026-06-01 08:00", 1),
        ("date", "2026-06-01", "2026-06-02", 0),
        ("date", "2026-06-01", 20260601, 0),
        ("hours", "09:00-17:00", "周一至周日 9:00-17:00", 1),
        ("hours", "09:00-17:00", "09:00-13:00", 0.5),
        ("hours", "09:00-17:00", "18:00-19:00", 0),
        ("hours", "周一至周五 09:00-17:00", "09:00-17:00", 5 / 7),
        ("hours", "1月至6月 09:00-17:00", "09:00-17:00", 181 / 365),
        ("hours", "视客流情况调整", "视客流情况 调整", 1),
        ("hours", "视客流情况调整", "09:00-17:00", 0),
        ("hours", "09:00-17:00", 9, 0),
        ("text", "1 Street", "１ street", 1),
        ("text", "1 Street", "2 Street", 0),
        ("text", "云溪咖啡", "Yunxi Cafe", 1),  # an alias of the place that is named
        ("text", "云溪咖啡", 5, 0),
        ("list", ["a", "b"], ["b", "c", "a"], 0.8),
        ("list", ["a", "b"], "b；A", 1),
        ("list", [], [], 1),
        ("list", ["a"], [], 0),
        ("list", ["a"], 3, 0),
    ],
)
def test_each_kind_of_attribute_is_compared_in_its_own_way(kind, right, value, score):
    """At the tolerance, and just beyond it."""
    case = case_of(place_task(right), STREET)
    assert similarity(case, Attribute("", "value", kind, right), value) == pytest.approx(score, abs=1e-12)


def test_attributes_are_those_of_the_gold_and_absent_ones_count():
    """Surplus values do not; of several right values any will do."""
    gold = {
        "answer": [{"place_id": "p1"}, {"place_id": "p3"}],
        "attributes": [
            {"of": "p1", "key": "rating", "kind": "rating", "value": 4.5},
            {"of": "p1", "key": "distance_m", "kind": "metres", "value": 10},
            {"of": "p1", "key": "distance_m", "kind": "metres", "value": 500},
            {"of": "p3", "key": "rating", "kind": "rating", "value": 4.0},
            {"of": "", "key": "count", "kind": "count", "value": 2},
        ],
        "sets": [["p1", "p3"]],
    }
    task = asked("nearby_L0", gold)
    answer = {"result": [{"place_id": "p1", "rating": 4.5, "distance_m": 501, "x": 0}, {"name": "公园"}]}
    assert scores(answer, task)["attribute_accuracy"] == 0.75
    assert scores({"result": []}, task)["attribute_accuracy"] == 0.0
    assert scores({"result": ["p1", "p3"]}, task)["attribute_accuracy"] == 0.25


def test_attributes_of_equally_good_sets_are_looked_at_apart():
    """An answer need not know the values of places that it rightly does not name."""
    attributes = [{"of": f"p{n}", "key": "rating", "kind": "rating", "value": 4.0 + n / 10} for n in (1, 2)]
    gold = {"answer": [{"place_id": "p1"}], "attributes": attributes, "sets": [["p1"], ["p2"]]}
    task = asked("nearby_L1", gold)
    for number in (1, 2):
        answer = {"result": [{"place_id": f"p{number}", "rating": 4.0 + number / 10}]}
        assert scores(answer, task)["attribute_accuracy"] == 1
        assert scores(answer, task)["place_set_iou"] == 1
    assert scores({"result": [{"place_id": "p3", "rating": 4.1}]}, task)["attribute_accuracy"] == 0


def test_values_of_a_place_answer_are_found_by_key():
    """In an object, or as the one value."""
    gold = {
        "answer": {"value": {"rating": 4.5, "cost": 30}},
        "attributes": [
            {"of": "", "key": "rating", "kind": "rating", "value": 4.5},
            {"of": "", "key": "cost", "kind": "cost", "value": 30},
        ],
    }
    task = asked("place_L0", gold)
    assert scores({"result": {"value": {"rating": 4.5, "cost": 35}}}, task)["attribute_accuracy"] == 0.5
    assert scores({"result": {"value": 4.5}}, task)["attribute_accuracy"] == 0.5
    assert scores({"result": {"value": {}}}, task)["attribute_accuracy"] == 0
    assert scores({"result": 30}, place_task(30, "cost"))["attribute_accuracy"] == 1


@pytest.mark.parametrize(
    ("sets", "named", "score"),
    [
        ([["p1", "p2"]], ["p1", "p2"], 1),
        ([["p1", "p2"]], ["p2", "p1", "p2"], 1),
        ([["p1", "p2"]], ["p1"], 1 / 2),
        ([["p1", "p2"]], ["p1", "p2", "p3"], 2 / 3),
        ([["p1", "p2"]], ["p3"], 0),
        ([["p1", "p2"]], ["p1", "p9"], 1 / 3),
        ([["p1", "p2"]], [], 0),
        ([[]], [], 1),
        ([[]], ["p1"], 0),
        ([["p1"], ["p2", "p3"]], ["p3", "p2"], 1),
    ],
)
def test_sets_of_places_are_compared_with_the_best_gold_set(sets, named, score):
    """Repeats collapse, order does not matter, what is unknown counts as another place."""
    gold = {"answer": [{"place_id": one} for one in sets[0]], "attributes": [], "sets": sets}
    found = scores({"result": [{"place_id": one} for one in named]}, asked("nearby_L0", gold))
    assert found["place_set_iou"] == pytest.approx(score)


def test_the_set_of_a_route_has_its_ends():
    """And waypoints, and places along it."""
    gold = {
        "answer": {"start": "p1", "end": "p3", "waypoints": ["p2"], "distance_m": 200},
        "sets": [["p1", "p2", "p3"]],
        "optimum": {"metric": "distance_m", "value": 200},
    }
    task = asked("routing_L1", gold)
    assert scores({"result": {"start": "p1", "end": "p3", "places": ["p2"]}}, task)["place_set_iou"] == 1
    assert scores({"result": {"start": "p1", "end": "p3"}}, task)["place_set_iou"] == pytest.approx(2 / 3)


ROUTE = {"start": "p1", "end": "p5", "vehicle": "driving"}


@pytest.mark.parametrize(
    ("parts", "deviation"),
    [
        ({"distance_m": 400}, 0),
        ({"distance_m": "400.0"}, 0),
        ({"distance_m": 440}, 0.1),
        ({"distance_m": 360}, 0.1),
        ({"distance_m": 1000}, 1.5),
        ({"waypoints": ["p3"]}, 0),  # an order of stops, which is gone
        ({"way_ids": [11, 12, 13, 14]}, 0),
        ({"distance_m": 400, "way_ids": [11, 12, 13, 14]}, 0),
        ({"distance_m": 400, "way_ids": [11, 12, 13]}, None),  # ends too early
        ({"distance_m": 400, "way_ids": [11, 13, 14]}, None),  # is not connected
        ({"distance_m": 400, "way_ids": [21]}, None),  # a one-way backwards
        ({"distance_m": 400, "way_ids": [11, 31, 14]}, None),  # not for cars
        ({"distance_m": 400, "way_ids": ["11"]}, None),
        ({"distance_m": 400, "way_ids": [11, 11, 11, 12, 13, 14]}, 0.5),  # there, back and there again
        ({"distance_m": 400, "way_ids": []}, None),
        ({"distance_m": 400, "waypoints": ["p3"]}, 0),
        ({"distance_m": 400, "waypoints": ["p3", "p2"]}, 0.5),  # the right number for a detour
        ({"distance_m": 400, "waypoints": ["p9"]}, None),
        ({"distance_m": 400, "end": "p4"}, 0.25),  # a route that is too short leaves something out
        ({"distance_m": 400, "end": None, "way_ids": [11]}, None),
        ({"distance_m": 400, "waypoints": ["p3"], "way_ids": [11, 12, 13, 14]}, 0),
        ({"distance_m": 400, "vehicle": "cycling"}, 0.05),  # who cycles has a lane from 2 to 4
        ({"distance_m": 400, "vehicle": "walking"}, 0.375),  # walkers may go up the one-way
    ],
)
def test_routes_are_gone_again(parts, deviation):
    """None stands for what is no path; the score is one less the deviation, not below zero."""
    gold = {
        "answer": {**ROUTE, "distance_m": 400},
        "sets": [["p1", "p5"]],
        "optimum": {"metric": "distance_m", "value": 400},
    }
    case = case_of(asked("routing_L0", gold), STREET)
    found = evaluate(case, read_answer({"result": ROUTE | parts}, "routing"))
    assert found.deviation == (float("inf") if deviation is None else pytest.approx(deviation))
    assert found.scores["routing_deviation"] == pytest.approx(
        0 if deviation is None else max(0, 1 - deviation)
    )


def test_a_route_that_says_nothing_is_worth_nothing():
    """Its ends are asked for, and no answer; but where the best is nothing at all, up to a unit will do."""
    gold = {
        "answer": {"start": "p1", "end": "p1", "time_s": 0},
        "sets": [["p1"]],
        "optimum": {"metric": "time_s", "value": 0},
    }
    task = asked("routing_L0", gold)
    for nothing in ({"start": None}, {"start": "p1", "end": "p1"}):
        assert scores({"result": nothing}, task)["routing_deviation"] == 0
    for seconds, score in ((0, 1), (1, 1), (1.5, 0)):
        answer = {"result": {"start": "p1", "end": "p1", "time_s": seconds}}
        assert scores(answer, task)["routing_deviation"] == score


def test_avoided_ways_are_not_to_be_used():
    """The optimum without them; a path over one is none."""
    gold = {
        "answer": {"start": "p5", "end": "p1", "vehicle": "driving", "distance_m": 400},
        "sets": [["p1", "p5"]],
        "optimum": {"metric": "distance_m", "value": 400},
    }
    task = asked("routing_L1", gold, {"kind": "avoid_way", "on": "answer", "gid": 21})
    home = {"start": "p5", "end": "p1", "vehicle": "driving", "distance_m": 400}
    for ways, parts in (
        ([14, 13, 12, 11], (1, 1)),
        ([21], (0, 0)),
        (None, (1, 1)),
    ):
        answer = home | ({} if ways is None else {"way_ids": ways})
        found = scores({"result": answer}, task)
        assert (found["routing_deviation"], found["semantic_constraint"]) == parts
    short = scores({"result": home | {"distance_m": 250}}, task)
    assert (short["routing_deviation"], short["semantic_constraint"]) == (pytest.approx(0.625), 0)
    assert scores({"result": {"start": "p5"}}, task)["semantic_constraint"] == 0


@pytest.mark.parametrize(
    ("orders", "stops", "score"),
    [
        ([(1, 2, 3)], (1, 2, 3), 1),
        ([(1, 2, 3)], (3, 2, 1), 0),
        ([(1, 2, 3), (3, 2, 1)], (3, 2, 1), 1),  # an open trip has two best orders
        ([(1, 2, 3)], (1, 3, 2), 2 / 3),
        ([(1, 2, 3)], (1, 3), 1 / 3),  # the pairs of the missing stop are not in order
        ([(1, 2, 3)], (1, 5, 2, 4, 3), 1),  # other stops are passed over
        ([(1, 2, 3)], (3, 1, 2, 3), 1 / 3),  # the first of repeated stops counts
        ([(1, 2, 3)], (), 0),
        ([(1,)], (2,), 1),
        ([(1,)], (), 1),
        ([(1, 2, 3, 4)], (2, 1, 4, 3), 4 / 6),
    ],
)
def test_order_is_the_share_of_pairs_that_are_in_order(orders, stops, score):
    """For the best of the gold orders."""
    gold = trip_gold(*orders[0]) | {"orders": [[f"p{n}" for n in one] for one in orders]}
    assert scores(trip(*stops), asked("trip_L1", gold))["order_consistency"] == pytest.approx(score)


def test_equally_good_orders_cost_the_same():
    """There and back along the street; the trip is gone again on the graph."""
    gold = trip_gold(1, 2, 3) | {"orders": [["p1", "p2", "p3"], ["p3", "p2", "p1"]]}
    task = asked("trip_L1", gold)
    for stops in ((1, 2, 3), (3, 2, 1)):
        assert assess(trip(*stops, distance_m=200), task, STREET).task_perfect
    found = scores(trip(2, 1, 3, distance_m=200), task)
    assert (found["routing_deviation"], found["order_consistency"]) == (0.5, pytest.approx(2 / 3))
    assert found["case_score"] == pytest.approx((1 + 1 + 0.5 + 2 / 3 + 1) / 5)
    assert (found["pass_0.8"], found["pass_1.0"]) == (1, 0)


def test_a_trip_may_begin_and_end_where_nothing_is_visited():
    """The legs from there and to there count."""
    gold = trip_gold(2, 3, value=400) | {"ends": {"start": "p1", "end": "p1"}}
    gold["answer"] |= {"vehicle": "walking"}
    task = asked("trip_L1", gold)
    assert scores(trip(2, 3, distance_m=400), task)["routing_deviation"] == 1
    assert scores(trip(2, 3, distance_m=400, start="p1"), task)["routing_deviation"] == 1
    assert scores(trip(2, 3, distance_m=400, start="p5"), task)["routing_deviation"] == pytest.approx(0.55)
    assert scores(trip(distance_m=400), task)["routing_deviation"] == 0
    own = trip_gold(1, 2, value=100)
    assert scores(trip(1, 2, start="p1", end="p2"), asked("trip_L1", own))["routing_deviation"] == 1
    assert scores(trip(1, 2, start="p3"), asked("trip_L1", own))["routing_deviation"] == 0


@pytest.mark.parametrize("stated", ["9999-12-31T23:59", "0001-01-01T00:00"])
def test_times_at_the_ends_of_the_calendar_are_none(stated):
    """Nothing is reckoned from them, so nothing runs over."""
    answer = trip(1, 2, depart=stated)
    answer["result"]["stops"] = [{"place_id": name, "arrive": stated} for name in ("p1", "p2")]
    task = asked("trip_L2", trip_gold(1, 2), {"kind": "open_at", "on": "each", "at": "arrive"})
    assert 0 <= scores(answer, task)["semantic_constraint"] <= 1


def test_every_cell_has_its_metrics():
    """Eight, eight, five, two and eight of the eleven cells, as the paper's table counts."""
    counts = {}
    for kind in TYPES:
        for name in applicable(kind):
            counts[name] = counts.get(name, 0) + 1
    assert counts == {
        "attribute_accuracy": 8,
        "place_set_iou": 8,
        "routing_deviation": 5,
        "order_consistency": 2,
        "semantic_constraint": 8,
    }


@pytest.mark.parametrize("kind", TYPES)
def test_damaged_answers_score_nothing_and_never_raise(kind):
    """Whatever is handed in."""
    family = kind.partition("_")[0]
    golds = {
        "place": {
            "answer": {"value": 3},
            "attributes": [{"of": "", "key": "value", "kind": "count", "value": 3}],
        },
        "nearby": {"answer": [], "sets": [[]]},
        "routing": {"answer": ROUTE, "sets": [["p1"]], "optimum": {"metric": "time_s", "value": 40}},
        "trip": trip_gold(1, 2),
    }
    rules = () if kind.endswith("L0") else ({"kind": "rating_ge", "on": "each", "value": 4},)
    task = asked(kind, golds[family], *rules)
    for answer in (None, {}, [], "x", b"\xff", {"result": None}, {"result": {"stops": 5}}, 3.5):
        report = assess(answer, task, STREET)
        if report.parse == "unreadable":
            assert report.scores["case_score"] == 0
            assert not report.task_perfect
            assert report.violations[0].rule == "metric/unreadable"
        else:  # an empty list is an answer, and a bare number is one of a place
            assert family in ("nearby", "place")


PIECES = st.sampled_from(["p1", "p2", "p9", 3, None, True, [], {}, 1e308, "09:00", [11], [11, "x"], 10**400])
ENTRIES = st.dictionaries(
    st.sampled_from(["place_id", "name", "arrive", "depart", "rating", "distance_m"]), PIECES, max_size=4
)
ANSWERS = st.dictionaries(
    st.sampled_from(
        ["stops", "start", "end", "waypoints", "places", "vehicle", "way_ids", "time_s", "value"]
    ),
    PIECES | ENTRIES | st.lists(ENTRIES | PIECES, max_size=4),
    max_size=6,
)
RULES = (
    {"kind": "type_is", "on": "slot:0", "value": "Cafe"},
    {"kind": "open_at", "on": "each", "at": "arrive"},
    {"kind": "open_during", "on": "slot:1", "from": "arrive", "to": "depart"},
    {"kind": "arrive_before_close", "on": "p4", "at": "arrive", "dwell_min": 30},
    {"kind": "budget_le", "on": "answer", "value": 100},
    {"kind": "count_eq", "on": "answer", "value": 2},
    {"kind": "visit_before", "on": "answer", "first": "slot:0", "then": "p4"},
    {"kind": "avoid_way", "on": "answer", "gid": 21},
    {"kind": "on_route_m", "on": "each", "start": "p1", "end": "p5", "vehicle": "walking", "value": 50},
)


@settings(max_examples=150, deadline=None)
@given(
    ANSWERS | st.lists(ENTRIES | PIECES, max_size=4), st.sampled_from(["nearby_L2", "routing_L2", "trip_L2"])
)
def test_scores_of_any_answer_are_between_nothing_and_one(answer, kind):
    """No answer raises, and the same answer has the same scores."""
    golds = {
        "nearby": {"answer": [{"place_id": "p1"}], "sets": [["p1"]]},
        "routing": {"answer": ROUTE, "sets": [["p1", "p5"]], "optimum": {"metric": "time_s", "value": 40}},
        "trip": trip_gold(1, 4),
    }
    task = asked(kind, golds[kind.partition("_")[0]], *RULES)
    report = assess({"result": answer}, task, STREET)
    assert all(value is None or 0 <= value <= 1 for value in report.scores.values())
    assert report == assess({"result": answer}, task, STREET)


def test_the_gold_answer_is_perfect_and_a_stop_less_never_is_better():
    """On every metric of the trip."""
    rules = (
        {"kind": "type_is", "on": "slot:0", "value": "Cafe"},
        {"kind": "social_fact", "on": "p4", "key": "parking", "value": "yes"},
        {"kind": "budget_le", "on": "answer", "value": 50},
    )
    task = asked("trip_L2", trip_gold(1, 3, 4), *rules)
    full = assess(trip(1, 3, 4, distance_m=300), task, STREET)
    assert full.task_perfect
    assert full.violations == ()
    for stops in ((3, 4), (1, 4), (1, 3), (1,), ()):
        less = assess(trip(*stops, distance_m=300), task, STREET)
        assert not less.task_perfect
        for name, value in less.scores.items():
            assert value is None or value <= full.scores[name]


def test_renaming_places_changes_no_score():
    """Identifiers mean nothing by themselves."""
    names = {f"p{n}": f"x{6 - n}" for n in range(1, 6)}
    renamed = replace(
        STREET,
        places=tuple(replace(one, place_id=names[one.place_id]) for one in STREET.places),
        notes=tuple(replace(one, place_ids=tuple(names[i] for i in one.place_ids)) for one in STREET.notes),
    )
    gold = trip_gold(1, 2, 3)
    other = {
        **gold,
        "answer": {**gold["answer"], "stops": [{"place_id": names[f"p{n}"]} for n in (1, 2, 3)]},
        "sets": [[names[one] for one in gold["sets"][0]]],
        "orders": [[names[one] for one in gold["orders"][0]]],
    }
    answer = trip(2, 1, 5, distance_m=300)
    moved = {"result": {"stops": [{"place_id": names[f"p{n}"]} for n in (2, 1, 5)], "distance_m": 300}}
    first = assess(answer, asked("trip_L1", gold), STREET)
    assert first.scores == assess(moved, asked("trip_L1", other), renamed).scores
