"""
Sandbox compliance: hotels, sights, restaurants and rides are listed, at their listed prices.

Names are compared after stripping. A price must be a JSON number, except that of a ride, where whatever
Python's ``float`` takes will do and what it refuses is not compared at all. Source: Qwen-Agent commit
31a4d36.
"""

from collections.abc import Iterator

from planassay.kb.errors import shorten
from planassay.verifier.official.deepplanning_travel.days import (
    ATTRACTION,
    HOTEL,
    MEAL,
    RIDE,
    Activity,
    Day,
    Miss,
    Trip,
)
from planassay.verifier.official.deepplanning_travel.sandbox import NO_FARE, Price, Sandbox
from planassay.verifier.official.deepplanning_travel.stops import RunStops, StopCause, stripped
from planassay.verifier.official.deepplanning_travel.texts import number, rounded


def validated_accommodation(trip: Trip, sandbox: Sandbox) -> Iterator[Miss]:
    """Yield a miss for each accommodation or hotel stop that is not listed, or not at its price."""
    if not sandbox.hotel_prices:
        yield Miss("/daily_plans", "no hotel in the database", "some")
        return
    for day in trip.days:
        yield from _stay(day, sandbox)
        if not day.is_last:
            yield from _hotel_stops(day, sandbox)


def _stay(day: Day, sandbox: Sandbox) -> Iterator[Miss]:
    stay, pointer = day.accommodation, f"{day.pointer}/accommodation"
    if isinstance(stay, dict):
        name = stripped(stay.get("name"), f"{pointer}/name")
        if name and not (day.is_last and name == "-"):
            if name not in sandbox.hotel_prices:
                yield Miss(f"{pointer}/name", shorten(name), "a listed hotel")
            else:
                cost = stay.get("price") or stay.get("cost") or stay.get("price_per_night")
                yield from _price(sandbox.hotel_prices[name], cost, pointer)


def _hotel_stops(day: Day, sandbox: Sandbox) -> Iterator[Miss]:
    for stop in day.of(HOTEL):
        if stop.name and stop.name not in sandbox.hotel_prices:
            yield Miss(f"{stop.pointer}/details/name", shorten(stop.name), "a listed hotel")


def validated_attractions(trip: Trip, sandbox: Sandbox) -> Iterator[Miss]:
    """Yield a miss for each sight that is not listed, or not at its ticket price."""
    if not sandbox.sights:
        yield Miss("/daily_plans", "no attraction in the database", "some")
        return
    for visit in trip.of(ATTRACTION):
        facts = sandbox.sights.get(visit.name)
        if facts is None:
            yield Miss(f"{visit.pointer}/details/name", shorten(visit.name), "a listed attraction")
        else:
            yield from _cost(facts.ticket, visit)


def validated_meals(trip: Trip, sandbox: Sandbox) -> Iterator[Miss]:
    """Yield a miss for each meal in a restaurant that is not listed, or not at its price."""
    if not sandbox.eateries:
        yield Miss("/daily_plans", "no restaurant in the database", "some")
        return
    for meal in trip.of(MEAL):
        facts = sandbox.eateries.get(meal.name)
        if facts is None:
            yield Miss(f"{meal.pointer}/details/name", shorten(meal.name), "a listed restaurant")
        else:
            yield from _cost(facts.price, meal)


def _cost(listed: Price, activity: Activity) -> Iterator[Miss]:
    for miss in _price(listed, activity.details.get("cost"), "/details/cost"):
        yield miss._replace(pointer=activity.pointer + miss.pointer)


def _price(listed: Price, cost: object, pointer: str) -> Iterator[Miss]:
    """Yield a miss unless a cost is the listed price, both rounded; what cannot be rounded passes."""
    if listed.whole is None:
        return
    if not isinstance(cost, int | float):
        yield Miss(pointer, shorten(cost), f"the number {listed.text}")
        return
    stated = number(cost)
    whole = None if stated is None else rounded(stated)
    if whole is not None and listed.whole != whole:
        yield Miss(pointer, shorten(cost), listed.text)


_FIELDS = ("number", "from", "to", "cost")


def validated_transportation(trip: Trip, sandbox: Sandbox) -> Iterator[Miss]:
    """
    Yield a miss for each ride that lacks a field, is not listed, or has a fare that none of its rows has.

    Raises
    ------
    RunStops
        If a listed ride costs NaN or infinity.
    """
    for ride in trip.of(RIDE):
        details, pointer = ride.details, f"{ride.pointer}/details"
        lacking = [name for name in _FIELDS if details.get(name) is None or details.get(name) == ""]
        if lacking:
            yield Miss(pointer, f"no {lacking[0]}", "number, from, to and cost")
            continue
        if isinstance(details["cost"], int) and number(details["cost"]) is None:  # too large for a float
            raise RunStops(StopCause.COST_NOT_FINITE, f"{pointer}/cost", details["cost"])
        fares = sandbox.fares(str(details["number"]).strip())
        if fares is None:
            yield Miss(f"{pointer}/number", shorten(details["number"]), "a listed flight or train")
            continue
        cost = number(details["cost"])
        if cost is None:
            continue
        fare = rounded(cost)
        if fare is None:
            raise RunStops(StopCause.COST_NOT_FINITE, f"{pointer}/cost", details["cost"])
        if fares and fare not in fares:
            required = " or ".join(str(known) for known in sorted(fares) if known != NO_FARE)
            yield Miss(f"{pointer}/cost", shorten(details["cost"]), required)
