"""
The MCP door, with whichever line of the SDK is installed; ``make test-clients`` runs this file under each.

``PLANASSAY_SERVER`` names a command that serves over stdio, perhaps with another line than the client's.
"""

import http.client
import os
import sys
from urllib.parse import urlsplit

import pytest
from tests.servers import serving
from tests.worlds import isles

from planassay.bench.sandbox.clients import McpClient, UnreachableError
from planassay.bench.sandbox.desk import Desk
from planassay.bench.sandbox.mcp_door import HttpDoor
from planassay.bench.sandbox.opening import open_tools, tools_over
from planassay.bench.sandbox.rest import create_app
from planassay.bench.sandbox.schemas import tool_schemas
from planassay.bench.sandbox.session import Session
from planassay.kb.formats.trek import open_folder, parts
from planassay.kb.store import write_store

PROFILES = ("trek", "v1")
CALLS = (
    ("search_flights", {"departure_city": "Honiara", "arrival_city": "Brisbane"}),
    ("search_hotels", {"city": "Riga", "amenity": "spa"}),
    ("search_attractions", {"city": "Riga", "facility": "wheelchair"}),
    ("search_cars", {"city": "Riga", "min_capacity": 5}),
    (
        "compute_travel_time",
        {"from_name": "HIR", "from_type": "flight", "to_name": "BNE", "to_type": "flight"},
    ),
    ("write_note", {"text": "é\u2028"}),
    ("search_hotels", {"city": "Riga", "unheard": 1}),
    ("search_hotels", {}),
    ("submit_plan", {"is_feasible": True, "plan": {"day1": {"current_city": "Riga"}}}),
    ("search_cars", {"city": "Riga"}),
)
"""Every tool, faults, and a call after the end."""


@pytest.fixture(scope="module")
def store(trek_slice, tmp_path_factory):
    """Return the slice as a store with its search index."""
    path = tmp_path_factory.mktemp("mcp") / "kb"
    write_store(path, "trek", list(parts(open_folder(trek_slice).source)))
    open_tools(path, "v1")
    return path


def check_all(client, tools):
    """List and call every tool; answers are those of a session in this process."""
    assert [
        {key: tool[key] for key in ("name", "description", "inputSchema")} for tool in client.tools()
    ] == tool_schemas(tools, "mcp")
    session = Session(tools)
    assert {tool for tool, _ in CALLS} == set(tools.by_name)
    for tool, arguments in CALLS:
        assert client.call(tool, arguments) == session.call(tool, arguments)


@pytest.mark.parametrize("profile", PROFILES)
def test_every_tool_over_streamable_http(store, profile):
    """The session is named in the address; another address is another session."""
    tools = open_tools(store, profile)
    desk = Desk(tools)
    with serving(create_app(desk, mcp=HttpDoor(desk))) as address:
        with McpClient(f"{address}/mcp", "one") as client:
            check_all(client, tools)
        with McpClient(f"{address}/mcp", "two") as client:
            assert "error" not in client.call("search_cars", {"city": "Riga"})
    assert desk.session("one").ended
    assert desk.session("two").billed == 1


@pytest.mark.parametrize("profile", PROFILES)
def test_every_tool_over_stdio(store, profile):
    """A process is a session."""
    python = [sys.executable, "-c", "from planassay.bench.cli import main; main()"]
    server = os.environ.get("PLANASSAY_SERVER", "").split() or python
    with McpClient([*server, "serve", "--kb", str(store), "--stdio", "--profile", profile]) as client:
        check_all(client, open_tools(store, profile))


def test_a_session_must_be_named(store):
    """By a name that can be one."""
    desk = Desk(tools_over(isles(), "v1"))
    with serving(create_app(desk, mcp=HttpDoor(desk))) as address:
        with McpClient(f"{address}/mcp", "a%20b") as client:
            assert client.call("search_cars", {"city": "Anvil"})["error"]["code"] == "invalid_session"
        with McpClient(f"{address}/mcp", "") as client:
            assert client.call("search_cars", {"city": "Anvil"})["error"]["code"] in (
                "missing_session",
                "invalid_session",
            )


def test_a_client_says_when_there_is_no_server():
    """One error, not a group of them."""
    with pytest.raises(UnreachableError), McpClient("http://127.0.0.1:9/mcp", "x"):
        pass
    with pytest.raises(UnreachableError), McpClient([sys.executable, "-c", "pass"]):
        pass


HEADERS = {"Content-Type": "application/json", "Accept": "application/json, text/event-stream"}


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"{",
        b"[]",
        b"null",
        b"\xff",
        b"[" * 100_000,
        b'{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "../x", "arguments": []}}',
        b'{"jsonrpc": "2.0", "id": 1, "method": "resources/read", "params": {"uri": "file:///etc/passwd"}}',
        b"x" * (3 * 2**20),
    ],
)
def test_hostile_messages_are_refused_and_others_go_on(body):
    """Whatever is posted: an answer that shows nothing, and the next client is served."""
    desk = Desk(tools_over(isles(), "v1"))
    with serving(create_app(desk, mcp=HttpDoor(desk))) as address:
        connection = http.client.HTTPConnection(urlsplit(address).netloc, timeout=60)
        connection.request("POST", "/mcp?session=bad", body, HEADERS)
        response = connection.getresponse()
        said = response.read()
        connection.close()
        assert response.status < 500
        assert b"root:" not in said
        assert response.status >= 400 or b"error" in said.lower()
        with McpClient(f"{address}/mcp", "good") as client:
            assert client.call("search_cars", {"city": "Anvil"})["total"] == 9


def test_a_page_from_elsewhere_cannot_call():
    """At a loopback address, requests for another host are refused: no web page can reach in by a name."""
    desk = Desk(tools_over(isles(), "v1"))
    with serving(create_app(desk, mcp=HttpDoor(desk))) as address:
        connection = http.client.HTTPConnection(urlsplit(address).netloc, timeout=60)
        connection.request("POST", "/mcp?session=s", b"{}", {**HEADERS, "Host": "evil.example"})
        assert connection.getresponse().status in (403, 421)
        connection.close()
