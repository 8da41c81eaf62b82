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
    score,
    stay,
)
from tests.deepplanning_oddities import CITY, FAILS, HOTEL, MEAL, PASSES, RIDE, SIGHT


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
