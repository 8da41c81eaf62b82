"""LifePlanner's agents: questions are read back whole or refused, and answers come of the tools alone."""

import json
from datetime import datetime
from pathlib import Path

import pytest
from tests.servers import serving

from planassay.bench.agents.lifeplanner import read_question
from planassay.bench.agents.lifeplanner.reader import read_text
from planassay.bench.doors import tools_of
from planassay.bench.run import Order, run
from planassay.bench.sandbox.desk import Desk as SandboxDesk
from planassay.bench.sandbox.mcp_door import HttpDoor
from planassay.bench.sandbox.rest import create_app
from planassay.gold.lifeplanner import LifeOrder, build_life_tasks
from planassay.gold.lifeplanner.wording import TEMPLATES, parts, render
from planassay.kb.errors import InputError
from planassay.kb.formats.lifeplanner import TYPES, read_task_lines, write_city
from planassay.kb.formats.lifeplanner.asks import read_ask
from planassay.kb.task import Task
from planassay.kb.worlds.lifeplanner import build

NOW = datetime(2026, 6, 3, 10, 5)


@pytest.fixture(scope="module")
def city(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of a small city."""
    folder = tmp_path_factory.mktemp("city")
    write_city(folder, build("small", 7))
    return folder


@pytest.fixture(scope="module")
def tasks(city: Path, tmp_path_factory: pytest.TempPathFactory) -> list[Task]:
    """Return tasks of every cell over it."""
    out = tmp_path_factory.mktemp("tasks")
    build_life_tasks(LifeOrder(city, 33, 7), out)
    return read_task_lines(out / "tasks.jsonl")


def test_every_question_is_read_back(tasks: list[Task]) -> None:
    """Whatever an ask is put into, in both languages and by every template, says that ask and no other."""
    forms = set()
    for task in tasks:
        ask, now = read_ask(task.source["ask"]), datetime.fromisoformat(str(task.source["now"]))
        for lang, templates in TEMPLATES.items():
            form, _ = parts(ask, now, lang)
            forms.add(form)
            for number in range(len(templates[form])):
                assert read_question(render(ask, now, lang, number), now) == ask
        assert read_text(task.text) == (ask, now)
    assert {"column", "nearby", "path", "trip"} < forms


@pytest.mark.parametrize(
    "question",
    [
        "",
        "Where can I eat?",
        "「东湖面馆」的营业时间是什么",
        "What is the altitude of “东湖面馆”?",
        "What is the rating of “东湖面馆”? Thanks!",
        "Since 2026-13-01 (that day included), how many posts mention “东湖面馆”?",
        "Is “东湖面馆” rated at least 9.9?",
    ],
)
def test_other_words_are_refused(question: str) -> None:
    """A reader that is not sure says so."""
    with pytest.raises(InputError, match="is in words that this reader does not know"):
        read_question(question, NOW)


def test_a_text_without_a_moment_is_refused() -> None:
    """What is open now depends on when now is."""
    with pytest.raises(InputError, match="does not end with a line such as"):
        read_text("「东湖面馆」的评分是什么？")
    with pytest.raises(InputError, match="is no moment"):
        read_text("「东湖面馆」的评分是什么？\n[2026-02-30 10:05, Monday]")


def test_moments_are_those_of_the_asker() -> None:
    """A weekday is one of the week in which it is asked."""
    outing = "I leave from there on foot this Saturday at 15:30 and will stay 40 minutes"
    ask = read_question(f"I would like to visit “X”. {outing}. Is that possible?", NOW)
    assert ask.outing.leave == datetime(2026, 6, 6, 15, 30)


def test_answers_come_of_the_tools_alone(city: Path, tasks: list[Task], tmp_path: Path) -> None:
    """From text, in every cell, as the oracle's: all is right, with no more calls than the reference."""
    known = run(Order("oracle", city), tasks, tmp_path / "oracle.jsonl")
    seen = run(Order("tools-only", city), tasks, tmp_path / "tools.jsonl")
    assert {task.source["type"] for task in tasks} == set(TYPES)
    for task, one, other in zip(tasks, known, seen, strict=True):
        assert one["result"] == other["result"]
        assert other["calls"] <= task.source["ref_calls"]
        for line in (one, other):
            assert line["reports"]["official"]["task_perfect"], (task.task_id, line["reports"])
            assert line["reports"]["strict"]["task_perfect"], (task.task_id, line["reports"])


def test_haste_shows(city: Path, tasks: list[Task], tmp_path: Path) -> None:
    """Who overlooks hours and posts is wrong where they matter, and right elsewhere."""
    lines = run(Order("hasty", city), tasks, tmp_path / "hasty.jsonl")
    perfect = {line["task_id"]: line["reports"]["official"]["task_perfect"] for line in lines}
    easy = [task.task_id for task in tasks if str(task.source["type"]).endswith("L0")]
    nearby = [task.task_id for task in tasks if task.source["type"] == "nearby_L2"]
    assert all(perfect[name] for name in easy)
    assert not any(perfect[name] for name in nearby)


@pytest.mark.parametrize("path", ["", "/mcp"])
def test_agents_act_through_doors(path: str, city: Path, tasks: list[Task], tmp_path: Path) -> None:
    """As in this process."""
    some = tasks[::6]
    sandbox = SandboxDesk(tools_of(city, "v1"))
    here = run(Order("tools-only", city), some, tmp_path / "here.jsonl")
    with serving(create_app(sandbox, mcp=HttpDoor(sandbox))) as address:
        order = Order("tools-only", city, endpoint=address + path)
        there = run(order, some, tmp_path / "there.jsonl")
    assert [line["result"] for line in here] == [line["result"] for line in there]
    assert [line["trace"] for line in here] == [line["trace"] for line in there]


def test_the_verb_runs_them(city: Path, tasks: list[Task], tmp_path: Path) -> None:
    """A refusal to read is the error of its task; the others go on."""
    lines = [dict(task.source) for task in tasks[:2]]
    lines[0]["question"] = "Hm?"
    path = tmp_path / "tasks.jsonl"
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))
    found = run(Order("tools-only", city), read_task_lines(path), tmp_path / "run.jsonl")
    assert "does not know" in str(found[0]["error"])
    assert (found[0]["submitted"], found[1]["submitted"]) == (False, True)
