"""The traveller that knows tools alone: it passes, it asks for little, and it says why when it cannot."""

from dataclasses import replace

import pytest
from tests.bays import bays, long_query, query, real_queries, real_tables

from planassay.bench.agents.travelplanner import Oracle, ToolsOnlyTraveller
from planassay.bench.agents.travelplanner.explorer import Explorer
from planassay.bench.agents.travelplanner.notebook import Notebook
from planassay.bench.sandbox.opening import tools_over
from planassay.bench.sandbox.session import Session
from planassay.kb.formats.travelplanner import parse_query, submission
from planassay.kb.tools import travelplanner as tools
from planassay.verifier.official.travelplanner.report import assess
from planassay.verifier.strict import check

LOOK_UPS = {
    "CitySearch": tools.search_cities,
    "FlightSearch": tools.search_flights,
    "GoogleDistanceMatrix": tools.search_distance,
    "AccommodationSearch": tools.search_accommodations,
    "RestaurantSearch": tools.search_restaurants,
    "AttractionSearch": tools.search_attractions,
}


def traveller(tables, log, **settings):
    """Return a traveller over the tools of some tables; what it asks for is logged."""

    def call(tool, arguments):
        log.append((tool, *arguments.values()))
        return LOOK_UPS[tool](tables, **arguments)

    return ToolsOnlyTraveller(call, **settings)


def blind(asked):
    """Return a query without what its reference fields tell."""
    source = {name: value for name, value in asked.source.items() if not name.startswith("reference")}
    return parse_query(source, asked.query_id)


def passes(plan, asked, tables):
    """Tell whether a plan passes every official check and every strict rule."""
    answer = submission(asked.task, plan)
    reports = assess(answer, asked.task, tables), check(answer, asked.task, tables)
    return not any(report.violations for report in reports)


def test_one_city_takes_five_look_ups():
    """A flight each way, rooms, restaurants, sights; the plan passes both rule sets."""
    log = []
    journey = traveller(bays(), log).run(query())
    assert passes(journey.plan, query(), bays())
    assert journey.calls == len(log) == len(set(log)) == 5
    assert (journey.tried, journey.stopped) == (1, "")


def test_the_sandbox_is_a_door_like_any_other():
    """Through a session: the same plan and the same calls, counted there too; then it is handed in."""
    session = Session(tools_over(bays(), "v1"))
    journey = ToolsOnlyTraveller(session.call).run(query())
    assert journey.plan == traveller(bays(), []).run(query()).plan
    assert (session.billed, journey.calls) == (5, 5)
    assert session.call("NotebookWrite", {"text": "Coral it is."}) == {"ok": True, "notes_total": 1}
    assert session.call("submit_plan", {"plan": journey.plan}) == {"received": True}
    assert session.state.submission["plan"] == journey.plan
    assert "error" in session.call("CitySearch", {"state": "Shelf"})


@pytest.mark.parametrize("tool", LOOK_UPS)
@pytest.mark.parametrize(
    "answer",
    [
        {},
        {"error": {"code": "down", "message": "later"}},
        {"error": "later", "rows": []},
        {"rows": None},
        {"rows": "none"},
        {"rows": [None]},
        {"rows": [{}]},
        {"rows": [{"City": None}]},
        {"message": 5},
        None,
        "later",
    ],
)
def test_no_failure_is_taken_for_an_empty_table(tool, answer):
    """What is neither rows nor word that there are none ends the search, and is told."""

    def call(name, arguments):
        return answer if name == tool else LOOK_UPS[name](bays(), **arguments)

    asked = query(5, budget=9000) if tool == "CitySearch" else query(transportation="no self-driving")
    if tool == "GoogleDistanceMatrix":
        asked = query(transportation="no flight")
    journey = ToolsOnlyTraveller(call).run(asked)
    assert journey.plan is None
    assert journey.claim is None
    assert "no route" not in journey.stopped


def test_days_and_cities_need_not_go_together():
    """Four days in one city of a state, three for two cities in one, and more ways than can be tried."""
    asked = query(4, visiting_city_number=1, budget=9000)
    found = traveller(bays(), []).run(asked)
    assert passes(found.plan, asked, bays())
    assert traveller(bays(), []).run(query(visiting_city_number=2)).plan is None
    many = ToolsOnlyTraveller(_crowded).run(long_query(60, 20))
    assert "20 cities in more than" in many.stopped


def _crowded(tool, arguments):
    """Answer that a state has many cities, and that there is nothing else."""
    return {"rows": [{"City": f"C{k}"} for k in range(30)]} if tool == "CitySearch" else {"message": "none"}


@pytest.mark.parametrize(
    ("tool", "arguments"),
    [
        ("FlightSearch", {"departure_city": "Haven", "destination_city": "Coral", "date": "March 1"}),
        ("FlightSearch", {"departure_city": "Haven", "destination_city": "Coral"}),
        ("GoogleDistanceMatrix", {"origin": "Haven", "destination": "Coral", "mode": "boat"}),
        ("CitySearch", {"state": ""}),
        ("CitySearch", {"state": "Shelf", "limit": 5}),
        ("AccommodationSearch", {"city": "x" * 201}),
        ("Planner", {}),
        ("submit_plan", {"plan": "by boat"}),
    ],
)
def test_what_a_tool_cannot_take_is_told_and_costs_nothing(tool, arguments):
    """An error with a code; the budget is as it was."""
    session = Session(tools_over(bays(), "v1"))
    assert session.call(tool, arguments)["error"]["code"] in ("invalid_parameter", "unknown_tool")
    assert session.billed == 0


def test_a_state_is_explored_as_far_as_needed():
    """From Pearl one can drive home and not out: the route leads through Coral first, whatever was tried."""
    log = []
    journey = traveller(bays(), log).run(query(5, budget=1500))
    assert passes(journey.plan, query(5, budget=1500), bays())
    assert [day["current_city"] for day in journey.plan][:3:2] == [
        "from Haven to Coral",
        "from Coral to Pearl",
    ]
    assert ("AccommodationSearch", "Amber") not in log


def test_what_could_make_a_route_cheaper_is_asked_for_before_it_is_given_up():
    """By air the trip costs too much; the road is looked up only then, and keeps the budget."""
    dear = traveller(bays(), log := []).run(query(budget=250))
    roads = [entry for entry in log if entry[0] == "GoogleDistanceMatrix"]
    assert len(roads) == 2
    assert passes(dear.plan, query(budget=250), bays())


def test_an_impossible_trip_is_given_up_with_a_reason():
    """No trip for a dollar; none through a state of no name; none within too few calls."""
    poor = traveller(bays(), []).run(query(budget=1))
    assert (poor.plan, poor.tried) == (None, 1)
    assert "within the budget" in poor.stopped
    lost = traveller(bays(), []).run(replace(query(5), destination="Nowhere"))
    assert (lost.plan, lost.tried, lost.calls) == (None, 0, 1)
    hurried = traveller(bays(), log := [], max_calls=4).run(query())
    assert hurried.plan is None
    assert hurried.stopped == "all 4 calls are made"
    assert len(log) == 4


def test_a_city_without_a_fitting_room_is_left_out_of_further_routes():
    """Pearl has no shared room: it is asked for once, and never solved."""
    log = []
    journey = traveller(bays(), log).run(query(5, room_type="shared room", budget=5000))
    assert (journey.plan, journey.tried) == (None, 0)
    assert log.count(("AccommodationSearch", "Pearl")) == 1


def test_every_split_of_the_days_is_tried():
    """Stays of two and two nights before one and three."""
    notes = Notebook(lambda tool, arguments: LOOK_UPS[tool](bays(), **arguments))
    routes = list(Explorer(query(5), notes).routes(["Coral", "Pearl"]))
    assert [tuple(leg.day for leg in route.legs) for route in routes] == [(1, 3, 5), (1, 2, 5), (1, 4, 5)]


@pytest.mark.parametrize("split", ["train", "validation"])
def test_real_queries_pass_without_their_reference_route(split):
    """Every eighth query that has one, from its fields; the oracle knows more and pays no more."""
    tables = real_tables()
    asked = [one for one in real_queries(split) if one.reference_legs is not None][::8]
    assert len(asked) > 5
    for one in asked:
        journey = traveller(tables, []).run(blind(one))
        assert passes(journey.plan, one, tables), one.query_id
        best = Oracle(tables).run(one)
        assert best.cost_cents is not None
        assert passes(best.document, one, tables), one.query_id
