"""Records of a city: places with what posts say of them, posts, and tasks."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime, timedelta

from planassay.kb.geo import Point
from planassay.kb.hours_text import parse_hours
from planassay.kb.timetable import Timetable

SHORT_MEMORY_DAYS = 60
"""How long a fact of the short memory holds where it names no end; a definition of this project."""


@dataclass(frozen=True, slots=True)
class Fact:
    """
    What posts state of a place.

    Parameters
    ----------
    key, value
        Such as ``queue_min`` and ``40``.
    stated
        When it was stated.
    until
        Last day on which it holds; None if none is named.
    note_id
        The note that states it.
    """

    key: str
    value: str
    stated: date
    until: date | None
    note_id: str


@dataclass(frozen=True, slots=True)
class Place:
    """
    A place of the map.

    ``rating_tenths`` and ``cost_cents`` (per head) are None where the map has none; ``opentime_week`` is the
    text as it stands. Facts of the short memory expire, those of the long one do not.
    """

    place_id: str
    name: str
    place_type: str
    """Levels joined by ``|``."""
    point: Point
    address: str
    opentime_week: str
    rating_tenths: int | None
    cost_cents: int | None
    tags: tuple[str, ...]
    aliases: tuple[str, ...]
    long_mem: tuple[Fact, ...] = ()
    short_mem: tuple[Fact, ...] = ()

    @property
    def timetable(self) -> Timetable | None:
        """When it is open; None if that is unknown."""
        return parse_hours(self.opentime_week)

    def facts(self, on: date) -> dict[str, str | None]:
        """
        Return what is known on a date: for each key the newest statement that holds.

        Statements of one day that contradict each other leave the key unknown (None).
        """
        holding = [fact for fact in self.long_mem if fact.stated <= on]
        for fact in self.short_mem:
            end = fact.until or fact.stated + timedelta(days=SHORT_MEMORY_DAYS)
            if fact.stated <= on <= end:
                holding.append(fact)
        newest: dict[str, date] = {}
        for fact in holding:
            newest[fact.key] = max(fact.stated, newest.get(fact.key, fact.stated))
        values: dict[str, set[str]] = {}
        for fact in holding:
            if fact.stated == newest[fact.key]:
                values.setdefault(fact.key, set()).add(fact.value)
        return {key: said.pop() if len(said) == 1 else None for key, said in sorted(values.items())}


@dataclass(frozen=True, slots=True)
class Note:
    """A post."""

    note_id: str
    title: str
    desc: str
    time: datetime
    liked_count: int
    collected_count: int
    place_ids: tuple[str, ...]
    """Places that it mentions."""
    comments: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Task:
    """
    A request with its gold answer, both as they stand in the file.

    ``type`` names family and level, such as ``routing_L1``; ``now`` is when it is asked.
    """

    task_id: str
    type: str
    question: str
    now: datetime
    constraints: tuple[Mapping[str, object], ...]
    gold: object
    place_ids: tuple[str, ...]
    note_ids: tuple[str, ...]
    ref_calls: int
