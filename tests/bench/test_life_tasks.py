"""The verbs that make tasks over a city and check them, used as a user would."""

import json

import orjson
import pytest

from planassay.bench.cli import run
from planassay.kb.formats.lifeplanner import write_city
from planassay.kb.worlds.lifeplanner import build


def test_tasks_are_made_checked_and_found_out(tmp_path, capsys):
    """Counts by type and reason; a file that was tampered with is told apart, with what is wrong."""
    city, out = tmp_path / "city", tmp_path / "set"
    write_city(city, build("small", 7))
    made = ["tasks", "build", "lifeplanner", "--city", str(city), "--n", "12", "--out", str(out)]
    assert run([*made, "--json"]) == 0
    printed = capsys.readouterr()
    facts = json.loads(printed.out)
    assert facts["tasks"] == sum(facts["types"].values()) == 12
    assert facts["rejected"] == sum(sum(counts.values()) for counts in facts["rejected_by"].values())
    assert "tasks.jsonl" in printed.err
    tasks = out / "tasks.jsonl"
    check = ["tasks", "check", "lifeplanner", "--city", str(city), "--tasks", str(tasks)]
    assert run([*check, "--quiet"]) == 0
    assert capsys.readouterr().out.split() == ["system", "lifeplanner", "tasks", "12", "wrong", "0"]
    first, *others = tasks.read_bytes().splitlines()
    tasks.write_bytes(b"\n".join([orjson.dumps({**orjson.loads(first), "ref_calls": 9}), *others]))
    assert run([*check, "--json"]) == 1
    (faults,) = json.loads(capsys.readouterr().out)["faults"].values()
    assert "the reference plan has" in faults[0]


@pytest.mark.parametrize("verb", ["build", "check"])
def test_a_folder_without_a_city_is_told(tmp_path, capsys, verb):
    """One line that names the file; no traceback."""
    more = {"build": ["--out", str(tmp_path / "set")], "check": ["--tasks", str(tmp_path / "tasks.jsonl")]}
    assert run(["tasks", verb, "lifeplanner", "--city", str(tmp_path), *more[verb]]) == 2
    message = capsys.readouterr().err
    assert "vertices.jsonl" in message
    assert "Traceback" not in message


def test_a_file_of_tasks_that_is_not_there_is_told(tmp_path, capsys):
    """By its name."""
    write_city(tmp_path, build("small", 7))
    assert (
        run(["tasks", "check", "lifeplanner", "--city", str(tmp_path), "--tasks", str(tmp_path / "no")]) == 2
    )
    assert "no" in capsys.readouterr().err
