"""
Oddities of DeepPlanning's travel evaluator, each by its smallest example.

A: untrue plans that pass; B: sound plans that fail; C: inputs that are not evaluated. Each row is a change to
a full-mark plan and the checks that fail then, none for full marks.
"""

import math

import pytest
from tests.deepplanning import (
    activity,
    changed,
    entry,
    failing,
    header,
    insert,
    outcome,
    put,
    queries,
    score,
    stay,
)
from tests.deepplanning_oddities import CITY, FAILS, HOTEL, MEAL, PASSES, RIDE, SIGHT

from planassay.verifier.official.deepplanning_travel import request
from planassay.verifier.official.deepplanning_travel.bill import total_cost
from planassay.verifier.official.deepplanning_travel.days import follow


@pytest.mark.parametrize("name", PASSES)
def test_untrue_plans_pass_as_they_do_officially(name):
    """Each loophole is reproduced, and its neighbour that fails as well."""
    task, changes, wrong = PASSES[name]
    assert failing(outcome(task, *changes)) == wrong


@pytest.mark.parametrize("name", FAILS)
def test_sound_plans_fail_as_they_do_officially(name):
    """Each refusal is reproduced, and its neighbour that passes as well."""
    task, changes, wrong = FAILS[name]
    assert failing(outcome(task, *changes)) == wrong


def test_b8_halves_are_rounded_to_even():
    """Listed 52.5 wants 52, or 52.5; 53 fails."""
    for cost, passes in ((52, True), (52.5, True), (51.5, True), (53, False), (51, False)):
        found = outcome("0", put(1, MEAL, 0, name="Blue Tram Bistro", cost=cost))
        assert found.commonsense["validated_meals"] is passes


def test_b9_the_last_row_of_a_name_counts():
    """A restaurant that is listed twice has the price of its last row."""
    for cost, passes in ((46, True), (40, False)):
        found = outcome("0", put(1, MEAL, 0, name="Noodle Corner", cost=cost))
        assert found.commonsense["validated_meals"] is passes


STOPS = {
    "header a number": [header(1, 7)],
    "header a list": [header(2, ["Nanjing"])],
    "summary a text": [lambda plan: plan.update(budget_summary="2836")],
    "summary a list": [lambda plan: plan.update(budget_summary=[1])],
    "fare of NaN": [put(1, RIDE, cost=math.nan)],
    "fare of infinity": [put(1, RIDE, cost=math.inf)],
    "fare of nan as text": [put(1, RIDE, cost="nan")],
    "meal at a number": [put(1, MEAL, 0, slot=1100)],
    "meal at true": [put(1, MEAL, 0, slot=True)],
    "type of null": [entry(1, "buffer", 0, type=None)],
    "name a number": [put(1, MEAL, 0, name=5)],
    "name a list": [put(1, SIGHT, 0, name=["x"])],
    "hotel name a number": [put(1, HOTEL, 0, name=5)],
    "details a list": [entry(1, SIGHT, 0, details=["x"])],
    "details a text": [entry(1, MEAL, 0, details="x")],
    "details of a city ride": [entry(1, CITY, 0, details=3)],
    "station a number": [put(1, RIDE, from_=3)],
    "activities a text": [lambda plan: plan["daily_plans"][0].update(activities="none")],
    "activity a text": [lambda plan: plan["daily_plans"][0]["activities"].append("none")],
    "day a text": [lambda plan: plan["daily_plans"].append("none")],
    "days a text": [lambda plan: plan.update(daily_plans="none")],
    "last hotel a number": [stay(2, {"name": 3})],
}


@pytest.mark.parametrize("name", STOPS)
def test_c_these_are_not_evaluated(name):
    """What ends the official evaluation is an outcome with cause and place, and scores nothing."""
    found = outcome("0", *STOPS[name])
    assert not found.is_evaluated
    assert found.stop.cause
    assert found.stop.pointer.startswith(("/daily_plans", "/budget_summary"))
    assert (found.commonsense_score, found.personalized_score, found.case_acc) == (0, 0, 0)
    assert found.to_record()["evaluated"] is False


EMPTY = {
    "details null": [entry(1, SIGHT, 0, details=None)],
    "details missing": [lambda plan: activity(plan, 1, SIGHT, 0).pop("details")],
    "name missing": [lambda plan: activity(plan, 1, MEAL, 0)["details"].pop("name")],
    "name null": [put(1, MEAL, 0, name=None)],
    "header null": [header(1, None)],
    "type missing": [lambda plan: activity(plan, 1, "buffer", 0).pop("type")],
    "activities null": [lambda plan: plan["daily_plans"][0].update(activities=None)],
    "slot of zero": [put(1, MEAL, 0, slot=0)],
    "slot of a list": [put(1, MEAL, 0, slot=["11:00"])],
    "NaN in a meal": [put(1, MEAL, 0, cost=math.nan)],
    "fare of NaN of an unknown train": [put(1, RIDE, number="X1", cost=math.nan)],
    "details of a buffer": [entry(1, "buffer", 0, details="rest")],
    "summary null": [lambda plan: plan.update(budget_summary=None)],
    "summary an empty list": [lambda plan: plan.update(budget_summary=[])],
    "hotel of the last day": [put(2, HOTEL, name=5), put(2, HOTEL, slot="")],
}


@pytest.mark.parametrize("name", EMPTY)
def test_c_these_are_evaluated_all_the_same(name):
    """What is null or missing counts as empty, and what no check meets does no harm."""
    assert outcome("0", *EMPTY[name]).is_evaluated


def test_null_details_fail_the_constraint_that_meets_them():
    """A sight without details fails the wish for sights, and no other constraint."""
    found = outcome("0", insert(1, 6, "attraction", ""), entry(1, SIGHT, 0, details=None))
    assert failing(found) >= {"attraction_must_visit_named"}
    assert found.personalized["restaurant_specific_tag_nearby"]


@pytest.mark.parametrize("document", [None, [], "plan", 3, True])
def test_what_is_no_object_is_no_plan(document):
    """Anything but an object is not evaluated."""
    assert not score("0", document).is_evaluated


@pytest.mark.parametrize("days", [[], None, {}, 0, "missing"])
def test_a_plan_without_days_fails_all_but_one(days):
    """Every check fails, the one for closing days is left out."""
    document = changed("0")
    document["daily_plans"] = days
    if days == "missing":
        del document["daily_plans"]
    found = score("0", document)
    assert "avoidance_of_closure_days" not in found.commonsense
    assert len(found.commonsense) == 20
    assert not any(found.commonsense.values())
    assert found.commonsense_score == 0
    assert set(found.dimensions.values()) == {0.0}


@pytest.mark.parametrize(
    ("accommodation", "passes"),
    [
        (None, True),
        ("", True),
        ({}, True),
        ({"name": " - "}, True),
        ({"name": None}, True),
        ("-", False),
        ([1], False),
    ],
)
def test_the_last_day_has_no_hotel(accommodation, passes):
    """Nothing, or an object whose name is empty or a dash; anything else is a hotel."""
    found = outcome("0", stay(2, accommodation))
    assert found.commonsense["traceable_accommodation"] is passes


@pytest.mark.parametrize(
    ("fields", "passes"),
    [
        ({"price": 441, "cost": 1}, True),
        ({"price": 0, "cost": 441, "price_per_night": 1}, True),
        ({"price_per_night": 441}, True),
        ({"price": "441", "price_per_night": 441}, False),
        ({"price": 440, "price_per_night": 441}, False),
        ({}, False),
        ({"price": True}, False),
    ],
)
def test_the_first_price_of_a_room_is_compared(fields, passes):
    """Price before cost before price_per_night, whichever is set, and only a number will do."""
    name = "Orange Hotel Nanjing Confucius Temple Scenic Area"
    found = outcome("0", stay(1, {"name": name, **fields}))
    assert found.commonsense["validated_accommodation"] is passes


@pytest.mark.parametrize(
    ("fields", "cost"),
    [
        ({"price": 1, "cost": 2, "price_per_night": 3}, 2),
        ({"cost": 2, "price_per_night": 3}, 6),
        ({"cost": "2"}, 4),
        ({"price": "x", "cost": 2}, 0),
        ({}, 0),
    ],
)
def test_the_first_price_of_a_room_is_added_in_another_order(fields, cost):
    """Price before price_per_night before cost, for two rooms and one night."""
    bare = outcome("0", stay(1, {"name": ""})).total_cost
    assert outcome("0", stay(1, {"name": "", **fields})).total_cost == bare + cost


@pytest.mark.parametrize(
    ("costs", "fare"),
    [
        ((67,), 67),
        (("x", 62), 62),
        ((-5, 62), 0),
        ((0, 62), 0),
        (("31", 62), 31),
        ((None, 62), 62),
        ((math.inf,), math.inf),
    ],
)
def test_the_first_readable_fare_of_a_day_is_added(costs, fare):
    """What is no number is passed over, what is not positive adds nothing, and nothing comes after either."""
    document = changed("0")
    day = document["daily_plans"][1]
    ride = activity(document, 2, RIDE)
    rides = [dict(ride, details=ride["details"] | {"cost": cost}) for cost in costs]
    day["activities"] = rides
    others = dict(document, daily_plans=[document["daily_plans"][0], dict(day, activities=[])])
    document["budget_summary"] = others["budget_summary"] = {"total_estimated_budget": 1}
    asked = request(queries()["0"].source)
    assert total_cost(follow(document, asked)) == total_cost(follow(others, asked)) + 3 * fare


def test_city_rides_are_paid_for_each_vehicle_of_four():
    """Four people take one car, five take two; none at all takes one."""
    for people, cars in ((1, 1), (4, 1), (5, 2), (8, 2), (9, 3)):
        with_ride = outcome("0", put(1, CITY, 0, cost=1000), people_number=people).total_cost
        without = outcome("0", put(1, CITY, 0, cost=0), people_number=people).total_cost
        assert with_ride - without == 1000 * cars


@pytest.mark.parametrize(
    ("fields", "passes"),
    [
        ({"number": None}, False),
        ({"number": ""}, False),
        ({"from": ""}, False),
        ({"cost": None}, False),
        ({"cost": 0}, False),
        ({"cost": []}, True),
        ({"cost": True}, False),
        ({"number": " G7798 "}, True),
        ({"number": "g7798"}, False),
        ({"cost": 67.4}, True),
        ({"cost": 67.5}, False),
        ({"cost": 107}, True),
    ],
)
def test_rides_need_four_fields_and_any_fare_of_their_number(fields, passes):
    """Null and empty are missing, zero is not; a cost that is no number at all is not compared."""
    found = outcome("0", lambda plan: activity(plan, 1, RIDE)["details"].update(fields))
    assert found.commonsense["validated_transportation"] is passes


@pytest.mark.parametrize(
    ("text", "passes"),
    [
        ("from Hefei to Nanjing", True),
        ("from  Hefei (Anhui)  to  Nanjing（江苏） , later", True),
        ("Day of travel: from Hefei to Nanjing", True),
        ("fromHefei to Nanjing", False),
        ("from Hefei to Nanjing by train", False),
        ("from Hefei To Nanjing", False),
        ("from Hefei to Suzhou, from Hefei to Nanjing", False),
    ],
)
def test_headers_are_read_by_from_and_to(text, passes):
    """In small letters, anywhere, up to the next comma; brackets are no part of a city."""
    found = outcome("0", header(1, text))
    assert found.commonsense["seamless_intercity_transfers"] is passes
