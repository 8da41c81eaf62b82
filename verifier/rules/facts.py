"""
Facts: what a plan states of a booking is what the tables record.

Compared are the cities, clocks and fare of a flight, the price of a hotel night and the price of a car
day, to the minute and to the cent. What is not stated is not compared, and bills are made of recorded
prices alone (see ``budget``).
"""

from collections.abc import Iterator

from planassay.kb.clock import DAY_MIN, format_clock
from planassay.kb.errors import shorten
from planassay.kb.money import format_cents
from planassay.kb.plan import Leg, Rental
from planassay.kb.records import Car, Flight
from planassay.verifier.report import Violation, cite
from planassay.verifier.trip import Trip


def violations(trip: Trip) -> Iterator[Violation]:
    """Yield a ``facts/`` violation for each stated fact that differs from the recorded one."""
    plan = trip.plan
    for leg in plan.legs:
        if leg.record is not None:
            yield from _leg(trip, leg, leg.record)
    for stay in plan.stays:
        if stay.record is not None and stay.price_cents not in (None, stay.record.price_cents):
            yield _price(
                "hotel-price", stay.pointer, stay.price_cents, stay.record.price_cents, cite(stay.record)
            )
    for rental in plan.rentals:
        if rental.of_type and (not rental.offers or rental.price_cents is None):
            yield from _rental(rental)


def _leg(trip: Trip, leg: Leg, record: Flight) -> Iterator[Violation]:
    place = trip.names.place
    for stated, recorded in ((leg.from_city, record.from_city), (leg.to_city, record.to_city)):
        if stated is not None and stated != recorded and place(stated) != place(recorded):
            yield _differs("flight-city", leg.pointer, shorten(stated), shorten(recorded), record)
    if leg.depart is not None and leg.depart != record.depart:
        yield _clock(leg, leg.depart, record.depart, record)
    if leg.arrive is not None and leg.arrive % DAY_MIN != record.arrive:
        yield _clock(leg, leg.arrive, record.arrive, record)
    if leg.price_cents not in (None, record.fare_cents):
        yield _price("flight-price", leg.pointer, leg.price_cents, record.fare_cents, cite(record))


def _rental(rental: Rental) -> Iterator[Violation]:
    cited = tuple(cite(car) for car in rental.of_type)
    if not rental.offers:
        wants = [] if rental.car_id is None else [f"number {shorten(rental.car_id)}"]
        wants += [] if rental.price_cents is None else [f"at {format_cents(rental.price_cents)} a day"]
        offers = ", ".join(f"number {c.car_id} at {format_cents(c.price_cents)}" for c in rental.of_type)
        yield Violation(
            rule="facts/car-price",
            pointer=rental.pointer,
            found=f"{shorten(rental.car_type)} {' '.join(wants)}",
            required=f"an offer of that type: {offers}",
            records=cited,
        )
    elif rental.price_cents is None and rental.car_id is None and len({_offer(c) for c in rental.offers}) > 1:
        yield Violation(
            rule="facts/car-ambiguous",
            pointer=rental.pointer,
            found=f"{shorten(rental.car_type)} without price or number",
            required=f"one of its {len(rental.offers)} offers, which differ",
            records=cited,
        )


def _offer(car: Car) -> tuple[int, tuple[str, ...]]:
    return car.price_cents, car.services


def _clock(leg: Leg, stated: int, recorded: int, record: Flight) -> Violation:
    found, required = (f"{minute // 60:02d}:{minute % 60:02d}" for minute in (stated, recorded))
    assert required == format_clock(recorded)
    return _differs("flight-time", leg.pointer, found, required, record)


def _differs(rule: str, pointer: str, stated: str, recorded: str, record: Flight) -> Violation:
    return Violation(
        rule=f"facts/{rule}", pointer=pointer, found=stated, required=recorded, records=(cite(record),)
    )


def _price(rule: str, pointer: str, stated: int | None, recorded: int, cited: str) -> Violation:
    assert stated is not None
    return Violation(
        rule=f"facts/{rule}",
        pointer=pointer,
        found=format_cents(stated),
        required=format_cents(recorded),
        by=abs(stated - recorded),
        unit="cents",
        records=(cited,),
    )
