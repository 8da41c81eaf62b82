"""The verbs ``solve`` and ``check-certificate`` over a city, used as a user would."""

import json
from dataclasses import replace
from datetime import datetime
from pathlib import Path

import orjson
import pytest
from tests.days import line, scene, sketches

from planassay.bench.cli import run
from planassay.kb.formats.lifeplanner import write_city
from planassay.kb.formats.lifeplanner.asks import Column, ColumnAsk, StopAsk, TripAsk
from planassay.kb.roads import Mode, Vehicle

NOW = datetime(2026, 6, 1, 9)


@pytest.fixture(scope="module")
def base(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """Return the options that name a small city, and a file of tasks of every outcome."""
    folder = tmp_path_factory.mktemp("city")
    write_city(folder / "city", scene().city)
    named = sketches("named", 1)[0]
    first, second = (place.name for place in scene().places[:2])
    late = TripAsk(
        stops=(StopAsk(name=first, stay=60), StopAsk(name=second, stay=60)),
        vehicle=Vehicle.WALKING,
        mode=Mode.TIME,
        leave=datetime(2026, 6, 1, 10),
        until=datetime(2026, 6, 1, 11),
    )
    asks = {
        "best": named.ask,
        "late": late,
        "unknown": replace(late, stops=(StopAsk(name="no such place"),)),
        "column": ColumnAsk(name=first, column=Column.ADDRESS),
    }
    rows = [{**line(ask, NOW), "task_id": name} for name, ask in asks.items()]
    (folder / "tasks.jsonl").write_bytes(b"\n".join(map(orjson.dumps, rows)) + b"\n")
    return ["--kb", str(folder / "city"), "--tasks", str(folder / "tasks.jsonl")]


def test_a_trip_is_solved_and_its_certificate_holds(base, tmp_path: Path, capsys):
    """The answer is printed and written; the checker takes the certificate, also without the command line."""
    assert run(["solve", "best", *base, "--out", str(tmp_path)]) == 0
    printed = capsys.readouterr().out
    assert "optimal" in printed
    assert '"stops"' in printed
    answer = json.loads((tmp_path / "answers.jsonl").read_text(encoding="utf-8"))
    assert answer["task_id"] == "best"
    assert answer["result"]["stops"]
    assert run(["check-certificate", str(tmp_path), *base]) == 0
    assert "1 accepted" in capsys.readouterr().err


def test_an_impossible_trip_is_told_with_what_cannot_be_had_together(base, tmp_path: Path, capsys):
    """Exit code 1, its cause, and a certificate that holds."""
    assert run(["solve", "late", *base, "--json", "--out", str(tmp_path)]) == 1
    found = json.loads(capsys.readouterr().out)[0]
    assert (found["status"], found["causes"], found["gold"]) == ("infeasible", ["time"], None)
    assert "until" in found["detail"]
    assert run(["check-certificate", str(tmp_path), *base]) == 0


def test_what_is_not_certain_or_not_proved_is_said(base, capsys):
    """An unknown name ends with 3; a plain look-up has an answer of which nothing is proved."""
    assert run(["solve", "unknown", *base]) == 3
    assert "no place has the name" in " ".join(capsys.readouterr().out.split())
    assert run(["solve", "column", *base, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)[0]["status"] == "feasible"


def test_what_does_not_go_with_a_city_is_misuse(base, capsys):
    """Objectives are the tasks' own."""
    assert run(["solve", "best", *base, "--pareto"]) == 2
    assert "least" in capsys.readouterr().err
