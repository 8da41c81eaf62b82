"""
A run: all tasks of a query file, and the averages over them.

Every average divides by the number of tasks: a task without a plan, without a database, or with a plan that
ends its evaluation counts 0. Source: Qwen-Agent commit 31a4d36.
"""

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from planassay.kb.formats.deepplanning_travel import find_database, open_folder
from planassay.verifier.official.deepplanning_travel.evaluator import (
    NO_DATABASE,
    NOT_DELIVERED,
    OfficialDeepPlanningTravel,
    Outcome,
)
from planassay.verifier.official.deepplanning_travel.request import Request

_PLAN_FILE = re.compile(r"id_(\d+)_converted\.json")


@dataclass(frozen=True, slots=True)
class Averages:
    """The figures of a run, each over all tasks of the query file."""

    tasks: int
    delivery_rate: float
    commonsense_score: float
    personalized_score: float
    composite_score: float
    case_acc: float

    def to_record(self) -> dict[str, float]:
        """Return the rates by name."""
        return {
            "delivery_rate": self.delivery_rate,
            "commonsense_score": self.commonsense_score,
            "personalized_score": self.personalized_score,
            "composite_score": self.composite_score,
            "case_acc": self.case_acc,
        }


def average(outcomes: Sequence[Outcome], tasks: int, delivered: int) -> Averages:
    """
    Return the averages of a run.

    Parameters
    ----------
    outcomes
        Of the tasks that have a plan; the others count 0.
    tasks
        Number of tasks in the query file.
    delivered
        Plan files whose task is in the query file.
    """

    def mean(name: str) -> float:
        total: float = sum(getattr(outcome, name) for outcome in outcomes)
        return total / tasks if tasks else 0.0

    return Averages(
        tasks=tasks,
        delivery_rate=delivered / tasks if tasks else 0.0,
        commonsense_score=mean("commonsense_score"),
        personalized_score=mean("personalized_score"),
        composite_score=mean("composite_score"),
        case_acc=mean("case_acc"),
    )


def plan_files(folder: Path) -> dict[str, Path]:
    """Return the plan files of a folder by the digits in their names, in order; other files are none."""
    found = ((_PLAN_FILE.fullmatch(path.name), path) for path in sorted(folder.glob("id_*_converted.json")))
    return {match[1]: path for match, path in found if match is not None}


@dataclass(frozen=True, slots=True)
class Run:
    """A folder of plans, scored."""

    outcomes: Mapping[str, Outcome]
    """By task, one for each task of the query file."""
    averages: Averages | None
    """None if there is no plan file at all: no summary is written then."""


def score_folder(plans: Path, requests: Sequence[Request], data: Path) -> Run:
    """
    Return what the official run says of a folder of plan files.

    Parameters
    ----------
    plans
        Files ``id_<task>_converted.json``.
    requests
        All tasks of the query file.
    data
        A folder with the databases.
    """
    files = plan_files(plans)
    outcomes = {}
    for request in requests:
        path = files.get(request.task_id)
        outcomes[request.task_id] = NOT_DELIVERED if path is None else _score(path, request, data)
    delivered = sum(request.task_id in files for request in requests)
    averages = average(list(outcomes.values()), len(requests), delivered) if files else None
    return Run(outcomes, averages)


def _score(path: Path, request: Request, data: Path) -> Outcome:
    folder = find_database(data, request.task_id)
    if folder is None:
        return NO_DATABASE
    try:
        plan = json.loads(path.read_text("utf-8"))
    except (OSError, ValueError, RecursionError):
        return NOT_DELIVERED
    return OfficialDeepPlanningTravel(open_folder(folder)).evaluate(plan, request)
