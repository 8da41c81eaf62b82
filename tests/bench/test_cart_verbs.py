"""The verbs over shopping cases, as a user would type them."""

import json
from shutil import copytree

import pytest

from planassay.bench.cli import run

DB = "tests/data/deepplanning-shopping-mini/mini_db"


@pytest.fixture(autouse=True)
def _in_the_checkout(root, monkeypatch):
    monkeypatch.chdir(root)


def test_cases_are_solved_and_their_certificates_checked(tmp_path, capsys):
    """Under each reading of coupons; damaged certificates are told, the rest goes on."""
    out = tmp_path / "solved"
    assert run(["cart", "solve", DB, "--out", str(out)]) == 0
    assert "1568.00" in capsys.readouterr().out
    assert run(["cart", "check-certificate", str(out / "certificates"), "--db", DB]) == 0
    assert capsys.readouterr().out.count("accepted") == 6
    assert run(["cart", "check-certificate", str(out), "--db", DB]) == 0  # the folder that solve was given
    assert capsys.readouterr().out.count("accepted") == 6
    first, second, third = sorted((out / "certificates").iterdir())[:3]
    first.write_text("{")
    document = json.loads(second.read_text())
    document["claim"]["value"] -= 1
    second.write_text(json.dumps(document))
    document["task"]["id"] = "shopping-9-9"
    third.write_text(json.dumps(document))
    assert run(["cart", "check-certificate", str(out / "certificates"), "--db", DB, "--json"]) == 1
    printed = capsys.readouterr()
    decisions = [row["decision"] for row in json.loads(printed.out)]
    assert decisions == ["refused", "refused", "accepted", "accepted", "accepted"]
    assert first.name in printed.err
    assert (
        run(["cart", "solve", DB, "shopping-3-2", "--rule", "sequential", "--engine", "milp", "--json"]) == 0
    )
    (found,) = json.loads(capsys.readouterr().out)
    assert (found["status"], found["price"], found["rule"]) == ("optimal", 1328.0, "sequential")


@pytest.mark.parametrize("agent", ["tools-only", "oracle"])
def test_agents_shop_and_are_scored(agent, tmp_path, capsys):
    """Full marks in every mini case, under both rule sets."""
    out = tmp_path / "run"
    assert run(["cart", "run", agent, DB, "--out", str(out)]) == 0
    assert "6 cases" in capsys.readouterr().out
    assert run(["cart", "score", str(out)]) == 0
    assert "6 of 6 cases with full score; strict: 6 valid" in capsys.readouterr().out
    assert run(["cart", "score", str(out), "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert document["official"]["total"]["successful_rate"] == 1.0
    assert run(["cart", "run", agent, DB, "--out", str(out)]) == 2
    assert "not empty" in capsys.readouterr().err


def test_empty_carts_are_scored_and_found_wanting(capsys):
    """The carts of the database itself: nothing bought."""
    assert run(["cart", "score", DB]) == 1
    assert "0 of 6 cases with full score; strict: 0 valid" in capsys.readouterr().out


def test_requests_are_read_from_a_database_and_from_a_file(capsys):
    """What is not understood is told, with exit code 1."""
    assert run(["cart", "read", DB]) == 0
    assert "6 read to the end" in capsys.readouterr().out
    assert run(["cart", "read", f"{DB}/data/level_3_query_meta.json", "--json"]) == 0
    first, _ = json.loads(capsys.readouterr().out)
    assert first["articles"][0]["wishes"][0].keys() == {"wish", "confidence", "words"}


@pytest.mark.parametrize(
    ("text", "said"), [("{", "is not JSON"), ("{}", "no list"), ('[{"query": 3}]', "/0/query")]
)
def test_a_file_of_queries_that_is_none_is_misuse(text, said, tmp_path, capsys):
    """The message names the file and the place."""
    path = tmp_path / "queries.json"
    path.write_text(text)
    assert run(["cart", "read", str(path)]) == 2
    err = capsys.readouterr().err
    assert said in err
    assert "queries.json" in err


def test_made_cases_are_audited(tmp_path, capsys):
    """A made database is clean but for the reading of coupons; a damaged case is told and left out."""
    out = tmp_path / "made"
    assert run(["cart", "build", "--out", str(out), "--n", "1", "--seed", "1", "--products", "30"]) == 0
    assert run(["cart", "build", "--out", str(out), "--n", "1"]) == 2
    assert run(["cart", "build", "--out", str(tmp_path / "none"), "--n", "0"]) == 2
    capsys.readouterr()
    code = run(["cart", "audit", str(out), "--json"])
    found = json.loads(capsys.readouterr().out)
    assert code == int(any(one["found"] for one in found))
    assert [one["rules"]["tool"]["optima"] for one in found] == [1, 1, 1]
    (out / "database_level2" / "case_1" / "products.jsonl").write_text("nothing\n")
    run(["cart", "audit", str(out)])
    printed = capsys.readouterr()
    assert "2 cases:" in printed.out
    assert "products.jsonl" in printed.err


def test_misuse_is_told(capsys):
    """An unknown case, reading, agent or folder."""
    for arguments, said in (
        (["solve", DB, "shopping-1-9"], "has no case"),
        (["solve", DB, "--rule", "free"], "must be one of tool, scoped, sequential"),
        (["run", "greedy", DB, "--out", "nowhere-at-all"], "is no agent"),
        (["audit", "tests/bench"], "holds no database_levelN/case_N"),
        (["check-certificate", "tests/bench", "--db", DB], "holds no certificate"),
    ):
        assert run(["cart", *arguments]) == 2, arguments
        assert said in capsys.readouterr().err


@pytest.mark.parametrize("agent", ["tools-only", "oracle"])
def test_half_a_pair_of_surrogates_stays_escaped(agent, tmp_path):
    """A name that JSON can hold and UTF-8 cannot goes through every verb, and back into JSON as it was."""
    database = tmp_path / "db"
    copytree(DB, database)
    for path in database.glob("database_level*/case_*/products.jsonl"):
        rows = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
        lines = [json.dumps({**row, "name": f"{row['name']} \ud800"}) for row in rows]
        path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    solved, shopped = tmp_path / "solved", tmp_path / "shopped"
    assert run(["cart", "solve", str(database), "--out", str(solved)]) == 0
    assert run(["cart", "check-certificate", str(solved), "--db", str(database)]) == 0
    assert run(["cart", "run", agent, str(database), "--out", str(shopped)]) == 0
    messages = next(shopped.glob("database_level1/*/messages.json"))
    assert "\\ud800" in messages.read_text(encoding="utf-8")
    json.loads(messages.read_text(encoding="utf-8"))


@pytest.mark.parametrize("number", ["NaN", "Infinity"])
def test_numbers_that_json_cannot_say_are_told_as_text(number, tmp_path, capsys):
    """The published evaluator echoes what an expected answer holds."""
    database = tmp_path / "db"
    copytree(DB, database)
    for path in database.glob("database_level*/case_*/validation_cases.json"):
        truth = json.loads(path.read_text(encoding="utf-8"))
        for row in truth["ground_truth_products"]:
            row["quantity"] = row["price"] = float(number)
        truth["ground_truth_coupons"] = {name: float(number) for name in truth["ground_truth_coupons"]}
        path.write_text(json.dumps(truth), encoding="utf-8")
    assert run(["cart", "score", str(database), "--json"]) == 1
    document = json.loads(capsys.readouterr().out, parse_constant=pytest.fail)
    assert repr(float(number)) in str(document)
