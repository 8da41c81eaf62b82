"""
Rides: every change of cities is one flight, drive or taxi of the tables, on the day's date.

Closes the loopholes that any other means of transport is free and valid, and that a flight may be one of
another date. Who drives a car out drives it home: self-driving goes with nothing else.
"""

from collections.abc import Iterator

from planassay.kb.errors import shorten
from planassay.kb.plan import Means, Ride
from planassay.kb.records import DatedFlight
from planassay.verifier.report import Violation
from planassay.verifier.rules.travelplanner.itinerary import Day, Itinerary, cite_all


def violations(trip: Itinerary) -> Iterator[Violation]:
    """
    Yield what is wrong with the rides.

    ``rides/missing``, ``rides/not-travelling``, ``rides/unknown-means``, ``rides/no-cities``,
    ``rides/wrong-cities``, ``rides/unknown-flight``, ``rides/unknown-road``, ``rides/wrong-date`` and
    ``rides/mixed``.
    """
    for day in trip.days:
        ride = day.ride
        if ride is None:
            if day.is_travel:
                yield Violation(
                    rule="rides/missing",
                    pointer=f"{day.plan.pointer}/transportation",
                    found="nothing",
                    required=f"a ride {_between(day)}",
                )
        elif day.cities and not day.is_travel:
            yield _at(ride, "not-travelling", shorten(ride.text), f"no ride on a day in {day.start}")
        elif ride.means is None:
            yield _at(ride, "unknown-means", shorten(ride.text), "a flight, self-driving or a taxi")
        else:
            yield from _cities(day, ride)
            yield from _record(day, ride)
    yield from _mixed(trip)


def _cities(day: Day, ride: Ride) -> Iterator[Violation]:
    if ride.from_city is None or ride.to_city is None:
        yield _at(ride, "no-cities", shorten(ride.text), f"a ride {_between(day)}")
    elif (ride.from_city, ride.to_city) != day.cities:
        found = f"from {ride.from_city} to {ride.to_city}"
        yield _at(ride, "wrong-cities", found, _between(day))


def _record(day: Day, ride: Ride) -> Iterator[Violation]:
    record = ride.record
    if record is None:
        if ride.means is Means.FLIGHT:
            yield _at(ride, "unknown-flight", shorten(ride.text), "the number of a flight of the table")
        elif ride.from_city is not None and ride.to_city is not None:
            yield _at(ride, "unknown-road", shorten(ride.text), "a road of the table, of less than a day")
        return
    if isinstance(record, DatedFlight):
        if (record.from_city, record.to_city) != day.cities:
            found = f"a flight from {record.from_city} to {record.to_city}"
            yield _at(ride, "wrong-cities", found, _between(day))
        if day.date is not None and record.date != day.date:
            yield Violation(
                rule="rides/wrong-date",
                pointer=ride.pointer,
                found=f"a flight of {record.date}",
                required=f"a flight of {day.date}",
                by=abs((record.date - day.date).days),
                unit="days",
                records=cite_all(record),
            )


def _mixed(trip: Itinerary) -> Iterator[Violation]:
    rides = [day.ride for day in trip.days if day.ride is not None and day.ride.means is not None]
    if any(ride.means is Means.SELF_DRIVING for ride in rides):
        for ride in rides:
            if ride.means is not Means.SELF_DRIVING:
                yield _at(
                    ride, "mixed", f"{ride.means} beside self-driving", "self-driving throughout, or not"
                )


def _between(day: Day) -> str:
    return f"from {day.start or 'one city'} to {day.end or 'another'}"


def _at(ride: Ride, kind: str, found: str, required: str) -> Violation:
    return Violation(
        rule=f"rides/{kind}",
        pointer=ride.pointer,
        found=found,
        required=required,
        records=cite_all(ride.record),
    )
