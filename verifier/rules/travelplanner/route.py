"""
The route: out from home on day 1, through as many cities as asked, and home again on the last day.

Every city is one of the destination, none is come back to, and each day begins where the one before ended.
Closes the loopholes that a three-day plan may go anywhere, and that a last day at home needs no way home.
"""

from collections.abc import Iterator

from planassay.verifier.report import Violation
from planassay.verifier.rules.travelplanner.itinerary import Day, Itinerary


def violations(trip: Itinerary) -> Iterator[Violation]:
    """
    Yield what is wrong with the route.

    ``route/no-city``, ``route/unknown-city``, ``route/jump``, ``route/no-way-home``,
    ``route/wrong-destination``, ``route/city-again`` and ``route/wrong-count``.
    """
    yield from _unplaced(trip)
    yield from _jumps(trip)
    yield from _destinations(trip)
    count, wanted = len(trip.visited), trip.query.city_count
    if trip.days and count != wanted:
        yield Violation(
            rule="route/wrong-count",
            pointer=trip.plan.pointer,
            found=", ".join(trip.visited) or "no city",
            required=f"{wanted} cities",
            by=abs(count - wanted),
            unit="count",
        )


def _unplaced(trip: Itinerary) -> Iterator[Violation]:
    for day in trip.days:
        if not day.cities:
            yield _at(day, "no-city", "nothing", "a city, or from one to another")
        for city in day.cities:
            if city is None:
                yield _at(day, "unknown-city", day.plan.label or "", "cities of the table")


def _jumps(trip: Itinerary) -> Iterator[Violation]:
    here: str | None = trip.query.origin
    first = True
    for day in trip.days:
        if here is not None and day.start is not None and day.start != here:
            yield _at(day, "jump", f"a start in {day.start}", f"a start in {here}")
        elif first and day.start is not None and not day.is_travel:
            yield _at(day, "jump", f"a day at home in {day.start}", "a journey on day 1")
        here, first = day.end, False
    last = trip.days[-1] if trip.days else None
    if last is None or last.end is None:
        return
    if last.end != trip.query.origin:
        yield _at(last, "no-way-home", f"an end in {last.end}", f"an end in {trip.query.origin}")
    elif not last.is_travel:
        yield _at(last, "no-way-home", "a last day at home", f"a journey to {last.end} on the last day")


def _destinations(trip: Itinerary) -> Iterator[Violation]:
    left: set[str] = set()
    named: set[str] = set()
    for place, day in enumerate(trip.days):
        for city in day.cities:
            if city is None or city == trip.query.origin:
                continue
            if city not in named and not trip.is_destination(city):
                named.add(city)
                yield _at(day, "wrong-destination", city, f"in {trip.query.destination}")
            if city in left and city != day.start:
                yield _at(day, "city-again", city, "each city once")
        if day.is_travel and day.start is not None:
            left.add(day.start)
            if day.end == trip.query.origin and place < len(trip.days) - 1:
                yield _at(day, "city-again", f"home on day {day.number}", "home on the last day only")


def _at(day: Day, kind: str, found: str, required: str) -> Violation:
    return Violation(
        rule=f"route/{kind}", pointer=f"{day.plan.pointer}/current_city", found=found, required=required
    )
