"""
Rides: each is a row of the timetable, whole connections only, with seats for all.

Closes the loopholes that a number's date, stations, direction and clocks are not compared, and that a day's
second ride is free.
"""

from collections.abc import Iterator

from planassay.kb.formats.deepplanning_travel.records import Service
from planassay.kb.formats.deepplanning_travel.values import seats
from planassay.verifier.report import Violation
from planassay.verifier.rules.deepplanning_travel.journey import Journey, Ride

FLIGHT_WORDS = ("flight", "plane", "airplane", "air", "fly", "飞机", "航班")


def violations(trip: Journey) -> Iterator[Violation]:
    """Yield ``rides/`` and what is wrong, ``rides/seats``, ``rides/part``, ``rides/idle``, ``rides/mode``."""
    for ride in trip.rides:
        if ride.wrong and ride.wrong != "fare":
            yield _untrue(ride)
        elif ride.row is not None:
            yield from _mode(trip, ride)
            yield from _seats(ride, ride.row, trip.query.people)
            yield from _part(trip, ride, ride.row)


def _untrue(ride: Ride) -> Violation:
    stated = ride.activity
    seen = f"{stated.number} {stated.from_place} - {stated.to_place}"
    row = ride.rows[0] if ride.rows else None
    required = (
        "a number of the timetable"
        if row is None
        else f"{row.from_station} - {row.to_station}, {row.depart} to {row.arrive}"
    )
    return Violation(
        rule=f"rides/{ride.wrong}",
        pointer=stated.pointer,
        found=f"{seen} on day {ride.day}, minutes {stated.start} to {stated.end}",
        required=required,
        records=() if row is None else (cite(row),),
    )


def _mode(trip: Journey, ride: Ride) -> Iterator[Violation]:
    """Yield a violation for a flight called a train, or the other way round; no mode at all is no lie."""
    mode = ride.activity.mode.lower()
    flies = ride.activity.number in trip.database.flights_by_number
    if mode and (mode in FLIGHT_WORDS) != flies:
        yield Violation(
            rule="rides/mode",
            pointer=f"{ride.activity.pointer}/details/mode",
            found=ride.activity.mode,
            required="flight" if flies else "train",
        )


def _seats(ride: Ride, row: Service, people: int) -> Iterator[Violation]:
    left = seats(row)
    if left is not None and left < people:
        yield Violation(
            rule="rides/seats",
            pointer=ride.activity.pointer,
            found=f"{left} seats left",
            required=f"seats for {people}",
            by=people - left,
            unit="seats",
            records=(cite(row),),
        )


def _part(trip: Journey, ride: Ride, row: Service) -> Iterator[Violation]:
    """Yield a violation for a leg of a connection whose other legs are not ridden on the same day."""
    legs = [leg for leg in connection(trip, row) if leg != row]
    ridden = [other.row for other in trip.rides if other.day == ride.day]
    missing = [leg for leg in legs if leg not in ridden]
    if missing:
        yield Violation(
            rule="rides/part",
            pointer=ride.activity.pointer,
            found=f"{row.number} without {missing[0].number}",
            required="all legs of the connection",
            records=tuple(cite(leg) for leg in (row, *missing)),
        )


def connection(trip: Journey, row: Service) -> tuple[Service, ...]:
    """Return the legs of the connection that a row is part of."""
    table = trip.database.flights if row in trip.database.flights_by_number.get(row.number, ()) else None
    key = _key(row)
    return tuple(leg for leg in (trip.database.trains if table is None else table) if _key(leg) == key)


def _key(row: Service) -> tuple[str, str, str, str]:
    return (row.origin_city, row.destination_city, row.date, row.route)


def cite(row: Service) -> str:
    """Return how a report names a row of the timetable."""
    return f"ride:{row.number}:{row.date}:{row.route}"
