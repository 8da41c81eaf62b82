"""TravelPlanner's agents under the same harness: real queries, the real tables of the slice."""

from pathlib import Path

import pytest

from planassay.bench.inputs import read_task_file
from planassay.bench.run import Line, Order, run
from planassay.bench.tally import tally
from planassay.kb.errors import InputError


@pytest.mark.parametrize(("agent", "calls"), [("oracle", 1), ("tools-only", 30)])
def test_queries_pass_within_their_calls(root: Path, tmp_path: Path, agent: str, calls: int) -> None:
    """The first queries of the train split; the profile and the budget are the system's own."""
    data = root / "tests/data/travelplanner"
    tasks = read_task_file(data, "travelplanner")[:9]
    lines: list[Line] = run(Order(agent, data), tasks, tmp_path / "run.jsonl")
    found = tally(lines, tasks)
    assert found.misses == []
    assert found.groups[2].tasks == found.groups[2].official == found.groups[2].strict == 9
    assert max(int(str(line["calls"])) for line in lines) <= calls
    assert {line["profile"] for line in lines} == {"v1"}
    assert all(set(line) >= {"idx", "query", "plan"} for line in lines)
    if agent == "oracle":
        assert all(line["facts"]["proved"] for line in lines)  # type: ignore[index]


def test_what_an_agent_is_for_is_told(root: Path, tmp_path: Path) -> None:
    """Greedy knows TREK alone, and TravelPlanner has no published tools of that form."""
    data = root / "tests/data/travelplanner"
    tasks = read_task_file(data, "travelplanner")[:1]
    with pytest.raises(InputError, match="no agent for travelplanner; it is for trek"):
        run(Order("greedy", data), tasks, tmp_path / "run.jsonl")
    with pytest.raises(InputError, match="no option of oracle"):
        run(Order("oracle", data, {"colour": "red"}), tasks, tmp_path / "run.jsonl")
