"""
Route consistency: as many days as asked for, home at both ends, and rides between the cities of the headers.

Source: Qwen-Agent commit 31a4d36.
"""

from collections.abc import Iterator

from planassay.verifier.official.deepplanning_travel.days import RIDE, Day, Miss, Trip
from planassay.verifier.official.deepplanning_travel.sandbox import Sandbox


def valid_trip_duration(trip: Trip, _: Sandbox) -> Iterator[Miss]:
    """Yield a miss unless the plan has the days that are asked for."""
    if not len(trip.days) == trip.request.days > 0:
        yield Miss("/daily_plans", f"{len(trip.days)} days", f"{trip.request.days} days")


def closed_loop_route_structure(trip: Trip, _: Sandbox) -> Iterator[Miss]:
    """Yield a miss for a first or last header that names another home; one without a pair passes."""
    home, first, last = trip.request.origin, trip.days[0], trip.days[-1]
    if first.pair is not None and first.pair[0] != home:
        yield Miss(f"{first.pointer}/current_city", f"from {first.pair[0]}", f"from {home}")
    if last.pair is not None and last.pair[1] != home:
        yield Miss(f"{last.pointer}/current_city", f"to {last.pair[1]}", f"to {home}")


def seamless_intercity_transfers(trip: Trip, sandbox: Sandbox) -> Iterator[Miss]:
    """Yield a miss for each header that does not start where the traveller is, or that no ride joins."""
    here = trip.request.origin
    if not here:
        yield Miss("/daily_plans", "a task without a city of departure", "one")
    for day in trip.days:
        pointer = f"{day.pointer}/current_city"
        if day.pair is None:
            if not day.city or day.city != here:
                yield Miss(pointer, day.city or "no city", here)
            continue
        start, end = day.pair
        if start != here:
            yield Miss(pointer, f"from {start}", f"from {here}")
        if not _has_ride(day, start, end, sandbox):
            yield Miss(f"{day.pointer}/activities", "no such ride", f"a ride from {start} to {end}")
        here = end


def _has_ride(day: Day, start: str, end: str, sandbox: Sandbox) -> bool:
    stations = ((ride.station("from"), ride.station("to")) for ride in day.of(RIDE))
    ends = ((sandbox.city_of(here), sandbox.city_of(there)) for here, there in stations)
    return any(here == start and there == end for here, there in ends if here and there)
