"""
What the published travel evaluator gathers before it compares, and what it meets on the way.

A personal constraint reads the whole plan first: what it cannot read fails it although what is asked for
stands earlier. The commonsense checks go through all days too, so that a value they cannot read ends the
evaluation wherever it stands.
"""

import pytest
from tests.deepplanning import activity, changed, entry, header, insert, outcome, put, score, stay
from tests.deepplanning_oddities import CITY, MEAL, RIDE, SIGHT

HOTEL_WISH = "hotel_star_service_required"
MEAL_WISH = "restaurant_specific_tag_nearby"
SIGHT_WISH = "attraction_must_visit_named"
RIDE_WISH = "train_seat_status"
BUDGET = "budget_constraint"


@pytest.mark.parametrize(
    ("last", "passes"),
    [(None, True), ("", True), ({}, True), (0, True), ("-", False), (["-"], False), ({"name": []}, False)],
)
def test_a_hotel_wish_reads_the_accommodation_of_every_day(last, passes):
    """Accommodation that is empty or null is none; text fails the test, on the last day too."""
    found = outcome("0", stay(2, last))
    assert found.personalized[HOTEL_WISH] is passes


@pytest.mark.parametrize("empty", [None, "", 0])
def test_a_night_without_accommodation_does_not_hide_the_next(empty):
    """The required hotel on any day will do."""
    found = outcome("69", stay(1, empty))
    assert found.personalized["hotel_price_range"]


@pytest.mark.parametrize(
    ("kind", "wish"),
    [(RIDE, RIDE_WISH), (MEAL, MEAL_WISH), (SIGHT, SIGHT_WISH)],
    ids=("ride", "meal", "sight"),
)
@pytest.mark.parametrize("details", [None, ""])
def test_details_of_null_fail_the_wish_that_meets_them_last(kind, wish, details):
    """Though all that is asked for stands before them, and only the wish that reads that type."""
    last = {"time_slot": "", "type": kind, "details": details}
    found = score("0", changed("0", lambda plan: plan["daily_plans"][1]["activities"].append(last)))
    assert found.is_evaluated
    assert {name for name, passes in found.personalized.items() if not passes} == {wish}


@pytest.mark.parametrize(("activities", "passes"), [(None, False), (0, False), ([], True), ("", True)])
def test_activities_of_null_fail_all_wishes_but_hotel_and_budget(activities, passes):
    """A day without the key, or with an empty list, has none; null cannot be walked through."""
    document = changed("0")
    document["daily_plans"].append({"current_city": "Hefei", "activities": activities})
    found = score("0", document)
    assert found.is_evaluated
    wishes = {RIDE_WISH, MEAL_WISH, SIGHT_WISH}
    assert {found.personalized[wish] for wish in wishes} == {passes}
    assert found.personalized[HOTEL_WISH]
    del document["daily_plans"][-1]["activities"]
    assert all(score("0", document).personalized[wish] for wish in wishes)


def test_a_number_that_is_a_list_fails_the_ride_wish():
    """Numbers are put into a set."""
    found = outcome("0", insert(2, -1, RIDE, "", mode="train", number=["G1"]))
    assert found.is_evaluated
    assert not found.personalized[RIDE_WISH]


@pytest.mark.parametrize("days", [[], None, {}])
def test_a_plan_without_days_is_within_no_budget(days):
    """Nothing is paid for, yet the budget constraint fails with the others."""
    found = score("0", {"daily_plans": days, "budget_summary": {"total_estimated_budget": 0}})
    assert found.personalized == dict.fromkeys((RIDE_WISH, HOTEL_WISH, MEAL_WISH, SIGHT_WISH, BUDGET), False)


@pytest.mark.parametrize("accommodation", [None, "Orange", {}])
def test_hotel_stops_are_listed_on_days_without_accommodation_too(accommodation):
    """On all days but the last every hotel activity's name is listed."""
    found = outcome("0", stay(1, accommodation), put(1, "hotel", 0, name="Unlisted Guesthouse"))
    assert not found.commonsense["validated_accommodation"]
    assert outcome("0", stay(1, accommodation)).commonsense["validated_accommodation"]


@pytest.mark.parametrize(
    "change",
    [
        entry(1, SIGHT, 0, time_slot=5),
        entry(2, SIGHT, 0, time_slot=True),
        entry(1, "hotel", 0, type=["hotel"]),
        entry(1, "buffer", 0, type={}),
        put(1, CITY, 0, from_=5),
        put(2, CITY, 0, to=["x"]),
    ],
)
def test_what_cannot_be_read_ends_the_evaluation_on_any_day(change):
    """Minutes of sights are added up on travel days too, and a type is looked for in a set."""
    found = outcome("0", change)
    assert not found.is_evaluated
    assert found.case_acc == found.composite_score == 0.0


@pytest.mark.parametrize("change", [entry(1, SIGHT, 0, time_slot=0), put(1, CITY, 0, from_=0)])
def test_a_zero_is_nothing_and_ends_nothing(change):
    """Only what counts as something is looked into."""
    assert outcome("0", change).is_evaluated


def test_meals_that_start_together_stay_in_list_order():
    """The gap is from the end of the one listed first."""
    for first, passes in (("12:00-01:00", True), ("12:00-13:00", False)):
        document = changed("0")
        meals = [{"time_slot": slot, "type": MEAL, "details": {}} for slot in (first, "12:00-11:00")]
        document["daily_plans"][0]["activities"] = [activity(document, 1, RIDE), *meals]
        assert score("0", document).commonsense["essential_meal_coverage"] is passes


@pytest.mark.parametrize(
    ("text", "passes"),
    [
        ("from Hefei（安徽) to Nanjing", True),
        ("from Hefei to Nanjing(a（b)", True),
        ("from Hefei to  ", False),
    ],
)
def test_brackets_of_either_width_close_one_another(text, passes):
    """And a header whose second city is blank is that of no known city."""
    found = outcome("0", header(1, text))
    assert found.commonsense["seamless_intercity_transfers"] is passes


def test_only_digits_of_a_clock_are_a_clock():
    """A wide digit is read where any digit may stand, not where only some may."""
    for slot, passes in (("０８:28-10:00", False), ("08:28-1０:00", True)):
        found = outcome("0", put(1, SIGHT, 0, slot=slot))
        assert found.commonsense["reasonable_duration_at_attractions"] is passes


def test_a_wish_for_what_is_no_name_fails():
    """Whatever the task names, nothing raises."""
    asked = {"hotel_x": {"hotel_name": ["H"]}, "train_x": {"outbound_train_no": None}}
    assert not any(score("0", changed("0"), hard_constraints=asked).personalized.values())
