"""The REST door: routes, sessions, faults, and that hostile input has no effect on others."""

import asyncio
import json
import socket
from functools import cache
from types import SimpleNamespace
from urllib.parse import quote, urlsplit

import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.asgi import call
from tests.servers import serving
from tests.worlds import isles

from planassay.bench.sandbox import clients
from planassay.bench.sandbox.clients import RestClient, UnreachableError
from planassay.bench.sandbox.desk import UNLIMITED, Desk
from planassay.bench.sandbox.guard import MAX_BODY_BYTES, Patience
from planassay.bench.sandbox.opening import tools_over
from planassay.bench.sandbox.rest import create_app, describe
from planassay.bench.sandbox.session import Session

PROFILES = ("trek", "v1")
S1 = {"X-Session-Id": "s1"}


@cache
def tools(profile):
    """Return the tools over the isles under a profile."""
    return tools_over(isles(), profile)


@pytest.fixture
def v1():
    """Return an application of its own, profile v1."""
    return create_app(Desk(tools("v1")))


@pytest.fixture
def published():
    """Return an application of its own, as published."""
    return create_app(Desk(tools("trek")))


def ask(app, path, headers=S1):
    """Return status and JSON of a GET."""
    return call(app, "GET", path, headers=headers)


# -------------------------------------------------------------------------------------------------- routes


def test_health_says_what_is_served(v1):
    """Without a session."""
    status, body = ask(v1, "/health", {})
    assert status == 200
    assert (body["profile"], body["kb_hash"], body["sessions"]) == ("v1", "isles", 0)


def test_published_routes_answer_without_a_session(published):
    """As published: a bare list, and nothing is counted."""
    for _ in range(50):
        status, body = ask(published, "/hotels2?city=Anvil&top_k=1&city=Brine", {})
    assert status == 200
    assert [hotel["name"] for hotel in body] == ["Anvil Crown"]
    assert ask(published, "/health", {})[1]["sessions"] == 0
    leg = "departure_city=Anvil&arrival_city=Brine&trip_type=round_trip"
    assert list(ask(published, f"/flights2?{leg}", {})[1]) == ["depart_flights", "return_flights"]
    assert ask(published, "/cars2", {}) == (400, {"error": "Parameter 'city' is required."})
    assert ask(published, "/attractions2?city=Anvil&facility=bars", {})[0] == 200
    assert ask(published, "/travel_time", {})[1]["hint"]
    assert ask(published, "/hotels1", {}) == (410, {"message": "/hotels1 is retired; use /hotels2."})


def test_published_routes_are_billed_to_a_session_that_is_named(published):
    """A round trip costs two; the sixteenth unit is refused."""
    leg = "departure_city=Anvil&arrival_city=Brine&trip_type=round_trip"
    for _ in range(8):
        assert ask(published, f"/flights2?{leg}")[0] == 200
    status, body = ask(published, "/hotels2?city=Anvil")
    assert status == 429
    assert list(body) == ["error"]
    standing = ask(published, "/session")[1]
    assert (standing["billed"], standing["calls"], standing["ended"]) == (16, 9, False)


def test_tools_of_v1_have_paths_of_their_own(v1):
    """Arguments stand in the query, or in the body."""
    status, page = ask(v1, "/hotels?city=Anvil&sort_by=price&sort_order=desc&limit=1")
    assert (status, page["total"], page["items"][0]["name"]) == (200, 3, "Grand Hotel")
    following = ask(
        v1, f"/hotels?city=Anvil&sort_by=price&sort_order=desc&limit=1&cursor={page['next_cursor']}"
    )
    assert following[1]["items"][0]["name"] == "Anvil Crown"
    assert call(v1, "POST", "/notes", {"text": "x"}, headers=S1) == (200, {"ok": True, "notes_total": 1})
    assert call(v1, "POST", "/submit", {"is_feasible": False}, headers=S1) == (200, {"accepted": True})
    assert ask(v1, "/cars?city=Anvil")[0] == 409
    assert ask(v1, "/session")[1]["ended"] is True


def test_a_call_by_name_answers_as_a_session_in_this_process():
    """For every tool and both profiles."""
    calls = (
        ("search_flights", {"departure_city": "Anvil", "arrival_city": "Brine"}),
        ("search_hotels", {"city": "Anvil", "amenity": "spa"}),
        ("search_attractions", {"city": "Anvil", "facility": "bars"}),
        ("search_cars", {"city": "Anvil,Brine"}),
        ("compute_travel_time", {"from_name": "ANV", "from_type": "flight"}),
        ("write_note", {"text": "é"}),
        ("submit_plan", {"is_feasible": True, "plan": {"day1": {}}}),
        ("search_cars", {"city": "Anvil"}),
    )
    for profile in PROFILES:
        app, session = create_app(Desk(tools(profile))), Session(tools(profile))
        for tool, arguments in calls:
            reply = session.answer(tool, arguments)
            assert call(app, "POST", f"/tools/{tool}", arguments, headers=S1) == (reply.status, reply.body)


def test_tools_are_described_in_every_style(v1):
    """And no other."""
    assert ask(v1, "/tools?style=anthropic", {})[1][1]["name"] == "search_hotels"
    assert ask(v1, "/tools", {})[1][0]["type"] == "function"
    assert ask(v1, "/tools?style=x", {})[0] == 422


def test_without_rest_only_the_server_speaks():
    """Health, and no tool."""
    app = create_app(Desk(tools("v1")), with_rest=False)
    assert ask(app, "/health", {})[0] == 200
    assert ask(app, "/hotels?city=Anvil")[0] == 404


# -------------------------------------------------------------------------------------------------- faults


@pytest.mark.parametrize("name", ["", "a b", "x" * 129, "../x", "a/b", "é"])
def test_a_session_needs_a_name(v1, name):
    """Of plain characters."""
    status, body = ask(v1, "/hotels?city=Anvil", {"X-Session-Id": name})
    assert (status, body["error"]["code"]) == (422, "invalid_session")
    assert ask(v1, "/hotels?city=Anvil", {})[1]["error"]["code"] == "missing_session"


def test_there_are_only_so_many_sessions():
    """Those that are there go on."""
    app = create_app(Desk(tools("v1"), max_sessions=1))
    assert ask(app, "/cars?city=Anvil")[0] == 200
    status, body = ask(app, "/cars?city=Anvil", {"X-Session-Id": "s2"})
    assert (status, body["error"]["code"]) == (429, "too_many_sessions")
    assert ask(app, "/cars?city=Anvil")[0] == 200


@pytest.mark.parametrize("body", [b"", b"{", b"[]", b"null", b'{"city": "\\ud800"}', b"[" * 5000, b"\xff"])
def test_a_body_must_be_a_json_object(v1, published, body):
    """Whatever else it is, is a fault with a code."""
    for app in (v1, published):
        status, answer = call(app, "POST", "/tools/search_hotels", parts=[body], headers=S1)
        assert status == 422
        assert "error" in answer


def test_unknown_paths_and_methods_are_told_in_json(v1, published):
    """In the manner of the profile."""
    assert ask(v1, "/../../etc/passwd")[1]["error"]["code"] == "not_found"
    assert call(v1, "DELETE", "/hotels")[0] == 405
    assert ask(published, "/nothing")[1] == {"error": "Not Found: GET /nothing"}


@pytest.mark.parametrize("size", [MAX_BODY_BYTES + 1, 100 * 2**20])
def test_large_bodies_are_refused(v1, size):
    """Announced or not; they are not kept."""
    parts = [b"x" * 2**16] * (size // 2**16 + 1)
    status, body = call(v1, "POST", "/tools/search_hotels", parts=parts, headers=S1)
    assert (status, body["error"]["code"]) == (413, "too_large")
    status, body = call(v1, "POST", "/tools/search_hotels", headers={**S1, "Content-Length": str(size)})
    assert status == 413


def test_a_body_that_does_not_come_is_not_waited_for():
    """After its time the answer is 408."""

    async def silent():
        await asyncio.Event().wait()

    sent = []

    async def send(message):
        sent.append(message)

    scope = {
        "type": "http",
        "method": "POST",
        "path": "/tools/search_hotels",
        "raw_path": b"/tools/search_hotels",
        "query_string": b"",
        "headers": [(b"x-session-id", b"s1")],
        "http_version": "1.1",
        "scheme": "http",
        "asgi": {"version": "3.0"},
        "server": ("test", 80),
        "client": ("test", 1),
    }
    asyncio.run(create_app(Desk(tools("v1")), body_seconds=0.01)(scope, silent, send))
    assert sent[0]["status"] == 408
    assert json.loads(sent[1]["body"])["error"]["code"] == "too_slow"


def test_what_breaks_behind_the_guard_is_not_hidden():
    """Only lateness is answered for."""

    async def broken(scope, receive, send):
        raise KeyError("x")

    with pytest.raises(KeyError):
        asyncio.run(Patience(broken)({"type": "http"}, None, None))


def test_other_connections_pass_the_guard():
    """The guard looks at requests alone."""
    seen = []

    async def app(scope, receive, send):
        seen.append(scope["type"])

    asyncio.run(Patience(app)({"type": "lifespan"}, None, None))
    assert seen == ["lifespan"]


# ------------------------------------------------------------------------------------------------- hostile

HOSTILE = st.one_of(
    st.sampled_from(
        [
            "'; DROP TABLE hotels; --",
            "../../../../etc/passwd",
            "..\\..\\windows\\win.ini",
            "/etc/passwd\0.csv",
            "Anvil/../../tests",
            "{{7*7}}",
            "${jndi:ldap://127.0.0.1/a}",
            "<script>alert(1)</script>",
            "(a+)+$",
            "9" * 5000,
            "-1",
            "1e309",
            "NaN",
            "\u202eanvil",
            "a\u0300" * 500,
            "\r\nX-Injected: 1",
        ]
    ),
    st.text(max_size=40),
)


def parameters(profile):
    """Return (path, parameter) for every parameter of every GET route."""
    paths = describe(Desk(tools(profile))).openapi()["paths"]
    return [
        (path, parameter["name"])
        for path, methods in paths.items()
        for parameter in methods.get("get", {}).get("parameters", ())
        if parameter["in"] == "query"
    ]


BASE = {"city": "Anvil", "departure_city": "Anvil", "arrival_city": "Brine", "trip_type": "one_way"}


@pytest.mark.parametrize("profile", PROFILES)
def test_no_parameter_breaks_a_route_or_shows_a_file(profile):
    """Through every parameter: an answer in JSON, never a server error, nothing but rows of the isles."""
    app = create_app(Desk(tools(profile), limits=UNLIMITED))
    places = parameters(profile)
    assert len(places) > 40

    @settings(max_examples=150, suppress_health_check=[HealthCheck.too_slow])
    @given(st.sampled_from(places), HOSTILE)
    def check(place, value):
        path, name = place
        given_here = {key: text for key, text in BASE.items() if (path, key) in places}
        pairs = {**given_here, name: value}
        query = "&".join(f"{key}={quote(text, errors='replace')}" for key, text in pairs.items())
        status, body = ask(app, f"{path}?{query}")
        assert status in (200, 400, 404, 422)
        assert "root:" not in json.dumps(body)

    check()


def test_an_enormous_top_k_shows_what_there_is(published):
    """And no more."""
    assert len(ask(published, f"/hotels2?city=Anvil&top_k={10**18}", {})[1]) == 3


def test_a_flooding_session_takes_nothing_from_another(v1):
    """Its refused calls are its own."""
    for _ in range(40):
        ask(v1, "/cars?city=Anvil", {"X-Session-Id": "flood"})
    assert ask(v1, "/session", {"X-Session-Id": "flood"})[1]["billed"] == 15
    assert ask(v1, "/session")[1]["billed"] == 0


def test_slow_and_broken_clients_do_not_hold_up_others(v1):
    """Half a request on many connections; another client is answered meanwhile."""
    with serving(v1) as address:
        host = urlsplit(address)
        idle = [socket.create_connection((host.hostname, host.port)) for _ in range(30)]
        for number, connection in enumerate(idle):
            connection.sendall(
                [b"POST /tools/search_cars HT", b"POST /submit HTTP/1.1\r\nContent-Length: 99\r\n\r\n{"][
                    number % 2
                ]
            )
        with RestClient(address, "quick") as client:
            assert client.call("search_cars", {"city": "Anvil", "limit": 1})["total"] == 9
            assert client.status == 200
        for connection in idle:
            connection.close()


@pytest.mark.parametrize("said", [b"", b"GET /hea", b"POST /submit HTTP/1.1\r\nHost: a\r\n"])
@pytest.mark.parametrize("asked_before", [False, True])
def test_half_a_head_is_not_waited_for(v1, said, asked_before):
    """Whether it is the first on its connection or a later one; what was asked before is answered."""
    with serving(v1, head_seconds=0.05) as address:
        host = urlsplit(address)
        with socket.create_connection((host.hostname, host.port), timeout=60) as connection:
            if asked_before:
                connection.sendall(b"GET /health HTTP/1.1\r\nHost: a\r\n\r\n")
                assert connection.recv(4096).startswith(b"HTTP/1.1 200")
            connection.sendall(said or (b"G" if asked_before else b""))
            while connection.recv(4096):  # ends when the server closes the connection
                pass


def test_a_client_says_when_there_is_no_server():
    """An exception, never an answer."""
    with socket.socket() as closed:
        closed.bind(("127.0.0.1", 0))
        address = f"http://127.0.0.1:{closed.getsockname()[1]}"
        with RestClient(address, "s") as client, pytest.raises(UnreachableError, match="search_cars"):
            client.call("search_cars", {})


def test_a_client_that_thought_for_long_calls_on_a_new_connection(v1, monkeypatch):
    """The server may have closed the old one; the call is made once."""
    clock = iter([100.0, 101.0, 102.0, 103.0, 1000.0, 1001.0])  # two readings a call
    with serving(v1) as address, RestClient(address, "slow") as client:
        ports = []
        for _ in range(3):
            with monkeypatch.context() as patched:
                patched.setattr(clients, "time", SimpleNamespace(monotonic=lambda: next(clock)))
                client.call("search_cars", {"city": "Anvil", "limit": 1})
            ports.append(client._connection.sock.getsockname()[1])
        assert client.request("GET", "/session")["billed"] == 3
    assert ports[0] == ports[1] != ports[2]


def test_a_client_refuses_what_is_not_json():
    """A page of HTML is no answer."""

    async def page(scope, receive, send):
        if scope["type"] == "lifespan":
            for word in ("startup", "shutdown"):
                await receive()
                await send({"type": f"lifespan.{word}.complete"})
            return
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": b"<html>"})

    wrong = pytest.raises(UnreachableError, match="not JSON")
    with serving(page) as address, RestClient(address, "s") as client, wrong:
        client.call("search_cars", {})


# ----------------------------------------------------------------------------------------------- document


@pytest.mark.parametrize("profile", PROFILES)
def test_the_document_is_kept(profile):
    """What schemathesis sends, valid or not, is answered as the OpenAPI document says."""
    app = describe(Desk(tools(profile), limits=UNLIMITED))
    schema = schemathesis.openapi.from_asgi("/openapi.json", app)
    checked = []
    for result in schema.get_all_operations():
        operation = result.ok()

        @settings(max_examples=6, suppress_health_check=list(HealthCheck))
        @given(case=operation.as_strategy())
        def check(case):
            case.call_and_validate()

        check()
        checked.append(operation.label)
    assert len(checked) == {"trek": 15, "v1": 17}[profile]
