"""
Requests: faults of tasks that can be seen without solving anything.

Whether text and fields say the same, whether names exist, whether a word makes an order of it, whether a name
gives itself away. A text of our own is read back whole; of any other it is only asked whether the names and
numbers of the fields are in it.
"""

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import fields
from enum import StrEnum
from typing import NamedTuple

from planassay.gold.audit.places import order_word
from planassay.gold.tasks import read, request_of
from planassay.kb.catalog import Catalog, Table
from planassay.kb.errors import InputError
from planassay.kb.money import format_cents
from planassay.kb.names import squeeze
from planassay.kb.task import Task

_NUMBER = re.compile(r"\d[\d,]*(?:\.\d+)?")
_BARE_NUMBER = re.compile(r"(?<![.\d])\b\d+$")
_COUNTS = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
_WORDS: Mapping[str, str] = {word: str(count) for count, word in enumerate(_COUNTS, start=1)}
_SOLO = ("solo", "alone", "by myself", "just me")


class Kind(StrEnum):
    """Kinds of faults of a task."""

    ORDER_ACCIDENT = "order-accident"
    """A name alone makes the official loader take the request for one about order."""
    RECOGNISABLE = "recognisable-entity"
    """The name that is in no table can be told from real ones without looking it up."""
    CONTRADICTION = "text-contradiction"
    """The text does not say what the fields say."""
    DANGLING = "dangling-reference"
    """A city, a named record of a feasible task or a booking of the reference answer is in no table."""


class Remark(NamedTuple):
    """A fault of a task."""

    kind: Kind
    detail: str


def remarks(task: Task, kb: Catalog) -> Iterator[Remark]:
    """Yield the faults of a task."""
    yield from _order(task)
    yield from _entities(task, kb)
    yield from _cities(task, kb)
    yield from (Remark(Kind.CONTRADICTION, detail) for detail in _contradictions(task))


def _named(task: Task) -> tuple[str, ...]:
    return (task.origin, *task.stops, *task.required_hotels, *task.required_attractions)


def _order(task: Task) -> Iterator[Remark]:
    if len(task.stops) < 2 or order_word(task.text) is None:
        return
    rest = task.text
    for name in sorted(_named(task), key=len, reverse=True):
        rest = rest.replace(name, "#")
    if order_word(rest) is None:
        guilty = [name for name in _named(task) if order_word(name)]
        yield Remark(Kind.ORDER_ACCIDENT, f"{', '.join(guilty)} holds {order_word(task.text)!r}")


def _entities(task: Task, kb: Catalog) -> Iterator[Remark]:
    tables = [(name, Table.HOTELS) for name in task.required_hotels]
    tables += [(name, Table.ATTRACTIONS) for name in task.required_attractions]
    for name, table in tables:
        if _is_known(name, table, task, kb):
            continue
        if task.label is not None and task.label.feasible:
            yield Remark(Kind.DANGLING, f"{name} is in no table of {', '.join(task.stops)}")
        elif _gives_itself_away(name, table, task):
            yield Remark(Kind.RECOGNISABLE, f"{name} ends in a bare number, as no real name does")


def _is_known(name: str, table: Table, task: Task, kb: Catalog) -> bool:
    cities = [city for city in task.stops if city in kb.labels(table)]
    rows = (
        record.name
        for city in cities
        for record in (kb.hotels(city) if table is Table.HOTELS else kb.attractions(city))
    )
    return squeeze(name) in map(squeeze, rows)


def _gives_itself_away(name: str, table: Table, task: Task) -> bool:
    """Real attractions hardly ever end in a bare number, and numbered hotels start with their city."""
    starts_with_city = any(squeeze(name).startswith(squeeze(city)) for city in task.stops)
    return bool(_BARE_NUMBER.search(name)) and (table is Table.ATTRACTIONS or not starts_with_city)


def _cities(task: Task, kb: Catalog) -> Iterator[Remark]:
    served = {city for leg in kb.flights_by_leg for city in leg}
    for city in dict.fromkeys((task.origin, *task.stops)):
        lacking = [table.value for table in Table if city not in kb.labels(table) and city != task.origin]
        if city not in served:
            lacking.append("flights")
        if lacking:
            yield Remark(Kind.DANGLING, f"{city} has no {', '.join(lacking)}")


def _contradictions(task: Task) -> Iterator[str]:
    """Yield what the fields say and the text does not."""
    try:
        told = read(task.text)
        wanted = request_of(task)
    except (InputError, ValueError):
        yield from _unsaid(task)
        return
    for one in fields(wanted):
        said, meant = getattr(told, one.name), getattr(wanted, one.name)
        if said != meant:
            yield f"{one.name}: the text says {said!r}, the fields {meant!r}"


def _unsaid(task: Task) -> Iterator[str]:
    text = squeeze(task.text)
    for name in _named(task):
        if squeeze(name) not in text:
            yield f"{name} is not in the text"
    lower = re.sub(r"\b(" + "|".join(_WORDS) + r")\b", lambda match: _WORDS[match[0]], text)
    for name in _named(task):
        lower = lower.replace(squeeze(name), "#")
    numbers = Counter(found.replace(",", "").removesuffix(".00") for found in _NUMBER.findall(lower))
    budget = format_cents(task.budget_cents).removesuffix(".00")
    counts = {"days": str(task.days), "rooms": str(task.rooms), "budget": budget}
    if task.party > 1 or not any(word in text for word in _SOLO):
        counts["travellers"] = str(task.party)
    if task.car is not None and "road trip" not in task.personas:
        counts["seats"] = str(task.car.seats)
    for what, count in counts.items():
        numbers[count] -= 1  # one number says one thing
        if numbers[count] < 0:
            yield f"{what}: {count} is not in the text"
    yield from (f"{persona} is not in the text" for persona in task.personas if persona not in text)
    is_one_way = "one-way" in text or "one way" in text
    if is_one_way is task.round_trip and (is_one_way or "round" in text):
        yield f"the text asks for a {'one-way' if is_one_way else 'round'} trip, the fields for the other"
