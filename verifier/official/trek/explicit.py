"""
D0-key: what the request asks for in so many words is booked.

All checks must pass; each looks at what the plan says, not at whether it is true (see ``sources``).
Source: TREK commit a656fc8, ``scoring.py``; commit 1bbf6c8 lacks the check of seats.
"""

import math
from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from planassay.verifier.official.trek.bookings import Bookings, Known
from planassay.verifier.official.trek.index import Offer
from planassay.verifier.official.trek.prices import finite_number, stated_number
from planassay.verifier.official.trek.request import Request
from planassay.verifier.official.trek.submission import NOTHING, Day, JsonValue, first

_SAME_PRICE = 1e-6


class Claimed(NamedTuple):
    """A claimed plan, as far as the checks look at it."""

    days: tuple[Day, ...]
    numbered_days: list[Day]
    bookings: Bookings
    request: Request


Check = Callable[[Claimed], bool | None]
"""Answers None where the request asks nothing of the kind."""


def explicit_score(claimed: Claimed, *, with_seats: bool) -> float | None:
    """
    Return 1 if each check passes, else 0; None if the request asks for nothing.

    Parameters
    ----------
    claimed
        The plan and the request.
    with_seats
        Whether cars are checked for seats.
    """
    answers = {check(claimed) for check in (CHECKS if with_seats else CHECKS_WITHOUT_SEATS)}
    if False in answers:
        return 0.0
    return 1.0 if True in answers else None


def legs_flown(claimed: Claimed) -> bool | None:
    """Each leg, in any order and on any day, is among the cities of the flights."""
    legs = claimed.request.folded_legs
    flown = {(flight.start, flight.end) for flight in claimed.bookings.flights}
    return flown.issuperset(legs) if legs else None


def days_covered(claimed: Claimed) -> bool | None:
    """As many days as asked for, or more, carry something."""
    asked = claimed.request.days
    return sum(map(_carries_something, claimed.days)) >= asked if asked > 0 else None


def _carries_something(day: Day) -> bool:
    low = day.low
    label = first(low, "current_city", "city")
    return bool(
        (label and str(label).strip())
        or first(low, "flights", "flight")
        or first(low, "hotel", "hotels")
        or first(low, "attractions", "attraction")
        or first(low, "cars", "car")
    )


def nights_lodged(claimed: Claimed) -> bool | None:
    """Each entry but the last names a hotel; any name will do."""
    nights = claimed.numbered_days[:-1]
    if not claimed.request.wants_hotel or not nights:
        return None
    return all(day.hotel is not None and bool(first(day.hotel, "name", "hotel_name")) for day in nights)


def stays_lodged(claimed: Claimed) -> bool | None:
    """Each city to stay in has a hotel."""
    if not claimed.request.wants_hotel:
        return None
    return _cover(claimed.bookings.hotels, claimed.request)


def stays_visited(claimed: Claimed) -> bool | None:
    """Each city to stay in has something to do, whether the request asks for it or not."""
    return _cover(claimed.bookings.attractions, claimed.request)


def _cover(bookings: Iterable[Known[object]], request: Request) -> bool | None:
    return {known.home for known in bookings}.issuperset(request.homes) if request.homes else None


def hotel_named(claimed: Claimed) -> bool | None:
    """The mandated hotel is booked, in whatever city."""
    name = claimed.request.hotel
    return None if name is None else _names(claimed.bookings.hotels, name)


def car_type_named(claimed: Claimed) -> bool | None:
    """The mandated type of car is booked, in whatever city."""
    name = claimed.request.car_type
    return None if name is None else _names(claimed.bookings.cars, name)


def attractions_named(claimed: Claimed) -> bool | None:
    """Each mandated attraction is visited, in whatever city."""
    names = claimed.request.attractions
    return all(_names(claimed.bookings.attractions, name) for name in names) if names else None


def _names(bookings: Iterable[Known[object]], name: str) -> bool:
    wanted = name.lower()
    return any(known.name.lower() == wanted for known in bookings)


def car_each_day(claimed: Claimed) -> bool | None:
    """On a road trip, as many days as asked for have anything under ``car`` or ``Car``."""
    if not claimed.request.is_road_trip:
        return None
    return sum(map(_has_car, claimed.days)) >= claimed.request.days


def _has_car(day: Day) -> bool:
    car = day.raw.get("car") or day.raw.get("Car")
    return bool(car) and car != NOTHING


def seats_suffice(claimed: Claimed) -> bool | None:
    """In each city to stay in there is a car, and every one of them seats the party and what was asked."""
    request = claimed.request
    if not request.wants_car:
        return None
    if request.seats is None or not request.homes:
        return False
    for home in request.homes:
        seats = [seats_of(car) for car in claimed.bookings.cars if car.home == home]
        if not seats or any(count is None or count < request.seats for count in seats):
            return False
    return True


CHECKS_WITHOUT_SEATS: tuple[Check, ...] = (
    legs_flown,
    days_covered,
    nights_lodged,
    stays_lodged,
    stays_visited,
    hotel_named,
    car_type_named,
    attractions_named,
    car_each_day,
)
CHECKS: tuple[Check, ...] = (*CHECKS_WITHOUT_SEATS, seats_suffice)


def seats_of(car: Known[tuple[Offer, ...]]) -> int | None:
    """
    Return the seats that the tables give a booked car, or None if they do not say.

    What its rows disagree on is settled by its ``car_id``, else by its exact price; the plan's own
    ``capacity`` counts for nothing.
    """
    rows = car.row or ()
    seats = _common_seats(rows)
    if seats is not None or not rows:
        return seats
    car_id = car.stated.get("car_id")
    if car_id is not None and car_id != "":
        rows = tuple(row for row in rows if _is_id(row.car_id, car_id))
        seats = _common_seats(rows)
        if seats is not None or not rows:
            return seats
    price = finite_number(car.stated.get("price_per_day"))
    if price is None:
        return None
    return _common_seats([row for row in rows if abs(row.price - price) <= _SAME_PRICE])


def _common_seats(rows: Sequence[Offer]) -> int | None:
    found = {row.seats for row in rows}
    seats = found.pop() if len(found) == 1 else None
    return seats if seats is not None and seats > 0 else None


def _is_id(row_id: str, stated: JsonValue) -> bool:
    number = stated_number(stated)
    if number is None:
        return row_id.strip() == str(stated).strip()
    return math.isfinite(number) and stated_number(row_id) == number
