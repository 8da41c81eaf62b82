"""The hotel that is named is slept in, the place that is named is visited."""

import pytest
from tests.worlds import GONE, broken, judged, leg, night, visit

WIDE = {"budget_cents": 300000}
GRAND = {f"/plan/day{day}/hotel": night("Anvil", "Grand Hotel") for day in (1, 2)}


@pytest.mark.parametrize(
    ("changes", "hotels", "rules"),
    [
        ({}, ["Anvil Crown"], []),
        ({}, ["anvil  CROWN"], []),
        ({}, ["Anvil Crown", "Brine Lodge"], []),
        ({}, ["Anvil Inn"], ["requests/hotel"]),
        ({}, ["Azure Meridian Hotel 13"], ["requests/hotel"]),
        (GRAND, ["Grand Hotel"], []),
        ({"/plan/day3/hotel": night("Brine", "Grand Hotel")}, ["Grand Hotel"], ["requests/hotel"]),
    ],
)
def test_the_named_hotel_is_slept_in(changes, hotels, rules):
    """A name that two stops know means the first of them."""
    assert broken(changes, required_hotels=tuple(hotels), **WIDE) == rules


@pytest.mark.parametrize(
    ("changes", "places", "rules"),
    [
        ({}, ["Old Forge"], []),
        ({}, ["Salt works"], []),
        ({}, ["Harbour Walk"], ["requests/attraction"]),
        ({}, ["Museum of Forgotten Tides 90"], ["requests/attraction"]),
        (
            {
                "/plan/day1/attractions/0": visit("Anvil", "Forge Yard", "14:15", "15:15"),
                "/plan/day4/attractions/-": visit("Brine", "Old Forge", "09:00", "10:00"),
            },
            ["Old Forge"],
            ["requests/attraction"],
        ),
    ],
)
def test_the_named_place_is_visited(changes, places, rules):
    """A namesake in a later stop is another place."""
    changed = broken(changes, required_attractions=tuple(places), personas=(), **WIDE)
    assert changed == rules


def test_a_booking_for_the_night_in_the_air_is_no_night():
    """The named hotel is paid for and never slept in; the one slept in is another."""
    changes = {
        "/plan/day1/flights/0": leg("HA 0201"),
        "/plan/day1/attractions": [],
        "/plan/day1/car": GONE,
        "/plan/day1/hotel/check_in": GONE,
        "/plan/day2/hotel": night("Anvil", "Grand Hotel"),
        "/plan/day2/attractions/-": visit("Anvil", "Old Forge", "09:00", "11:00"),
    }
    assert broken(changes, **WIDE) == ["requests/hotel", "rooms/hotel-changed"]


def test_an_unmet_request_cites_the_record_it_means():
    """The violation tells which house is meant, or that no stop has one."""
    [violation] = judged(required_hotels=("Grand Hotel",)).violations
    assert violation.records == ("hotel:Anvil:3",)
    [violation] = judged(required_hotels=("Castle in the Air",)).violations
    assert violation.records == ()
    assert "in no stop" in violation.required
