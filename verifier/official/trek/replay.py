"""
Replay: recorded results of the published evaluator beside ours.

A record names its task (by ``task_id``, or by the ``query_index`` of its submission) and holds a
``submission`` and what the evaluator made of it, ``expected``;
``expected_previous``, where it is there, holds what the version before makes of it, if that differs.
"""

import re
from collections.abc import Mapping
from pathlib import Path

from planassay.kb.catalog import Catalog
from planassay.kb.errors import InputError
from planassay.kb.formats.trek import open_folder, read_tasks, slice_tasks
from planassay.kb.task import Task
from planassay.verifier.official.replay import Pair, Replay, UnknownFormError
from planassay.verifier.official.trek.aggregate import aggregate, bootstrap
from planassay.verifier.official.trek.evaluator import OfficialTrek, Version
from planassay.verifier.official.trek.scores import Scores

_BOOTSTRAP = re.compile(r"bootstrap_(\d+)_seed_(\d+)")


class TrekReplay(Replay):
    """
    Recorded results over one knowledge base.

    Parameters
    ----------
    kb
        The knowledge base that the results were recorded on.
    tasks
        The tasks by name.
    """

    def __init__(self, kb: Catalog, tasks: Mapping[str, Task]) -> None:
        self._tasks = tasks
        self._latest = OfficialTrek(kb)
        self._previous = OfficialTrek(kb, version=Version.WITHOUT_SEATS)
        self._results: list[Scores] = []

    def replay(self, record: Mapping[str, object]) -> list[Pair]:
        """Return a recorded result beside ours; see ``Replay``."""
        expected, previous = record.get("expected"), record.get("expected_previous", {})
        if "submission" not in record or not isinstance(expected, dict) or not isinstance(previous, dict):
            keys = ", ".join(sorted(record)) or "none"
            raise UnknownFormError(f"neither a submission nor what is expected of it; its keys: {keys}")
        task, submission = self._task(record), record["submission"]
        scores = self._latest.score(submission, task)
        self._results.append(scores)
        pairs = [Pair("", expected, _beside(scores, expected))]
        if previous:
            earlier = self._previous.score(submission, task)
            pairs.append(Pair("expected_previous", previous, _beside(earlier, previous)))
        return pairs

    def aggregate(self, recorded: Mapping[str, object]) -> list[Pair]:
        """Return recorded aggregates beside ours; see ``Replay``."""
        pairs = []
        for part, expected in recorded.items():
            draws = _BOOTSTRAP.fullmatch(part)
            if part == "aggregate":
                pairs.append(Pair(part, expected, aggregate(self._results)))
            elif draws:
                got = bootstrap(self._results, draws=int(draws[1]), seed=int(draws[2]))
                pairs.append(Pair(part, expected, got))
            elif part != "what":  # a remark
                raise UnknownFormError(f"no aggregate is called {part}")
        if not pairs:
            raise UnknownFormError("it holds no aggregate")
        return pairs

    def _task(self, record: Mapping[str, object]) -> Task:
        name, submission = record.get("task_id"), record["submission"]
        if name is None and isinstance(submission, dict) and "query_index" in submission:
            name = f"trek-{submission['query_index']}"
        task = self._tasks.get(name) if isinstance(name, str) else None
        if task is None:
            raise UnknownFormError(f"there is no task {name!r}")
        return task


def _beside(scores: Scores, expected: Mapping[str, object]) -> dict[str, object]:
    """Return our scores; of two crashes it does not matter which exceptions they are."""
    got = scores.to_record()
    if scores.crashed is not None and expected.get("crashed") is not None:
        got["crashed"] = expected["crashed"]
    return got


def open_replay(data: Path) -> TrekReplay:
    """
    Return the replay over a folder of official data.

    Parameters
    ----------
    data
        A folder with ``api/data/v2`` and the tasks: ``tasks.csv`` (named by ``task_index.csv``) and perhaps
        ``tasks_synthetic.csv``, or the full ``trek_queries.csv``.

    Raises
    ------
    InputError
        If any of it is missing or cannot be read.
    """
    if not data.is_dir():
        raise InputError("is no folder", source=data)
    if (data / "tasks.csv").exists():
        tasks = slice_tasks(data)
    elif (data / "trek_queries.csv").exists():
        tasks = read_tasks(data / "trek_queries.csv")
    else:
        raise InputError("holds neither tasks.csv nor trek_queries.csv", source=data)
    return TrekReplay(open_folder(data), {task.task_id: task for task in tasks})
