"""
Outlines of answers in a city: the places that they name, in their order, with the times that they state.

A trip is one day; what a search found has no days. Prices are those of the records, for a head.
"""

import re
from collections.abc import Iterator
from json import dumps

from planassay.kb import task as shared
from planassay.kb.formats.lifeplanner.answers import Answer, Mention, read_answer
from planassay.kb.formats.lifeplanner.city import City
from planassay.kb.formats.lifeplanner.golds import family_of
from planassay.kb.formats.lifeplanner.records import Place
from planassay.kb.formats.lifeplanner.requests import task_of
from planassay.kb.outline import Charge, Entry, Kind, Outline, at

_CLOCK = re.compile(
    r"(?:[0-9]{4}-[0-9]{2}-[0-9]{2}[T ])?([01]?[0-9]|2[0-3]):([0-5][0-9])(?::[0-9.]{2,9})?", re.ASCII
)
_DAY_MIN = 1440


def outline(answer: object, asked: shared.Task, city: City) -> Outline:
    """Return an answer laid out, see :class:`~planassay.kb.outline.Outline`."""
    family = family_of(task_of(asked))
    read = read_answer(answer, family)
    title = "The stops" if family == "trip" else "The places"
    entries = tuple(_entries(read, city))
    if family == "place":
        return Outline(currency="CNY", said=_said(read), list_title=title)
    return Outline(entries, currency="CNY", list_title=title, list_label="in the order of the answer")


def _said(answer: Answer) -> str:
    """Return the value of a place answer in words."""
    return answer.fault or dumps(answer.value, ensure_ascii=False)[:300]


def _entries(answer: Answer, city: City) -> Iterator[Entry]:
    is_trip = answer.family == "trip"
    before = 0
    for mention in answer.mentions():
        place = mention.place(city)
        start, end = (_minute(mention.values.get(key)) for key in ("arrive", "depart"))
        if start is not None and is_trip:
            start += _DAY_MIN * (start < before - _DAY_MIN // 2)
            before = start
        if start is not None and end is not None and end < start:
            end += _DAY_MIN
        cents = None if place is None or not is_trip else place.cost_cents
        title = mention.name or mention.place_id if place is None else place.name
        yield Entry(
            kind=Kind.MEAL if place is not None and place.place_type.startswith("Food") else Kind.VISIT,
            pointer=mention.pointer,
            day=1 if is_trip else 0,
            title=title[:200],
            begins=at(title[:200], "", None if place is None else place.point)[0],
            ends=at(title[:200], "", None if place is None else place.point)[1],
            start=start,
            end=end,
            charge=None if cents is None else Charge(cents, 1, "head"),
            facts=() if place is None else tuple(_facts(place, mention)),
            is_known=place is not None,
        )


def _facts(place: Place, mention: Mention) -> Iterator[str]:
    yield place.place_type.replace("|", " / ")
    yield place.place_id
    if place.rating_tenths is not None:
        yield f"rated {place.rating_tenths / 10}"
    if place.opentime_week:
        yield place.opentime_week[:80]
    if isinstance(mention.values.get("reason"), str):
        yield str(mention.values["reason"])[:200]


def _minute(stated: object) -> int | None:
    """Return the minute of the day that a text states."""
    found = _CLOCK.fullmatch(stated.strip()) if isinstance(stated, str) else None
    return None if found is None else 60 * int(found[1]) + int(found[2])
