"""
Hotels: their names, stars, prices and amenities.

Prices are lognormal in whole dollars and rise with the stars; restaurants rise with the stars too. Numbers
are those seen in TREK's tables (commit a656fc8), which these rows are made to resemble.
"""

from collections.abc import Iterator
from dataclasses import replace

from planassay.kb.draw import Deck, Draw
from planassay.kb.records import Hotel
from planassay.kb.worlds.trek.languages import language_of
from planassay.kb.worlds.trek.naming import Register, listed
from planassay.kb.worlds.trek.places import address, surroundings
from planassay.kb.worlds.trek.prose import about
from planassay.kb.worlds.trek.scaffold import City
from planassay.kb.worlds.trek.tags import HOTEL_BASE, HOTEL_BUNDLES, Words, many, with_bundles

TAGS = 3
MANY_TAGS = (6, 8)

STARS = ((2, 1.0), (3, 1.0), (4, 4.0), (5, 13.0), (6, 34.0), (7, 10.0), (8, 15.0), (9, 9.0), (10, 14.0))
"""Half stars and how often they come."""
LUXURY_FACTOR = 3.0
"""How much likelier five stars are where the house means to please luxury travellers."""

MEDIAN_USD = 78.0
"""Up to three stars; 25% more for each star from there."""
PRICE_SIGMA = 0.58
LEAST_USD = 14

_ADJECTIVES = listed(
    "Amber, Azure, Blue, Brass, Bright, Copper, Coral, Crescent, Crimson, Dapple, Driftwood, Emerald, "
    "Fern, Golden, Granite, Green, Hidden, Honey, Indigo, Ivory, Juniper, Lavender, Little, Maple, "
    "Marble, Misty, Mossy, Olive, Opal, Painted, Pearl, Quiet, Royal, Ruby, Saffron, Sandstone, Scarlet, "
    "Silver, Slate, Sunlit, Velvet, Violet, White, Wild, Willow, Wooden"
)
_NOUNS = listed(
    "Anchor, Balcony, Bay, Bell, Bridge, Canal, Cedar, Cliff, Cloister, Compass, Courtyard, Cove, Crane, "
    "Dune, Falcon, Fountain, Gate, Grove, Harbour, Heron, Hill, Lagoon, Lantern, Magnolia, Meadow, Mill, "
    "Orchard, Palm, Pavilion, Quay, Ridge, River, Rose, Sail, Shore, Sparrow, Spring, Square, Staircase, "
    "Terrace, Tower, Traveller's Rest, Valley, Vine, Watermill, Weaver's Yard"
)
_STYLES = listed(
    "Annexe, Boulevard, Central, Corner, Garden, Gatehouse, Grand, Lakeside, Market, Old Town, Park, "
    "Parkside, Plaza, Riverside, Skyline, Station, Terrace, View"
)
KINDS = listed("Hotel, Inn, Suites, Lodge, Residence, Guesthouse, Aparthotel, Boutique Hotel, Resort, Manor")
"""Every name of a hotel ends in one of these, or in one and a number, or begins with the first."""


def hotels(city: City, count: int, seed: int) -> tuple[Hotel, ...]:
    """Return the hotels of a city."""
    draw = Draw(seed, "hotels", city.label)
    around = surroundings(city, seed)
    deck = Deck(draw, list(HOTEL_BUNDLES))
    names = _names(city, draw)
    rows = []
    for row in range(count):
        tags, amenities = _tags(city, draw, deck)
        stars = _stars(draw, tags)
        usd = draw.lognormal(MEDIAN_USD * around.level * 1.25 ** max(0.0, stars / 2 - 3), PRICE_SIGMA)
        hotel = Hotel(
            row=row,
            hotel_id=str(row + 1),
            city=city.label,
            name=next(names),
            price_cents=100 * max(LEAST_USD, round(usd)),
            star_halves=stars,
            restaurant_rating=_restaurant(draw, stars),
            rating_tenths=_rating(draw, stars),
            amenities=amenities,
            personas=tags,
            point=around.spot(draw),
            country=city.country,
            about="",
            address=address(city, draw),
        )
        rows.append(replace(hotel, about=about(hotel)))
    return tuple(rows)


def _tags(city: City, draw: Draw, deck: Deck) -> tuple[Words, Words]:
    if city.has_many_tags:
        return many(draw, HOTEL_BASE, HOTEL_BUNDLES, draw.between(*MANY_TAGS))
    tags = deck.deal(TAGS)
    return tags, with_bundles(HOTEL_BASE, HOTEL_BUNDLES, tags)


def _stars(draw: Draw, tags: Words) -> int:
    if "luxury travelers" not in tags:
        return draw.weighted(STARS)
    return draw.weighted([(stars, weight * (LUXURY_FACTOR if stars == 10 else 1)) for stars, weight in STARS])


def _restaurant(draw: Draw, stars: int) -> int:
    """Draw a restaurant rating: 2.871 on average at one star, 4.429 at five, a deviation of 0.9."""
    mean = 2.871 + (stars / 2 - 1) * (4.429 - 2.871) / 4
    return min(5, max(1, round(draw.normal(mean, 0.9))))


def _rating(draw: Draw, stars: int) -> int:
    """Draw a guest rating in tenths, in steps of two, 36 to 100."""
    mean = 84 + 1.2 * (stars / 2 - 3)
    wide = 16.0 if draw.chance(0.06) else 7.5
    return min(100, max(36, 2 * round(draw.normal(mean, wide) / 2)))


def _names(city: City, draw: Draw) -> Iterator[str]:
    """Yield names that are all different in this city; those with its own name are numbered."""
    register = Register()
    stems = language_of(city.country_code).stems
    number = 0
    while True:
        name = _phrase(draw, stems, from_stem=0.8 if city.has_many_tags else 0.35)
        if draw.chance(0.1 if city.has_many_tags else 0.45) or not register.take(name):
            number += 1
            name = f"{city.label} {draw.pick(_STYLES)} {draw.pick(KINDS)} {number}"
            register.take(name)
        yield name


def _phrase(draw: Draw, stems: Words, from_stem: float) -> str:
    kind = draw.pick(KINDS)
    if not draw.chance(from_stem):
        return f"{draw.pick(_ADJECTIVES)} {draw.pick(_NOUNS)} {kind}"
    stem = draw.pick(stems)
    shape = draw.below(8)
    if shape == 0:
        return f"Hotel {stem}"
    if shape <= 2:
        return f"{stem} {kind}"
    return f"{stem} {draw.pick(_NOUNS)} {kind}"
