"""The verb that builds gold, used as a user would."""

import json
from pathlib import Path

import pytest

from planassay.bench.cli import run


@pytest.fixture(scope="module")
def inputs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with a small knowledge base and a few tasks."""
    folder = tmp_path_factory.mktemp("inputs")
    kb, tasks = str(folder / "kb"), str(folder / "tasks.jsonl")
    assert run(["kb", "build", "trek", "--scale", "tiny", "--out", kb]) == 0
    assert run(["tasks", "build", "trek", "--kb", kb, "--n", "6", "--out", tasks]) == 0
    return folder


def command(inputs: Path, out: Path, *options: str) -> list[str]:
    """Return the arguments of a build."""
    files = ["--kb", str(inputs / "kb"), "--tasks", str(inputs / "tasks.jsonl"), "--out", str(out)]
    return ["gold", "build", "trek", *files, *options]


def test_gold_is_built_scored_and_checked(
    inputs: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Data is on standard output, progress on the other, and the other verbs take what was made."""
    out = tmp_path / "gold"
    capsys.readouterr()
    assert run(command(inputs, out, "--json")) == 0
    printed = capsys.readouterr()
    document = json.loads(printed.out)
    assert document["statuses"] == {"infeasible": 2, "optimal": 4}
    assert "6 tasks\n" in printed.err
    assert "6 of 6 tasks, 0 s left" in printed.err
    assert f"wrote {out}" in printed.err
    official = out / "official"
    known = ["--kb", str(inputs / "kb"), "--tasks", str(official / "trek_queries.csv")]
    assert run(["score", str(official / "trek_gold.jsonl"), *known]) == 0
    assert run(["check-certificate", str(out), *known]) == 0


def test_quiet_says_nothing_and_done_is_done(
    inputs: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """With --quiet standard error stays empty; the same command again does nothing and says the same."""
    out = tmp_path / "gold"
    capsys.readouterr()
    assert run(command(inputs, out, "--quiet")) == 0
    first = capsys.readouterr()
    before = {path: path.stat().st_mtime_ns for path in out.rglob("*")}
    assert run(command(inputs, out, "--quiet")) == 0
    assert capsys.readouterr() == first
    assert first.err == ""
    assert {path: path.stat().st_mtime_ns for path in out.rglob("*")} == before


def test_another_order_needs_force(inputs: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A dataset of other tasks, limits or splits is not replaced unasked."""
    out = tmp_path / "gold"
    assert run(command(inputs, out, "--split", "0:0:1")) == 0
    assert [path.name for path in (out / "data").glob("*.parquet")] == ["test.parquet"]
    assert run(command(inputs, out)) == 2
    assert "--force replaces it" in capsys.readouterr().err
    assert run(command(inputs, out, "--force")) == 0
    assert (out / "data" / "train.parquet").exists()


def test_too_little_work_is_not_known(inputs: Path, tmp_path: Path) -> None:
    """Where some task stays open, the exit code says so."""
    assert run(command(inputs, tmp_path / "gold", "--time-limit", "0")) == 3


@pytest.mark.parametrize("split", ["8:1", "8:1:x", "0:0:0", "8:1:-1", "8:1:1:1"])
def test_shares_that_are_none_are_misuse(
    inputs: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], split: str
) -> None:
    """Three whole numbers, not all nothing."""
    assert run(command(inputs, tmp_path / "gold", "--split", split)) == 2
    assert "must be three whole numbers" in capsys.readouterr().err
