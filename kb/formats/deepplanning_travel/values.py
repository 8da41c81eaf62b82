"""
Values: what the cells of a database mean, in minutes, cents and metres.

Where a cell cannot be read its value is None: unknown, never zero and never endless.
"""

from functools import lru_cache
from typing import NamedTuple

from planassay.kb.clock import DAY_MIN, parse_clock
from planassay.kb.formats.deepplanning_travel.records import Eatery, Service, Sight
from planassay.kb.hours import Window
from planassay.kb.money import parse_cents

ALL_DAY = frozenset(("Open 24 Hours", "全天开放"))
_WEEKDAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
_SHORT_WEEKDAYS = ("周一", "周二", "周三", "周四", "周五", "周六", "周日")


@lru_cache(maxsize=1 << 14)
def cents(text: str) -> int | None:
    """
    Return the cents of a price.

    Examples
    --------
    >>> cents("52.5"), cents(" "), cents("free")
    (5250, None, None)
    """
    try:
        return parse_cents(text)
    except ValueError:
        return None


def whole(text: str) -> int | None:
    """
    Return a number that should be whole: minutes, metres, seats.

    Examples
    --------
    >>> whole("12"), whole("12.0"), whole("x")
    (12, 12, None)
    """
    try:
        value = float(text)
    except ValueError:
        return None
    return int(value) if value.is_integer() and value >= 0 else None


def hours_min(text: str) -> int | None:
    """
    Return the minutes of a number of hours.

    Examples
    --------
    >>> hours_min("1.5"), hours_min("")
    (90, None)
    """
    try:
        value = float(text) * 60
    except ValueError:
        return None
    return round(value) if 0 <= value < 10 * DAY_MIN else None


def opening(row: Sight | Eatery) -> Window | None:
    """
    Return when a place is open on a day on which it is; a place that closes past midnight closes above 1440.

    One whose two clocks are the same is open all day.
    """
    if row.opening.strip() in ALL_DAY and row.closing.strip() in ALL_DAY:
        return Window(0, DAY_MIN)
    opens, closes = parse_clock(row.opening), parse_clock(row.closing)
    if opens is None or closes is None or opens == DAY_MIN:
        return None
    return Window(opens, closes if closes > opens else closes + DAY_MIN)


def closed_weekdays(row: Sight) -> frozenset[int]:
    """Return the weekdays on which a sight is closed, 0 for Monday."""
    found = set()
    for piece in row.closing_dates.replace("，", ",").split(","):
        name = piece.strip().lower()
        for names in (_WEEKDAYS, _SHORT_WEEKDAYS):
            if name in names:
                found.add(names.index(name))
    return frozenset(found)


class Departure(NamedTuple):
    """Date and clock of a timetable."""

    date: str
    minute: int


def moment(text: str) -> Departure | None:
    """
    Return the date and the minute of the day that a cell like ``2025-11-12 06:19:00`` names.

    Examples
    --------
    >>> moment("2025-11-12 06:19:00"), moment("06:19")
    (Departure(date='2025-11-12', minute=379), None)
    """
    date, blank, time = text.strip().partition(" ")
    minute = parse_clock(":".join(time.split(":")[:2])) if blank else None
    return None if minute is None else Departure(date, minute)


def seats(row: Service) -> int | None:
    """Return how many seats are left, None for plenty."""
    return whole(row.seats_left) if row.seats_left.strip() else None
