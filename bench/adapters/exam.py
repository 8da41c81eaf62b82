"""
Exams: tasks as questions for a model, and marks for what it answers, the same through every framework.

A mark is what ``planassay score`` says of the answer in a text: each dimension of both rule sets.
"""

import json
import os
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from pathlib import Path

from planassay.kb.catalog import Catalog
from planassay.kb.errors import InputError
from planassay.kb.formats.registry import system
from planassay.kb.formats.trek import task_line
from planassay.kb.opening import VARIABLE, shared_kb
from planassay.kb.task import Task
from planassay.verifier.extraction import extract
from planassay.verifier.report import Report
from planassay.verifier.score import Ruleset, score

TASKS_VARIABLE = "PLANASSAY_TASKS"
"""Environment variable that names a file of tasks."""
RULESETS: tuple[Ruleset, ...] = ("official", "strict")

HOW_TO_ANSWER = """
Answer with one JSON object in a ```json fence, and nothing after it:
{"is_feasible": true, "refusal_reason": "", "plan": {"day1": {
  "current_city": "A to B",
  "flights": [{"flight_number": "..", "departure_city": "A", "arrival_city": "B",
               "departure_time": "HH:MM", "arrival_time": "HH:MM", "price": 0.0}],
  "attractions": [{"name": "..", "city": "B", "visit_start": "HH:MM", "visit_end": "HH:MM"}],
  "hotel": {"name": "..", "city": "B", "price_per_night": 0.0, "check_in": "HH:MM"},
  "car": {"car_type": "..", "city": "B", "price_per_day": 0.0}}, "day2": {}}}
Every day of the trip is an entry; leave out what a day does not have. If no trip can meet the request, set
is_feasible to false, say why in refusal_reason, and leave plan empty.
""".strip()


@dataclass(frozen=True)
class Marks:
    """What is said of one answer."""

    reports: Mapping[str, Report]
    """By rule set."""

    @property
    def scores(self) -> dict[str, float | None]:
        """Every ``ruleset/dimension``, None where it does not apply; ``ruleset`` alone is 1 or 0."""
        found: dict[str, float | None] = {}
        for name, report in self.reports.items():
            found[name] = float(report.task_perfect)
            found |= {f"{name}/{dimension}": value for dimension, value in report.scores.items()}
        return found

    def summary(self) -> str:
        """Return the violations, one a line; a sentence if there is none."""
        lines = [f"{name}: {v.text()}" for name, report in self.reports.items() for v in report.violations]
        return "\n".join(lines) or "No violation."


@dataclass(frozen=True)
class Exam:
    """
    Questions over one knowledge base.

    Attributes
    ----------
    kb
        The knowledge base.
    tasks
        The tasks by name.
    """

    kb: Catalog
    tasks: Mapping[str, Task]

    def question(self, name: str) -> str:
        """Return what a model is asked, with how to answer."""
        return f"{self.tasks[name].text}\n\n{HOW_TO_ANSWER}"

    def mark(self, text: str, name: str) -> Marks:
        """
        Return the marks of a text: of the one answer in it, or of none.

        Who gives an answer has submitted it; an answer that says otherwise keeps its word.
        """
        draft = extract(text).draft
        return self.mark_answer({"submitted": True, **json.loads(draft)} if draft else "", name)

    def mark_answer(self, answer: bytes | str | Mapping[str, object], name: str) -> Marks:
        """Return the marks of an answer as it stands."""
        return Marks({r: score(answer, self.tasks[name], self.kb, ruleset=r) for r in RULESETS})

    @cached_property
    def lines(self) -> Mapping[str, Mapping[str, object]]:
        """Each task as the object that :func:`planassay.kb.formats.trek.read_task` reads."""
        return {name: task_line(task) for name, task in self.tasks.items()}


def open_exam(kb: Path | str | None = None, tasks: Path | str | None = None) -> Exam:
    """
    Return an exam, the same one for the same paths in this process.

    Parameters
    ----------
    kb
        Path of the knowledge base; if not given, what ``PLANASSAY_KB`` names.
    tasks
        File of tasks; if not given, what ``PLANASSAY_TASKS`` names.

    Raises
    ------
    InputError, StoreError
        If there is no such knowledge base or file.
    """
    return _opened(_named(kb, VARIABLE, "kb"), _named(tasks, TASKS_VARIABLE, "tasks"))


def _named(path: Path | str | None, variable: str, what: str) -> Path:
    found = str(path) if path else os.environ.get(variable, "")
    if not found:
        raise InputError(f"no path: set {variable}, or pass it as {what}")
    return Path(found).resolve()


@lru_cache(maxsize=4)
def _opened(kb: Path, tasks: Path) -> Exam:
    base = shared_kb(kb)
    formats = system(base.system).load("formats")
    reader = (
        "slice_tasks" if tasks.is_dir() else "read_task_lines" if tasks.suffix == ".jsonl" else "read_tasks"
    )
    read: list[Task] = getattr(formats, reader)(tasks)
    return Exam(base, {task.task_id: task for task in read})
