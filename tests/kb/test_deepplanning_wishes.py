"""Requirements of DeepPlanning travel queries by name, dropped and amended."""

import pytest
from tests.deepplanning import queries

from planassay.kb.formats.deepplanning_travel import query_of, requirements, submission
from planassay.kb.money import MAX_CENTS
from planassay.kb.requirements import amended, is_blamed, is_route_fixed, without
from planassay.kb.task import Cause

NAMES = (
    "attraction:attraction_must_visit_named",
    "restaurant:restaurant_specific_tag_nearby",
    "hotel:hotel_star_service_required",
    "train:train_seat_status",
    "budget",
)


def task():
    """Return the task with a budget."""
    return queries()["0"].task


def test_requirements_bear_family_and_type():
    """What a traveller would rather keep comes first, the budget last."""
    assert requirements(task()) == NAMES
    assert "budget" not in requirements(queries()["59"].task)


def test_dropped_requirements_are_gone_from_fields_and_budget():
    """The rest of the request stays as it is, and the identity changes."""
    weaker = without(task(), ["budget", NAMES[2]])
    assert requirements(weaker) == (NAMES[0], NAMES[1], NAMES[3])
    assert weaker.budget_cents == MAX_CENTS
    assert weaker.sha256 != task().sha256
    assert query_of(weaker).text == query_of(task()).text


def test_a_query_that_asks_nothing_keeps_a_wish_that_is_always_met():
    """The evaluator gives no point to a query without constraints; that one names no requirement."""
    bare = without(task(), NAMES)
    assert requirements(bare) == ()
    assert dict(query_of(bare).constraints) == {"train_any": {}}


def test_a_budget_can_be_set_and_nothing_else():
    """Whole yuan stay whole; stops and days are given with the query."""
    assert query_of(amended(task(), budget_cents=250000)).constraints["budget_constraint"] == {
        "max_budget": 2500
    }
    assert amended(queries()["59"].task, budget_cents=250050).budget_cents == 250050
    with pytest.raises(ValueError, match="given with it"):
        amended(task(), days=3)
    assert is_route_fixed(task())


def test_causes_blame_the_families_that_they_speak_of():
    """A budget is no matter of entities, a hotel is."""
    assert is_blamed(NAMES[2], task(), Cause.ENTITY)
    assert not is_blamed("budget", task(), Cause.ENTITY)
    assert is_blamed("budget", task(), Cause.BUDGET)


def test_a_submission_holds_the_plan():
    """The scored form is found under ``plan``."""
    assert submission(task(), {"daily_plans": []}) == {"id": "0", "plan": {"daily_plans": []}}
