"""
TREK: its official files to records, tasks and answers, and back.

The public surface; what each part is for stands in its own module.
"""

from importlib import import_module

from planassay.kb.formats.trek.documents import answer_document, plan_document, write_answers
from planassay.kb.formats.trek.folder import FolderReading, is_folder, open_folder, read_folder
from planassay.kb.formats.trek.results import last_by_index, read_gold, read_results, slice_gold
from planassay.kb.formats.trek.stored import SCHEMA, open_columns, parts
from planassay.kb.formats.trek.tasks import (
    INDEXED,
    official_source,
    read_task,
    read_task_lines,
    read_tasks,
    slice_tasks,
    task_line,
)
from planassay.kb.formats.trek.wishes import BLAMED, amended, requirements, submission, unlabelled, without
from planassay.kb.formats.trek.writer import write_folder, write_tasks

__all__ = [
    "BLAMED",
    "INDEXED",
    "SCHEMA",
    "FolderReading",
    "amended",
    "answer_document",
    "is_folder",
    "last_by_index",
    "official_source",
    "open_columns",
    "open_folder",
    "parts",
    "plan_document",
    "read_folder",
    "read_gold",
    "read_results",
    "read_task",
    "read_task_lines",
    "read_tasks",
    "requirements",
    "slice_gold",
    "slice_tasks",
    "submission",
    "task_line",
    "unlabelled",
    "without",
    "write_answers",
    "write_folder",
    "write_tasks",
]


def __getattr__(name: str) -> object:
    """Import what reads and lays out answers on first use: modules of their own weight."""
    if name in ("read_answer", "read_plan"):
        return getattr(import_module("planassay.kb.formats.trek.answers"), name)
    if name == "outline":
        return import_module("planassay.kb.formats.trek.outlines").outline
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
