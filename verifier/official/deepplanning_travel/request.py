"""
Requests: what the official evaluator reads of a task.

Read from the entry of the query file, with the evaluator's own defaults: it scores against any entry, whereas
``planassay.kb.formats.deepplanning_travel.parse_query`` refuses one that a traveller could not mean.
"""

from collections.abc import Mapping
from typing import NamedTuple

from planassay.verifier.official.deepplanning_travel.texts import city


class Request(NamedTuple):
    """A task, as far as it decides scores."""

    task_id: str
    origin: str
    """City of departure, without brackets; empty if none is named."""
    days: int
    people: int
    rooms: int
    weekday: int
    """Of the first day, 1 for Monday; 0 if it is not known."""
    constraints: Mapping[str, object]


def request(row: Mapping[str, object]) -> Request:
    """Return what counts of an entry of the query file."""
    found = row.get("meta_info")
    meta: Mapping[str, object] = found if isinstance(found, Mapping) else {}
    origin, constraints = meta.get("org"), meta.get("hard_constraints")
    return Request(
        task_id=str(row.get("id", "")),
        origin=city(origin) if isinstance(origin, str) else "",
        days=_count(meta, "days", 0),
        people=_count(meta, "people_number", 1),
        rooms=_count(meta, "room_number", 1),
        weekday=_count(meta, "depart_weekday", 0),
        constraints=constraints if isinstance(constraints, Mapping) else {},
    )


def _count(meta: Mapping[str, object], key: str, default: int) -> int:
    value = meta.get(key, default)
    try:
        return int(value) if isinstance(value, int | float | str) else default
    except (ValueError, OverflowError):
        return default
