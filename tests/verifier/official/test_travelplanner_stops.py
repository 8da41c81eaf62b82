"""What ends the official run, and with which error."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.bays import BACK, DRIVE, OUT, TAXI, bays, edited, five_days, misses, query, scored, three_days
from tests.naive_travelplanner import FIELDS, Twin


@pytest.mark.parametrize("plan", [None, [], {}, "", 0, False])
def test_nothing_is_not_delivered(plan):
    """What is false to Python is no plan, and stops nothing."""
    outcome = scored(plan)
    assert not outcome.delivered
    assert outcome.to_record()["commonsense"] is None
    assert outcome.stop is None


@pytest.mark.parametrize(
    ("plan", "error"),
    [
        ({"day1": {}}, "KeyError"),
        ("a plan", "TypeError"),
        (7, "TypeError"),
        (True, "TypeError"),
        ([None], "TypeError"),
        (["current_city"], "TypeError"),
        ([[]], "TypeError"),
        ([5], "TypeError"),
        ([{}], "KeyError"),
        ([{"current_city": "Coral"}], "KeyError"),
    ],
)
def test_what_is_no_list_of_days_stops_the_run(plan, error):
    """The error is the one that Python has for the first access."""
    assert misses(plan) == [error]


@pytest.mark.parametrize(
    ("changes", "error"),
    [
        ({"d2_current_city": ...}, "KeyError"),
        ({"d2_current_city": 5}, "TypeError"),
        ({"d2_current_city": None}, "TypeError"),
        ({"d2_current_city": ["from"]}, "TypeError"),
        ({"d2_current_city": ["Coral"]}, "TypeError"),
        ({"d2_current_city": {"from": "A to B"}}, "TypeError"),
        ({"d3_current_city": "from Coral"}, "TypeError"),
        ({"d3_current_city": "from Coral to "}, "TypeError"),
        ({"d1_transportation": ...}, "KeyError"),
        ({"d2_transportation": ...}, "KeyError"),
        ({"d2_transportation": 5}, "AttributeError"),
        ({"d1_transportation": ["Taxi"]}, "AttributeError"),
        ({"d2_transportation": "flight number: F1000001, from Coral to Coral"}, "IndexError"),
        ({"d1_transportation": "Flight Number F1000001, from Haven to Coral"}, "IndexError"),
        ({"d2_transportation": "Flight Number: F1000001"}, "ValueError"),
        ({"d2_breakfast": 5}, "TypeError"),
        ({"d1_dinner": 5}, "TypeError"),
        ({"d2_dinner": True}, "TypeError"),
        ({"d2_dinner": ["C"]}, "TypeError"),
        ({"d2_attraction": 5}, "AttributeError"),
        ({"d2_attraction": ["Pier, Coral;"]}, "AttributeError"),
        ({"d2_accommodation": 5}, "TypeError"),
        ({"d2_accommodation": None}, "TypeError"),
        ({"d3_accommodation": None}, "TypeError"),
        ({"d2_accommodation": []}, "TypeError"),
        ({"d2_current_city": "", "d2_attraction": "-"} | {f"d2_{m}": "-" for m in FIELDS[1:4]}, "IndexError"),
    ],
)
def test_what_is_no_text_stops_the_run(changes, error):
    """Which error it is depends on what the official program tries first."""
    assert misses(three_days(**changes)) == [error]


@pytest.mark.parametrize(
    "changes",
    [
        {"d1_accommodation": "Two Nights, Coral", "d2_accommodation": None},  # an earlier run fails
        {"d2_breakfast": 0},
        {"d2_breakfast": []},
        {"d2_days": 5.5},
        {"d1_transportation": None, "d3_transportation": "Bus, from Coral to Haven"},
        {"d1_dinner": "Nowhere, Elsewhere", "d2_transportation": ...},  # the sandbox looks no further
        {
            "d1_current_city": "from Pearl to Coral",
            "d2_current_city": 5,
        },  # day 1 fails wherever cities are read
    ],
)
def test_what_is_not_reached_stops_nothing(changes):
    """A check that fails looks no further, and what is false to Python is left out."""
    assert scored(three_days(**changes)).stop is None


def test_a_stop_says_what_was_found():
    """The outcome has the error's type, what ended the run, and no results."""
    outcome = scored(three_days(d2_current_city=5))
    assert outcome.stop.found == "5 where a text is searched"
    assert outcome.to_record() == {
        "delivered": True,
        "commonsense": None,
        "hard": None,
        "total_cost": None,
        "commonsense_pass": False,
        "hard_pass": False,
        "final_pass": False,
        "stops_with": "TypeError",
    }


KEYS = st.sampled_from((*FIELDS, "current_city", "days", "extra"))
PLACES = ("Coral", "Pearl", "Haven", "Tonto", "Coral(Shelf)", "Coral (Shelf)", "Nowhere", "")
NAMES = ("Anchor A", "Anchor", "nch", "", "Mast", "Quay Room", "Two Nights", "Long Let", "Pier", "Fort", "x")
TEXTS = st.one_of(
    st.builds("{}, {}".format, st.sampled_from(NAMES), st.sampled_from(PLACES)),
    st.builds("{}, {};{}, {};".format, *[st.sampled_from(pool) for pool in (NAMES, PLACES) * 2]),
    st.builds("from {} to {}".format, st.sampled_from(PLACES), st.sampled_from(PLACES)),
    st.builds(TAXI.format, st.sampled_from(PLACES), st.sampled_from(PLACES)),
    st.builds(DRIVE.format, st.sampled_from(PLACES), st.sampled_from(PLACES)),
    st.sampled_from(
        (OUT, BACK, OUT.lower(), "Taxi", "Bus, from Haven to Coral", "-", "", "from", "to ", ";;")
    ),
    st.sampled_from(PLACES),
)
VALUES = st.one_of(
    TEXTS, TEXTS, TEXTS, st.sampled_from((None, 0, 5, 1.5, True, False, [], {}, ["Coral"], {"from": 1}, ...))
)
EDITS = st.lists(st.tuples(st.integers(1, 5), KEYS, VALUES), max_size=5)
WISHES = st.fixed_dictionaries(
    {
        "house_rule": st.sampled_from((None, "pets", "smoking", "parties")),
        "cuisines": st.sampled_from((None, ["Italian"], ["French", "Italian"])),
        "room_type": st.sampled_from((None, "shared room", "not shared room", "private room", "entire room")),
        "transportation": st.sampled_from((None, "no flight", "no self-driving")),
        "people_number": st.integers(1, 8),
        "budget": st.sampled_from((500, 700, 731, 9000)),
    }
)
ODD_DAYS = st.sampled_from(({}, None, 5, "current_city", [], ["transportation"]))


@settings(max_examples=600)
@given(EDITS, WISHES, st.sampled_from((3, 5)), st.one_of(st.none(), st.tuples(st.integers(0, 2), ODD_DAYS)))
def test_the_slow_twin_says_the_same(edits, wishes, days, odd):
    """Whatever is changed in a plan, reading the rules one by one gives the same outcome and error."""
    plan = three_days() if days == 3 else five_days()
    for number, key, value in edits:
        if number <= days and (value is not ... or key in plan[number - 1]):
            plan = edited(plan, **{f"d{number}_{key}": value})
    if odd is not None:
        plan[odd[0]] = odd[1]
    asked = query(days, **wishes)
    assert scored(plan, asked).to_record() == Twin(bays()).evaluate(plan, asked)


@pytest.mark.parametrize("odd", ["a text", [], ["transportation"], "transportation"])
def test_a_day_that_is_no_object_stops_the_run_sooner_or_later(odd):
    """Where the check of cities ends at day 1, later checks come upon the day, and the error is the same."""
    plan = three_days(d1_current_city="from Pearl to Coral")
    plan[1] = odd
    assert misses(plan) == ["TypeError"]
    assert Twin(bays()).evaluate(plan, query())["stops_with"] == "TypeError"
