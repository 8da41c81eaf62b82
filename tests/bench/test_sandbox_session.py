"""Sessions: exact budgets, the published dispatcher, and a record of every call."""

import json
from hashlib import sha256

import pytest
from tests.worlds import isles

from planassay.bench.sandbox.opening import tools_over
from planassay.bench.sandbox.session import Session, encode
from planassay.kb.tools.toolset import Limits


@pytest.fixture(scope="module")
def published():
    """Return the tools as published."""
    return tools_over(isles(), "trek")


@pytest.fixture(scope="module")
def v1():
    """Return the tools as we would have them."""
    return tools_over(isles(), "v1")


def spend(session, units):
    """Spend billable units on searches."""
    for _ in range(units):
        session.call("search_cars", {"city": "Anvil"})


# ---------------------------------------------------------------------------------- the published profile


def test_a_list_becomes_an_object(published):
    """As the dispatcher does for models that insist on one."""
    answer = Session(published).call(
        "search_hotels", {"city": "Anvil", "top_k": 1, "name": "", "amenity": None}
    )
    assert [row["name"] for row in answer["results"]] == ["Anvil Crown"]


def test_arguments_beyond_the_schema_are_passed_on(published):
    """Those the service knows work, others come back as HTTP 400."""
    session = Session(published)
    falling = session.call("search_hotels", {"city": "Anvil", "sort_by": "price", "sort_order": "desc"})
    assert falling["results"][0]["name"] == "Grand Hotel"
    refused = session.call("search_hotels", {"city": "Anvil", "colour": "red"})
    assert (refused["error"], refused["type"]) == ("HTTP 400", "api_error")
    assert refused["detail"]["error"] == "Unsupported parameter(s): colour"
    assert session.billed == 2


def test_a_batch_of_cities_is_billed_by_city(published):
    """Each has its list, or its error."""
    session = Session(published)
    answer = session.call("search_cars", {"city": "Anvil, Atlantis", "top_k": 1})
    assert list(answer["cars_by_city"]) == ["Anvil", "Atlantis"]
    assert answer["cars_by_city"]["Atlantis"] == {"error": "csv not found"}
    assert session.billed == 2
    assert session.call("search_cars", {"city": "Anvil, ", "top_k": 1})["results"][0]["city_name"] == "Anvil"
    assert session.call("search_cars", {"city": ","}) == {"error": "csv not found"}
    assert session.billed == 4


def test_a_round_trip_costs_two_and_one_way_is_the_default(published):
    """By its trip type."""
    session = Session(published)
    leg = {"departure_city": "Anvil", "arrival_city": "Brine"}
    assert list(session.call("search_flights", leg)) == ["flights"]
    assert session.billed == 1
    assert list(session.call("search_flights", {**leg, "trip_type": "round_trip"})) == [
        "depart_flights",
        "return_flights",
    ]
    assert session.billed == 3


def test_a_batch_may_overshoot_once(published):
    """At 14 of 15 three cities are allowed, for 17 in all; the next search is refused and costs nothing."""
    session = Session(published)
    spend(session, 14)
    assert "cars_by_city" in session.call("search_cars", {"city": "Anvil,Brine,Haven"})
    assert session.billed == 17
    assert "submit" in session.call("search_cars", {"city": "Anvil"})["error"]
    assert session.billed == 17
    session.call("submit_plan", {"is_feasible": "false", "plan": {}})
    assert session.billed == 18
    assert session.state.submission == {"is_feasible": True, "refusal_reason": "", "plan": {}}


def test_free_calls_are_counted_apart(published):
    """Forty, then they are refused; searches go on."""
    session = Session(published)
    for _ in range(40):
        assert session.call("write_note", {"text": "x"})["ok"] is True
    assert "error" in session.call("compute_travel_time", {})
    assert (session.free, session.billed) == (40, 0)
    assert "results" in session.call("search_cars", {"city": "Anvil"})


def test_an_unknown_tool_costs_nothing(published):
    """And is told in the published words."""
    session = Session(published)
    assert session.call("book_hotel", {}) == {"error": "unknown tool: book_hotel"}
    assert (session.free, session.billed) == (0, 0)


# ------------------------------------------------------------------------------------------------ the v1 one


def test_the_budget_is_exact(v1):
    """Fifteen calls, the sixteenth is refused with a code; the plan can still be handed in, once."""
    session = Session(v1)
    spend(session, 15)
    assert session.left == 0
    refused = session.answer("search_cars", {"city": "Anvil"})
    assert (refused.status, refused.body["error"]["code"]) == (429, "call_limit")
    assert session.call("submit_plan", {"is_feasible": False, "refusal_reason": "no"}) == {"accepted": True}
    after = session.answer("write_note", {"text": "more"})
    assert (after.status, after.body["error"]["code"]) == (409, "session_closed")
    assert (session.billed, session.free) == (16, 0)


def test_what_is_refused_for_its_arguments_costs_nothing(v1):
    """Each fault has a place."""
    session = Session(v1)
    answer = session.answer("search_hotels", {"city": "Anvil", "top_k": 3})
    assert answer.status == 422
    assert answer.body["error"]["details"][0]["loc"] == ["top_k"]
    assert session.billed == 0


def test_an_unknown_city_costs_a_call(v1):
    """It was looked up."""
    session = Session(v1)
    assert session.answer("search_hotels", {"city": "Atlantis"}).status == 404
    assert session.billed == 1


def test_limits_can_be_set(v1):
    """For one session."""
    session = Session(v1, limits=Limits(billable=1, free=0))
    assert session.call("write_note", {"text": "x"})["error"]["code"] == "call_limit"
    spend(session, 2)
    assert session.billed == 1


@pytest.mark.parametrize(
    "arguments",
    [
        {"city": "\ud800"},
        {"city": 10**30},
        ["city"],
        "city",
        {"city": "x" * 2**20},
        {"city": object()},
    ],
)
def test_no_arguments_make_a_call_raise(published, v1, arguments):
    """What cannot be written as JSON, or is no object, is a fault like others."""
    for tools in (published, v1):
        session = Session(tools)
        assert "error" in session.call("search_hotels", arguments)
        assert session.billed == 0
    deep: dict[str, object] = {}
    for _ in range(2000):
        deep = {"city": deep}
    assert "error" in Session(v1).call("search_hotels", deep)


def test_any_json_is_taken_as_text_where_the_published_tools_do(published):
    """Lists give their first element, flags their name."""
    session = Session(published)
    assert (
        session.call("search_hotels", {"city": ["Anvil", "Brine"], "top_k": 1})["results"][0]["city_name"]
        == "Anvil"
    )
    assert (
        session.call("search_hotels", {"city": "Anvil", "max_price": True})["error"]
        == "max_price should be a number"
    )
    assert session.call("search_hotels", {"city": "Anvil", "max_price": []})["results"]


def test_every_call_is_recorded_with_what_it_cost(v1):
    """Number, units, totals, and a digest of the answer that can be made again."""
    session = Session(v1, session_id="s1")
    answer = session.call("search_cars", {"city": "Anvil"})
    session.call("nothing")
    first, second = session.trace
    assert (first.session, first.number, first.units, first.billed, first.refused) == ("s1", 1, 1, 1, "")
    assert first.answer_sha256 == sha256(encode(answer)).hexdigest()
    assert first.answer_bytes == len(json.dumps(answer, ensure_ascii=False, separators=(",", ":")).encode())
    assert (second.number, second.units, second.refused, second.arguments) == (2, 0, "unknown_tool", {})
