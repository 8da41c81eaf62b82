"""Maker: draws until an ask is kept, and writes it as the line of a task."""

from collections import Counter
from dataclasses import dataclass

from planassay.gold.lifeplanner.mix import Seat
from planassay.gold.lifeplanner.scene import Scene, UnfitError
from planassay.gold.lifeplanner.sieve import Kept, SievedError, sift
from planassay.gold.lifeplanner.wording import question
from planassay.kb.draw import Draw
from planassay.kb.errors import InputError
from planassay.kb.formats.lifeplanner.asks import ask_row

MOST_DRAWS = 3000
_PATIENCE = 40
"""Draws of one drawer before the next one takes its turn."""

Row = dict[str, object]


@dataclass(frozen=True, slots=True)
class Made:
    """A task as its line, and how many draws were not kept, by reason."""

    row: Row
    rejected: Counter[str]


def make(scene: Scene, seat: Seat, task_id: str, seed: int) -> Made:
    """
    Return a task.

    Raises
    ------
    InputError
        If no draw of many was kept.
    """
    rejected: Counter[str] = Counter()
    for attempt in range(MOST_DRAWS):
        draw = Draw(seed, "lifeplanner", "tasks", task_id, str(attempt))
        try:
            kept = sift(seat.drawer(attempt // _PATIENCE)(draw, scene), scene)
        except (SievedError, UnfitError) as refused:
            rejected[str(refused)] += 1
            continue
        return Made(to_row(kept, task_id, seat.type, draw), rejected)
    reasons = ", ".join(f"{count} {reason}" for reason, count in rejected.most_common(3))
    raise InputError(f"the city has no task of type {seat.type}: of {MOST_DRAWS} draws {reasons}")


def to_row(kept: Kept, task_id: str, kind: str, draw: Draw) -> Row:
    """Return the line of a task; its wording is drawn."""
    ask, now = kept.sketch.ask, kept.sketch.now
    return {
        "task_id": task_id,
        "type": kind,
        "question": question(ask, now, draw),
        "now": now.isoformat(sep=" "),
        "constraints": [dict(one) for one in kept.derived.constraints],
        "ask": dict(ask_row(ask)),
        "gold": kept.derived.gold(),
        "ref": {"place_ids": list(kept.place_ids), "note_ids": list(kept.note_ids)},
        "ref_calls": kept.calls,
    }
