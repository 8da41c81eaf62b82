"""A made city through the doors of the sandbox, for agents and the data engine: budgets, doors, schemas."""

import json

import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from schemathesis.specs.openapi.checks import positive_data_acceptance
from tests.asgi import call
from tests.servers import serving

from planassay.bench.sandbox.clients import McpClient
from planassay.bench.sandbox.desk import UNLIMITED, Desk
from planassay.bench.sandbox.mcp_door import HttpDoor
from planassay.bench.sandbox.opening import open_tools
from planassay.bench.sandbox.replay import replay
from planassay.bench.sandbox.rest import create_app, describe
from planassay.bench.sandbox.schemas import STYLES, tool_schemas
from planassay.bench.sandbox.session import Session
from planassay.bench.sandbox.traces import Recorded, TraceFile, trace_head
from planassay.kb.errors import CollectedInputError
from planassay.kb.formats.lifeplanner import write_city
from planassay.kb.worlds.lifeplanner import build


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """Return a folder with a small city."""
    path = tmp_path_factory.mktemp("city")
    write_city(path, build("small", 7))
    return path


@pytest.fixture(scope="module")
def tools(folder):
    """Return the tools over it."""
    return open_tools(folder)


@pytest.fixture(scope="module")
def engine(folder):
    """Return the data engine's tools over it."""
    return open_tools(folder, "data-engine")


def test_an_agent_finds_its_way_within_its_budget(tools):
    """Search, detail, route, notes and the answer; fifty calls, and handing in is none of them."""
    session = Session(tools)
    first, second = session.call("place_search", {"query_name": "咖啡"})["results"][:2]
    assert session.call("place_detail", {"place_id": first["place_id"]})["name"] == first["name"]
    route = session.call(
        "routing",
        {"start_place_id": first["place_id"], "end_place_id": second["place_id"], "vehicle": "cycling"},
    )
    assert route["distance_m"] > 0
    line = {"start": first["place_id"], "end": second["place_id"], "vehicle": "cycling"}
    assert session.call("nearby_search", {"center": line, "radius_meters": 200})["total"] > 0
    (note, *_) = session.call("search_notes", {"keywords": ["排队"]})["results"]
    assert "排队" in session.call("note_detail", {"note_id": note["note_id"]})["desc"]
    assert session.call("nearby_search", {"center": "nowhere"})["error"]["code"] == "unknown_entity"
    assert session.call("routing", {"start_place_id": "x"})["error"]["code"] == "invalid_parameter"
    while session.left:
        session.call("place_detail", {"place_id": first["place_id"]})
    assert session.call("place_detail", {"place_id": first["place_id"]})["error"]["code"] == "call_limit"
    assert session.call("submit_answer", {"result": {"distance_m": route["distance_m"]}}) == {
        "received": True
    }
    assert session.billed == 50
    assert session.state.result == {"distance_m": route["distance_m"]}


def test_models_are_told_of_every_tool(tools):
    """In each style of schemas."""
    for style in STYLES:
        assert len(tool_schemas(tools, style)) == 7


def test_the_rest_door_answers_as_the_session_does(tools):
    """Searches are posted, also with a route for a centre; a detail is got; a fault has its status."""
    app = create_app(Desk(tools, limits=UNLIMITED))
    headers = {"X-Session-Id": "r"}
    found = Session(tools).call("place_search", {"query_name": "咖啡"})
    assert call(app, "POST", "/places", {"query_name": "咖啡"}, headers=headers) == (200, found)
    start, end = (row["place_id"] for row in found["results"][:2])
    asked = {"center": {"start": start, "end": end}, "radius_meters": 200}
    near = Session(tools).call("nearby_search", asked)
    assert call(app, "POST", "/nearby", asked, headers=headers) == (200, near)
    assert call(app, "POST", "/tools/nearby_search", asked, headers=headers) == (200, near)
    detail = Session(tools).call("place_detail", {"place_id": start})
    assert call(app, "GET", f"/place?place_id={start}", headers=headers) == (200, detail)
    assert call(app, "GET", "/note?note_id=none", headers=headers)[0] == 404


def test_the_mcp_door_answers_as_the_session_does(tools):
    """The same objects over the wire."""
    desk = Desk(tools, limits=UNLIMITED)
    asked = {"keywords": ["排队", "停车"], "sort": "likes"}
    app = create_app(desk, mcp=HttpDoor(desk))
    with serving(app) as address, McpClient(f"{address}/mcp", "m") as client:
        assert len(client.tools()) == len(tools.tools)
        assert client.call("search_notes", asked) == Session(tools).call("search_notes", asked)


def test_the_data_engine_sees_memories_samples_and_compares_orders(engine):
    """A session of its own budget; each class of failure says what it is."""
    session = Session(engine)
    sampled = session.call("sample_place", {"num_samples": 4})["results"]
    assert all("long_mem" in row for row in sampled)
    assert session.call("sample_place", {"num_samples": 4})["results"] != sampled
    stops = [row["place_id"] for row in sampled]
    best = session.call("multi_stop_routing", {"stop_ids": stops, "vehicle": "walking"})
    assert (best["total"], best["truncated"]) == (24, True)
    assert best["time_s"] == min(one["time_s"] for one in best["orders"])
    said = session.call("nearby_search", {"center": stops[0], "radius_meters": 9000, "social_mem": ["queue"]})
    assert said["truncated"]
    assert all(
        any("queue" in fact["key"] for fact in row["long_mem"] + row["short_mem"]) for row in said["results"]
    )
    fault = session.call("multi_stop_routing", {"stop_ids": stops, "start_id": "nowhere"})["error"]
    assert (fault["code"], "start_id must be one of stop_ids" in fault["message"]) == (
        "invalid_parameter",
        True,
    )
    assert session.call("place_search", {"query_name": "无此地"}) == {
        "results": [],
        "total": 0,
        "truncated": False,
    }
    assert session.call("place_detail", {"place_id": stops[0]})["error"]["code"] == "unknown_tool"
    while session.left:
        session.call("search_notes", {"keywords": ["排队"]})
    assert session.call("sample_place", {})["error"]["code"] == "call_limit"


def test_the_data_engine_through_both_doors(engine, tmp_path):
    """REST and MCP answer as a session does, and a trace of samples comes out the same another time."""
    file = TraceFile(tmp_path / "trace.jsonl", trace_head(engine, UNLIMITED))
    desk = Desk(engine, limits=UNLIMITED, recorder=file)
    app = create_app(desk, mcp=HttpDoor(desk))
    session, headers = Session(engine), {"X-Session-Id": "d"}
    for name, path, asked in (
        ("sample_place", "/sample", {"num_samples": 2}),
        ("sample_place", "/sample", {"num_samples": 2}),
        ("place_search", "/places", {"query_name": "咖啡", "place_types": "Food"}),
        ("search_notes", "/notes", {"keywords": ["排队"], "limit": 2}),
    ):
        assert call(app, "POST", path, asked, headers=headers) == (200, session.call(name, asked))
    with serving(app) as address, McpClient(f"{address}/mcp", "m") as client:
        assert sorted(tool["name"] for tool in client.tools()) == sorted(engine.by_name)
        assert client.call("sample_place", {"num_samples": 2}) == Session(engine).call(
            "sample_place", {"num_samples": 2}
        )
    file.close()
    again = TraceFile(file.path, trace_head(engine, UNLIMITED))
    assert len(again.recorded.calls) == 5
    assert list(replay(Recorded({}, again.recorded.calls, 0), engine, UNLIMITED)) == []
    again.close()


@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize("name", ["tools", "engine"])
def test_schemas_are_those_of_the_snapshot(request, root, name, style):
    """If a change is meant, write tests/data/tool-schemas anew and read the difference."""
    found = request.getfixturevalue(name)
    path = root / "tests" / "data" / "tool-schemas" / f"lifeplanner-{found.profile}-{style}.json"
    assert tool_schemas(found, style) == json.loads(path.read_text(encoding="utf-8"))


@pytest.mark.parametrize("name", ["tools", "engine"])
def test_the_document_is_kept(request, name):
    """
    As the OpenAPI document says, whatever is sent.

    But for what a schema cannot say: that the ends are among the stops, and that a search must say something.
    """
    found = request.getfixturevalue(name)
    app = describe(Desk(found, limits=UNLIMITED))
    checked = 0
    for result in schemathesis.openapi.from_asgi("/openapi.json", app).get_all_operations():
        operation = result.ok()

        @settings(max_examples=2, suppress_health_check=list(HealthCheck))
        @given(case=operation.as_strategy())
        def check(case):
            case.call_and_validate(excluded_checks=[positive_data_acceptance])

        check()
        checked += 1
    assert checked >= len(found.tools)


def test_a_damaged_city_is_refused_and_another_folder_is_none(folder, tmp_path):
    """A fault names the file and the line."""
    for path in folder.iterdir():
        (tmp_path / path.name).write_bytes(path.read_bytes())
    with (tmp_path / "notes.jsonl").open("a") as file:
        file.write("{}\n")
    with pytest.raises(CollectedInputError, match=r"notes\.jsonl:601: at /note_id: is missing"):
        open_tools(tmp_path)
