"""Constraints of LifePlanner's tasks: each kind is met by one place and failed by another, for its reason."""

from dataclasses import replace
from datetime import datetime

import pytest
from tests.blocks import STREET, asked, trip, trip_gold

from planassay.kb.errors import InputError
from planassay.kb.formats.lifeplanner import City, read_answer
from planassay.verifier.city import case_of, findings
from planassay.verifier.city.timing import moment, visits

NEARBY = {"answer": [{"place_id": "p1"}], "sets": [["p1"]]}


def found(kind, gold, answer, *rules):
    """Return what came of the rules."""
    case = case_of(asked(kind, gold, *rules), STREET)
    return findings(case, read_answer(answer, kind.partition("_")[0]))


def one(rule, number):
    """Return how a place alone in a nearby answer fails a rule, None if it meets it."""
    (finding,) = found("nearby_L2", NEARBY, [{"place_id": f"p{number}"}], {"on": "each", **rule})
    return finding.misses[0].found.partition(": ")[2] if finding.misses else None


AT = "2026-06-01 10:30"


@pytest.mark.parametrize(
    ("rule", "good", "bad", "why"),
    [
        ({"kind": "type_is", "value": "Food"}, 1, 3, "Sight|Park"),
        ({"kind": "type_is", "value": "Food|Cafe"}, 1, 2, "Food|Noodles"),
        ({"kind": "tag_any", "values": ["宠物", "WiFi"]}, 1, 2, "no tag"),
        ({"kind": "tag_any", "values": ["公园"]}, 3, 1, "wifi, 安静"),
        ({"kind": "rating_ge", "value": 4.5}, 1, 2, "4.1"),
        ({"kind": "rating_ge", "value": 1}, 1, 3, "no rating"),
        ({"kind": "rating_le", "value": 4.1}, 2, 1, "4.5"),
        ({"kind": "cost_le", "value": 30}, 1, 2, "60"),
        ({"kind": "cost_ge", "value": 30.01}, 2, 1, "30"),
        ({"kind": "cost_le", "value": 1000}, 2, 3, "no cost"),
        ({"kind": "within_m", "center": "p1", "value": 100}, 2, 3, "192.6 m away"),
        ({"kind": "on_route_m", "start": "p1", "end": "p3", "value": 5}, 2, 4, "96.3 m aside"),
        ({"kind": "on_route_m", "start": "p1", "end": "p3", "value": 5}, 2, 1, "an end of the route"),
        ({"kind": "open_at", "at": AT}, 1, 2, "closed at 2026-06-01 10:30:00"),
        ({"kind": "open_at", "at": AT}, 3, 5, "unknown hours"),
        (
            {"kind": "open_during", "from": AT, "to": "2026-06-01 17:30"},
            1,
            4,
            "not open from 2026-06-01 10:30:00 to 2026-06-01 17:30:00",
        ),
        ({"kind": "open_during", "from": AT, "to": "2026-06-01 17:30"}, 3, 5, "unknown hours"),
        (
            {"kind": "arrive_before_close", "at": "2026-06-01 16:30", "dwell_min": 10},
            1,
            4,
            "no visit of 10 minutes from 2026-06-01 16:30:00",
        ),
        ({"kind": "arrive_before_close", "at": "2026-06-01 16:29", "dwell_min": 31}, 4, 5, "unknown hours"),
        ({"kind": "social_fact", "key": "parking", "value": "yes"}, 4, 1, "unknown"),
        ({"kind": "social_fact", "key": "cash_only", "value": "no", "or_unknown": True}, 1, 4, "yes"),
        ({"kind": "social_fact", "key": "queue_min", "at_most": 39, "or_unknown": True}, 1, 4, "40"),
        ({"kind": "social_fact", "key": "queue_min", "at_most": 40}, 4, 1, "unknown"),
        ({"kind": "social_fact", "key": "cash_only", "at_most": 5, "or_unknown": True}, 1, 4, "yes"),
        (
            {"kind": "open_at", "at": "arrive", "start": "p1", "depart": "2026-06-01 08:59:30"},
            4,  # 30 s by car: it is nine sharp
            2,
            "closed at 2026-06-01 08:59:40",
        ),
        ({"kind": "open_at", "at": "arrive"}, None, 1, "no time of arrival or departure"),
        (
            {"kind": "open_during", "from": "arrive", "to": "depart"},
            None,
            1,
            "no time of arrival or departure",
        ),
        ({"kind": "arrive_before_close", "at": "arrive"}, None, 1, "no time of arrival or departure"),
    ],
)
def test_each_kind_can_be_met_and_failed(rule, good, bad, why):
    """By the records of the city alone."""
    if good is not None:
        assert one(rule, good) is None
    assert one(rule, bad) == why


def test_a_place_that_no_route_leads_to_is_not_reached():
    """Nor is anything measured from a place that is not there."""
    rule = {"kind": "open_at", "at": "arrive", "start": "p1", "vehicle": "flying"}
    with pytest.raises(InputError, match="is not one of"):
        one(rule, 2)
    with pytest.raises(InputError, match="is no place of the city"):
        one({"kind": "within_m", "center": "p9", "value": 5}, 1)


@pytest.mark.parametrize(
    ("rule", "pointer"),
    [
        ({"kind": "type_is", "on": "each"}, "/constraints/0/value"),
        ({"kind": "tag_any", "on": "each", "values": []}, "/constraints/0/values"),
        ({"kind": "rating_ge", "on": "each"}, "/constraints/0/value"),
        ({"kind": "rating_ge", "value": 4}, "/constraints/0/on"),
        ({"kind": "open_at", "on": "each", "at": "noon"}, "/constraints/0/at"),
        ({"kind": "avoid_way", "on": "answer", "gid": "x"}, "/constraints/0/gid"),
    ],
)
def test_a_constraint_that_lacks_something_is_told(rule, pointer):
    """With its place in the task's line."""
    with pytest.raises(InputError) as caught:
        found("nearby_L1", NEARBY, [], rule)
    assert caught.value.pointer == pointer


@pytest.mark.parametrize(
    ("named", "share"),
    [((1, 4), 1), ((1, 2), 1 / 2), ((1,), 1 / 2), ((1, 4, 2), 2 / 3), ((1, 1, 4), 1), ((), 0), ((9,), 0)],
)
def test_a_constraint_on_each_counts_once_for_each_gold_stop(named, share):
    """What is missing has not met it; one more that fails it costs something."""
    gold = {"answer": [{"place_id": "p1"}, {"place_id": "p4"}], "sets": [["p1", "p4"]]}
    rule = {"kind": "rating_ge", "on": "each", "value": 4.5}
    (finding,) = found("nearby_L1", gold, [{"place_id": f"p{n}"} for n in named], rule)
    assert (finding.share, finding.weight) == (pytest.approx(share), 2)
    empty = {"answer": [], "sets": [[]]}
    (finding,) = found("nearby_L1", empty, [{"place_id": f"p{n}"} for n in named], rule)
    assert finding.weight == 1
    assert (finding.share == 1) == (set(named) <= {1, 4})


@pytest.mark.parametrize(
    ("rule", "good", "bad", "why"),
    [
        ({"kind": "count_eq", "value": 2}, (1, 2), (1, 2, 3), "3 of them"),
        ({"kind": "budget_le", "value": 50}, (1, 4, 3), (1, 2), "90 CNY"),
        ({"kind": "budget_le", "value": 50}, (1,), (), "no known place"),
        ({"kind": "budget_le", "value": 50}, (1,), (9,), "no known place"),
        ({"kind": "visit_before", "first": "p1", "then": "p4"}, (1, 4), (4, 1), "after it"),
        ({"kind": "visit_before", "first": "p1", "then": "p4"}, (1, 2, 4), (1,), "p4 is not in the answer"),
        ({"kind": "type_is", "value": "Food"}, (1, 2), (1, 3), "公园: Sight|Park"),
        ({"kind": "type_is", "value": "Food"}, (1,), (), "no place"),
        ({"kind": "type_is", "value": "Food", "on": "p1"}, (3, 1), (3,), "p1 is not in the answer"),
        ({"kind": "type_is", "value": "Food", "on": "slot:0"}, (3, 1), (3,), "nothing fills slot:0"),
        ({"kind": "count_eq", "value": 2, "on": "each"}, (1, 2), (1, 2, 3), "3 of them"),
    ],
)
def test_constraints_on_the_whole_answer(rule, good, bad, why):
    """Sums, order, counts, and what needs a place that must be there."""
    for stops, miss in ((good, None), (bad, why)):
        (finding,) = found("trip_L2", trip_gold(1, 2), trip(*stops), {"on": "answer", **rule})
        assert [one.found for one in finding.misses[:1]] == ([] if miss is None else [miss])
        assert finding.required


def test_a_slot_is_filled_by_the_stop_that_meets_most():
    """Of the stops of its type; one stop fills one slot, and order decides between equals."""
    rules = (
        {"kind": "type_is", "on": "slot:0", "value": "Food"},
        {"kind": "cost_le", "on": "slot:0", "value": 40},
        {"kind": "type_is", "on": "slot:1", "value": "Food"},
        {"kind": "type_is", "on": "slot:2", "value": "Sight"},
        {"kind": "visit_before", "on": "answer", "first": "slot:0", "then": "slot:1"},
    )
    gold = trip_gold(1, 2, 3)
    assert [one.share for one in found("trip_L2", gold, trip(1, 2, 3), *rules)] == [1, 1, 1, 1, 1]
    assert [one.share for one in found("trip_L2", gold, trip(2, 1, 3), *rules)] == [1, 1, 1, 1, 0]
    assert [one.share for one in found("trip_L2", gold, trip(5, 2), *rules)] == [1, 0, 1, 0, 1]
    assert [one.share for one in found("trip_L2", gold, trip(*[5] * 400), *rules)] == [1, 0, 1, 0, 1]


def stop(number, **times):
    """Return a stop with times."""
    return {"place_id": f"p{number}", **times}


def times(*stops, rules=(), **top):
    """Return when the stops of a trip are visited, as clock times, or why that cannot be."""
    case = case_of(asked("trip_L2", trip_gold(1, 2), *rules), STREET)
    answer = read_answer({"stops": list(stops), **top}, "trip")
    return [one.fault or f"{one.arrive:%H:%M:%S}-{one.depart:%H:%M:%S}" for one in visits(case, answer)]


def test_times_of_a_trip_follow_from_the_routes():
    """Ten seconds a corner by car; who comes early waits; a stated time must be possible."""
    assert times(stop(1), stop(3)) == ["10:00:00-10:00:00", "10:00:20-10:00:20"]
    assert times(stop(1), stop(3), depart="08:30") == ["09:00:00-09:00:00", "09:00:20-09:00:20"]
    dwell = ({"kind": "arrive_before_close", "on": "p1", "at": "arrive", "dwell_min": 30},)
    assert times(stop(1), stop(3), rules=dwell) == ["10:00:00-10:30:00", "10:30:20-10:30:20"]
    slot = (
        {"kind": "type_is", "on": "slot:0", "value": "Sight|Museum"},
        {"kind": "arrive_before_close", "on": "slot:0", "at": "arrive", "dwell_min": 15},
    )
    assert times(stop(4), rules=slot) == ["10:00:00-10:15:00"]
    stated = times(stop(1, arrive="10:00", depart="11:00"), stop(3, arrive="11:00"))
    assert stated == ["10:00:00-11:00:00", "11:00:00-11:00:00"]
    early = times(stop(1, depart="11:00"), stop(3, arrive="10:30"))
    assert early[1].startswith("arrival at 2026-06-01 10:30:00, not before")
    assert times(stop(1, arrive="10:10", depart="10:05"))[0].startswith("departure at")
    assert times(stop(9), stop(1)) == ["nothing is known of the way there"] * 2
    far = times(*[stop(1)] * 100)
    assert far[59:61] == ["10:00:00-10:00:00", "nothing is known of the way there"]


def test_a_stated_time_that_cannot_be_meets_no_constraint():
    """However good it looks."""
    rule = {"kind": "arrive_before_close", "on": "p4", "at": "arrive", "dwell_min": 30}
    answer = {"stops": [stop(1, depart="16:50"), stop(4, arrive="16:00")]}
    (finding,) = found("trip_L2", trip_gold(1, 4), answer, rule)
    assert "not before 2026-06-01 16:50:30" in finding.misses[0].found
    good = {"stops": [stop(1, depart="15:50"), stop(4, arrive="16:00")]}
    assert found("trip_L2", trip_gold(1, 4), good, rule)[0].share == 1


def test_who_goes_by_the_routes_comes_to_the_end_before_it_closes():
    """At the end of a route it counts when its own ways lead there; at places along it, the quickest."""
    gold = {
        "answer": {"start": "p1", "end": "p4", "time_s": 30, "vehicle": "driving"},
        "sets": [["p1", "p4"]],
        "optimum": {"metric": "time_s", "value": 30},
    }
    rule = {"kind": "arrive_before_close", "on": "p4", "at": "arrive", "dwell_min": 0}
    route = {"start": "p1", "end": "p4", "time_s": 30}
    for depart, share in (("16:29:29", 1), ("16:29:30", 0)):
        (finding,) = found("routing_L2", gold, route | {"depart": depart}, rule)
        assert finding.share == share
    around = route | {"depart": "16:29:29", "way_ids": [11, 11, 11, 12, 13]}
    assert found("routing_L2", gold, around, rule)[0].share == 0
    broken = route | {"way_ids": [99]}
    assert found("routing_L2", gold, broken, rule)[0].misses[0].found.endswith("no route leads there")
    away = route | {"start": "p9"}
    assert found("routing_L2", gold, away, rule)[0].share == 0
    via = route | {"waypoints": ["p9"]}
    assert found("routing_L2", gold, via, rule)[0].share == 0
    at = {"kind": "open_at", "on": "each", "at": "arrive"}
    assert found("routing_L2", gold, route | {"places": ["p3"]}, at)[0].share == 1
    assert found("routing_L2", gold, route | {"places": ["p2"]}, at)[0].share == 0
    many = route | {"places": ["p3"] * 70}
    assert found("routing_L2", gold, many, at)[0].share == 0
    start = {"kind": "type_is", "on": "p1", "value": "Food"}
    assert found("routing_L2", gold, route, start)[0].share == 1


@pytest.mark.parametrize(
    ("gold", "rules", "good", "bad"),
    [
        # The value names a place: it must meet what is asked.
        (
            {"value": "p1"},
            [{"kind": "rating_ge", "on": "value", "value": 4.2}],
            {"value": "云溪咖啡"},
            {"value": "p2"},
        ),
        (
            {"value": "p1"},
            [{"kind": "rating_ge", "on": "value", "value": 4.2}],
            {"value": {"name": "博物馆"}},
            {"value": 5},
        ),
        (
            {"value": "p1"},
            [{"kind": "type_is", "on": "p4", "value": "Sight"}],
            {"value": "p1"},
            {"value": "nobody"},
        ),
        # A truth value: that of all constraints together.
        (
            {"value": False},
            [
                {"kind": "rating_ge", "on": "p1", "value": 4.2},
                {"kind": "open_at", "on": "p2", "at": AT},
            ],
            {"value": False},
            {"value": True},
        ),
        (
            {"value": True},
            [{"kind": "rating_ge", "on": "p1", "value": 4.2}],
            {"value": True},
            {"value": "yes"},
        ),
        # A fact of a place.
        (
            {"value": "40"},
            [{"kind": "social_fact", "on": "p4", "key": "queue_min", "value": "40"}],
            {"value": 40},
            {"value": 30},
        ),
        (
            {"value": "yes"},
            [{"kind": "social_fact", "on": "p4", "key": "parking", "value": "yes"}],
            {"value": "Yes"},
            {"value": False},
        ),
        (
            {"value": "09:00-18:00"},
            [{"kind": "type_is", "on": "p1", "value": "Food"}],
            {"value": "09:00-18:00"},
            {"reason": "none"},
        ),
    ],
)
def test_values_are_held_against_the_database(gold, rules, good, bad):
    """Not against the gold answer."""
    full = {
        "answer": gold,
        "attributes": [{"of": "", "key": "value", "kind": "text", "value": gold["value"]}],
    }
    assert all(one.share == 1 for one in found("place_L2", full, good, *rules))
    assert not any(one.share for one in found("place_L2", full, bad, *rules[-1:]))


def test_a_count_is_the_number_of_places_that_meet_all():
    """Whatever the gold says."""
    rules = (
        {"kind": "type_is", "on": "value", "value": "Food"},
        {"kind": "cost_le", "on": "value", "value": 60},
    )
    gold = {"answer": {"value": 3}, "attributes": [{"of": "", "key": "value", "kind": "count", "value": 3}]}
    for value, share in ((2, 1), (3, 0), (True, 0), ("2", 1)):
        assert [one.share for one in found("place_L1", gold, {"value": value}, *rules)] == [share] * 2


def test_a_name_of_several_places_stands_for_the_one_that_fits():
    """A name is right if a place that is called so meets what is asked."""
    twin = replace(STREET.places[1], place_id="p6", name="云溪咖啡")
    city = City(STREET.network, (twin, *STREET.places), STREET.notes)
    gold = {"answer": {"value": "云溪咖啡"}, "attributes": []}
    rules = (
        {"kind": "rating_ge", "on": "value", "value": 4.5},
        {"kind": "cost_le", "on": "value", "value": 30},
    )
    case = case_of(asked("place_L1", gold, *rules), city)
    for value, shares in (("云溪咖啡", [1, 1]), ({"place_id": "p6"}, [0, 0]), ({"place_id": "p7"}, [0, 0])):
        assert [one.share for one in findings(case, read_answer({"value": value}, "place"))] == shares


def test_what_a_place_answer_cannot_meet_is_not_met():
    """A fact that posts leave open, a place that is not there, a kind that is not asked of places."""
    fact = {"answer": {"value": "x"}, "attributes": []}
    rule = {"kind": "social_fact", "on": "p1", "key": "parking", "value": "yes"}
    assert found("place_L1", fact, {"value": "yes"}, rule)[0].misses[0].found == "unknown"
    assert found("place_L1", fact, {"value": "yes"}, rule | {"on": "value"})[0].share == 0
    named = {"answer": {"value": "p1"}, "attributes": []}
    budget = {"kind": "budget_le", "on": "value", "value": 5}
    assert "not asked of a place" in found("place_L1", named, {"value": "p1"}, budget)[0].misses[0].found
    other = {"kind": "type_is", "on": "p9", "value": "Food"}
    assert found("place_L1", named, {"value": "p1"}, other)[0].misses[0].found == "no such place"


def test_moments_that_are_none():
    """Days that are not in the calendar, and times after the last of all days."""
    now = datetime(2026, 6, 1, 10)
    assert moment("2026-02-30 10:00", now) is None
    assert moment("24:30", datetime(9999, 12, 31, 23)) is None
    assert moment(930, now) is None
