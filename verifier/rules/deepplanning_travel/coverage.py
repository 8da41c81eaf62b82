"""
Coverage: enough to eat and to see each day, meals at their hours and two hours apart.

The bounds are those of the benchmark, applied to what is true: the first ride of the day decides when the
traveller leaves, the last one when he arrives, and minutes are counted whole. Closes the loopholes of third
meals and of dinners in the morning.
"""

from collections.abc import Iterator
from itertools import pairwise

from planassay.kb.formats.deepplanning_travel.plans import ActivityKind, TimedActivity, TimedDay
from planassay.verifier.report import Violation
from planassay.verifier.rules.deepplanning_travel.journey import Journey

MEAL_GAP_MIN = 120
SIGHTSEEING_MIN = 240
HOURS = {
    "breakfast": (5 * 60, 11 * 60),
    "lunch": (10 * 60 + 30, 16 * 60),
    "dinner": (16 * 60, 24 * 60),
}
"""When a meal of a kind may begin; ours, as wide as anybody would call it that."""

Bounds = tuple[int, int | None]


def violations(trip: Journey) -> Iterator[Violation]:
    """Yield ``coverage/`` and ``meals``, ``sights``, ``meal-gap``, ``meal-hour`` or ``meal-twice``."""
    for day in trip.days:
        meals, sights = day.of(ActivityKind.MEAL), day.of(ActivityKind.ATTRACTION)
        for bounds in _meal_bounds(trip, day):
            yield from _count("coverage/meals", day, len(meals), bounds)
        least = _least_sights(trip, day)
        if len(sights) < least and not (least == 2 and _sightseeing_min(day, sights) >= SIGHTSEEING_MIN):
            yield from _count("coverage/sights", day, len(sights), (least, None))
        yield from _spacing(meals)
        yield from _kinds(meals)


def _leaves(trip: Journey, day: TimedDay) -> int | None:
    rides = day.of(ActivityKind.RIDE)
    return rides[0].start if rides and day.number == trip.query.days and day.number > 1 else None


def _arrives(trip: Journey, day: TimedDay) -> int | None:
    rides = day.of(ActivityKind.RIDE)
    return rides[-1].end if rides and day.number == 1 and trip.query.days > 1 else None


def _meal_bounds(trip: Journey, day: TimedDay) -> Iterator[Bounds]:
    leaves, arrives = _leaves(trip, day), _arrives(trip, day)
    if 1 < day.number < trip.query.days:
        yield 2, None
    if leaves is not None:
        yield (0, 0) if leaves < 540 else (0, 1) if leaves < 900 else (1, None)
    if arrives is not None:
        yield (2, None) if arrives < 600 else (1, None) if arrives < 900 else (0, 1)


def _least_sights(trip: Journey, day: TimedDay) -> int:
    leaves, arrives = _leaves(trip, day), _arrives(trip, day)
    if 1 < day.number < trip.query.days:
        return 2
    return int((leaves is not None and leaves > 960) or (arrives is not None and arrives < 720))


def _count(rule: str, day: TimedDay, count: int, bounds: Bounds) -> Iterator[Violation]:
    least, most = bounds
    off = least - count if count < least else 0 if most is None else count - most
    if off > 0:
        yield Violation(
            rule=rule,
            pointer=f"{day.pointer}/activities",
            found=f"{count}",
            required=f"{least} at least" if count < least else f"{most} at most",
            by=off,
            unit="count",
        )


def _sightseeing_min(day: TimedDay, sights: list[TimedActivity]) -> int:
    names = {sight.name for sight in sights}
    rides = (ride for ride in day.of(ActivityKind.TRANSFER) if {ride.from_place, ride.to_place} & names)
    return sum(activity.length_min for activity in (*sights, *rides))


def _spacing(meals: list[TimedActivity]) -> Iterator[Violation]:
    for before, after in pairwise(sorted(meals, key=lambda meal: meal.start)):
        gap = after.start - before.end
        if gap < MEAL_GAP_MIN:
            yield Violation(
                rule="coverage/meal-gap",
                pointer=after.pointer,
                found=f"{gap} minutes after the meal before",
                required=f"{MEAL_GAP_MIN} at least",
                by=MEAL_GAP_MIN - gap,
                unit="minutes",
            )


def _kinds(meals: list[TimedActivity]) -> Iterator[Violation]:
    seen: set[str] = set()
    for meal in meals:
        kind = meal.meal_type.lower()
        hours = HOURS.get(kind)
        if hours is not None and not hours[0] <= meal.start < hours[1]:
            yield Violation(
                rule="coverage/meal-hour",
                pointer=meal.pointer,
                found=f"{kind} at minute {meal.start}",
                required=f"minute {hours[0]} to {hours[1]}",
            )
        if hours is not None and kind in seen:
            yield Violation(
                rule="coverage/meal-twice",
                pointer=meal.pointer,
                found=f"a second {kind}",
                required="each once a day",
            )
        seen.add(kind)
