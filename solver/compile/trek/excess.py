"""Excess: by how much the official bill of a solved trip passes the budget."""

from collections.abc import Sequence

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
    total = official_total(task, flights, nights, [v[2] for v in visits], cars)
    noise = cents <= task.budget_cents and total > task.budget_cents / 100
    return max(cents - task.budget_cents, int(noise))
