"""D4: refusing what has no plan, for the right cause."""

import pytest
from tests.verifier.official.toy import INN, LATEST, MILL, OUT, TASK, TOY, claim, refuse, toy_plan, toy_task

from planassay.kb.task import Cause, Task
from planassay.verifier.official.trek import DIMENSIONS, stated_cause
from planassay.verifier.official.trek.index import Index
from planassay.verifier.official.trek.refusal import true_cause
from planassay.verifier.official.trek.request import read_request

BUDGET = toy_task(impossible=True)
ENTITY = toy_task(impossible=True, req_hotel={"name": "Azure Hotel 13"})
ROUTE = toy_task(impossible=True, req_flight={"departure_city": "Bourg", "arrival_city": ["Málaga"]})


@pytest.mark.parametrize(
    ("text", "cause"),
    [
        # entity
        ("It does not exist.", "entity"),
        ("it DOESN'T EXIST", "entity"),
        ("The hotel doesn’t exist", None),  # Q23: typographic
        ("It does  not exist", None),
        ("It does not exists", None),
        ("not in the knowledge base", "entity"),
        ("not in the database", "entity"),
        ("not in the KB!", "entity"),
        ("not found in the kb", "entity"),
        ("not found in the knowledge base.", "entity"),
        ("is missing from the knowledge base", None),
        ("not in the kbs", None),
        ("not in our database", None),
        ("no such hotel", "entity"),
        ("no such attraction", "entity"),
        ("no such car", "entity"),
        ("no such place", "entity"),
        ("no such hotels", None),
        ("no such flight", None),
        ("not available in the kb", "entity"),
        ("not available in the database", "entity"),
        ("not available in the knowledge base", None),
        ("a fictional hotel", "entity"),
        ("nonfictional", None),
        ("could not find the hotel", "entity"),
        ("could not find hotel", "entity"),
        ("could not find any such attraction here", "entity"),
        ("could not be find the hotel", "entity"),
        ("The hotel X could not be found.", None),
        ("could not find it;\nthe hotel", None),  # a gap stays on its line
        ("could not find it\ncould not find the hotel", "entity"),
        ("could not find hotels", None),
        ("I could not find the aparthotel", "entity"),
        ("Hotel not found.", None),
        # route
        ("no flight", "route"),
        ("No direct flight serves A to B", "route"),
        ("There are no direct flights from A to B.", None),
        ("no flights", None),
        ("no route", "route"),
        ("no routes", None),
        ("The cities are not connected", "route"),
        ("no connection", "route"),
        ("no direct connection", "route"),
        ("no direct connections", None),
        ("no interconnection", None),
        ("no hotel and a bad connection", "route"),
        ("no\nconnection", None),
        ("casino connection", None),
        ("The direct flight does not run", "route"),
        ("A direct flight from A to B doesn't run", "route"),
        ("For a direct flight there is no plane", "route"),
        ("direct flights from A to B: no", "route"),
        ("direct flight to the casino", None),
        ("direct flight, not today", None),
        ("direct flight\n does not run", None),
        ("A direct flight from A to B does not exist.", "entity"),  # Q23
        ("unreachable", "route"),
        ("no way to fly", "route"),
        ("No direct flight fits the budget", "route"),
        # budget
        ("The budget is too small", "budget"),
        ("budgets", None),
        ("too expensive", "budget"),
        ("we cannot afford it", "budget"),
        ("we can't afford it", "budget"),
        ("we can’t afford it", None),
        ("it would exceed the total cost", "budget"),
        ("which exceeds the cost", "budget"),
        ("exceeds the limit on cost.", "budget"),
        ("exceeded the cost", None),
        ("exceed the costs", None),
        ("Minimum cost exceeds 400 USD", None),
        ("insufficient funds", "budget"),
        ("below the minimum", "budget"),
        ("below the cheapest", "budget"),
        ("costs too much", None),
        # order of families
        ("The route is over budget; no such hotel.", "entity"),
        ("over budget, and no route", "route"),
        ("", None),
        ("no", None),
    ],
)
def test_which_cause_a_reason_states(text: str, cause: str | None) -> None:
    """Whole words on one line; entity goes before route, route before budget."""
    assert stated_cause(text) == (None if cause is None else Cause(cause))


@pytest.mark.parametrize("text", ["no " * 200_000, "direct flight " * 50_000, "could not find " * 50_000])
def test_no_reason_takes_longer_than_its_length(text: str) -> None:
    """Texts that repeat the head of a phrase are read through once; a quadratic search would not end."""
    assert stated_cause(text) is None


@pytest.mark.parametrize(
    ("task", "wording"),
    [
        (ENTITY, "The requested 'Azure Hotel 13' does not exist in the knowledge base."),
        (ROUTE, "No direct flight serves Bourg to Málaga, and the traveller rules out connections."),
        (BUDGET, "The stated budget is below the minimum achievable cost of the trip."),
    ],
)
def test_the_wordings_of_the_gold_are_right(task: Task, wording: str) -> None:
    """Each fits its own cause alone."""
    for other in (ENTITY, ROUTE, BUDGET):
        scores = LATEST.score(refuse(wording), other)
        assert scores.d4_impossible == (1.0 if other is task else 0.0)
        assert scores.task_success is scores.task_perfect is (other is task)
        assert scores.total_cost is None


@pytest.mark.parametrize(
    ("cells", "cause"),
    [
        ({}, Cause.BUDGET),
        ({"req_hotel": {"name": "Ghost"}}, Cause.ENTITY),
        ({"req_hotel": {"name": "AVILLE INN"}}, Cause.BUDGET),
        ({"req_hotel": {"name": "Aville Inn "}}, Cause.ENTITY),
        ({"req_hotel": {"name": "Bourg Inn"}}, Cause.ENTITY),  # in none of the stays
        ({"req_hotel": {"hotel_name": "Ghost"}}, Cause.BUDGET),
        ({"req_attraction": {"name": ["Ghost"]}}, Cause.ENTITY),
        ({"req_attraction": {"name": ["Old Mill"]}}, Cause.BUDGET),
        ({"req_attraction": {"name": "Old Mill"}}, Cause.ENTITY),  # walked letter by letter
        ({"req_attraction": {"name": ""}}, Cause.BUDGET),
        ({"req_attraction": {"attraction_name": ["Ghost"]}}, Cause.BUDGET),
        ({"req_car": {"car_type": "Ghost"}}, Cause.ENTITY),
        ({"req_car": {"car_type": " compact "}}, Cause.BUDGET),
        ({"req_flight": {"departure_city": "Ghost"}}, Cause.ROUTE),
        ({"req_flight": {"departure_city": " HOME "}}, Cause.BUDGET),
        ({"req_flight": {"arrival_city": ["Málaga"]}}, Cause.BUDGET),
        ({"req_flight": {"arrival_city": ["Malaga"]}}, Cause.ROUTE),  # fares are not folded
        ({"req_flight": {"arrival_city": ["Southend"]}}, Cause.ROUTE),  # no way back
        ({"req_flight": {"arrival_city": ["Southend"], "trip_type": "one_way"}}, Cause.BUDGET),
        ({"req_flight": {"departure_city": "Ghost"}, "req_hotel": {"name": "Ghost"}}, Cause.ENTITY),
    ],
)
def test_the_true_cause_is_derived(cells: dict[str, object], cause: Cause) -> None:
    """A mandated name that no stay has, else a leg without fare, else the budget."""
    assert true_cause(read_request(toy_task(**cells)), Index(TOY)) is cause


@pytest.mark.parametrize(
    ("day", "is_known"),
    [
        ({}, True),
        ({"flight": {"flight_number": "ha 0001", "arrival_city": "x", "departure_time": "x"}}, True),
        ({"flight": {"flight_number": "ZZ 1"}}, False),
        ({"flight": "HA 0001"}, True),  # no list, no flight
        ({"flights": ["ZZ 1"]}, False),
        ({"flight": {"FlightNumber": "ZZ 1"}}, True),
        ({"hotel": INN}, True),
        ({"hotel": {"name": "Aville Inn"}}, False),
        ({"hotel": {"name": "Aville Inn", "city_name": "Aville"}}, False),
        ({"hotel": {"name": "Aville Inn", "city": "Bourg"}}, False),
        ({"attraction": MILL}, True),
        ({"attraction": {"name": "Ghost", "city": "Aville"}}, False),
        ({"car": {"car_type": "compact ", "city": "Aville"}}, True),
        ({"car": {"car_type": "Tricycle", "city": "Aville"}}, False),
        ({"car": {"car_type": "Compact"}}, False),
        ({"hotel": {"name": "-"}, "attractions": ["Ghost"]}, True),
    ],
)
def test_a_refusal_names_nothing_that_does_not_exist(day: dict[str, object], is_known: bool) -> None:
    """Q45: a refused plan may hold any real entity; a single invented one spoils the refusal."""
    scores = LATEST.score(refuse("over budget", plan={"day1": day}), BUDGET)
    assert scores.d4_impossible == (1.0 if is_known else 0.0)
    assert scores.task_success is is_known
    assert scores.crashed is None


@pytest.mark.parametrize(
    ("fields", "counts"),
    [
        ({}, True),
        ({"submitted": 1}, True),
        ({"submitted": "no"}, True),
        ({"submitted": False}, False),
        ({"submitted": None}, False),
        ({"error": "timeout"}, False),
        ({"error": ""}, True),
        ({"error": None}, True),
        ({"error": {}}, True),
    ],
)
def test_a_refusal_counts_only_if_submitted(fields: dict[str, object], counts: bool) -> None:
    """Q36: without a submission D4 is 0, but success is not revised."""
    scores = LATEST.score(refuse("over budget", **fields), BUDGET)
    assert scores.d4_impossible == (1.0 if counts else 0.0)
    assert scores.task_success is True
    assert scores.task_perfect is counts


def test_a_refusal_that_says_nothing_of_submission_is_none() -> None:
    """A missing line of the result file is an empty object."""
    scores = LATEST.score({}, BUDGET)
    assert (scores.d4_impossible, scores.task_success, scores.total_cost) == (0.0, False, None)


def test_a_plan_for_an_infeasible_task_fails_at_once() -> None:
    """Nothing but D4 is scored, and nothing is looked up."""
    broken = {"day1": {"hotel": {"name": "X", "city": ["Aville"]}}}
    for plan in (toy_plan(), {}, broken):
        scores = LATEST.score(claim(plan), BUDGET)
        assert (scores.d4_impossible, scores.total_cost, scores.is_feasible) == (0.0, 0.0, True)
        assert (scores.task_success, scores.fully_valid, scores.crashed) == (False, None, None)
        assert [getattr(scores, name) for name in DIMENSIONS].count(None) == len(DIMENSIONS) - 1


def test_refusing_a_feasible_task_scores_nothing() -> None:
    """All zeros where a dimension applies, whatever the plan beside the refusal."""
    for fields in ({}, {"submitted": False}, {"tool_call_count": 4}):
        record = LATEST.score(refuse("budget", plan={"day1": {"flights": [OUT]}}, **fields), TASK).to_record()
        zeros = {name for name, value in record.items() if value == 0 and not isinstance(value, bool)}
        assert zeros == {
            *("d0_keyword", "d0_source", "d2_unord_single", "d3_budget", "d4_impossible", "d5_retry"),
            *("b2_opening_hours", "b3_spatiotemporal", "total_cost", "attraction_count"),
        }
        assert record["fully_valid"] is record["d0_source_ratio"] is record["d1_implicit"] is None
        assert record["task_success"] is False


@pytest.mark.parametrize(
    ("cells", "applies"),
    [
        ({"implicit_keywords": ["foodie"]}, {"d1_implicit": 0.0}),
        ({"implicit_keywords": ["tea drinkers"]}, {"d1_implicit": 0.0}),
        ({"hard_constraints": {"budget": "0"}}, {"d3_budget": None}),
        ({"cities_count": {"cities_count": 2}}, {"d2_unord_single": None, "d2_unord_multi": 0.0}),
    ],
)
def test_which_zeros_apply_to_a_refused_task(
    cells: dict[str, object], applies: dict[str, float | None]
) -> None:
    """Needs with personas, a budget if there is one, and one of the two destinations."""
    record = LATEST.score(refuse("budget"), toy_task(**cells)).to_record()
    assert {name: record[name] for name in applies} == applies
