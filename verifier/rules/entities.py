"""
Entities: every booking names something that exists where the plan says it is.

A booking without a city names nothing: the same name stands in many cities. Whether what exists is what
the task asks for is another rule's business.
"""

from collections.abc import Iterator

from planassay.kb.errors import shorten
from planassay.verifier.report import Violation
from planassay.verifier.trip import Trip


def violations(trip: Trip) -> Iterator[Violation]:
    """Yield ``entities/unknown-flight``, ``-hotel``, ``-attraction`` and ``-car``."""
    plan = trip.plan
    for leg in plan.legs:
        if leg.record is None:
            yield _unknown("flight", leg.pointer, shorten(leg.number), "the number of a flight of the tables")
    for stay in plan.stays:
        if stay.record is None:
            yield _unknown("hotel", stay.pointer, _at(stay.name, stay.city), "a hotel of that city's table")
    for visit in plan.visits:
        if visit.record is None:
            found = _at(visit.name, visit.city)
            yield _unknown("attraction", visit.pointer, found, "a place of that city's table")
    for rental in plan.rentals:
        if not rental.of_type:
            found = _at(rental.car_type, rental.city)
            yield _unknown("car", rental.pointer, found, "a type of car on offer in that city")


def _at(name: str, city: str | None) -> str:
    return f"{shorten(name)} without a city" if city is None else f"{shorten(name)} in {shorten(city)}"


def _unknown(kind: str, pointer: str, found: str, required: str) -> Violation:
    return Violation(rule=f"entities/unknown-{kind}", pointer=pointer, found=found, required=required)
