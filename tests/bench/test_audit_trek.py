"""The verb that audits a copy of a benchmark, used as a user would."""

import json
from pathlib import Path

import pytest

from planassay.bench.cli import run


@pytest.fixture(scope="module")
def flawed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a knowledge base with faults of every kind; their list stands beside it."""
    kb = tmp_path_factory.mktemp("flawed") / "kb"
    assert run(["kb", "build", "trek", "--scale", "tiny", "--defects", "--out", str(kb)]) == 0
    return kb


def test_found_against_planted(flawed: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Exit 0 if the planted faults were found and nothing else, 1 if the list says otherwise."""
    listing = flawed.with_name("kb.planted.json")
    capsys.readouterr()
    assert run(["audit", "trek", str(flawed), "--planted", str(listing), "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert len(document["planted"]) == 16
    assert all(one["planted"] == one["found"] > 0 == one["others"] for one in document["planted"])
    shorter = json.loads(listing.read_text(encoding="utf-8"))
    del shorter["planted"][0]
    other = tmp_path / "shorter.json"
    other.write_text(json.dumps(shorter), encoding="utf-8")
    assert run(["audit", "trek", str(flawed), "--planted", str(other)]) == 1
    assert run(["audit", "trek", str(flawed)]) == 1


def test_a_clean_world_is_clean(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Without tasks, and without flaws, there is nothing to say."""
    kb, folder = tmp_path / "kb", tmp_path / "official"
    assert run(["kb", "build", "trek", "--scale", "tiny", "--out", str(kb)]) == 0
    assert run(["kb", "export", "trek", str(kb), "--out", str(folder)]) == 0
    for path in (kb, folder):
        assert run(["audit", "trek", str(path)]) == 0
    assert "remarks text-contradiction   0" in capsys.readouterr().out


def test_a_slice_is_audited_row_by_row(
    trek_slice: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Every task has a row, on the screen and in the file; the greedy gold is dearer than the optimum."""
    capsys.readouterr()
    assert run(["audit", "trek", str(trek_slice), "--out", str(tmp_path)]) == 1
    out = capsys.readouterr().out
    rows = [json.loads(line) for line in (tmp_path / "tasks.jsonl").read_text(encoding="utf-8").splitlines()]
    assert len(rows) == 18
    assert all(f" {row['task_id']} " in out for row in rows)
    gaps = [row["gold"]["gap"] for row in rows if row["gold"]["gap"] is not None]
    assert len(gaps) == 10
    assert all(gap > 0 for gap in gaps)
    assert (tmp_path / "flaws.jsonl").stat().st_size > 0


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--gold", "gold.jsonl"], "answers no tasks"),
        (["--ruleset", "none@1"], "is not one of gold@1"),
        (["--planted", "nowhere.json"], "cannot be read"),
    ],
)
def test_misuse(flawed: Path, capsys: pytest.CaptureFixture[str], options: list[str], message: str) -> None:
    """What is missing is said ahead of the work."""
    assert run(["audit", "trek", str(flawed), *options]) == 2
    assert message in capsys.readouterr().err
