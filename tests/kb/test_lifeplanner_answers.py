"""LifePlanner's answers, golds and requests: whatever is handed in is read, and what a gold lacks is told."""

import json
from datetime import datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from planassay.kb.errors import CollectedInputError, InputError
from planassay.kb.formats.lifeplanner import (
    City,
    Place,
    read_answer,
    read_gold,
    read_task_lines,
    request,
    slice_tasks,
    submission,
    task_of,
    unlabelled,
)
from planassay.kb.formats.lifeplanner.answers import MAX_TEXT, number
from planassay.kb.geo import Point
from planassay.kb.roads import Network

FAMILIES = ("place", "nearby", "routing", "trip")
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=4),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from(("stops", "place_id", "name", "value", "start", "way_ids")), inner)
    ),
    max_leaves=8,
)


def place(place_id, name, *aliases):
    """Return a place."""
    return Place(place_id, name, "Food", Point(0, 0), "", "", None, None, (), aliases)


CITY = City(
    Network({}, ()),
    (place("1", "云溪 咖啡"), place("2", "Noodles"), place("3", "其他", "ＮＯＯＤＬＥＳ")),
    (),
)


def line(**changes):
    """Return a line of a file of tasks."""
    return {
        "task_id": "t1",
        "type": "trip_L1",
        "question": "去哪里",
        "now": "2026-06-01 09:00:00",
        "constraints": [],
        "gold": {
            "answer": {"stops": [{"place_id": "1"}, {"place_id": "2"}], "distance_m": 5.25},
            "attributes": [{"of": "1", "key": "rating", "kind": "rating", "value": 4.5}],
            "sets": [["1", "2"]],
            "orders": [["1", "2"]],
            "optimum": {"metric": "distance_m", "value": 5.25},
            "ends": {"start": "3"},
        },
        "ref": {"place_ids": ["1"], "note_ids": []},
        "ref_calls": 3,
    } | changes


@pytest.mark.parametrize(
    ("entry", "found"),
    [
        ({"place_id": "1"}, "1"),
        ("1", "1"),
        ({"place_id": 2}, "2"),
        ({"name": "云溪咖啡"}, "1"),
        ({"name": "noodles"}, "?noodles"),  # two places are called so
        ({"place_id": "9", "name": "云溪咖啡"}, "?9"),  # a wrong identifier is not mended by the name
        ({"place_id": "", "name": "nowhere"}, "?nowhere"),
        (None, "?"),
        (7.5, "?"),
    ],
)
def test_a_place_is_known_by_its_identifier_or_a_name_of_its_own(entry, found):
    """Names are compared without width, case and blanks."""
    (mention,) = read_answer([entry], "nearby").stops
    assert mention.key(CITY) == found
    assert mention.pointer == "/0"


def test_the_parts_of_a_route_and_of_a_trip_have_their_pointers():
    """Waypoints come before places; a trip may name its ends."""
    route = read_answer(
        {"result": {"start": "1", "end": {"place_id": "2"}, "waypoints": ["3"], "places": ["1"]}}, "routing"
    )
    assert [one.pointer for one in route.mentions()] == ["/start", "/end", "/waypoints/0", "/places/0"]
    assert route.waypoints == 1
    trip = read_answer(json.dumps({"answer": {"stops": [{"name": "x"}], "way_ids": [1, 2]}}), "trip")
    assert trip.stops[0].pointer == "/stops/0"
    assert (trip.fault, trip.way_ids, trip.number("distance_m"), trip.word("mode")) == ("", (1, 2), None, "")


@pytest.mark.parametrize(
    ("document", "family", "fault"),
    [
        ({}, "place", "has no value"),
        (None, "place", "is no object with a value"),
        ({"value": 3}, "nearby", "is no list of places"),
        ("not JSON", "routing", "is no object with the ends or the length of a route"),
        ({"stops": []}, "routing", "is no object with the ends or the length of a route"),
        ([], "trip", "is no object with stops"),
        ("[" * 100_000, "nearby", "is no list of places"),
        (b"[" + b"0," * MAX_TEXT + b"0]", "nearby", "is no list of places"),
        ({"value": "ok"}, "place", ""),
        ({"result": "a text"}, "place", ""),
        ([], "nearby", ""),
    ],
)
def test_what_has_not_the_form_of_its_family_is_told(document, family, fault):
    """In a word; an empty list of places has it."""
    assert read_answer(document, family).fault == fault


@given(JSON, st.sampled_from(FAMILIES))
def test_no_answer_raises(document, family):
    """Whatever JSON can say, and more."""
    answer = read_answer(document, family)
    for mention in answer.mentions():
        assert mention.key(CITY) in {"1", "2", "3"} or mention.key(CITY).startswith("?")
    assert answer.way_ids is None or isinstance(answer.way_ids, tuple)


def test_numbers_that_cannot_be_written_out_are_told():
    """Python's own numbers may be longer than any JSON reader takes."""
    assert read_answer({"value": 10**5000}, "place").fault.startswith("holds a number of too many digits")


def test_numbers_are_finite_and_may_be_texts():
    """Truth values, words and what has no end are none."""
    assert [number(one) for one in (1, "2.5", " 3 ", True, "x", float("inf"), 10**400, None)] == [
        1.0,
        2.5,
        3.0,
        None,
        None,
        None,
        None,
        None,
    ]


def test_a_gold_is_read_whole():
    """Numbers to the thousandth, ends beside the stops."""
    gold = read_gold(task_of(request(line())))
    assert (gold.metric, gold.optimum, gold.start, gold.end) == ("distance_m", 5250, "3", "")
    assert gold.sets == (frozenset("12"),)
    assert gold.orders == (("1", "2"),)
    assert gold.attributes[0].kind == "rating"


@pytest.mark.parametrize(
    ("part", "pointer"),
    [
        ({"answer": None}, "/gold/answer"),
        ({"attributes": [3]}, "/gold/attributes/0"),
        ({"attributes": [{"of": "", "key": "k", "kind": "colour", "value": 1}]}, "/gold/attributes/0/kind"),
        ({"attributes": [{"of": "", "key": "k", "kind": "text"}]}, "/gold/attributes/0/value"),
        ({"sets": [[1]]}, "/gold/sets/0"),
        ({"orders": ["1"]}, "/gold/orders/0"),
        ({"optimum": {"metric": "cost"}}, "/gold/optimum"),
        ({"optimum": {"metric": "time_s"}}, "/gold/optimum/value"),
        ({"optimum": {"metric": "time_s", "value": 0.0001}}, "/gold/optimum/value"),
        ({"ends": []}, "/gold/ends"),
    ],
)
def test_what_a_gold_lacks_is_told_with_its_place(part, pointer):
    """A line whose gold cannot be read is no task."""
    with pytest.raises(InputError) as caught:
        request(line(gold=line()["gold"] | part))
    assert caught.value.pointer == pointer
    with pytest.raises(InputError, match="must be an object"):
        request(line(gold=[]))


def test_requests_carry_their_line_and_agents_see_none_of_the_gold(tmp_path):
    """A file is read whole or every bad line is told."""
    path = tmp_path / "tasks.jsonl"
    path.write_text(json.dumps(line()) + "\n", encoding="utf-8")
    (asked,) = slice_tasks(tmp_path)
    assert (asked.system, asked.text, task_of(asked).now) == (
        "lifeplanner",
        "去哪里\n[2026-06-01 09:00, Monday]",
        datetime(2026, 6, 1, 9),
    )
    bare = unlabelled(asked)
    assert (task_of(bare).gold, task_of(bare).constraints) == (None, ())
    assert task_of(bare).place_ids == ()
    assert submission(asked, [1]) == {"task_id": "t1", "result": [1]}
    assert submission(asked, None, "none")["refusal_reason"] == "none"
    path.write_text("{\n" + json.dumps(line(type="walk")) + "\n", encoding="utf-8")
    with pytest.raises(CollectedInputError, match=r"tasks\.jsonl:2: at /type"):
        read_task_lines(path)
