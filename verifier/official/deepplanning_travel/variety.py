"""
Activity diversity: no restaurant and no sight twice, by the names as written.

Source: Qwen-Agent commit 31a4d36.
"""

from collections.abc import Iterator

from planassay.kb.errors import shorten
from planassay.verifier.official.deepplanning_travel.days import ATTRACTION, MEAL, Miss, Trip
from planassay.verifier.official.deepplanning_travel.sandbox import Sandbox


def diverse_meal_options(trip: Trip, _: Sandbox) -> Iterator[Miss]:
    """Yield a miss for each meal in a restaurant that the plan has named before."""
    return _again(trip, MEAL)


def diverse_attraction_options(trip: Trip, _: Sandbox) -> Iterator[Miss]:
    """Yield a miss for each visit to a sight that the plan has named before."""
    return _again(trip, ATTRACTION)


def _again(trip: Trip, kind: str) -> Iterator[Miss]:
    seen: set[object] = set()
    for activity in trip.of(kind):
        name = activity.details.get("name")
        if name and isinstance(name, str):
            if name in seen:
                yield Miss(f"{activity.pointer}/details/name", shorten(name), "each once")
            seen.add(name)
