"""What holds of any submission at all."""

import json
from copy import deepcopy
from typing import Any

from hypothesis import given
from hypothesis import strategies as st
from tests.verifier.official.toy import (
    LATEST,
    PREVIOUS,
    TASK,
    TWO_STOPS,
    claim,
    scored,
    toy_plan,
    toy_task,
    with_car,
)

from planassay.verifier.official.trek import DIMENSIONS

TASKS = (
    TASK,
    toy_task(impossible=True, req_hotel={"name": "Ghost"}),
    toy_task(
        implicit_keywords=["road trip", "foodie"],
        req_car={"capacity": "4"},
        query="Aville, then Bourg",
        **TWO_STOPS,
    ),
)
KEYS = st.sampled_from(
    [
        *("day1", "day2", "day10", "Day 3", "summary", "is_feasible", "plan", "refusal_reason", "reason"),
        *("flights", "Flight", "hotel", "Hotels", "attractions", "attraction", "car", "cars", "current_city"),
        *("name", "hotel_name", "attraction_name", "city", "city_name", "type", "car_type", "flight_number"),
        *("departure_city", "arrival_city", "departure_time", "arrival_time", "price", "price_per_day"),
        *("visit_start", "visit_end", "check_in", "car_id", "submitted", "error", "tool_call_count"),
        *("token_usage", "total_tokens", "elapsed_sec", "x"),
    ]
)
SCALARS = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.floats(),
    st.text(max_size=8),
    st.sampled_from(["Aville", "Bourg", "Home to Aville", "Aville Inn", "Old Mill", "Compact", "HA 0001"]),
    st.sampled_from(["08:00", "10:00", "12:45", "-", "", "no direct flight", "over budget"]),
)
JSON = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(KEYS, inner, max_size=6),
    max_leaves=40,
)


@given(JSON)
def test_any_value_is_scored(value: object) -> None:
    """No JSON value raises; every score is None or between 0 and 1, and the record can be written."""
    for task in TASKS:
        for official in (LATEST, PREVIOUS):
            scores = official.score(value, task)
            for name in DIMENSIONS:
                score = getattr(scores, name)
                assert score is None or 0 <= score <= 1
            json.dumps(scores.to_record())


@given(st.dictionaries(KEYS, JSON, max_size=6))
def test_any_plan_is_scored(plan: dict[str, object]) -> None:
    """The same for claims and refusals around any object."""
    for task in TASKS:
        for is_feasible in (True, False):
            scores = LATEST.score({**claim(plan), "is_feasible": is_feasible}, task)
            assert scores.task_impossible is task.source["impossible"]
            assert scores.task_perfect <= (scores.crashed is None)


@st.composite
def damaged_plans(draw: st.DrawFn) -> dict[str, Any]:
    """Return the usual plan with a car, and some of its values replaced by anything."""
    plan = with_car(toy_plan(), {"car_type": "Compact", "city": "Aville", "price_per_day": 41.86})
    for _ in range(draw(st.integers(1, 3))):
        target: Any = plan
        while True:
            places: list[Any] = sorted(target) if isinstance(target, dict) else list(range(len(target)))
            if not places:
                break
            place = draw(st.sampled_from(places))
            if isinstance(target[place], dict | list) and draw(st.booleans()):
                target = target[place]
                continue
            target[place] = draw(JSON)
            break
    return plan


@given(damaged_plans())
def test_scoring_neither_fails_nor_changes_the_plan(plan: dict[str, Any]) -> None:
    """A plan that is damaged anyhow is scored twice alike, and comes out as it went in."""
    before = repr(plan)
    for task in TASKS:
        assert repr(scored(plan, task)) == repr(scored(deepcopy(plan), task))
    assert repr(plan) == before


@given(st.permutations(list(toy_plan())))
def test_the_order_of_writing_does_not_matter_if_keys_are_numbered(keys: list[str]) -> None:
    """Days are read by their keys."""
    plan = toy_plan()
    assert scored({key: plan[key] for key in keys}) == scored(plan)


@given(st.permutations(["current_city", "flights", "attractions", "hotel"]))
def test_the_order_of_members_does_not_matter(keys: list[str]) -> None:
    """Neither within a day."""
    plan = toy_plan()
    plan["day1"] = {key: plan["day1"][key] for key in keys}
    assert scored(plan) == scored(toy_plan())


@given(st.sampled_from(["flights", "hotel", "attractions", "current_city"]), st.booleans())
def test_the_case_of_container_keys_does_not_matter(key: str, is_upper: bool) -> None:
    """Containers are found in any case."""
    plan = toy_plan()
    written = key.upper() if is_upper else key.title()
    plan["day1"] = {(written if name == key else name): value for name, value in plan["day1"].items()}
    assert scored(plan) == scored(toy_plan())


@given(st.lists(st.sampled_from(["day1", "day2", "day3"]), unique=True))
def test_a_plan_without_some_days_is_never_better(missing: list[str]) -> None:
    """Leaving out days of a perfect plan lowers no score below None and raises none."""
    plan = {key: day for key, day in toy_plan().items() if key not in missing}
    scores, whole = scored(plan), scored(toy_plan())
    assert scores.task_perfect is (not missing)
    for name in DIMENSIONS:
        assert (getattr(scores, name) or 0) <= (getattr(whole, name) or 1)


@given(st.integers(1, 12), st.integers(0, 30))
def test_the_version_before_differs_in_the_explicit_request_alone(party: int, capacity: int) -> None:
    """Whatever the party and the seats asked for."""
    task = toy_task(hard_constraints={"person_num": party}, req_car={"capacity": str(capacity)})
    submission = claim(with_car(toy_plan(), {"car_type": "Compact", "city": "Aville"}))
    latest, previous = (
        LATEST.score(submission, task).to_record(),
        PREVIOUS.score(submission, task).to_record(),
    )
    assert previous["d0_keyword"] == 1.0
    assert latest["d0_keyword"] == (1.0 if max(party, capacity) <= 4 else 0.0)
    changed = {"d0_keyword", "task_perfect", "categories"}
    assert {name for name in latest if latest[name] != previous[name]} <= changed
