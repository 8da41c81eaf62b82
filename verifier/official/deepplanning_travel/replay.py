"""
Replay: recorded results of the published evaluator beside ours.

A record holds a ``plan``, its ``task_id`` and what the evaluator made of it, ``expected``. Of one that was
not evaluated only that fact and its scores, which are 0, are compared. Where ``markdown`` stands beside the
plan, it must read as that plan, and needs no result.
"""

import json
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path

from planassay.kb.errors import InputError
from planassay.kb.formats.deepplanning_travel import Database, find_database, open_folder, read_markdown
from planassay.verifier.official.deepplanning_travel.evaluator import (
    NO_DATABASE,
    OfficialDeepPlanningTravel,
    Outcome,
)
from planassay.verifier.official.deepplanning_travel.request import Request, request
from planassay.verifier.official.deepplanning_travel.run import average
from planassay.verifier.official.replay import Pair, Replay, UnknownFormError

_SCORES = ("commonsense_score", "personalized_score", "composite_score", "case_acc")
_KEPT = 128
"""Databases that are kept open: one for each task of the benchmark."""


class DeepPlanningTravelReplay(Replay):
    """
    Recorded results over a folder of databases.

    Parameters
    ----------
    data
        A folder that holds ``id_<task>`` folders, itself or in ``database``.
    requests
        The tasks by id.
    """

    def __init__(self, data: Path, requests: Mapping[str, Request]) -> None:
        self._requests = requests
        self._outcomes: list[Outcome] = []
        self._open = lru_cache(maxsize=_KEPT)(lambda task_id: _open(data, task_id))

    def replay(self, record: Mapping[str, object]) -> list[Pair]:
        """Return a recorded result beside ours; see ``Replay``."""
        expected, text = record.get("expected"), record.get("markdown")
        if "plan" not in record or not (isinstance(expected, dict) or isinstance(text, str)):
            keys = ", ".join(sorted(record)) or "none"
            raise UnknownFormError(f"neither a plan nor what is expected of it; its keys: {keys}")
        task_id = record.get("task_id")
        asked = self._requests.get(str(task_id))
        if asked is None:
            raise UnknownFormError(f"there is no task {task_id!r}")
        official = self._open(asked.task_id)
        pairs = []
        if isinstance(text, str):
            database = Database() if official is None else official.database
            pairs.append(Pair("markdown", record["plan"], read_markdown(text, database).document))
        if isinstance(expected, dict):
            pairs.append(self._outcome(record["plan"], expected, asked, official))
        return pairs

    def _outcome(
        self,
        plan: object,
        expected: Mapping[str, object],
        asked: Request,
        official: OfficialDeepPlanningTravel | None,
    ) -> Pair:
        outcome = NO_DATABASE if official is None else official.evaluate(plan, asked)
        self._outcomes.append(outcome)
        if expected.get("evaluated") is False:
            kept = {key: expected[key] for key in _SCORES if expected.get(key) is not None}
            expected = {"evaluated": False, **kept}
        return Pair("", expected, outcome.to_record())

    def aggregate(self, recorded: Mapping[str, object]) -> list[Pair]:
        """Return recorded averages beside ours over the records replayed so far, each a task of its own."""
        count = len(self._outcomes)
        ours = average(self._outcomes, count, count).to_record()
        pairs = []
        for name, value in recorded.items():
            plain = name.removeprefix("average_").removeprefix("avg_")
            if plain in ours:
                pairs.append(Pair(name, value, ours[plain]))
            elif isinstance(value, int | float):
                raise UnknownFormError(f"no average is called {name}")
        if not pairs:
            raise UnknownFormError("it holds no average")
        return pairs


def _open(data: Path, task_id: str) -> OfficialDeepPlanningTravel | None:
    folder = find_database(data, task_id)
    return None if folder is None else OfficialDeepPlanningTravel(open_folder(folder))


def open_replay(data: Path) -> DeepPlanningTravelReplay:
    """
    Return the replay over a folder with query files (``*query*.json``) and databases.

    Raises
    ------
    InputError
        If there is no query file, or one cannot be read.
    """
    if not data.is_dir():
        raise InputError("is no folder", source=data)
    requests: dict[str, Request] = {}
    for path in sorted((*data.glob("*query*.json"), *data.glob("data/*query*.json"))):
        for asked in read_requests(path):
            requests.setdefault(asked.task_id, asked)
    if not requests:
        raise InputError("has no query file (*query*.json) with tasks in it", source=data)
    return DeepPlanningTravelReplay(data, requests)


def read_requests(path: Path) -> list[Request]:
    """
    Return the tasks of a query file as the official evaluator reads them.

    Raises
    ------
    InputError
        If the file cannot be read or holds no list.
    """
    try:
        rows = json.loads(path.read_text("utf-8-sig"))
    except OSError as error:
        raise InputError(f"cannot be read: {error.strerror or error}", source=path) from error
    except (ValueError, RecursionError) as error:
        raise InputError(f"is no JSON: {error}", source=path) from error
    if not isinstance(rows, list):
        raise InputError("must be a list of tasks", source=path, value=rows)
    return [request(row) for row in rows if isinstance(row, Mapping)]
