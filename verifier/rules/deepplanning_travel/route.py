"""
Route: the traveller leaves home on the first day, stays in the destination, and comes home on the last.

Closes the loopholes of not coming home, and of not travelling at all.
"""

from collections.abc import Iterator

from planassay.kb.formats.deepplanning_travel.plans import TimedDay
from planassay.verifier.report import Violation
from planassay.verifier.rules.deepplanning_travel.journey import Journey


def violations(trip: Journey) -> Iterator[Violation]:
    """Yield ``route/header`` for a header that says otherwise, ``route/no-ride`` where no ride is true."""
    home, away, last = trip.query.origin, trip.query.destination, trip.query.days
    for day in trip.days:
        wanted = (home if day.number == 1 else away, home if day.number == last else away)
        stated = trip.cities(day)
        if stated not in (wanted, wanted[:1] if wanted[0] == wanted[1] else wanted):
            yield Violation(
                rule="route/header",
                pointer=f"{day.pointer}/current_city",
                found=repr(day.label),
                required=f"from {wanted[0]} to {wanted[1]}" if wanted[0] != wanted[1] else wanted[0],
            )
        if wanted[0] != wanted[1]:
            yield from _no_ride(trip, day, wanted)


def _no_ride(trip: Journey, day: TimedDay, wanted: tuple[str, str]) -> Iterator[Violation]:
    rows = [ride.row for ride in trip.rides_of(day) if ride.row is not None]
    if not any((row.origin_city.strip(), row.destination_city.strip()) == wanted for row in rows):
        yield Violation(
            rule="route/no-ride",
            pointer=f"{day.pointer}/activities",
            found="none of the timetable",
            required=f"a ride from {wanted[0]} to {wanted[1]}",
        )
