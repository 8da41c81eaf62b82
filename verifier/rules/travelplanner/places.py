"""
Places: on each day the traveller eats and looks around where the day is, and misses no meal.

A day in one city has three meals and an attraction; a day of travel may leave any out. Closes the loopholes
that meals on a day without travel may be in any city, and that a null meal counts as one.
"""

from collections.abc import Iterator

from planassay.kb.errors import shorten
from planassay.kb.plan import Course, Meal, Outing
from planassay.verifier.report import Violation
from planassay.verifier.rules.travelplanner.itinerary import Day, Itinerary, cite_all


def violations(trip: Itinerary) -> Iterator[Violation]:
    """Yield ``places/meal-elsewhere``, ``-attraction-elsewhere``, ``-no-meal`` and ``-no-attraction``."""
    for day in trip.days:
        for meal in day.plan.meals:
            if _is_elsewhere(day, meal):
                yield _elsewhere(day, meal, "meal")
        for outing in day.plan.outings:
            if _is_elsewhere(day, outing):
                yield _elsewhere(day, outing, "attraction")
        if len(day.cities) == 1:
            yield from _gaps(day)


def _is_elsewhere(day: Day, activity: Meal | Outing) -> bool:
    return activity.city is not None and None not in day.cities and activity.city not in day.cities


def _elsewhere(day: Day, activity: Meal | Outing, kind: str) -> Violation:
    return Violation(
        rule=f"places/{kind}-elsewhere",
        pointer=activity.pointer,
        found=f"{shorten(activity.name)} in {activity.city}",
        required=f"in {' or '.join(map(str, day.cities)) or 'the city of the day'}",
        records=cite_all(activity.record),
    )


def _gaps(day: Day) -> Iterator[Violation]:
    eaten = {meal.course for meal in day.plan.meals}
    for course in Course:
        if course not in eaten:
            yield Violation(
                rule="places/no-meal",
                pointer=f"{day.plan.pointer}/{course}",
                found="nothing",
                required="three meals on a day without travel",
            )
    if not day.plan.outings:
        yield Violation(
            rule="places/no-attraction",
            pointer=f"{day.plan.pointer}/attraction",
            found="nothing",
            required="an attraction on a day without travel",
        )
