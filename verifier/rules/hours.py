"""
Hours: a visit lies in one opening window, and lasts as long as the place is worth.

The least length is the stated duration of the place, or the length of the window where that is shorter.
How the traveller gets there is asked by ``reach``.
"""

from collections.abc import Iterator

from planassay.kb.clock import DAY_MIN, format_clock
from planassay.kb.hours import OpeningHours, Window, format_window
from planassay.kb.plan import Visit
from planassay.kb.records import Attraction
from planassay.verifier.report import Violation, cite
from planassay.verifier.trip import Trip


def violations(trip: Trip) -> Iterator[Violation]:
    """Yield ``hours/no-time``, ``backwards``, ``unknown``, ``closed`` and ``too-short``, one a visit."""
    for visit in trip.plan.visits:
        record = visit.record
        if visit.start is None or visit.end is None:
            yield _violation(visit, "no-time", _span(visit), "a start and an end")
        elif visit.end <= visit.start:
            yield _violation(visit, "backwards", _span(visit), "an end after the start")
        elif record is not None and record.hours is None:
            yield _violation(visit, "unknown", f"hours {record.hours_text!r}", "known opening hours")
        elif record is not None and record.hours is not None:
            yield from _open(visit, record, record.hours, visit.start, visit.end)


def _open(visit: Visit, record: Attraction, hours: OpeningHours, start: int, end: int) -> Iterator[Violation]:
    windows = windows_of(hours)
    around = [window for window in windows if window.open <= start and end <= window.close]
    if not around:
        outside = min((max(0, w.open - start) + max(0, end - w.close) for w in windows), default=end - start)
        shown = " or ".join(format_window(w) for w in hours.windows(None)) or "no common hours"
        yield _violation(visit, "closed", _span(visit), f"a visit within {shown}", outside)
        return
    need = min(window.close - window.open for window in around)
    if record.duration_min is not None and (need := min(need, record.duration_min)) > end - start:
        short = need - (end - start)
        yield _violation(visit, "too-short", f"{end - start} min", f"{need} min", short)


def windows_of(hours: OpeningHours) -> list[Window]:
    """Return the windows of any day on the clock of that day, those of the day before included."""
    today = hours.windows(None)
    late = [Window(w.open - DAY_MIN, w.close - DAY_MIN) for w in today if w.close > DAY_MIN]
    return [*late, *today]


def _span(visit: Visit) -> str:
    start = "no start" if visit.start is None else format_clock(visit.start)
    end = "no end" if visit.end is None else format_clock(visit.end)
    return f"{start} to {end}"


def _violation(visit: Visit, what: str, found: str, required: str, by: int | None = None) -> Violation:
    return Violation(
        rule=f"hours/{what}",
        pointer=visit.pointer,
        found=found,
        required=required,
        by=by,
        unit=None if by is None else "minutes",
        records=() if visit.record is None else (cite(visit.record),),
    )
