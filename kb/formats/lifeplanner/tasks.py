"""Tasks: requests with gold answers, an object a line; a line that cannot be read is told and passed."""

from collections.abc import Iterator
from pathlib import Path

from planassay.kb.errors import InputError
from planassay.kb.formats.lifeplanner import cells
from planassay.kb.formats.lifeplanner.cells import Row
from planassay.kb.formats.lifeplanner.records import Task
from planassay.kb.jsonlines import read_objects

LEVELS = {
    "place": ("L0", "L1", "L2"),
    "nearby": ("L0", "L1", "L2"),
    "routing": ("L0", "L1", "L2"),
    "trip": ("L1", "L2"),
}
"""The eleven cells: the levels of each family."""
TYPES = tuple(f"{family}_{level}" for family, levels in LEVELS.items() for level in levels)
KINDS = (
    "type_is",
    "tag_any",
    "rating_ge",
    "rating_le",
    "cost_ge",
    "cost_le",
    "within_m",
    "on_route_m",
    "open_at",
    "open_during",
    "arrive_before_close",
    "social_fact",
    "avoid_way",
    "budget_le",
    "visit_before",
    "count_eq",
)
"""Kinds of constraints."""
MAX_CALLS = 1000


def read_tasks(path: Path) -> Iterator[tuple[int, Task | InputError]]:
    """
    Yield what each line of a file holds, with its number.

    Raises
    ------
    InputError
        If the file cannot be opened.
    """
    for line, row in read_objects(path):
        if isinstance(row, InputError):
            yield line, row
            continue
        try:
            yield line, parse_task(row)
        except InputError as error:
            error.source, error.line = path, line
            yield line, error


def parse_task(row: Row) -> Task:
    """
    Return the task of a line.

    Raises
    ------
    InputError
        If it cannot be read; names the pointer.
    """
    kind = cells.text(row, "type")
    if kind not in TYPES:
        raise InputError(f"is not one of {', '.join(TYPES)}", pointer="/type", value=kind)
    if "gold" not in row:
        raise InputError("is missing", pointer="/gold")
    ref = row.get("ref", {})
    if not isinstance(ref, dict):
        raise InputError("must be an object", pointer="/ref", value=ref)
    return Task(
        task_id=cells.number_id(row, "task_id"),
        type=kind,
        question=cells.text(row, "question"),
        now=cells.moment(row, "now"),
        constraints=tuple(
            _constraint(number, item) for number, item in enumerate(cells.listed(row, "constraints"))
        ),
        gold=row["gold"],
        place_ids=cells.texts(ref, "place_ids"),
        note_ids=cells.texts(ref, "note_ids"),
        ref_calls=cells.whole(row, "ref_calls", 0, MAX_CALLS),
    )


def _constraint(number: int, item: object) -> Row:
    pointer = f"/constraints/{number}"
    if not isinstance(item, dict):
        raise InputError("must be an object", pointer=pointer, value=item)
    if item.get("kind") not in KINDS:
        message = f"is not one of {', '.join(KINDS)}"
        raise InputError(message, pointer=f"{pointer}/kind", value=item.get("kind"))
    return item
