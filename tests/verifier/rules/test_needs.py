"""What is used serves every persona: each hotel, each car asked for, some visit in each stop."""

import pytest
from tests.worlds import broken, hotel, judged, night, rental, visit

from planassay.kb.personas import PERSONAS
from planassay.verifier.rules.needs import serves_hotel

WIDE = {"budget_cents": 300000, "required_hotels": ()}


def lodged(name):
    """Return the changes that spend both nights in Anvil in one hotel."""
    return {f"/plan/day{day}/hotel": night("Anvil", name) for day in (1, 2)}


@pytest.mark.parametrize(
    ("changes", "personas", "rules"),
    [
        ({}, ["business travelers"], []),
        ({}, ["Business Travelers"], []),
        ({}, ["tea drinkers"], []),
        (lodged("Anvil Inn"), ["business travelers"], ["needs/hotel"]),
        (lodged("Anvil Inn"), [], []),
        (
            {"/plan/day2/hotel": night("Anvil", "Anvil Inn")},
            ["business travelers"],
            ["needs/hotel", "rooms/hotel-changed"],
        ),
        (
            {f"/plan/day{d}/car": rental("Anvil", "Compact", 44.0) for d in (1, 2)},
            ["business travelers"],
            ["needs/car"],
        ),
        (
            {"/plan/day3/attractions/0": visit("Brine", "Harbour Walk", "16:00", "17:00")},
            ["business travelers"],
            ["needs/attraction"],
        ),
        (
            {"/plan/day4/attractions/-": visit("Brine", "Harbour Walk", "09:00", "10:00")},
            ["business travelers"],
            [],
        ),
        ({}, ["fast-paced budget travel"], ["needs/hotel"]),
        ({}, ["foodie"], ["needs/attraction"]),
        (lodged("Anvil Inn"), ["foodie"], ["needs/attraction", "needs/hotel"]),
    ],
)
def test_what_is_used_serves_each_persona(changes, personas, rules):
    """Any one word of a need is enough, but in every hotel and car, and in each stop."""
    assert broken(changes, personas=tuple(personas), **WIDE) == rules


@pytest.mark.parametrize(
    ("name", "halves", "amenities", "served"),
    [
        ("luxury travelers", 10, ["Spa"], True),
        ("luxury travelers", 9, ["Spa"], False),
        ("luxury travelers", 10, [], False),
        ("foodie", 8, [], True),
        ("foodie", 7, [], False),
        ("business travelers", 2, [" HIGH speed wifi "], True),
        ("business travelers", 2, ["Wi-Fi"], False),
        ("fast-paced budget travel", 2, ["Wi-Fi"], False),
        ("fast-paced budget travel", 2, ["Free Wi-Fi"], True),
        ("photography", 2, ["Scenic rooms/villas"], False),
        ("couples trip", 2, ["Scenic rooms/villas"], True),
    ],
)
def test_the_boundaries_of_a_hotel(name, halves, amenities, served):
    """Five stars and a rating of four are enough; words are whole entries."""
    assert serves_hotel(hotel(1, "Anvil", "X", 30, 1, halves, *amenities), PERSONAS[name]) is served


def test_each_hotel_is_named_once_for_each_persona():
    """Two nights in an unfit hotel are one violation a persona, at the first night."""
    report = judged(lodged("Anvil Inn"), personas=("business travelers", "couples trip"), **WIDE)
    found = [v for v in report.violations if v.records == ("hotel:Anvil:2",)]
    assert [v.pointer for v in found] == ["/plan/day1/hotel", "/plan/day1/hotel"]
    assert [v.required.partition(":")[0] for v in found] == ["for business travelers", "for couples trip"]


def test_a_car_nobody_asked_for_serves_nobody():
    """Only the car that the task asks for has to fit."""
    changes = {f"/plan/day{d}/car": rental("Anvil", "Compact", 44.0) for d in (1, 2)}
    assert broken(changes, car=None, **WIDE) == []
