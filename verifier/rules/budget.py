"""
Budget: the true bill is within the budget.

The bill adds up what the plan books at recorded prices: fares and tickets for each traveller, rooms for
each night listed, cars for each day listed. Prices that the plan states play no part (see ``facts``).
"""

from collections.abc import Iterator

from planassay.kb.money import format_cents
from planassay.verifier.report import Bill, Violation
from planassay.verifier.trip import Trip


def bill(trip: Trip) -> Bill:
    """Return the true bill of a plan."""
    plan, task = trip.plan, trip.task
    travellers, rooms, cars = 0, 0, 0
    is_exact = True
    for leg in plan.legs:
        if leg.record is None:
            is_exact = False
        else:
            travellers += leg.record.fare_cents
    for stay in plan.stays:
        if stay.record is None:
            is_exact = False
        else:
            rooms += stay.record.price_cents
    for visit in plan.visits:
        if visit.record is None:
            is_exact = False
        else:
            travellers += visit.record.ticket_cents
    for rental in plan.rentals:
        prices = {car.price_cents for car in rental.offers or rental.of_type}
        cars += min(prices, default=0)
        is_exact = is_exact and len(prices) == 1 and bool(rental.offers)
    return Bill(travellers * task.party + rooms * task.rooms + cars, is_exact)


def violations(trip: Trip) -> Iterator[Violation]:
    """Yield ``budget/exceeded`` if the plan costs more than the budget."""
    cents = bill(trip).cents
    excess = cents - trip.task.budget_cents
    if excess > 0:
        yield Violation(
            rule="budget/exceeded",
            pointer=trip.plan.pointer,
            found=format_cents(cents),
            required=f"at most {format_cents(trip.task.budget_cents)}",
            by=excess,
            unit="cents",
        )
