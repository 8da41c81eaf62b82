"""
Requests: the English text of a query, read to structure without a model.

For agents that are given the text alone. What is read here may differ from the fields of the data set, where
the text says something else than they do; figures reached from text are reported apart from those reached
from fields. The patterns were written with train and validation texts in view, and not fitted to single rows
of the validation split.
"""

import re
from collections.abc import Mapping, Sequence
from datetime import date, timedelta
from functools import lru_cache
from typing import NamedTuple

from planassay.kb.errors import InputError
from planassay.kb.formats.travelplanner.queries import CUISINES, Query, Wishes
from planassay.kb.formats.travelplanner.tables import Tables

MAX_CHARACTERS = 4_000
"""Of a text; a longer one is no query."""

_MONTHS = (
    *("January", "February", "March", "April", "May", "June"),
    *("July", "August", "September", "October", "November", "December"),
)
_MONTH = "|".join(_MONTHS)
_DAY = re.compile(
    rf"(?:\b(?P<month>{_MONTH})\s+(?P<day>\d{{1,2}})(?:st|nd|rd|th)?\b"
    rf"|\b(?P<ordinal>\d{{1,2}})(?:st|nd|rd|th)\b(?:\s+of\s+(?P<of>{_MONTH}))?)"
)
_YEAR = re.compile(r"\b(20\d\d)\b")
_MONEY = re.compile(r"\$\s?(\d[\d,]*)")
_NUMBERS = {
    word: value
    for value, words in enumerate(
        (
            "one single solo alone myself",
            "two couple pair duo",
            "three trio",
            "four",
            "five",
            "six",
            "seven",
            "eight",
        ),
        1,
    )
    for word in words.split()
}
_COUNT = r"(?P<count>\d{1,2}|one|two|three|four|five|six|seven|eight)"
_WEEK = re.compile(r"\bweek\b|\bone-week\b|\bweek-long\b", re.IGNORECASE)
_LENGTH = re.compile(rf"\b{_COUNT}[- ]days?\b", re.IGNORECASE)
_PARTY = (
    re.compile(rf"\b(?:group|party)\s+of\s+{_COUNT}\b", re.IGNORECASE),
    re.compile(
        rf"\b{_COUNT}\s+(?:people|persons?|individuals?|participants|travell?ers|adults|of us|friends)\b",
        re.IGNORECASE,
    ),
    re.compile(rf"\bfor\s+{_COUNT}\b(?!-|\s*(?:days?|nights?|weeks?|cit|different|week))", re.IGNORECASE),
    re.compile(r"\b(?:for|of)\s+an?\s+(?P<count>couple|pair|duo|trio)\b", re.IGNORECASE),
    re.compile(r"\b(?P<count>solo|alone|single|myself)\b", re.IGNORECASE),
)
_LEAVING = re.compile(
    r"(?:\bfrom|\bdepart(?:ing|s)?|\bleav(?:e|ing)|\b(?:start|begin|commenc|originat|initiat)\w*\s+(?:out\s+)?"
    r"(?:in|from|at|off\s+from)|\bout\s+of)\s+(?:the\s+city\s+of\s+)?\Z",
    re.IGNORECASE,
)
_GOING = re.compile(
    r"(?:\bto|\btowards?|\bvisit(?:ing|s)?|\bexplor(?:e|ing)|\b(?:end|conclud|arriv|finish)\w*\s+(?:in|at)"
    r"|\bdestination)\s+(?:the\s+city\s+of\s+)?\Z",
    re.IGNORECASE,
)
_CITIES_OF = re.compile(
    r"\bcit(?:y|ies)\s+(?:with)?(?:in|across|of|throughout|located\s+in)\s+(?:the\s+state\s+of\s+)?\Z",
    re.IGNORECASE,
)
_INSIDE = re.compile(r"\b(?:with)?in\s+\Z|\bacross\s+\Z", re.IGNORECASE)

_RULES = (
    ("smoking", re.compile(r"\bsmok(?:e|ing|ers?)\b", re.IGNORECASE)),
    ("parties", re.compile(r"\bparties\b|\bparty-friendly\b", re.IGNORECASE)),
    (
        "children under 10",
        re.compile(r"\bchild(?:ren)?\b|\bkids?\b", re.IGNORECASE),
    ),
    ("visitors", re.compile(r"\bvisitors?\b", re.IGNORECASE)),
    ("pets", re.compile(r"\bpets?\b", re.IGNORECASE)),
)
_ROOMS = (
    (
        "not shared room",
        re.compile(
            r"\b(?:non|not)[- ](?:be\s+)?shared\b|\bneither\s+shared\b|\bunshared\b"
            r"|\b(?:are|be|is|do|does)(?:n't| not)\s+(?:be\s+)?shared?\b|\bno\s+shared\b",
            re.IGNORECASE,
        ),
    ),
    (
        "entire room",
        re.compile(r"\bentire\s+(?:\w+\s+)?(?:rooms?|homes?|apartments?|places?|units?)\b", re.IGNORECASE),
    ),
    ("private room", re.compile(r"\bprivate\s+(?:\w+\s+)?rooms?\b|\brooms?\s+that\s+are\s+private\b", re.I)),
    ("shared room", re.compile(r"\bshared\s+(?:\w+\s+)?rooms?\b", re.IGNORECASE)),
)
_MEANS = (
    ("no self-driving", re.compile(r"\bself[- ]driv\w*|\bdriv(?:e|ing)\s+ourselves\b", re.IGNORECASE)),
    ("no flight", re.compile(r"\bflights?\b|\bfly(?:ing)?\b|\bair(?:line)?\s+travel\b|\bairline\b", re.I)),
)
_CUISINE = re.compile(rf"\b(?:{'|'.join(CUISINES)})\b", re.IGNORECASE)


class Mention(NamedTuple):
    """A city or a state in a text."""

    name: str
    begin: int
    end: int


def read_request(text: str, tables: Tables, *, name: str = "request") -> Query:
    """
    Return the query that a text asks for.

    Parameters
    ----------
    text
        The request in English.
    tables
        The database, whose cities and states are the ones that can be named.
    name
        What the query is called.

    Raises
    ------
    InputError
        If cities, dates or budget cannot be found in the text.
    """
    if len(text) > MAX_CHARACTERS:
        raise InputError(f"has more than {MAX_CHARACTERS:,} characters", value=text)
    dates = _dates(text)
    wishes = _wishes(text)
    origin, destination = _ends(text, tables, is_state=len(dates) > 3)
    count = wishes.count
    level = "hard" if count > 1 else "medium" if count else "easy"
    money = _MONEY.search(text)
    if money is None:
        raise InputError("names no budget", value=text)
    people = _people(text)
    return Query(
        query_id=name,
        origin=origin,
        destination=destination,
        days=len(dates),
        city_count=max(1, (len(dates) - 1) // 2),
        people=people,
        wishes=wishes,
        budget=int(money[1].replace(",", "")),
        dates=dates,
        text=text,
        level=level,
        source=_source(text, origin, destination, dates, people, wishes, money[1], level),
    )


def _source(
    text: str,
    origin: str,
    destination: str,
    dates: Sequence[date],
    people: int,
    wishes: Wishes,
    money: str,
    level: str,
) -> Mapping[str, object]:
    """Return the query in the fields of the data set."""
    return {
        "org": origin,
        "dest": destination,
        "days": len(dates),
        "visiting_city_number": max(1, (len(dates) - 1) // 2),
        "date": [day.isoformat() for day in dates],
        "people_number": people,
        "local_constraint": {
            "house rule": wishes.house_rule,
            "cuisine": None if wishes.cuisines is None else list(wishes.cuisines),
            "room type": wishes.room_type,
            "transportation": wishes.transportation,
        },
        "budget": int(money.replace(",", "")),
        "query": text,
        "level": level,
    }


def _dates(text: str) -> tuple[date, ...]:
    """Return the days from the first that is named to the last."""
    year = _YEAR.search(text)
    named = list(_DAY.finditer(text))
    months = [match["month"] or match["of"] for match in named]
    month = next((known for known in months if known), None)
    if year is None or month is None:
        raise InputError("names no dates", value=text)
    days: list[date] = []
    for match, known in zip(named, months, strict=True):
        month = known or month
        try:
            number = int(match["day"] or match["ordinal"])
            days.append(date(int(year[1]), 1 + _MONTHS.index(month), number))
        except ValueError:
            raise InputError("names a date that does not exist", value=match[0]) from None
    length = _length(text)
    first, last = min(days), max(days)
    if len(days) == 1 and length:
        last = first + timedelta(days=length - 1)
    if (last - first).days >= 31:
        raise InputError("names no trip of a month or less", value=f"{first} to {last}")
    return tuple(first + timedelta(days=shift) for shift in range((last - first).days + 1))


def _length(text: str) -> int | None:
    """Return how many days the trip is said to take."""
    length = _LENGTH.search(text)
    if length is not None:
        return _number(length["count"])
    return 7 if _WEEK.search(text) else None


def _number(word: str) -> int:
    return int(word) if word.isdecimal() else _NUMBERS[word.lower()]


def _people(text: str) -> int:
    """Return how many travel; one if the text does not say."""
    for pattern in _PARTY:
        found = pattern.search(text)
        if found is not None:
            return max(1, _number(found["count"]))
    return 1


def _ends(text: str, tables: Tables, *, is_state: bool) -> tuple[str, str]:
    """Return the city of departure, and the city or state that is gone to."""
    mentions = [
        Mention(found[0], found.start(), found.end()) for found in _place_pattern(tables).finditer(text)
    ]
    cities = [mention for mention in mentions if mention.name in tables.states]
    goals = [m for m in mentions if m.name in tables.cities_of_state] if is_state else cities
    origin = _first(text, cities, _LEAVING)
    if origin is None:
        raise InputError("names no city of departure", value=text)
    others = [goal for goal in goals if goal is not origin]
    cues = (_CITIES_OF, _GOING, _INSIDE) if is_state else (_GOING, _INSIDE)
    found = (_first(text, others, cue) for cue in cues)
    destination = next((goal for goal in found if goal is not None), others[-1] if others else None)
    if destination is None:
        raise InputError("names no destination", value=text)
    return origin.name, destination.name


def _first(text: str, mentions: Sequence[Mention], cue: re.Pattern[str]) -> Mention | None:
    """Return the first mention that follows right after a cue."""
    return next((m for m in mentions if cue.search(text[max(0, m.begin - 60) : m.begin])), None)


@lru_cache(maxsize=4)
def _place_pattern(tables: Tables) -> re.Pattern[str]:
    """Return the pattern of every city and state, longer names first."""
    places = sorted({*tables.states, *tables.cities_of_state}, key=lambda name: (-len(name), name))
    return re.compile(r"(?<!\w)(?:" + "|".join(map(re.escape, places)) + r")(?!\w)")


def _wishes(text: str) -> Wishes:
    cuisines = tuple(dict.fromkeys(found[0].title() for found in _CUISINE.finditer(text)))
    return Wishes(
        house_rule=_named(text, _RULES),
        cuisines=cuisines or None,
        room_type=_named(text, _ROOMS),
        transportation=_named(text, _MEANS),
    )


def _named(text: str, patterns: Sequence[tuple[str, re.Pattern[str]]]) -> str | None:
    return next((wish for wish, pattern in patterns if pattern.search(text)), None)
