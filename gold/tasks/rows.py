"""
Rows: a made task as one JSON object, with the official columns as keys and what is known of it beside them.

``read_task_lines`` reads the official columns back and passes the others over; they are for people, and for
whoever selects tasks. ``read_origins`` reads those that say where a task comes from.
"""

from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from planassay.gold.tasks.maker import Made
from planassay.gold.tasks.mix import Kind
from planassay.kb.jsonlines import read_objects

SEEDS = 2**63
"""Seeds are whole numbers of 64 bits: from minus this, and below it."""


class Origin(NamedTuple):
    """What a row says of how its task was made; None where it says nothing."""

    kind: str | None = None
    """One of :class:`planassay.gold.tasks.mix.Kind`."""
    seed: int | None = None
    """Seed of the set."""
    kb_hash: str | None = None
    """Content hash of the knowledge base that it was made over."""


def read_origins(path: Path) -> dict[str, Origin]:
    """
    Return what the rows of a file of tasks say of how each was made, by task; nothing for other files.

    Raises
    ------
    InputError
        If the file cannot be read; lines that cannot are passed over.
    """
    origins: dict[str, Origin] = {}
    for _, line in read_objects(path) if path.suffix == ".jsonl" else ():
        if isinstance(line, dict) and isinstance(line.get("task_id"), str):
            seed = line.get("seed")
            origins[str(line["task_id"])] = Origin(
                _word(line.get("kind")),
                seed if isinstance(seed, int) and _is_seed(seed) else None,
                _word(line.get("kb_hash")),
            )
    return origins


def _is_seed(value: int) -> bool:
    return not isinstance(value, bool) and -SEEDS <= value < SEEDS


def _word(value: object) -> str | None:
    """Return a value if it is a text that a file can hold."""
    return value if isinstance(value, str) and value.isprintable() else None


def to_row(made: Made, kb_hash: str, seed: int) -> dict[str, object]:
    """
    Return the row of a task.

    Parameters
    ----------
    made
        The task.
    kb_hash
        Content hash of the knowledge base.
    seed
        Seed of the set.
    """
    task, source = made.task, made.task.source
    columns = {name: _plain(value) for name, value in source.items() if name not in ("impossible", "balance")}
    return {
        "task_id": task.task_id,
        **columns,
        "implicit_keywords_count": len(task.personas),
        "balance": {Kind.TIGHT: 1.0, Kind.LOOSE: 0.0}.get(made.cell.kind),
        "impossible": 0.0 if made.cell.kind.has_plan else 1.0,
        "total_score": None,
        "kind": made.cell.kind.value,
        "trip": made.cell.trip,
        "ruleset": made.verdict.claim.ruleset,
        "status": made.verdict.status.value,
        "cause": None if task.label is None or task.label.cause is None else task.label.cause.value,
        "causes": [
            {"cause": one.shown.cause.value, "proved": one.is_proved, "detail": one.shown.detail}
            for one in made.causes
        ],
        "least_budget_cents": made.least_cents,
        "drafts": made.attempt + 1,
        "kb_hash": kb_hash,
        "seed": seed,
    }


def _plain(value: object) -> object:
    """Return a value of an official row as JSON holds it."""
    return dict(value) if isinstance(value, Mapping) else value
