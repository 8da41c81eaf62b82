"""
The bill: what a plan costs by its own numbers, and whether its stated total is near that.

Nothing is looked up. Of a day's rides the first with a readable cost counts, because each leg of a connection
shows the fare of the whole; what is stated of a room is read in another order than where it is compared with
the list (see ``listings``). Source: Qwen-Agent commit 31a4d36.
"""

import math
from collections.abc import Iterator
from typing import Final

from planassay.kb.errors import shorten
from planassay.verifier.official.deepplanning_travel.days import (
    ATTRACTION,
    MEAL,
    RIDE,
    TRANSFER,
    Day,
    Miss,
    Trip,
)
from planassay.verifier.official.deepplanning_travel.sandbox import Sandbox
from planassay.verifier.official.deepplanning_travel.stops import RunStops, StopCause
from planassay.verifier.official.deepplanning_travel.texts import number

TAXI_SEATS: Final = 4
TOLERANCE: Final = 0.10
"""Share of the stated total."""


def total_cost(trip: Trip) -> float:
    """
    Return what a plan costs, added up once.

    Raises
    ------
    RunStops
        If details that hold a cost are no object.
    """
    if "total" not in trip.sums:
        trip.sums["total"] = _add_up(trip)
    return trip.sums["total"]


def _add_up(trip: Trip) -> float:
    people, rooms = trip.request.people, trip.request.rooms
    cars = max(1, math.ceil(people / TAXI_SEATS))
    transport = lodging = meals = tickets = 0.0
    for day in trip.days:  # one after another: newer Pythons have a sum that rounds otherwise
        transport += _fare(day) * people
    for day in trip.days:
        stay = day.accommodation
        if not day.is_last and isinstance(stay, dict):
            lodging += _amount(stay.get("price") or stay.get("price_per_night") or stay.get("cost")) * rooms
        for meal in day.of(MEAL):
            meals += _amount(meal.details.get("cost")) * people
        for visit in day.of(ATTRACTION):
            tickets += _amount(visit.details.get("cost")) * people
        for transfer in day.of(TRANSFER):
            transport += _amount(transfer.details.get("cost")) * cars
    return transport + lodging + meals + tickets


def _fare(day: Day) -> float:
    """Return the fare of a day: the first that is a number, nothing if that is not positive."""
    fares = (number(ride.details.get("cost", 0)) for ride in day.of(RIDE))
    fare = next((fare for fare in fares if fare is not None), 0.0)
    return fare if fare > 0 else 0.0


def _amount(value: object) -> float:
    return (number(value) or 0.0) if value else 0.0


def cost_calculation_correctness(trip: Trip, _: Sandbox) -> Iterator[Miss]:
    """
    Yield a miss unless the stated total is within a tenth of the bill; a negative one is within any.

    Raises
    ------
    RunStops
        If the summary is something else than an object, and not empty.
    """
    summary, pointer = trip.plan.get("budget_summary"), "/budget_summary"
    if not summary:
        yield Miss(pointer, "no summary", "one")
        return
    if not isinstance(summary, dict):
        raise RunStops(StopCause.NOT_AN_OBJECT, pointer, summary)
    pointer += "/total_estimated_budget"
    stated = number(summary.get("total_estimated_budget"))
    if stated is None:
        yield Miss(pointer, shorten(summary.get("total_estimated_budget")), "a number")
        return
    cost = total_cost(trip)
    is_near = cost == 0 if stated == 0 else abs(cost - stated) / stated <= TOLERANCE
    if not is_near:
        yield Miss(pointer, f"{stated:g}", f"{cost:g} within a tenth of what is stated")
