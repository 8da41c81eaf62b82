"""Traces of the sandbox as results: a session that is named after a task is its answer, with its calls."""

import json

import pytest
from tests.blocks import STREET, asked, trip_gold

from planassay.bench.cli import run
from planassay.bench.pages.runs import read_runs
from planassay.bench.recorded import result_lines
from planassay.bench.sandbox.desk import Desk
from planassay.bench.sandbox.traces import TraceFile, trace_head
from planassay.kb.formats.lifeplanner import write_city
from planassay.kb.tools.lifeplanner import MapWorld
from planassay.kb.tools.lifeplanner.toolset import toolset
from planassay.solver.roads import RoadSearch


@pytest.fixture
def traces(tmp_path):
    """Return a trace file: a session that answers, one that gives up, and a call without a session."""
    tools = toolset(MapWorld(STREET, RoadSearch(STREET.network)))
    path = tmp_path / "traces.jsonl"
    file = TraceFile(path, trace_head(tools, tools.limits))
    desk = Desk(tools, recorder=file)
    desk.passer_by().call("place_search", {"query_name": "馆"})
    session = desk.session("t1")
    for a, b in ((1, 2), (2, 3)):
        session.call("routing", {"start_place_id": f"p{a}", "end_place_id": f"p{b}"})
    session.call("submit_answer", {"result": "no object"})
    session.call("submit_answer", {"result": {"stops": ["p1", "p2", "p3"], "distance_m": 200}})
    desk.session("t2").call("place_search", {"query_name": "馆"})
    file.close()
    return path


def test_a_session_is_a_line(traces):
    """What was refused was not handed in."""
    (_, first), (_, second) = result_lines(traces)
    assert first["result"] == {"stops": ["p1", "p2", "p3"], "distance_m": 200}
    assert [(call["tool"], call["failed"]) for call in first["trace"]] == [
        ("routing", False),
        ("routing", False),
        ("submit_answer", True),
        ("submit_answer", False),
    ]
    assert (first["task_id"], first["calls"], first["profile"]) == ("t1", 2, "v1")
    assert "result" not in second


def test_traces_are_scored_as_they_are(traces, tmp_path, capsys):
    """With the process: the replies are made again."""
    write_city(tmp_path / "city", STREET)
    tasks = [asked("trip_L1", trip_gold(1, 2, 3), task_id=name) for name in ("t1", "t2")]
    lines = "".join(json.dumps(dict(task.source)) + "\n" for task in tasks)
    (tmp_path / "tasks.jsonl").write_text(lines, encoding="utf-8")
    command = ["score", str(traces), "--kb", str(tmp_path / "city"), "--tasks", str(tmp_path / "tasks.jsonl")]
    assert run([*command, "--json"]) == 1
    found = json.loads(capsys.readouterr().out)
    first, second = found["reports"][:2]
    assert (first["scores"]["case_score"], first["scores"]["tool_efficiency"]) == (1, 1)
    assert first["scores"]["information_grounding"] == 0.4  # its places stand in no reply
    assert (second["parse"], second["scores"]["tool_efficiency"]) == ("unreadable", 0)


def test_traces_are_runs_for_pages(traces):
    """The calls of an answer come along; a session without an answer has none."""
    (found,) = read_runs([traces])
    assert len(found.attempts["t1"].trace) == 4
    assert found.attempts["t1"].calls == 2
