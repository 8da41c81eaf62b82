"""The route is the task's, and everything booked is where the traveller is."""

import pytest
from tests.worlds import broken, judged, leg, night, rental, visit


@pytest.mark.parametrize(
    ("changes", "rules"),
    [
        ({"/plan/day4/flights": []}, ["stops/missing-leg"]),
        ({"/plan/day1/flights": []}, ["stops/missing-leg"]),
        ({"/plan/day3/flights": []}, ["stops/missing-leg"]),
        ({"/plan/day2/flights/-": leg("AH 0105")}, ["stops/extra-leg"]),
        ({"/plan/day4/flights/0": leg("BA 0104")}, ["stops/extra-leg", "stops/missing-leg"]),
        (
            {"/plan/day1/flights/0": leg("BH 0103"), "/plan/day4/flights/0": leg("HA 0101")},
            ["stops/wrong-order"],
        ),
        ({"/plan/day1/attractions": []}, ["stops/no-visit"]),
        ({"/plan/day3/attractions": []}, ["stops/no-visit"]),
    ],
)
def test_the_route_is_exactly_the_tasks(changes, rules):
    """A leg less, a leg more, another leg and another order are told apart."""
    assert [rule for rule in broken(changes, budget_cents=300000) if rule != "needs/attraction"] == rules


@pytest.mark.parametrize(
    ("city", "name", "day", "start", "rules"),
    [
        ("Anvil", "Bellows Park", 3, "09:00", []),
        ("Anvil", "Bellows Park", 3, "11:59", ["reach/too-late"]),  # leaves at noon
        ("Anvil", "Bellows Park", 3, "13:29", ["reach/too-late"]),  # in the air: Brine is an hour ahead
        ("Anvil", "Bellows Park", 3, "13:30", ["stops/not-there"]),  # landed in Brine
        ("Brine", "Harbour Walk", 3, "12:59", ["stops/not-there"]),  # noon in Anvil is 13:00 in Brine
        ("Brine", "Harbour Walk", 3, "13:00", ["reach/too-late"]),  # in the air
        ("Brine", "Harbour Walk", 2, "13:00", ["stops/not-there"]),
        ("Brine", "Harbour Walk", 4, "08:00", []),
        ("Haven", "Haven Green", 1, "01:00", []),
        ("Haven", "Haven Green", 2, "12:00", ["stops/not-there"]),
        ("Haven", "Haven Green", 4, "17:45", []),
    ],
)
def test_a_visit_is_where_the_traveller_is_at_that_instant(city, name, day, start, rules):
    """Before take-off at one end, after landing at the other; in between it is a matter of reach."""
    hours, minutes = start.split(":")
    changes = {f"/plan/day{day}/attractions/-": visit(city, name, start, f"{int(hours) + 1}:{minutes}")}
    assert broken(changes, budget_cents=300000) == rules


@pytest.mark.parametrize(
    ("changes", "rules"),
    [
        ({"/plan/day3/car": rental("Anvil")}, []),
        ({"/plan/day2/car": rental("Brine")}, ["car/missing", "stops/not-there"]),
        ({"/plan/day1/car": [rental("Anvil"), rental("Haven")]}, ["stops/not-there"]),
        ({"/plan/day4/car": [rental("Brine"), rental("Anvil")]}, ["stops/not-there"]),
        ({"/plan/day2/hotel": night("Brine", "Brine Lodge")}, ["stops/not-there"]),
        ({"/plan/day3/hotel": night("Anvil", "Anvil Crown")}, ["stops/not-there"]),
        ({"/plan/day4/hotel": night("Brine", "Brine Lodge")}, ["stops/not-there"]),
    ],
)
def test_a_stay_is_where_the_night_is_and_a_car_where_the_day_is(changes, rules):
    """On a day of transfer a car may be in either stop, a bed only where the day ends; neither at home."""
    assert broken(changes, budget_cents=300000) == rules


def test_a_visit_without_a_time_is_judged_by_its_day():
    """Which city the traveller touches that day is known; the missing time is a matter of hours."""
    timeless = {"name": "Harbour Walk", "city": "Brine"}
    assert broken({"/plan/day3/attractions/-": timeless}) == ["hours/no-time"]
    assert broken({"/plan/day2/attractions/-": timeless}) == ["hours/no-time", "stops/not-there"]


def test_each_stop_is_slept_in():
    """Flying on the day of arrival leaves no night in the first stop."""
    changes = {
        "/plan/day1/flights/-": leg("AB 0202"),
        "/plan/day1/hotel": night("Brine", "Brine Lodge"),
        "/plan/day2/hotel": night("Brine", "Brine Lodge"),
        "/plan/day2/car": rental("Brine"),
        "/plan/day3/flights": [],
    }
    report = judged(changes, budget_cents=300000, required_hotels=())
    assert [(v.rule, v.found) for v in report.violations] == [("stops/no-night", "no night in Anvil")]


def test_a_stay_on_the_last_day_of_a_one_way_trip_is_paid_and_true():
    """Nobody flies home: the traveller may sleep where the trip ends."""
    changes = {"/plan/day4/flights": [], "/plan/day4/hotel": night("Brine", "Brine Lodge")}
    report = judged(changes, round_trip=False)
    assert report.task_perfect
    assert report.cost_cents == 153000 - 3 * 10000 + 2 * 8000


def test_an_unknown_flight_still_counts_as_its_leg():
    """What the plan states of an unknown flight says which leg it means; without that the leg is missing."""
    unknown = {**leg("BH 0103"), "flight_number": "ZZ 0001"}
    assert broken({"/plan/day4/flights/0": unknown}) == ["entities/unknown-flight"]
    bare = {"flight_number": "ZZ 0001"}
    assert broken({"/plan/day4/flights/0": bare}) == ["entities/unknown-flight", "stops/missing-leg"]


def test_legs_are_ordered_by_true_time():
    """Leaving Brine at 08:00 for Anvil comes before leaving Anvil at 12:00, and both before the way home."""
    changes = {
        "/plan/day4/flights": [leg("BH 0203"), leg("AB 0102"), leg("BA 0104")],
        "/plan/day4/attractions/-": visit("Brine", "Harbour Walk", "20:00", "21:00"),
    }
    found = [
        v.pointer for v in judged(changes, budget_cents=300000).violations if v.rule == "stops/extra-leg"
    ]
    assert found == ["/plan/day4/flights/1", "/plan/day4/flights/2"]
