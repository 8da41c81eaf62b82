"""
Budget: the true bill is within the budget.

What the plan books, at the prices of the rows it names: fares for each traveller, cars of five and taxis of
four seats, meals for each traveller, as many rooms as the party fills, for each night that is named.
"""

from collections.abc import Iterator

from planassay.kb.money import format_cents
from planassay.kb.plan import Means, Ride
from planassay.kb.records import DatedFlight
from planassay.verifier.report import Bill, Violation
from planassay.verifier.rules.travelplanner.itinerary import Itinerary

CAR_SEATS = 5
TAXI_SEATS = 4


def bill(trip: Itinerary) -> Bill:
    """Return the true bill of a plan."""
    people = trip.query.people
    cents, is_exact = 0, True
    for day in trip.days:
        for ride in day.plan.rides:
            price = _fare(ride, people)
            cents, is_exact = cents + (price or 0), is_exact and price is not None
        for meal in day.plan.meals:
            cents += 0 if meal.record is None else meal.record.meal_cents * people
            is_exact &= meal.record is not None
        for night in day.plan.room_nights:
            room = night.record
            cents += 0 if room is None else room.price_cents * -(-people // room.max_guests)
            is_exact &= room is not None
    return Bill(cents, is_exact)


def _fare(ride: Ride, people: int) -> int | None:
    """Return what a ride costs the party, None if it is not known."""
    record = ride.record
    if record is None:
        return None
    if isinstance(record, DatedFlight):
        return record.fare_cents * people
    if ride.means is Means.TAXI:
        return record.taxi_cents * -(-people // TAXI_SEATS)
    return record.drive_cents * -(-people // CAR_SEATS)


def violations(trip: Itinerary) -> Iterator[Violation]:
    """Yield ``budget/exceeded`` if the plan costs more than the budget."""
    budget, cents = trip.query.budget_cents, bill(trip).cents
    if cents > budget:
        yield Violation(
            rule="budget/exceeded",
            pointer=trip.plan.pointer,
            found=format_cents(cents),
            required=f"at most {format_cents(budget)}",
            by=cents - budget,
            unit="cents",
        )
