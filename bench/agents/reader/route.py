"""Route: where a trip starts, where it leads, and whether it comes back."""

import re
from typing import NamedTuple

from planassay.bench.agents.reader.names import Name, city_at
from planassay.bench.agents.reader.sheet import Sheet

ORIGINS = (
    re.compile(r"\b[Ff]rom\s+(?:our home in\s+|home in\s+)?"),
    re.compile(
        r"\b(?:[Ss]tart(?:s|ing)?|[Bb]egin(?:s|ning)?|[Ss]et(?:s|ting)? (?:off|out)|[Bb]ased|[Ll]iv(?:e|ing))"
        r"\s+(?:out\s+)?(?:in|from|at)\s+"
    ),
    re.compile(
        r"\b(?:[Ll]eav(?:e|es|ing)|[Dd]epart(?:s|ing|ure)?(?:\s+(?:from|city|is|:))*:?|[Oo]ut of"
        r"|[Hh]ome(?: city| town)? is|Origin:)\s+"
    ),
)
BACK = re.compile(r"\b(?:(?<!there and )back|return(?:s|ing)?|home)\s+(?:home\s+)?(?:to|in)\s+")
GOALS = (
    re.compile(r"\b[Tt]o\s+(?:see\s+|visit\s+|explore\s+)?"),
    re.compile(
        r"\b(?:takes? in|taking in|visit(?:s|ing)?|see|seeing|stay(?:s|ing)?(?: a while)? in|stops? in"
        r"|cover(?:s|ing)?|explor(?:e|es|ing)|through|via|around|including|Destinations?:"
        r"|destinations? (?:is|are)|bound for|[Ss]tops?:|tour(?:ing)? of)\s+"
    ),
    re.compile(r"\b(?:[Ii]n|for)\s+"),
)
BARE = re.compile(r"(?<![\w'])(?=[A-ZÀ-ÞĀ-Ž'])")
_THEN = r"(?:(?:then|after that|afterwards|finally|next|also|on)\s+)*(?:(?:on\s+)?to\s+)?"
JOINTS = re.compile(
    rf"\s*,\s*(?:and\s+)?{_THEN}|\s+and\s+{_THEN}|\s+(?:then|via)\s+{_THEN}|\s*(?:->|→|;|/|&)\s*{_THEN}"
)
"""What stands between the cities of a list."""
_VERBS = (
    "Fly Flying Flights Flight Go Going Travel Traveling Travelling Trip Trips Journey Tickets Getaway Return"
    " Off Heading Headed Vacation Holiday Taking Take Bound Round-trip One-way We I"
)
VERBS = frozenset(re.findall(r"[\w-]+", _VERBS))
"""Words with a capital, behind which *to* may stand, that are no cities."""
ROUND = re.compile(
    r"\bround[\s-]?trips?\b|\breturn (?:trip|journey|flights?|tickets?|travel|holiday)s?\b|\bthere and back\b"
    r"|\b(?:and|then|fly|flying|flight|travel|come|coming|go|bring us|way),? back(?: home)?\b|\bback home\b"
    r"|\breturning\b"
    r"|\band return\b|\breturn home\b|\bhome again\b|\bback again\b|\bboth ways\b|\breturn\b",
    re.IGNORECASE,
)
ONE_WAY = re.compile(
    r"\bone[\s-]?way(?:\s+(?:trip|journey|ticket|flight|travel|holiday|getaway|vacation))?\b"
    r"|\bsingle (?:trip|journey|ticket|flight)\b"
    r"|\b(?:no|not|without(?: a)?) (?:return|coming back|way back|flight back|flight home)\b"
    r"|\bwon't be (?:coming|flying) back\b"
    r"|\bnot (?:come|coming|fly|flying|return|returning)(?: back| home)?\b",
    re.IGNORECASE,
)


class Route(NamedTuple):
    """What was read; None or empty where nothing was."""

    origin: str | None
    stops: tuple[str, ...]
    round_trip: bool | None


def read_route(sheet: Sheet) -> Route:
    """Take the cities and the kind of trip from a sheet, whose named hotel and place are taken already."""
    back = [name.text for name in _after(sheet, BACK)]
    origin, stops = _chain(sheet)
    if origin is None:
        origin = next((name.text for cue in ORIGINS for name in _after(sheet, cue)), None)
    if not stops:
        stops = next((found for cue in GOALS if (found := _list_after(sheet, cue, back))), ())
    stops = tuple(name for name in stops if name != origin)
    if not stops:  # "a trip back to Rome, starting in Paris"
        stops, back = tuple(name for name in back if name != origin), []
    way = _way(sheet)
    if back and way is None:
        way = True
    if origin is None and back:
        origin = back[0]
    return Route(origin, stops, way)


def _way(sheet: Sheet) -> bool | None:
    if sheet.first(ONE_WAY) is not None:
        return False
    return True if sheet.first(ROUND) is not None else None


def _chain(sheet: Sheet) -> tuple[str | None, tuple[str, ...]]:
    """Return the cities of the first stretch like *A to B, C and D*."""
    for cue in (ORIGINS[0], BARE):
        for found in sheet.find(cue):
            first = city_at(sheet.text, found.end())
            if first is None or first.text in VERBS or not sheet.is_free(first.start, first.end):
                continue
            to = re.compile(r"\s+to\s+|\s*(?:->|→)\s*").match(sheet.text, first.end)
            names = [] if to is None else _list(sheet.text, to.end())
            if names:
                sheet.take(found.start(), names[-1].end)
                return first.text, tuple(name.text for name in names)
    return None, ()


def _after(sheet: Sheet, cue: re.Pattern[str]) -> list[Name]:
    """Return the cities behind the matches of a cue, and take them."""
    names = []
    for found in list(sheet.find(cue)):
        name = city_at(sheet.text, found.end())
        if name is not None and sheet.is_free(name.start, name.end):
            sheet.take(found.start(), name.end)
            names.append(name)
    return names


def _list_after(sheet: Sheet, cue: re.Pattern[str], back: list[str]) -> tuple[str, ...]:
    """Return the cities of the list behind the first match of a cue that has one, and take them."""
    for found in list(sheet.find(cue)):
        names = _list(sheet.text, found.end())
        if names and sheet.is_free(names[0].start, names[-1].end):
            sheet.take(found.start(), names[-1].end)
            return tuple(name.text for name in names if name.text not in back)
    return ()


def _list(text: str, start: int) -> list[Name]:
    """Return the cities of a list that begins at a position."""
    names: list[Name] = []
    name = city_at(text, start)
    while name is not None:
        names.append(name)
        joint = JOINTS.match(text, name.end)
        name = None if joint is None else city_at(text, joint.end())
    return names
