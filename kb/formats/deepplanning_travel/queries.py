"""
Queries: what a traveller asks for, as the query file states it in fields.

One layout serves the English and the Chinese file. ``hard_constraints`` is kept as it is written, because the
published evaluator reads it entry by entry; typed fields are only those that every task has.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date, timedelta
from functools import cached_property
from pathlib import Path
from types import MappingProxyType

from planassay.kb.errors import CollectedInputError, InputError
from planassay.kb.money import MAX_CENTS, cents_of_number
from planassay.kb.task import Task

SYSTEM = "deepplanning-travel"


@dataclass(frozen=True)
class Query:
    """
    One request.

    Attributes
    ----------
    weekday
        Of the first day, 1 for Monday to 7 for Sunday.
    constraints
        The personal constraints by type, each with the fields of the file.
    source
        The task as the file has it.
    """

    query_id: str
    origin: str
    destination: str
    days: int
    people: int
    rooms: int
    depart: date
    weekday: int
    constraints: Mapping[str, Mapping[str, object]]
    text: str = ""
    source: Mapping[str, object] = field(default_factory=lambda: MappingProxyType({}), compare=False)

    @property
    def dates(self) -> tuple[date, ...]:
        """The date of each day."""
        return tuple(self.depart + timedelta(days=day) for day in range(self.days))

    @property
    def budget_cents(self) -> int | None:
        """The budget, None if the task has none."""
        entry = self.constraints.get("budget_constraint")
        return None if entry is None else cents_of_number(entry.get("max_budget"))

    @cached_property
    def task(self) -> Task:
        """The query as a task; without a budget it may cost anything."""
        budget = self.budget_cents
        return Task(
            task_id=self.query_id,
            system=SYSTEM,
            text=self.text,
            origin=self.origin,
            stops=(self.destination,),
            round_trip=True,
            days=self.days,
            party=self.people,
            rooms=self.rooms,
            budget_cents=MAX_CENTS if budget is None else budget,
            source=self.source,
        )


def read_queries(path: Path) -> list[Query]:
    """
    Return the queries of a file, in its order.

    Raises
    ------
    InputError
        If the file cannot be read or is no JSON list.
    CollectedInputError
        If entries of it cannot be read; carries each such error.
    """
    try:
        rows = json.loads(path.read_text("utf-8-sig"))
    except OSError as error:
        raise InputError(f"cannot be read: {error.strerror or error}", source=path) from error
    except (ValueError, RecursionError) as error:
        raise InputError(f"is no JSON: {error}", source=path) from error
    if not isinstance(rows, list):
        raise InputError("must be a list of tasks", source=path, value=rows)
    queries: list[Query] = []
    faults: list[InputError] = []
    for place, row in enumerate(rows):
        try:
            if not isinstance(row, dict):
                raise InputError("must be an object", pointer="", value=row)
            queries.append(parse_query(row))
        except InputError as error:
            error.source, error.pointer = path, f"/{place}{error.pointer or ''}"
            faults.append(error)
    if faults:
        raise CollectedInputError(faults)
    return queries


def read_tasks(path: Path) -> list[Task]:
    """Return the queries of a file as tasks; raises as :func:`read_queries`."""
    return [query.task for query in read_queries(path)]


def query_of(task: Task) -> Query:
    """
    Return the query that a task was made of.

    Raises
    ------
    InputError
        If the task holds none.
    """
    return parse_query(task.source)


def parse_query(row: Mapping[str, object]) -> Query:
    """
    Return the query that an entry of the query file states.

    Raises
    ------
    InputError
        If a field is missing or holds what it cannot mean; names it by its pointer.
    """
    name, meta = row.get("id"), row.get("meta_info")
    if isinstance(name, int) and not isinstance(name, bool):
        name = str(name)
    if not isinstance(name, str):
        raise InputError("must be a text", pointer="/id", value=name)
    if not isinstance(meta, Mapping):
        raise InputError("must be an object", pointer="/meta_info", value=meta)
    text = row.get("query", "")
    return Query(
        query_id=name,
        origin=_text(meta, "org"),
        destination=_destination(meta),
        days=_count(meta, "days"),
        people=_count(meta, "people_number"),
        rooms=_count(meta, "room_number"),
        depart=_date(meta),
        weekday=_count(meta, "depart_weekday"),
        constraints=_constraints(meta),
        text=text if isinstance(text, str) else "",
        source=MappingProxyType(dict(row)),
    )


def _text(meta: Mapping[str, object], key: str) -> str:
    value = meta.get(key)
    if not isinstance(value, str) or not value.strip():
        raise InputError("must be a text", pointer=f"/meta_info/{key}", value=value)
    return value


def _count(meta: Mapping[str, object], key: str) -> int:
    value = meta.get(key)
    if isinstance(value, bool) or not isinstance(value, int) or value < 1:
        raise InputError("must be a whole number, 1 or more", pointer=f"/meta_info/{key}", value=value)
    return value


def _destination(meta: Mapping[str, object]) -> str:
    value = meta.get("dest")
    cities = [value] if isinstance(value, str) else value
    if not isinstance(cities, list) or len(cities) != 1 or not isinstance(cities[0], str):
        raise InputError("must be a list with one city", pointer="/meta_info/dest", value=value)
    return cities[0]


def _date(meta: Mapping[str, object]) -> date:
    value = meta.get("depart_date")
    try:
        if isinstance(value, str):
            return date.fromisoformat(value)
    except ValueError:
        pass
    raise InputError("must be a date YYYY-MM-DD", pointer="/meta_info/depart_date", value=value)


def _constraints(meta: Mapping[str, object]) -> Mapping[str, Mapping[str, object]]:
    value = meta.get("hard_constraints", {})
    if not isinstance(value, Mapping):
        raise InputError("must be an object", pointer="/meta_info/hard_constraints", value=value)
    for key, entry in value.items():
        if not isinstance(entry, Mapping):
            raise InputError("must be an object", pointer=f"/meta_info/hard_constraints/{key}", value=entry)
    return MappingProxyType(dict(value))
