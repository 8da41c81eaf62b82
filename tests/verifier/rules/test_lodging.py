"""One bed each night from the first day to the last, none in the air."""

import pytest
from tests.worlds import GONE, broken, judged, leg, night, rental, visit

NIGHT_OUT = {
    "/plan/day1/flights/0": leg("HA 0201"),
    "/plan/day1/attractions": [],
    "/plan/day1/hotel": GONE,
    "/plan/day1/car": GONE,
    "/plan/day2/attractions/-": visit("Anvil", "Old Forge", "09:00", "11:00"),
}
"""To Anvil through the night."""
NIGHT_BACK = {
    "/plan/day3/flights": [],
    "/plan/day2/flights/-": leg("AB 0102"),
    "/plan/day2/hotel": night("Brine", "Brine Lodge"),
    "/plan/day2/car": rental("Brine"),
    "/plan/day3/hotel": GONE,
    "/plan/day3/flights/-": leg("BH 0203"),
    "/plan/day4/flights": [],
    "/plan/day4/car": GONE,
}
"""Home through the last night."""


@pytest.mark.parametrize(
    ("changes", "rules"),
    [
        ({}, []),
        ({"/plan/day2/hotel": GONE}, ["lodging/no-bed"]),
        ({"/plan/day2/hotel": {"name": "-", "city": "Anvil", "price_per_night": 0.01}}, ["lodging/no-bed"]),
        ({"/plan/day3/hotel": None}, ["lodging/no-bed"]),
        ({"/plan/day2/hotel": [night("Anvil", "Anvil Crown")] * 2}, ["lodging/two-hotels"]),
        (NIGHT_OUT, []),
        ({**NIGHT_OUT, "/plan/day1/hotel": night("Anvil", "Anvil Crown")}, []),
        ({**NIGHT_OUT, "/plan/day1/hotel": night("Haven", "Haven Rest")}, ["stops/not-there"]),
        ({**NIGHT_OUT, "/plan/day2/hotel": GONE}, ["lodging/no-bed", "requests/hotel"]),
        (NIGHT_BACK, []),
    ],
)
def test_each_night_on_the_ground_needs_one_bed(changes, rules):
    """A night in the air needs none; a bed at the city of arrival may be booked for it, and is paid."""
    assert broken(changes, budget_cents=300000) == rules


def test_nights_at_home_are_no_nights_of_a_trip():
    """Who leaves a day late or is back a day early has not made the trip that was asked for."""
    late = {
        "/plan/day1": {"current_city": "Haven"},
        "/plan/day2/flights/-": leg("HA 0101"),
        "/plan/day2/attractions/-": visit("Anvil", "Old Forge", "14:15", "16:15"),
    }
    [violation] = judged(late).violations
    assert (violation.rule, violation.by, violation.pointer) == (
        "lodging/late-start",
        1,
        "/plan/day2/flights/0",
    )
    early = {
        "/plan/day2/flights/-": leg("AB 0102"),
        "/plan/day2/hotel": night("Brine", "Brine Lodge"),
        "/plan/day2/car": rental("Brine"),
        "/plan/day3/flights/0": leg("BH 0203"),
        "/plan/day3/hotel": GONE,
        "/plan/day4": {"current_city": "Haven"},
    }
    assert broken(early) == []
    early |= {"/plan/day3/flights/0": leg("BH 0103"), "/plan/day3/attractions": []}
    early |= {"/plan/day2/attractions/-": visit("Brine", "Salt Works", "16:00", "18:00")}
    [violation] = judged(early).violations
    assert (violation.rule, violation.by) == ("lodging/early-return", 1)


def test_a_bed_in_the_wrong_city_is_a_matter_of_stops():
    """The night has a bed, though not where the traveller is."""
    assert broken({"/plan/day2/hotel": night("Brine", "Brine Lodge")}) == ["stops/not-there"]
