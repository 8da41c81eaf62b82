"""What makes the official evaluator fail, and what becomes of the task then."""

import pytest
from tests.verifier.official.toy import (
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

from planassay.kb.task import Task
from planassay.verifier.official.trek import Scores

INFEASIBLE = toy_task(impossible=True)
PICKY = toy_task(implicit_keywords=["foodie"])
FAILED_FEASIBLE = {
    "d0_keyword": 0.0,
    "d0_source": 0.0,
    "d2_unord_single": 0.0,
    "d3_budget": 0.0,
    "d4_impossible": 0.0,
    "b2_opening_hours": 0.0,
    "b3_spatiotemporal": 0.0,
}
TRUTHY_NON_TEXT = [7, 0.5, True, ["X"], {"x": 1}, float("nan")]


def damaged(place: str, value: object) -> dict[str, object]:
    """Return the usual plan with one value replaced, at a path like ``day1.hotel.name``."""
    plan = with_car(toy_plan(), {"car_type": "Compact", "city": "Aville", "price_per_day": 41.86})
    target: dict[str, object] = plan
    *path, last = place.split(".")
    for step in path:
        inner = target[step]
        assert isinstance(inner, dict | list)
        target = inner[0] if isinstance(inner, list) else inner
    target[last] = value
    return plan


def is_failed(scores: Scores, task: Task) -> bool:
    """Return whether scores are those of a run that submitted nothing."""
    if task.source["impossible"]:
        return scores.d4_impossible == 0.0 and scores.total_cost is None and not scores.task_success
    needs = {"d1_implicit": 0.0} if task.source["implicit_keywords"] else {}
    return (
        imperfect(scores) == FAILED_FEASIBLE | needs
        and (scores.d5_retry, scores.total_cost, scores.attraction_count) == (0.0, 0.0, 0)
        and (scores.fully_valid, scores.d0_source_ratio, scores.task_success) == (None, None, False)
        and scores.is_feasible is False
    )


@pytest.mark.parametrize("place", ["day2.hotel.name", "day2.attractions.name", "day1.car.car_type"])
@pytest.mark.parametrize("value", TRUTHY_NON_TEXT)
def test_a_name_that_is_no_text_fails_any_task(place: str, value: object) -> None:
    """Q27: already while reading, so that refusals and infeasible tasks fail, too."""
    plan = damaged(place, value)
    for task in (TASK, PICKY, INFEASIBLE):
        for submission in (claim(plan), refuse("over budget", plan=plan)):
            scores = LATEST.score(submission, task)
            assert scores.crashed == "AttributeError"
            assert is_failed(scores, task)


@pytest.mark.parametrize("place", ["day2.hotel.name", "day2.attractions.name", "day1.car.car_type"])
@pytest.mark.parametrize("value", [None, "", 0, False, [], {}])
def test_a_name_that_is_empty_drops_the_booking(place: str, value: object) -> None:
    """Falsy values are no names, and nothing fails."""
    assert scored(damaged(place, value)).crashed is None


@pytest.mark.parametrize(
    "place", ["day1.hotel.city", "day2.hotel.city", "day2.attractions.city", "day1.car.city"]
)
@pytest.mark.parametrize("value", [["Aville"], {"city": "Aville"}])
def test_a_city_that_is_a_list_or_an_object_fails(place: str, value: object) -> None:
    """Q27: as soon as it is looked up; a refusal of a feasible task looks nothing up."""
    plan = damaged(place, value)
    assert scored(plan).crashed == "TypeError"
    assert is_failed(scored(plan), TASK)
    refused = LATEST.score(refuse("over budget", plan=plan), INFEASIBLE)
    assert (refused.crashed, refused.attraction_count) == ("TypeError", 0)
    assert is_failed(refused, INFEASIBLE)
    assert LATEST.score(refuse("", plan=plan), TASK).crashed is None
    assert LATEST.score(claim(plan), INFEASIBLE).crashed is None


@pytest.mark.parametrize("value", [7, 0.5, True, float("nan"), None, "", "Nowhere"])
def test_any_other_city_is_merely_unknown(value: object) -> None:
    """Numbers and the like are turned into text."""
    for place in ("day2.hotel.city", "day2.attractions.city", "day1.car.city"):
        scores = scored(damaged(place, value))
        assert (scores.crashed, scores.d0_source) == (None, 0.0)


@pytest.mark.parametrize("value", [["HA 0001"], {"number": "HA 0001"}])
def test_a_flight_number_that_is_a_list_fails_the_bill(value: object) -> None:
    """Q27: everything before takes it as text, so only claimed plans for feasible tasks fail."""
    plan = damaged("day1.flights.flight_number", value)
    assert scored(plan).crashed == "ValueError"
    assert LATEST.score(refuse("", plan=plan), TASK).crashed is None
    refused = LATEST.score(refuse("over budget", plan=plan), INFEASIBLE)
    assert (refused.crashed, refused.d4_impossible, refused.attraction_count) == (None, 0.0, 1)


@pytest.mark.parametrize("value", [1734, 0.5, True, float("nan")])
def test_any_other_flight_number_is_text(value: object) -> None:
    """A number is an unknown flight."""
    scores = scored(damaged("day1.flights.flight_number", value))
    assert (scores.crashed, scores.d0_source) == (None, 0.0)
    assert scores.invalid_reasons == (f"fabricated_flight:{value}",)


@pytest.mark.parametrize(
    ("member", "value"),
    [
        ("departure_city", ["Home"]),
        ("arrival_city", {"x": 1}),
        ("departure_time", ["08:00"]),
        ("arrival_time", {"x": 1}),
        ("price", ["x"]),
        ("price", {"x": 1}),
    ],
)
def test_other_members_of_a_flight_fail_nothing(member: str, value: object) -> None:
    """Cities and clocks are compared as text, and a price that is no number is ignored."""
    plan = damaged(f"day1.flights.{member}", value)
    assert scored(plan).crashed is None
    plan["day1"]["flights"][0]["flight_number"] = "ZZ 1"
    assert scored(plan).crashed is None


def test_a_car_price_that_is_no_number_fails_the_bill() -> None:
    """Q27: the nearest row cannot be found; text that says so is the same."""
    for value in (float("nan"), "nan", "NaN"):
        assert scored(damaged("day1.car.price_per_day", value)).crashed == "ValueError"
        assert scored(damaged("day1.car.price_per_day", value), PICKY).crashed == "ValueError"
    for value in ("cheap", None, "", [], {}, [1], {"x": 1}, float("inf"), "inf"):
        assert scored(damaged("day1.car.price_per_day", value)).crashed is None


def test_a_car_price_of_an_unknown_type_is_not_compared() -> None:
    """Without a row nothing is nearest."""
    plan = damaged("day1.car.price_per_day", float("nan"))
    for day in ("day1", "day2", "day3"):
        plan[day]["car"] = {"car_type": "Tricycle", "city": "Nowhere", "price_per_day": float("nan")}
    assert scored(plan).crashed is None


def test_an_aliased_attraction_fails_where_its_place_is_needed() -> None:
    """Q26: with a known city and a second event that day."""
    aliased = {"attraction_name": "Old Mill", "city": "Aville", "visit_start": "10:00", "visit_end": "12:00"}
    later = {**MILL, "name": "Half Hour", "visit_start": "13:00", "visit_end": "14:00"}
    plan = toy_plan()
    plan["day2"]["attractions"] = [aliased]
    assert scored(plan).crashed is None
    plan["day2"]["attractions"] = [aliased, later]
    assert scored(plan).crashed == "AttributeError"
    assert is_failed(scored(plan), TASK)
    plan["day2"]["attractions"] = [{**aliased, "city": "Nowhere"}, later]
    assert scored(plan).crashed is None
    plan["day2"]["attractions"] = [{**aliased, "visit_start": None}, later]
    assert scored(plan).crashed is None
    plan["day2"]["attractions"] = [{**aliased, "visit_end": None}, later]
    assert scored(plan).crashed is None  # the transition is lost before any place is looked up


def test_a_check_in_without_a_name_fails_where_its_place_is_needed() -> None:
    """Q26: the same for a hotel."""
    hotel = {"city": "Aville", "check_in": "14:00"}
    plan = toy_plan()
    plan["day1"]["hotel"] = dict(hotel)
    assert scored(plan).crashed == "AttributeError"
    plan["day1"]["hotel"] = {**hotel, "name": None}
    assert scored(plan).crashed == "AttributeError"
    plan["day1"]["hotel"] = {**hotel, "name": ""}
    assert scored(plan).crashed is None
    plan["day1"]["hotel"] = {**hotel, "city": "Nowhere"}
    assert scored(plan).crashed is None
    plan["day1"]["flights"] = []
    plan["day1"]["hotel"] = dict(hotel)
    assert scored(plan).crashed is None  # no second event


def test_a_placeholder_hotel_in_a_listed_city_fails_the_bill() -> None:
    """What extraction drops is still looked up for the night."""
    plan = toy_plan()
    plan["day2"]["hotel"] = {"name": "-", "city": ["Aville"]}
    assert scored(plan).crashed == "TypeError"


def test_a_day_key_with_endless_digits_fails() -> None:
    """Python refuses to read so long a number."""
    plan = toy_plan()
    plan["day" + "9" * 5000] = {}
    assert scored(plan).crashed == "ValueError"


@pytest.mark.parametrize("submission", [None, [], [1], "text", 7, True, float("nan")])
def test_what_is_no_object_is_a_failed_submission(submission: object) -> None:
    """The official file scorer stops there; here it counts as a failure of that task alone."""
    for task in (TASK, PICKY, INFEASIBLE):
        scores = LATEST.score(submission, task)
        assert scores.crashed is not None
        assert is_failed(scores, task)


@pytest.mark.parametrize("usage", ["many", [1], 7, True])
def test_token_usage_of_another_kind_is_a_failed_submission(usage: object) -> None:
    """The same; null and other empty values are fine."""
    assert is_failed(scored(toy_plan(), token_usage=usage), TASK)
    for empty in (None, {}, [], "", 0):
        assert scored(toy_plan(), token_usage=empty).crashed is None


def test_an_object_with_keys_that_are_no_text_is_a_failed_submission() -> None:
    """JSON has no such keys; Python callers may."""
    assert scored({"day1": {2: OUT}}).crashed == "AttributeError"
    assert scored({1: {"hotel": INN}, "day2": {}}).crashed == "TypeError"


def test_a_reason_nested_beyond_printing_is_a_failed_submission() -> None:
    """Turning it into text exceeds Python's depth."""
    reason: list[object] = []
    for _ in range(100_000):
        reason = [reason]
    scores = LATEST.score(refuse(reason), INFEASIBLE)
    assert scores.crashed == "RecursionError"
    while reason:  # unwind, so that the list is not taken apart recursively
        reason = reason.pop()
