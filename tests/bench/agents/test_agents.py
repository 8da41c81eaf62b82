"""The agents, each over made tasks through the tools of a sandbox in this process."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from planassay.bench.agents.interface import BUILT_IN, Setting, agent_names, make_agent
from planassay.bench.agents.trek.market import Market
from planassay.bench.agents.trek.searches import NoCallsLeftError, Searches, ToolsDownError
from planassay.bench.run import Line, Order, run
from planassay.bench.tally import Tally, tally
from planassay.kb.errors import InputError
from planassay.kb.formats.trek import slice_tasks
from planassay.kb.opening import shared_kb
from planassay.kb.task import Task


def line_up(
    world: Path, tasks: Sequence[Task], out: Path, agent: str, **order: object
) -> tuple[list[Line], Tally]:
    """Return the trajectories of an agent, and what they amount to."""
    lines = run(Order(agent, world / "kb", **order), tasks, out / f"{agent}.jsonl")  # type: ignore[arg-type]
    return lines, tally(lines, tasks)


@pytest.mark.parametrize("agent", ["oracle", "tools-only"])
def test_every_task_is_solved_from_structure(
    world: Path, tasks: list[Task], tmp_path: Path, agent: str
) -> None:
    """Plans perfect under both rule sets, refusals with the right cause, everything proved."""
    lines, found = line_up(world, tasks, tmp_path, agent, oracle_parse=True)
    assert found.misses == []
    assert sum(group.tasks for group in found.groups) == 24
    for group in found.groups[:2]:
        assert group.tasks == group.official == group.strict == group.proved > 0
    assert found.groups[1].right_cause == found.groups[1].tasks
    assert max(int(str(line["calls"])) for line in lines) <= 15


def test_every_task_is_solved_from_words(world: Path, tasks: list[Task], tmp_path: Path) -> None:
    """The same from the text of the request alone, in words that nobody makes tasks of too."""
    from tests.bench.paraphrases import paraphrase

    _, found = line_up(world, tasks, tmp_path, "tools-only")
    assert found.misses == []
    other = [replace(task, text=paraphrase(task, 4)) for task in tasks]
    _, found = line_up(world, other, tmp_path / "other", "tools-only")
    assert found.misses == []


def test_typed_pages_serve_as_well(world: Path, tasks: list[Task], tmp_path: Path) -> None:
    """Under ``v1``, where a page has a hundred rows at most and each is a call."""
    lines, found = line_up(world, tasks, tmp_path, "tools-only", oracle_parse=True, profile="v1")
    assert found.misses == []
    assert max(int(str(line["calls"])) for line in lines) <= 15


@pytest.mark.parametrize("profile", ["trek", "v1"])
def test_small_pages_are_asked_for_until_the_answer_is_certain(
    world: Path, tasks: list[Task], tmp_path: Path, profile: str
) -> None:
    """With twelve rows a page the agent says where it could not prove its answer; nothing else is wrong."""
    order = {"oracle_parse": True, "profile": profile, "options": {"rows": "12"}}
    lines, _ = line_up(world, tasks, tmp_path, "tools-only", **order)
    proved = [line["facts"]["proved"] for line in lines]  # type: ignore[index]
    assert any(proved)
    for line, task, is_proved in zip(lines, tasks, proved, strict=True):
        assert int(str(line["calls"])) <= 15
        if is_proved:
            assert not tally([line], [task]).misses, line["task_id"]
    partial = [line for line in lines if not line["facts"]["seen_whole"]]  # type: ignore[index]
    assert any(line["is_feasible"] and line["facts"]["proved"] for line in partial)  # type: ignore[index]


def test_any_plan_takes_no_more_calls_than_the_cheapest(
    world: Path, tasks: list[Task], tmp_path: Path
) -> None:
    """An agent that is content with a plan stops asking earlier, and its plans are as perfect."""
    few = {"oracle_parse": True, "options": {"rows": "12"}}
    cheapest, _ = line_up(world, tasks, tmp_path / "a", "tools-only", **few)
    content = {**few, "options": {"rows": "12", "goal": "plan"}}
    any_plan, found = line_up(world, tasks, tmp_path / "b", "tools-only", **content)
    pairs = list(zip(cheapest, any_plan, strict=True))
    assert all(int(str(b["calls"])) <= int(str(a["calls"])) for a, b in pairs)
    assert any(int(str(b["calls"])) < int(str(a["calls"])) for a, b in pairs)
    assert not [miss for miss in found.misses if miss.startswith("a plan that fails")]


def test_the_slice_is_solved_from_its_official_words(trek_slice: Path, tmp_path: Path) -> None:
    """Real rows and official requests, every answer perfect under both rule sets."""
    tasks = slice_tasks(trek_slice)
    lines = run(Order("tools-only", trek_slice), tasks, tmp_path / "slice.jsonl")
    found = tally(lines, tasks)
    assert found.misses == []
    assert sum(group.strict for group in found.groups) == 18


def test_agents_that_do_not_think_fail_for_reasons_that_are_told(
    world: Path, tasks: list[Task], tmp_path: Path
) -> None:
    """Greedy solves some, random fewer, and the same seed draws the same lots."""
    _, greedy = line_up(world, tasks, tmp_path, "greedy")
    lines, random = line_up(world, tasks, tmp_path, "random", seed=1)
    again, _ = line_up(world, tasks, tmp_path / "again", "random", seed=1)
    other, _ = line_up(world, tasks, tmp_path / "other", "random", seed=2)
    solved = [sum(group.official for group in found.groups) for found in (greedy, random)]
    assert 24 > solved[0] > solved[1]
    assert all(miss for miss in greedy.misses)
    plans = [[line["plan"] for line in found] for found in (lines, again, other)]
    assert plans[0] == plans[1] != plans[2]


def test_a_request_that_says_too_little_is_given_up(world: Path, tasks: list[Task], tmp_path: Path) -> None:
    """The agent answers that it did not understand, and says what was missing."""
    task = replace(tasks[0], text="Please plan something nice for us.")
    lines, found = line_up(world, [task], tmp_path, "tools-only")
    assert found.answered == 1
    assert lines[0]["facts"]["missing"] == [  # type: ignore[index]
        "origin",
        "stops",
        "round_trip",
        "party",
        "days",
        "budget_cents",
    ]
    assert "could not be understood" in str(lines[0]["refusal_reason"])


def test_no_agent_sees_the_label(world: Path, tasks: list[Task], tmp_path: Path) -> None:
    """What is told of a task is the same whether it is labelled feasible or not."""
    lying = [replace(t, source={**t.source, "impossible": not t.source["impossible"]}) for t in tasks[:12]]
    told, _ = line_up(world, tasks[:12], tmp_path / "a", "tools-only", oracle_parse=True)
    untold, _ = line_up(world, lying, tmp_path / "b", "tools-only", oracle_parse=True)
    assert [line["plan"] for line in told] == [line["plan"] for line in untold]
    assert [line["refusal_reason"] for line in told] == [line["refusal_reason"] for line in untold]


class _OneReplyDesk:
    """Tools that always answer the same."""

    def __init__(self, reply: dict[str, object]) -> None:
        self._reply = reply

    def call(self, tool: str, arguments: object) -> dict[str, object]:
        """Answer it."""
        return self._reply

    def say(self, role: str, content: object) -> None:
        """Write nothing."""

    def tell(self, **facts: object) -> None:
        """Write nothing."""


@pytest.mark.parametrize(
    ("reply", "error"),
    [
        ({"error": "api_error: refused", "type": "api_down"}, ToolsDownError),
        ({"error": {"code": "invalid_parameter", "message": "limit"}}, ToolsDownError),
        ({"hotels_by_city": {}}, ToolsDownError),
        ({"error": "15 of 15 billable calls are used; submit the plan."}, NoCallsLeftError),
        ({"error": {"code": "call_limit", "message": "enough"}}, NoCallsLeftError),
    ],
)
def test_no_failure_is_taken_for_an_empty_table(
    tasks: list[Task], reply: dict[str, object], error: type[Exception]
) -> None:
    """Tools that are down, that answer in another form, or that let no more calls through, prove nothing."""
    searches = Searches(_OneReplyDesk(reply), Market(tasks[0]), profile="trek", max_calls=15)
    with pytest.raises(error, match="search_hotels"):
        searches.hotels(tasks[0].stops[0])


@pytest.mark.parametrize("reply", [{"error": "csv not found"}, {"error": {"code": "unknown_entity"}}])
def test_a_city_without_a_table_has_nothing(tasks: list[Task], reply: dict[str, object]) -> None:
    """Either profile says so in its own way."""
    market = Market(tasks[0])
    searches = Searches(_OneReplyDesk(reply), market, profile="trek", max_calls=15)
    assert searches.hotels(tasks[0].stops[0]).is_complete
    assert market.hotels[tasks[0].stops[0]].rows == {}


def test_rows_that_cannot_be_read_are_counted(tasks: list[Task]) -> None:
    """Who could not read everything has not seen everything."""
    searches = Searches(
        _OneReplyDesk({"results": [{"name": "Inn"}]}), Market(tasks[0]), profile="trek", max_calls=9
    )
    searches.hotels(tasks[0].stops[0])
    assert searches.unread == 1


def test_agents_are_found_by_name(world: Path) -> None:
    """Built-in ones are there, others are refused with the names of those."""
    assert set(BUILT_IN) <= set(agent_names())
    setting = Setting(kb=lambda: shared_kb(world / "kb"))
    assert make_agent("greedy", setting).name == "greedy"
    with pytest.raises(InputError, match="tools-only"):
        make_agent("nobody", setting)
    for name in ("oracle", "tools-only", "greedy", "random"):
        with pytest.raises(InputError, match="no option"):
            make_agent(name, Setting(kb=setting.kb, options={"colour": "red"}))
    for options in ({"rows": "0"}, {"rows": "many"}, {"goal": "fame"}):
        with pytest.raises(InputError, match="must be"):
            make_agent("tools-only", Setting(kb=setting.kb, options=options))


def test_what_suits_the_travellers_is_asked_for_where_nothing_seen_does(
    world: Path, tasks: list[Task], tmp_path: Path
) -> None:
    """With two rows a page; what is said to be proved is right all the same."""
    lines, _ = line_up(world, tasks, tmp_path, "tools-only", oracle_parse=True, options={"rows": "2"})
    traces = [line["trace"] for line in lines]
    asked = [call["arguments"] for trace in traces for call in trace]  # type: ignore[attr-defined]
    words = [arguments["amenity"] for arguments in asked if "amenity" in arguments]
    assert words
    for line, task in zip(lines, tasks, strict=True):
        if line["facts"]["proved"]:  # type: ignore[index]
            assert not tally([line], [task]).misses, line["task_id"]
