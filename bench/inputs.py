"""
Inputs: what verbs are given on the command line, opened.

The verbs share these, so that a knowledge base or a list of tasks is named in the same ways everywhere. Every
failure is a ``PlanassayError`` that names the path.
"""

from pathlib import Path

from planassay.kb.errors import InputError
from planassay.kb.formats.registry import system
from planassay.kb.opening import open_kb, open_knowledge
from planassay.kb.task import Task

__all__ = ["open_kb", "open_knowledge", "read_task_file"]


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
