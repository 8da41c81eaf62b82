"""
Duals: prices that prove a trip cheapest, or a budget too small.

Clocks aside, stays are tied together by the nights alone: each is charged a price for every night it
takes, so that the cheapest stop gets the nights and the others one each. The price that bounds best is
one of the stops' own costs of a night. A budget that only the official bill passes is priced instead.
"""

from planassay.solver.compile.trek.bills import official_car_days, official_lodging_cents
from planassay.solver.compile.trek.trip import Trip
from planassay.solver.proof import Proof

NIGHTS = "nights"
OFFICIAL = "official"


def cheapest_proof(trip: Trip, *, official: bool) -> Proof:
    """
    Return the proof with the highest bound on the cost of any trip.

    Parameters
    ----------
    trip
        A trip all of whose components have elements.
    official
        Whether listed elements must keep the official bill within the budget.
    """
    kept = kept_rows(trip, official=official)
    proofs = [_with_night_price(trip, price, kept) for price in _night_prices(trip)]
    return min(proofs, key=lambda proof: (proof.bound, sorted(proof.prices.items())))


def official_budget_proof(trip: Trip) -> Proof:
    """Return the proof that prices the official bill so high that passing the budget outweighs all else."""
    price = 1 + sum(map(abs, trip.least_legs)) + trip.task.budget_cents
    shares = official_car_days(trip.task)
    cars = sum(days * rate for days, rate in zip(shares, trip.cars.rates, strict=True))
    maxima = []
    for k in range(len(trip.services)):
        services = trip.services[k]
        fares = [service.flight.fare_cents * trip.task.party for service in services]
        costs = [trip.leg_cents(k, service) for service in services]
        maxima.append(max(-cost - price * fare for cost, fare in zip(costs, fares, strict=True)))
        if k < len(trip.stops):
            maxima.append(max(_official_value(trip, k, n, price) for n in _night_counts(trip)))
    return Proof(1, {OFFICIAL: price}, tuple(maxima), price * (trip.task.budget_cents - cars))


def existence_proof(trip: Trip) -> Proof:
    """Return the proof that lists everything: whether any trip exists, whatever it costs."""
    components = len(trip.services) + len(trip.stops)
    return Proof(1, {}, (0,) * components, 0, kept_rows(trip, official=False))


def _official_value(trip: Trip, position: int, nights: int, price: int) -> int:
    stop, task = trip.stops[position], trip.task
    room, tickets = stop.hotels[0].price_cents, task.party * (trip.tables[position].tickets or 0)
    true = nights * task.rooms * room + tickets + trip.cars.least_cents(position, nights)
    bill = official_lodging_cents(task, position, nights, room, stop.floor_cents) + tickets
    return -true - price * bill


def _night_prices(trip: Trip) -> list[int]:
    """Return the candidates: what a further night costs in each stop."""
    beds = [stop.hotels[0].price_cents * trip.task.rooms for stop in trip.stops]
    return sorted({bed + trip.cars.rates[k] for k, bed in enumerate(beds)})


def _with_night_price(trip: Trip, price: int, kept: tuple[str, ...]) -> Proof:
    maxima = []
    for k in range(len(trip.services)):
        maxima.append(-trip.least_legs[k])
        if k < len(trip.stops):
            maxima.append(max(price * n - _least_stay(trip, k, n) for n in _night_counts(trip)))
    return Proof(1, {NIGHTS: -price} if price else {}, tuple(maxima), -price * trip.task.nights, kept)


def kept_rows(trip: Trip, *, official: bool) -> tuple[str, ...]:
    """Return the rows that listed elements must keep besides those that tie flights to stays."""
    rows = [f"car:{k}" for k in range(len(trip.stops) - 1)] if trip.task.car else []
    return tuple(rows + ([OFFICIAL] if official else []))


def _night_counts(trip: Trip) -> range:
    return range(1, trip.task.nights - len(trip.stops) + 2)


def _least_stay(trip: Trip, position: int, nights: int) -> int:
    return (trip.tables[position].least_cents(nights) or 0) + trip.cars.least_cents(position, nights)
