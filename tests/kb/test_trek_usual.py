"""Usual answers: the short cut reads what the reader of everything reads, or stands back."""

import json
import re
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.worlds import edited, isles, isles_plan, isles_task

from planassay.bench.speed.damage import damaged
from planassay.kb.formats.trek import answers
from planassay.kb.formats.trek.answers import read_answer, read_plan
from planassay.kb.formats.trek.usual import usual_answer
from planassay.kb.lookup import lookup
from planassay.kb.plan import FaultKind

TASK = isles_task()
RECORD = {"query_index": 3, **isles_plan(), "task_id": "t", "tool_call_count": 2}


def in_full(document):
    """Return what the reader of everything makes of a JSON value."""
    return answers._Payload(document).read(TASK, isles())


def is_short(document) -> bool:
    """Tell whether the short cut reads a document."""
    return usual_answer(document, lookup(isles())) is not None


@pytest.mark.parametrize("document", [isles_plan(), RECORD, {**isles_plan(), "refusal_reason": None}])
def test_the_short_cut_reads_what_is_usual(document):
    """The official form, alone or with the counts of a result record, is read in one step."""
    assert is_short(document)
    assert read_plan(document, TASK, isles()) == in_full(document)
    for text in (json.dumps(document), json.dumps(document, indent=1).encode()):
        assert read_answer(text, TASK, isles()) == in_full(document)


@pytest.mark.parametrize(
    "changes",
    [
        {"/is_feasible": False},
        {"/is_feasible": 1},
        {"/refusal_reason": ["none"]},
        {"/submitted": True},
        {"/plan": {}},
        {"/plan": [1]},
        {"/plan/day1": {}},
        {"/plan/day1": None},
        {"/plan/Day 5": {"current_city": "Haven"}},
        {"/plan/day31": {"current_city": "Haven"}},
        {"/plan/day1/current_city": " Haven"},
        {"/plan/day1/current_city": "H" * 1001},
        {"/plan/day1/notes": "none"},
        {"/plan/day1/flights": "HA 0101"},
        {"/plan/day1/flights": False},
        {"/plan/day1/flight": {"flight_number": "HA 0101"}},
        {"/plan/day1/flights/0/price": "100"},
        {"/plan/day1/flights/0/price": True},
        {"/plan/day1/flights/0/price": -1},
        {"/plan/day1/flights/0/price": float("nan")},
        {"/plan/day1/flights/0/departure_time": "8:00"},
        {"/plan/day1/flights/0/seat": "1A"},
        {"/plan/day1/hotel/name": ""},
        {"/plan/day1/hotel/city": 3},
        {"/plan/day1/hotel/check_in": "noon"},
        {"/plan/day1/attractions": [None]},
        {"/plan/day1/attractions": [{"name": "Old Forge"}] * 17},
    ],
)
def test_the_short_cut_stands_back_from_the_rest(changes):
    """What is not usual is for the reader of everything, of which nothing is lost."""
    document = edited(isles_plan(), changes)
    assert not is_short(document)
    assert read_plan(document, TASK, isles()) == in_full(document)


def test_the_short_cut_never_reads_what_is_too_large():
    """Thirty days with as many bookings as the short cut takes are within the bounds of an answer."""
    day = isles_plan()["plan"]["day1"]
    full = {
        "current_city": "Haven",
        "flights": day["flights"] * 16,
        "attractions": day["attractions"] * (16 // len(day["attractions"])),
        "hotels": [day["hotel"]] * 16,
        "cars": [day["car"]] * 16,
    }
    document = {**RECORD, "plan": {f"day{number}": full for number in range(1, 31)}}
    assert is_short(document)
    assert in_full(document).faults == ()


@pytest.mark.parametrize("clock", ["08:00", r"08\u003a00", r"08\u003A00"])
def test_a_key_that_stands_twice_is_noticed(clock):
    """Of two values a reader of JSON keeps the last; the text says two things, however it is written."""
    text = json.dumps(isles_plan()).replace('"price": 100.0', '"price": 1.0, "price": 100.0', 1)
    text = text.replace('"08:00"', f'"{clock}"', 1)
    assert is_short(json.loads(text))
    (fault,) = read_answer(text, TASK, isles()).faults
    assert (fault.kind, fault.pointer) == (FaultKind.AMBIGUOUS, "/plan/day1/flights/0/price")


@given(st.integers(0, 2**32), st.integers(0, 4))
def test_both_readers_read_the_same(seed, doubles):
    """Of damaged answers, also of texts with a member written twice or a blank before its colon."""
    draw = Random(seed)
    plans = [isles_plan()]
    document = damaged(isles_plan(), plans, draw) if draw.random() < 0.7 else isles_plan()
    assert read_plan(document, TASK, isles()) == in_full(document)
    text = json.dumps(document, ensure_ascii=draw.random() < 0.5)
    for _ in range(doubles):
        members = list(re.finditer(r'"[^"\\]*": (?:"[^"\\]*"|[0-9.]+)', text))
        if not members:
            break
        member = draw.choice(members)
        again = draw.choice([member[0], member[0].replace(": ", " : ", 1), draw.choice(members)[0]])
        text = f"{text[: member.start()]}{again}, {text[member.start() :]}"
    for raw in (text, text.encode("utf-8", "surrogatepass")):
        assert read_answer(raw, TASK, isles()) == answers._read_any(raw, TASK, isles())
