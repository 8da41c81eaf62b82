"""
Hours: visits and meals while a place is known to be open, as long as they should be.

A clock of 24:00 is midnight here, and a place that opens when it closes is open all day. Closes the
loophole of restaurants without hours, where any hour passes.
"""

from collections.abc import Iterator

from planassay.kb.clock import DAY_MIN, format_clock
from planassay.kb.formats.deepplanning_travel.plans import ActivityKind, TimedActivity, TimedDay
from planassay.kb.formats.deepplanning_travel.records import Eatery, Sight
from planassay.kb.formats.deepplanning_travel.values import closed_weekdays, hours_min, opening
from planassay.kb.hours import Window
from planassay.verifier.report import Violation
from planassay.verifier.rules.deepplanning_travel.journey import Journey

SHORTEST_MEAL_MIN = 30
LONGEST_MEAL_MIN = 150


def violations(trip: Journey) -> Iterator[Violation]:
    """Yield ``hours/`` and ``closed``, ``unknown``, ``closed-day``, ``too-short`` or ``too-long``."""
    for day in trip.days:
        for visit in day.of(ActivityKind.ATTRACTION):
            sight = trip.database.sights_by_name.get(visit.name)
            if sight is not None:
                yield from _open(visit, sight)
                yield from _closing_day(trip, day, visit, sight)
                shortest, longest = hours_min(sight.min_hours), hours_min(sight.max_hours)
                yield from _length(visit, shortest, longest)
        for meal in day.of(ActivityKind.MEAL):
            eatery = trip.database.eateries_by_name.get(meal.name)
            if eatery is not None:
                yield from _open(meal, eatery)
            yield from _length(meal, SHORTEST_MEAL_MIN, LONGEST_MEAL_MIN)


def _open(activity: TimedActivity, row: Sight | Eatery) -> Iterator[Violation]:
    window = opening(row)
    if window is None:
        yield Violation(
            rule="hours/unknown",
            pointer=activity.pointer,
            found=f"{activity.name}, whose hours are not known",
            required="a place that is known to be open",
        )
    elif not _covers(window, activity):
        yield Violation(
            rule="hours/closed",
            pointer=f"{activity.pointer}/time_slot",
            found=f"{format_clock(activity.start)} to {format_clock(activity.end)}",
            required=f"{format_clock(window.open)} to {format_clock(window.close)}",
        )


def _covers(window: Window, activity: TimedActivity) -> bool:
    if window.close - window.open >= DAY_MIN:
        return True
    return any(
        window.open <= activity.start + shift and activity.end + shift <= window.close
        for shift in (-DAY_MIN, 0, DAY_MIN)
    )


def _closing_day(trip: Journey, day: TimedDay, visit: TimedActivity, row: Sight) -> Iterator[Violation]:
    weekday = (trip.query.weekday - 2 + day.number) % 7
    if weekday in closed_weekdays(row):
        yield Violation(
            rule="hours/closed-day",
            pointer=visit.pointer,
            found=f"a visit on {trip.query.dates[day.number - 1].isoformat()}",
            required=f"not on {row.closing_dates}",
        )


def _length(activity: TimedActivity, shortest: int | None, longest: int | None) -> Iterator[Violation]:
    length = activity.length_min
    if shortest is None or longest is None:
        yield Violation(
            rule="hours/unknown",
            pointer=activity.pointer,
            found=f"{activity.name}, where the length of a visit is not known",
            required="a known length",
        )
    elif length < shortest:
        yield _off("hours/too-short", activity, f"{shortest} minutes at least", shortest - length)
    elif length > longest:
        yield _off("hours/too-long", activity, f"{longest} minutes at most", length - longest)


def _off(rule: str, activity: TimedActivity, required: str, by: int) -> Violation:
    return Violation(
        rule=rule,
        pointer=f"{activity.pointer}/time_slot",
        found=f"{activity.length_min} minutes",
        required=required,
        by=by,
        unit="minutes",
    )
