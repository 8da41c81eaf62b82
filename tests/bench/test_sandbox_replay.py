"""Replay: a true trace comes out the same, and a false one is found out."""

import json

import pytest

from planassay.bench.cli import run
from planassay.bench.sandbox.desk import Desk
from planassay.bench.sandbox.opening import open_tools
from planassay.bench.sandbox.traces import TraceFile, trace_head
from planassay.kb.formats.trek import open_folder, parts
from planassay.kb.store import write_store
from planassay.kb.tools.toolset import Limits

LIMITS = Limits(billable=4, free=2, overshoot=True)


@pytest.fixture(scope="module")
def kb(trek_slice, tmp_path_factory):
    """Return the slice as a store."""
    path = tmp_path_factory.mktemp("replay") / "kb"
    write_store(path, "trek", list(parts(open_folder(trek_slice).source)))
    return path


@pytest.fixture
def trace(kb, tmp_path):
    """Return a trace of everything that can be recorded."""
    tools = open_tools(kb, "trek")
    path = tmp_path / "trace.jsonl"
    file = TraceFile(path, trace_head(tools, LIMITS))
    desk = Desk(tools, limits=LIMITS, recorder=file)
    for city in ("Riga", "Cairo", "Riga,Cairo,Ferno", "Riga"):
        desk.session("a").call("search_hotels", {"city": city, "amenity": "spa"})
        desk.session("b").call("write_note", {"text": city})
    desk.session("a").call("search_hotels", {"city": "\ud800"})
    desk.session("a").call("search_hotels", {"city": "Riga"})
    desk.session("b").call("submit_plan", {"is_feasible": True, "plan": {}})
    desk.session("b").call("nothing", {})
    (route,) = (route for route in tools.routes if route.path == "/cars2")
    desk.session("b").route(route, {"city": "Riga"})
    desk.passer_by().route(route, {"city": "Riga"})
    desk.passer_by().call("search_cars", {"city": "Riga"})
    file.close()
    return path


def replayed(kb, trace):
    """Return the exit code of a replay."""
    return run(["serve", "--kb", str(kb), "--traces", str(trace), "--replay"])


def test_a_true_trace_comes_out_the_same(kb, trace, capsys):
    """Budgets, refusals, ends, routes and calls without a session."""
    assert replayed(kb, trace) == 0
    assert capsys.readouterr().out == "15 calls made again, 0 differ, 0 torn lines\n"


@pytest.mark.parametrize(
    ("line", "change"),
    [
        (1, {"arguments": {"city": "Ferno", "amenity": "spa"}}),
        (1, {"answer_sha256": "0" * 64}),
        (3, {"billed": 1}),
        (7, {"refused": ""}),
        (14, {"arguments": {"city": "Cairo"}}),
    ],
)
def test_a_changed_line_is_found(kb, trace, capsys, line, change):
    """And named, with what was expected."""
    lines = trace.read_text(encoding="utf-8").splitlines()
    lines[line] = json.dumps(json.loads(lines[line]) | change)
    trace.write_text("\n".join(lines) + "\n", encoding="utf-8")
    assert replayed(kb, trace) == 1
    told, total = capsys.readouterr().out.splitlines()
    assert "but comes out as" in told
    assert total == "15 calls made again, 1 differ, 0 torn lines"


def test_a_dropped_line_shows_in_those_that_follow(kb, trace, capsys):
    """Their numbers are one too high."""
    lines = trace.read_text(encoding="utf-8").splitlines()
    del lines[1]
    trace.write_text("\n".join(lines) + "\n", encoding="utf-8")
    assert replayed(kb, trace) == 1
    assert "number is 2, but comes out as 1" in capsys.readouterr().out


def test_what_cannot_be_replayed_is_told(kb, trace, capsys):
    """No trace, or one of another knowledge base."""
    assert run(["serve", "--kb", str(kb), "--replay"]) == 2
    assert "--traces" in capsys.readouterr().err
    head, rest = trace.read_text(encoding="utf-8").split("\n", 1)
    for change, message in (({"kb_hash": "x"}, "kb_hash x"), ({"free": "many"}, "free many")):
        trace.write_text(json.dumps(json.loads(head) | change) + "\n" + rest, encoding="utf-8")
        assert replayed(kb, trace) == 2
        assert message in capsys.readouterr().err
