"""``planassay score`` over LifePlanner's answers: every form, that the formulas are ours, and faults."""

import csv
import json
from io import StringIO

import pytest
from tests.blocks import STREET, asked, trip, trip_gold

from planassay.bench.cli import run
from planassay.kb.formats.lifeplanner import write_city
from planassay.verifier.official.lifeplanner import REMARK


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """Return a folder with a city, three tasks and the answers to two of them."""
    path = tmp_path_factory.mktemp("lifeplanner")
    write_city(path / "city", STREET)
    rating = {"of": "", "key": "value", "kind": "rating", "value": 4.5}
    tasks = [
        asked("trip_L1", trip_gold(1, 2, 3), task_id="t1"),
        asked("place_L0", {"answer": {"value": 4.5}, "attributes": [rating]}, task_id="t2"),
        asked("trip_L2", trip_gold(1, 4), task_id="t3"),
    ]
    search = {"tool": "place_search", "arguments": {"query_name": "云溪"}}
    lines = [
        {"task_id": "t2", "result": {"value": 4.5}, "trace": [search]},
        {"task_id": "t1", **trip(1, 3, 2, distance_m=200)},
        {"task_id": "t9", "result": []},
    ]
    for name, rows in (("tasks.jsonl", [dict(task.source) for task in tasks]), ("answers.jsonl", lines)):
        text = "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)
        (path / name).write_text(text, encoding="utf-8")
    return path


def scored(folder, capsys, *options, code=1):
    """Score the answers, and return what was printed."""
    command = ["score", str(folder / "answers.jsonl"), "--kb", str(folder / "city")]
    assert run([*command, "--tasks", str(folder / "tasks.jsonl"), *options]) == code
    return capsys.readouterr().out


def test_the_document_has_totals_by_cell(folder, capsys):
    """Rates over tasks and over cells, curves, process metrics where a trace came along, and the remark."""
    found = json.loads(scored(folder, capsys, "--json"))
    assert found["remark"] == REMARK
    totals = found["official_totals"]
    assert totals["micro_pass_0.8"] == pytest.approx(2 / 3)
    assert set(totals["cells"]) == {"place_L0", "trip_L1", "trip_L2"}
    assert len(totals["exceedance"]["case_score"]) == 21
    official, strict = found["summaries"]
    assert official["means"]["tool_efficiency"] == {"mean": 1.0, "n": 1, "low": 1.0, "high": 1.0}
    assert (official["perfect"], strict["perfect"], strict["tasks"]) == (1, 1, 3)
    assert found["counts"]["bad_lines"] == 1


def test_every_form_says_that_the_formulas_are_ours(folder, capsys):
    """But for the rows of cells, whose rule set has it in its name."""
    table = scored(folder, capsys)
    assert " ".join(table.split()).count(REMARK) == 1
    assert "trip_L2" in table
    assert REMARK.replace("'", "&#x27;") in scored(folder, capsys, "--format", "html")
    assert REMARK in scored(folder, capsys, "--format", "junit")
    rows = list(csv.DictReader(StringIO(scored(folder, capsys, "--format", "csv"))))
    assert {row["ruleset"] for row in rows} == {"lifeplanner-own@1", "strict@1"}


def test_reports_are_kept_and_taken_up(folder, tmp_path, capsys):
    """A report a task and rule set, in order."""
    out = tmp_path / "reports.jsonl"
    scored(folder, capsys, "--ruleset", "strict", "--out", str(out), "--answered-only")
    reports = [json.loads(line) for line in out.read_text(encoding="utf-8").splitlines()]
    assert [(one["task_id"], one["task_perfect"]) for one in reports] == [("t1", False), ("t2", True)]


def test_bad_tasks_and_recorded_results_that_there_are_none_of(folder, capsys):
    """One clear message each."""
    command = ["score", str(folder / "answers.jsonl"), "--kb", str(folder / "city")]
    assert run([*command, "--tasks", str(folder / "answers.jsonl")]) == 2
    assert "answers.jsonl:1: at /type: is missing" in capsys.readouterr().err
    conform = ["conform", "lifeplanner", "--data", str(folder), "--vectors", str(folder / "answers.jsonl")]
    assert run(conform) == 2
    assert "lifeplanner has no recorded results to compare with" in capsys.readouterr().err


def test_halves_of_surrogate_pairs_are_spelled_out_in_the_document(folder, capsys):
    """An answer that quotes one is scored, and the document is written."""
    (folder / "answers.jsonl").write_text('{"task_id": "t2", "result": {"value": "\\ud800"}}\n')
    document = json.loads(scored(folder, capsys, "--json"))
    assert "\\ud800" in json.dumps(document["reports"]).replace("\\\\", "\\")
