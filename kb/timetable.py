"""
Timetables: opening hours that know seasons, holidays and last admission, asked by date and clock.

:class:`planassay.kb.hours.OpeningHours` is one week of windows. A timetable is what a free text says of a
place: one such week for each season, hours of public holidays, and for each window the moment from which
nobody is let in any more. Texts are read by :mod:`planassay.kb.hours_text`. Minutes are local; unknown hours
are None.
"""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import NamedTuple

from planassay.kb.clock import DAY_MIN
from planassay.kb.hours import OpeningHours, Window

WEEK_MIN = 7 * DAY_MIN
"""Minutes of a week."""


class Span(NamedTuple):
    """A window and its last admission: minutes of the day it opens; past midnight they go on above 1440."""

    open: int
    close: int
    admits_before: int
    """Visitors are let in before this minute; equal to ``close`` where there is no last admission."""


class Season(NamedTuple):
    """Days of every year, both ends included, each as ``100 * month + day``; may go over New Year."""

    first: int
    last: int

    def covers(self, day: date) -> bool:
        """Return whether a date is in the season."""
        number = 100 * day.month + day.day
        if self.first <= self.last:
            return self.first <= number <= self.last
        return number >= self.first or number <= self.last


@dataclass(frozen=True, slots=True)
class Period:
    """
    The week of a season.

    Parameters
    ----------
    week
        Seven tuples of spans, Monday first, in order of opening.
    season
        When it holds; None for the whole year.
    holidays
        Spans of public holidays; None if they are as the weekday's.
    """

    week: tuple[tuple[Span, ...], ...]
    season: Season | None = None
    holidays: tuple[Span, ...] | None = None

    @property
    def hours(self) -> OpeningHours:
        """The windows of the week, without last admission."""
        return OpeningHours(tuple(tuple(Window(s.open, s.close) for s in day) for day in self.week))


@dataclass(frozen=True, slots=True)
class Timetable:
    """
    When a place is open.

    Parameters
    ----------
    periods
        Weeks with their seasons. Where several cover a date, their spans add up; where none does, the place
        is closed.
    closed
        Seasons in which it is closed whatever the periods say.
    """

    periods: tuple[Period, ...]
    closed: tuple[Season, ...] = ()

    def spans(self, day: date, holidays: Collection[date] = ()) -> tuple[Span, ...]:
        """Return the spans that begin on a date, in order; ``holidays`` are the public ones known."""
        if any(season.covers(day) for season in self.closed):
            return ()
        found: set[Span] = set()
        for period in self.periods:
            if period.season is None or period.season.covers(day):
                special = period.holidays if day in holidays else None
                found.update(period.week[day.weekday()] if special is None else special)
        return tuple(sorted(found))

    def open_at(self, moment: datetime, holidays: Collection[date] = ()) -> bool:
        """Return whether the place is open at a moment: from opening on, no more at closing."""
        at = _minute(moment)
        return any(s.open <= at < s.close for s in self._around(moment, moment, holidays))

    def open_during(self, start: datetime, end: datetime, holidays: Collection[date] = ()) -> bool:
        """
        Return whether the place is open from one moment to another without a break.

        Spans that touch are one: a place that is open around the clock is open over midnight.
        """
        first, last = _minute(start), _minute(end) + (end.second > 0 or end.microsecond > 0)
        if first > last:
            return False
        spans = merge((s.open, s.close) for s in self._around(start, end, holidays))
        return any(a <= first and last <= b for a, b in spans)

    def arrive_before_close(self, arrival: datetime, dwell_min: int, holidays: Collection[date] = ()) -> bool:
        """
        Return whether a visit fits: let in on arrival, and out by closing time.

        Parameters
        ----------
        arrival
            Must be before last admission, not at it.
        dwell_min
            Minutes of the visit.
        """
        end = arrival + timedelta(minutes=dwell_min)
        at = _minute(arrival)
        admitted = any(s.open <= at < s.admits_before for s in self._around(arrival, end, holidays))
        return admitted and self.open_during(arrival, end, holidays)

    def _around(self, start: datetime, end: datetime, holidays: Collection[date]) -> list[Span]:
        """Return the spans that may touch a time, in minutes since the beginning of year 1."""
        first = max(1, start.date().toordinal() - 1)
        days = range(first, end.date().toordinal() + 1)
        return [
            Span(*(DAY_MIN * day + minute for minute in span))
            for day in days
            for span in self.spans(date.fromordinal(day), holidays)
        ]


def weekly_windows(hours: OpeningHours) -> tuple[Window, ...]:
    """
    Return the minutes of the week in which a place is open, as disjoint windows in order.

    Minute 0 is Monday 00:00 and 10,080 is its end; what goes on past Sunday's midnight stands on Monday.
    The windows of a week that is open throughout are one.

    Examples
    --------
    >>> from planassay.kb.hours import parse_daily
    >>> weekly_windows(parse_daily("20:00-02:00"))[:2]
    (Window(open=0, close=120), Window(open=1200, close=1560))
    """
    pieces: list[tuple[int, int]] = []
    for day, windows in enumerate(hours.week):
        for window in windows:
            start, end = DAY_MIN * day + window.open, DAY_MIN * day + window.close
            pieces.append((start, min(end, WEEK_MIN)))
            if end > WEEK_MIN:
                pieces.append((0, end - WEEK_MIN))
    return tuple(Window(*piece) for piece in merge(pieces))


def merge(pieces: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    """Return half-open intervals as disjoint ones in order; those that touch become one."""
    merged: list[tuple[int, int]] = []
    for start, end in sorted(pieces):
        if merged and start <= merged[-1][1]:
            merged[-1] = (merged[-1][0], max(merged[-1][1], end))
        else:
            merged.append((start, end))
    return merged


def _minute(moment: datetime) -> int:
    return DAY_MIN * moment.date().toordinal() + 60 * moment.hour + moment.minute
