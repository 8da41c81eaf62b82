"""The verbs over DeepPlanning's travel data as it is published: a database for each task under one root."""

import json
import shutil

import pytest
from tests.deepplanning import MINI, TASKS, plan, queries

from planassay import score_many
from planassay.bench.cli import run
from planassay.kb.errors import InputError
from planassay.kb.formats.deepplanning_travel import Databases, is_root, open_root
from planassay.kb.knowledge import for_task
from planassay.kb.opening import open_knowledge

FILE = str(MINI / "travelplanning_query_mini.json")


@pytest.fixture
def root(tmp_path):
    """Return a root without the database of task 69, and with an empty one of task 59."""
    folder = tmp_path / "root"
    shutil.copytree(MINI / "database" / "id_0", folder / "database" / "id_0")
    (folder / "database" / "id_59").mkdir()
    return folder


def over(folder):
    """Return the options that name a root and the queries."""
    return ["--kb", str(folder), "--tasks", FILE]


def test_a_root_opens_the_database_of_each_task(root):
    """Numbers come in their order; a task without one has a clear error; the identity is that of them all."""
    base = open_knowledge(MINI)
    assert isinstance(base, Databases)
    assert base.task_ids == TASKS
    assert for_task(base, "59") is base.of("59")
    assert base.of("0").content_hash == open_knowledge(MINI / "database" / "id_0").content_hash
    assert open_root(MINI / "database").content_hash == base.content_hash
    assert not is_root(MINI / "database" / "id_0")
    broken = open_root(root)
    assert broken.task_ids == ("0",)
    with pytest.raises(InputError, match="holds no database of task 69; it holds 1: id_0"):
        broken.of("69")
    with pytest.raises(InputError, match="none of the files of a database"):
        broken.of("59")
    with pytest.raises(InputError, match="holds no database of a task"):
        open_root(root / "database" / "id_0")


def test_tasks_are_scored_together_over_a_root():
    """The kernels take each task's own database; a task without one is refused."""
    tasks = [queries()[name].task for name in TASKS]
    answers = [json.dumps(plan(name)).encode() for name in TASKS]
    found = score_many(answers, tasks, open_root(MINI), ruleset="official")
    assert found.verdicts.perfect.all()
    assert not found.verdicts.way.any()
    assert found[1].task_perfect
    assert score_many(answers, tasks, open_root(MINI)).verdicts.perfect.all()


def test_solving_checking_and_scoring(tmp_path, capsys):
    """What solve writes, check-certificate accepts and score finds perfect, each over the whole root."""
    out = tmp_path / "out"
    assert run(["solve", "0", "59", *over(MINI), "--out", str(out)]) == 0
    assert run(["check-certificate", str(out), *over(MINI)]) == 0
    assert "2 accepted" in capsys.readouterr().err
    options = ["--ruleset", "both", "--answered-only"]
    assert run(["score", str(out / "answers.jsonl"), *over(MINI), *options]) == 0
    assert "2 of 2 perfect" in capsys.readouterr().out


def test_a_batch_goes_on_without_some_databases(root, tmp_path, capsys):
    """One error each, the rest is done, and it is counted."""
    out = tmp_path / "out"
    assert run(["solve", *over(root), "--out", str(out)]) == 3
    told = capsys.readouterr().err
    assert "id_59: holds none of the files of a database" in told
    assert "holds no database of task 69" in told
    assert "2 of 3 tasks have no database and were not solved" in told
    shutil.copy(out / "certificates" / "0.json", tmp_path / "0.json")
    other = json.loads((tmp_path / "0.json").read_text("utf-8")) | {"task": "69"}
    (out / "certificates" / "69.json").write_text(json.dumps(other), "utf-8")
    assert run(["check-certificate", str(out), *over(root)]) == 2
    assert "1 accepted, 0 refused, 0 unproved, 1 unread" in capsys.readouterr().err
    answers = tmp_path / "answers.jsonl"
    lines = [{"task_id": name, "plan": plan(name)} for name in TASKS]
    answers.write_text("".join(json.dumps(line) + "\n" for line in lines), "utf-8")
    assert run(["score", str(answers), *over(root), "--ruleset", "both"]) == 1
    printed = capsys.readouterr()
    assert printed.out.count("1 of 3 perfect") == 2
    assert "2 of 3 tasks have no database" in printed.err
    assert run(["certify", "59", *over(root)]) == 2
    assert "none of the files" in capsys.readouterr().err
    assert run(["solve", "69", *over(root)]) == 2
    assert "of any of 1 tasks" in capsys.readouterr().err


def test_agents_run_over_a_root(root, tmp_path, capsys):
    """Each task in its own database; one without is missed, and told."""
    out = tmp_path / "run.jsonl"
    assert run(["run", "tools-only", "0", "59", *over(root), "--out", str(out)]) == 3
    told = capsys.readouterr()
    assert "tools-only: 1 of 2 tasks answered" in told.err + told.out
    first, second = (json.loads(line) for line in out.read_text("utf-8").splitlines())
    assert first["reports"]["official"]["task_perfect"]
    assert first["facts"]["reader_notes"] == []
    assert second["stop"] == "failed"
    assert second["reports"]["official"]["scores"]["case_acc"] == 0.0


def test_serve_wants_to_know_the_task(root, capsys):
    """A root has many databases; a single one has no choice."""
    assert run(["serve", "--kb", str(root), "--rest"]) == 2
    assert "name one with --task" in capsys.readouterr().err
    assert run(["serve", "--kb", str(root), "--task", "7", "--rest"]) == 2
    assert "holds no database of task 7" in capsys.readouterr().err
    assert run(["serve", "--kb", str(root / "database" / "id_0"), "--task", "0", "--rest"]) == 2
    assert "--task is for a folder" in capsys.readouterr().err


def test_audit(root, tmp_path, capsys):
    """Flaws of the mini queries; then of queries that were made wrong; then over a root with gaps."""
    assert run(["audit", "deepplanning-travel", *over(MINI), "--json"]) == 1
    found = json.loads(capsys.readouterr().out)
    assert {(one["task_id"], one["kind"]) for one in found} == {("59", "other-dates")}
    rows = json.loads((MINI / "travelplanning_query_mini.json").read_text("utf-8"))
    rows[0]["meta_info"] |= {"people_number": 2, "depart_weekday": 4}
    rows[0]["meta_info"]["hard_constraints"]["hotel_star_service_required"]["hotel_name"] = "Nowhere Inn"
    rows[0]["meta_info"]["hard_constraints"]["budget_constraint"]["max_budget"] = 4000
    rows[2]["meta_info"]["days"] = 0
    wrong = tmp_path / "wrong.json"
    wrong.write_text(json.dumps(rows), "utf-8")
    assert run(["audit", "deepplanning-travel", "--kb", str(root), "--tasks", str(wrong), "--json"]) == 1
    told = capsys.readouterr()
    found = {(one["task_id"], one["kind"]) for one in json.loads(told.out)}
    assert found == {("0", "dates"), ("0", "said"), ("0", "budget"), ("0", "unknown"), ("59", "other-dates")}
    assert "not looked at: " in told.err
    assert "/2/meta_info/days" in told.err
    assert "looked at without its data" in told.err
    rows[0]["meta_info"] |= {"people_number": 3}
    assert run(["audit", "deepplanning-travel", "--tasks", FILE]) == 1
    assert run(["audit", "deepplanning-travel", "--tasks", FILE, "--kb", "tests/data/trek-slice"]) == 2
