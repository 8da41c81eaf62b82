"""
Times: one thing after the other, without a gap, across midnight too.

Closes the loopholes of activities listed out of order, of overlaps across midnight, of gaps, and of waits
without end. How long one may wait is our choice: eight hours.
"""

from collections.abc import Iterator

from planassay.kb.clock import DAY_MIN, format_clock
from planassay.kb.formats.deepplanning_travel.plans import ActivityKind, TimedActivity, TimedDay
from planassay.verifier.report import Violation
from planassay.verifier.rules.deepplanning_travel.journey import Journey

LONGEST_WAIT_MIN = 480


def violations(trip: Journey) -> Iterator[Violation]:
    """Yield ``times/out-of-order``, ``times/overlap``, ``times/gap`` and ``times/idle``."""
    free_at = 0
    for day in trip.days:
        latest = free_at - DAY_MIN
        is_first, waited = True, 0
        for activity in day.activities:
            yield from _join(activity, latest, is_first=is_first)
            is_wait = activity.kind is ActivityKind.BUFFER
            waited = waited + activity.length_min if is_wait else 0
            if waited > LONGEST_WAIT_MIN:
                yield _idle(activity, waited)
            latest, is_first = max(latest, activity.end), False
        free_at = _last_end(day)


def _last_end(day: TimedDay) -> int:
    return max((activity.end for activity in day.activities), default=0)


def _join(activity: TimedActivity, latest: int, *, is_first: bool) -> Iterator[Violation]:
    """Yield what is wrong between the end of what came before and the start of an activity."""
    late = latest - activity.start
    if late > 0:
        rule = (
            "times/overlap" if late < activity.length_min or activity.end > latest else "times/out-of-order"
        )
        yield _minutes(
            rule, activity, f"a start at {format_clock(activity.start)}", format_clock(latest), late
        )
    elif late < 0 and not is_first:
        yield _minutes(
            "times/gap", activity, f"a start at {format_clock(activity.start)}", format_clock(latest), -late
        )


def _minutes(rule: str, activity: TimedActivity, found: str, required: str, by: int) -> Violation:
    return Violation(
        rule=rule,
        pointer=f"{activity.pointer}/time_slot",
        found=found,
        required=f"the end before it, {required}",
        by=by,
        unit="minutes",
    )


def _idle(activity: TimedActivity, waited: int) -> Violation:
    return Violation(
        rule="times/idle",
        pointer=activity.pointer,
        found=f"{waited} minutes of waiting",
        required=f"{LONGEST_WAIT_MIN} at most",
        by=waited - LONGEST_WAIT_MIN,
        unit="minutes",
    )
