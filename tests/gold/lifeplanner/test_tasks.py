"""Tasks of a city: every cell, one certain answer each, the same through records and tools."""

import re
from collections import Counter
from datetime import datetime
from pathlib import Path

import orjson
import pytest

from planassay.gold.lifeplanner import LifeOrder, build_life_tasks
from planassay.gold.lifeplanner import build as module
from planassay.gold.lifeplanner.check import check_tasks
from planassay.gold.lifeplanner.desk import desk
from planassay.gold.lifeplanner.mix import CELLS, mix
from planassay.gold.lifeplanner.scene import Scene
from planassay.gold.lifeplanner.sieve import MOST_CALLS
from planassay.kb.errors import InputError
from planassay.kb.formats.lifeplanner import (
    FILES,
    TYPES,
    read_answer,
    read_city,
    read_gold,
    read_tasks,
    request,
    write_city,
)
from planassay.kb.formats.lifeplanner.asks import read_ask
from planassay.kb.worlds.lifeplanner import build
from planassay.solver.lifeplanner.derive import derive
from planassay.solver.lifeplanner.tool_view import ToolView
from planassay.verifier.city import case_of
from planassay.verifier.official.lifeplanner import evaluate

SEED, COUNT = 7, 44


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with a small city in it."""
    path = tmp_path_factory.mktemp("life")
    write_city(path / "city", build("small", SEED))
    return path


@pytest.fixture(scope="module")
def scene(folder: Path) -> Scene:
    """Return that city, made ready for drawing."""
    return module._scene(folder / "city")


@pytest.fixture(scope="module")
def lines(folder: Path) -> list[dict]:
    """Return the lines of a set of tasks over it."""
    build_life_tasks(LifeOrder(folder / "city", COUNT, SEED), folder / "set")
    return [orjson.loads(line) for line in (folder / "set" / module.TASKS).read_bytes().splitlines()]


def test_the_published_counts_are_those_of_the_paper():
    """At 667 tasks; other sizes have the same cells."""
    counts = Counter(seat.type for seat in mix(sum(CELLS.values())))
    assert counts == CELLS
    assert {seat.type for seat in mix(60)} == set(CELLS)


def test_every_line_is_a_task_with_a_gold(folder, lines):
    """Readers take them; texts and identifiers are not repeated."""
    tasks = [task for _, task in read_tasks(folder / "set" / module.TASKS)]
    assert not [task for task in tasks if isinstance(task, InputError)]
    assert all(read_gold(task).attributes or read_gold(task).sets for task in tasks)
    assert {task.type for task in tasks} <= set(TYPES)
    assert len({task.question for task in tasks}) == len({task.task_id for task in tasks}) == COUNT


def test_both_views_give_the_gold(lines, scene):
    """From the line alone: its ask over the records and over the tools' replies, with its evidence."""
    for line in lines:
        ask, now = read_ask(line["ask"]), datetime.fromisoformat(line["now"])
        view = ToolView(desk(scene.world))
        seen = derive(ask, view, now)
        assert seen == derive(ask, scene.view, now)
        gold = {key: value for key, value in line["gold"].items() if key != "certificate"}
        assert orjson.loads(orjson.dumps(seen.gold())) == gold
        assert orjson.loads(orjson.dumps(seen.constraints)) == line["constraints"]
        assert sorted(view.place_ids) == line["ref"]["place_ids"]
        assert sorted(view.note_ids) == line["ref"]["note_ids"]
        assert len(view.calls) == line["ref_calls"] <= MOST_CALLS


def test_gold_is_perfect_by_every_metric_that_applies(lines, scene):
    """As the verifier scores it, which shares nothing with what derived it."""
    for line in lines:
        scores = evaluate(
            case_of(request(line), scene.city), read_answer(line["gold"]["answer"], _family(line))
        )
        assert scores.scores
        assert set(scores.scores.values()) == {1.0}, (line["task_id"], scores.scores)


def test_taking_a_place_away_never_raises_a_metric(lines, scene):
    """Each entry of each list of an answer, one at a time."""
    tried = 0
    for line in lines:
        case = case_of(request(line), scene.city)
        for poorer in _without_one(line["gold"]["answer"]):
            tried += 1
            outcome = evaluate(case, read_answer(poorer, _family(line)))
            assert max(outcome.scores.values()) <= 1.0
            assert outcome.score < 1.0
    assert tried > 30


def test_other_identifiers_change_no_score(lines, scene, folder):
    """Places under other identifiers, in the city and in the tasks: the same scores of gold and of less."""
    renamed = folder / "renamed"
    renamed.mkdir()
    for name in FILES:
        (renamed / name).write_bytes(_renamed((folder / "city" / name).read_bytes()))
    other = read_city(renamed)
    for line in lines:
        twin = orjson.loads(_renamed(orjson.dumps(line)))
        answers = [(line["gold"]["answer"], twin["gold"]["answer"])]
        answers += list(zip(_without_one(answers[0][0]), _without_one(answers[0][1]), strict=True))
        case, copied = case_of(request(line), scene.city), case_of(request(twin), other)
        for one, two in answers:
            expected = evaluate(case, read_answer(one, _family(line))).scores
            assert evaluate(copied, read_answer(two, _family(line))).scores == expected


def _family(line):
    return line["type"].partition("_")[0]


def _without_one(answer):
    """Yield an answer without each of its places in turn."""
    if isinstance(answer, list):
        yield from (answer[:at] + answer[at + 1 :] for at in range(len(answer)))
        return
    for key in ("waypoints", "places", "stops"):
        for at in range(len(answer.get(key, ()))):
            yield {**answer, key: answer[key][:at] + answer[key][at + 1 :]}


def _renamed(text: bytes) -> bytes:
    return re.sub(rb'"B([0-9]{7})"', rb'"other-\1"', text)


def test_a_check_finds_every_task_sound(folder, scene, lines):
    """Derived anew by both ways, worded as its ask is, and proved by certificates where there are some."""
    found = list(check_tasks(scene, folder / "set" / module.TASKS))
    assert [name for name, _ in found] == [line["task_id"] for line in lines]
    assert [faults for _, faults in found if faults] == []
    assert sum("certificate" in line["gold"] for line in lines) > 10


@pytest.mark.parametrize(
    ("kind", "damage", "fault"),
    [
        ("place_L1", {"question": "x?"}, "the question is no wording of its ask"),
        ("place_L1", {"ref_calls": 1}, "the reference plan has"),
        ("place_L2", {"constraints": []}, "the constraints are not what is derived"),
        ("place_L2", {"ref": {"place_ids": [], "note_ids": []}}, "the evidence is not what the calls saw"),
        ("nearby_L2", {"gold": {"answer": [], "sets": [[]]}}, "the gold is not what is derived"),
        ("place_L0", {"ask": {"kind": "column", "name": "no such", "column": "rating"}}, "no certain answer"),
        ("place_L0", {"ask": {"kind": "column", "name": "no such"}}, "/ask/column"),
    ],
)
def test_a_check_tells_what_is_wrong(lines, scene, tmp_path, kind, damage, fault):
    """Each part of a line that is not what it should be, by name."""
    line = next(line for line in lines if line["type"] == kind and line["ref_calls"] > 1)
    path = tmp_path / "tasks.jsonl"
    path.write_bytes(orjson.dumps({**line, **damage}) + b"\nnot json\n")
    (_, faults), (name, broken) = check_tasks(scene, path)
    assert any(fault in said for said in faults), faults
    assert name == "line 2"
    assert broken
