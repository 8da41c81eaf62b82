"""Tasks of a city: every cell, one certain answer each, the same through records and tools."""

from collections import Counter
from datetime import datetime
from pathlib import Path

import orjson
import pytest

from planassay.gold.lifeplanner import LifeOrder, build_life_tasks
from planassay.gold.lifeplanner import build as module
from planassay.gold.lifeplanner.desk import desk
from planassay.gold.lifeplanner.mix import CELLS, mix
from planassay.gold.lifeplanner.scene import Scene
from planassay.gold.lifeplanner.sieve import MOST_CALLS
from planassay.kb.errors import InputError
from planassay.kb.formats.lifeplanner import TYPES, read_gold, read_tasks, write_city
from planassay.kb.formats.lifeplanner.asks import read_ask
from planassay.kb.worlds.lifeplanner import build
from planassay.solver.lifeplanner.derive import derive
from planassay.solver.lifeplanner.tool_view import ToolView

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
        assert orjson.loads(orjson.dumps(seen.gold())) == line["gold"]
        assert orjson.loads(orjson.dumps(seen.constraints)) == line["constraints"]
        assert sorted(view.place_ids) == line["ref"]["place_ids"]
        assert sorted(view.note_ids) == line["ref"]["note_ids"]
        assert len(view.calls) == line["ref_calls"] <= MOST_CALLS
