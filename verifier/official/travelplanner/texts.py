"""
Texts: how the official evaluator takes a field apart.

Every search is case-sensitive, and takes time in proportion to the text, whatever an agent wrote. Source:
TravelPlanner commit da7c1d4.
"""

import re
from typing import NamedTuple

_FROM = re.compile(r"from(\s+)")
_JOINT = re.compile(r"(?<!\s)\s+to\s+")
_TO = re.compile(r"to\s+")


class Leg(NamedTuple):
    """Two ends of a journey, as written."""

    start: str
    end: str


class Place(NamedTuple):
    """A name and the city it is said to be in."""

    name: str
    city: str


NOWHERE = Place("-", "-")
"""What a text without a comma names."""


def legs(text: str) -> Leg | None:
    r"""
    Return the two cities of a text, or None if it names none.

    The first match of ``from\s+(.+?)\s+to\s+([^,]+)``, found without trying again what was tried.

    Examples
    --------
    >>> legs("Taxi, from Rockford to St. Louis(Missouri), cost: 9")
    Leg(start='Rockford', end='St. Louis(Missouri)')
    >>> legs("From Rockford to Elmira")
    """
    joint = _joint(text, 0)
    for opening in _FROM.finditer(text):
        head = opening.end()
        while joint is not None and joint.left <= head:
            joint = _joint(text, joint.left + 1)
        if joint is not None and joint.line < head:
            return Leg(text[head : joint.left], _city(text, joint.city))
        if blank := _lone_blank(text, opening):
            return blank
    return None


class _Joint(NamedTuple):
    """A ``to`` between blanks that joins two cities, as positions in the text."""

    left: int
    """Of the blanks before it."""
    line: int
    """Of the last line break before those, or -1."""
    city: int
    """Of the city after it."""


def _joint(text: str, start: int) -> _Joint | None:
    """Return the first joint from a position on."""
    for match in _JOINT.finditer(text, start):
        city = _city_after(text, match)
        if city >= 0:
            return _Joint(match.start(), text.rfind("\n", 0, match.start()), city)
    return None


def _city_after(text: str, to: re.Match[str]) -> int:
    """Return where the city after a ``to`` begins, the last of its blanks if need be; -1 if there is none."""
    begin = to.end()
    if begin < len(text) and text[begin] != ",":
        return begin
    return begin - 1 if text[begin - 2].isspace() else -1


def _city(text: str, begin: int) -> str:
    comma = text.find(",", begin)
    return text[begin:] if comma < 0 else text[begin:comma]


def _lone_blank(text: str, opening: re.Match[str]) -> Leg | None:
    """Return the leg whose first city is one of the blanks between ``from`` and ``to``: three are needed."""
    first, head = opening.span(1)
    place = head - 2
    while place > first and text[place] == "\n":
        place -= 1
    to = _TO.match(text, head) if place > first else None
    city = -1 if to is None else _city_after(text, to)
    return None if city < 0 else Leg(text[place], _city(text, city))


def bare(text: str) -> str:
    r"""
    Return a city without the state in brackets; blanks before the bracket stay.

    The pattern is ``^(.*?)\([^)]*\)``: what stands before the bracket is of one line.

    Examples
    --------
    >>> bare("Rockford(Illinois)"), bare("Rockford (Illinois)"), bare("Rockford("), bare("A\n(B)")
    ('Rockford', 'Rockford ', 'Rockford(', 'A\n(B)')
    """
    bracket = text.find("(")
    is_closed = bracket >= 0 and text.find(")", bracket) > 0
    return text[:bracket] if is_closed and "\n" not in text[:bracket] else text


def split(text: str) -> Place:
    r"""
    Return name and city of a text.

    Examples
    --------
    >>> split("Pizza, Pasta & more, Rockford(Illinois)")
    Place(name='Pizza, Pasta & more', city='Rockford')
    >>> split("Great Room!\nCan wait, Rockford").name, split("Rockford"), split("Rockford,")
    ('Can wait', Place(name='-', city='-'), Place(name='-', city='-'))
    """
    name, comma, city = text.rpartition(",")
    if not comma or not city:
        return NOWHERE
    return Place(name[name.rfind("\n") + 1 :].strip(), bare(city.strip()).strip())
