"""D1 and D2: what personas need, and whether the plan goes where it should."""

import pytest
from tests.conftest import ROOT
from tests.verifier.official.toy import (
    GONE,
    INN,
    MILL,
    TWO_STOPS,
    Plan,
    scored,
    toy_plan,
    toy_task,
    with_car,
)

from planassay.kb.formats.trek import slice_tasks
from planassay.kb.personas import PERSONAS
from planassay.kb.task import Task
from planassay.verifier.official.trek.coverage import common_length
from planassay.verifier.official.trek.personas import Kind, is_asked
from planassay.verifier.official.trek.request import ORDER_WORDS, read_request


def needs(plan: object, *personas: str, **cells: object) -> float | None:
    """Return D1 of a plan for some personas."""
    return scored(plan, toy_task(implicit_keywords=list(personas), **cells)).d1_implicit


def mean(*cells: float) -> float:
    """Return the mean of cells in the official order of operations."""
    return sum(cells) / len(cells) / 100


def lodged_in(name: str) -> Plan:
    """Return the usual plan with another hotel."""
    plan = toy_plan()
    for day in ("day1", "day2"):
        plan[day]["hotel"] = {"name": name, "city": "Aville"}
    return plan


def test_without_personas_there_are_no_needs() -> None:
    """D1 does not apply."""
    assert needs(toy_plan()) is None


def test_an_unknown_persona_makes_no_cell() -> None:
    """Alone it leaves D1 without cells; beside another it changes nothing."""
    assert needs(toy_plan(), "tea drinkers") is None
    assert needs(lodged_in("Aville Palace"), "tea drinkers", "fast-paced budget travel") == 1.0


@pytest.mark.parametrize(
    ("persona", "hotel", "score"),
    [
        ("fast-paced budget travel", "Aville Palace", 1.0),  # Free Wi-Fi; no need of places
        ("Fast-Paced Budget Travel", "Aville Palace", 1.0),
        ("fast-paced budget travel", "Aville Inn", 0.0),  # Wi-Fi is not Free Wi-Fi
        ("photography", "Aville Hut", 0.5),  # stripped; the attraction has none
        ("couples trip", "Aville Hut", 0.0),  # Scenic rooms are no Scenic rooms/villas
        ("road trip", "Shared House", 0.5),  # case is ignored
        ("nightlife enthusiast", "Aville Palace", 1.0),  # the mill has night markets
        ("luxury travelers", "Aville Palace", 0.5),  # gym and five stars: 100, and 0 for the mill
        ("luxury travelers", "Aville Inn", 0.25),  # spa without the stars
        ("luxury travelers", "Aville Hut", 0.0),
        ("foodie", "Aville Palace", 1.0),  # restaurant 5; the mill has food markets
        ("foodie", "Shared House", 1.0),  # restaurant 4
        ("foodie", "Aville Inn", 0.5),  # restaurant 3
        ("foodie", "Aville Hut", 0.5),  # none
    ],
)
def test_what_a_hotel_earns(persona: str, hotel: str, score: float) -> None:
    """One hotel cell and, for most personas, one attraction cell; an amenity matches as a whole."""
    assert needs(lodged_in(hotel), persona) == score


def test_the_five_stars_alone_are_half() -> None:
    """Luxury is the mean of an amenity and of the stars."""
    plan = toy_plan()
    assert needs(plan, "luxury travelers", req_attraction={"name": GONE}) == 0.25


@pytest.mark.parametrize(
    ("task_id", "personas", "stops", "car", "cells"),
    [
        (0, ["elderly travelers"], 3, False, 6),
        (4, ["photography", "business travelers", "nightlife enthusiast"], 1, True, 9),
        (5, ["foodie", "couples trip", "photography"], 2, True, 14),
        (8, ["disabled traveler", "fast-paced budget travel"], 3, False, 9),
    ],
)
def test_how_many_cells_official_tasks_have(
    task_id: int, personas: list[str], stops: int, car: bool, cells: int
) -> None:
    """The counts are those of official results."""
    task = toy_task(
        implicit_keywords=personas,
        req_flight={"arrival_city": [f"City {n}" for n in range(stops)]},
        req_car={"capacity": "4"} if car else {},
    )
    request = read_request(task)
    assert sum(len(need.personas) * stops for need in request.needs if need.is_wanted) == cells


def test_where_personas_place_no_need() -> None:
    """Fast-paced travel asks nothing of places, and foodies nothing of cars."""
    none = {(name, kind.value) for name in PERSONAS for kind in Kind if not is_asked(name, kind)}
    assert none == {
        ("fast-paced budget travel", "attraction"),
        ("fast-paced budget travel", "car"),
        ("couples trip", "car"),
        ("foodie", "car"),
    }


def test_the_best_booking_of_a_city_counts() -> None:
    """Q4: a hotel beyond the billed nights fills the cell."""
    plan = toy_plan()
    plan["day3"]["hotel"] = {"name": "Aville Palace", "city": "Aville"}
    assert needs(toy_plan(), "fast-paced budget travel") == 0.0
    assert needs(plan, "fast-paced budget travel") == 1.0


def test_a_booking_is_looked_for_in_labelled_cities() -> None:
    """Q47: what its own city lacks is found by a label, and credited to the stated city."""
    plan = toy_plan()
    for day in ("day1", "day2"):
        plan[day]["hotel"] = {"name": "Aville Palace", "city": "Bourg"}
    task = {**TWO_STOPS, "hard_constraints": {"days": 3}}
    assert needs(plan, "fast-paced budget travel", **task) == 0.5
    for day in plan.values():
        day["current_city"] = "Home"
    assert needs(plan, "fast-paced budget travel", **task) == 0.0


def test_a_label_serves_an_attraction_and_a_car_too() -> None:
    """The same for every kind; an unlabelled name stays unknown."""
    plan = with_car(toy_plan(), {"car_type": "Minivan", "city": "Home", "price_per_day": 90.0})
    plan["day2"]["attractions"][0]["city"] = "Home"
    task = {"req_flight": {"arrival_city": ["Home"], "trip_type": "one_way"}, "req_car": {"capacity": "4"}}
    assert needs(plan, "nightlife enthusiast", **task) == mean(0, 100, 0)
    assert needs(plan, "with children", **task) == mean(0, 0, 100)


def test_an_own_city_goes_before_the_labels() -> None:
    """The shared name is that of the stated city."""
    plan = toy_plan()
    plan["day1"]["current_city"] = "Bourg to Aville"
    for day in ("day1", "day2"):
        plan[day]["hotel"] = {"name": "Shared House", "city": "Aville"}
    assert needs(plan, "foodie") == 1.0  # restaurant 4 in Aville, 3 in Bourg
    for day in ("day1", "day2"):
        plan[day]["hotel"]["city"] = ""
    assert needs(plan, "foodie") == 0.5  # the first label is Bourg, and the bucket has no city


def test_cells_of_a_wanted_kind_are_those_of_the_stays() -> None:
    """Without any booking of a wanted kind each stay has an empty cell."""
    plan = toy_plan()
    plan["day2"]["attractions"] = []
    assert needs(plan, "nightlife enthusiast") == 0.0
    assert needs(lodged_in("Aville Palace"), "nightlife enthusiast", **TWO_STOPS) == 0.5


def test_cells_of_an_unasked_kind_are_those_of_the_bookings() -> None:
    """Q30: an optional car without services adds an empty cell, one with them a full one."""
    plan = lodged_in("Aville Palace")
    assert needs(plan, "business travelers") == 0.0
    assert needs(plan, "nightlife enthusiast") == 1.0
    with_car(plan, {"car_type": "Compact", "city": "Aville", "price_per_day": 41.86})
    assert needs(plan, "business travelers") == mean(0, 0, 100)
    assert needs(plan, "nightlife enthusiast") == mean(100, 100, 0)


def test_a_wanted_kind_without_stays_has_one_empty_cell() -> None:
    """Where there is no city to stay in, bookings make the cells, or a single empty one is made."""
    nowhere = {"arrival_city": []}
    assert needs({"day1": {}}, "fast-paced budget travel", req_flight=nowhere) == 0.0
    assert needs(lodged_in("Aville Palace"), "fast-paced budget travel", req_flight=nowhere) == 1.0


def test_a_repeated_persona_counts_twice() -> None:
    """Cells are made as the row lists personas."""
    plan = lodged_in("Aville Palace")
    personas = ["business travelers", "nightlife enthusiast"]
    assert needs(plan, *personas) == mean(0, 0, 100, 100)
    assert needs(plan, *personas, "nightlife enthusiast") == mean(0, 0, 100, 100, 100, 100)


@pytest.mark.parametrize(
    ("car", "personas", "score"),
    [
        ({"car_type": "compact", "price_per_day": 41.86}, ["business travelers"], 1.0),
        ({"car_type": "Compact", "price_per_day": 37.33}, ["business travelers"], 0.0),
        ({"car_type": "Compact"}, ["business travelers"], 1.0),  # no claim: the first row
        ({"car_type": "Compact", "price_per_day": "cheap"}, ["business travelers"], 1.0),
        ({"car_type": "Compact", "price_per_day": "37.4"}, ["photography"], 1.0),
        ({"car_type": "Compact", "price_per_day": 1}, ["photography"], 1.0),  # the nearest
        ({"car_type": "Compact", "price_per_day": float("inf")}, ["business travelers", "photography"], 1.0),
        # Q17: half way between the rows both are the nearest.
        ({"car_type": "Compact", "price_per_day": 39.595}, ["business travelers", "photography"], 1.0),
        ({"car_type": "Compact", "price_per_day": 39.6}, ["business travelers", "photography"], 0.5),
        ({"car_type": "comp", "price_per_day": 37.33}, ["photography"], 1.0),  # a part of a type
        ({"car_type": "mini"}, ["with children"], 1.0),
        ({"car_type": " Compact"}, ["business travelers"], 0.0),  # not stripped here
        ({"car_type": "Tricycle"}, ["business travelers"], 0.0),
    ],
)
def test_what_a_car_earns(car: dict[str, object], personas: list[str], score: float) -> None:
    """The rows of the type at the least distance from the claimed price lend their services together."""
    plan = with_car(toy_plan(), {"city": "Aville", **car})
    cells = [0, 0, 100 * score] * len(personas)
    assert needs(plan, *personas, req_car={"capacity": "4"}) == mean(*cells)


# --------------------------------------------------------------------------------------------------- D2


def covered(plan: object, **cells: object) -> float | None:
    """Return D2 of a plan."""
    scores = scored(plan, toy_task(**cells))
    return scores.d2_unord_single if scores.d2_unord_multi is None else scores.d2_unord_multi


@pytest.mark.parametrize(
    ("cities", "is_single"), [(1, True), ("1", True), (2, False), (0, False), ("x", True)]
)
def test_which_of_the_two_applies(cities: object, is_single: bool) -> None:
    """One city is scored apart from several, by the count that the row states."""
    scores = scored(toy_plan(), toy_task(cities_count={"cities_count": cities}))
    assert (scores.d2_unord_single is not None) is is_single
    assert (scores.d2_unord_multi is None) is is_single


@pytest.mark.parametrize(
    "day",
    [
        {"flight": {"flight_number": "ZZ", "arrival_city": "BOURG"}},  # Q39
        {"hotel": {"name": "Ghost", "city": "Bourg"}},
        {"hotel": {"name": "Ghost", "city_name": "Bourg"}},
        {"attraction": {"name": "Ghost", "city": "", "city_name": "bourg"}},
        {"car": {"type": "Ghost", "city": "Bóurg"}},
    ],
)
def test_any_booking_in_a_city_covers_it(day: dict[str, object]) -> None:
    """It need not exist; landing counts."""
    assert covered({**toy_plan(), "day4": day}, **TWO_STOPS) == 1.0
    assert covered(toy_plan(), **TWO_STOPS) == 0.0


def test_a_label_or_a_departure_covers_nothing() -> None:
    """Only bookings count."""
    day = {"current_city": "Bourg", "flight": {"flight_number": "ZZ", "departure_city": "Bourg"}}
    assert covered({**toy_plan(), "day4": day}, **TWO_STOPS) == 0.0


def test_the_order_of_visits_is_not_asked() -> None:
    """Q50: an unordered request is met in any order."""
    cells = {**TWO_STOPS, "req_flight": {"arrival_city": ["Bourg", "Aville"]}}
    plan = {**toy_plan(), "day4": {"hotel": {"name": "Bourg Inn", "city": "Bourg"}}}
    assert covered(plan, **cells) == 1.0


def test_without_destinations_anything_booked_will_do() -> None:
    """And nothing booked will not."""
    nowhere = {"arrival_city": []}
    assert covered(toy_plan(), req_flight=nowhere) == 1.0
    assert covered({}, req_flight=nowhere) == 0.0


@pytest.mark.parametrize("word", ORDER_WORDS)
def test_order_words_make_a_request_for_several_cities_ordered(word: str) -> None:
    """Anywhere in the text, even inside a word."""
    text = f"A trip x{word.upper()}x."
    assert read_request(toy_task(query=text, **TWO_STOPS)).is_ordered
    assert not read_request(toy_task(query=text)).is_ordered
    assert not read_request(toy_task(query="Fly, sleep, see.", **TWO_STOPS)).is_ordered


def labelled(*labels: str) -> Plan:
    """Return a plan that books both cities, with some labels."""
    plan: Plan = {f"day{n}": {"current_city": label} for n, label in enumerate(labels, start=1)}
    plan["day8"] = {"hotel": dict(INN), "attractions": [dict(MILL)]}
    plan["day9"] = {"hotel": {"name": "Bourg Inn", "city": "Bourg"}}
    return plan


@pytest.mark.parametrize(
    ("labels", "score"),
    [
        (["Home to Aville", "Aville to Bourg"], 1.0),
        (["Home", "Bourg", "Aville"], 0.5),
        (["Aville"], 0.5),
        (["AVILLE", "Bourg"], 0.5),  # Q31: letter by letter
        (["Aville, Bourg"], 0.0),
        ([], 0.0),
        (["Bourg to Aville", "Aville to Bourg"], 0.5),  # each label once, where it is first
    ],
)
def test_an_ordered_request_is_scored_by_labels(labels: list[str], score: float) -> None:
    """The longest common subsequence of cities and labels, over the cities."""
    assert covered(labelled(*labels), query="Aville, then Bourg.", **TWO_STOPS) == score


def test_labels_count_only_for_booked_cities() -> None:
    """A label whose city nothing is booked in is passed over."""
    plan = labelled("Aville", "Bourg")
    del plan["day9"]
    assert covered(plan, query="Aville, then Bourg.", **TWO_STOPS) == 0.5


def test_the_common_length_of_two_orders() -> None:
    """Checked against every subsequence."""
    assert common_length("abcde", "xaybzcx") == 3
    assert common_length("abc", "cba") == 1
    assert common_length("abc", "") == 0
    assert common_length("abab", "baba") == 3


def test_the_tasks_of_the_slice_are_read_as_they_say() -> None:
    """Party, rooms, budget, days and stays of every task are those of its clean reading."""
    for task in slice_tasks(ROOT / "tests" / "data" / "trek-slice"):
        request = read_request(task)
        assert _asked(task) == (
            request.party,
            request.rooms,
            request.budget,
            request.days,
            request.stays,
            request.legs,
        )


def _asked(task: Task) -> tuple[object, ...]:
    return (task.party, task.rooms, task.budget_cents / 100, task.days, task.stops, task.legs)
