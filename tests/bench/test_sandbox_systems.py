"""Other systems through the same doors: a shopping case and TravelPlanner's look-ups."""

import json

import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from tests.asgi import call
from tests.servers import serving

from planassay.bench.agents.deepplanning_shopping import ToolsOnlyShopper
from planassay.bench.sandbox.clients import McpClient
from planassay.bench.sandbox.desk import UNLIMITED, Desk
from planassay.bench.sandbox.mcp_door import HttpDoor
from planassay.bench.sandbox.opening import open_tools
from planassay.bench.sandbox.rest import create_app, describe
from planassay.bench.sandbox.schemas import STYLES, tool_schemas
from planassay.bench.sandbox.session import Session
from planassay.bench.sandbox.traces import TraceFile
from planassay.kb.errors import UnknownSystemError
from planassay.kb.tools.deepplanning_shopping import function_schemas

CASE = "tests/data/deepplanning-shopping-mini/mini_db/database_level1/case_1"
TABLES = "tests/data/travelplanner"


@pytest.fixture(scope="module")
def shop(root):
    """Return the tools over a case."""
    return open_tools(root / CASE)


@pytest.fixture(scope="module")
def lookups(root):
    """Return the look-ups of TravelPlanner."""
    return open_tools(root / TABLES)


def test_a_shopper_buys_through_a_session_as_in_the_shop(root, shop):
    """The agent that knows tools alone, over the seam."""
    queries = json.loads((root / CASE / "../../data/level_1_query_meta.json").read_text(encoding="utf-8"))
    session = Session(shop)

    def ask(tool, arguments):
        return json.dumps(session.call(tool, json.loads(arguments)))

    trip = ToolsOnlyShopper(ask, with_coupons=False).run(queries[0]["query"])
    assert trip.stopped == ""
    assert session.billed == trip.calls
    assert json.loads(session.state.cart)["items"]


def test_a_visit_goes_on_after_a_restart(shop, tmp_path):
    """The cart is filled again from the trace."""
    file = TraceFile(tmp_path / "trace.jsonl", {"kb_hash": shop.kb_hash})
    session = Desk(shop, recorder=file).session("a")
    found = session.call("filter_by_range", {"condition_key": "price", "operator": ">", "value": 0})
    session.call("add_product_to_cart", {"product_id": found["filtered_products_ids"][0]})
    file.close()
    again = TraceFile(file.path, {"kb_hash": shop.kb_hash})
    restored = Desk(shop, recorder=again, before=again.recorded.calls).session("a")
    again.close()
    assert restored.state.cart == session.state.cart
    assert (restored.billed, restored.left) == (2, 398)


def test_the_doors_serve_any_system(shop, lookups):
    """REST and MCP, one tool of each."""
    for tools, tool, arguments in (
        (shop, "search_products", {"query": "shirt", "limit": 2}),
        (lookups, "CitySearch", {"state": "Illinois"}),
    ):
        desk = Desk(tools)
        app = create_app(desk, mcp=HttpDoor(desk))
        expected = Session(tools).call(tool, arguments)
        with serving(app) as address, McpClient(f"{address}/mcp", "m") as client:
            assert len(client.tools()) == len(tools.tools)
            assert client.call(tool, arguments) == expected
        status, answer = call(app, "POST", f"/tools/{tool}", arguments, headers={"X-Session-Id": "r"})
        assert (status, answer) == (200, expected)


def test_paths_of_travelplanner(lookups):
    """A GET route a look-up."""
    app = create_app(Desk(lookups))
    headers = {"X-Session-Id": "s"}
    assert call(app, "GET", "/cities?state=Illinois", headers=headers)[1]["rows"]
    status, body = call(app, "GET", "/flights?departure_city=a&destination_city=b&date=soon", headers=headers)
    assert (status, body["error"]["details"][0]["loc"]) == (422, ["date"])
    for day in ("0", "1647388800", "2022-03-16T00:00:00", "2022-02-30"):  # pydantic would take three of them
        query = f"departure_city=a&destination_city=b&date={day}"
        assert call(app, "GET", f"/flights?{query}", headers=headers)[0] == 422


def test_shopping_functions_are_described_as_by_the_shop(shop):
    """The same schemas, whichever way they are asked for."""
    assert tool_schemas(shop, "openai") == function_schemas()


@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize("name", ["shop", "lookups"])
def test_schemas_are_those_of_the_snapshot(request, root, name, style):
    """If a change is meant, write tests/data/tool-schemas anew and read the difference."""
    tools = request.getfixturevalue(name)
    path = root / "tests" / "data" / "tool-schemas" / f"{tools.system}-{style}.json"
    assert tool_schemas(tools, style) == json.loads(path.read_text(encoding="utf-8"))


@pytest.mark.parametrize("name", ["shop", "lookups"])
def test_the_document_is_kept(request, name):
    """As the OpenAPI document says, whatever is sent."""
    app = describe(Desk(request.getfixturevalue(name), limits=UNLIMITED))
    schema = schemathesis.openapi.from_asgi("/openapi.json", app)
    checked = 0
    for result in schema.get_all_operations():
        operation = result.ok()

        @settings(max_examples=3, suppress_health_check=list(HealthCheck))
        @given(case=operation.as_strategy())
        def check(case):
            case.call_and_validate()

        check()
        checked += 1
    assert checked >= 17


def test_a_profile_must_be_one_of_the_system(root):
    """And the message lists all."""
    with pytest.raises(UnknownSystemError, match="travelplanner v1"):
        open_tools(root / TABLES, "trek")
