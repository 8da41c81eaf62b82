"""
Requests: the hotel the traveller names is slept in, and the place the traveller names is visited.

A name that several stops know means the first of them, in order of travel: a namesake elsewhere is another
house.
"""

from collections.abc import Iterator

from planassay.kb.records import Attraction, Hotel, is_same
from planassay.verifier.report import Violation, cite
from planassay.verifier.trip import Trip


def violations(trip: Trip) -> Iterator[Violation]:
    """Yield ``requests/hotel`` and ``requests/attraction``."""
    for name in trip.task.required_hotels:
        hotel = next(
            (h for h in (trip.names.hotel(stop, name) for stop in trip.stops) if h is not None), None
        )
        if hotel is None or not _is_slept_in(trip, hotel):
            yield _unmet(trip, "hotel", f"no night in {name!r}", f"a night in {name!r}", hotel)
    for name in trip.task.required_attractions:
        found = (trip.names.attraction(stop, name) for stop in trip.stops)
        place = next((a for a in found if a is not None), None)
        if place is None or not any(is_same(visit.record, place) for visit in trip.plan.visits):
            yield _unmet(trip, "attraction", f"no visit to {name!r}", f"a visit to {name!r}", place)


def _is_slept_in(trip: Trip, hotel: Hotel) -> bool:
    """Tell whether some night of the trip is spent in a hotel; a booking in the air is not enough."""
    return any(
        is_same(stay.record, hotel)
        and stay.day < trip.task.days
        and not (trip.is_followed and trip.nights[stay.day - 1].in_air)
        and trip.is_there(stay)
        for stay in trip.plan.stays
    )


def _unmet(trip: Trip, kind: str, found: str, required: str, record: Hotel | Attraction | None) -> Violation:
    where = ", which is in no stop of the trip" if record is None else f" in {record.city}"
    return Violation(
        rule=f"requests/{kind}",
        pointer=trip.plan.pointer,
        found=found,
        required=required + where,
        records=() if record is None else (cite(record),),
    )
