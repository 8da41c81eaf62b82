"""
Facts: what the plan states of a ride is what the tables say.

A plan may leave clocks and costs out; where it states them they must hold. A cost may be that of one seat or
car, or that of the party.
"""

from collections.abc import Iterator

from planassay.kb.clock import format_clock
from planassay.kb.money import format_cents
from planassay.kb.plan import Means, Ride
from planassay.kb.records import DatedFlight
from planassay.verifier.report import Violation
from planassay.verifier.rules.travelplanner.budget import CAR_SEATS, TAXI_SEATS
from planassay.verifier.rules.travelplanner.itinerary import Itinerary, cite_all


def violations(trip: Itinerary) -> Iterator[Violation]:
    """Yield ``facts/flight-time`` and ``facts/ride-cost``."""
    for day in trip.days:
        for ride in day.plan.rides:
            if isinstance(ride.record, DatedFlight):
                yield from _times(ride, ride.record)
            yield from _cost(ride, trip.query.people)


def _times(ride: Ride, flight: DatedFlight) -> Iterator[Violation]:
    for stated, recorded, end in (
        (ride.depart, flight.depart, "departure"),
        (ride.arrive, flight.arrive, "arrival"),
    ):
        if stated is not None and stated % 1440 != recorded:
            yield Violation(
                rule="facts/flight-time",
                pointer=ride.pointer,
                found=f"{end} at {format_clock(stated)}",
                required=f"{end} at {format_clock(recorded)}",
                records=cite_all(flight),
            )


def _cost(ride: Ride, people: int) -> Iterator[Violation]:
    record, stated = ride.record, ride.cost_cents
    if record is None or stated is None:
        return
    if isinstance(record, DatedFlight):
        unit, units = record.fare_cents, people
    elif ride.means is Means.TAXI:
        unit, units = record.taxi_cents, -(-people // TAXI_SEATS)
    else:
        unit, units = record.drive_cents, -(-people // CAR_SEATS)
    if stated not in (unit, unit * units):
        yield Violation(
            rule="facts/ride-cost",
            pointer=ride.pointer,
            found=format_cents(stated),
            required=f"{format_cents(unit)}, {format_cents(unit * units)} for the party",
            records=cite_all(record),
        )
