"""Golds: what the gold of a task says, in the form that answers are held against."""

from collections.abc import Mapping
from dataclasses import dataclass

from planassay.kb.errors import InputError
from planassay.kb.formats.lifeplanner import cells
from planassay.kb.formats.lifeplanner.answers import Answer, read_answer
from planassay.kb.formats.lifeplanner.records import Task

ATTRIBUTE_KINDS = (
    "rating",
    "cost",
    "count",
    "metres",
    "seconds",
    "number",
    "boolean",
    "enum",
    "weekday",
    "clock",
    "date",
    "hours",
    "text",
    "list",
)
"""Kinds of attributes: how a value is compared."""
METRICS = ("distance_m", "time_s")


@dataclass(frozen=True, slots=True)
class Attribute:
    """
    A value that an answer must have.

    ``of`` is a place, or empty for the answer as a whole; of several with one place and key any is right.
    """

    of: str
    key: str
    kind: str
    value: object


@dataclass(frozen=True, slots=True)
class Gold:
    """
    The gold of a task.

    Parameters
    ----------
    answer
        One best answer.
    attributes
        Values to be compared.
    sets
        The equally good sets of places.
    orders
        The equally good orders of stops.
    metric, optimum
        What was to be least, ``distance_m`` or ``time_s``, and the least, in thousandths; empty and None
        where there is none.
    start, end
        Places where a trip starts and ends that are no stops; empty if there are none.
    """

    answer: Answer
    attributes: tuple[Attribute, ...]
    sets: tuple[frozenset[str], ...]
    orders: tuple[tuple[str, ...], ...]
    metric: str = ""
    optimum: int | None = None
    start: str = ""
    end: str = ""


def family_of(task: Task) -> str:
    """Return the first part of a task's type."""
    return task.type.partition("_")[0]


def read_gold(task: Task) -> Gold:
    """
    Return the gold of a task.

    Raises
    ------
    InputError
        If it has not the form of one; names the pointer.
    """
    gold = task.gold
    if not isinstance(gold, Mapping):
        raise InputError("must be an object", pointer="/gold", value=gold)
    try:
        return _gold(gold, family_of(task))
    except InputError as error:
        error.pointer = f"/gold{error.pointer or ''}"
        raise


def _gold(gold: Mapping[str, object], family: str) -> Gold:
    answer = read_answer({"result": gold.get("answer")}, family)
    if answer.fault:
        raise InputError(answer.fault, pointer="/answer", value=gold.get("answer"))
    metric, optimum = _optimum(gold.get("optimum"))
    ends = gold.get("ends", {})
    if not isinstance(ends, Mapping):
        raise InputError("must be an object", pointer="/ends", value=ends)
    return Gold(
        answer,
        tuple(_attribute(at, item) for at, item in enumerate(cells.listed(gold, "attributes"))),
        tuple(frozenset(names) for names in _names(gold, "sets")),
        _names(gold, "orders"),
        metric,
        optimum,
        cells.text(ends, "start", empty=True),
        cells.text(ends, "end", empty=True),
    )


def _attribute(at: int, item: object) -> Attribute:
    pointer = f"/attributes/{at}"
    if not isinstance(item, Mapping):
        raise InputError("must be an object", pointer=pointer, value=item)
    kind, value = item.get("kind"), item.get("value")
    if kind not in ATTRIBUTE_KINDS:
        known = ", ".join(ATTRIBUTE_KINDS)
        raise InputError(f"is not one of {known}", pointer=f"{pointer}/kind", value=kind)
    if "value" not in item:
        raise InputError("is missing", pointer=f"{pointer}/value")
    of, key = cells.text(item, "of", empty=True), cells.text(item, "key")
    return Attribute(of, key, str(kind), value)


def _names(gold: Mapping[str, object], key: str) -> tuple[tuple[str, ...], ...]:
    found = []
    for at, names in enumerate(cells.listed(gold, key)):
        if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
            raise InputError("must be a list of place ids", pointer=f"/{key}/{at}", value=names)
        found.append(tuple(names))
    return tuple(found)


def _optimum(stated: object) -> tuple[str, int | None]:
    if stated is None:
        return "", None
    if not isinstance(stated, Mapping) or stated.get("metric") not in METRICS:
        raise InputError(f"must name a metric: {' or '.join(METRICS)}", pointer="/optimum", value=stated)
    try:
        value = cells.scaled(stated, "value", 1000, 0, 10**12)
    except InputError as error:
        error.pointer = "/optimum/value"
        raise
    if value is None:
        raise InputError("is missing", pointer="/optimum/value")
    return str(stated["metric"]), value
