"""
Tags: which personas a record is tagged with, and which facilities follow from its tags.

In most cities the tags come first and bring their whole bundles. In the cities with many tags it is the other
way round: a record has some facilities, and is tagged with every persona that any of them serves.
"""

from collections.abc import Mapping
from types import MappingProxyType

from planassay.kb.draw import Draw
from planassay.kb.personas import PERSONAS

Words = tuple[str, ...]

HOTEL_BASE: Words = (
    "Wi-Fi",
    "Luggage storage",
    "Air conditioning",
    "Room cleaning service",
    "Safety deposit box",
    "Television",
    "Restaurant",
)
PLACE_BASE: Words = (
    "Restrooms",
    "Information Desk",
    "Restaurant",
    "Souvenir Shop",
    "First Aid Station",
    "Luggage Storage",
)
CAR_BASE: Words = (
    "GPS navigation",
    "Unlimited mileage",
    "Insurance included",
    "Free cancellation",
    "Air conditioning",
    "24/7 customer support",
)
"""What every hotel, place and car has, in this order (TREK commit a656fc8, the tables)."""

_BUDGET = "fast-paced budget travel"
HOTEL_BUNDLES: Mapping[str, Words] = MappingProxyType({p.name: p.hotel for p in PERSONAS.values() if p.hotel})
PLACE_BUNDLES: Mapping[str, Words] = MappingProxyType(
    {p.name: p.attraction or ("city passes", "self-guided tours") for p in PERSONAS.values()}
)
CAR_BUNDLES: Mapping[str, Words] = MappingProxyType({p.name: p.car for p in PERSONAS.values() if p.car})
"""What a tag brings to a record; the budget traveller's two items at places are asked for by no rule."""


def with_bundles(base: Words, bundles: Mapping[str, Words], tags: Words) -> Words:
    """
    Return the base and the bundles of the tags in their order, nothing twice.

    Examples
    --------
    >>> with_bundles(("Wi-Fi",), HOTEL_BUNDLES, ("couples trip", "luxury travelers"))[2:5]
    ('Scenic rooms/villas', 'Spa', 'Gym')
    """
    return tuple(dict.fromkeys([*base, *(word for tag in tags for word in bundles[tag])]))


def tags_of(facilities: Words, bundles: Mapping[str, Words]) -> Words:
    """Return every persona that any of the facilities serves, in the order of the personas."""
    return tuple(tag for tag, bundle in bundles.items() if any(word in facilities for word in bundle))


def many(draw: Draw, base: Words, bundles: Mapping[str, Words], count: int) -> tuple[Words, Words]:
    """
    Draw facilities that serve exactly ``count`` personas.

    Returns
    -------
    tags, facilities
        The facilities are the base, then some of the bundle of each persona that was drawn.
    """
    chosen: Words = ()
    for tag in draw.shuffled(list(bundles)):
        some = [word for word in bundles[tag] if draw.chance(0.6)] or [draw.pick(bundles[tag])]
        grown = tuple(dict.fromkeys([*chosen, *some]))
        if len(tags_of(grown, bundles)) <= count:
            chosen = grown
    return tags_of(chosen, bundles), base + chosen
