"""Tool schemas: what models are told changes only on purpose, and strict schemas are strict."""

import json

import pytest
from tests.worlds import isles

from planassay.bench.sandbox.opening import tools_over
from planassay.bench.sandbox.schemas import STYLES, tool_schemas
from planassay.bench.sandbox.session import Session

PROFILES = ("trek", "v1")


@pytest.fixture(scope="module")
def tools():
    """Return the tools of both profiles."""
    return {profile: tools_over(isles(), profile) for profile in PROFILES}


@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize("profile", PROFILES)
def test_schemas_are_those_of_the_snapshot(tools, root, profile, style):
    """If a change is meant, write tests/data/tool-schemas anew and read the difference."""
    path = root / "tests" / "data" / "tool-schemas" / f"trek-{profile}-{style}.json"
    assert tool_schemas(tools[profile], style) == json.loads(path.read_text(encoding="utf-8"))


def test_the_published_tools_are_offered_as_published(tools):
    """Names, required parameters and the types of the published schemas."""
    offered = {
        tool["name"]: (
            {name: value["type"] for name, value in tool["input_schema"]["properties"].items()},
            tool["input_schema"].get("required", []),
        )
        for tool in tool_schemas(tools["trek"], "anthropic")
    }
    assert offered["search_hotels"] == (
        {
            "city": "string",
            "name": "string",
            "max_price": "number",
            "min_star": "integer",
            "amenity": "string",
            "sort_by": "string",
            "top_k": "integer",
        },
        ["city"],
    )
    assert offered["search_flights"][1] == ["departure_city", "arrival_city", "trip_type"]
    assert offered["submit_plan"] == (
        {"is_feasible": "boolean", "refusal_reason": "string", "plan": "object"},
        ["is_feasible", "plan"],
    )
    assert offered["compute_travel_time"][1] == []
    assert len(offered["compute_travel_time"][0]) == 10


def walk(schema):
    """Yield every schema inside a schema."""
    if isinstance(schema, dict):
        yield schema
        for value in schema.values():
            yield from walk(value)
    elif isinstance(schema, list):
        for value in schema:
            yield from walk(value)


@pytest.mark.parametrize("profile", PROFILES)
def test_strict_schemas_require_all_and_limit_nothing(tools, profile):
    """Every property is required, optional ones may be null, and no keyword is beyond what is allowed."""
    for tool in tool_schemas(tools[profile], "openai-strict"):
        parameters = tool["function"]["parameters"]
        assert tool["function"]["strict"] is True
        assert parameters["required"] == list(parameters["properties"])
        assert parameters["additionalProperties"] is False
        for value in parameters["properties"].values():
            for inner in walk(value):
                assert set(inner) <= {"type", "enum", "items", "description", "anyOf"}
                assert inner.get("type") != "object"


def test_what_a_strict_model_sends_is_understood(tools):
    """Nulls are left out, and a plan may be text."""
    for profile, arguments in (("trek", {"top_k": None}), ("v1", {"limit": None, "cursor": None})):
        session = Session(tools[profile])
        answer = session.call("search_hotels", {"city": "Anvil", "amenity": None, **arguments})
        assert "error" not in answer
        plan = {"is_feasible": True, "refusal_reason": None, "plan": '{"day1": {"current_city": "Anvil"}}'}
        session.call("submit_plan", plan)
        assert session.state.submission["plan"] == {"day1": {"current_city": "Anvil"}}
