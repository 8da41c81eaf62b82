"""Maker: draws until an ask is kept, and writes it as a line, with a certificate if there is one for it."""

from collections import Counter
from dataclasses import dataclass

import orjson

from planassay.gold.lifeplanner.mix import Seat
from planassay.gold.lifeplanner.scene import Scene, UnfitError
from planassay.gold.lifeplanner.sieve import Kept, SievedError, sift
from planassay.gold.lifeplanner.wording import question
from planassay.kb.draw import Draw
from planassay.kb.errors import DisagreementError, InputError
from planassay.kb.formats.lifeplanner import request
from planassay.kb.formats.lifeplanner.asks import ask_row
from planassay.solver.lifeplanner.certify import certificate
from planassay.verifier.certificate import Decision
from planassay.verifier.components.lifeplanner import check

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
        row = to_row(kept, task_id, seat.type, draw)
        try:
            return Made(_certified(row, kept, scene), rejected)
        except UnprovedError:
            rejected["its certificate is too long to check"] += 1
    reasons = ", ".join(f"{count} {reason}" for reason, count in rejected.most_common(3))
    raise InputError(f"the city has no task of type {seat.type}: of {MOST_DRAWS} draws {reasons}")


class UnprovedError(Exception):
    """The checker gave up on a certificate."""


def _certified(row: Row, kept: Kept, scene: Scene) -> Row:
    """
    Return a line with the certificate of its gold, where there is one for such asks.

    Raises
    ------
    DisagreementError
        If the checker refuses it.
    """
    proof = certificate(row, kept.derived, scene.view, scene.city, scene.router)
    if proof is None:
        return row
    answer = check(orjson.loads(orjson.dumps(proof)), request(row), scene.city)
    if answer.decision is Decision.REFUSED:
        raise DisagreementError(f"{row['task_id']}: the certificate is refused: {answer.reason}")
    if answer.decision is not Decision.ACCEPTED:
        raise UnprovedError
    return {**row, "gold": {**kept.derived.gold(), "certificate": proof}}


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
