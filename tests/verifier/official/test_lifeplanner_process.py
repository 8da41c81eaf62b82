"""LifePlanner's process metrics and totals: tables worked out by hand, over runs of a few calls."""

import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.blocks import STREET, asked, trip, trip_gold

from planassay.kb.formats.lifeplanner import TYPES, read_answer
from planassay.verifier.city import case_of
from planassay.verifier.official.lifeplanner import REMARK, assess, process, summary, totals
from planassay.verifier.official.lifeplanner.trace import read_trace

SEARCH = {"tool": "place_search", "arguments": {"query_name": "博物馆"}}
DETAIL = {"tool": "place_detail", "arguments": {"place_id": "p4"}}
NOTES = {"tool": "search_notes", "arguments": {"keywords": ["排队"], "place_name": "博物馆"}}
NOTE = {"tool": "note_detail", "arguments": {"note_id": "n1"}}
SUBMIT = {"tool": "submit_answer", "arguments": {}}


def leg(a, b, vehicle="driving"):
    """Return a call for a route."""
    return {
        "tool": "routing",
        "arguments": {"start_place_id": f"p{a}", "end_place_id": f"p{b}", "vehicle": vehicle},
    }


QUEUE = asked(
    "place_L1",
    {"answer": {"value": 40}, "attributes": [{"of": "", "key": "value", "kind": "number", "value": 40}]},
    {"kind": "social_fact", "on": "p4", "key": "queue_min", "value": "40"},
    ref={"place_ids": ["p4"], "note_ids": ["n1"]},
    ref_calls=3,
)


def run(task, answer, *calls):
    """Return what came of a run."""
    case = case_of(task, STREET)
    line = {"trace": [*calls, SUBMIT]}
    read = read_answer(answer, case.family)
    return process(case, read, read_trace(case, line), is_right=True)


@pytest.mark.parametrize(
    ("calls", "answer", "grounding", "efficiency", "purity"),
    [
        # The post's text says forty: evidence whole, claim grounded.
        ((DETAIL, NOTES, NOTE), {"value": 40}, 1, 1, 1),
        ((DETAIL, NOTES, NOTE), {"value": "40"}, 1, 1, 1),
        # Searches show neither details nor the text: none of the evidence, though its names were of use.
        ((SEARCH, NOTES), {"value": 41}, 0, 1, 1),
        # A claim that stands nowhere; the evidence was seen.
        ((DETAIL, NOTES, NOTE), {"value": 41}, 0, 1, 1),
        # Half of the evidence, and the claim in it: the harmonic mean of 1/2 and 1.
        ((NOTES, NOTE), {"value": 40}, 2 / 3, 1, 1),
        # Repeated, failed and unknown calls are made, but are of no use.
        ((DETAIL, DETAIL, NOTES, NOTE), {"value": 40}, 1, 3 / 4, 3 / 4),
        (
            (
                DETAIL,
                {"tool": "place_detail", "arguments": {"place_id": "p9"}},
                {"tool": "place_detail", "arguments": {}},
                {"tool": "fly", "arguments": {}},
                NOTES,
                NOTE,
            ),
            {"value": 40},
            1,
            1 / 2,
            1 / 2,
        ),
        # An empty reply is of no use; a search whose rows nobody looks at is none either.
        (
            (
                {"tool": "place_search", "arguments": {"query_name": "动物园"}},
                {"tool": "place_search", "arguments": {"query_name": "夜吧"}},
                DETAIL,
                NOTES,
                NOTE,
            ),
            {"value": 40},
            1,
            3 / 5,
            3 / 5,
        ),
        # Without calls nothing is grounded; nothing was done in vain either.
        ((), {"value": 40}, 0, 1, 1),
        ((), None, 0, 0, 1),
    ],
)
def test_runs_by_hand(calls, answer, grounding, efficiency, purity):
    """What the metrics are for a few calls about a queue."""
    found = run(QUEUE, answer, *calls)
    assert found.grounding == pytest.approx(grounding)
    assert found.efficiency == pytest.approx(efficiency)
    assert found.purity == pytest.approx(purity)


ROAD = asked("trip_L1", trip_gold(1, 2, 3), ref_calls=2)


@pytest.mark.parametrize(
    ("calls", "answer", "groundless"),
    [
        # Lengths add up; the places stand in the replies of a search.
        ((leg(1, 2), leg(2, 3)), {"distance_m": 200, "time_s": 20}, []),
        ((leg(1, 2),), {"distance_m": 1300}, ["/distance_m"]),
        ((leg(1, 3), leg(2, 3)), {"distance_m": 100.0}, []),
        ((), {"distance_m": 200}, ["/distance_m"]),
        ((leg(1, 2),), {"way_ids": [11]}, []),
        ((leg(1, 2),), {"way_ids": [11, 12]}, ["/way_ids"]),
        ((leg(1, 2),), {"way_ids": "11"}, ["/way_ids"]),
        ((leg(1, 2),), {"vehicle": "driving", "mode": "time", "reason": "it is so"}, []),
        ((leg(1, 2),), {"walk": True}, []),
        ((), {"walk": "yes"}, ["/walk"]),
        ((leg(1, 2),), {"colour": "red"}, ["/colour"]),
        ((leg(1, 2),), {"colours": ["red", None]}, ["/colours/0", "/colours/1"]),
    ],
)
def test_claims_follow_from_replies(calls, answer, groundless):
    """As they stand, or by the arithmetic that is allowed."""
    found = run(ROAD, {"stops": [], **answer}, *calls)
    assert [claim.pointer for claim in found.groundless] == groundless


def test_places_and_times_of_stops_are_claims():
    """A place must have been seen; an arrival must come a route after the time before."""
    seen = {"tool": "place_search", "arguments": {"query_name": "馆"}}
    stops = [
        {"place_id": "p2", "name": "面馆", "rating": 4.1, "arrive": "10:00", "depart": "10:30"},
        {"place_id": "p4", "cost": 20, "arrive": "10:31"},
        {"place_id": "p3", "arrive": "10:05", "depart": "soon"},
    ]
    found = run(ROAD, {"stops": stops}, seen, leg(2, 4))
    assert [claim.pointer for claim in found.groundless] == ["/stops/2", "/stops/2/arrive", "/stops/2/depart"]
    alone = run(ROAD, {"stops": stops[:2]}, seen)
    assert [claim.pointer for claim in alone.groundless] == ["/stops/1/arrive"]


def test_a_count_may_be_read_off_a_list():
    """Up to as many as were listed, or as a search says there are."""
    count = asked(
        "place_L1",
        {"answer": {"value": 2}, "attributes": [{"of": "", "key": "value", "kind": "count", "value": 2}]},
    )
    search = {"tool": "place_search", "arguments": {"query_name": "馆"}}
    assert run(count, {"value": 2}, search).groundless == ()
    assert run(count, {"value": 2}, search).purity == 1
    assert len(run(count, {"value": 30}, search).groundless) == 1


def test_a_route_between_two_places_of_the_answer_was_compared():
    """Even if it is not on the best way; one to another place was in vain."""
    assert run(ROAD, trip(1, 2, 3, distance_m=200), leg(1, 2), leg(2, 3), leg(1, 3), leg(3, 1)).purity == 1
    found = run(ROAD, trip(1, 2, 3, distance_m=200), leg(1, 2), leg(2, 3), leg(1, 5))
    assert found.purity == pytest.approx(2 / 3)
    assert found.efficiency == pytest.approx(2 / 3)


def test_replies_that_were_kept_are_taken_and_others_are_made_again():
    """So a trace of the sandbox, which has digests only, will do."""
    case = case_of(QUEUE, STREET)
    kept = {**DETAIL, "reply": {"place_id": "p4", "address": "elsewhere"}}
    refused = {**DETAIL, "refused": "call_limit"}
    failed = {**DETAIL, "failed": True}
    error = {**DETAIL, "reply": {"error": {"code": "x"}}}
    odd = {"tool": "place_detail", "arguments": {"place_id": {1: {2}}}}
    line = {"trace": [kept, DETAIL, refused, failed, error, odd, "no call", {"tool": 5}, SUBMIT]}
    calls = read_trace(case, line)
    assert [None if c.reply is None else c.reply.get("address") for c in calls] == [
        "elsewhere",
        "4 Street",
        None,
        None,
        None,
        None,
    ]
    assert read_trace(case, {"trace": "none"}) is None
    assert read_trace(case, []) is None


def test_a_report_has_the_process_where_a_trace_came_along():
    """It never decides a pass."""
    bare = assess({"result": {"value": 40}}, QUEUE, STREET)
    assert (bare.task_perfect, bare.scores["tool_efficiency"]) == (True, None)
    traced = assess({"result": {"value": 40}, "trace": [NOTES]}, QUEUE, STREET)
    assert traced.task_perfect
    assert traced.scores["information_grounding"] == 0
    assert [v.rule for v in traced.violations] == ["metric/evidence"] * 2 + ["metric/grounding"]
    other = assess({"result": {"value": 40}, "trace": [NOTES], "profile": "none such"}, QUEUE, STREET)
    assert other.scores == traced.scores


CALLS = st.lists(
    st.sampled_from([SEARCH, DETAIL, NOTES, NOTE, leg(1, 2), leg(9, 1), SUBMIT, {}, {"tool": "x"}, 7])
    | st.dictionaries(
        st.sampled_from(["tool", "arguments", "reply", "failed"]), st.integers() | st.text(), max_size=3
    ),
    max_size=6,
)


@settings(max_examples=60, deadline=None)
@given(CALLS, st.sampled_from([None, 40, [], {"value": 1e400}, {"value": {"a": [1, 2]}}, "text"]))
def test_no_trace_raises(calls, answer):
    """And each metric is between nothing and one."""
    report = assess({"result": answer, "trace": calls}, QUEUE, STREET)
    assert all(value is None or 0 <= value <= 1 for value in report.scores.values())


def test_totals_are_by_cell_level_and_category():
    """Micro over tasks, macro over the cells that have any; curves fall."""
    tasks = [
        asked("trip_L1", trip_gold(1, 2, 3), task_id="a"),
        asked("trip_L1", trip_gold(1, 2, 3), task_id="b"),
        asked("trip_L1", trip_gold(1, 2, 3), task_id="c"),
        asked("place_L0", {"answer": {"value": 1}, "attributes": []}, task_id="d"),
    ]
    answers = {
        "a": trip(1, 2, 3, distance_m=200),
        "b": trip(1, 3, 2, distance_m=200),  # 0.8333
        "d": {"result": {"value": 1}, "trace": []},
    }
    found = totals(answers, tasks, STREET)
    assert found["remark"] == REMARK
    assert found["micro_pass_0.8"] == 3 / 4
    assert found["macro_pass_0.8"] == pytest.approx((2 / 3 + 1) / 2)
    assert (found["micro_pass_1.0"], found["macro_pass_1.0"]) == (2 / 4, pytest.approx((1 / 3 + 1) / 2))
    trips = found["cells"]["trip_L1"]
    assert (trips["tasks"], trips["order_consistency"]) == (3, pytest.approx((1 + 2 / 3) / 3))
    assert set(found["cells"]) == {"trip_L1", "place_L0"}
    assert found["categories"]["trip"] == trips
    assert found["categories"]["nearby"]["pass_0.8"] is None
    assert found["levels"]["L0"]["tool_efficiency"] == 1
    curve = [point["share"] for point in found["exceedance"]["case_score"]]
    assert (curve[0], curve[16], curve[17], curve[20]) == (1, 3 / 4, 2 / 4, 2 / 4)
    assert curve == sorted(curve, reverse=True)
    assert found["exceedance"]["L2"]["tool_efficiency"][0] == {"at": 0.0, "share": None}


def test_a_score_at_the_threshold_passes():
    """With the slack of a rounding error, and no more."""
    rows = [("trip_L1", {"case_score": score}) for score in (0.8 - 1e-10, 0.8 - 1e-8, math.nextafter(0.8, 1))]
    assert summary(rows)["micro_pass_0.8"] == pytest.approx(2 / 3)
    assert set(summary([])["cells"]) == set()
    assert summary([(kind, {"case_score": 1.0}) for kind in TYPES])["macro_pass_1.0"] == 1
