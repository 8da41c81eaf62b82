"""The judge of answers in a city: LifePlanner's tasks, their constraints in words, and maps of the roads."""

from collections.abc import Mapping, Sequence

from planassay.bench.pages.judges import Answer, Brief
from planassay.bench.pages.runs import Listed
from planassay.bench.pages.streetmap import StreetMap, Ways, street_map
from planassay.bench.scoring import RULESETS
from planassay.kb.errors import InputError
from planassay.kb.formats.lifeplanner import City, outline, read_answer
from planassay.kb.formats.lifeplanner.constraints import Constraint
from planassay.kb.outline import Outline
from planassay.kb.task import Task
from planassay.verifier.city import Case, case_of
from planassay.verifier.city.predicates import required
from planassay.verifier.report import Report

MOST_FACTS = 12
"""Constraints of a task that are told in its head."""


class TownJudge:
    """
    Judges answers in a city.

    Parameters
    ----------
    tasks
        The requests, in the order of their file.
    city
        The city.

    Raises
    ------
    InputError
        If there is no task, or one cannot be read.
    """

    system = "lifeplanner"

    def __init__(self, tasks: Sequence[Task], city: City) -> None:
        if not tasks:
            raise InputError("there is no task")
        self._tasks = {task.task_id: task for task in tasks}
        self._city = city
        self._ways = Ways(city.network)
        self.listed = Listed(self.system, tuple(self._tasks))

    def brief(self, task_id: str) -> Brief:
        """Return a task in words."""
        case = self._case(task_id)
        facts = [("cell", case.task.type.replace("_", " ")), ("asked at", str(case.task.now))]
        if case.gold.metric:
            facts.append(("best", f"{case.gold.metric} {(case.gold.optimum or 0) / 1000:g}"))
        shown = case.constraints[:MOST_FACTS]
        facts += [(_subject(one), required(one)) for one in shown]
        if len(case.constraints) > MOST_FACTS:
            facts.append(("more", f"{len(case.constraints) - MOST_FACTS} constraints"))
        return Brief(task_id, case.task.question, tuple(facts), days=1 if case.family == "trip" else 0)

    def kb_hash(self, task_id: str) -> str:
        """Return the identity of the city."""
        del task_id
        return self._city.content_hash

    def reports(self, answer: Answer, task_id: str) -> dict[str, Report]:
        """Return what each rule set says of an answer."""
        return {name: judge(answer, self._tasks[task_id], self._city) for name, judge in RULESETS.items()}

    def outline(self, answer: Answer, task_id: str) -> Outline:
        """Return an answer laid out."""
        return outline(answer, self._tasks[task_id], self._city)

    def street_map(self, answer: Mapping[str, object], task_id: str) -> StreetMap | None:
        """Return the map of an answer, None where nothing has a place."""
        case = self._case(task_id)
        return street_map(case, read_answer(answer, case.family), self._ways)

    def _case(self, task_id: str) -> Case:
        return case_of(self._tasks[task_id], self._city)


def _subject(constraint: Constraint) -> str:
    """Return of what a constraint speaks, in words."""
    if constraint.slot is not None:
        return f"stop {constraint.slot + 1} of the request"
    return "each place" if constraint.on == "each" else constraint.on
