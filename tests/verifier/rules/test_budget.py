"""The true bill is within the budget, whatever the plan states."""

import pytest
from tests.worlds import GONE, broken, edited, isles, isles_plan, isles_task, judged, leg, night, visit

from planassay.kb.formats.trek.answers import read_plan
from planassay.kb.lookup import lookup
from planassay.verifier.rules.budget import bill
from planassay.verifier.trip import Trip


@pytest.mark.parametrize(
    ("budget_cents", "rules"), [(153001, []), (153000, []), (152999, ["budget/exceeded"])]
)
def test_the_boundary_is_a_cent(budget_cents, rules):
    """Exactly the budget is within it."""
    assert broken(budget_cents=budget_cents) == rules


def test_the_excess_is_told_in_cents():
    """The violation says what the plan costs and how far that is above the budget."""
    [violation] = judged(budget_cents=150000).violations
    assert (violation.found, violation.required, violation.by) == ("1530.00", "at most 1500.00", 3000)
    assert violation.text().endswith("(by 30.00)")


@pytest.mark.parametrize(
    ("changes", "cents"),
    [
        ({}, 153000),
        ({"/plan/day1/flights/0/price": 0}, 153000),
        ({"/plan/day2/hotel": GONE}, 153000 - 2 * 10000),
        ({"/plan/day2/attractions/-": visit("Anvil", "Night Bazaar", "20:00", "23:00")}, 153000 + 3 * 500),
        ({"/plan/day4/car": GONE}, 153000 - 4000),
        ({"/plan/day5": {"hotel": night("Brine", "Brine Hut")}}, 153000 + 2 * 3000),
        ({"/plan/day4/flights/0": leg("BH 0203")}, 153000 - 3 * 3000),
    ],
)
def test_everything_listed_is_paid_at_recorded_prices(changes, cents):
    """Fares and tickets by head, rooms by night, cars by day; also what lies beyond the trip."""
    assert judged(changes).cost_cents == cents


@pytest.mark.parametrize(
    ("changes", "cents"),
    [
        ({"/plan/day1/flights/0/flight_number": "ZZ 0001"}, 153000 - 3 * 10000),
        ({"/plan/day1/hotel/name": "Anvil Crowne"}, 153000 - 2 * 10000),
        ({"/plan/day1/attractions/0/name": "Old"}, 153000 - 3 * 1000),
        ({"/plan/day1/car/price_per_day": GONE}, 153000),
        ({"/plan/day1/car/price_per_day": 45.0}, 153000),
        ({"/plan/day1/car/car_type": "Boat"}, 153000 - 4000),
    ],
)
def test_a_bill_with_a_gap_is_the_least_it_can_be(changes, cents):
    """What names nothing costs nothing, of several offers the cheapest counts, and the report says None."""
    task = isles_task()
    plan = read_plan(edited(isles_plan(), changes), task, isles())
    assert bill(Trip(plan, task, lookup(isles()))) == (cents, False)
    assert judged(changes).cost_cents is None
