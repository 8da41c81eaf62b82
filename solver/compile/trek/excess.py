"""
Excess: by how much the official bill of a solved trip passes the budget, and which budget it does not pass.

The official evaluator adds floats, and even the smallest excess costs the score: a bill that equals a budget
to the cent may pass it by noise.
"""

from collections.abc import Sequence

from planassay.kb.money import to_float
from planassay.solver.compile.trek.bills import official_car_days, official_total
from planassay.solver.compile.trek.trip import LegChoice, Trip, TripStay


def official_excess_cents(trip: Trip, legs: Sequence[LegChoice], chosen: Sequence[TripStay]) -> int:
    """
    Return by how much the official bill passes the budget, in cents.

    A bill that equals the budget in cents and passes it by float noise counts as one cent.

    Parameters
    ----------
    trip
        The trip that was solved.
    legs, chosen
        One choice a leg and a stop, in order.
    """
    cents, total = _bill(trip, legs, chosen)
    budget = trip.task.budget_cents
    return max(cents - budget, int(cents <= budget and total > to_float(budget)))


def official_budget_cents(trip: Trip, legs: Sequence[LegChoice], chosen: Sequence[TripStay]) -> int:
    """Return the least budget in cents that the official bill does not pass, whatever the task's own is."""
    cents, total = _bill(trip, legs, chosen)
    return cents + (total > to_float(cents))


def _bill(trip: Trip, legs: Sequence[LegChoice], chosen: Sequence[TripStay]) -> tuple[int, float]:
    """Return the official bill in cents, and in dollars as the evaluator's floats add up to."""
    task = trip.task
    stays = [choice.stay for choice in chosen]
    cents = sum(leg.service.flight.fare_cents * task.party for leg in legs)
    cents += sum(stay.official_cents for stay in stays)
    cars = [stay.car for stay in stays if stay.car is not None]
    cents += sum(c.price_cents * n for c, n in zip(cars, official_car_days(task), strict=False))
    visits = sorted(
        (
            (f"day{v.day}", v.start, stop.sights[v.sight].record)
            for stay, stop in zip(stays, trip.stops, strict=True)
            for v in stay.schedule.visits
        ),
        key=lambda v: v[:2],
    )
    flights = [leg.service.flight for leg in sorted(legs, key=lambda leg: f"day{leg.day}")]
    nights = [(s.hotel, s.nights, stop.floor_cents) for s, stop in zip(stays, trip.stops, strict=True)]
    return cents, official_total(task, flights, nights, [v[2] for v in visits], cars)
