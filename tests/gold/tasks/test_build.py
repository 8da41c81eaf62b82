"""Sets of tasks are made to the same bytes from any state, by any number of workers."""

import errno
import signal
import subprocess
import sys
import time
from pathlib import Path

import orjson
import pytest

from planassay.gold.journal import FILE, open_journal
from planassay.gold.tasks import TaskOrder, build_tasks, make_set, to_row
from planassay.gold.tasks import build as module
from planassay.gold.tasks.build import MOST, Job, settle
from planassay.gold.tasks.mix import Cell, Kind
from planassay.kb.errors import InputError, StoreError
from planassay.kb.formats.trek import parts, read_task_lines, read_tasks
from planassay.kb.opening import open_kb
from planassay.kb.store import write_store
from planassay.kb.worlds.trek import build

SEED = 7
TASKS = 12


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with a tiny world in it."""
    path = tmp_path_factory.mktemp("tasks")
    write_store(path / "kb", "trek", list(parts(build("tiny", SEED).source)))
    return path


@pytest.fixture(scope="module")
def expected(folder: Path) -> bytes:
    """Return the lines of the set, made one after another."""
    kb = open_kb(folder / "kb")
    rows = (to_row(made, kb.content_hash, SEED) for made in make_set(kb, TASKS, SEED))
    return b"".join(orjson.dumps(row) + b"\n" for row in rows)


def order(folder: Path, count: int = TASKS, seed: int = SEED) -> TaskOrder:
    """Return the order of a set over the world in a folder."""
    return TaskOrder(folder / "kb", count, seed)


class StoppedError(Exception):
    """Stands for the end of a process."""


def build_until(count: int, folder: Path, out: Path) -> None:
    """Build until so many tasks are finished, and stop there."""

    def progress(done: int, name: str) -> None:
        if done == count:
            raise StoppedError

    with pytest.raises(StoppedError):
        build_tasks(order(folder), out, progress=progress)
    assert not out.exists()


@pytest.mark.parametrize("workers", [1, 2])
def test_the_bytes_do_not_depend_on_workers(folder: Path, expected: bytes, workers: int) -> None:
    """One process or two, the file is the set in its order, and nothing else is left."""
    out = folder / f"by-{workers}.jsonl"
    build_tasks(order(folder), out, workers=workers)
    assert out.read_bytes() == expected
    assert list(folder.glob(f".{out.name}*")) == []


def test_a_stopped_build_goes_on(folder: Path, expected: bytes) -> None:
    """Stopped again and again, with a torn last line, it makes only what was not finished."""
    out = folder / "stopped.jsonl"
    for stop in (0, 3, 8):
        build_until(stop, folder, out)
    with (folder / ".stopped.jsonl.work" / FILE).open("ab") as file:
        file.write(b'{"key":"')
    seen: list[int] = []
    build_tasks(order(folder), out, progress=lambda done, name: seen.append(done))
    assert seen == list(range(8, TASKS + 1))
    assert out.read_bytes() == expected


def test_killed_with_two_workers(folder: Path, expected: bytes) -> None:
    """The system kills the verb in the middle; the same verb ends with the same bytes."""
    out = folder / "killed.jsonl"
    journal = folder / ".killed.jsonl.work" / FILE
    options = ["--kb", folder / "kb", "--n", TASKS, "--seed", SEED, "--out", out, "--jobs", 2]
    program = "from planassay.bench.cli import main; main()"
    command = [sys.executable, "-c", program, "tasks", "build", "trek", *map(str, options)]
    with subprocess.Popen(command) as process:
        while process.poll() is None:
            if journal.exists() and journal.read_bytes().count(b"\n") >= 2:
                process.kill()
                break
            time.sleep(0.002)
    assert process.returncode == -signal.SIGKILL, "it was to be killed before it ended"
    assert not out.exists()
    build_tasks(order(folder), out)
    assert out.read_bytes() == expected


def test_what_is_kept_of_another_set_is_not_used(folder: Path, expected: bytes) -> None:
    """Another seed has other keys, and so has another number of the same task."""
    out = folder / "other.jsonl"
    build_until(5, folder, out)
    rows = build_tasks(order(folder, 4, 8), out)
    assert [row["seed"] for row in rows] == [8] * 4
    assert not set(order(folder).jobs) & set(order(folder, seed=8).jobs)


def test_a_full_disk_is_told_with_the_file(
    folder: Path, expected: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The tasks that are finished are used again once there is room."""

    def write(*about: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    out = folder / "no-room.jsonl"
    with monkeypatch.context() as patch:
        patch.setattr(module, "_write", write)
        with pytest.raises(StoreError, match=r"no-room\.jsonl: cannot be written: No space left"):
            build_tasks(order(folder), out)
    seen: list[int] = []
    build_tasks(order(folder), out, progress=lambda done, name: seen.append(done))
    assert (seen, out.read_bytes()) == ([TASKS], expected)


def test_a_table_has_its_index(folder: Path) -> None:
    """The official form says the same as the lines, down to the class of a budget."""
    lines, table = folder / "few.jsonl", folder / "official" / "trek_queries.csv"
    for out in (lines, table):
        build_tasks(order(folder, 4), out)
    assert read_tasks(table) == read_task_lines(lines)
    assert sorted(path.name for path in table.parent.iterdir()) == ["task_index.csv", "trek_queries.csv"]


@pytest.mark.parametrize("name", ["tasks", "tasks.xlsx", "mine.csv"])
def test_what_could_not_be_written_is_refused_first(folder: Path, name: str) -> None:
    """No task is made for a file that could not hold it."""
    with pytest.raises(InputError, match="must"):
        build_tasks(order(folder), folder / name)
    assert not (folder / f".{name}.work").exists()


@pytest.mark.parametrize("count", [0, -1, MOST + 1])
def test_a_set_has_a_sane_size(folder: Path, count: int) -> None:
    """The message says what was asked for, and what may be."""
    with pytest.raises(InputError, match=r"from 1 to 1,000,000"):
        order(folder, count)


def test_two_builds_of_one_file_do_not_meet(folder: Path) -> None:
    """The second is refused while the first is at work, and a folder is not replaced."""
    with (
        open_journal(folder / ".busy.jsonl.work"),
        pytest.raises(StoreError, match="another build is at work"),
    ):
        build_tasks(order(folder), folder / "busy.jsonl")
    (folder / "folder.jsonl").mkdir()
    with pytest.raises(StoreError, match="there is a folder of that name"):
        build_tasks(order(folder), folder / "folder.jsonl")


def test_a_replaced_knowledge_base_is_noticed(folder: Path) -> None:
    """A worker that opens other records than were ordered refuses to go on."""
    job = Job(folder / "kb", "another hash", Cell(Kind.LOOSE, 1, 0, 0), "task-0000", SEED)
    with pytest.raises(StoreError, match="was replaced"):
        settle(("key", job))


@pytest.mark.parametrize("seed", [2**63, -(2**63) - 1])
def test_a_seed_has_64_bits(folder: Path, seed: int) -> None:
    """Larger ones could not be written; the smallest and the largest can."""
    with pytest.raises(InputError, match="64 bits"):
        order(folder, seed=seed)
    assert len(order(folder, seed=2**63 - 1).jobs) == len(order(folder, seed=-(2**63)).jobs) == TASKS
