"""
Quotas: how many rows a world has, and how they are shared out among its cities.

The counts of the full scale are those of TREK at commit a656fc8; the smaller scales are ours. What a city
gets depends on the scale alone, never on a seed.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from types import MappingProxyType

from planassay.kb.shares import shares
from planassay.kb.worlds.trek.scaffold import City, Scale


@dataclass(frozen=True, slots=True)
class Quota:
    """Rows of the tables of a world, and the directed pairs of cities with a direct flight."""

    legs: int
    flights: int
    hotels: int
    hotels_plain: int
    """Hotels of a city whose hotels carry three personas; the cities with more share the rest."""
    attractions: int


QUOTAS = MappingProxyType(
    {
        Scale.TINY: Quota(legs=22, flights=150, hotels=134, hotels_plain=20, attractions=240),
        Scale.SMALL: Quota(legs=190, flights=1_500, hotels=1_100, hotels_plain=40, attractions=1_440),
        Scale.FULL: Quota(legs=11_080, flights=107_195, hotels=39_396, hotels_plain=100, attractions=55_814),
    }
)
"""The quota of each scale; cars are 27 a city."""


def hotel_counts(quota: Quota, cities: Sequence[City]) -> dict[str, int]:
    """Return the number of hotels of each city, by label."""
    rich = [city.label for city in cities if city.has_many_tags]
    counts = {city.label: quota.hotels_plain for city in cities}
    rest = quota.hotels - quota.hotels_plain * (len(cities) - len(rich))
    counts.update(zip(rich, shares(rest, [1.0] * len(rich)), strict=True))
    return counts


def attraction_counts(quota: Quota, cities: Sequence[City]) -> dict[str, int]:
    """Return the number of attractions of each city, by label."""
    even = shares(quota.attractions, [1.0] * len(cities))
    return {city.label: count for city, count in zip(cities, even, strict=True)}
