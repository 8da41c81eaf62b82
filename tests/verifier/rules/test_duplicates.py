"""No place is seen twice, no flight is taken twice on a day."""

import pytest
from tests.worlds import broken, judged, leg, visit

WIDE = {"budget_cents": 300000}
FORGE_AGAIN = visit("Anvil", "old forge", "09:00", "11:00")


@pytest.mark.parametrize(
    ("changes", "rules"),
    [
        ({"/plan/day2/attractions/-": visit("Anvil", "Forge Yard", "09:00", "10:00")}, []),
        ({"/plan/day4/attractions/-": visit("Brine", "Old Forge", "09:00", "10:00")}, []),
        ({"/plan/day2/attractions/-": FORGE_AGAIN}, ["duplicates/visit"]),
        ({"/plan/day1/flights/-": leg("HA 0101")}, ["duplicates/leg"]),
        ({"/plan/day2/flights/-": leg("HA 0101")}, ["stops/extra-leg"]),
    ],
)
def test_each_place_and_each_flight_once(changes, rules):
    """A namesake in another city is another place; the same flight on another day is another leg."""
    assert broken(changes, **WIDE) == rules


def test_the_second_names_the_first():
    """The violation stands at the repetition and says what it repeats."""
    [violation] = judged({"/plan/day2/attractions/-": FORGE_AGAIN}, **WIDE).violations
    assert violation.pointer == "/plan/day2/attractions/0"
    assert violation.found == "the same as /plan/day1/attractions/0"
