"""
Constraints: what a task's answer must meet, each read whole before anything is held against it.

``on`` says of what it speaks: ``each`` stop or place, ``value`` (what a place answer names or counts), the
``answer`` as a whole, ``slot:i`` (the stop that fills a slot of a trip), or a place by its identifier.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from decimal import Decimal

from planassay.kb.errors import InputError
from planassay.kb.formats.lifeplanner import cells
from planassay.kb.formats.lifeplanner.cells import Row
from planassay.kb.formats.lifeplanner.records import Task
from planassay.kb.roads import Vehicle

EACH, VALUE, WHOLE = "each", "value", "answer"
_SLOT = re.compile(r"slot:([0-9]{1,2})", re.ASCII)
_CLOCK_WORDS = ("arrive", "depart")
MAX_DWELL_MIN = 7 * 1440

Moment = datetime | str
"""A moment, or ``arrive`` or ``depart`` for those of the visit itself."""


@dataclass(frozen=True, slots=True)
class Trek:
    """How one comes to a place that is found nearby: from where, by what, and when one sets out."""

    start: str
    vehicle: Vehicle
    depart: datetime | None


@dataclass(frozen=True, slots=True)
class Constraint:
    """
    One constraint of a task; which fields it has goes by its kind.

    Parameters
    ----------
    limit
        A bound as it is stated: a rating, CNY, metres, a count, or what a fact may be at most.
    texts
        A type, or keywords of tags, any of which will do.
    center, start, end
        Places.
    key, fact
        Of a social fact; ``fact`` is empty where a bound is stated.
    first, then
        Places or slots.
    among
        The only places that it is asked of; empty for all.
    """

    name: str
    kind: str
    on: str
    limit: Decimal = Decimal(0)
    texts: tuple[str, ...] = ()
    center: str = ""
    start: str = ""
    end: str = ""
    vehicle: Vehicle = Vehicle.DRIVING
    at: Moment = ""
    until: Moment = ""
    dwell_min: int = 0
    trek: Trek | None = None
    key: str = ""
    fact: str = ""
    or_unknown: bool = False
    gid: int = 0
    first: str = ""
    then: str = ""
    among: tuple[str, ...] = ()

    @property
    def slot(self) -> int | None:
        """The slot that it speaks of, None if it speaks of none."""
        return slot_of(self.on)


def slot_of(word: str) -> int | None:
    """
    Return the number of a slot, None if a word names none.

    Examples
    --------
    >>> slot_of("slot:2"), slot_of("B0000001")
    (2, None)
    """
    found = _SLOT.fullmatch(word)
    return None if found is None else int(found[1])


def read_constraints(task: Task) -> tuple[Constraint, ...]:
    """
    Return the constraints of a task.

    Raises
    ------
    InputError
        If one lacks what its kind needs; names the pointer.
    """
    found = []
    for at, row in enumerate(task.constraints):
        try:
            found.append(_constraint(at, row))
        except InputError as error:
            error.pointer = f"/constraints/{at}{error.pointer or ''}"
            raise
    return tuple(found)


def _constraint(at: int, row: Row) -> Constraint:
    kind, on = cells.text(row, "kind"), cells.text(row, "on")
    name = cells.text(row, "id", empty=True) or f"c{at + 1}"
    among = cells.texts(row, "among")
    return _READERS[kind](Constraint(name, kind, on, trek=_trek(row, kind), among=among), row)


def _type(base: Constraint, row: Row) -> Constraint:
    return replace(base, texts=(cells.text(row, "value"),))


def _tags(base: Constraint, row: Row) -> Constraint:
    words = cells.texts(row, "values")
    if not words:
        raise InputError("must name a keyword", pointer="/values", value=row.get("values"))
    return replace(base, texts=words)


def _bound(base: Constraint, row: Row) -> Constraint:
    return replace(base, limit=_decimal(row, "value"))


def _within(base: Constraint, row: Row) -> Constraint:
    return replace(base, limit=_decimal(row, "value"), center=cells.text(row, "center"))


def _along(base: Constraint, row: Row) -> Constraint:
    return replace(
        base,
        limit=_decimal(row, "value"),
        start=cells.text(row, "start"),
        end=cells.text(row, "end"),
        vehicle=_vehicle(row),
    )


def _open_at(base: Constraint, row: Row) -> Constraint:
    return replace(base, at=_moment(row, "at"))


def _open_during(base: Constraint, row: Row) -> Constraint:
    return replace(base, at=_moment(row, "from"), until=_moment(row, "to"))


def _arrive(base: Constraint, row: Row) -> Constraint:
    return replace(
        base,
        at=_moment(row, "at"),
        dwell_min=cells.whole({"dwell_min": 0, **row}, "dwell_min", 0, MAX_DWELL_MIN),
    )


def _fact(base: Constraint, row: Row) -> Constraint:
    found = replace(base, key=cells.text(row, "key"), or_unknown=row.get("or_unknown") is True)
    if "at_most" in row:
        return replace(found, limit=_decimal(row, "at_most"))
    return replace(found, fact=cells.text(row, "value"))


def _avoid(base: Constraint, row: Row) -> Constraint:
    return replace(base, gid=cells.whole(row, "gid", 0, 2**53))


def _before(base: Constraint, row: Row) -> Constraint:
    return replace(base, first=cells.text(row, "first"), then=cells.text(row, "then"))


_READERS: Mapping[str, Callable[[Constraint, Row], Constraint]] = {
    "type_is": _type,
    "tag_any": _tags,
    **dict.fromkeys(("rating_ge", "rating_le", "cost_ge", "cost_le", "budget_le", "count_eq"), _bound),
    "within_m": _within,
    "on_route_m": _along,
    "open_at": _open_at,
    "open_during": _open_during,
    "arrive_before_close": _arrive,
    "social_fact": _fact,
    "avoid_way": _avoid,
    "visit_before": _before,
}


def _trek(row: Row, kind: str) -> Trek | None:
    if kind == "on_route_m" or not row.get("start"):
        return None
    depart = row.get("depart")
    return Trek(
        cells.text(row, "start"), _vehicle(row), None if depart is None else cells.moment(row, "depart")
    )


def _vehicle(row: Row) -> Vehicle:
    name = row.get("vehicle", Vehicle.DRIVING)
    if name not in list(Vehicle):
        raise InputError(f"is not one of {', '.join(Vehicle)}", pointer="/vehicle", value=name)
    return Vehicle(str(name))


def _moment(row: Row, key: str) -> Moment:
    word = row.get(key)
    return str(word) if word in _CLOCK_WORDS else cells.moment(row, key)


def _decimal(row: Row, key: str) -> Decimal:
    found = cells.scaled(row, key, 1000, 0, 10**9)
    if found is None:
        raise InputError("is missing", pointer=f"/{key}", value=row.get(key))
    return Decimal(found) / 1000
