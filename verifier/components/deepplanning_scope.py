"""
The scope of proofs about DeepPlanning travel plans: whether a plan that keeps the rules keeps to it as well.

What the scope is stands in ``kb.formats.deepplanning_travel.scope``. A plan is given that is valid under the
strict rules; only what they leave open is looked at.
"""

from collections.abc import Iterator
from itertools import pairwise

from planassay.kb.clock import DAY_MIN
from planassay.kb.formats.deepplanning_travel import Database, Query, TimedPlan
from planassay.kb.formats.deepplanning_travel.plans import ActivityKind, TimedActivity, TimedDay
from planassay.kb.formats.deepplanning_travel.scope import (
    LATEST_RETURN_MIN,
    LONG_VISIT_MIN,
    LONGEST_MEAL_MIN,
    MEAL_HOURS,
    RIDE_MARGIN_MIN,
    SHORTEST_MEAL_MIN,
)
from planassay.verifier.components.timetable import key_of
from planassay.verifier.rules.deepplanning_travel.journey import Journey

RIDE, HOTEL, MEAL, SIGHT = (
    ActivityKind.RIDE,
    ActivityKind.HOTEL,
    ActivityKind.MEAL,
    ActivityKind.ATTRACTION,
)
TRANSFER, BUFFER = ActivityKind.TRANSFER, ActivityKind.BUFFER


def leaves_scope(plan: TimedPlan, query: Query, base: Database) -> str:
    """Return where a valid plan leaves the scope, empty if nowhere."""
    trip = Journey(plan, query, base)
    faults = [*_rides(trip), *_lodging(trip)]
    for day in trip.days:
        faults += [*_meals(day), *_moves(day), *_margins(day), *_long(day, query)]
    return faults[0] if faults else ""


def _rides(trip: Journey) -> Iterator[str]:
    last = trip.query.days
    for day in trip.days:
        rides = trip.rides_of(day)
        routes = {key_of(ride.row) for ride in rides if ride.row is not None}
        if len(routes) != int(day.number in (1, last)):
            yield f"day {day.number} has {len(routes)} connections"
        if day.number == 1 and any(ride.activity.end >= DAY_MIN for ride in rides):
            yield "the way out arrives after midnight"
        for before, after in pairwise(rides):
            if before.activity.to_place != after.activity.from_place:
                yield "a change leads to another station"
        way = "outbound" if day.number == 1 else "inbound"
        ridden = {ride.activity.number for ride in rides}
        for kind, entry in trip.query.constraints.items():
            number = entry.get(f"{way}_{kind.partition('_')[0]}_no")
            if day.number in (1, last) and number is not None and str(number).strip() not in ridden:
                yield f"{number} is not ridden {way}"


def _lodging(trip: Journey) -> Iterator[str]:
    if len({day.stay.name for day in trip.days if day.stay is not None}) > 1:
        yield "there are nights in two hotels"
    for day in trip.days:
        inner = [a for a in day.activities if a.kind is not BUFFER]
        is_first, is_last = day.number == 1, day.number == trip.query.days
        begin, end = int(not is_first), len(inner) - int(not is_last)
        if any(stop.kind is HOTEL for stop in inner[begin:end]):
            yield f"day {day.number} calls at the hotel on the way"
        if not is_first and (not inner or inner[0].kind is not HOTEL):
            yield f"day {day.number} does not begin in the hotel"
        if not is_last and inner and not inner[-1].start <= LATEST_RETURN_MIN < inner[-1].end <= DAY_MIN:
            yield f"day {day.number} does not end in the hotel at midnight"


def _meals(day: TimedDay) -> Iterator[str]:
    for meal in day.of(MEAL):
        hours = MEAL_HOURS.get(meal.meal_type.lower())
        if hours is None or not hours[0] <= meal.start < hours[1]:
            yield f"{meal.name} is no meal at its hour"
        if not SHORTEST_MEAL_MIN <= meal.length_min <= LONGEST_MEAL_MIN:
            yield f"the meal at {meal.name} takes {meal.length_min} minutes"


def _moves(day: TimedDay) -> Iterator[str]:
    moving = [activity.kind is TRANSFER for activity in day.activities if activity.kind is not BUFFER]
    if any(a and b for a, b in pairwise(moving)):
        yield f"day {day.number} has two roads to one stop"


def _margins(day: TimedDay) -> Iterator[str]:
    inner = [activity for activity in day.activities if activity.kind is not BUFFER]
    for before, after in pairwise(inner):
        if (before.kind is RIDE) != (after.kind is RIDE) and after.start - before.end < RIDE_MARGIN_MIN:
            yield f"day {day.number} leaves {after.start - before.end} minutes beside a ride"


def _long(day: TimedDay, query: Query) -> Iterator[str]:
    sights = day.of(SIGHT)
    if 1 < day.number < query.days and len(sights) == 1:
        around = [move for move in day.of(TRANSFER) if _touches(move, sights[0])]
        if sum(activity.length_min for activity in (*sights, *around)) < LONG_VISIT_MIN:
            yield f"day {day.number} has one sight, and not long"


def _touches(move: TimedActivity, sight: TimedActivity) -> bool:
    return sight.name in (move.from_place, move.to_place)
