"""D5: calls and tokens against the least that a task needs."""

from math import exp

import pytest
from tests.verifier.official.toy import GONE, TWO_STOPS, scored, toy_plan, toy_task

from planassay.verifier.official.trek.effort import allowed_tokens, effort_score
from planassay.verifier.official.trek.request import read_request


def effort(calls: object, tokens: object = None, least: int = 6) -> float | None:
    """Return D5 of a valid plan."""
    return effort_score(calls, tokens, least, is_empty=False, is_valid=True)


@pytest.mark.parametrize(
    ("calls", "score"),
    [
        (6, 1.0),
        (5, 1 - 1 / 6),
        (3, 0.5),
        (1, 1 - 5 / 6),
        (7, 0.9),
        (8, 0.8),
        (15, 0.1),
        (16, 0.0),
        (100, 0.0),
        (6.5, 0.95),
        (True, 1 - 5 / 6),
        (float("nan"), 1.0),
        (float("inf"), 0.0),
    ],
)
def test_each_call_too_many_or_too_few_costs(calls: float, score: float) -> None:
    """Ten points a surplus call, and a sixth for each one missing of six."""
    assert effort(calls) == score


@pytest.mark.parametrize("calls", [None, 0, "", [], {}, False, -1, -0.5, float("-inf")])
def test_without_calls_effort_does_not_apply(calls: object) -> None:
    """Q38: nothing, zero or less is no count."""
    assert effort(calls) is None
    assert scored({}, tool_call_count=calls).d5_retry is None


@pytest.mark.parametrize("calls", ["6", [6], {"calls": 6}])
def test_a_count_of_another_kind_fails_the_plan(calls: object) -> None:
    """Q27: a text as the count of calls raises."""
    assert scored(toy_plan(), tool_call_count=calls).crashed == "TypeError"


@pytest.mark.parametrize(
    ("tokens", "factor"),
    [
        (None, 1.0),
        (0, 1.0),
        (75_000, 1.0),
        (75_001, exp(-(75_001 / 75_000 - 1))),
        (150_000, exp(-1.0)),
        (-5, 1.0),
        (float("inf"), 0.0),
        (float("nan"), 1.0),
    ],
)
def test_tokens_beyond_the_allowance_cost(tokens: float | None, factor: float) -> None:
    """The allowance of six calls is 75,000 tokens."""
    assert effort(6, tokens) == factor
    assert effort(7, tokens) == 0.9 * factor


def test_the_allowances_of_the_official_tasks() -> None:
    """Tokens that go unpunished, for the least calls of shipped tasks."""
    assert [allowed_tokens(calls) for calls in (2, 5, 6, 8, 11, 14)] == [
        *(13_000, 55_000, 75_000, 124_000, 220_000, 343_000)
    ]


@pytest.mark.parametrize(
    ("cells", "calls"),
    [
        ({}, 5),  # two flights, hotel, attraction, submit
        ({"req_flight": {"trip_type": "one_way"}}, 4),
        ({"req_flight": {"trip_type": "Round Trip"}}, 5),
        ({"req_flight": {"trip_type": "round_trip"}}, 5),
        ({"req_flight": {"trip_type": "roundabout"}}, 4),  # here the spelling counts
        ({"req_car": {"capacity": "4"}}, 6),
        (TWO_STOPS, 8),
        ({**TWO_STOPS, "req_car": {"capacity": "4"}}, 10),
        ({"cities_count": {"cities_count": 3}, "req_car": {"capacity": "4"}}, 14),
        ({"cities_count": {"cities_count": 0}}, 5),
        ({"cities_count": {"cities_count": GONE}}, 5),
    ],
)
def test_how_many_calls_a_task_needs(cells: dict[str, object], calls: int) -> None:
    """A search a city and kind asked for, one more flight on round trips, and the submission."""
    assert read_request(toy_task(**cells)).least_calls == calls


def test_a_task_needs_two_calls_at_least() -> None:
    """Even if it asks for nothing."""
    nothing = {"departure_city": GONE, "arrival_city": GONE, "trip_type": GONE, "price": GONE}
    task = toy_task(req_flight=nothing, req_hotel={"rooms_count": GONE}, req_attraction={"name": GONE})
    assert read_request(task).least_calls == 2


def test_effort_is_worth_nothing_without_a_valid_plan() -> None:
    """An empty plan or a failed gate scores 0, once calls are stated."""
    assert scored({}, tool_call_count=5).d5_retry == 0.0
    plan = toy_plan()
    plan["day2"]["hotel"]["name"] = "Ghost"
    assert scored(plan, tool_call_count=5).d5_retry == 0.0
    assert scored(toy_plan(), tool_call_count=5).d5_retry == 1.0
    usage = {"token_usage": {"total_tokens": 110_000}}
    assert scored(toy_plan(), tool_call_count=5, **usage).d5_retry == exp(-1)


def test_tokens_of_another_kind_fail_only_where_they_are_reckoned_with() -> None:
    """A text as the number of tokens raises after the gates, not before."""
    usage = {"token_usage": {"total_tokens": "many"}}
    assert scored(toy_plan(), tool_call_count=5, **usage).crashed == "TypeError"
    assert scored(toy_plan(), tool_call_count=0, **usage).crashed is None
    assert scored({}, tool_call_count=5, **usage).crashed is None
