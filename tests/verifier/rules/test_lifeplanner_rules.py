"""LifePlanner's strict rules: each can fail an answer, and the best answer fails none."""

import json
from random import Random

import pytest
from tests.blocks import STREET, asked, trip_gold

from planassay.kb.errors import UnknownSystemError
from planassay.kb.formats.registry import system
from planassay.verifier.reward import GOLD, Rewarder, reward
from planassay.verifier.score import score
from planassay.verifier.strict import check

VISITS = (
    {"place_id": "p1", "name": "云溪咖啡", "arrive": "10:00", "depart": "10:30", "cost": 30},
    {"place_id": "p4", "name": "博物馆", "arrive": "10:31", "depart": "11:30", "cost": 20},
)
TRIP = {"stops": list(VISITS), "vehicle": "driving", "distance_m": 300, "time_s": 30}
TRIP_TASK = asked(
    "trip_L2",
    trip_gold(1, 4) | {"attributes": [{"of": "p4", "key": "cost", "kind": "cost", "value": 20}]},
    {"kind": "budget_le", "on": "answer", "value": 60},
    {"kind": "social_fact", "on": "p4", "key": "parking", "value": "yes"},
)
NEARBY = [
    {"place_id": "p2", "name": "面馆", "distance_m": 96.3, "rating": 4.1, "tag": [], "address": "2 Street"}
]
NEARBY_TASK = asked(
    "nearby_L1",
    {
        "answer": [{"place_id": "p2"}],
        "attributes": [{"of": "p2", "key": "rating", "kind": "rating", "value": 4.1}],
        "sets": [["p2"]],
    },
    {"kind": "within_m", "on": "each", "center": "p1", "value": 150},
    {"kind": "type_is", "on": "each", "value": "Food"},
)
ROUTE = {"start": "p5", "end": {"place_id": "p1"}, "distance_m": 250, "time_s": 25, "way_ids": [21]}
ROUTE_TASK = asked(
    "routing_L0",
    {
        "answer": {"start": "p5", "end": "p1", "vehicle": "driving", "distance_m": 250},
        "sets": [["p1", "p5"]],
        "optimum": {"metric": "distance_m", "value": 250},
    },
)
PLACE_TASK = asked(
    "place_L0",
    {"answer": {"value": 4.5}, "attributes": [{"of": "", "key": "value", "kind": "rating", "value": 4.5}]},
)


def changed(at, **values):
    """Return the trip with values of one stop changed."""
    stops = [dict(stop) for stop in VISITS]
    stops[at] |= values
    return TRIP | {"stops": stops}


def broken(answer, task):
    """Return the rules that an answer breaks, each with its pointer."""
    report = check({"result": answer}, task, STREET)
    assert report.task_perfect == (not report.violations)
    return [(violation.rule, violation.pointer) for violation in report.violations]


@pytest.mark.parametrize(
    ("answer", "task"),
    [(TRIP, TRIP_TASK), (NEARBY, NEARBY_TASK), (ROUTE, ROUTE_TASK), ({"value": 4.5}, PLACE_TASK)],
)
def test_a_best_answer_is_valid_and_perfect(answer, task):
    """Under both rule sets."""
    assert broken(answer, task) == []
    for ruleset in ("strict", "official"):
        text = json.dumps({"result": answer}, ensure_ascii=False)
        for form in (text, text.encode(), {"result": answer}):
            assert score(form, task, STREET, ruleset=ruleset).task_perfect


@pytest.mark.parametrize(
    ("answer", "task", "expected"),
    [
        ({"value": None}, PLACE_TASK, [("document/unreadable", "")]),
        ({"value": 4.4}, PLACE_TASK, [("values/wrong", "/value")]),
        (
            [],
            NEARBY_TASK,
            [
                ("values/missing", "/rating"),
                ("constraints/within_m", ""),
                ("constraints/type_is", ""),
                ("best/missing", ""),
            ],
        ),
        (
            TRIP | {"distance_m": "far"},
            TRIP_TASK,
            [("document/number", "/distance_m"), ("route/unsaid", "/distance_m")],
        ),
        (ROUTE | {"distance_m": None}, ROUTE_TASK, [("route/unsaid", "/distance_m")]),
        (ROUTE | {"way_ids": "21"}, ROUTE_TASK, [("document/ways", "/way_ids")]),
        (
            ROUTE | {"start": "p9"},
            ROUTE_TASK,
            [
                ("places/unknown", "/start"),
                ("route/broken", "/start"),
                ("best/extra", "/start"),
                ("best/missing", ""),
            ],
        ),
        (changed(1, name="面馆"), TRIP_TASK, [("places/name", "/stops/1/name")]),
        (NEARBY + NEARBY, NEARBY_TASK, [("places/twice", "/1")]),
        (changed(0, cost=31), TRIP_TASK, [("facts/cost", "/stops/0/cost")]),
        (changed(0, rating=4.4), TRIP_TASK, [("facts/rating", "/stops/0/rating")]),
        (changed(0, tag=["wifi"]), TRIP_TASK, [("facts/tag", "/stops/0/tag")]),
        (changed(0, opentime_week="always"), TRIP_TASK, [("facts/opentime_week", "/stops/0/opentime_week")]),
        (changed(1, cost=None), TRIP_TASK, [("values/missing", "/stops/1/cost")]),
        ([NEARBY[0] | {"distance_m": 99}], NEARBY_TASK, [("facts/distance_m", "/0/distance_m")]),
        ([NEARBY[0] | {"distance_m": "near"}], NEARBY_TASK, [("facts/distance_m", "/0/distance_m")]),
        (
            {"start": None, "distance_m": 250},
            ROUTE_TASK,
            [("route/none", ""), ("best/missing", ""), ("best/missing", "")],
        ),
        (ROUTE | {"way_ids": [14, 13]}, ROUTE_TASK, [("route/broken", "/way_ids")]),
        (ROUTE | {"distance_m": 252}, ROUTE_TASK, [("route/length", "/distance_m")]),
        (ROUTE | {"time_s": 23}, ROUTE_TASK, [("route/length", "/time_s")]),
        (TRIP | {"time_s": 20}, TRIP_TASK, [("route/length", "/time_s")]),
        (changed(1, arrive="10:20"), TRIP_TASK, [("times/impossible", "/stops/1")]),
        (changed(0, depart="soon"), TRIP_TASK, [("times/unreadable", "/stops/0/depart")]),
        (changed(1, depart="17:30"), TRIP_TASK, [("hours/closed", "/stops/1")]),
        (
            ROUTE | {"way_ids": [14, 13, 12, 11], "distance_m": 400, "time_s": 40},
            ROUTE_TASK,
            [("best/length", "")],
        ),
        (
            TRIP
            | {
                "stops": [
                    VISITS[1] | {"arrive": "10:00", "depart": "10:10"},
                    {"place_id": "p5", "arrive": "11:00"},
                ],
                "distance_m": 100,
                "time_s": 10,
            },
            TRIP_TASK,
            [
                ("hours/closed", "/stops/1"),
                ("constraints/budget_le", ""),
                ("best/extra", "/stops/1"),
                ("best/missing", ""),
                ("best/length", ""),
            ],
        ),
    ],
)
def test_each_rule_can_fail(answer, task, expected):
    """With the place in the answer where it does."""
    assert broken(answer, task) == expected


def test_distances_beside_a_route_are_those_of_the_task():
    """As distances from a centre are."""
    gold = {"answer": [{"place_id": "p4"}], "attributes": [], "sets": [["p4"]]}
    task = asked(
        "nearby_L1", gold, {"kind": "on_route_m", "on": "each", "start": "p1", "end": "p3", "value": 150}
    )
    assert broken([{"place_id": "p4", "distance_m": 96.3}], task) == []
    assert broken([{"place_id": "p4", "distance_m": 9}], task) == [("facts/distance_m", "/0/distance_m")]


def test_rewards_find_the_result_in_what_a_model_wrote():
    """The object with a result counts; the knowledge base is the city."""
    text = f"<think>hm</think> So: {json.dumps({'result': ROUTE})}"
    assert reward(text, ROUTE_TASK, kb=STREET) == 1
    assert reward("nothing", ROUTE_TASK, kb=STREET, shaping=GOLD) == 0
    worse = json.dumps({"result": ROUTE | {"distance_m": 260}})
    rewarder = Rewarder(STREET, shaping="graded")
    marks = rewarder.many([text, worse, "nothing"], [ROUTE_TASK] * 3)
    assert [one.is_perfect for one in marks] == [True, False, False]
    assert 0 < marks[1].reward < 0.5


def test_there_is_nothing_recorded_to_compare_with():
    """The registry has the system; it has no published evaluator and no compiler."""
    row = system("lifeplanner")
    assert "own" in row.title
    assert not hasattr(row.load("official"), "open_replay")
    with pytest.raises(UnknownSystemError, match="no compile module"):
        row.load("compile")


def _changed_at_random(value, draw):
    """Return an answer with one part gone, replaced, scaled or repeated."""
    if isinstance(value, dict) and value:
        key = draw.choice(sorted(value))
        inner = draw.random() < 0.7
        kept = {name: one for name, one in value.items() if inner or name != key}
        return kept | ({key: _changed_at_random(value[key], draw)} if inner else {})
    if isinstance(value, list) and value:
        at = draw.randrange(len(value))
        if draw.random() < 0.3:
            return [*value, value[at]]
        return [*value[:at], _changed_at_random(value[at], draw), *value[at + 1 :]]
    if isinstance(value, int | float):
        return value * draw.choice((0, 0.5, 1, 1.001, 2)) + draw.choice((0, 0.4, 5))
    return draw.choice(("p1", "p3", "p9", "10:00", "", None, 3, []))


@pytest.mark.parametrize("name", ["trip", "nearby", "routing", "place"])
def test_what_is_valid_and_not_perfect_is_rounded(name):
    """Of any changed answer: the metrics have no tolerance for lengths, and that is all the difference."""
    answers = {"trip": TRIP, "nearby": NEARBY, "routing": ROUTE, "place": {"value": 4.5, "reason": "so"}}
    tasks = {"trip": TRIP_TASK, "nearby": NEARBY_TASK, "routing": ROUTE_TASK, "place": PLACE_TASK}
    draw, valid = Random(name), 0
    for _ in range(150):
        answer = {"result": _changed_at_random(answers[name], draw)}
        if not check(answer, tasks[name], STREET).task_perfect:
            continue
        valid += 1
        found = score(answer, tasks[name], STREET, ruleset="official")
        rounded = {"metric/deviation"} if found.scores["case_score"] > 0.999 else set()
        assert {one.rule for one in found.violations} <= rounded
    assert valid > 3
