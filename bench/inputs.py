"""
Inputs: what verbs are given on the command line, opened.

The verbs share these, so that a knowledge base or a list of tasks is named in the same ways everywhere. Every
failure is a ``PlanassayError`` that names the path.
"""

from pathlib import Path

from planassay.kb.formats.trek import read_task_lines, read_tasks, slice_tasks
from planassay.kb.opening import open_kb
from planassay.kb.task import Task

__all__ = ["open_kb", "read_task_file"]


def read_task_file(path: Path) -> list[Task]:
    """
    Return the tasks at a path.

    Parameters
    ----------
    path
        An official query table (``.csv``), a file of JSON lines (``.jsonl``) whose objects have the official
        columns as keys and may have a ``task_id``, or a folder with ``tasks.csv`` and perhaps
        ``tasks_synthetic.csv``.

    Raises
    ------
    InputError
        If there is no such file, or a row cannot be read; carries every such row.
    """
    if path.is_dir():
        return slice_tasks(path)
    if path.suffix == ".jsonl":
        return read_task_lines(path)
    return read_tasks(path)
