"""The verbs that solve and score, used as a user would: arguments in, text and exit code out."""

import json
from pathlib import Path

import pytest

from planassay.bench.cli import run

BASE = ["--kb", "tests/data/trek-slice", "--tasks", "tests/data/trek-slice"]


@pytest.fixture(autouse=True)
def _in_the_checkout(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(root)


def test_demo_prints_a_row_a_task_and_writes_what_it_made(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The demo ends with 0, prints all 18 tasks and the saving, and leaves answers and certificates."""
    assert run(["demo", "--made", "2", "--out", str(tmp_path)]) == 0
    printed = capsys.readouterr()
    assert printed.out.count("trek-") == 14
    assert printed.out.count("syn-") == 4
    assert "741.33" in printed.out
    assert "18 proved by accepted certificates" in printed.out
    assert len((tmp_path / "answers.jsonl").read_text(encoding="utf-8").splitlines()) == 18
    assert len(list((tmp_path / "certificates").glob("*.json"))) == 18
    assert printed.out.count("train-") == 3
    assert "3 proved by accepted certificates" in printed.out
    assert len(list((tmp_path / "travelplanner" / "certificates").glob("*.json"))) == 3
    assert str(tmp_path / "answers.jsonl") in printed.err
    assert "2 made tasks over a made world of 24 cities" in printed.out
    for agent in ("oracle", "tools-only"):
        assert f"{agent}: 2 of 2 made tasks perfect, 2 proved by the agent" in printed.out
    page = tmp_path / "agents.html"
    assert f"open {page}" in printed.err
    assert all(agent in page.read_text(encoding="utf-8") for agent in ("oracle", "tools-only", "greedy"))


def test_demo_on_a_folder_without_data_says_which_in_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A wrong --data is misuse: exit 2, a message that names the folder, no traceback."""
    assert run(["demo", "--data", str(tmp_path / "nothing"), "--out", str(tmp_path / "out")]) == 2
    printed = capsys.readouterr()
    assert "nothing" in printed.err
    assert "Traceback" not in printed.err


def test_solve_prints_the_plan_of_one_task(capsys: pytest.CaptureFixture[str]) -> None:
    """A feasible task ends with 0 and its plan."""
    assert run(["solve", "trek-4", *BASE]) == 0
    assert "Scottish Heritage Hub" in capsys.readouterr().out


def test_solve_says_as_json_why_there_is_no_plan(capsys: pytest.CaptureFixture[str]) -> None:
    """An infeasible task ends with 1, its causes and a certificate."""
    assert run(["solve", "syn-budget", *BASE, "--json"]) == 1
    (found,) = json.loads(capsys.readouterr().out)
    assert found["status"] == "infeasible"
    assert found["causes"] == ["budget"]
    assert found["certificate"]["claim"]["cause"] == "budget"
    assert found["answer"]["is_feasible"] is False


def test_solve_names_a_task_that_is_not_there(capsys: pytest.CaptureFixture[str]) -> None:
    """An unknown task is misuse."""
    assert run(["solve", "trek-5000", *BASE]) == 2
    assert "trek-5000" in capsys.readouterr().err


def test_solve_writes_answers_that_score_perfectly(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """What ``solve --out`` writes is perfect under both rule sets for ``score``."""
    assert run(["solve", *BASE, "--out", str(tmp_path)]) == 1  # some tasks have no plan
    assert run(["score", str(tmp_path / "answers.jsonl"), *BASE]) == 0
    assert "18 of 18 perfect" in capsys.readouterr().out


BAD_LINES = {
    "truncated": b'{"task_id": "trek-4", "plan": ',
    "a list": b"[1, 2]",
    "not UTF-8": b"\xff\xfe{}",
    "unknown task": b'{"task_id": "trek-999"}',
    "deep nesting": b'{"plan": ' + b"[" * 100_000 + b"]" * 100_000 + b"}",
    "a huge number": b'{"task_id": "trek-4", "tool_call_count": ' + b"9" * 100_000 + b"}",
    "a bare word": b"hello",
}


def test_a_batch_goes_on_past_bad_lines_and_counts_them(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Every kind of bad line is one message; the good line between them is scored."""
    good = b'{"task_id": "trek-9", "is_feasible": false, "submitted": true, "refusal_reason": '
    good += b'"The hotel does not exist.", "plan": {}}'
    path = tmp_path / "results.jsonl"
    path.write_bytes(b"\n".join([*BAD_LINES.values(), good]) + b"\n")
    assert run(["score", str(path), *BASE, "--json"]) == 1
    printed = capsys.readouterr()
    found = json.loads(printed.out)
    assert len(found["bad_lines"]) == len(BAD_LINES)
    assert printed.err.count("not scored") == len(BAD_LINES)
    perfect = {r["task_id"] for r in found["reports"] if r["task_perfect"] and r["ruleset"] == "strict@1"}
    assert perfect == {"trek-9"}
    assert "Traceback" not in printed.err


STRANGE_PLANS = {
    "a list": "[]",
    "a text": '"day1"',
    "null": "null",
    "a number": "1e400",
    "days that are lists": '{"day1": [], "day2": [[]]}',
    "NaN price": '{"day1": {"flights": [{"flight_number": "MO 1734", "price": NaN}]}}',
    "names that are objects": '{"day1": {"hotel": {"name": {}, "city": []}}}',
}


@pytest.mark.parametrize("plan", STRANGE_PLANS.values(), ids=STRANGE_PLANS.keys())
def test_a_strange_plan_is_a_scored_zero(
    plan: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A plan of any shape gets a report of both rule sets that is not perfect."""
    path = tmp_path / "results.jsonl"
    path.write_text(f'{{"task_id": "trek-4", "is_feasible": true, "plan": {plan}}}\n', encoding="utf-8")
    assert run(["score", str(path), *BASE, "--answered-only", "--json"]) == 1
    found = json.loads(capsys.readouterr().out)
    assert [(r["task_id"], r["task_perfect"]) for r in found["reports"]] == [("trek-4", False)] * 2


def test_fifty_megabytes_in_one_line_are_one_bad_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A line over the cap is counted, and the batch goes on."""
    path = tmp_path / "results.jsonl"
    with path.open("wb") as out:
        out.write(b'{"task_id": "trek-4", "plan": "' + b"x" * 50_000_000 + b'"}\n')
        out.write(b'{"task_id": "trek-9", "plan": {}}\n')
    assert run(["score", str(path), *BASE, "--ruleset", "official", "--json"]) == 1
    assert len(json.loads(capsys.readouterr().out)["bad_lines"]) == 1


def test_lines_that_name_no_task_answer_the_task_of_their_position(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """The official gold, which names no tasks, is officially perfect line by line, and that is said."""
    gold = "tests/data/trek-slice/gold.jsonl"
    table = ["--kb", "tests/data/trek-slice", "--tasks", "tests/data/trek-slice/tasks.csv"]
    run(["score", gold, *table, "--json"])
    printed = capsys.readouterr()
    reports = json.loads(printed.out)["reports"]
    perfect = [r["task_id"] for r in reports if r["task_perfect"] and r["ruleset"].startswith("trek@")]
    feasible = {"trek-4", "trek-20", "trek-53", "trek-73", "trek-86", "trek-111", "trek-123"}
    assert feasible <= set(perfect)  # a refusal counts officially only if it says that it was submitted
    assert "14 lines name no task" in printed.err


def test_a_file_that_answers_no_task_is_misuse(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Scoring nothing is no success, however few tasks are asked for."""
    path = tmp_path / "results.jsonl"
    path.write_text("[1, 2]\n", encoding="utf-8")
    assert run(["score", str(path), *BASE, "--answered-only"]) == 2
    assert "answers none of the 18 tasks" in capsys.readouterr().err


def test_score_says_where_a_plan_is_wrong_and_by_how_much(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A false fare is named with its place, what was found and what is recorded."""
    gold = Path("tests/data/trek-slice/gold.jsonl").read_text(encoding="utf-8").splitlines()[3]
    false = gold.replace('"price": 540.0', '"price": 54.0')
    assert false != gold
    path = tmp_path / "results.jsonl"
    path.write_text(false.replace("{", '{"task_id": "trek-20", ', 1) + "\n", encoding="utf-8")
    assert run(["score", str(path), *BASE, "--answered-only"]) == 1
    printed = capsys.readouterr().out
    assert "trek-20: facts/flight-price at /plan/day1/flights/0" in printed
    assert "found 54.00; required 540.00" in printed


def test_solve_best_gives_a_fuller_trip_within_the_budget(capsys: pytest.CaptureFixture[str]) -> None:
    """The best trip of task 20 is proved, costs more than the cheapest and no more than the budget."""
    assert run(["solve", "trek-20", *BASE, "--objective", "best", "--json"]) == 0
    (found,) = json.loads(capsys.readouterr().out)
    assert (found["status"], found["objective"]) == ("optimal", "best@1")
    assert 2357.12 < found["cost"] <= 2425


def test_solve_names_the_objectives_there_are(capsys: pytest.CaptureFixture[str]) -> None:
    """An unknown objective is misuse."""
    assert run(["solve", "trek-20", *BASE, "--objective", "grandest"]) == 2
    assert "known: cheapest, best" in capsys.readouterr().err


def test_solve_pareto_trades_cost_against_points(capsys: pytest.CaptureFixture[str]) -> None:
    """Down the frontier cost and points fall, each trade is proved, and the cheapest plan ends it."""
    assert run(["solve", "trek-20", *BASE, "--pareto", "--json"]) == 0
    trades = json.loads(capsys.readouterr().out)
    costs, points = [t["cost"] for t in trades], [t["points"] for t in trades]
    assert len(trades) > 5
    assert costs == sorted(set(costs), reverse=True)
    assert points == sorted(set(points), reverse=True)
    assert {t["status"] for t in trades} == {"optimal"}
    assert costs[-1] == 2357.12
