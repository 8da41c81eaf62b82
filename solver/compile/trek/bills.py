"""
Bills: what a trip truly costs, and what the official evaluator would charge for it.

The true bill charges every night, seat, ticket and car-day of the plan. TREK's bill (commit a656fc8,
``cost_model.py``) splits nights and car-days evenly over the stops, the remainder to the earlier ones;
nights beyond a stop's share are free, missing ones cost the cheapest room of the city.
"""

from collections.abc import Sequence

from planassay.kb.money import to_float
from planassay.kb.records import Attraction, Car, Flight, Hotel
from planassay.kb.task import Task


def even_split(total: int, parts: int) -> tuple[int, ...]:
    """
    Return a total split over parts, one unit of the remainder to each of the earliest.

    Examples
    --------
    >>> even_split(8, 3), even_split(5, 2)
    ((3, 3, 2), (3, 2))
    """
    share, rest = divmod(total, parts)
    return tuple(share + (k < rest) for k in range(parts))


def official_nights(task: Task) -> tuple[int, ...]:
    """Return the nights that the official bill charges at each stop."""
    return even_split(max(1, task.days - 1), len(task.stops))


def official_car_days(task: Task) -> tuple[int, ...]:
    """Return the car-days that the official bill charges at each stop."""
    return even_split(max(1, task.days), len(task.stops))


def official_lodging_cents(task: Task, position: int, nights: int, price: int, floor: int) -> int:
    """Return what the official bill charges for ``nights`` nights at one price at a stop."""
    share = official_nights(task)[position]
    return task.rooms * (min(nights, share) * price + max(0, share - nights) * floor)


def official_total(
    task: Task,
    flights: Sequence[Flight],
    nights: Sequence[tuple[Hotel, int, int]],
    sights: Sequence[Attraction],
    cars: Sequence[Car],
) -> float:
    """
    Return the official bill in dollars, in floats and in the official order of additions.

    Parameters
    ----------
    flights, sights
        In the order of the document.
    nights
        For each stop its hotel, its nights in the plan and the city's cheapest price in cents.
    cars
        One for each stop; empty if no car is asked for.
    """
    total = 0.0
    for flight in flights:
        total += to_float(flight.fare_cents) * task.party
    for (hotel, count, floor), share in zip(nights, official_nights(task), strict=True):
        rates = [to_float(hotel.price_cents)] * min(count, share)
        total += (sum(rates) + max(0, share - count) * to_float(floor)) * task.rooms
    for sight in sights:
        total += to_float(sight.ticket_cents) * task.party
    for car, share in zip(cars, official_car_days(task), strict=False):
        total += to_float(car.price_cents) * share
    return total
