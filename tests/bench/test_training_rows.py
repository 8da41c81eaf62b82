"""Training rows: what verl reads, and the reward that it calls on them."""

import json

import duckdb

from planassay.bench.adapters.exam import open_exam
from planassay.bench.adapters.verl import VerlReward
from planassay.bench.cli import run
from planassay.kb.formats.trek import slice_gold


def verb(kb, tasks, out):
    """Return the exit code of the verb."""
    return run(["tasks", "rows", "verl", "--kb", str(kb), "--tasks", str(tasks), "--out", str(out)])


def test_rows_are_written_and_their_ground_truth_is_rewarded(tmp_path, trek_slice, capsys):
    """A row a task, in order; the reward of the official gold over a row's own truth is one."""
    out = tmp_path / "train.parquet"
    assert verb(trek_slice, trek_slice, out) == 0
    assert "wrote 18 rows" in capsys.readouterr().err
    rows = duckdb.sql(f"SELECT * FROM '{out}'").fetchall()
    exam = open_exam(trek_slice, trek_slice)
    reward = VerlReward(trek_slice, shaping="official")
    for row, name, gold in zip(rows, exam.tasks, slice_gold(trek_slice), strict=True):
        source, prompt, ability, model, extra = row
        assert (source, ability, extra["split"]) == ("planassay/trek", "planning", "train")
        assert (extra["task_id"], prompt[0]["role"]) == (name, "user")
        assert prompt[0]["content"].startswith(exam.tasks[name].text)
        answer = json.dumps({"submitted": True, **gold})
        assert reward(source, answer, model["ground_truth"])["score"] == 1.0
        assert exam.mark(f"So: {json.dumps(gold)}", name).scores["official"] == 1.0


def test_exams_are_opened_by_path(trek_slice, tmp_path):
    """The same exam each time; a folder that is no knowledge base is misuse."""
    assert verb(tmp_path, trek_slice, tmp_path / "rows.parquet") == 2
    exam = open_exam(trek_slice, trek_slice)
    assert exam is open_exam(str(trek_slice), trek_slice)
    name = next(iter(exam.tasks))
    assert exam.mark("I do not know.", name).scores["strict"] == 0.0
    assert exam.mark("", name).summary() != "No violation."
