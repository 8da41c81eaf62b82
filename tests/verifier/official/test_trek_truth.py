"""D0-src and the gates: what is booked exists, and what is mandated is there."""

import pytest
from tests.verifier.official.toy import (
    INN,
    MILL,
    OUT,
    TASK,
    imperfect,
    scored,
    toy_plan,
    toy_task,
    with_car,
)


def truth(plan: object) -> tuple[float | None, float | None]:
    """Return D0-src and the share of true facts."""
    scores = scored(plan)
    return scores.d0_source, scores.d0_source_ratio


def test_a_fact_for_each_booking() -> None:
    """The usual plan has four facts, and each false one takes its share."""
    assert truth(toy_plan()) == (1.0, 1.0)
    plan = toy_plan()
    plan["day1"]["hotel"] = {"name": "Nowhere Inn", "city": "Aville"}
    assert truth(plan) == (0.0, 4 / 5)
    plan["day2"]["attractions"].append({"name": "Nowhere", "city": "Aville"})
    assert truth(plan) == (0.0, 4 / 6)


def test_no_facts_are_no_truth() -> None:
    """A claimed plan that books nothing scores 0, and has no share."""
    assert truth({}) == (0.0, None)
    assert truth({"day1": {"flights": [{"FlightNumber": "ZZ 1"}]}}) == (0.0, None)


@pytest.mark.parametrize(
    ("changes", "holds"),
    [
        ({}, True),
        ({"flight_number": " ha 0001 "}, True),
        ({"flight_number": "HA0001"}, False),
        ({"flight_number": "ZZ 9999"}, False),
        ({"flight_number": 1}, False),
        ({"departure_city": " HOME", "arrival_city": "aville "}, True),
        ({"departure_city": "Hóme"}, False),  # Q24: no folding here
        ({"departure_city": "Bourg"}, False),
        ({"arrival_city": "Home"}, False),
        ({"departure_city": None, "arrival_city": ""}, True),  # not stated
        ({"arrival_city": ["Aville"]}, False),
        ({"arrival_city": []}, True),
        ({"arrival_city": 7}, False),
        ({"departure_time": " 08:00 "}, True),
        ({"departure_time": "8:00"}, False),  # Q25
        ({"departure_time": "08:00:00"}, False),
        ({"arrival_time": "10:01"}, False),
        ({"departure_time": None, "arrival_time": ""}, True),
        ({"departure_time": 0}, False),
        ({"departure_time": " "}, False),
        ({"arrival_time": 1000}, False),
        ({"arrival_time": ["10:00"]}, False),
        ({"price": 1}, True),
        ({"price": None}, True),
    ],
)
def test_a_flight_is_true_if_number_cities_and_clocks_are(changes: dict[str, object], holds: bool) -> None:
    """Stated cities and clocks are compared as text; what is not stated is not compared, prices never."""
    plan = toy_plan()
    plan["day1"]["flights"] = [{**OUT, **changes}]
    assert scored(plan).d0_source == (1.0 if holds else 0.0)


@pytest.mark.parametrize("kind", ["hotel", "attraction", "car"])
@pytest.mark.parametrize(
    ("city", "holds"),
    [
        ("Aville", True),
        (" AVILLÉ ", True),
        ("Bourg", False),
        ("Avil", False),
        ("Aville, France", False),
        ("", False),
        (None, False),
        (7, False),
        (True, False),
    ],
)
def test_a_booking_is_true_in_the_city_it_states(kind: str, city: object, holds: bool) -> None:
    """A city is found in its composed form or folded, and in no other way."""
    plan = toy_plan()
    if kind == "hotel":
        plan["day1"]["hotel"]["city"] = plan["day2"]["hotel"]["city"] = city
        name = "Aville Inn"
    elif kind == "attraction":
        plan["day2"]["attractions"][0]["city"] = city
        name = "Old Mill"
        holds = holds or city == "Bourg"  # that name exists there, too
    else:
        with_car(plan, {"car_type": "Odd", "city": city})
        name = "Odd"
    scores = scored(plan)
    assert scores.crashed is None
    assert scores.d0_source == (1.0 if holds else 0.0)
    assert (f"fabricated_{kind}:{name}" in (scores.invalid_reasons or ())) is not holds


@pytest.mark.parametrize(
    ("name", "holds"),
    [("AVILLE INN", True), ("Aville Inn ", False), ("Áville Inn", False), ("Aville", False)],
)
def test_names_of_hotels_and_attractions_are_compared_in_lower_case(name: str, holds: bool) -> None:
    """Case is ignored; blanks and accents are not."""
    plan = toy_plan()
    plan["day1"]["hotel"]["name"] = plan["day2"]["hotel"]["name"] = name
    assert scored(plan).d0_source == (1.0 if holds else 0.0)
    plan = toy_plan()
    plan["day2"]["attractions"][0]["name"] = name.replace("Aville Inn", "Old Mill").replace(
        "AVILLE INN", "OLD MILL"
    )
    assert scored(plan).d0_source == (1.0 if holds else 0.0)


@pytest.mark.parametrize(("name", "holds"), [(" compact ", True), ("Comp", False), ("rental", False)])
def test_car_types_are_compared_without_outer_blanks(name: str, holds: bool) -> None:
    """Case and outer blanks are ignored; a part of a type is no type."""
    plan = with_car(toy_plan(), {"car_type": name, "city": "Aville"})
    assert scored(plan).d0_source == (1.0 if holds else 0.0)


# ------------------------------------------------------------------------------------------------ gates


def reasons(plan: object, **cells: object) -> tuple[str, ...] | None:
    """Return why a plan is invalid."""
    return scored(plan, toy_task(**cells)).invalid_reasons


def test_a_valid_plan_has_no_reasons() -> None:
    """None, not an empty list, and the task is a success."""
    scores = scored(toy_plan())
    assert (scores.fully_valid, scores.invalid_reasons, scores.task_success) == (True, None, True)


def test_reasons_come_in_the_official_order_and_wording() -> None:
    """One reason a kind of fabrication, as the plan spells it; mandates as the task spells them."""
    plan = {
        "day1": {
            "flights": [{"flight_number": " zz 1 "}, {"flight_number": "ZZ 2"}],
            "hotel": {"name": "Nowhere Inn ", "city": "Aville"},
            "attractions": [
                {"name": "Old Mill", "city": "Aville", "visit_start": "08:00", "visit_end": "10:00"},
                {"name": "Old Mill", "city": "Bourg", "visit_start": "16:30", "visit_end": "17:30"},
                {"name": "Ghost", "city": "Aville"},
                {"name": "Spectre", "city": "Aville"},
            ],
            "car": {"car_type": "Tricycle", "city": "Aville"},
        },
        "day2": {"hotel": {"name": "Aville Inn"}},
    }
    task = {
        "req_hotel": {"name": "Aville Palace"},
        "req_attraction": {"name": ["Night Fair", "Silent House"]},
        "req_car": {"car_type": "Van"},
    }
    assert reasons(plan, **task) == (
        "majority_visits_outside_hours:2/2",
        "fabricated_flight: zz 1 ",
        "fabricated_hotel:Nowhere Inn ",
        "fabricated_attraction:Ghost",
        "fabricated_car:Tricycle",
        "missing_mandated_hotel:Aville Palace",
        "missing_mandated_attraction:Night Fair",
        "missing_mandated_attraction:Silent House",
        "missing_mandated_car:Van",
    )


def test_an_empty_plan_is_said_to_be_empty_first() -> None:
    """Mandates are missed as well."""
    assert reasons({}) == ("empty_plan",)
    assert reasons({"day1": {}}, req_hotel={"name": "Aville Inn"}) == (
        "empty_plan",
        "missing_mandated_hotel:Aville Inn",
    )


def test_a_numeric_flight_number_is_printed_as_text() -> None:
    """The reason holds the number as the plan has it."""
    plan = toy_plan()
    plan["day1"]["flights"] = [{**OUT, "flight_number": 1734}]
    assert reasons(plan) == ("fabricated_flight:1734",)


def test_a_flight_is_known_by_its_number_alone() -> None:
    """Q41: wrong cities and clocks pass the gate, not D0-src."""
    plan = toy_plan()
    plan["day1"]["flights"].append(
        {**OUT, "flight_number": "ha 0003", "departure_time": "1", "arrival_city": "x"}
    )
    scores = scored(plan)
    assert (scores.fully_valid, scores.d0_source) == (True, 0.0)


def test_an_aliased_number_is_no_flight_to_check() -> None:
    """Q3: a flight under another key is never looked for."""
    plan = toy_plan()
    plan["day1"]["flights"] = [
        {"flightNumber": "ZZ 0001", "departure_city": "Home", "arrival_city": "Aville"}
    ]
    assert reasons(plan) is None


@pytest.mark.parametrize(
    ("visits", "reason"),
    [
        ([("08:00", "10:00")], None),  # one visit is no majority
        ([("08:00", "10:00"), ("10:00", "12:00")], None),  # half is none
        ([("08:00", "10:00"), ("16:00", "18:00")], "majority_visits_outside_hours:2/2"),
        ([("08:00", "10:00"), ("16:00", "18:00"), ("10:00", "12:00")], "majority_visits_outside_hours:2/3"),
        ([("08:00", "10:00"), ("16:00", "x")], None),  # only what can be checked counts
        ([("09:00", "17:00"), ("17:00", "09:00")], None),
        ([("08:59", "17:00"), ("09:00", "17:01")], "majority_visits_outside_hours:2/2"),
    ],
)
def test_most_visits_lie_within_hours(visits: list[tuple[str, str]], reason: str | None) -> None:
    """More than half of at least two visits that can be checked must not lie outside."""
    plan = toy_plan()
    names = [("Old Mill", "Aville"), ("Half Hour", "Aville"), ("Old Mill", "Bourg")]
    plan["day2"]["attractions"] = [
        {"name": name, "city": city, "visit_start": start, "visit_end": end}
        for (name, city), (start, end) in zip(names, visits, strict=False)
    ]
    assert reasons(plan) == (None if reason is None else (reason,))


def test_places_without_hours_cannot_be_checked() -> None:
    """Unknown places and unreadable hours do not count towards the majority."""
    plan = toy_plan()
    plan["day2"]["attractions"] = [
        {"name": name, "city": "Aville", "visit_start": "01:00", "visit_end": "02:00"}
        for name in ("Silent House", "Blank House", "Old Mill")
    ]
    assert reasons(plan) is None


@pytest.mark.parametrize(
    ("wish", "met"),
    [("Aville Inn ", True), (" AVILLE INN", True), ("Aville In", False), ("-", True), ("", True)],
)
def test_mandated_names_are_stripped_at_the_gate(wish: str, met: bool) -> None:
    """Q41: the gate strips, D0-key does not."""
    expected = None if met else (f"missing_mandated_hotel:{wish}",)
    assert reasons(toy_plan(), req_hotel={"name": wish}) == expected


def test_a_failed_gate_is_no_success() -> None:
    """Success is having passed the gates."""
    plan = toy_plan()
    plan["day2"]["hotel"] = {**INN, "name": "Nowhere Inn"}
    assert scored(plan).task_success is False
    plan["day2"] = {"attractions": [MILL]}
    assert scored(plan, TASK).task_success is True
    assert imperfect(scored(plan)) == {"d0_keyword": 0.0}
