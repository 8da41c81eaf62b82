"""The verb that makes tasks, used as a user would."""

import json
from pathlib import Path

import pytest

from planassay.bench.cli import run
from planassay.kb.formats.trek import read_task_lines, read_tasks


@pytest.fixture(scope="module")
def kb(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a small knowledge base on disk."""
    path = tmp_path_factory.mktemp("kb") / "kb"
    assert run(["kb", "build", "trek", "--scale", "small", "--out", str(path)]) == 0
    return path


def test_tasks_are_written_as_lines_that_read_as_tasks(
    kb: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """So many tasks, each with its label, in a file that the other verbs take."""
    out = tmp_path / "tasks.jsonl"
    arguments = ["tasks", "build", "trek", "--kb", str(kb), "--n", "6", "--seed", "3", "--out", str(out)]
    assert run([*arguments, "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    rows = [json.loads(line) for line in out.read_text(encoding="utf-8").splitlines()]
    tasks = read_task_lines(out)
    assert len(rows) == len(tasks) == document["tasks"] == sum(document["kinds"].values()) == 6
    assert [task.task_id for task in tasks] == [row["task_id"] for row in rows]
    assert [task.label.feasible for task in tasks if task.label] == [row["impossible"] == 0 for row in rows]
    assert run(["solve", "--kb", str(kb), "--tasks", str(out), tasks[0].task_id]) in (0, 1)


def test_tasks_can_be_written_as_the_official_table(
    kb: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The same tasks, in the form that the published tools read."""
    lines, table = tmp_path / "tasks.jsonl", tmp_path / "official" / "tasks.csv"
    for out in (lines, table):
        assert run(["tasks", "build", "trek", "--kb", str(kb), "--n", "4", "--out", str(out)]) == 0
    assert read_tasks(table) == read_task_lines(lines)
    assert f"wrote {table}" in capsys.readouterr().err


def test_another_kind_of_file_is_misuse(kb: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """What cannot be written is refused ahead of the work."""
    out = tmp_path / "tasks.xlsx"
    assert run(["tasks", "build", "trek", "--kb", str(kb), "--out", str(out)]) == 2
    assert "must end in .jsonl or .csv" in capsys.readouterr().err
