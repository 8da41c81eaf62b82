"""
Texts: how the official evaluator takes a cell or a field apart.

Two readings of a time live side by side. The *slot* wants a hyphen between two clocks and calls 24:00 the
minute 23:59; the *raw clock* splits at hyphens and colons and takes any two numbers. Which check uses which
decides results. Source: Qwen-Agent commit 31a4d36.
"""

import re
from functools import lru_cache
from typing import Final, NamedTuple

from planassay.verifier.official.travelplanner.texts import legs

DAY_MIN: Final = 1440
LAST_MINUTE: Final = DAY_MIN - 1
"""What 24:00 is taken for."""

_MAX_KEPT = 200
"""Longest text whose reading is remembered."""

_CLOCK = re.compile(r"(2[0-3]|[01]\d|\d):([0-5]\d|\d)")
_SLOT = re.compile(r"\s*(\d{1,2}:\d{2})\s*-\s*(\d{1,2}:\d{2})")
_BRACKETS = re.compile(r"[(（].*?[)）]")


class Slot(NamedTuple):
    """Two clocks in minutes of the day."""

    start: int
    end: int
    """As written: before the start if the slot passes midnight."""
    finish: int
    """The end on the time line of the day: a day later if the slot passes midnight."""

    @property
    def wraps(self) -> bool:
        """Whether the slot passes midnight."""
        return self.end < self.start


def city(text: str) -> str:
    """
    Return a city without what stands in round brackets, of either width, stripped.

    Examples
    --------
    >>> city(" Xi'an (Shaanxi) "), city("西安（陕西）"), city("西安（陕西)"), city("Xi'an (Shaanxi")
    ("Xi'an", '西安', '西安', "Xi'an (Shaanxi")
    """
    return "\n".join(map(_without_brackets, text.split("\n"))).strip()


def _without_brackets(line: str) -> str:
    closed = max(line.rfind(")"), line.rfind("）")) + 1  # no bracket opens a pair after the last that closes
    return _BRACKETS.sub("", line[:closed]) + line[closed:]


def pair(text: str) -> tuple[str, str] | None:
    """
    Return the two cities of a day's header, or None if it names no pair.

    Examples
    --------
    >>> pair("from Hefei (Anhui) to Nanjing, by train"), pair("From Hefei to Nanjing")
    (('Hefei', 'Nanjing'), None)
    """
    return _known_pair(text) if len(text) <= _MAX_KEPT else _pair(text)


def _pair(text: str) -> tuple[str, str] | None:
    leg = legs(text)
    if leg is None or not leg.start.strip() or not leg.end.strip():
        return None
    return city(leg.start), city(leg.end)


_known_pair = lru_cache(maxsize=1 << 12)(_pair)


def clock(text: str) -> int | None:
    """
    Return the minute of the day of a clock, or None.

    Examples
    --------
    >>> clock(" 9:05 "), clock("24:00"), clock("24:01"), clock("Open 24 Hours")
    (545, 1439, None, None)
    """
    text = text.strip()
    if text == "24:00":
        return LAST_MINUTE
    found = _CLOCK.fullmatch(text)
    if found is None:
        return None
    return 60 * int(found[1]) + int(found[2])


def slot(value: object) -> Slot | None:
    """
    Return the two clocks that a time slot begins with, or None; what follows them is ignored.

    Examples
    --------
    >>> slot("9:00 - 10:30 (about)"), slot("9:00–10:30"), slot(900)
    (Slot(start=540, end=630, finish=630), None, None)
    >>> slot("20:00-24:00"), slot("23:00-01:00")
    (Slot(start=1200, end=1439, finish=1439), Slot(start=1380, end=60, finish=1500))
    """
    if not isinstance(value, str):
        return None
    return _known_slot(value) if len(value) <= _MAX_KEPT else _slot(value)


def _slot(text: str) -> Slot | None:
    found = _SLOT.match(text)
    if found is None:
        return None
    start, end = clock(found[1]), clock(found[2])
    if start is None or end is None:
        return None
    return Slot(start, end, end + DAY_MIN if end < start else end)


_known_slot = lru_cache(maxsize=1 << 15)(_slot)


class RawClock(NamedTuple):
    """Two numbers around a colon, whatever they are."""

    hours: int
    minutes: int

    @property
    def as_minutes(self) -> int:
        """In minutes; 24:00 is 1440."""
        return 60 * self.hours + self.minutes

    @property
    def as_hours(self) -> float:
        """In hours, as the evaluator divides."""
        return self.hours + self.minutes / 60


def raw_clock(value: object) -> RawClock | None:
    """
    Return the numbers of a clock, or None if it is no two numbers around a colon.

    Examples
    --------
    >>> raw_clock(" 9 : 5 "), raw_clock("24:00"), raw_clock("9:00:00"), raw_clock("9:00 sharp")
    (RawClock(hours=9, minutes=5), RawClock(hours=24, minutes=0), None, None)
    """
    if not isinstance(value, str):
        return None
    return _known_raw_clock(value) if len(value) <= _MAX_KEPT else None


@lru_cache(maxsize=1 << 15)
def _known_raw_clock(text: str) -> RawClock | None:
    pieces = text.split(":")
    if len(pieces) != 2:
        return None
    try:
        return RawClock(int(pieces[0]), int(pieces[1]))
    except ValueError:
        return None


def number(value: object) -> float | None:
    """
    Return what Python's ``float`` makes of a value, or None where it fails.

    Examples
    --------
    >>> number(" 31 "), number(True), number(None), number("2,836"), number([])
    (31.0, 1.0, None, None, None)
    """
    if type(value) is float:
        return value
    if not isinstance(value, int | str):
        return None
    try:
        return float(value)
    except (ValueError, OverflowError):
        return None


def rounded(value: float) -> int | None:
    """
    Return a number rounded, halves to even, or None if it is not finite.

    Examples
    --------
    >>> rounded(52.5), rounded(53.5), rounded(float("nan"))
    (52, 54, None)
    """
    try:
        return round(value)
    except (ValueError, OverflowError):
        return None
