"""
Prose: the sentences that describe a hotel and a place, made from their records alone.

They repeat what the columns say, so a text that says something else is a defect (see ``defects``).
"""

from planassay.kb.money import format_cents
from planassay.kb.records import Attraction, Hotel

PRAISE_FROM_TENTHS = 40
"""A hotel that its guests rate lower is not praised."""

_HOTEL_MOODS = (
    "Mornings are quiet here, and breakfast is taken without hurry.",
    "Its rooms look onto a courtyard with old trees.",
    "A short walk leads to shops, cafés and the market.",
    "The staff know the city well and draw maps for their guests.",
    "Thick walls keep the street outside.",
    "The lobby smells of fresh coffee and beeswax.",
    "Its stairs creak, its beds do not.",
    "Guests praise the light in the upper rooms.",
    "The house was done up lately, from the cellar to the roof.",
    "Windows open wide, and the air is good.",
    "It is a plain house that is kept with care.",
    "Regulars come back for the view from the terrace.",
)
_PLACE_MOODS = {
    "Nature/Scenery/Park": (
        "Paths wind along the water and under tall trees.",
        "In spring its meadows are full of flowers.",
        "Benches at the bends invite to look around.",
        "Birds are many here, people few.",
        "A lookout at its far end shows the whole valley.",
        "The wind plays in the reeds, and the day slows down.",
    ),
    "Theme Park/Amusement Park": (
        "Rides for the brave stand beside carousels for the small.",
        "Its great wheel is seen from all over town.",
        "Bands play between the stalls all day long.",
        "Water slides and tunnels fill a whole day.",
        "Families come early and stay until the lights go on.",
        "A little train carries the tired from one end to the other.",
    ),
    "Historic Site/Landmark": (
        "Its stones have seen five centuries come and go.",
        "Steep stairs lead up to a wide view over the roofs.",
        "Guides tell who built it, and who tried to tear it down.",
        "The carvings above the gate were restored by hand.",
        "Inside it is cool, dim and still.",
        "A model in the hall shows how the quarter once looked.",
    ),
    "Museum/Art Gallery": (
        "Its rooms lead from old maps to new paintings.",
        "Half of what it shows may be touched.",
        "The collection was a gift of a family of merchants.",
        "Every hall has one piece that is worth the way.",
        "Drawings on loan change from month to month.",
        "A workshop lets visitors print a sheet of their own.",
    ),
}
_PLACE_WORDS = {
    "Nature/Scenery/Park": "a place of nature",
    "Theme Park/Amusement Park": "an amusement park",
    "Historic Site/Landmark": "a historic site",
    "Museum/Art Gallery": "a museum",
}


def about(hotel: Hotel) -> str:
    """Return the description of a hotel."""
    stars = f"{hotel.star_halves / 2:g}-star"
    mood = _HOTEL_MOODS[(hotel.row + len(hotel.name)) % len(_HOTEL_MOODS)]
    praise = f" {mood}" if hotel.rating_tenths >= PRAISE_FROM_TENTHS else ""
    return (
        f"{hotel.name} is a {stars} hotel in {hotel.city}, {hotel.country}.{praise}"
        f" It offers {', '.join(hotel.amenities)}. A room costs {dollars(hotel.price_cents)} a night."
        f" Guests rate it {hotel.rating_tenths / 10:.1f}/10 and its restaurant {hotel.restaurant_rating}/5."
    )


def overview(place: Attraction) -> str:
    """Return the description of a place to visit."""
    moods = _PLACE_MOODS[place.kind]
    ticket = f"A ticket costs {dollars(place.ticket_cents)}." if place.ticket_cents else "Entry is free."
    return (
        f"{place.name} is {_PLACE_WORDS[place.kind]} in {place.city}, {place.country}."
        f" {moods[(place.row + len(place.name)) % len(moods)]}"
        f" {ticket} A visit takes {place.duration_text}. Open {place.hours_text} every day."
    )


def dollars(cents: int) -> str:
    """
    Return an amount in dollars as prose writes it.

    Examples
    --------
    >>> dollars(8700), dollars(1168), dollars(1330)
    ('87 USD', '11.68 USD', '13.30 USD')
    """
    return f"{format_cents(cents).removesuffix('.00')} USD"
