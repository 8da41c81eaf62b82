"""Labels: why a task of a made set has no plan, as its row says."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from planassay.kb.jsonlines import read_objects
from planassay.kb.task import Cause, Task


def with_causes(tasks: Sequence[Task], path: Path) -> list[Task]:
    """
    Return tasks whose labels name the cause that their rows state under ``cause``; others as they are.

    Official files state none. A row that cannot be read, or states a word that is no cause, says nothing.
    """
    causes: dict[str, Cause] = {}
    for _, line in read_objects(path) if path.suffix == ".jsonl" else ():
        if isinstance(line, dict) and line.get("cause") in list(Cause):
            causes[str(line.get("task_id"))] = Cause(str(line["cause"]))
    return [
        replace(task, label=replace(task.label, cause=causes[task.task_id]))
        if task.label is not None and not task.label.feasible and task.task_id in causes
        else task
        for task in tasks
    ]
