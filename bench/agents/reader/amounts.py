"""Amounts: the budget, the days, the rooms, the travellers and the seats of a request."""

import re
from typing import NamedTuple

from planassay.bench.agents.reader.sheet import Sheet
from planassay.kb.money import parse_cents

_COUNTING = "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen"
_WORDS = {word: number for number, word in enumerate(re.findall(r"\w+", _COUNTING))} | {
    "a": 1,
    "an": 1,
    "single": 1,
    "couple": 2,
    "dozen": 12,
}
_N = r"(?P<n>\d{1,3}|" + "|".join(word for word in _WORDS if len(word) > 2) + ")"
_MONEY = r"(?P<sum>\d{1,3}(?:,\d{3})+(?:\.\d{1,2})?|\d+(?:\.\d{1,2})?)(?P<kilo>k\b)?"
_COUNTED = r"(?:[a-z-]+\s+){0,2}?"


def _any_case(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern, re.IGNORECASE)


BUDGETS = (
    _any_case(rf"{_MONEY}\s*(?:USD|US\s*dollars?|US\$|dollars?|bucks)\b"),
    _any_case(rf"(?:USD|US\s?\$|\$)\s*{_MONEY}"),
    _any_case(rf"(?:budget|limit|ceiling|cap|maximum|spend)\w*\W+(?:[a-z]+\W+){{0,4}}?{_MONEY}\b"),
)
DAYS = (
    _any_case(rf"\b{_N}[\s-]+{_COUNTED}days?\b"),
    _any_case(rf"\b(?P<weeks>{_N}|a)[\s-]+weeks?\b"),
    _any_case(rf"\b(?P<nights>{_N})[\s-]+nights?\b"),
)
ROOMS = (
    _any_case(rf"\b{_N}\s+{_COUNTED}rooms?(?:\(s\))?(?![\w-])"),
    _any_case(r"\b(?P<n>an?|single) room\b"),
)
PARTIES = (
    _any_case(
        rf"\b(?:party|group|family|team|crew|bunch|band|company|total) of {_N}\b"
        r"(?:\s+(?:people|travell?ers))?"
    ),
    _any_case(
        rf"\b{_N}\s+(?:[a-z-]+\s+){{0,2}}?(?:travell?ers?|people|persons?|adults?|guests?|passengers?|tourists?"
        r"|friends|colleagues|women|men|pax|of us|heads|participants|visitors|souls|seats on the plane"
        r"|parents|siblings|relatives)(?:\(s\))?\b"
    ),
    _any_case(
        rf"\b{_N}(?=\s+(?:[a-z-]+\s+)?(?:foodies|photographers|enthusiasts|pensioners|seniors|backpackers)\b)"
    ),
    _any_case(r"\b(?:the |just |only )?(?P<pair>two) of us\b"),
    _any_case(
        r"\bwe(?:'re| are| will be)\s+(?:a\s+)?(?P<n>\d{1,2}|two|three|four|five|six|seven|eight|nine)\b"
    ),
    _any_case(r"\bmy (?P<pair>wife|husband|partner|girlfriend|boyfriend|spouse) and (?:I|me)\b"),
    _any_case(r"\b(?:just me|on my own|by myself|myself|solo|alone|a lone|one person|only me)\b"),
    _any_case(r"\bfor (?P<n>two|three|four|five|six|seven|eight|nine|[1-9])(?=\s*[:,;.]|$| with\b| from\b)"),
)
CAR = _any_case(
    r"\b(?:rental|hired?|rented|hire)[\s-]+(?:car|vehicle|van)s?\b|\b(?:car|vehicle)[\s-]+(?:rental|hire)\b"
    r"|\b(?:rent|hire|book)(?:ing)?\s+(?:us\s+|me\s+)?an?\s+(?:car|vehicle|van)\b|\ba (?:car|vehicle)\b"
)
NO_CAR = _any_case(r"\b(?:no|not|without|don't|never)\b[^.;]{0,25}$")
SEATS = (
    _any_case(rf"\b{_N}[\s-]*(?:seats?|seater|passengers?|people|persons?|of us)\b"),
    _any_case(
        r"\b(?:seat(?:s|ing)?|room for|capacity of|capacity|holds?|holding|fits?|fitting|takes?|for|carry"
        rf"|carries|carrying)\s+(?:(?:at least|up to|all|the)\s+)?{_N}\b"
        r"(?:\s+(?:people|persons?|of us|passengers?))?"
    ),
)


class Amounts(NamedTuple):
    """What was read; None where nothing was."""

    budget_cents: int | None
    days: int | None
    rooms: int | None
    party: int | None
    asks_car: bool
    seats: int | None


def read_amounts(sheet: Sheet) -> Amounts:
    """Take the amounts from a sheet, whose names are taken already."""
    budget = _budget(sheet)
    asks_car, seats = _car(sheet)
    rooms = _count(sheet, ROOMS)
    days = _days(sheet)
    return Amounts(budget, days, rooms, _party(sheet), asks_car, seats)


def number(text: str) -> int:
    """Return a number written in digits or as a word."""
    return int(text) if text.isdigit() else _WORDS[text.lower()]


def _budget(sheet: Sheet) -> int | None:
    found = sheet.first(*BUDGETS)
    if found is None:
        return None
    cents = parse_cents(found["sum"].replace(",", ""))
    return cents * 1000 if found["kilo"] else cents


def _count(sheet: Sheet, patterns: tuple[re.Pattern[str], ...]) -> int | None:
    found = sheet.first(*patterns)
    return None if found is None else number(found["n"])


def _days(sheet: Sheet) -> int | None:
    found = sheet.first(*DAYS)
    if found is None:
        return None
    groups = found.groupdict()
    if groups.get("weeks"):
        return 7 * number(groups["weeks"])
    return number(found["n"]) + (1 if groups.get("nights") else 0)


def _party(sheet: Sheet) -> int | None:
    found = sheet.first(*PARTIES)
    if found is None:
        return None
    groups = found.groupdict()
    if groups.get("pair"):
        return 2
    return number(groups["n"]) if groups.get("n") else 1


def _car(sheet: Sheet) -> tuple[bool, int | None]:
    """Return whether a car is asked for, and its seats."""
    for found in sheet.find(CAR):
        if NO_CAR.search(sheet.text, max(0, found.start() - 40), found.start()):
            continue
        sheet.take(found.start(), found.end())
        stop = re.search(r"[.;!?](?:\s|$)", sheet.text[found.end() :])
        end = found.end() + stop.start() if stop else len(sheet.text)
        for pattern in SEATS:
            for seats in pattern.finditer(sheet.text, found.end(), end):
                if sheet.is_free(seats.start(), seats.end()):
                    sheet.take(seats.start(), seats.end())
                    return True, number(seats["n"])
        return True, None
    return False, None
