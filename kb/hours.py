"""
Opening hours: when a place can be visited.

Hours are half-open windows of minutes for each weekday; a window past midnight ends above 1440.
Unknown hours are ``None``, never an empty or an endless window.
Seasons, holidays and last admission are for :mod:`planassay.kb.timetable`, free texts for
:mod:`planassay.kb.hours_text`.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from planassay.kb.clock import DAY_MIN, format_clock, parse_clock


class Window(NamedTuple):
    """A span in which a place is open: minutes of the day it opens, ``open < close <= open + 1440``."""

    open: int
    close: int


@dataclass(frozen=True, slots=True)
class OpeningHours:
    """
    The windows of each weekday, Monday first, in order of opening.

    Parameters
    ----------
    week
        Seven tuples of windows; an empty tuple is a closing day.
    """

    week: tuple[tuple[Window, ...], ...]

    def __post_init__(self) -> None:
        """Refuse a week that has not seven days, or a window that is not a span."""
        if len(self.week) != 7:
            raise ValueError(f"opening hours need 7 days, not {len(self.week)}")
        for window in (w for day in self.week for w in day):
            if not 0 <= window.open < window.close <= window.open + DAY_MIN or window.open >= DAY_MIN:
                raise ValueError(f"{window} is not a span of opening hours")

    def windows(self, weekday: int | None) -> tuple[Window, ...]:
        """
        Return the windows that begin on a weekday (0 = Monday).

        Where the date of a trip is not known (None), a place must have the same windows every day;
        otherwise the windows common to all days are returned.
        """
        if weekday is not None:
            return self.week[weekday % 7]
        first = self.week[0]
        if self.week.count(first) == len(self.week):
            return first
        return tuple(w for w in first if all(w in day for day in self.week[1:]))

    def admits(self, start: int, end: int, weekday: int | None = None) -> bool:
        """Return whether one window covers the visit from minute ``start`` to minute ``end``."""
        return any(w.open <= start and end <= w.close for w in self.windows(weekday))


def every_day(windows: Sequence[Window]) -> OpeningHours:
    """Return hours that are the same on each day of the week."""
    return OpeningHours((tuple(sorted(windows)),) * 7)


def parse_daily(text: str) -> OpeningHours | None:
    """
    Return the hours of a text ``HH:MM-HH:MM`` (the same every day), or None if it says no such thing.

    A closing time before the opening time is read as past midnight.

    Examples
    --------
    >>> parse_daily("08:30-17:00").week[0]
    (Window(open=510, close=1020),)
    >>> parse_daily("20:00-02:00").week[0]
    (Window(open=1200, close=1560),)
    >>> parse_daily("always") is None
    True
    """
    first, dash, second = text.partition("-")
    opening, closing = parse_clock(first), parse_clock(second)
    if not dash or opening is None or closing is None or opening in (closing, DAY_MIN):
        return None
    return every_day([Window(opening, closing if closing > opening else closing + DAY_MIN)])


def format_window(window: Window) -> str:
    """Return a window as ``HH:MM-HH:MM``."""
    close = "24:00" if window.close == DAY_MIN else format_clock(window.close)
    return f"{format_clock(window.open)}-{close}"
