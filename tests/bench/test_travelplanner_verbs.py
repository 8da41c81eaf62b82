"""The verbs over TravelPlanner's own files, as a user would type them."""

import json

import pytest

from planassay.bench.cli import run

DATA = "tests/data/travelplanner"
BASE = ["--kb", DATA, "--tasks", f"{DATA}/train_queries.jsonl.gz"]


@pytest.fixture(autouse=True)
def _in_the_checkout(root, monkeypatch):
    monkeypatch.chdir(root)


def test_plans_are_solved_scored_and_certified(tmp_path, capsys):
    """What solve writes, score finds perfect and check-certificate accepts."""
    assert run(["solve", "train-1", "train-6", *BASE, "--out", str(tmp_path)]) == 0
    assert "in the scope 'reference'" in capsys.readouterr().out
    first, _ = (tmp_path / "answers.jsonl").read_text(encoding="utf-8").splitlines()
    assert list(json.loads(first)) == ["idx", "plan", "query", "task_id"]
    assert run(["score", str(tmp_path / "answers.jsonl"), *BASE, "--answered-only"]) == 0
    assert "2 of 2 perfect" in capsys.readouterr().out
    assert run(["check-certificate", str(tmp_path), *BASE]) == 0


def test_solve_names_its_scope_as_json(capsys):
    """The scope stands beside the rule set."""
    assert run(["solve", "train-1", *BASE, "--json"]) == 0
    (found,) = json.loads(capsys.readouterr().out)
    assert (found["status"], found["ruleset"], found["scope"]) == ("optimal", "gold@1", "reference")
    assert found["cost"] == 1305.0


def test_a_query_without_a_route_is_solved_over_the_tables(capsys):
    """Whatever route is cheapest; the scope is named."""
    tasks = f"{DATA}/validation_queries.jsonl.gz"
    assert run(["solve", "validation-1", "--kb", DATA, "--tasks", tasks]) == 0
    assert "in the scope 'table'" in capsys.readouterr().out


def test_a_query_without_a_plan_is_certified(tmp_path, capsys):
    """One dollar less than the least cost: the conflict, and the repair that gives the dollar back."""
    row = json.loads(_lines("infeasible_sample.jsonl.gz")[1])["query_data"]
    tasks = tmp_path / "queries.jsonl"
    tasks.write_text(json.dumps({**row, "split": "mine", "idx": 1}) + "\n", encoding="utf-8")
    assert run(["certify", "mine-1", "--kb", DATA, "--tasks", str(tasks)]) == 0
    printed = capsys.readouterr().out
    assert "infeasible under gold@1, in the scope 'reference'" in printed
    assert "conflict   proved: budget (each is needed)" in printed
    assert "raise the budget to 684.00, no less will do" in printed
    assert run(["certify", "mine-1", "--kb", DATA, "--tasks", str(tasks), "--ruleset", "trek-label@1"]) == 2
    assert "official-bill@1" in capsys.readouterr().err


def test_a_folder_that_is_no_data_is_misuse(tmp_path, capsys):
    """Neither a store nor official files of any system."""
    assert run(["solve", "--kb", str(tmp_path), "--tasks", DATA]) == 2
    assert "neither a knowledge base nor a folder of official files" in capsys.readouterr().err


def test_the_demo_goes_without_what_is_not_there(tmp_path, monkeypatch, root, capsys):
    """Outside the checkout the TravelPlanner part is left out, with a note."""
    monkeypatch.chdir(tmp_path)
    data = root / "tests" / "data"
    assert run(["demo", "--data", str(data / "trek-slice"), "--made", "0", "--out", "out"]) == 0
    printed = capsys.readouterr()
    assert "no TravelPlanner query is solved" in printed.err
    assert "train-1" not in printed.out


def _lines(name):
    import gzip

    with gzip.open(f"{DATA}/{name}", "rt", encoding="utf-8") as file:
        return file.read().splitlines()
