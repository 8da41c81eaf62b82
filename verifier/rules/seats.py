"""
Seats: where the task asks for a car, there is one each day on the ground, and everybody has a seat.

Seats are those of the tables, never those a plan states; two small cars may share a party. Cars that
nobody asked for are not judged here.
"""

from collections.abc import Iterator

from planassay.kb.names import squeeze
from planassay.kb.plan import Rental
from planassay.kb.task import CarRequest
from planassay.verifier.report import Violation, cite
from planassay.verifier.trip import Trip


def violations(trip: Trip) -> Iterator[Violation]:
    """Yield ``car/missing``, ``car/wrong-type`` and ``car/too-few-seats``."""
    request = trip.task.car
    if request is None:
        return
    groups: dict[tuple[int, str], list[Rental]] = {}
    for rental in trip.plan.rentals:
        if rental.city is not None:
            groups.setdefault((rental.day, trip.names.place(rental.city)), []).append(rental)
    yield from _missing(trip, groups)
    yield from _wrong_type(trip, request)
    need = max(trip.task.party, request.seats)
    for rentals in groups.values():
        if () not in [rental.offers for rental in rentals]:
            yield from _too_few(rentals, need)


def _missing(trip: Trip, groups: dict[tuple[int, str], list[Rental]]) -> Iterator[Violation]:
    """Yield a violation for each day on which the traveller is in a stop, and no car is there."""
    if not trip.is_followed:
        return
    for day in range(1, trip.task.days + 1):
        places = [place for place in trip.ground(day) if place in trip.stops]
        if places and groups.keys().isdisjoint([(day, place) for place in places]):
            pointers = {day.number: day.pointer for day in trip.plan.days}
            yield Violation(
                rule="car/missing",
                pointer=pointers.get(day, trip.plan.pointer),
                found=f"no car on day {day}",
                required=f"a car in {' or '.join(map(repr, places))}",
                by=1,
                unit="days",
            )


def _wrong_type(trip: Trip, request: CarRequest) -> Iterator[Violation]:
    if request.car_type is None:
        return
    asked = squeeze(request.car_type)
    for rental in trip.plan.rentals:
        if rental.car_type != request.car_type and squeeze(rental.car_type) != asked:
            yield Violation(
                rule="car/wrong-type",
                pointer=rental.pointer,
                found=rental.of_type[0].car_type if rental.of_type else "an unknown type",
                required=request.car_type,
            )


def _too_few(rentals: list[Rental], need: int) -> Iterator[Violation]:
    """Yield a violation if the cars of one day in one city hold fewer than needed; unknown seats are none."""
    seats = sum([min([car.seats or 0 for car in rental.offers]) for rental in rentals])
    if seats < need:
        yield Violation(
            rule="car/too-few-seats",
            pointer=rentals[0].pointer,
            found=f"{seats} seats",
            required=f"{need} seats",
            by=need - seats,
            unit="seats",
            records=tuple(dict.fromkeys(cite(car) for rental in rentals for car in rental.offers)),
        )
