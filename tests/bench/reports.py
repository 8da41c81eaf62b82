"""Runs for tests of pages: real answers over the TREK slice, broken ones, and hostile ones."""

import json
from copy import deepcopy
from pathlib import Path

from tests.conftest import ROOT

from planassay.kb.formats.trek import slice_gold, slice_tasks

SLICE = ROOT / "tests" / "data" / "trek-slice"
FEASIBLE, INFEASIBLE, LONG = "trek-4", "trek-80", "trek-111"
TASKS = (FEASIBLE, INFEASIBLE, LONG)
EVIL = (
    "<script>document.title='taken'</script>\"'><img src=x onerror=\"document.title='taken'\">"
    "</style></title></svg>{{ 7 * 7 }}\u202eright\x00null\ud800half"
    + "W" * 900
    + "e\u0301\u0302\u0303\u0304\u0305"
)


def gold() -> dict[str, dict[str, object]]:
    """Return the official reference answers of some tasks by name."""
    answers = dict(zip((task.task_id for task in slice_tasks(SLICE)), slice_gold(SLICE), strict=True))
    return {task_id: deepcopy(dict(answers[task_id])) for task_id in TASKS}


def trajectory(agent: str, task_id: str, answer: dict[str, object], calls: int = 9) -> dict[str, object]:
    """Return a line as a harness writes it."""
    trace = [{"tool": "search_hotels", "arguments": {"city": EVIL, "top_k": 3}, "units": 1, "bytes": 99}]
    line = {"task_id": task_id, "agent": agent, **answer, "calls": calls, "bytes": 1000 * calls}
    return {**line, "trace": [*trace, "none", {"tool": "submit_plan", "failed": True}]}


def broken() -> dict[str, dict[str, object]]:
    """Return answers with a hotel that is not, a visit at night, and a plan for what has none."""
    answers = gold()
    first = answers[FEASIBLE]["plan"]["day1"]
    first["hotel"]["name"] = "Grand Imaginary Palace"
    first["attractions"][0] |= {"visit_start": "02:00", "visit_end": "02:30"}
    answers[INFEASIBLE] = {"is_feasible": True, "plan": {"day1": {"current_city": "Riga"}}}
    return answers


def hostile() -> dict[str, dict[str, object]]:
    """Return answers whose every text wants out of the page."""
    answers = gold()
    for day in answers[FEASIBLE]["plan"].values():
        day["current_city"] = EVIL
        day["flights"] = [*day["flights"], {"flight_number": EVIL, "arrival_city": "javascript:alert(1)"}]
        day["hotel"] = {"name": EVIL, "city": EVIL, "price_per_night": 1e300, "check_in": "24:61"}
        day["attractions"] = [{"name": EVIL, "city": EVIL, "visit_start": "23:59", "visit_end": "47:00"}] * 3
    answers[INFEASIBLE]["refusal_reason"] = EVIL
    answers[LONG]["plan"] = {
        f"day{number}": {"current_city": "x" * 3000, "attractions": [{"name": f"<b>{number}</b>"}] * 5}
        for number in range(1, 90)
    }
    return answers


def write_runs(folder: Path) -> list[Path]:
    """Write a file for each of three agents; the last has lines that are none."""
    runs = {"oracle": gold(), "sloppy": broken(), "<i>hostile</i>": hostile()}
    paths = []
    for number, (agent, answers) in enumerate(runs.items()):
        lines = [
            json.dumps(trajectory(agent, task_id, answer, 5 * number + place))
            for place, (task_id, answer) in enumerate(answers.items())
        ]
        if number == 2:
            lines += ["no json", '{"task_id": "nobody", "plan": {}}']
        path = folder / f"run-{number}.jsonl"
        path.write_text("\n".join(lines) + "\n", encoding="utf-8")
        paths.append(path)
    return paths
