"""Traces: nothing that was answered is lost, whatever ends the process; sessions go on after a restart."""

import os
import signal
import subprocess
import sys
import threading
from collections import Counter
from contextlib import suppress

import pytest
from tests.worlds import isles

from planassay.bench.sandbox.clients import RestClient, UnreachableError
from planassay.bench.sandbox.desk import Desk
from planassay.bench.sandbox.opening import tools_over
from planassay.bench.sandbox.traces import TraceFile, read_traces
from planassay.kb.errors import InputError
from planassay.kb.formats.trek import open_folder, parts
from planassay.kb.store import write_store

HEAD = {"system": "trek", "profile": "v1", "kb_hash": "isles"}


@pytest.fixture(scope="module")
def tools():
    """Return the tools over the isles."""
    return tools_over(isles(), "v1")


def test_calls_are_read_back_as_they_were(tools, tmp_path):
    """Every field."""
    file = TraceFile(tmp_path / "deep" / "trace.jsonl", HEAD)
    desk = Desk(tools, recorder=file)
    desk.session("a").call("search_cars", {"city": "Anvil"})
    desk.session("b").call("nothing", {"x": [1, None]})
    desk.passer_by().call("search_cars", {"city": "Brine"})
    file.close()
    recorded = read_traces(file.path)
    assert recorded.torn == 0
    assert recorded.head["kb_hash"] == "isles"
    assert [(call.session, call.number, call.units, call.refused) for call in recorded.calls] == [
        ("a", 1, 1, ""),
        ("b", 1, 0, "unknown_tool"),
        ("", 1, 1, ""),
    ]
    assert recorded.calls[1].arguments == {"x": [1, None]}


def test_a_session_goes_on_where_it_stood(tools, tmp_path):
    """Budget, notes, and whether it is over."""
    path = tmp_path / "trace.jsonl"
    file = TraceFile(path, HEAD)
    desk = Desk(tools, recorder=file)
    for _ in range(3):
        desk.session("a").call("search_cars", {"city": "Anvil"})
    desk.session("a").call("write_note", {"text": "Anvil has vans"})
    desk.session("b").call("submit_plan", {"is_feasible": False, "refusal_reason": "no flights"})
    file.close()
    again = TraceFile(path, HEAD)
    desk = Desk(tools, recorder=again, before=again.recorded.calls)
    first, second = desk.session("a"), desk.session("b")
    assert (first.billed, first.free, first.state.notes) == (3, 1, ["Anvil has vans"])
    assert second.state.submission["refusal_reason"] == "no flights"
    assert second.answer("search_cars", {"city": "Anvil"}).status == 409
    for _ in range(20):
        first.call("search_cars", {"city": "Anvil"})
    assert first.billed == 15
    again.close()
    assert [call.number for call in read_traces(path).calls if call.session == "a"] == list(range(1, 25))


@pytest.mark.parametrize("cut", [1, 2, 40])
def test_a_torn_line_is_passed_over_and_counted(tools, tmp_path, cut):
    """What follows it is whole again."""
    path = tmp_path / "trace.jsonl"
    file = TraceFile(path, HEAD)
    session = Desk(tools, recorder=file).session("a")
    session.call("search_cars", {"city": "Anvil"})
    session.call("search_cars", {"city": "Brine"})
    file.close()
    path.write_bytes(path.read_bytes()[:-cut])
    again = TraceFile(path, HEAD)
    kept = 2 if cut == 1 else 1  # only the end of the line is gone: the call is there
    assert (len(again.recorded.calls), again.recorded.torn) == (kept, 2 - kept)
    Desk(tools, recorder=again, before=again.recorded.calls).session("a").call("write_note", {"text": "x"})
    again.close()
    recorded = read_traces(path)
    assert (len(recorded.calls), recorded.torn) == (kept + 1, 2 - kept)


def test_a_trace_is_of_one_thing_and_has_one_writer(tmp_path):
    """Another knowledge base, another file, no trace at all: each is refused with a reason."""
    path = tmp_path / "trace.jsonl"
    file = TraceFile(path, HEAD)
    with pytest.raises(InputError, match="another process"):
        TraceFile(path, HEAD)
    file.close()
    file.close()
    with pytest.raises(InputError, match="something else: kb_hash isles"):
        TraceFile(path, {**HEAD, "kb_hash": "other"})
    (tmp_path / "notes.txt").write_text("hello\n")
    with pytest.raises(InputError, match="is no trace"):
        TraceFile(tmp_path / "notes.txt", HEAD)
    assert (tmp_path / "notes.txt").read_text() == "hello\n"
    with pytest.raises(InputError, match="cannot be read"):
        read_traces(tmp_path / "absent")


def test_lines_that_are_no_call_are_counted(tmp_path):
    """Objects of other members too."""
    path = tmp_path / "trace.jsonl"
    TraceFile(path, HEAD).close()
    with path.open("ab") as file:
        file.write(b'{"session": "a"}\n[]\n\xff\n')
    assert read_traces(path).torn == 3


def test_a_killed_server_loses_no_answered_call(trek_slice, tmp_path):
    """Killed outright while agents call, and started again: what was answered is there, and budgets go on."""
    kb, traces = tmp_path / "kb", tmp_path / "trace.jsonl"
    write_store(kb, "trek", list(parts(open_folder(trek_slice).source)))
    server, address = start_server(kb, traces)
    answered = Counter()
    is_under_way = threading.Barrier(5)

    def agent(name):
        with RestClient(address, name) as client, suppress(UnreachableError):
            for number in range(10_000):
                client.call("search_cars", {"city": "Riga", "limit": 1})
                answered[name] += 1
                if number == 20:
                    is_under_way.wait()

    agents = [threading.Thread(target=agent, args=(f"agent-{number}",)) for number in range(4)]
    for thread in agents:
        thread.start()
    is_under_way.wait()
    os.kill(server.pid, signal.SIGKILL)
    for thread in agents:
        thread.join()
    server.communicate()
    recorded = Counter(call.session for call in read_traces(traces).calls)
    for name in answered:  # the call that was under way may be recorded, though nobody read its answer
        assert answered[name] <= recorded[name] <= answered[name] + 1
    server, address = start_server(kb, traces)
    try:
        for name in answered:
            with RestClient(address, name) as client:
                assert client.call("search_cars", {"city": "Riga"})["error"]["code"] == "call_limit"
                standing = client.request("GET", "/session")
                assert (standing["billed"], standing["calls"]) == (15, recorded[name] + 1)
    finally:
        server.kill()
        server.communicate()


def start_server(kb, traces):
    """Return the process of a server, and its address."""
    program = "from planassay.bench.cli import main; main()"
    command = [sys.executable, "-c", program, "serve", "--kb", str(kb), "--rest", "--port", "0"]
    server = subprocess.Popen(
        [*command, "--traces", str(traces)], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    return server, server.stdout.readline().decode().strip()
