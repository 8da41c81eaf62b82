"""A car that is asked for is there each day on the ground, and seats everybody."""

import pytest
from tests.worlds import GONE, broken, judged, leg, rental, visit

from planassay.kb.task import CarRequest

WIDE = {"budget_cents": 300000}


def everywhere(*kinds):
    """Return the changes that give each day some cars, by type and price."""
    cities = {1: "Anvil", 2: "Anvil", 3: "Brine", 4: "Brine"}
    return {f"/plan/day{day}/car": [rental(city, *kind) for kind in kinds] for day, city in cities.items()}


@pytest.mark.parametrize(
    ("kinds", "party", "asked", "rules"),
    [
        ([("Compact", 40.0)], 3, 4, []),
        ([("Compact", 40.0)], 4, 4, []),
        ([("Compact", 40.0)], 5, 4, ["car/too-few-seats"]),
        ([("Compact", 40.0)], 3, 5, ["car/too-few-seats"]),
        ([("Mini", 25.0)], 3, 3, ["car/too-few-seats"]),
        ([("Mini", 25.0), ("Mini", 25.0)], 3, 4, []),
        ([("Mini", 25.0), ("Mini", 25.0)], 5, 4, ["car/too-few-seats"]),
        ([("Van", 80.0)], 7, 7, []),
        ([("Box", 30.0)], 1, 1, ["car/too-few-seats"]),
    ],
)
def test_the_cars_of_a_day_seat_the_party_together(kinds, party, asked, rules):
    """The larger of party and request decides; unknown seats are no seats."""
    found = broken(everywhere(*kinds), party=party, car=CarRequest(asked), **WIDE)
    assert found == rules


def test_missing_seats_are_counted():
    """Five in a car for four are one too many."""
    violations = judged(everywhere(("Compact", 40.0)), party=5, **WIDE).violations
    assert {(v.rule, v.by, v.unit) for v in violations} == {("car/too-few-seats", 1, "seats")}
    assert [v.pointer for v in violations] == [f"/plan/day{day}/car/0" for day in (1, 2, 3, 4)]


@pytest.mark.parametrize("day", [1, 2, 3, 4])
def test_each_day_on_the_ground_needs_a_car(day):
    """Also the day of arrival and the day of the way home."""
    [violation] = judged({f"/plan/day{day}/car": GONE}).violations
    assert (violation.rule, violation.pointer, violation.by) == ("car/missing", f"/plan/day{day}", 1)
    assert broken({f"/plan/day{day}/car": GONE}, car=None) == []


def test_a_day_in_the_air_needs_none_but_may_have_one_where_it_ends():
    """Leaving in the evening and landing on the next day leaves no day in a stop."""
    night_out = {
        "/plan/day1/flights/0": leg("HA 0201"),
        "/plan/day1/attractions": [],
        "/plan/day1/hotel": GONE,
        "/plan/day2/attractions/-": visit("Anvil", "Old Forge", "09:00", "11:00"),
    }
    assert broken(night_out) == []
    assert broken({**night_out, "/plan/day1/car": GONE}) == []
    assert broken({**night_out, "/plan/day1/car": rental("Brine")}) == ["stops/not-there"]


def test_a_car_of_the_city_left_is_true_on_the_day_of_a_night_flight():
    """He drives in Anvil all day and flies to Brine in the evening."""
    changes = {
        "/plan/day2/flights/-": leg("AB 0202"),
        "/plan/day2/hotel": GONE,
        "/plan/day3/flights": [],
        "/plan/day3/hotel/check_in": GONE,
    }
    assert broken(changes) == []
    assert broken({**changes, "/plan/day2/car": rental("Brine")}) == ["car/missing"]


def test_the_type_asked_for_is_the_type_rented():
    """Where the task names a type, another type is not what was asked for."""
    assert broken(car=CarRequest(4, "compact")) == []
    [violation, *_] = judged(car=CarRequest(4, "Van")).violations
    assert (violation.rule, violation.found, violation.required) == ("car/wrong-type", "Compact", "Van")
    assert "car/wrong-type" in broken({"/plan/day1/car": "Boat"}, car=CarRequest(4, "Van"))


def test_cars_nobody_asked_for_are_not_judged():
    """An optional car for one day needs neither seats nor services, and is paid for that day."""
    changes = {**everywhere(), "/plan/day2/car": rental("Anvil", "Box", 30.0)}
    report = judged(changes, car=None)
    assert report.task_perfect
    assert report.cost_cents == 153000 - 4 * 4000 + 3000
