"""
Inputs: what verbs are given on the command line, opened.

The verbs share these, so that a knowledge base or a list of tasks is named in the same ways everywhere. Every
failure is a ``PlanassayError`` that names the path.
"""

from pathlib import Path

from planassay.kb.catalog import Catalog
from planassay.kb.errors import InputError
from planassay.kb.formats.trek import is_folder, open_folder, read_task_lines, read_tasks, slice_tasks
from planassay.kb.manifest import is_store
from planassay.kb.store import open_store
from planassay.kb.task import Task


def open_kb(path: Path) -> Catalog:
    """
    Return the knowledge base at a path: a store made by ``planassay kb import``, or an official folder.

    Raises
    ------
    InputError
        If there is neither, or the official folder holds rows that cannot be read.
    StoreError
        If the store is unfinished, of another version or damaged.
    """
    if is_store(path):
        return open_store(path)
    if is_folder(path):
        return open_folder(path)
    raise InputError("is neither a knowledge base nor an official TREK folder", source=path)


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
