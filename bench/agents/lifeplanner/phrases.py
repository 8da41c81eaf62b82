"""
Phrases: what the parts of a question say, each for itself.

A part that cannot be read raises :class:`UnreadError`; one that is read loosely is found out when the whole
question is put together again.
"""

import re
from collections.abc import Mapping
from datetime import date, datetime, time, timedelta
from decimal import Decimal
from typing import TypeVar

from planassay.gold.lifeplanner import wording_words as words
from planassay.gold.lifeplanner.wording_words import ZH
from planassay.kb.formats.lifeplanner.asks import Need
from planassay.kb.roads import Vehicle

T = TypeVar("T", bound=str)
Row = dict[str, object]
"""The object of an ask, or of a part of one, that is still to be held against its limits."""


class UnreadError(ValueError):
    """A part of a question says nothing that is known."""


def names(text: str) -> tuple[str, ...]:
    """Return the names that stand in marks."""
    return tuple(re.findall(r"[「“]([^「」“”]*)[」”]", text))


def name(text: str) -> str:
    """Return the one name that stands in marks."""
    found = names(text)
    if len(found) != 1:
        raise UnreadError(text)
    return found[0]


def word(table: Mapping[T, str], text: str) -> T:
    """Return what is called so."""
    for key, called in table.items():
        if called == text:
            return key
    raise UnreadError(text)


def mentioned(table: Mapping[T, str], text: str) -> T:
    """Return the one thing of a table that a text calls by its name."""
    found = [key for key, called in table.items() if called in text]
    if len(found) != 1:
        raise UnreadError(text)
    return found[0]


def unnamed(text: str) -> str:
    """Return a text without the names in it."""
    return re.sub("「[^「」]*」|“[^“”]*”", "", text)


def whole(text: str) -> int:
    """Return the one whole number in a text."""
    found = re.findall(r"\d+", text)
    if len(found) != 1:
        raise UnreadError(text)
    return int(found[0])


def circle(text: str) -> Row:
    """Return a circle around the one place that is named."""
    return {"center": name(text), "radius": whole(unnamed(text))}


def hundredths(text: str) -> int:
    """
    Return a number of at most two decimals as a whole number.

    Examples
    --------
    >>> hundredths("45.5")
    4550
    """
    return int(Decimal(text) * 100)


def day(text: str) -> date:
    """Return a date, in Chinese or as ISO writes it."""
    found = re.fullmatch(r"(\d{4})(?:年|-)(\d{1,2})(?:月|-)(\d{1,2})日?", text)
    if found is None:
        raise UnreadError(text)
    return date(*map(int, found.groups()))


def date_moment(text: str) -> datetime:
    """Return a moment that is told by its date."""
    found = re.fullmatch(r"(.+?)(?: at )?(\d{2}):(\d{2})", text)
    if found is None:
        raise UnreadError(text)
    return datetime.combine(day(found[1]), time(int(found[2]), int(found[3])))


def moment(text: str, now: datetime) -> datetime:
    """Return a moment that is told as seen from now."""
    if text in ("现在", "right now"):
        return now
    found = re.fullmatch(r"(?:on )?(.+?)(?: at )?(\d{2}):(\d{2})", text)
    if found is None:
        raise UnreadError(text)
    return datetime.combine(_day_called(found[1], now.date()), time(int(found[2]), int(found[3])))


def _day_called(text: str, today: date) -> date:
    if text in ("今天", "today"):
        return today
    if text in ("明天", "tomorrow"):
        return today + timedelta(days=1)
    for calls in (
        [f"本周{one}" for one in words.WEEKDAYS[ZH]],
        [f"this {one}" for one in words.WEEKDAYS["en"]],
    ):
        if text in calls:
            return today + timedelta(days=calls.index(text) - today.weekday())
    return day(text)


_LIMITS = (
    ("least_rating", 10, r"评分不低于([\d.]+)|rated at least ([\d.]+)"),
    ("most_rating", 10, r"评分不高于([\d.]+)|rated at most ([\d.]+)"),
    ("least_cost", 1, r"人均不低于([\d.]+)元|costing at least ([\d.]+) yuan"),
    ("most_cost", 1, r"人均不超过([\d.]+)元|costing at most ([\d.]+) yuan"),
)


def limits(text: str, place_type: str = "") -> Row:
    """Return filters of what a text says of ratings, costs and tags."""
    values: dict[str, int] = {}
    for key, scale, pattern in _LIMITS:
        found = re.search(pattern, text)
        if found is not None:
            values[key] = hundredths(found[1] or found[2]) // scale
    tagged = re.search(r"(?:标签或名称里有|tagged or named )(.+)", text)
    tags = tuple(re.findall(r"[“‘]([^“”‘’]*)[”’]", tagged[1])) if tagged else ()
    return {"place_type": place_type, "tags": tags, **values}


def places(text: str, lang: str) -> Row:
    """Return filters of what is searched for: limits and type."""
    if lang == ZH:
        found = re.fullmatch(r"(.*?)(?:[^的）]+（([^）]*)）|地点)", text, re.DOTALL)
    else:
        found = re.fullmatch(r"places(?: of type (.+?))?((?: (?:rated|costing|tagged) .+)?)", text)
    if found is None:
        raise UnreadError(text)
    stated, path = (found[1], found[2]) if lang == ZH else (found[2], found[1])
    return limits(stated, path or "")


def outing(text: str, now: datetime, lang: str) -> Row:
    """Return who sets out when, how, for how long, and with what needs."""
    first, *others = text.split("；" if lang == ZH else "; ")
    if lang == ZH:
        found = re.fullmatch(r"我(.+?)从(那儿|「[^「」]*」)(.+?)过去，到了要待(\d+)分钟", first)
        when, start, how, stay = found.groups() if found else ("", "", "", "")
    else:
        how = "|".join(words.VEHICLES[lang].values())
        pattern = rf"I leave from (there|“[^“”]*”) ({how}) (.+?) and will stay (\d+) minutes"
        found = re.fullmatch(pattern, first)
        start, how, when, stay = found.groups() if found else ("", "", "", "")
    if found is None:
        raise UnreadError(text)
    needs, rest = told_needs(others, lang)
    queue = _number(
        r"帖子里说的排队时间别超过(\d+)分钟|posts should tell of no queue longer than (\d+) minutes", rest
    )
    people = _number(r"我们一共(\d+)个人.*|there are (\d+) of us .*", rest)
    budget = _number(r".*总共最多花([\d.]+)元|.* we can spend ([\d.]+) yuan in all", rest)
    return {
        "leave": moment(when, now),
        "vehicle": word(words.VEHICLES[lang], how),
        "stay": int(stay),
        "start": "" if start in ("那儿", "there") else name(start),
        "needs": needs,
        "most_queue": None if queue is None else int(queue),
        "people": 1 if people is None else int(people),
        "budget": None if budget is None else hundredths(budget),
    }


def vehicles(text: str, lang: str) -> tuple[Vehicle, ...]:
    """Return the ways of travelling in the order in which they are listed."""
    places_of = {text.find(called): vehicle for vehicle, called in words.VEHICLES[lang].items()}
    return tuple(vehicle for at, vehicle in sorted(places_of.items()) if at >= 0)


def told_needs(parts: list[str], lang: str) -> tuple[tuple[Need, ...], list[str]]:
    """Return the needs among parts of a sentence, in their order, and the other parts."""
    called = {text: need for need, text in words.NEEDS[lang].items()}
    return (
        tuple(called[part] for part in parts if part in called),
        [part for part in parts if part not in called],
    )


def _number(pattern: str, parts: list[str]) -> str | None:
    """Return the number that a pattern finds in the first part that it fits."""
    for part in parts:
        found = re.fullmatch(pattern, part)
        if found is not None:
            return next(group for group in found.groups() if group is not None)
    return None
