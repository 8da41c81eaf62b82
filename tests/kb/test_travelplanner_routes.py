"""TravelPlanner's reference routes, and the wishes of its queries by name."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.bays import REAL, bays, query, real_queries, real_tables
from tests.routes import along, routed

from planassay.kb.formats.travelplanner import (
    read_task_lines,
    read_tasks,
    reference_route,
    slice_tasks,
    submission,
)
from planassay.kb.money import MAX_CENTS
from planassay.kb.requirements import amended, is_blamed, is_route_fixed, requirements, without
from planassay.kb.task import Cause

WISHES = {
    "house_rule": "pets",
    "cuisines": ["French"],
    "room_type": "private room",
    "transportation": "no flight",
}


def test_a_route_is_told_day_by_day():
    """Legs on days 1, 3 and 5; two nights and one full day in each city."""
    route = reference_route(routed(5), bays())
    assert [(leg.start, leg.end, leg.day) for leg in route.legs] == [
        ("Haven", "Coral", 1),
        ("Coral", "Pearl", 3),
        ("Pearl", "Haven", 5),
    ]
    assert [(s.city, s.arrive, s.leave, s.nights, list(s.full_days)) for s in route.stays] == [
        ("Coral", 1, 3, 2, [2]),
        ("Pearl", 3, 5, 2, [4]),
    ]


OUT = ["Haven", "Coral", "2022-03-01"]
HOME = ["Coral", "Haven", "2022-03-03"]


@pytest.mark.parametrize(
    ("asked", "why"),
    [
        (query(), "The query has no reference route."),
        (query(reference_cities=["Coral"]), "The query has no reference route."),
        (
            routed(reference_legs=[OUT]),
            "The reference legs do not lead from home through the reference cities and home.",
        ),
        (routed(visiting_city_number=2), "The reference route does not visit 2 cities."),
        (along(["Coral", "Coral"], 5), "The reference route does not visit 2 cities."),
        (along(["Nowhere"], 3), "Nowhere is not in the table of cities."),
        (along(["Pearl"], 3), "Pearl is not in Coral."),
        (along(["Coral", "Tonto"], 5), "Tonto is not in Shelf."),
        (
            routed(reference_legs=[OUT, ["Coral", "Haven", "2022-03-04"]]),
            "A reference leg is on none of the query's dates.",
        ),
        (
            routed(reference_legs=[["Haven", "Coral", "2022-03-02"], HOME]),
            "The reference legs do not fill the days of the query.",
        ),
        (
            routed(reference_legs=[OUT, ["Coral", "Haven", "2022-03-02"]]),
            "The reference legs do not fill the days of the query.",
        ),
    ],
)
def test_a_route_that_does_not_answer_its_query_is_none(asked, why):
    """What is wrong is said in a sentence."""
    assert reference_route(asked, bays()) == why


def test_real_routes_are_whole():
    """All 45 train queries and 129 validation queries have a route."""
    found = [reference_route(q, real_tables()) for s in ("train", "validation") for q in real_queries(s)]
    assert len([route for route in found if not isinstance(route, str)]) == 174


def test_wishes_are_named_as_the_fields_are():
    """What a traveller would rather keep comes first, the budget last; without wishes it stands alone."""
    assert requirements(routed(**WISHES).task) == (
        "house rule",
        "cuisine",
        "room type",
        "transportation",
        "budget",
    )
    assert requirements(routed().task) == ("budget",)


@given(st.data())
def test_what_is_dropped_is_gone_and_nothing_else(data):
    """The weaker task has exactly the other requirements, and the same trip."""
    task = routed(**WISHES).task
    dropped = data.draw(st.sets(st.sampled_from(requirements(task)), min_size=1))
    weaker = without(task, dropped)
    assert requirements(weaker) == tuple(name for name in requirements(task) if name not in dropped)
    assert (weaker.origin, weaker.stops, weaker.days, weaker.party) == ("Haven", ("Coral",), 3, 2)
    assert weaker.budget_cents == (MAX_CENTS if "budget" in dropped else task.budget_cents)


@given(st.integers(1, MAX_CENTS - 1))
def test_a_budget_is_amended_to_the_cent(cents):
    """Budgets are dollars in the data; no cent is lost on the way."""
    assert amended(routed().task, budget_cents=cents).budget_cents == cents


def test_the_route_of_a_query_cannot_be_amended():
    """Legs of other dates are not known."""
    task = routed(5).task
    assert is_route_fixed(task)
    with pytest.raises(ValueError, match="the route of a query is given with it"):
        amended(task, days=7)


def test_causes_speak_of_wishes():
    """A missing ride speaks of the transportation that is wanted, a clash of rooms of both wishes."""
    task = routed(**WISHES).task
    assert is_blamed("transportation", task, Cause.ROUTE)
    assert is_blamed("room type", task, Cause.CONFLICT)
    assert not is_blamed("budget", task, Cause.CONFLICT)
    assert not is_blamed("budget", task, Cause.CAPACITY)


def test_tasks_are_read_from_files_and_folders():
    """A folder holds the queries of every split."""
    train = read_tasks(REAL / "train_queries.jsonl.gz")
    assert read_task_lines(REAL / "train_queries.jsonl.gz") == train
    assert slice_tasks(REAL)[:45] == train
    assert len(slice_tasks(REAL)) == 225


def test_a_submission_is_a_line_of_the_official_form():
    """Number, text and plan; nothing is delivered without one."""
    task = read_tasks(REAL / "train_queries.jsonl.gz")[0]
    assert submission(task, [{}]) == {"idx": 1, "query": task.text, "plan": [{}]}
    assert submission(task, None, "No way.")["plan"] is None
