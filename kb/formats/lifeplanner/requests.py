"""
Requests: tasks in the form that all systems share, with their line beside them.

A request of a city has no cities to travel between and no days: its one stop is the city. What it asks for is
in the line, which its own readers and scorers look at.
"""

import re
from dataclasses import replace
from datetime import datetime
from hashlib import sha256
from pathlib import Path

import orjson

from planassay.kb import task as shared
from planassay.kb.errors import CollectedInputError, InputError
from planassay.kb.formats.lifeplanner.cells import Row
from planassay.kb.formats.lifeplanner.city import SYSTEM
from planassay.kb.formats.lifeplanner.golds import read_gold
from planassay.kb.formats.lifeplanner.records import Task
from planassay.kb.formats.lifeplanner.tasks import parse_task
from planassay.kb.jsonlines import read_objects
from planassay.kb.money import MAX_CENTS

CITY = "the city"
_DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")


def told(question: str, now: datetime) -> str:
    r"""
    Return a question as agents get it: with the moment in which it is asked in a line below.

    Examples
    --------
    >>> told("Is it open?", datetime(2026, 6, 3, 10, 5))
    'Is it open?\n[2026-06-03 10:05, Wednesday]'
    """
    return f"{question}\n[{now:%Y-%m-%d %H:%M}, {_DAYS[now.weekday()]}]"


def split_text(text: str) -> tuple[str, datetime]:
    """
    Return the question of a text as agents get it, and the moment in which it is asked.

    Raises
    ------
    InputError
        If the last line names no moment.
    """
    found = re.fullmatch(r"(.*)\n\[(\d{4}-\d{2}-\d{2} \d{2}:\d{2}), \w+\]", text, re.DOTALL)
    if found is None:
        raise InputError("does not end with a line such as [2026-06-03 10:05, Wednesday]", value=text)
    try:
        return found[1], datetime.fromisoformat(found[2])
    except ValueError:
        raise InputError("is no moment", value=found[2]) from None


def request(row: Row) -> shared.Task:
    """
    Return the request of a line of ``tasks.jsonl``, whose gold may be null.

    Raises
    ------
    InputError
        If the line, or its gold, cannot be read; names the pointer.
    """
    task = parse_task(row)
    if task.gold is not None:
        read_gold(task)
    return shared.Task(
        task_id=task.task_id,
        system=SYSTEM,
        text=told(task.question, task.now),
        origin=CITY,
        stops=(CITY,),
        round_trip=False,
        days=1,
        party=1,
        rooms=1,
        budget_cents=MAX_CENTS,
        source=row,
    )


def task_of(asked: shared.Task) -> Task:
    """Return the task whose line a request has."""
    return parse_task(asked.source)


def unlabelled(asked: shared.Task) -> shared.Task:
    """Return a request as an agent may see it: without gold, evidence and constraints."""
    hidden = ("gold", "ref", "constraints", "ref_calls")
    row = {key: value for key, value in asked.source.items() if key not in hidden}
    return replace(asked, source={**row, "gold": None, "ref_calls": 0})


def identity(row: Row) -> str:
    """Return SHA-256 over what an agent may see of a line: no gold, no evidence, no constraints."""
    seen = {key: row.get(key) for key in ("task_id", "type", "question", "now", "ask")}
    return sha256(orjson.dumps(seen, option=orjson.OPT_SORT_KEYS)).hexdigest()


def read_task_lines(path: Path) -> list[shared.Task]:
    """
    Return the requests of a file of JSON lines.

    Raises
    ------
    InputError
        If the file cannot be read.
    CollectedInputError
        With every line that is no task.
    """
    faults: list[InputError] = []
    found: list[shared.Task] = []
    for line, row in read_objects(path):
        try:
            if isinstance(row, InputError):
                raise row
            found.append(request(row))
        except InputError as error:
            error.source, error.line = path, line
            faults.append(error)
    if faults:
        raise CollectedInputError(faults)
    return found


def slice_tasks(folder: Path) -> list[shared.Task]:
    """Return the requests of the file ``tasks.jsonl`` of a folder; raises as :func:`read_task_lines`."""
    return read_task_lines(folder / "tasks.jsonl")


def submission(asked: shared.Task, result: object, reason: str = "") -> dict[str, object]:
    """Return what was handed in as a result line."""
    line: dict[str, object] = {"task_id": asked.task_id, "result": result}
    return {**line, "refusal_reason": reason} if reason else line
