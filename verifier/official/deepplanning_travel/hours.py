"""
Business hours and durations: visits and meals while places are open, as long as they should be.

On the clock 24:00 is 23:59, so a visit up to midnight is a minute short. Source: Qwen-Agent commit 31a4d36.
"""

from collections.abc import Iterator
from typing import Final

from planassay.verifier.official.deepplanning_travel.days import ATTRACTION, MEAL, Miss, Trip
from planassay.verifier.official.deepplanning_travel.sandbox import Hours, Sandbox
from planassay.verifier.official.deepplanning_travel.texts import Slot

SHORTEST_MEAL_MIN: Final = 30
LONGEST_MEAL_MIN: Final = 150


def attraction_visit_within_opening_hours(trip: Trip, sandbox: Sandbox) -> Iterator[Miss]:
    """Yield a miss for each visit to a listed sight that is not within its hours, or cannot be compared."""
    if not sandbox.sights:
        yield Miss("/daily_plans", "no attraction in the database", "some")
    for visit in trip.of(ATTRACTION):
        facts = sandbox.sights.get(visit.name)
        if facts is None or facts.is_all_day:
            continue
        if visit.slot is None or facts.hours is None or not _is_within(visit.slot, facts.hours):
            yield Miss(f"{visit.pointer}/time_slot", str(visit.raw.get("time_slot")), _text(facts.hours))


def dining_within_service_hours(trip: Trip, sandbox: Sandbox) -> Iterator[Miss]:
    """Yield a miss for each meal in a listed restaurant that is not within its hours; unknown hours pass."""
    if not sandbox.eateries:
        yield Miss("/daily_plans", "no restaurant in the database", "some")
    for meal in trip.of(MEAL):
        facts = sandbox.eateries.get(meal.name)
        if facts is None:
            continue
        if meal.slot is None or (facts.hours is not None and not _is_within(meal.slot, facts.hours)):
            yield Miss(f"{meal.pointer}/time_slot", str(meal.raw.get("time_slot")), _text(facts.hours))


def _is_within(slot: Slot, hours: Hours) -> bool:
    opens, closes = hours
    if opens <= closes:
        return not slot.wraps and opens <= slot.start and slot.end <= closes
    if slot.wraps:
        return slot.start >= opens and slot.end <= closes
    return (slot.start >= opens and slot.end >= opens) or (slot.start <= closes and slot.end <= closes)


def _text(hours: Hours | None) -> str:
    if hours is None:
        return "hours that can be compared"
    return "-".join(f"{minute // 60:02d}:{minute % 60:02d}" for minute in hours)


def avoidance_of_closure_days(trip: Trip, sandbox: Sandbox) -> Iterator[Miss]:
    """Yield a miss for each visit to a listed sight on a weekday on which it is closed."""
    if not sandbox.sights:
        yield Miss("/daily_plans", "no attraction in the database", "some")
    first = trip.request.weekday
    if not first:
        return
    for day in trip.days:
        weekday = first + day.index
        weekday = (weekday - 1) % 7 + 1 if weekday > 7 else weekday
        for visit in day.of(ATTRACTION):
            facts = sandbox.sights.get(visit.name)
            if facts is not None and weekday in facts.closed:
                yield Miss(visit.pointer, f"a visit on weekday {weekday}", "a day on which it is open")


def reasonable_duration_at_attractions(trip: Trip, sandbox: Sandbox) -> Iterator[Miss]:
    """Yield a miss for each visit to a listed sight that is shorter or longer than listed."""
    if not sandbox.sights:
        yield Miss("/daily_plans", "no attraction in the database", "some")
    for visit in trip.of(ATTRACTION):
        facts = sandbox.sights.get(visit.name)
        if facts is None:
            continue
        if visit.slot is None or facts.bounds is None:
            yield Miss(f"{visit.pointer}/time_slot", str(visit.raw.get("time_slot")), "a length to compare")
            continue
        least, most = facts.bounds
        minutes = visit.slot.finish - visit.slot.start
        if not least <= minutes / 60 <= most:
            yield Miss(f"{visit.pointer}/time_slot", f"{minutes} minutes", f"{least:g} to {most:g} hours")


def reasonable_meal_duration(trip: Trip, _: Sandbox) -> Iterator[Miss]:
    """Yield a miss for each named meal that is no 30 to 150 minutes long."""
    required = f"{SHORTEST_MEAL_MIN} to {LONGEST_MEAL_MIN} minutes"
    for meal in trip.of(MEAL):
        if not meal.name:
            continue
        minutes = None if meal.slot is None else meal.slot.finish - meal.slot.start
        if minutes is None or not SHORTEST_MEAL_MIN <= minutes <= LONGEST_MEAL_MIN:
            yield Miss(f"{meal.pointer}/time_slot", f"{minutes} minutes", required)
