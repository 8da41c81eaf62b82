"""Each day of the trip has one entry that says something, and nothing is booked after the last."""

import pytest
from tests.worlds import GONE, broken, isles_plan, judged, visit

DAY2 = isles_plan()["plan"]["day2"]
EMPTY = {"current_city": "", "flights": [], "attractions": []}


@pytest.mark.parametrize(
    ("changes", "rules"),
    [
        ({"/plan/day4/car": GONE, "/plan/day4/flights": GONE}, ["car/missing", "stops/missing-leg"]),
        ({"/plan/day2": {"current_city": "Anvil"}}, ["car/missing", "lodging/no-bed"]),
        ({"/plan/day2": EMPTY}, ["car/missing", "days/missing", "lodging/no-bed"]),
        ({"/plan/day2": GONE}, ["car/missing", "days/missing", "lodging/no-bed"]),
        (
            {"/plan/day2": "a day off"},
            ["car/missing", "days/missing", "document/wrong-type", "lodging/no-bed"],
        ),
        ({"/plan/day5": {"current_city": "Haven"}}, []),
        ({"/plan/day5": {"attractions": [visit("Haven", "Haven Green", "10:00", "11:00")]}}, ["days/beyond"]),
        ({"/plan/Day 2": DAY2}, []),
        ({"/plan/Day 2": {"hotel": {}}}, []),
        ({"/plan/Day 2": {"current_city": "Anvil"}}, ["days/duplicate"]),
    ],
)
def test_days_are_all_there_once_and_no_more(changes, rules):
    """A label is enough for an entry; the same entry twice is one; an empty one is none."""
    assert broken(changes) == rules


def test_days_beyond_say_by_how_many():
    """Day 6 of a trip of four days is two days beyond."""
    late = {"attractions": [visit("Haven", "Haven Green", "10:00", "11:00")]}
    [violation] = judged({"/plan/day6": late}).violations
    assert (violation.by, violation.unit, violation.pointer) == (2, "days", "/plan/day6")


def test_an_empty_plan_misses_each_day():
    """An answer that claims a plan and has none misses four days and three legs."""
    rules = [violation.rule for violation in judged({"/plan": {}}).violations]
    assert rules.count("days/missing") == 4
    assert rules.count("stops/missing-leg") == 3
