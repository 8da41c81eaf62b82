"""
Judges: what is needed to score an answer anew and to lay it out, whatever its benchmark.

A judge knows the tasks of one benchmark and the knowledge base of each: one for all of them, or a database of
its own for each task. Shops are another thing than trips and have a judge of their own.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from planassay.bench.inputs import for_task, open_knowledge, read_task_file
from planassay.bench.labels import with_causes
from planassay.bench.pages.carts import is_database
from planassay.bench.pages.runs import Listed
from planassay.bench.pages.text import money
from planassay.bench.scoring import RULESETS
from planassay.kb.errors import InputError
from planassay.kb.formats.lifeplanner import City
from planassay.kb.formats.registry import system
from planassay.kb.knowledge import KnowledgeBase
from planassay.kb.money import MAX_CENTS
from planassay.kb.outline import Outline, listing
from planassay.kb.task import Task
from planassay.verifier.report import Report

if TYPE_CHECKING:
    from planassay.bench.pages.streetmap import StreetMap

Answer = Mapping[str, object]


@dataclass(frozen=True)
class Brief:
    """A task as pages show it."""

    task_id: str
    text: str = ""
    facts: tuple[tuple[str, str], ...] = ()
    """What it asks for, name and words."""
    days: int = 0
    budget_cents: int | None = None
    feasible: bool | None = None
    """What the benchmark's label says."""


class Judge(Protocol):
    """What scores answers and lays them out."""

    @property
    def system(self) -> str:
        """Name of the benchmark."""

    @property
    def listed(self) -> Listed:
        """The tasks it knows."""

    def brief(self, task_id: str) -> Brief:
        """Return a task in words."""

    def kb_hash(self, task_id: str) -> str:
        """Return the identity of the knowledge base of a task."""

    def reports(self, answer: Answer, task_id: str) -> dict[str, Report]:
        """Return what each rule set says of an answer; nothing that an answer holds raises."""

    def outline(self, answer: Answer, task_id: str) -> Outline:
        """Return an answer laid out."""

    def street_map(self, answer: Answer, task_id: str) -> "StreetMap | None":
        """Return the map of an answer over the roads of a city; None where there are none."""


class TripJudge:
    """
    Judges plans of trips.

    Parameters
    ----------
    tasks
        The tasks, in the order of their file.
    base_of
        The knowledge base of a task.
    """

    def __init__(self, tasks: Sequence[Task], base_of: Callable[[Task], KnowledgeBase]) -> None:
        if not tasks:
            raise InputError("there is no task")
        self.tasks = {task.task_id: task for task in tasks}
        self.system = tasks[0].system
        self.listed = Listed(self.system, tuple(self.tasks))
        self._base_of = base_of

    def brief(self, task_id: str) -> Brief:
        """Return a task in words."""
        task = self.tasks[task_id]
        outline = self.outline({}, task_id)
        stops = (task.origin, *task.stops, *((task.origin,) if task.round_trip else ()))
        budget = task.budget_cents if task.budget_cents < MAX_CENTS else None
        rooms = f", {task.rooms} {'room' if task.rooms == 1 else 'rooms'}" if task.rooms > 1 else ""
        facts = [
            ("route", " → ".join(stops)),
            ("length", f"{task.days} {'day' if task.days == 1 else 'days'}"),
            ("party", f"{task.party} {'traveller' if task.party == 1 else 'travellers'}{rooms}"),
            ("budget", "none" if budget is None else money(budget, outline.currency)),
            *outline.notes.items(),
        ]
        label = None if task.label is None else task.label.feasible
        return Brief(task_id, task.text, tuple(facts), task.days, budget, label)

    def kb_hash(self, task_id: str) -> str:
        """Return the identity of the knowledge base of a task."""
        return self.base(task_id).content_hash

    def base(self, task_id: str) -> KnowledgeBase:
        """Return the knowledge base of a task."""
        return self._base_of(self.tasks[task_id])

    def reports(self, answer: Answer, task_id: str) -> dict[str, Report]:
        """Return what each rule set says of an answer."""
        task, base = self.tasks[task_id], self.base(task_id)
        return {name: judge(answer, task, base) for name, judge in RULESETS.items()}

    def outline(self, answer: Answer, task_id: str) -> Outline:
        """Return an answer laid out; by names alone where the system's formats cannot do more."""
        task, base = self.tasks[task_id], self.base(task_id)
        formats = system(self.system).load("formats")
        plan = formats.read_answer(answer, task, base)
        if not hasattr(formats, "outline"):
            return listing(plan)
        found: Outline = formats.outline(plan, task, base)
        return found

    def street_map(self, answer: Answer, task_id: str) -> None:
        """Return that there are no roads."""


def open_judge(kb: Path, tasks: Path | None) -> Judge:
    """
    Return the judge of the tasks of a file over a knowledge base.

    Parameters
    ----------
    kb
        A store, a folder of official files, a folder that holds such a folder for each task, or a database of
        shop cases.
    tasks
        A file or folder of tasks in a form that the system keeps; None for shops, whose cases are in the
        database.

    Raises
    ------
    InputError
        If either cannot be read.
    """
    from planassay.bench.pages.shops import ShopJudge

    if is_database(kb):
        return ShopJudge(kb)
    if tasks is None:
        raise InputError("needs tasks beside it: give both", source=kb)
    base = open_knowledge(kb)
    if isinstance(base, City):
        from planassay.bench.pages.towns import TownJudge

        return TownJudge(read_task_file(tasks, base.system), base)
    return TripJudge(
        with_causes(read_task_file(tasks, base.system), tasks), lambda task: for_task(base, task.task_id)
    )
