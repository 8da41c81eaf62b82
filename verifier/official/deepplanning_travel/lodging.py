"""
Itinerary structure, first half: a hotel for each night, and days that end there.

Source: Qwen-Agent commit 31a4d36.
"""

from collections.abc import Iterator

from planassay.kb.errors import shorten
from planassay.verifier.official.deepplanning_travel.days import HOTEL, Day, Miss, Trip
from planassay.verifier.official.deepplanning_travel.sandbox import Sandbox
from planassay.verifier.official.deepplanning_travel.stops import stripped


def traceable_accommodation(trip: Trip, _: Sandbox) -> Iterator[Miss]:
    """Yield a miss for each night without accommodation or hotel stop, and for a last day with a hotel."""
    for day in trip.days:
        pointer = f"{day.pointer}/accommodation"
        if day.is_last:
            if _is_named(day):
                yield Miss(pointer, shorten(day.accommodation), "none on the last day")
        elif not day.accommodation:
            yield Miss(pointer, "none", "a hotel for the night")
        elif not day.of(HOTEL):
            yield Miss(f"{day.pointer}/activities", "no hotel stop", "one at least")


def _is_named(day: Day) -> bool:
    """Tell whether a day has an accommodation that is more than an object without a name."""
    stay = day.accommodation
    if not stay:
        return False
    if not isinstance(stay, dict):
        return True
    return stripped(stay.get("name"), f"{day.pointer}/accommodation/name") not in ("", "-")


def ends_with_accommodation(trip: Trip, _: Sandbox) -> Iterator[Miss]:
    """Yield a miss for each day but the last whose list does not end with a hotel stop."""
    for day in trip.days:
        if not day.is_last and (not day.activities or day.activities[-1].kind != HOTEL):
            yield Miss(f"{day.pointer}/activities", "another end", "a hotel stop at the end of the list")
