"""
Hours: a visit lies in one opening window, and lasts as long as the place is worth.

The least length is the stated duration of the place, or the length of the window where that is shorter.
How the traveller gets there is asked by ``reach``.
"""

from collections.abc import Iterator, Sequence

from planassay.kb.clock import DAY_MIN, format_clock
from planassay.kb.hours import OpeningHours, Window, format_window
from planassay.kb.plan import Visit
from planassay.verifier.report import Violation, cite
from planassay.verifier.trip import Trip


def violations(trip: Trip) -> Iterator[Violation]:
    """Yield ``hours/no-time``, ``backwards``, ``unknown``, ``closed`` and ``too-short``, one a visit."""
    for visit in trip.plan.visits:
        record, start, end = visit.record, visit.start, visit.end
        if start is None or end is None:
            yield _violation(visit, "no-time", _span(visit), "a start and an end")
        elif end <= start:
            yield _violation(visit, "backwards", _span(visit), "an end after the start")
        elif record is None:
            continue
        elif record.hours is None:
            yield _violation(visit, "unknown", f"hours {record.hours_text!r}", "known opening hours")
        else:
            around = [
                close - open_ for open_, close in windows_of(record.hours) if open_ <= start and end <= close
            ]
            if not around:
                yield _closed(visit, record.hours, start, end)
            elif record.duration_min is not None and end - start < (
                need := min(*around, record.duration_min)
            ):
                short = need - (end - start)
                yield _violation(visit, "too-short", f"{end - start} min", f"{need} min", short)


def _closed(visit: Visit, hours: OpeningHours, start: int, end: int) -> Violation:
    windows = windows_of(hours)
    outside = min((max(0, w.open - start) + max(0, end - w.close) for w in windows), default=end - start)
    shown = " or ".join(format_window(w) for w in hours.windows(None)) or "no common hours"
    return _violation(visit, "closed", _span(visit), f"a visit within {shown}", outside)


def windows_of(hours: OpeningHours) -> Sequence[Window]:
    """Return the windows of any day on the clock of that day, those of the day before included."""
    today = hours.windows(None)
    late = [Window(w.open - DAY_MIN, w.close - DAY_MIN) for w in today if w.close > DAY_MIN]
    return [*late, *today] if late else today


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
