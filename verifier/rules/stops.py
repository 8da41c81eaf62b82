"""
Stops: the legs are those of the task, in its order, and everything booked is where the traveller is.

The route is asked whole: the legs in order of true time must be exactly the task's. Each stop is slept
in and seen. Whether a leg can be caught is asked by ``reach``.
"""

from collections import Counter
from collections.abc import Iterator
from itertools import pairwise

from planassay.kb.errors import shorten
from planassay.kb.plan import Leg, Rental, Stay, Visit
from planassay.verifier.report import Violation
from planassay.verifier.trip import Trip


def violations(trip: Trip) -> Iterator[Violation]:
    """Yield what is wrong with the route, then with the places booked, then with the stops left out."""
    yield from _route(trip)
    for activity in trip.elsewhere:
        yield _not_there(trip, activity)
    yield from _seen(trip)


def _route(trip: Trip) -> Iterator[Violation]:
    asked = list(
        pairwise(
            (trip.origin, *trip.stops, trip.origin) if trip.task.round_trip else (trip.origin, *trip.stops)
        )
    )
    flown = [(from_place, to_place) for _, from_place, to_place in trip.hops]
    if flown == asked:
        return
    missing, extra = Counter(asked) - Counter(flown), Counter(flown) - Counter(asked)
    for (from_city, to_city), pair in zip(trip.task.legs, asked, strict=True):
        if missing[pair]:
            missing[pair] -= 1
            yield Violation(
                rule="stops/missing-leg",
                pointer=trip.plan.pointer,
                found="no flight for this leg",
                required=f"a flight from {from_city} to {to_city}",
            )
    for leg, from_place, to_place in reversed(trip.hops):
        if extra[from_place, to_place]:
            extra[from_place, to_place] -= 1
            yield Violation(
                rule="stops/extra-leg",
                pointer=leg.pointer,
                found=_leg(leg),
                required="only the legs of the task",
            )
    if sorted(flown) == sorted(asked):
        leg = next(hop[0] for hop, pair in zip(trip.hops, asked, strict=True) if hop[1:] != pair)
        yield Violation(
            rule="stops/wrong-order",
            pointer=leg.pointer,
            found=_leg(leg),
            required="the order " + ", ".join((trip.task.origin, *(b for _, b in trip.task.legs))),
        )


def _leg(leg: Leg) -> str:
    from_city = leg.record.from_city if leg.record else leg.from_city
    to_city = leg.record.to_city if leg.record else leg.to_city
    return f"{shorten(leg.number)} from {shorten(from_city)} to {shorten(to_city)} on day {leg.day}"


def _not_there(trip: Trip, activity: Stay | Visit | Rental) -> Violation:
    night = trip.nights[activity.day - 1]
    if isinstance(activity, Stay):
        where = f"the traveller is {'on the way to' if night.in_air else 'in'} {night.place!r} that night"
        what = "a night"
    else:
        places = trip.ground(activity.day)
        where = (
            f"the traveller is in {', '.join(map(repr, places))} that day" if places else "no ground that day"
        )
        what = "a visit" if isinstance(activity, Visit) else "a car"
    return Violation(
        rule="stops/not-there",
        pointer=activity.pointer,
        found=f"{what} in {shorten(activity.city)} on day {activity.day}",
        required=f"a booking where the traveller is at that time: {where}",
    )


def _seen(trip: Trip) -> Iterator[Violation]:
    slept = [night.place for night in trip.nights[:-1] if not night.in_air]
    visited = [trip.names.place(visit.city) for visit in trip.plan.visits if visit.city is not None]
    for stop, place in zip(trip.task.stops, trip.stops, strict=True):
        if trip.is_followed and place not in slept:
            yield _bare(
                trip, "no-night", f"no night in {stop}", "a night on the ground in each stop", "nights"
            )
        if place not in visited:
            yield _bare(trip, "no-visit", f"no visit in {stop}", "a visit in each stop", "count")


def _bare(trip: Trip, what: str, found: str, required: str, unit: str) -> Violation:
    return Violation(
        rule=f"stops/{what}",
        pointer=trip.plan.pointer,
        found=found,
        required=required,
        by=1,
        unit="nights" if unit == "nights" else "count",
    )
