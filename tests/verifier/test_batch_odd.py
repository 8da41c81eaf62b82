"""Answers that are written oddly: the kernels take them, and say what the single-plan scorer says."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.verifier.plans import documents
from tests.verifier.test_batch import found, said
from tests.worlds import edited, isles, isles_plan, isles_task

from planassay import score_many
from planassay.bench.speed.oddities import ODDITIES, odd
from planassay.verifier.batch.batches import SINGLE
from planassay.verifier.batch.layout import WHYS
from planassay.verifier.score import RULESETS, score

PLAN = isles_plan()
DAY, HOTEL, CAR = (PLAN["plan"]["day2"][key] for key in ("current_city", "hotel", "car"))


def with_day(key, value):
    """Return the usual answer with one more entry in its plan."""
    return {**PLAN, "plan": {**PLAN["plan"], key: value}}


def day(**changes):
    """Return the usual answer with another second day."""
    return with_day("day2", {**PLAN["plan"]["day2"], **changes})


def car(**changes):
    """Return the usual answer with another car on its second day."""
    return day(car={**CAR, **changes})


TAKEN = {
    "one more second day": with_day("Day 2", {"current_city": "Elsewhere"}),
    "the same second day again": with_day("d2", PLAN["plan"]["day2"]),
    "a day nought": with_day("day0", {"hotel": HOTEL}),
    "a date beside days": with_day("2025-08-02", {"hotel": HOTEL}),
    "an impossible date": with_day("2025-02-30", {"hotel": HOTEL}),
    "a day that is no object": with_day("day6", [1]),
    "a day of dashes": with_day("day6", ["-", None, " "]),
    "bookings beside days": with_day("notes", {"hotels": [[{"name": "x"}]]}),
    "an amount beside days": with_day("total", {"hotel": 1, "car": [], "flights": [1, []], "a": {"b": {}}}),
    "a key beyond ASCII": with_day("caf\u00e9", 1),
    "a hotel in a list of nothing": day(hotel=["-", None]),
    "a number for a hotel": day(hotel=5),
    "a number in a list": day(hotel=[HOTEL, 7]),
    "a label that is a number": day(current_city=7),
    "a label under another key": {**PLAN, "plan": {"day1": {"city": "Anvil", "hotel": "Anvil Crown"}}},
    "a bare name without a label": with_day(
        "day6", {"hotel": "Anvil Crown", "car": "Compact", "flights": "HA 0101"}
    ),
    "a bare name under an arrow": with_day(
        "day6", {"current_city": "x \u2192 Anvil", "hotel": "Anvil Crown"}
    ),
    "a hotel under two keys": day(hotels=HOTEL),
    "two hotels under two keys": day(hotels={"name": "Other"}),
    "a hotel beside a dash": day(hotel="-", hotels=HOTEL),
    "a hotel beside a list of dashes": day(hotel=["-"], hotels=HOTEL),
    "two names": day(hotel={**HOTEL, "hotel_name": "Other"}),
    "two prices that may be one": day(hotel={**HOTEL, "Price_Per_Night": "-"}),
    "a type and a type of car": car(type=CAR["car_type"]),
    "a type of its own": car(type="rental"),
    "a type that is another one": car(type="Mini", car_type="Coach"),
    "a type that is a number": car(type=7),
    "a car by number": car(car_id="c1"),
    "a car by a number": car(car_id=1.0),
    "a car by a number of blanks": car(car_id=" 1 "),
    "a car by true": car(car_id=True),
    "a car without a city": car(city=None, car_type=" mini "),
    "a city that is a list": car(city=["Brine"]),
    "a price that is true": car(price_per_day=True),
    "a price in many digits": car(price_per_day=12345678901234),
    "a price below nought": car(price_per_day=-4),
    "a price with an exponent": car(price_per_day=4.1e1),
    "a price that is an object": car(price_per_day={"a": 1}),
    "a clock that is a number": edited(PLAN, {"/plan/day1/hotel/check_in": 1700}),
    "a clock in escapes": edited(PLAN, {"/plan/day1/hotel/check_in": "17:00\n"}),
    "a name in escapes": edited(PLAN, {"/plan/day1/hotel/name": "Anvil\tCrown"}),
    "a name that is a number": edited(PLAN, {"/plan/day1/hotel/name": 7}),
    "a name that is false": car(car_type=False),
    "a name of dots": edited(PLAN, {"/plan/day1/hotel/name": "..."}),
    "a name of dashes": edited(PLAN, {"/plan/day1/hotel/name": "--"}),
    "an error": {**PLAN, "error": "timeout"},
    "an error that is false": {**PLAN, "error": "False"},
    "an error that is nought": {**PLAN, "error": "0", "submitted": 1},
    "not submitted": {**PLAN, "submitted": "false"},
    "a flag that is one": {**PLAN, "is_feasible": 1},
    "a flag that is nought": {**PLAN, "is_feasible": 0.0},
    "a flag in a text": {**PLAN, "is_feasible": " FALSE "},
    "a flag that is a word": {**PLAN, "is_feasible": "maybe"},
    "a flag that is a list": {**PLAN, "is_feasible": [True]},
    "no flag and no plan": {"plan": "none"},
    "a plan that is a list": {"is_feasible": True, "plan": [1]},
    "a refusal for a number": {"is_feasible": False, "plan": {}, "refusal_reason": 7},
    "a refusal for two reasons": {"is_feasible": False, "reason": "budget", "refusal_reason": "route"},
    "a refusal for one reason twice": {"is_feasible": False, "reason": "route", "refusal_reason": "route"},
}
LEFT = {
    "no JSON": b"{",
    "a plan in a plan": {"plan": PLAN},
    "a day twice, perhaps": with_day("d2", dict(reversed(PLAN["plan"]["day2"].items()))),
    "a key in escapes": json.dumps(PLAN).replace('"day1"', '"da\\u0079\\n1"').encode(),
    "a name of blanks beyond ASCII": edited(PLAN, {"/plan/day1/hotel/name": "\u00a0"}),
    "an exponent for a flag": b'{"is_feasible": 1e0, "plan": {}}',
    "many keys that are no fields": with_day("day2", {f"key{number}": 1 for number in range(60)}),
    "a key twice": b'{"is_feasible": true, "plan": {"day1": {"hotel": {"name": "a", "name": "b"}}}}',
    "a day twice": b'{"is_feasible": true, "plan": {"day1": {"hotel": "a"}, "day1": {"hotel": "b"}}}',
    "a day and nothing": b'{"is_feasible": true, "plan": {"day1": {"hotel": "a"}, "day1": null}}',
    "nothing and a day": b'{"is_feasible": true, "plan": {"day1": {}, "day1": {"hotel": "b"}}}',
    "a long error": {**PLAN, "error": [1] * 20_001},
    "an error of many levels": b'{"error": ' + b"[" * 30 + b"1" + b"]" * 30 + b', "plan": {}}',
    "a hotel of many levels": b'{"plan": {"day1": {"hotel": ' + b"[" * 30 + b"1" + b"]" * 30 + b"}}}",
    "a key twice in what is no field": b'{"plan": {"notes": {"a": 1, "a": 2}}, "is_feasible": true}',
}


def text_of(answer):
    """Return an answer as bytes."""
    return answer if isinstance(answer, bytes) else json.dumps(answer, ensure_ascii=False).encode()


def verdicts_of(answers, ruleset):
    """Return the verdicts on answers, which are those of the single-plan scorer on each."""
    verdicts = score_many(answers, isles_task(), isles(), ruleset=ruleset).verdicts
    for row, answer in enumerate(answers):
        one = score(answer, isles_task(), isles(), ruleset=ruleset)
        assert found(verdicts, row) == said(one, verdicts.names), answer.decode()
    return verdicts


@pytest.mark.parametrize("ruleset", RULESETS)
def test_odd_answers_are_taken(ruleset):
    """Under strict rules every one of them; what the official evaluator reads in its own way is its own."""
    names = [*TAKEN, *ODDITIES]
    answers = [text_of(answer) for answer in TAKEN.values()] + [text_of(odd(PLAN, name)) for name in ODDITIES]
    verdicts = verdicts_of(answers, ruleset)
    left = [name for name, way in zip(names, verdicts.way.tolist(), strict=True) if way == SINGLE]
    if ruleset == "strict":
        assert left == []
    else:
        assert {WHYS[why] for why in verdicts.why[verdicts.way == SINGLE].tolist()} <= set(WHYS[-2:])


@pytest.mark.parametrize("ruleset", RULESETS)
def test_what_is_left_is_named(ruleset):
    """What the kernels stand back from has a reason, and is scored all the same."""
    verdicts = verdicts_of([text_of(answer) for answer in LEFT.values()], ruleset)
    assert (verdicts.way == SINGLE).all()
    assert (verdicts.why > 0).all()


@settings(max_examples=60, deadline=None)
@given(documents(), st.lists(st.sampled_from(sorted(ODDITIES)), min_size=1, max_size=3, unique=True))
def test_oddities_may_come_together(document, names):
    """Up to three of them, on any plan."""
    for name in names:
        try:
            document = odd(document, name)
        except (AttributeError, KeyError, TypeError):  # where one has made another impossible
            continue
    for ruleset in RULESETS:
        verdicts_of([text_of(document)], ruleset)
