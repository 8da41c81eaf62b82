"""
The bill, and D3: the budget holds.

Official prices are floats, and the bill must come out equal to the last bit, so sums run in the official
order. The tables say what things cost; the plan's own prices count only where the tables have none. What
a plan leaves out is charged at the least the tables offer, so a bill is never that of the plan alone.
Source: TREK commit a656fc8, ``scoring.py`` and ``cost_model.py``.
"""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from planassay.verifier.official.trek.bookings import Bookings, Known
from planassay.verifier.official.trek.index import Index, Offer
from planassay.verifier.official.trek.prices import stated_number
from planassay.verifier.official.trek.request import Request
from planassay.verifier.official.trek.submission import Day, JsonValue, first

STEEPNESS = 4.0
"""How fast the score falls with the excess (the official default of ``--beta``)."""


@dataclass(frozen=True, slots=True)
class Floors:
    """The least that the tables ask for each part of a request."""

    fares: tuple[float | None, ...]
    """For each leg; None without service."""
    nights: tuple[float, ...]
    """For each stay; 0 without hotels."""
    car_days: tuple[float | None, ...]
    """For each stay, of the cars with enough seats; None without such."""


def find_floors(request: Request, index: Index) -> Floors:
    """Return the floors of a request, which no plan changes."""
    return Floors(
        fares=tuple(index.cheapest_fare(start, end) for start, end in request.legs),
        nights=tuple(map(index.cheapest_night, request.stays)),
        car_days=tuple(_cheapest_car(index, city, request.billed_seats) for city in request.stays),
    )


def _cheapest_car(index: Index, city: str, seats: int | None) -> float | None:
    offers = index.garage(city).offers
    fitting = (o.price for o in offers if seats is None or (o.seats is not None and o.seats >= seats))
    return min(fitting, default=None)


def bill(days: Iterable[Day], bookings: Bookings, request: Request, floors: Floors, index: Index) -> float:
    """
    Return what the official evaluator says a plan costs, in dollars.

    Parameters
    ----------
    days
        The plan's days by number, which decide which nights are billed.
    bookings
        What is booked.
    request
        What is asked.
    floors
        Least prices of the request.
    index
        The tables.

    Raises
    ------
    TypeError, ValueError, OverflowError
        Where values of the plan cannot be reckoned with.
    """
    total = _add_flights(0.0, bookings, request, floors, index)
    total = _add_nights(total, days, request, floors, index)
    for known in bookings.attractions:
        sight = known.row if known.city else index.attraction_anywhere(known.name.lower())
        if sight is not None:
            total += sight.ticket * request.party
    return _add_cars(total, bookings.cars, request, floors, index)


def _add_flights(total: float, bookings: Bookings, request: Request, floors: Floors, index: Index) -> float:
    """Add each flight, then the cheapest fare of each leg that none of them covers."""
    covered = set()
    for flight in bookings.flights:
        if flight.number:
            fare = index.fare(flight.number)
            if fare is None:
                price = flight.stated.get("price")
                fare = price if isinstance(price, int | float) else 0
            total += fare * request.party
            if flight.start and flight.end:
                covered.add((flight.start, flight.end))
    for leg, floor in zip(request.folded_legs, floors.fares, strict=True):
        if leg not in covered and floor is not None:
            total += floor * request.party
    return total


def _add_nights(total: float, days: Iterable[Day], request: Request, floors: Floors, index: Index) -> float:
    """Add the first nights of each stay that its share allows, and the floor for those it lacks."""
    rates: list[list[float]] = [[] for _ in request.stays]
    for day in days:
        hotel = day.hotel
        if hotel is None:
            continue
        name, city = first(hotel, "name", "hotel_name"), first(hotel, "city", "city_name")
        if name and city:  # a night without a city is nowhere, whatever it costs
            lodging = index.hotel(city, name)
            rate = _own_price(first(hotel, "price_per_night", "price")) if lodging is None else lodging.price
            stay = request.position.get(index.fold(city))
            if rate is not None and stay is not None:
                rates[stay].append(rate)
    for paid, nights, floor in zip(rates, request.nights, floors.nights, strict=False):
        billed = paid[:nights]
        total += (_sum(billed) + (nights - len(billed)) * floor) * request.rooms
    return total


def _add_cars(
    total: float,
    cars: Iterable[Known[tuple[Offer, ...]]],
    request: Request,
    floors: Floors,
    index: Index,
) -> float:
    """Add one car a stay for all its days: the cheapest booked there, or the floor where one is required."""
    rates: dict[int, float] = {}
    for known in cars:
        rate = _rate(known, index)
        stay = request.position.get(known.home)
        if rate is not None and stay is not None:
            rates[stay] = min(rates.get(stay, rate), rate)
    if not request.wants_car:
        for stay, rate in rates.items():
            total += rate * request.car_days[stay]
        return total
    for stay, floor in enumerate(floors.car_days):
        charged = rates.get(stay, floor)
        if charged is not None:
            total += charged * request.car_days[stay]
    return total


def _rate(known: Known[tuple[Offer, ...]], index: Index) -> float | None:
    """Return the price of the row whose price is nearest to the stated one, the first on ties."""
    offers: Sequence[Offer] = ()
    if known.city:
        offers = index.garage(known.city).by_name.get(known.name.lower(), ())
    price = known.stated.get("price_per_day")
    if not offers:
        return _own_price(price)
    claim = stated_number(price)
    if claim is None:
        return offers[0].price
    if math.isnan(claim):
        raise ValueError("the nearest of prices to no number")
    return min(offers, key=lambda offer: abs(offer.price - claim)).price


def _own_price(price: JsonValue) -> float | None:
    """Return a price that only the plan states, if it is a number other than zero."""
    return price if isinstance(price, int | float) and price else None


def _sum(values: Iterable[float]) -> float:
    """Add from left to right: the built-in sum corrects its roundings on newer Pythons."""
    total: float = 0
    for value in values:
        total += value
    return total


def budget_score(cost: float, request: Request, *, is_empty: bool) -> tuple[float | None, float]:
    """
    Return the score of a bill, and the bill as it is reported.

    Notes
    -----
    ``exp(-4 * max(0, (cost - budget) / budget))``. The smallest excess counts, rounding errors too.
    """
    budget = request.budget
    if budget <= 0:
        return None, cost
    if is_empty:
        return 0.0, cost
    if cost <= 0:
        return 0.0, 0.0
    return math.exp(-STEEPNESS * max(0, (cost - budget) / budget)), cost
