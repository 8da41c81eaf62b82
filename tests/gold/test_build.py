"""Gold is built to the same bytes from any state that a killed build left, by any number of workers."""

import errno
import json
import math
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Mapping
from dataclasses import replace
from io import FileIO
from pathlib import Path

import orjson
import pytest
from tests.gold.goldworld import TASKS, contents, made, order

from planassay.gold import build as module
from planassay.gold.build import Job, Order, build, settle
from planassay.gold.dataset import is_dataset, read_manifest
from planassay.gold.journal import FILE, Journal, open_journal
from planassay.gold.tasks import Origin, read_origins
from planassay.gold.workers import Backend, finished
from planassay.kb.errors import DisagreementError, EngineError, InputError, StoreError
from planassay.kb.task import Label


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with the world in it."""
    return tmp_path_factory.mktemp("gold")


@pytest.fixture(scope="module")
def undisturbed(folder: Path) -> dict[str, bytes]:
    """Return the bytes of a build that nobody disturbed."""
    build(order(folder), folder / "undisturbed")
    return contents(folder / "undisturbed")


class StoppedError(Exception):
    """Stands for the end of a process."""


def stop_at(count: int) -> module.Progress:
    """Return a report of progress that never returns once so many tasks are finished."""

    def progress(done: int, name: str) -> None:
        if done == count:
            raise StoppedError

    return progress


def test_every_task_is_proved_and_perfect(folder: Path, undisturbed: dict[str, bytes]) -> None:
    """Plans are optimal and perfect under both rule sets, refusals certified, labels confirmed."""
    manifest = orjson.loads(undisturbed["manifest.json"])
    feasible = sum(one.cell.kind.has_plan for one in made())
    assert manifest["statuses"] == {"infeasible": TASKS - feasible, "optimal": feasible}
    assert manifest["perfect_plans"] == feasible
    assert manifest["labels_contradicted"] == 0
    assert not (folder / ".undisturbed.work").exists()


@pytest.mark.parametrize("stops", [[0], [1], [3, 7, TASKS]])
def test_a_stopped_build_goes_on_to_the_same_bytes(
    folder: Path, undisturbed: dict[str, bytes], stops: list[int]
) -> None:
    """Stopped before, between and behind all tasks, it does the others only, and ends as if undisturbed."""
    out = folder / f"stopped-{len(stops)}-{stops[0]}"
    for stop in stops:
        with pytest.raises(StoppedError):
            build(order(folder), out, progress=stop_at(stop))
        assert not out.exists()
    started: list[int] = []
    build(order(folder), out, progress=lambda done, name: started.append(done))
    assert started == list(range(stops[-1], TASKS + 1))
    assert contents(out) == undisturbed


@pytest.mark.parametrize("tail", [b'{"key":"', b'{"key":"0","row":{}', b"\x00\x00\n", b"[]\n", b"7"])
def test_a_damaged_journal_costs_only_what_was_damaged(
    folder: Path, undisturbed: dict[str, bytes], tail: bytes
) -> None:
    """A half-written line is cut off, one that says nothing passed over, and all whole ones are used."""
    out = folder / f"torn-{len(tail)}-{tail[:1].hex()}"
    with pytest.raises(StoppedError):
        build(order(folder), out, progress=stop_at(10))
    with (out.with_name(f".{out.name}.work") / FILE).open("ab") as file:
        file.write(tail)
    started: list[int] = []
    build(order(folder), out, progress=lambda done, name: started.append(done))
    assert started == [10, 11, 12]
    assert contents(out) == undisturbed


def test_killed_between_publishing_and_clearing_away(
    folder: Path, undisturbed: dict[str, bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The same build again finds the dataset done, and clears away what was left."""
    out = folder / "published"
    with monkeypatch.context() as patch:
        patch.setattr(module, "shutil", None)
        with pytest.raises(AttributeError):
            build(order(folder), out)
    assert out.with_name(".published.work").exists()
    build(order(folder), out, progress=stop_at(0))
    assert contents(out) == undisturbed
    assert not out.with_name(".published.work").exists()


def test_kills_and_two_workers(folder: Path, undisturbed: dict[str, bytes]) -> None:
    """Killed by the system again and again, with workers that die too, it ends with the same bytes."""
    out = folder / "killed"
    journal = out.with_name(".killed.work") / FILE
    program = "from planassay.bench.cli import main; main()"
    options = ["--kb", folder / "kb", "--tasks", folder / "tasks.jsonl", "--out", out, "--jobs"]
    for jobs, lines in ((2, 2), (1, 6)):
        command = [sys.executable, "-c", program, "gold", "build", "trek", *map(str, options), str(jobs)]
        with subprocess.Popen(command) as process:
            while process.poll() is None:
                if journal.exists() and journal.read_bytes().count(b"\n") >= lines:
                    process.kill()
                    break
                time.sleep(0.002)
        assert process.returncode == -signal.SIGKILL, "it was to be killed before it ended"
        assert not out.exists()
    build(order(folder), out, workers=2)
    assert contents(out) == undisturbed
    assert list(folder.glob(".killed*")) == []


def test_a_row_depends_on_its_own_task_alone(folder: Path) -> None:
    """The rows of the tasks in reverse are the same rows."""
    jobs = order(folder).jobs
    some = list(jobs.items())[:4]
    assert [settle(pair) for pair in some] == [settle(pair) for pair in reversed(some)][::-1]


def test_the_journal_of_another_order_is_not_used(folder: Path) -> None:
    """With another limit of work, another label or another seed, every row is made anew."""
    tasks = order(folder).tasks
    relabelled = (replace(tasks[0], label=Label(feasible=not tasks[0].label.feasible)), *tasks[1:])  # type: ignore[union-attr]
    usual = list(order(folder).jobs)
    assert not set(usual) & set(order(folder, work=59.0).jobs)
    assert not set(usual) & set(order(folder, origins={}).jobs)
    changed = list(order(folder, tasks=relabelled).jobs)
    assert changed[0] != usual[0]
    assert changed[1:] == usual[1:]


def test_a_wrong_label_is_contradicted_and_corrected(folder: Path) -> None:
    """A task that has a plan and is labelled infeasible is counted, and its row is perfect all the same."""
    feasible = next(one.task for one in made() if one.cell.kind.has_plan)
    wrong = replace(feasible, label=Label(feasible=False))
    manifest = build(order(folder, tasks=(wrong,)), folder / "wrong")
    assert (manifest["labels_contradicted"], manifest["perfect_plans"]) == (1, 1)


def test_without_work_nothing_is_known_and_nothing_claimed(folder: Path) -> None:
    """A limit of nothing leaves tasks open: no status of theirs is a proof."""
    manifest = build(order(folder, work=0.0), folder / "hasty")
    statuses = manifest["statuses"]
    assert isinstance(statuses, dict)
    assert statuses.get("optimal", 0) < sum(one.cell.kind.has_plan for one in made())


def test_what_stands_at_the_target_is_kept(folder: Path, undisturbed: dict[str, bytes]) -> None:
    """Another dataset is replaced by force only, and anything else not even so."""
    out = folder / "standing"
    shutil.copytree(folder / "undisturbed", out)
    few = order(folder, tasks=order(folder).tasks[:2])
    with pytest.raises(StoreError, match="already exists; --force"):
        build(few, out)
    assert contents(out) == undisturbed
    assert build(few, out, force=True)["rows"] == read_manifest(out)["rows"]
    other = folder / "letters"
    other.mkdir()
    (other / "letter.txt").write_text("dear", encoding="utf-8")
    with pytest.raises(StoreError, match="is something else"):
        build(few, other, force=True)
    assert not is_dataset(other)


def test_two_builds_of_one_target_do_not_meet(folder: Path) -> None:
    """The second is refused while the first is at work."""
    with open_journal(folder / ".busy.work"), pytest.raises(StoreError, match="another build is at work"):
        build(order(folder), folder / "busy")


def test_a_replaced_knowledge_base_is_noticed(folder: Path) -> None:
    """A worker that opens other records than were ordered refuses to go on."""
    job = Job(made()[0].task, Origin(), folder / "kb", "another hash", 60.0)
    with pytest.raises(StoreError, match="was replaced"):
        settle(("key", job))


def test_a_set_without_tasks_or_with_one_twice_is_refused(folder: Path) -> None:
    """Rows are found by the names of tasks."""
    tasks = order(folder).tasks
    with pytest.raises(InputError, match="names two tasks"):
        order(folder, tasks=(tasks[0], tasks[0]))
    with pytest.raises(InputError, match="no task"):
        order(folder, tasks=())


def test_what_no_file_could_hold_is_refused_first(folder: Path) -> None:
    """Half a surrogate pair in a text is told with the name of its task, ahead of the work."""
    task = replace(made()[0].task, text="\ud800", source={})
    with pytest.raises(InputError, match=r"task-0000.*cannot be written"):
        order(folder, tasks=(task,))


def test_origins_are_taken_as_far_as_they_can_be_written(folder: Path) -> None:
    """A seed of too many bits or a kind that is no text says nothing; another knowledge base is counted."""
    file = folder / "odd.jsonl"
    seeds = (2**63, -(2**63), True, "7")
    kinds = ("\ud800", "new kind", None, 7)
    lines = [
        json.dumps({"task_id": f"t{n}", "seed": seed, "kind": kind, "kb_hash": "other" if n else None})
        for n, (seed, kind) in enumerate(zip(seeds, kinds, strict=True))
    ]
    file.write_text("\n".join(lines), encoding="utf-8")
    origins = read_origins(file)
    assert [one.seed for one in origins.values()] == [None, -(2**63), None, None]
    assert [one.kind for one in origins.values()] == [None, "new kind", None, None]
    assert order(folder, origins=origins).strangers == 3
    assert order(folder).strangers == 0


class FullDisk(FileIO):
    """A file of which the disk takes a few bytes, and no more."""

    def write(self, data: object, /) -> int:
        """Take the beginning of a line; refuse the rest."""
        if self.tell() > 4:
            raise OSError(errno.ENOSPC, "No space left on device")
        return super().write(bytes(data)[:5])  # type: ignore[call-overload]


def test_a_full_disk_is_told_with_the_file_and_costs_nothing_else(
    folder: Path, undisturbed: dict[str, bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whether it was the journal or the dataset that found no room, what is finished is used again."""
    file = folder / "full.jsonl"
    with (
        FullDisk(file, "a+b") as full,
        pytest.raises(StoreError, match=r"full\.jsonl: cannot be written"),
    ):
        Journal(full).add("key", {"task_id": "t"})
    with FileIO(file, "a+b") as torn:
        assert Journal(torn).get("key") is None
    assert file.read_bytes() == b""

    def write(*about: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    out = folder / "no-room"
    with monkeypatch.context() as patch:
        patch.setattr(module, "write_dataset", write)
        with pytest.raises(StoreError, match="no-room: cannot be written: No space left"):
            build(order(folder), out)
    assert not out.exists()
    started: list[int] = []
    build(order(folder), out, progress=lambda done, name: started.append(done))
    assert started == [TASKS]
    assert contents(out) == undisturbed


def test_a_dispute_stops_none_of_the_others(
    folder: Path, undisturbed: dict[str, bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    """What solver and verifier disagree about is told at the end; the rest is finished and used again."""
    names = {"task-0002", "task-0005"}

    def dispute(keyed: tuple[str, Job]) -> tuple[str, Mapping[str, object]]:
        if keyed[1].task.task_id in names:
            raise DisagreementError(f"{keyed[1].task.task_id}: one says this, the other that")
        return settle(keyed)

    out = folder / "disputed"
    with monkeypatch.context() as patch:
        patch.setattr(module, "settle", dispute)
        with pytest.raises(DisagreementError, match=rf"2 of {TASKS} .*\n.*task-0002: .*\n.*task-0005: "):
            build(order(folder), out)
    assert not out.exists()
    started: list[int] = []
    build(order(folder), out, progress=lambda done, name: started.append(done))
    assert started[0] == TASKS - 2
    assert contents(out) == undisturbed


def test_times_are_told_and_kept_out_of_the_rows(folder: Path, undisturbed: dict[str, bytes]) -> None:
    """What each task took is told once all are finished, also of those that an earlier attempt did."""
    out = folder / "timed"
    with pytest.raises(StoppedError):
        build(order(folder), out, progress=stop_at(5))
    times: list[float] = []
    build(order(folder), out, timing=times.extend)
    assert len(times) == TASKS
    assert min(times) > 0
    assert contents(out) == undisturbed


def test_what_a_worker_raises_is_raised_here() -> None:
    """An error in another process arrives as itself, and the death of one as a clear message."""
    with pytest.raises(ValueError, match="math domain error"):
        list(finished(math.sqrt, [1.0, -1.0], workers=2))
    with pytest.raises(EngineError, match="a worker was killed"):
        list(finished(os._exit, [1, 2], workers=2))


def test_ray_is_asked_for_by_name(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where Ray is not installed, the message says how to install it."""
    monkeypatch.setattr("planassay.gold.workers.find_spec", lambda name: None)
    with pytest.raises(EngineError, match=r"planassay\[ray\]"):
        list(finished(math.sqrt, [1.0], backend=Backend.RAY))


def test_orders_know_their_programs(folder: Path) -> None:
    """The manifest names the versions that the bytes depend on."""
    known: Order = order(folder)
    assert set(known.program) == {"planassay", "ortools", "duckdb", "schema"}
