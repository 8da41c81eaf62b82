"""
LifePlanner: files of our own to a city of places, roads and notes, and to tasks.

The benchmark has published neither data nor code. The keys are those its paper names; the files, and what the
paper leaves open, are definitions of this project, so nothing here is compared with published results.
"""

from planassay.kb.formats.lifeplanner.answers import ANSWER_KEYS, Answer, Mention, read_answer
from planassay.kb.formats.lifeplanner.city import FILES, SYSTEM, City, is_folder, read_city, write_city
from planassay.kb.formats.lifeplanner.golds import Attribute, Gold, family_of, read_gold
from planassay.kb.formats.lifeplanner.naming import plain
from planassay.kb.formats.lifeplanner.outlines import outline
from planassay.kb.formats.lifeplanner.records import Fact, Note, Place, Task
from planassay.kb.formats.lifeplanner.requests import (
    read_task_lines,
    request,
    slice_tasks,
    submission,
    task_of,
    unlabelled,
)
from planassay.kb.formats.lifeplanner.tasks import LEVELS, TYPES, parse_task, read_tasks

__all__ = [
    "ANSWER_KEYS",
    "FILES",
    "LEVELS",
    "SYSTEM",
    "TYPES",
    "Answer",
    "Attribute",
    "City",
    "Fact",
    "Gold",
    "Mention",
    "Note",
    "Place",
    "Task",
    "family_of",
    "is_folder",
    "open_folder",
    "outline",
    "parse_task",
    "plain",
    "read_answer",
    "read_city",
    "read_gold",
    "read_task_lines",
    "read_tasks",
    "request",
    "slice_tasks",
    "submission",
    "task_of",
    "unlabelled",
    "write_city",
]

open_folder = read_city
"""Opens a city as other systems open their folders."""
