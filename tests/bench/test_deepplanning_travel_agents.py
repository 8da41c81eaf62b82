"""The nine tools of DeepPlanning's travel domain, and the agents that plan with and without the database."""

from dataclasses import replace

import pytest
from tests.deepplanning import database, queries
from tests.towns import made

from planassay.bench.agents.interface import Brief, Setting, make_agent
from planassay.bench.sandbox.opening import tools_over
from planassay.bench.sandbox.session import Session
from planassay.kb.errors import InputError
from planassay.kb.tools import deepplanning_travel as tools
from planassay.verifier.official import assess
from planassay.verifier.strict import check


class Desk:
    """A desk over a session; what the agent tells is kept."""

    def __init__(self, kb):
        self.session = Session(tools_over(kb, "v1"))
        self.facts = {}

    def call(self, tool, arguments):
        """Call a tool of the session."""
        return self.session.call(tool, arguments)

    def tell(self, **facts):
        """Keep what is told."""
        self.facts |= facts


def answered(name, task, kb, *, is_text=False):
    """Return the plan that an agent hands in, and its desk; perhaps of one that is told the text alone."""
    desk = Desk(kb)
    agent = make_agent(name, Setting(lambda: kb))
    agent.work(Brief(task.task_id, task.text, None if is_text else task, "v1", 10_000, 0), desk)
    return desk.session.state.submission["plan"], desk


def cases():
    """Return tasks with their databases: the mini ones and two made ones."""
    mini = [(queries()[name].task, database(name)) for name in ("0", "59")]
    return [*mini, *((made(n).query.task, made(n).database) for n in (2, 13))]


@pytest.mark.parametrize("name", ["oracle", "tools-only"])
@pytest.mark.parametrize("place", range(4))
def test_agents_hand_in_plans_of_full_marks(name, place):
    """case_acc 1 and strict-valid; who knows tools alone never pays less than who sees everything."""
    task, kb = cases()[place]
    plan, desk = answered(name, task, kb)
    assert assess(plan, task, kb).scores["case_acc"] == 1.0
    assert check(plan, task, kb).task_perfect
    if name == "tools-only":
        least = answered("oracle", task, kb)[1].facts["cost_cents"]
        assert desk.facts["cost_cents"] >= least
        assert desk.session.billed == desk.facts["calls"] + 1


@pytest.mark.parametrize("place", range(4))
def test_agents_plan_from_the_text_alone(place):
    """The same full marks; what the text does not say is told to be assumed."""
    task, kb = cases()[place]
    plan, desk = answered("tools-only", task, kb, is_text=True)
    assert assess(plan, task, kb).scores["case_acc"] == 1.0
    assert check(plan, task, kb).task_perfect
    assert desk.facts["reader_notes"] == desk.facts["wish_notes"] == []
    assert desk.facts["assumed"] == ({"people": 1, "rooms": 1} if task.task_id == "59" else {})


def test_a_text_that_says_too_little_is_refused():
    """Without cities and dates there is nothing to look up."""
    task, kb = replace(queries()["0"].task, text="Take me somewhere."), database("0")
    plan, desk = answered("tools-only", task, kb, is_text=True)
    assert plan is None
    assert "names no destination" in desk.session.state.submission["refusal_reason"]
    assert desk.session.billed == 1


def test_rides_are_grouped_by_route_with_the_first_legs_price():
    """A connection is one row of two legs; a class can be asked for."""
    kb = database("69")
    found = tools.query_flight_info(kb, "Hohhot", "Xiamen", "2025-11-12")["rows"]
    assert [len(route["legs"]) for route in found] == [1, 1, 1, 2]
    assert found[3]["price"] == "610.0"
    assert "price" not in found[3]["legs"][0]
    none = tools.query_flight_info(kb, "Hohhot", "Xiamen", "2025-11-12", "First Class")
    assert none == {"message": "There is nothing from Hohhot to Xiamen on 2025-11-12."}
    assert "message" in tools.query_train_info(kb, "Xiamen", "Hohhot", "2025-11-12")


def test_places_are_found_by_text_alone():
    """Filters are equality of text; roads and restaurants go by coordinates just as they are written."""
    kb = database("69")
    spot = tools.search_location(kb, "South Bay Temple")["rows"][0]
    ends = f"{spot['latitude']},{spot['longitude']}", "24.428300,118.123600"
    assert tools.query_road_route_info(kb, *ends)["rows"][0]["minutes"].isdigit()
    assert "message" in tools.query_road_route_info(kb, ends[0], "24.4283,118.1236")
    near = tools.recommend_restaurants(kb, spot["latitude"], spot["longitude"])["rows"]
    assert {row["near"] for row in near} == {"South Bay Temple"}
    assert tools.query_restaurant_details(kb, near[0]["name"])["rows"][0]["name"] == near[0]["name"]
    assert len(tools.query_hotel_info(kb, brand="Peony")["rows"]) == 1
    assert "message" in tools.query_hotel_info(kb, star="4.0")
    kinds = tools.recommend_attractions(kb, "Leisure Experience")["rows"]
    assert [row["name"] for row in kinds] == ["Longtou Road Snack Street", "Zengcuo'an"]
    assert tools.query_attraction_details(kb, "Nowhere") == {"message": "There is no attraction Nowhere."}


def test_agents_have_no_options():
    """Nothing can be set here."""
    with pytest.raises(InputError, match="no option of oracle"):
        make_agent("oracle", Setting(lambda: database("0"), {"speed": "9"}))
