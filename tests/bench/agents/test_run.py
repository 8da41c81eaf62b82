"""The harness: resuming, limits of time, workers that die, plugins, and what a trajectory says."""

import json
from collections.abc import Mapping
from dataclasses import replace
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest
from tests.servers import serving

from planassay.bench.agents import interface
from planassay.bench.agents.interface import Brief, Desk, Setting
from planassay.bench.cli import run as run_cli
from planassay.bench.desk import RecordingDesk, TimeUpError
from planassay.bench.ledger import open_ledger
from planassay.bench.pool import End, supervised
from planassay.bench.run import Order, run
from planassay.bench.sandbox.clients import UnreachableError
from planassay.bench.sandbox.desk import Desk as SandboxDesk
from planassay.bench.sandbox.mcp_door import HttpDoor
from planassay.bench.sandbox.opening import tools_over
from planassay.bench.sandbox.rest import create_app
from planassay.kb.errors import InputError, StoreError
from planassay.kb.opening import shared_kb
from planassay.kb.task import Label, Task
from planassay.verifier.strict import check


def without_clock(path: Path) -> list[dict[str, object]]:
    """Return the trajectories of a file without the time they took."""
    lines = [json.loads(text) for text in path.read_text(encoding="utf-8").splitlines()]
    return [{name: value for name, value in line.items() if name != "elapsed_sec"} for line in lines]


def test_a_killed_run_goes_on_to_the_same_lines(world: Path, tasks: list[Task], tmp_path: Path) -> None:
    """A half-written line is dropped, finished ones stay, and the order is that of the tasks."""
    order = Order("greedy", world / "kb")
    whole, killed = tmp_path / "whole.jsonl", tmp_path / "killed.jsonl"
    run(order, tasks[:8], whole)
    lines = whole.read_bytes().splitlines(keepends=True)
    killed.write_bytes(lines[5] + lines[2] + lines[6][:100])
    done: list[str] = []
    run(order, tasks[:8], killed, progress=lambda _, name: done.append(name))
    assert without_clock(killed) == without_clock(whole)
    assert done == [tasks[n].task_id for n in (0, 1, 3, 4, 6, 7)]
    assert lines[2] in killed.read_bytes()


def test_processes_give_the_same_lines(world: Path, tasks: list[Task], tmp_path: Path) -> None:
    """However many tasks are done at once."""
    order = Order("tools-only", world / "kb", oracle_parse=True)
    run(order, tasks[:6], tmp_path / "one.jsonl")
    run(order, tasks[:6], tmp_path / "two.jsonl", jobs=2)
    assert without_clock(tmp_path / "one.jsonl") == without_clock(tmp_path / "two.jsonl")


def test_another_run_is_not_mixed_in(world: Path, tasks: list[Task], tmp_path: Path) -> None:
    """A file of another order is refused until it may be replaced; what is no line of a run is left alone."""
    out = tmp_path / "run.jsonl"
    run(Order("greedy", world / "kb"), tasks[:2], out)
    before = out.read_bytes()
    with pytest.raises(InputError, match="holds another run"):
        run(Order("greedy", world / "kb", seed=1), tasks[:2], out)
    with pytest.raises(InputError, match="holds another run"):
        run(Order("greedy", world / "kb", seed=1), tasks[2:4], out)  # of other tasks, too
    assert out.read_bytes() == before
    run(Order("greedy", world / "kb"), tasks[1:3], out)  # more tasks of the same run are welcome
    assert set(before.splitlines()) < set(out.read_bytes().splitlines())
    run(Order("greedy", world / "kb", seed=1), tasks[:2], out, force=True)
    assert out.read_bytes() != before
    out.write_text("my notes\n", encoding="utf-8")
    with pytest.raises(InputError, match="no line of a run"):
        run(Order("greedy", world / "kb"), tasks[:2], out)
    assert out.read_text(encoding="utf-8") == "my notes\n"
    with open_ledger(tmp_path / "held.jsonl"), pytest.raises(StoreError, match="another run writes here"):
        run(Order("greedy", world / "kb"), tasks[:2], tmp_path / "held.jsonl")
    with pytest.raises(InputError, match="two tasks alike"):
        run(Order("greedy", world / "kb"), [tasks[0], tasks[0]], tmp_path / "twice.jsonl")


def test_a_trajectory_is_a_result_line(
    world: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Scoring the file gives what the run says of itself; calls are counted, replies have their digest."""
    out = tmp_path / "run.jsonl"
    files = ["--kb", str(world / "kb"), "--tasks", str(world / "tasks.jsonl")]
    command = ["run", "tools-only", *files, "--limit", "6", "--jobs", "0", "--out", str(out)]
    assert run_cli([*command, "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert document["tasks"] == document["answered"] == 6
    assert run_cli(["score", str(out), *files, "--answered-only", "--json"]) == 0
    scored = json.loads(capsys.readouterr().out)
    perfect = sum(group["official"] for group in document["groups"])
    assert scored["summaries"][0]["perfect"] == perfect == 6
    for line in without_clock(out):
        trace = line["trace"]
        assert isinstance(trace, list)
        assert line["calls"] == line["tool_call_count"] == sum(call["units"] for call in trace)
        assert line["bytes"] == sum(call["bytes"] for call in trace)
        assert all(len(call["sha256"]) == 64 for call in trace)
        assert trace[-1]["tool"] == "submit_plan"
    assert run_cli([*command]) == 0  # goes on, with nothing to do
    shown = capsys.readouterr()
    assert "6 of 6 tasks answered" in shown.out
    assert f"wrote {out}" in shown.err


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--option", "rows"], "must be NAME=VALUE"),
        (["--option", "rows=-1"], "positive number of rows"),
        (["--profile", "v9"], "profile 'v9'"),
        (["nobody-1"], "has no task 'nobody-1'"),
    ],
)
def test_wrong_orders_are_misuse(
    world: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], options: list[str], message: str
) -> None:
    """One message that names the value, and no trace of Python."""
    files = [
        "--kb",
        str(world / "kb"),
        "--tasks",
        str(world / "tasks.jsonl"),
        "--out",
        str(tmp_path / "o.jsonl"),
    ]
    assert run_cli(["run", "tools-only", *files, "--jobs", "0", *options]) == 2
    assert message in capsys.readouterr().err


class _Plugin:
    """An agent that does what its options say."""

    name = "plugin"
    version = "1"
    needs_structure = False
    waits = True

    def __init__(self, setting: Setting) -> None:
        self._does = setting.options.get("does", "")

    def work(self, brief: Brief, desk: Desk) -> None:
        """Fail, fall silent, or refuse."""
        desk.say("assistant", f"{brief.text[:10]} {brief.task}")
        if self._does == "fail":
            raise RuntimeError("lost my mind")
        if self._does == "refuse":
            desk.call("compute_travel_time", {"from_latitude": 0, "from_longitude": 0})
            desk.call("search_nothing", {})
            desk.call("submit_plan", {"is_feasible": False, "refusal_reason": "no idea", "plan": {}})


@pytest.fixture
def plugin(monkeypatch: pytest.MonkeyPatch) -> None:
    """Install the agent ``plugin`` as a package would."""
    point = EntryPoint("plugin", f"{__name__}:_Plugin", interface.GROUP)
    monkeypatch.setattr(EntryPoint, "load", lambda self: _Plugin)
    monkeypatch.setattr(interface, "entry_points", lambda group: [point] if group == interface.GROUP else [])


@pytest.mark.usefixtures("plugin")
@pytest.mark.parametrize(
    ("does", "stop", "error"),
    [("fail", "failed", "RuntimeError: lost my mind"), ("", "stalled", None), ("refuse", "submitted", None)],
)
def test_a_plugin_runs_and_may_fail(
    world: Path, tasks: list[Task], tmp_path: Path, does: str, stop: str, error: str | None
) -> None:
    """Its failure is a line like any other; it saw the text and no structure."""
    order = Order("plugin", world / "kb", options={"does": does})
    lines = run(order, tasks[:3], tmp_path / "plugin.jsonl", jobs=2)
    assert [line["stop"] for line in lines] == [stop] * 3
    assert [line["error"] for line in lines] == [error] * 3
    assert all(line["messages"][1]["content"].endswith(" None") for line in lines)  # type: ignore[index]
    if does == "refuse":
        assert [line["calls"] for line in lines] == [1, 1, 1]
        failed = [call["tool"] for call in lines[0]["trace"] if call["failed"]]  # type: ignore[attr-defined]
        assert failed == ["compute_travel_time", "search_nothing"]
    else:
        assert all(line["refusal_reason"] == "no submission" and not line["submitted"] for line in lines)


def test_a_plugin_that_is_no_agent_is_misuse(
    world: Path, tasks: list[Task], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One that cannot be loaded, and one that lacks what every agent has."""
    points = [EntryPoint("gone", "no_such_module:make", interface.GROUP)]
    points += [EntryPoint("thing", "pathlib:Path.cwd", interface.GROUP)]
    monkeypatch.setattr(interface, "entry_points", lambda group: points if group == interface.GROUP else [])
    with pytest.raises(InputError, match="cannot be loaded from no_such_module:make"):
        run(Order("gone", world / "kb"), tasks[:1], tmp_path / "run.jsonl")
    monkeypatch.setattr(EntryPoint, "load", lambda self: lambda setting: object())
    with pytest.raises(InputError, match="is no agent: it has no name, version"):
        run(Order("thing", world / "kb"), tasks[:1], tmp_path / "run.jsonl")


class _Door:
    """Tools that know one word."""

    def call(self, tool: str, arguments: Mapping[str, object]) -> dict[str, object]:
        """Answer it."""
        return (
            {"error": "15 of 15 billable calls are used; submit the plan."}
            if tool == "full"
            else {"ok": tool}
        )


def _price(tool: str, arguments: Mapping[str, object]) -> int:
    """Return how many cities a call names."""
    return str(arguments.get("city")).count(",") + 1


def test_time_ends_a_task_at_its_next_call() -> None:
    """A clock that jumps past the limit between two calls."""
    moments = iter([0.0, 1.0, 11.0])
    desk = RecordingDesk(_Door(), _price, limit_s=10.0, clock=lambda: next(moments))
    assert desk.call("search_hotels", {"city": "Rome, Paris"}) == {"ok": "search_hotels"}
    assert desk.billable == 2
    with pytest.raises(TimeUpError):
        desk.call("search_hotels", {"city": "Rome"})
    assert len(desk.trace) == 1


def test_a_call_that_was_refused_costs_nothing() -> None:
    """Where the door does not say what it billed; its reply is kept, because it failed."""
    desk = RecordingDesk(_Door(), _price, limit_s=10.0)
    desk.call("full", {"city": "Rome"})
    assert (desk.billable, desk.free) == (0, 1)
    assert desk.trace[0]["reply"] == {"error": "15 of 15 billable calls are used; submit the plan."}


def test_the_pool_outlives_its_jobs() -> None:
    """One that hangs is killed, one whose process dies is told as such, and the others are done."""
    hangs, dies, fails = "any(iter(int, 1))", "__import__('os')._exit(9)", "1 // 0"
    jobs = ["1", hangs, dies, fails, "2"]
    outcomes = {jobs[o.position]: o for o in supervised(eval, jobs, workers=2, limit_s=0.5)}
    assert {job: outcome.end for job, outcome in outcomes.items()} == {
        "1": End.DONE,
        "2": End.DONE,
        fails: End.FAILED,
        dies: End.DIED,
        hangs: End.LATE,
    }
    assert outcomes["2"].result == 2
    assert outcomes[fails].detail.startswith("ZeroDivisionError")


def test_labels_without_causes_are_judged_officially(world: Path, tasks: list[Task], tmp_path: Path) -> None:
    """Official files state no cause: there the official reading of a refusal decides."""
    from planassay.bench.tally import tally

    bare = [replace(t, label=replace(t.label, cause=None)) for t in tasks if t.label and not t.label.feasible]
    lines = run(Order("oracle", world / "kb"), bare, tmp_path / "oracle.jsonl")
    found = tally(lines, bare)
    assert found.groups[1].right_cause == found.groups[1].tasks == len(bare)
    assert found.groups[0].tasks == 0


@pytest.mark.parametrize("path", ["", "/mcp"])
def test_agents_act_through_servers_as_in_this_process(
    world: Path, tasks: list[Task], tmp_path: Path, path: str
) -> None:
    """Over REST and over MCP the same calls, the same replies, the same answers."""
    sandbox = SandboxDesk(tools_over(shared_kb(world / "kb"), "trek"))
    inside = run(Order("tools-only", world / "kb"), tasks[:5], tmp_path / "inside.jsonl")
    with serving(create_app(sandbox, mcp=HttpDoor(sandbox))) as address:
        order = Order("tools-only", world / "kb", endpoint=address + path)
        lines = run(order, tasks[:5], tmp_path / "outside.jsonl")
    for name in ("plan", "refusal_reason", "calls", "bytes", "trace", "facts"):
        assert [line[name] for line in lines] == [line[name] for line in inside], name


def test_another_sandbox_is_refused(world: Path, tasks: list[Task], tmp_path: Path) -> None:
    """One of another profile or budget, an address that is none, and one where nobody is."""
    sandbox = SandboxDesk(tools_over(shared_kb(world / "kb"), "trek"))
    with serving(create_app(sandbox)) as address:
        for order, message in (
            (Order("greedy", world / "kb", endpoint=address, profile="v1"), "another profile"),
            (Order("greedy", world / "kb", endpoint=address, max_calls=9), "another budget"),
            (Order("greedy", world / "kb", endpoint="ftp://here"), "is no address"),
        ):
            with pytest.raises(InputError, match=message):
                run(order, tasks[:1], tmp_path / "run.jsonl")
    for path in ("", "/mcp"):
        with pytest.raises(UnreachableError):
            run(Order("greedy", world / "kb", endpoint=address + path), tasks[:1], tmp_path / "run.jsonl")
    assert not (tmp_path / "run.jsonl").exists()


def test_score_holds_a_refusal_against_the_proved_cause(
    world: Path, tasks: list[Task], tmp_path: Path
) -> None:
    """As a run does: to blame the budget where clocks, seats or wishes are to blame is wrong."""
    answer = {"is_feasible": False, "refusal_reason": "The budget is too low.", "plan": {}, "submitted": True}
    impossible = [task for task in tasks if task.label is not None and not task.label.feasible]
    out, reports = tmp_path / "answers.jsonl", tmp_path / "reports.jsonl"
    lines = [json.dumps({"task_id": task.task_id, **answer}) for task in impossible]
    out.write_text("\n".join(lines), encoding="utf-8")
    given = ["--kb", str(world / "kb"), "--tasks", str(world / "tasks.jsonl"), "--out", str(reports)]
    assert run_cli(["score", str(out), *given, "--ruleset", "strict", "--answered-only"]) == 1
    scored = [json.loads(line) for line in reports.read_text(encoding="utf-8").splitlines()]
    found = {one["task_id"]: one["task_perfect"] for one in scored}
    kb = shared_kb(world / "kb")
    assert found == {task.task_id: check(answer, task, kb).task_perfect for task in impossible}
    loose = [replace(task, label=Label(feasible=False)) for task in impossible]
    assert found != {task.task_id: check(answer, task, kb).task_perfect for task in loose}
