"""The verbs that certify, check and audit, used as a user would: arguments in, text and exit code out."""

import json
from pathlib import Path

import pytest

from planassay.bench.cli import run

BASE = ["--kb", "tests/data/trek-slice", "--tasks", "tests/data/trek-slice"]
PAGE = Path("docs/design/2026-12-01-label-audit.md")


@pytest.fixture(autouse=True)
def _in_the_checkout(root, monkeypatch):
    monkeypatch.chdir(root)


def test_certify_prints_causes_conflict_and_repairs(capsys):
    """An infeasible task ends with 0; what holds at once, what clashes and what would help is said."""
    assert run(["certify", "trek-80", *BASE]) == 0
    printed = capsys.readouterr().out
    assert "cause      budget, proved" in printed
    assert "cause      conflict, proved" in printed
    assert "conflict   proved: budget (each is needed)" in printed
    assert "raise the budget to 199.50, no less will do" in printed


def test_certify_prints_the_plan_of_a_feasible_task(capsys):
    """A task that has a plan ends with 1 and its plan."""
    assert run(["certify", "trek-4", *BASE]) == 1
    printed = capsys.readouterr().out
    assert "741.33, the least" in printed
    assert "Scottish Heritage Hub" in printed


@pytest.mark.parametrize(
    ("ruleset", "cost"), [("gold@1", 402.40), ("trek-label@1", 390.40), ("free-split@1", 390.40)]
)
def test_certify_takes_a_rule_set(capsys, ruleset, cost):
    """The rule set is named in the result, and decides the least budget."""
    assert run(["certify", "syn-budget", *BASE, "--ruleset", ruleset, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["ruleset"] == found["certificate"]["ruleset"] == ruleset
    (repair,) = found["repairs"]
    assert (repair["kind"], repair["budget"], repair["budget_is_least"]) == ("budget", cost, True)


def test_certify_at_a_limit_of_work_ends_undecided(capsys):
    """Exit 3: neither a plan nor a proof was found with the work allowed; the bound is kept."""
    assert run(["certify", "trek-4", *BASE, "--work", "0", "--json"]) == 3
    found = json.loads(capsys.readouterr().out)
    assert found["status"] == "unknown"
    assert 0 < found["bound"] <= 741.33
    assert found["certificate"] is None


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["certify", "trek-5000", *BASE], "trek-5000"),
        (["certify", "trek-80", *BASE, "--ruleset", "silver@1"], "trek-label@1"),
        (["certify", "trek-80", "--kb", "nowhere", "--tasks", "tests/data/trek-slice"], "nowhere"),
        (["check-certificate", "nowhere.json", *BASE], "nowhere.json"),
        (["check-certificate", "tests/data/trek-slice/api", *BASE], "holds no certificate"),
        (["check-certificate", "tests/data/trek-slice/tasks.csv", *BASE], "is not JSON"),
        (["check-certificate", "tests/data/trek-slice/vectors.aggregate.json", *BASE], "names no task"),
        (["audit", "labels", "--kb", "nowhere", "--tasks", "tests/data/trek-slice"], "nowhere"),
    ],
)
def test_misuse_is_one_clear_message(capsys, arguments, said):
    """Exit 2, a message that names what is wrong, no traceback."""
    assert run(arguments) == 2
    printed = capsys.readouterr()
    assert said in printed.err
    assert "Traceback" not in printed.err


def test_what_certify_writes_is_accepted_by_the_checker(tmp_path, capsys):
    """All certificates of a task, one a cause and one of the conflict, are accepted; the plans are beside."""
    assert run(["certify", "trek-9", *BASE, "--out", str(tmp_path)]) == 0
    assert run(["certify", "syn-budget", *BASE, "--out", str(tmp_path)]) == 0
    assert f"certificate {tmp_path / 'certificates' / 'trek-9.json'}" in capsys.readouterr().out
    names = sorted(path.name for path in (tmp_path / "certificates").iterdir())
    assert names == [
        "syn-budget.conflict.json",
        "syn-budget.json",
        "trek-9.conflict.json",
        "trek-9.json",
        "trek-9.route.json",
    ]
    assert (tmp_path / "plans" / "syn-budget.repair-1-budget.json").exists()
    assert json.loads((tmp_path / "trek-9.json").read_text(encoding="utf-8"))["status"] == "infeasible"
    assert run(["check-certificate", str(tmp_path), *BASE, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert [row["decision"] for row in found] == ["accepted"] * 5
    assert {row["cause"] for row in found} == {"budget", "entity", "route"}


def test_a_damaged_certificate_is_refused_with_a_reason(tmp_path, capsys):
    """Exit 1, and the reason in the table."""
    assert run(["certify", "syn-budget", *BASE, "--out", str(tmp_path)]) == 0
    path = tmp_path / "certificates" / "syn-budget.json"
    document = json.loads(path.read_text(encoding="utf-8"))
    document["claim"]["budget"] += 1
    path.write_text(json.dumps(document), encoding="utf-8")
    capsys.readouterr()
    assert run(["check-certificate", str(path), *BASE]) == 1
    assert "the budget is 15000, not 15001" in capsys.readouterr().out


def test_a_certificate_about_a_task_that_is_not_there_is_misuse(tmp_path, capsys):
    """The task is named, and the file of tasks that lacks it."""
    path = tmp_path / "c.json"
    path.write_text('{"task": {"id": "trek-5000"}}', encoding="utf-8")
    assert run(["check-certificate", str(path), *BASE]) == 2
    assert "trek-5000" in capsys.readouterr().err


def test_solve_and_certify_agree_with_check_certificate_on_plans(tmp_path, capsys):
    """What proves a plan optimal is a certificate like the others."""
    assert run(["solve", "trek-4", *BASE, "--out", str(tmp_path)]) == 0
    assert run(["check-certificate", str(tmp_path), *BASE]) == 0
    assert "optimal" in capsys.readouterr().out


def test_the_audit_of_labels_finds_every_label_of_the_slice_true(capsys):
    """Each task that is labelled infeasible is so under every rule set, for causes that are proved."""
    assert run(["audit", "labels", *BASE, "--json"]) == 0
    rows = {row["task_id"]: row for row in json.loads(capsys.readouterr().out)}
    assert len(rows) == 8
    for row in rows.values():
        for found in row["rulesets"].values():
            assert found["holds"] is True
            assert found["causes"][0]["cause"] == row["official_cause"]
            assert all(cause["proved"] for cause in found["causes"])
    assert rows["trek-80"]["floor"] == 187.50
    assert rows["trek-80"]["rulesets"]["trek-label@1"]["least_cost"] == 220.50


def test_the_audit_of_labels_prints_a_row_a_task(capsys):
    """People get a table: the label, the causes and the least cost under each rule set."""
    assert run(["audit", "labels", *BASE]) == 0
    printed = capsys.readouterr().out
    assert "C_floor" in printed
    assert "holds; budget; least 390.40" in printed


def test_the_table_in_the_docs_is_what_the_audit_prints(capsys):
    """The page holds the table that its command prints; run the command to write it anew."""
    assert run(["audit", "labels", *BASE, "--markdown"]) == 0
    assert capsys.readouterr().out in PAGE.read_text(encoding="utf-8")


def test_the_guide_shows_what_certify_prints(capsys):
    """The example of the guide is the output of its command."""
    assert run(["certify", "trek-80", *BASE]) == 0
    guide = Path("docs/guides/certify.md").read_text(encoding="utf-8")
    assert f"$ planassay certify trek-80 {' '.join(BASE)}\n{capsys.readouterr().out}" in guide
