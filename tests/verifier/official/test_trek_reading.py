"""How the official evaluator reads a submission: payload, days, bookings, labels."""

import pytest
from tests.verifier.official.toy import (
    BACK,
    COST,
    INN,
    LATEST,
    MILL,
    OUT,
    TASK,
    claim,
    imperfect,
    refuse,
    scored,
    toy_plan,
    toy_task,
    with_car,
)

from planassay.verifier.official.trek.clock import read_clock
from planassay.verifier.official.trek.submission import lowered, numbered, read, split_label

IMPOSSIBLE = toy_task(impossible=True, req_hotel={"name": "Nowhere Inn"})


def booked(plan: object) -> dict[str, list[str]]:
    """Return the names that are read from a plan."""
    reading = read(claim(plan))
    return {
        "flights": [str(flight.get("flight_number")) for flight in reading.flights],
        "hotels": [booking.name for booking in reading.hotels],
        "attractions": [booking.name for booking in reading.attractions],
        "cars": [booking.name for booking in reading.cars],
        "labels": list(reading.labels),
    }


# ---------------------------------------------------------------------------------------------- payload


@pytest.mark.parametrize(
    ("plan", "is_feasible"),
    [
        ({"is_feasible": True, "plan": {"day1": {}}}, True),
        ({"is_feasible": False, "plan": {"day1": {}}}, False),
        ({"plan": {"day1": {}}}, False),  # what stands around it is not read
        ({"is_feasible": True}, True),
        ({"is_feasible": True, "Plan": {"day1": {}}}, True),  # the inner keys may have any case
        ({"Is_Feasible": False, "Plan": {"day1": {}}}, True),  # but not where it is decided what is inner
        ({"IS_FEASIBLE": True, "plan": {}}, True),
    ],
)
def test_a_plan_with_a_plan_inside_is_the_whole_answer(plan: dict[str, object], is_feasible: bool) -> None:
    """An inner ``is_feasible`` or ``plan``, spelled exactly, makes the inner object the payload."""
    assert read(claim(plan)).is_feasible is is_feasible


def test_the_outer_refusal_is_ignored_when_the_payload_is_inner() -> None:
    """A refusal around a nested claim does not count, and neither does its reason."""
    outer = {
        "is_feasible": False,
        "refusal_reason": "budget",
        "plan": {"is_feasible": True, "plan": toy_plan()},
    }
    assert LATEST.score(outer, TASK).task_perfect
    assert read(outer).reason == ""


@pytest.mark.parametrize(
    ("inner", "reason"),
    [
        ({"reason": "no route"}, "no route"),
        ({"Refusal_Reason": "no route"}, "no route"),
        ({"refusal_reason": "", "reason": "no route"}, ""),  # the first name that is there holds
        ({"refusal_reason": None}, ""),
        ({"reason": ["no route"]}, "['no route']"),
        ({"reason": 7}, "7"),
        ({"reason": 0}, ""),
    ],
)
def test_an_inner_reason_may_be_called_reason(inner: dict[str, object], reason: str) -> None:
    """Inside a payload both names of the reason are read, and what is no text becomes text."""
    assert read(refuse("", plan={"is_feasible": False, **inner})).reason == reason


def test_an_outer_reason_may_not_be_called_reason() -> None:
    """At the top level only ``refusal_reason`` is read."""
    assert read({**refuse(None), "reason": "no route"}).reason == ""
    assert read({"plan": {}, "Refusal_Reason": "no route"}).reason == ""


@pytest.mark.parametrize(
    ("value", "claimed"),
    [
        (True, True),
        ("false", True),  # Q32
        (1, True),
        ([0], True),
        (float("nan"), True),
        (None, False),
        ("", False),
        (0, False),
        ([], False),
    ],
)
def test_a_claim_is_whatever_is_truthy(value: object, claimed: bool) -> None:
    """The text "false" claims a plan."""
    assert read({"is_feasible": value, "plan": {}}).is_feasible is claimed


@pytest.mark.parametrize("plan", [None, 7, "day1", [], [{"day1": {}}], True])
def test_a_plan_that_is_no_object_is_empty(plan: object) -> None:
    """Whatever is no object counts as a plan without days."""
    assert read(claim(plan)).days == ()
    assert scored(plan).invalid_reasons == ("empty_plan",)


def test_a_nested_plan_that_is_no_object_is_empty() -> None:
    """The same inside a payload."""
    assert read(claim({"is_feasible": True, "plan": [1]})).days == ()


# ------------------------------------------------------------------------------------------------- days


def test_days_that_are_no_objects_are_skipped() -> None:
    """Text, lists, numbers and null under a day key are not read."""
    plan = {"day1": "rest", "day2": [toy_plan()["day1"]], "day3": None, "day4": {"hotel": dict(INN)}}
    assert booked(plan)["hotels"] == ["Aville Inn"]


def test_bookings_are_read_in_the_order_of_keys_as_text() -> None:
    """Q34: day10 comes before day2, whatever the order of writing, and of doubles the first is kept."""
    plan = {
        "day2": {"attractions": [{**MILL, "visit_end": "12:30"}]},
        "day10": {"attractions": [{**MILL, "visit_end": "11:30"}], "flight": dict(OUT)},
        "day1": {"flights": [dict(BACK)]},
    }
    reading = read(claim(plan))
    assert [booking.stated["visit_end"] for booking in reading.attractions] == ["11:30"]
    assert booked(plan)["flights"] == ["AH 0002", "HA 0001"]


@pytest.mark.parametrize(
    ("keys", "order"),
    [
        (["day10", "day9", "day2"], ["day2", "day9", "day10"]),
        (["Day 2", "d1"], ["d1", "Day 2"]),
        (["summary", "day1", "arrival"], ["day1", "arrival", "summary"]),
        (["2025-08-02", "2025-08-01"], ["2025-08-02", "2025-08-01"]),  # Q48: both are number 2025
        (["day-2", "day1"], ["day1", "day-2"]),
        (["day٣", "day2"], ["day2", "day٣"]),
        (["day32", "day31"], ["day31", "day32"]),
    ],
)
def test_the_bill_and_the_nights_go_by_the_first_number(keys: list[str], order: list[str]) -> None:
    """Days are numbered by the first digits in the key; those without come last, and ties stay as written."""
    assert [day.key for day in numbered(read(claim({key: {} for key in keys})).days)] == order


# ---------------------------------------------------------------------------------------------- flights


@pytest.mark.parametrize(
    ("flights", "numbers"),
    [
        ([dict(OUT)], ["HA 0001"]),
        (dict(OUT), ["HA 0001"]),
        (["HA 0001", " ", "-", "", None, 5, []], ["HA 0001"]),
        ("HA 0001", []),  # a container that is a bare text
        ([{"flight_number": "-"}, {"flight_number": None}, {"flight_number": ""}, {}], []),
        ([{"flight_number": " "}], [" "]),
        ([{"flight_number": "HA 0001"}, {"flight_number": " ha 0001 "}, "HA 0001"], ["HA 0001"]),
        ([" HA 0001 "], [" HA 0001 "]),
        ([{"flight_number": 1234}, "1234"], ["1234"]),
        ([{"flight_number": 0}], []),
        ([{"FlightNumber": "ZZ 1"}], ["None"]),  # kept as it is, under the key it has
        ([{"flight_number": "A 1", "Flight_Number": "B 2"}], ["A 1"]),  # told apart by B 2, kept unchanged
        (7, []),
    ],
)
def test_flights_in_every_shape(flights: object, numbers: list[str]) -> None:
    """A flight is an object or a text in a list, or one object; each number counts once."""
    assert booked({"day1": {"flights": flights}})["flights"] == numbers


def test_of_keys_that_differ_in_case_the_later_holds() -> None:
    """The second spelling decides what a double is, and whether there is a number at all."""
    kept = {"flight_number": "A 1", "Flight_Number": "B 2"}
    dropped = {"flight_number": "A 1", "FLIGHT_NUMBER": "-"}
    assert booked({"day1": {"flights": [kept, "b 2", "A 1", dropped]}})["flights"] == ["A 1", "A 1"]
    assert lowered({"A": 1, "a": 2}) == {"a": 2}
    assert lowered({"a": 1, "A": 2}) == {"a": 2}


def test_the_first_alias_that_is_a_key_wins_even_if_empty() -> None:
    """Q49: an empty list under the first name hides a full one under the second."""
    plan = {"day1": {"attractions": [], "attraction": [dict(MILL)], "flights": None, "flight": [dict(OUT)]}}
    assert booked(plan)["attractions"] == booked(plan)["flights"] == []
    assert booked({"day1": {"Attraction": [dict(MILL)], "FLIGHT": dict(OUT)}})["attractions"] == ["Old Mill"]


# ----------------------------------------------------------------------------- hotels, cars, attractions


@pytest.mark.parametrize(
    ("container", "names"),
    [
        ({"name": "A"}, ["A"]),
        ({"hotel_name": "A"}, ["A"]),
        ({"NAME": "A"}, ["A"]),
        ({"name": "", "hotel_name": "A"}, []),
        ({"name": "-"}, []),
        ({"name": None}, []),
        ([{"name": "A"}, {"name": "B"}], ["A"]),  # Q29: the second is never seen
        ([None, {"name": "B"}], []),
        ([], []),
        ("A", []),
        (["A"], []),
        (7, []),
    ],
)
def test_a_hotel_in_every_shape(container: object, names: list[str]) -> None:
    """A day has one hotel: an object, or the first of a list if that is an object."""
    assert booked({"day1": {"hotel": container}})["hotels"] == names
    assert booked({"day1": {"Hotels": container}})["hotels"] == names


@pytest.mark.parametrize(
    ("container", "names"),
    [
        ({"car_type": "SUV"}, ["SUV"]),
        ({"type": "SUV"}, ["SUV"]),
        ({"type": "rental", "car_type": "SUV"}, ["rental"]),  # Q46
        ({"type": "", "car_type": "SUV"}, []),
        ({"car_type": "-"}, []),
        ([{"car_type": "SUV"}, {"car_type": "Van"}], ["SUV"]),
        ("SUV", []),
    ],
)
def test_a_car_in_every_shape(container: object, names: list[str]) -> None:
    """A day has one car; ``type`` goes before ``car_type``."""
    assert booked({"day1": {"cars": container}})["cars"] == names


@pytest.mark.parametrize(
    ("container", "names"),
    [
        ([{"name": "A"}, {"attraction_name": "B"}, "C", None, {"name": "-"}], ["A", "B"]),
        ({"name": "A"}, ["A"]),
        ("A", []),
        ([["A"]], []),
    ],
)
def test_attractions_in_every_shape(container: object, names: list[str]) -> None:
    """A day has a list of attractions, or one object."""
    assert booked({"day1": {"attractions": container}})["attractions"] == names


@pytest.mark.parametrize(
    ("second", "is_double"),
    [
        ({"name": "old mill", "city": "AVILLE"}, True),
        ({"name": "Old Mill", "city": "Bourg"}, False),
        ({"name": "Old Mill"}, False),
        ({"name": "Old Mill ", "city": "Aville"}, False),
        ({"attraction_name": "Old Mill", "City": "Aville"}, True),
    ],
)
def test_a_double_has_the_same_name_and_city(second: dict[str, object], is_double: bool) -> None:
    """Names and cities are compared in lower case, with their blanks."""
    days = {"day1": {"attractions": [dict(MILL)]}, "day2": {"attractions": [second]}}
    assert len(booked(days)["attractions"]) == (1 if is_double else 2)


def test_a_city_is_text_when_doubles_are_looked_for() -> None:
    """A number, a list or nothing as a city does not fail while reading; missing and null are the same."""
    places = [{"name": "A", "city": city} for city in (None, "", 7, "7", ["x"], {"x": 1})]
    assert len(booked({"day1": {"attractions": [*places, {"name": "A"}]}})["attractions"]) == 4


# ----------------------------------------------------------------------------------------------- labels


@pytest.mark.parametrize(
    ("label", "parts"),
    [
        ("Home to Aville", ["Home", "Aville"]),
        ("from Home TO Aville", ["Home", "Aville"]),
        ("From  Home to Aville", ["Home", "Aville"]),
        ("Home -> Aville->Bourg", ["Home", "Aville", "Bourg"]),
        ("Home\tto\nAville", ["Home", "Aville"]),
        ("Home to to Aville", ["Home", "to Aville"]),
        ("Home to  to Aville", ["Home", "to Aville"]),
        ("Toronto", ["Toronto"]),
        ("to Aville", ["to Aville"]),
        ("Home, Aville", ["Home, Aville"]),
        ("Home - Aville", ["Home - Aville"]),
        (" Home ->", ["Home"]),
        ("   ", []),
        ("Fromage", ["Fromage"]),
    ],
)
def test_a_label_is_split_at_to_and_arrows(label: str, parts: list[str]) -> None:
    """Cities stand on either side of a free-standing "to" or an arrow, and a leading "from" is cut."""
    assert list(split_label(label)) == parts


def test_labels_are_kept_once_and_as_written() -> None:
    """A repeated label counts once; another spelling is another label; what is no text is none."""
    plan = {
        "day1": {"current_city": "Home to Aville"},
        "day2": {"CurrentCity": "Aville"},
        "day3": {"current_city": "aville -> Home"},
        "day4": {"current_city": ["Bourg"]},
        "day5": {"current_city": "x" * 200},
        "day6": {"current_city": "", "currentcity": "Bourg"},
    }
    assert booked(plan)["labels"] == ["Home", "Aville", "aville", "x" * 200]


# ----------------------------------------------------------------------------------------------- clocks


@pytest.mark.parametrize(
    ("text", "minute"),
    [
        ("24:45", 1485),
        ("9:5", 545),
        ("09:00:30", 540),
        ("25:30", 1530),
        ("-1:30", -30),
        (" 09 : 00 ", 540),
        ("09:00:xx", 540),
        ("1_0:00", 600),
        ("٠٩:٠٠", 540),
        ("", None),
        ("-", None),
        ("noon", None),
        ("9 AM", None),
        ("09:00 AM", None),
        ("9", None),
        (":30", None),
        ("09:", None),
        ("2025-08-01T09:00", None),
        ("day1", None),
        ("9.5:00", None),
        ("9" * 5000 + ":00", None),
        (900, None),
        (9.5, None),
        (None, None),
        (True, None),
        ([], None),
        (["09:00"], None),
        ({}, None),
    ],
)
def test_a_clock_is_hours_and_minutes_and_nothing_is_checked(text: object, minute: int | None) -> None:
    """Seconds, blanks, padding and range do not matter; anything else is no clock."""
    assert read_clock(text) == minute


# -------------------------------------------------------------------------- what later readers accept


def test_later_readers_are_stricter_about_keys() -> None:
    """``Name`` and ``City`` are read as a booking, but what is asked of it later is not found."""
    plan = toy_plan()
    plan["day2"]["attractions"] = [
        {"Name": "Old Mill", "City": "Aville", "visit_start": "10:00", "visit_end": "12:00"}
    ]
    scores = scored(plan)
    assert scores.attraction_count == 1
    assert imperfect(scores) == {"d0_keyword": 0.0, "d0_source": 0.0, "b2_opening_hours": 0.0}


def test_city_name_counts_where_needs_and_destinations_are_judged() -> None:
    """``city_name`` is no city for D0-key, D0-src and gates, but is one for D1, D2 and the night's bill."""
    task = toy_task(
        implicit_keywords=["nightlife enthusiast"],
        req_flight={"trip_type": "one_way", "departure_city": ""},
    )
    palace = {"name": "Aville Palace", "city_name": "Aville"}
    mill = {"name": "Old Mill", "city_name": "Aville", "visit_start": "10:00", "visit_end": "12:00"}
    plan = {
        "day1": {"hotel": palace},
        "day2": {"hotel": palace, "current_city": "Aville"},
        "day3": {"attractions": [mill], "current_city": "x"},
    }
    scores = scored(plan, task)
    assert scores.d0_keyword == scores.d0_source == 0.0
    assert scores.d1_implicit == scores.d2_unord_single == 1.0
    assert scores.invalid_reasons == ("fabricated_hotel:Aville Palace", "fabricated_attraction:Old Mill")
    assert scores.total_cost == (200.0 + 200.0) * 1 + 10.01 * 2  # a ticket without a city is found anywhere


def test_a_claimed_capacity_and_other_members_are_ignored() -> None:
    """Members that nothing reads change nothing."""
    plan = toy_plan()
    plan["day1"]["notes"] = ["rest"]
    plan["day1"]["hotel"]["stars"] = 7
    assert scored(plan).total_cost == COST
    assert imperfect(scored(plan)) == {}


def test_what_is_recorded_of_refusals_and_infeasible_tasks() -> None:
    """The count of attractions, tokens and seconds are noted whatever the scores."""
    fields = {"token_usage": {"total_tokens": 9}, "elapsed_sec": 1.5}
    refused = refuse("no hotel", plan=toy_plan(), **fields)
    for task in (TASK, IMPOSSIBLE):
        scores = LATEST.score(refused, task)
        assert (scores.attraction_count, scores.total_tokens, scores.elapsed_sec) == (1, 9, 1.5)
        assert scores.is_feasible is False
    assert LATEST.score(claim(toy_plan()), IMPOSSIBLE).attraction_count == 1


def test_cars_are_read_once_a_type_and_city() -> None:
    """The same type on several days is one booking, with what the first of them states."""
    plan = with_car(toy_plan(), {"car_type": "Compact", "city": "Aville", "price_per_day": 37.33})
    plan["day2"]["car"]["price_per_day"] = 41.86
    reading = read(claim(plan))
    assert [booking.stated["price_per_day"] for booking in reading.cars] == [37.33]
