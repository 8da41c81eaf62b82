"""
Mutations of full-mark plans around overlaps, transfers, opening hours and diversity.

Each is tested against the formulas of the slow twin; the tables also say what must come out, so that a
mistake that both share would show.
"""

import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests import naive_deepplanning as naive
from tests.deepplanning import MINI, TASKS, activity, changed, drop, entry, insert, plan, put, score

from planassay.verifier.official.deepplanning_travel.timing import window

OVERLAP = "no_time_overlaps"
TRANSFER = "reasonable_transfer_time"
VISIT = "attraction_visit_within_opening_hours"
DINING = "dining_within_service_hours"
MEALS = "diverse_meal_options"
SIGHTS = "diverse_attraction_options"


def twin(task, document):
    """Return what the twin says of the checks it knows."""
    folder = MINI / "database" / f"id_{task}"
    return {
        OVERLAP: naive.overlaps(document),
        TRANSFER: naive.transfers(document, folder),
        VISIT: naive.visiting(document, folder),
        DINING: naive.dining(document, folder),
        MEALS: naive.diverse(document, "meal"),
        SIGHTS: naive.diverse(document, "attraction"),
    }


MUTATIONS = {
    # two activities at once
    "touching": ("0", OVERLAP, True, put(1, "buffer", 0, slot="07:14-07:34")),
    "a minute into the next": ("0", OVERLAP, False, put(1, "buffer", 0, slot="07:14-07:35")),
    "a minute before the last ends": ("0", OVERLAP, False, put(1, "buffer", 0, slot="07:13-07:34")),
    "no time at all": ("0", OVERLAP, True, put(1, "buffer", 0, slot="soon")),
    "an unknown type counts": ("0", OVERLAP, False, insert(1, -1, "nap", "12:00-12:05", name="x")),
    "an unknown type that touches": ("0", OVERLAP, False, insert(1, 0, "nap", "07:14-07:15", name="x")),
    "before all": ("0", OVERLAP, True, insert(1, -1, "nap", "05:00-06:19", name="x")),
    "an empty one at a start": ("0", OVERLAP, True, insert(1, 0, "nap", "06:19-06:19", name="x")),
    "an empty one at an end": ("0", OVERLAP, True, insert(2, -1, "nap", "18:39-18:39", name="x")),
    "an empty one inside": ("0", OVERLAP, False, insert(2, -1, "nap", "18:00-18:00", name="x")),
    "past midnight at the end": ("0", OVERLAP, True, put(1, "hotel", 1, slot="18:26-07:00")),
    "past midnight before others": ("0", OVERLAP, False, put(1, "buffer", 0, slot="07:14-07:00")),
    "over the next day's start": ("69", OVERLAP, True, put(1, "hotel", 1, slot="20:10-12:00")),
    "24:00 is a minute before midnight": ("0", OVERLAP, True, insert(1, -1, "nap", "24:00-24:00", name="x")),
    "one digit for the hour": ("0", OVERLAP, False, put(1, "attraction", 0, slot="8:20-10:30")),
    "hours above 23 are no time": ("0", OVERLAP, True, put(1, "attraction", 0, slot="25:00-26:30")),
    # transfers: the road from the hotel to the wall takes 12 minutes, 7 to 20 will do
    "seven of twelve": ("0", TRANSFER, True, put(1, "buffer", 1, slot="08:23-09:00")),
    "six of twelve": ("0", TRANSFER, False, put(1, "buffer", 1, slot="08:22-09:00")),
    "twenty of twelve": ("0", TRANSFER, True, put(1, "buffer", 1, slot="08:36-09:00")),
    "twenty-one of twelve": ("0", TRANSFER, False, put(1, "buffer", 1, slot="08:37-09:00")),
    "no buffer": ("0", TRANSFER, False, drop(1, "buffer", 1)),
    "buffer with blanks in its type": ("0", TRANSFER, True, entry(1, "buffer", 1, type=" buffer ")),
    "buffer in capitals": ("0", TRANSFER, False, entry(1, "buffer", 1, type="Buffer")),
    "two buffers": ("0", TRANSFER, True, insert(1, 5, "buffer", "08:16-08:20")),
    "buffer listed elsewhere": (
        "0",
        TRANSFER,
        True,
        lambda p: p["daily_plans"][0]["activities"].append(p["daily_plans"][0]["activities"].pop(5)),
    ),
    "buffer that reaches over": ("0", TRANSFER, False, put(1, "buffer", 1, slot="08:28-09:01")),
    "buffer without a time": ("0", TRANSFER, False, put(1, "buffer", 1, slot="")),
    "no city ride": ("0", TRANSFER, True, drop(1, "travel_city", 1)),
    "no road row": ("0", TRANSFER, True, insert(1, 0, "hotel", "04:00-05:00", name="Hefei Station")),
    "unknown place": ("0", TRANSFER, True, put(1, "attraction", 0, name="Nowhere")),
    "same place": ("0", TRANSFER, True, put(1, "meal", 0, name="Nanjing City Wall Taicheng Scenic Area")),
    "an hour late to the last train": (
        "0",
        TRANSFER,
        False,
        put(2, "travel_intercity_public", 0, slot="18:48-19:39"),
    ),
    "backwards by twelve hours": (
        "0",
        TRANSFER,
        True,
        put(1, "travel_intercity_public", 0, slot="18:00-19:46"),
    ),
    "backwards by more": ("0", TRANSFER, False, put(1, "travel_intercity_public", 0, slot="18:00-19:47")),
    "past midnight and back": ("59", TRANSFER, False, put(2, "meal", 1, slot="23:00-00:30")),
    "buffer that reaches into the meal": ("69", TRANSFER, False, put(1, "meal", 0, slot="18:40-20:05")),
    "eleven minutes for five": ("69", TRANSFER, False, put(1, "hotel", 1, slot="20:16-24:00")),
    "ten minutes for five": ("69", TRANSFER, True, put(1, "hotel", 1, slot="20:15-24:00")),
    "no minute for five": ("69", TRANSFER, True, put(1, "hotel", 1, slot="20:05-24:00")),
    # opening hours: the wall 08:30-17:00, the museum 09:00-17:00
    "at opening": ("0", VISIT, True, put(1, "attraction", 0, slot="08:30-10:30")),
    "a minute before opening": ("0", VISIT, False, put(1, "attraction", 0, slot="08:29-10:30")),
    "until closing": ("0", VISIT, True, put(2, "attraction", 0, slot="09:00-17:00")),
    "a minute after closing": ("0", VISIT, False, put(2, "attraction", 0, slot="09:00-17:01")),
    "past midnight at a sight": ("0", VISIT, False, put(2, "attraction", 0, slot="16:00-09:30")),
    "open all day": ("0", VISIT, True, put(1, "attraction", 2, slot="03:00-03:30")),
    "open all day, no time": ("0", VISIT, True, put(1, "attraction", 2, slot="later")),
    "no time": ("0", VISIT, False, put(1, "attraction", 0, slot="later")),
    "unlisted sight": ("0", VISIT, True, put(1, "attraction", 0, name="X", slot="03:00-04:00")),
    "dinner until closing": ("0", DINING, True, put(1, "meal", 1, slot="20:00-21:30")),
    "dinner a minute longer": ("0", DINING, False, put(1, "meal", 1, slot="20:01-21:31")),
    "lunch at opening": ("0", DINING, True, put(1, "meal", 0, slot="10:30-12:10")),
    "lunch a minute before": ("0", DINING, False, put(1, "meal", 0, slot="10:29-12:10")),
    "no hours listed": ("0", DINING, True, put(1, "meal", 0, name="Plum Hill Tea Room", slot="02:00-03:00")),
    "no hours and no time": ("0", DINING, False, put(1, "meal", 0, name="Plum Hill Tea Room", slot="-")),
    "grill over midnight": (
        "0",
        DINING,
        True,
        put(1, "meal", 1, name="Night Lantern Barbecue", slot="23:30-01:00"),
    ),
    "grill until three": (
        "0",
        DINING,
        True,
        put(1, "meal", 1, name="Night Lantern Barbecue", slot="01:30-03:00"),
    ),
    "grill after three": (
        "0",
        DINING,
        False,
        put(1, "meal", 1, name="Night Lantern Barbecue", slot="01:31-03:01"),
    ),
    "grill over midnight too long": (
        "0",
        DINING,
        False,
        put(1, "meal", 1, name="Night Lantern Barbecue", slot="23:00-03:01"),
    ),
    "grill at opening": (
        "0",
        DINING,
        True,
        put(1, "meal", 1, name="Night Lantern Barbecue", slot="16:30-18:00"),
    ),
    "grill before opening": (
        "0",
        DINING,
        False,
        put(1, "meal", 1, name="Night Lantern Barbecue", slot="16:29-18:00"),
    ),
    "grill until 24:00": (
        "0",
        DINING,
        True,
        put(1, "meal", 1, name="Night Lantern Barbecue", slot="23:00-24:00"),
    ),
    # names twice
    "same restaurant": ("0", MEALS, False, put(2, "meal", 0, name="Deji Terrace Kitchen")),
    "same restaurant and a blank": ("0", MEALS, True, put(2, "meal", 0, name="Deji Terrace Kitchen ")),
    "same restaurant, other case": ("0", MEALS, True, put(2, "meal", 0, name="deji terrace kitchen")),
    "two unnamed meals": ("0", MEALS, True, lambda p: [put(1, "meal", n, name="")(p) for n in (0, 1)]),
    "same sight": ("0", SIGHTS, False, put(2, "attraction", 0, name="Laomendong")),
    "same sight and a blank": ("0", SIGHTS, True, put(2, "attraction", 0, name=" Laomendong")),
    "meal called like a sight": ("0", SIGHTS, True, put(2, "meal", 0, name="Laomendong")),
    "same unlisted sight": (
        "59",
        SIGHTS,
        False,
        lambda p: [put(2, "attraction", n, name="Nowhere")(p) for n in (0, 1)],
    ),
}


@pytest.mark.parametrize("name", MUTATIONS)
def test_each_mutation_comes_out_as_the_formulas_say(name):
    """The check that the mutation is about has the stated result, and all six agree with the twin."""
    task, check, passes, change = MUTATIONS[name]
    document = changed(task, change)
    found = score(task, document).commonsense
    assert found[check] is passes
    expected = twin(task, document)
    assert {check: found[check] for check in expected} == expected


def test_there_are_sixty_mutations():
    """The tables hold at least the sixty that were asked for."""
    assert len(MUTATIONS) >= 60


@pytest.mark.parametrize("minutes", range(91))
def test_the_window_is_the_formula(minutes):
    """From min(max(0, T-5), T rounded down to tens) to max(T+5, T rounded up to tens)."""
    down, up = minutes // 10 * 10, -(-minutes // 10) * 10
    assert tuple(window(minutes)) == (min(max(0, minutes - 5), down), max(minutes + 5, up))


@settings(max_examples=150)
@given(st.data())
def test_the_twin_agrees_on_plans_with_moved_slots(data):
    """Whatever slots and names are moved about, both say the same."""
    task = data.draw(st.sampled_from(TASKS))
    document = plan(task)
    entries = [one for day in document["daily_plans"] for one in day["activities"]]
    for _ in range(data.draw(st.integers(1, 6))):
        one = data.draw(st.sampled_from(entries))
        what = data.draw(st.integers(0, 4))
        if what == 0:
            clocks = [data.draw(st.integers(0, 288)) * 5 for _ in range(2)]
            one["time_slot"] = "-".join(f"{clock // 60:02d}:{clock % 60:02d}" for clock in clocks)
        elif what == 1:
            start, end = naive.slot(one) or (600, 660)
            moved = end + data.draw(st.integers(-30, 30))
            one["time_slot"] = f"{start // 60:02d}:{start % 60:02d}-{moved // 60 % 24:02d}:{moved % 60:02d}"
        elif what == 2:
            one["details"]["name"] = data.draw(st.sampled_from(entries))["details"].get("name", "")
        elif what == 3:
            one["type"] = data.draw(st.sampled_from(["meal", "attraction", "hotel", "buffer", " buffer"]))
        else:
            for day in document["daily_plans"]:
                data.draw(st.randoms(use_true_random=False)).shuffle(day["activities"])
    found = score(task, document).commonsense
    expected = twin(task, document)
    assert {check: found[check] for check in expected} == expected


@pytest.mark.parametrize(("minutes", "passes"), [(119, False), (120, True), (121, True)])
def test_two_meals_are_two_hours_apart(minutes, passes):
    """From the end of the first to the start of the second, in whole minutes; listing order is no matter."""
    start = 730 + minutes
    dinner = f"{start // 60}:{start % 60:02d}-{start // 60 + 1}:{start % 60:02d}"
    for order in (1, -1):
        document = changed("0", put(1, "meal", 1, slot=dinner))
        document["daily_plans"][0]["activities"] = document["daily_plans"][0]["activities"][::order]
        assert score("0", document).commonsense["essential_meal_coverage"] is passes


LEAVING = [  # clock of the ride, meals that pass, sights that pass, of 0, 1 and 2
    ("08:59", {0}, {0, 1, 2}),
    ("09:00", {0, 1}, {0, 1, 2}),
    ("14:59", {0, 1}, {0, 1, 2}),
    ("15:00", {1, 2}, {0, 1, 2}),
    ("16:00", {1, 2}, {0, 1, 2}),
    ("16:01", {1, 2}, {1, 2}),
]
ARRIVING = [
    ("09:59", {2}, {1, 2}),
    ("10:00", {1, 2}, {1, 2}),
    ("11:59", {1, 2}, {1, 2}),
    ("12:00", {1, 2}, {0, 1, 2}),
    ("14:59", {1, 2}, {0, 1, 2}),
    ("15:00", {0, 1}, {0, 1, 2}),
]


def _day(number, ride, meals, sights):
    """Return the plan of task 0 with a day of just a ride, meals and sights."""
    document = plan("0")
    fare = {
        "mode": "train",
        "number": "G3031",
        "cost": 67,
        "from": "Nanjing South Station",
        "to": "Hefei Station",
    }
    entries = [{"time_slot": ride, "type": "travel_intercity_public", "details": fare}]
    for place in range(meals):
        slot = f"{10 + 4 * place}:00-{11 + 4 * place}:00"
        entries.append({"time_slot": slot, "type": "meal", "details": {"name": f"m{place}"}})
    entries += [{"time_slot": "", "type": "attraction", "details": {"name": f"s{n}"}} for n in range(sights)]
    document["daily_plans"][number - 1]["activities"] = entries
    return document


@pytest.mark.parametrize(("table", "number"), [(LEAVING, 2), (ARRIVING, 1)])
def test_rides_decide_how_many_meals_and_sights_a_day_needs(table, number):
    """The bounds change at the minutes of the table."""
    for clock, meals, sights in table:
        ride = f"{clock}-23:00" if number == 2 else f"00:01-{clock}"
        for count in range(3):
            found = score("0", _day(number, ride, count, 0)).commonsense
            assert found["essential_meal_coverage"] is (count in meals), (clock, count)
            found = score("0", _day(number, ride, 0, count)).commonsense
            assert found["essential_attraction_coverage"] is (count in sights), (clock, count)


def test_a_ride_without_a_time_makes_no_rule():
    """The first readable ride counts, and none makes no rule; own times come first."""
    for ride, passes in (("", True), ("00:01–09:00", True), ("00:01-09:00", False)):
        found = score("0", _day(1, ride, 0, 0)).commonsense
        assert found["essential_meal_coverage"] is passes
    document = _day(1, "00:01-09:00", 0, 0)
    document["daily_plans"][0]["activities"][0]["end_time"] = "15:00"
    assert score("0", document).commonsense["essential_meal_coverage"]


@pytest.mark.parametrize(
    ("slot", "ride", "passes"),
    [
        ("12:00-16:00", None, True),
        ("12:05-16:05", None, False),  # the float is 239.99...
        ("12:00-15:59", None, False),
        ("12:00-15:30", "15:30-16:00", True),
        ("12:00-15:30", "15:30-15:59", False),
        ("22:00-02:00", None, True),
    ],
)
def test_one_sight_will_do_if_it_takes_four_hours(slot, ride, passes):
    """Visits and the rides to and from them are added up, each cut to whole minutes from float hours."""
    document = plan("69")
    sight = {"time_slot": slot, "type": "attraction", "details": {"name": "S"}}
    entries = [
        sight,
        {"time_slot": "01:00-09:00", "type": "travel_city", "details": {"from": "A", "to": "B"}},
    ]
    if ride:
        entries.append({"time_slot": ride, "type": "travel_city", "details": {"from": "S", "to": "B"}})
    document["daily_plans"][1]["activities"] = entries
    assert score("69", document).commonsense["essential_attraction_coverage"] is passes


def test_own_times_of_a_sight_count_only_together():
    """start_time alone is not looked at."""
    for fields, passes in (
        ({"start_time": "10:00"}, False),
        ({"start_time": "10:00", "end_time": "14:30"}, True),
        ({"start_time": "10:00", "end_time": "x"}, False),
    ):
        document = plan("69")
        sight = {"time_slot": "10:00-11:00", "type": "attraction", "details": {"name": "S"}, **fields}
        document["daily_plans"][1]["activities"] = [sight]
        assert score("69", document).commonsense["essential_attraction_coverage"] is passes


def test_a_move_between_two_other_cities_must_meet_both_rows():
    """Leaving after four in the afternoon wants a sight though the late arrival does not."""
    document = plan("69")
    document["daily_plans"][1]["current_city"] = "from Xiamen to Quanzhou"
    ride = {"time_slot": "17:00-19:00", "type": "travel_intercity_public", "details": {}}
    document["daily_plans"][1]["activities"] = [ride]
    found = score("69", document).commonsense
    assert not found["essential_attraction_coverage"]
    ride["time_slot"] = "15:30-19:00"
    assert score("69", document).commonsense["essential_attraction_coverage"]


@pytest.mark.parametrize(("weekday", "passes"), [(1, True), (2, True), (7, False), (0, True), (None, True)])
def test_closing_days_are_counted_from_the_first_weekday(weekday, passes):
    """The museum closes on Mondays and is seen on the second day."""
    found = score("0", plan("0"), depart_weekday=weekday)
    assert found.commonsense["avoidance_of_closure_days"] is passes


@pytest.mark.parametrize("minutes", [29, 30, 150, 151])
def test_meals_take_thirty_to_150_minutes(minutes):
    """Both bounds included; a meal without a name is not looked at."""
    end = 660 + minutes
    document = changed("0", put(1, "meal", 0, slot=f"11:00-{end // 60}:{end % 60:02d}"))
    assert score("0", document).commonsense["reasonable_meal_duration"] is (30 <= minutes <= 150)
    activity(document, 1, "meal", 0)["details"]["name"] = " "
    assert score("0", document).commonsense["reasonable_meal_duration"]


@pytest.mark.parametrize(
    ("slot", "passes"),
    [
        ("10:00-11:00", True),
        ("10:00-10:59", False),
        ("10:00-13:00", True),
        ("10:00-13:01", False),
        ("23:00-24:00", False),
    ],
)
def test_visits_are_as_long_as_listed(slot, passes):
    """The wall wants one to three hours, by the floats of hours; 24:00 is a minute short."""
    document = changed("0", put(1, "attraction", 0, slot=slot))
    assert score("0", document).commonsense["reasonable_duration_at_attractions"] is passes


def test_days_must_be_as_many_as_asked_for():
    """One day more or less fails, and so does a task of no days."""
    document = plan("0")
    assert not score("0", document, days=3).commonsense["valid_trip_duration"]
    assert not score("0", document, days=0).commonsense["valid_trip_duration"]
    document["daily_plans"].append(document["daily_plans"][-1])
    assert not score("0", document).commonsense["valid_trip_duration"]


def test_a_task_without_a_home_fails_the_route():
    """No city of departure: check 3 fails whatever the headers say."""
    found = score("0", plan("0"), org=None)
    assert not found.commonsense["seamless_intercity_transfers"]


def test_costs_that_are_not_finite_spoil_the_sums_only():
    """NaN in a ticket passes its listing and makes the total wrong."""
    found = score("0", changed("0", put(1, "attraction", 1, cost=math.nan)))
    assert found.commonsense["validated_attractions"]
    assert not found.commonsense["cost_calculation_correctness"]
    assert not found.personalized["budget_constraint"]


@pytest.mark.parametrize(
    ("stated", "passes"), [(0, False), ("nan", False), ("inf", False), (None, False), ([], False)]
)
def test_totals_that_say_nothing_fail(stated, passes):
    """Zero wants a bill of zero, what is no finite number is never near."""
    document = plan("0")
    document["budget_summary"]["total_estimated_budget"] = stated
    assert score("0", document).commonsense["cost_calculation_correctness"] is passes
    free = {"budget_summary": {"total_estimated_budget": 0}, "daily_plans": [{"current_city": "Hefei"}]}
    assert score("0", free).commonsense["cost_calculation_correctness"]
