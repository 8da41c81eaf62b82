"""
Times: nobody eats in a city before landing there, or after having left it.

A plan states no hours for its meals, so each course has a span that is generous: breakfast from 5 to 12
o'clock, lunch from 11 to 17, dinner from 17 to midnight. A meal is out of reach if its whole span lies before
the landing, or after the departure. After a flight that lands past midnight nothing is done at its end that
day. Drives have no clocks and are not looked at. The spans are this project's own.
"""

from collections.abc import Iterator

from planassay.kb.clock import DAY_MIN, format_clock
from planassay.kb.errors import shorten
from planassay.kb.plan import Course, Meal, Outing
from planassay.kb.records import DatedFlight
from planassay.verifier.report import Violation
from planassay.verifier.rules.travelplanner.itinerary import Day, Itinerary, cite_all

SPANS = {
    Course.BREAKFAST: (5 * 60, 12 * 60),
    Course.LUNCH: (11 * 60, 17 * 60),
    Course.DINNER: (17 * 60, DAY_MIN),
}
"""Local minutes between which a course can be eaten."""


def violations(trip: Itinerary) -> Iterator[Violation]:
    """Yield ``times/before-landing`` and ``times/after-departure``."""
    for day in trip.days:
        record = None if day.ride is None else day.ride.record
        if day.is_travel and isinstance(record, DatedFlight):
            yield from _meals(day, record)
            yield from _outings(day, record)


def _meals(day: Day, flight: DatedFlight) -> Iterator[Violation]:
    landing = flight.arrive + DAY_MIN * flight.land_shift
    for meal in day.plan.meals:
        begins, ends = SPANS[meal.course]
        if meal.city == day.end and landing >= ends:
            yield _early(meal, meal.course, landing, flight)
        elif meal.city == day.start and flight.depart <= begins:
            found = f"{meal.course} in {meal.city}, left at {format_clock(flight.depart)}"
            required = f"a departure after {format_clock(begins)}"
            yield _at(meal, "after-departure", found, required, flight)


def _outings(day: Day, flight: DatedFlight) -> Iterator[Violation]:
    for outing in day.plan.outings:
        if outing.city == day.end and flight.land_shift > 0:
            landing = flight.arrive + DAY_MIN * flight.land_shift
            yield _early(outing, shorten(outing.name), landing, flight)


def _early(activity: Meal | Outing, what: str, landing: int, flight: DatedFlight) -> Violation:
    day = " of the next day" if landing >= DAY_MIN else ""
    found = f"{what} in {activity.city}, reached at {format_clock(landing)}{day}"
    return _at(activity, "before-landing", found, "a landing before that", flight)


def _at(activity: Meal | Outing, kind: str, found: str, required: str, flight: DatedFlight) -> Violation:
    return Violation(
        rule=f"times/{kind}",
        pointer=activity.pointer,
        found=found,
        required=required,
        records=cite_all(activity.record, flight),
    )
