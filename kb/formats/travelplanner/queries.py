"""
Queries: what a traveller asks for, as the data set states it in fields.

The same request as an English text is read by ``requests``; figures reached from fields and from text are
never mixed. Fields that the data set's own files hold as text of a Python literal are read as such.
"""

from ast import literal_eval
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import date
from decimal import Decimal
from functools import cached_property
from math import floor, isfinite
from pathlib import Path
from types import MappingProxyType

from planassay.kb.errors import CollectedInputError, InputError
from planassay.kb.jsonlines import read_objects
from planassay.kb.task import Task

HOUSE_RULES = ("smoking", "parties", "children under 10", "visitors", "pets")
"""What guests may want to be allowed."""
CUISINES = ("Chinese", "American", "Italian", "Mexican", "Indian", "Mediterranean", "French")
ROOM_TYPES = ("shared room", "not shared room", "private room", "entire room")
TRANSPORTATION = ("no flight", "no self-driving")

TripLeg = tuple[str, str, date]
"""From, to, date."""


@dataclass(frozen=True, slots=True)
class Wishes:
    """The local constraints of a query; None where there is none."""

    house_rule: str | None = None
    cuisines: tuple[str, ...] | None = None
    room_type: str | None = None
    transportation: str | None = None

    @property
    def count(self) -> int:
        """How many there are."""
        stated = (self.house_rule, self.cuisines, self.room_type, self.transportation)
        return sum(wish is not None for wish in stated)


@dataclass(frozen=True)
class Query:
    """
    One request.

    Attributes
    ----------
    query_id
        Name of the query: split and number, as in ``train-1``.
    destination
        A city for three days, else a state.
    city_count
        How many cities are to be visited.
    budget
        Dollars for the whole group.
    reference_cities, reference_legs
        Cities in the order of the reference route, and its dated legs; None where none is known.
    annotated_plan
        The plan that people wrote for it, if there is one.
    """

    query_id: str
    origin: str
    destination: str
    days: int
    city_count: int
    people: int
    wishes: Wishes
    budget: float
    dates: tuple[date, ...] = ()
    text: str = ""
    level: str = ""
    reference_cities: tuple[str, ...] | None = None
    reference_legs: tuple[TripLeg, ...] | None = None
    annotated_plan: object = field(default=None, compare=False)
    source: Mapping[str, object] = field(default_factory=lambda: MappingProxyType({}), compare=False)

    @property
    def budget_cents(self) -> int:
        """The budget in whole cents, rounded down."""
        return floor(Decimal(repr(self.budget)) * 100)  # 1304.99 in binary is a little less

    @cached_property
    def task(self) -> Task:
        """
        The query as a task.

        Its stops are the reference cities where they are known; else the destination, which may be a state
        that stands for its cities.
        """
        return Task(
            task_id=self.query_id,
            system="travelplanner",
            text=self.text,
            origin=self.origin,
            stops=self.reference_cities or (self.destination,),
            round_trip=True,
            days=self.days,
            party=self.people,
            rooms=1,
            budget_cents=self.budget_cents,
            source=self.source,
        )


def read_queries(path: Path) -> list[Query]:
    """
    Return the queries of a file, in its order.

    Parameters
    ----------
    path
        JSON lines, one query each, perhaps compressed. A query is named by its ``split`` and ``idx``, or by
        its place in the file, from 1.

    Raises
    ------
    CollectedInputError
        If any line cannot be read.
    """
    queries: list[Query] = []
    faults: list[InputError] = []
    for number, line in read_objects(path):
        try:
            if isinstance(line, InputError):
                raise line
            name = f"{line.get('split', 'query')}-{line.get('idx', number)}"
            queries.append(parse_query(line, name))
        except InputError as error:
            error.source, error.line = path, number
            faults.append(error)
    if faults:
        raise CollectedInputError(faults)
    return queries


def read_tasks(path: Path) -> list[Task]:
    """
    Return the queries of a file as tasks, in its order; see :func:`read_queries`.

    Raises
    ------
    CollectedInputError
        If any line cannot be read.
    """
    return [query.task for query in read_queries(path)]


def read_task_lines(path: Path) -> list[Task]:
    """Return the queries of a file as tasks; see :func:`read_tasks`, whose files are lines anyway."""
    return read_tasks(path)


def slice_tasks(folder: Path) -> list[Task]:
    """
    Return the queries of every file ``<split>_queries.jsonl`` of a folder as tasks, compressed or not.

    Raises
    ------
    CollectedInputError
        If any line cannot be read.
    """
    paths = sorted((*folder.glob("*_queries.jsonl"), *folder.glob("*_queries.jsonl.gz")))
    return [task for path in paths for task in read_tasks(path)]


def query_of(task: Task) -> Query:
    """
    Return the query that a task was made of.

    Raises
    ------
    InputError
        If the task holds none.
    """
    return parse_query(task.source, task.task_id)


def parse_query(row: Mapping[str, object], name: str) -> Query:
    """
    Return the query that an object states.

    Parameters
    ----------
    row
        The fields of the data set; all but the annotated plan are kept in ``source``, unknown ones too.
    name
        What the query is called.

    Raises
    ------
    InputError
        If a field is missing or holds what it cannot mean; names it by its pointer.
    """
    days, people = _count(row, "days"), _count(row, "people_number")
    return Query(
        query_id=name,
        origin=_text(row, "org"),
        destination=_text(row, "dest"),
        days=days,
        city_count=_count(row, "visiting_city_number"),
        people=people,
        wishes=_wishes(_literal(row, "local_constraint")),
        budget=_budget(row),
        dates=_dates(_literal(row, "date"), days),
        text=_text(row, "query", default=""),
        level=_text(row, "level", default=""),
        reference_cities=_cities(row.get("reference_cities")),
        reference_legs=_legs(row.get("reference_legs")),
        annotated_plan=row.get("annotated_plan"),
        source=MappingProxyType({key: value for key, value in row.items() if key != "annotated_plan"}),
    )


def count_wishes(queries: Iterable[Query]) -> int:
    """Return how many local constraints some queries have together."""
    return sum(query.wishes.count for query in queries)


def _literal(row: Mapping[str, object], key: str) -> object:
    """Return a field, which may be the text of a Python literal."""
    value = row.get(key)
    if not isinstance(value, str):
        return value
    try:
        return literal_eval(value)
    except (ValueError, SyntaxError, MemoryError, RecursionError):
        raise InputError("is no Python literal", pointer=f"/{key}", value=value) from None


def _text(row: Mapping[str, object], key: str, default: str | None = None) -> str:
    value = row.get(key, default)
    if not isinstance(value, str):
        raise InputError("must be a text", pointer=f"/{key}", value=value)
    return value


def _count(row: Mapping[str, object], key: str) -> int:
    value = row.get(key)
    if isinstance(value, bool) or not isinstance(value, int) or value < 1:
        raise InputError("must be a whole number, 1 or more", pointer=f"/{key}", value=value)
    return value


def _budget(row: Mapping[str, object]) -> float:
    value = row.get("budget")
    if isinstance(value, bool) or not isinstance(value, int | float) or not isfinite(value):
        raise InputError("must be a number of dollars", pointer="/budget", value=value)
    return value


def _wishes(value: object) -> Wishes:
    if value is None:
        return Wishes()
    if not isinstance(value, Mapping):
        raise InputError("must be an object or null", pointer="/local_constraint", value=value)
    cuisines = value.get("cuisine")
    if cuisines is not None and not _is_texts(cuisines):
        raise InputError(
            "must be a list of texts or null", pointer="/local_constraint/cuisine", value=cuisines
        )
    return Wishes(
        house_rule=_wish(value, "house rule"),
        cuisines=None if cuisines is None else tuple(cuisines),
        room_type=_wish(value, "room type"),
        transportation=_wish(value, "transportation"),
    )


def _wish(wishes: Mapping[str, object], key: str) -> str | None:
    value = wishes.get(key)
    if value is not None and not isinstance(value, str):
        raise InputError("must be a text or null", pointer=f"/local_constraint/{key}", value=value)
    return value


def _is_texts(value: object) -> bool:
    return isinstance(value, list | tuple) and all(isinstance(text, str) for text in value)


def _dates(value: object, days: int) -> tuple[date, ...]:
    if value is None:
        return ()
    if not isinstance(value, list | tuple) or len(value) != days:
        raise InputError(f"must be a list of {days} dates", pointer="/date", value=value)
    return tuple(_date(text, f"/date/{place}") for place, text in enumerate(value))


def _date(value: object, pointer: str) -> date:
    try:
        if isinstance(value, str):
            return date.fromisoformat(value)
    except ValueError:
        pass
    raise InputError("must be a date YYYY-MM-DD", pointer=pointer, value=value)


def _cities(value: object) -> tuple[str, ...] | None:
    if value is None:
        return None
    if not isinstance(value, list) or not _is_texts(value) or not value:
        raise InputError("must be a list of cities or null", pointer="/reference_cities", value=value)
    return tuple(value)


def _legs(value: object) -> tuple[TripLeg, ...] | None:
    if value is None:
        return None
    legs: list[TripLeg] = []
    for place, leg in enumerate(value if isinstance(value, list) else [value]):
        pointer = f"/reference_legs/{place}"
        if not isinstance(leg, list) or len(leg) != 3 or not _is_texts(leg):
            raise InputError("must be from, to and date", pointer=pointer, value=leg)
        legs.append((leg[0], leg[1], _date(leg[2], f"{pointer}/2")))
    return tuple(legs)
