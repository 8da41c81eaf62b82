"""
Inputs: what verbs are given on the command line, opened.

The verbs share these, so that a knowledge base or a list of tasks is named in the same ways everywhere. Every
failure is a ``PlanassayError`` that names the path.
"""

from collections.abc import Iterable
from pathlib import Path

from planassay.kb.errors import InputError
from planassay.kb.formats.registry import system
from planassay.kb.knowledge import KnowledgeBase, for_task
from planassay.kb.opening import open_kb, open_knowledge
from planassay.kb.task import Task

__all__ = ["for_task", "open_kb", "open_knowledge", "place_of", "read_task_file", "without_one"]


def place_of(kb: KnowledgeBase, path: Path, task_id: str | None) -> Path:
    """
    Return where the knowledge base of a task is: the folder of its own, if each task has one.

    Parameters
    ----------
    kb, path
        A knowledge base, and where it was opened.
    task_id
        The task, None if none is named.

    Raises
    ------
    InputError
        If each task has one and none is named, or this one has none.
    """
    if not hasattr(kb, "path_of"):
        return path
    if task_id is None:
        raise InputError("holds a database for each task: name one with --task", source=path)
    found: Path = kb.path_of(task_id)
    return found


def without_one(kb: KnowledgeBase, path: Path, tasks: Iterable[Task]) -> list[InputError]:
    """Return why tasks have no knowledge base; nothing where one serves all."""
    found: list[InputError] = []
    for task in tasks:
        try:
            place_of(kb, path, task.task_id)
        except InputError as error:
            found.append(error)
    return found


def read_task_file(path: Path, name: str = "trek") -> list[Task]:
    """
    Return the tasks at a path.

    Parameters
    ----------
    path
        An official file of tasks; for TREK a query table (``.csv``), or a file of JSON lines (``.jsonl``)
        whose objects have the official columns as keys and may have a ``task_id``. Or a folder that holds
        official files of tasks.
    name
        The system that they belong to.

    Raises
    ------
    InputError
        If there is no such file, or a row cannot be read; carries every such row.
    """
    formats = system(name).load("formats")
    reader = (
        "slice_tasks" if path.is_dir() else "read_task_lines" if path.suffix == ".jsonl" else "read_tasks"
    )
    if not hasattr(formats, reader):
        raise InputError(f"cannot be read: {name} keeps no tasks in such a form", source=path)
    tasks: list[Task] = getattr(formats, reader)(path)
    return tasks
