"""
Attractions: four kinds of places to visit, their tickets, hours, durations and facilities.

Shares, durations, caps and medians are those of TREK's tables (commit a656fc8). Every place is open at least
as long as a visit takes, and only places with a word of the night in their name open in the evening alone.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from planassay.kb.draw import Deck, Draw
from planassay.kb.hours import Window, every_day, format_window
from planassay.kb.records import Attraction
from planassay.kb.shares import shares
from planassay.kb.worlds.trek.languages import language_of
from planassay.kb.worlds.trek.naming import NIGHT_WORDS, Register, listed
from planassay.kb.worlds.trek.places import Surroundings, address, surroundings
from planassay.kb.worlds.trek.prose import overview
from planassay.kb.worlds.trek.scaffold import City
from planassay.kb.worlds.trek.tags import PLACE_BASE, PLACE_BUNDLES, Words, many, with_bundles

TAGS = ((1, 1.0), (2, 3.0), (3, 16.0))
MANY_TAGS = 6
FREE = 0.035
"""Share of the places that ask no ticket."""
TICKET_SIGMA = 0.75
NIGHT = 0.03
"""Share of the places, theme parks apart, that open in the evening only."""
CLONE = 0.04
"""Share of the names that are another's with "No.2", "No.3" and so on."""


@dataclass(frozen=True, slots=True)
class Kind:
    """
    A kind of place.

    ``weight`` is its number among 149 places, ``ticket_cents`` the median of its tickets and ``cap_cents``
    the dearest; ``nouns`` are what its names end in.
    """

    name: str
    weight: int
    hours: tuple[int, ...]
    restaurant_hundredths: int
    ticket_cents: int
    cap_cents: int
    nouns: tuple[str, ...]


KINDS = (
    Kind(
        "Nature/Scenery/Park",
        49,
        (3,),
        370,
        1_230,
        8_000,
        listed(
            "Park, Garden, Gorge Trail, Nature Reserve, Wetland, Lake Walk, Arboretum, Falls, Grove, "
            "Ridge Path, Meadows, Botanic Terrace, Dunes, Viewpoint, Bird Sanctuary, River Bend"
        ),
    ),
    Kind(
        "Theme Park/Amusement Park",
        41,
        (6, 7, 8),
        375,
        2_260,
        15_000,
        listed(
            "Funfair, Adventure Park, Water World, Thrill Park, Play Kingdom, Coaster Park, Wonderland, "
            "Toy Town, Splash Lagoon, Space Harbour, Fairground, Pirate Cove, Fantasy Park, "
            "Climbing Village"
        ),
    ),
    Kind(
        "Historic Site/Landmark",
        31,
        (2,),
        350,
        1_330,
        6_000,
        listed(
            "Fort, Gate, Watchtower, Abbey Ruins, Old Bridge, Citadel, Bell Tower, Market Hall, Aqueduct, "
            "Merchant House, City Wall, Lighthouse, Palace, Observatory, Cloister, Triumphal Arch"
        ),
    ),
    Kind(
        "Museum/Art Gallery",
        28,
        (2,),
        400,
        860,
        6_000,
        listed(
            "Museum, Gallery, Collection, Art House, Print Rooms, Exhibition Hall, Sculpture Court, "
            "Museum of Maps, Museum of Glass, Photo Gallery, Craft Museum, Museum of Tides, Clock Museum, "
            "Textile Museum"
        ),
    ),
)
"""In the order of the tables, the texts being TREK's; a city's places come kind by kind."""

_DAY_WINDOWS = (
    ("09:00-17:30", 18.0),
    ("08:30-17:00", 11.0),
    ("08:30-17:30", 10.0),
    ("09:00-18:00", 9.0),
    ("09:30-17:00", 7.0),
    ("10:00-22:00", 6.0),
    ("10:00-19:00", 5.0),
    ("09:00-21:00", 5.0),
    ("08:00-22:00", 4.0),
    ("08:00-20:00", 4.0),
    ("09:00-17:00", 4.0),
    ("10:00-20:00", 4.0),
    ("10:00-18:00", 4.0),
    ("08:30-19:00", 3.0),
    ("09:30-23:00", 2.0),
)
_EVENING_WINDOWS = (("18:00-21:00", 3.0), ("19:00-23:00", 3.0), ("20:00-23:00", 3.0), ("19:30-22:30", 2.0))
_Hours = tuple[tuple[Window, float], ...]


def _windows(spans: tuple[tuple[str, float], ...]) -> _Hours:
    clocks = [[int(part[:2]) * 60 + int(part[3:]) for part in text.split("-")] for text, _ in spans]
    return tuple((Window(*ends), weight) for ends, (_, weight) in zip(clocks, spans, strict=True))


DAY_WINDOWS: _Hours = _windows(_DAY_WINDOWS)
EVENING_WINDOWS: _Hours = _windows(_EVENING_WINDOWS)

_ADJECTIVES = listed(
    "Ancient, Blooming, Celestial, Chalk, Cobalt, Dancing, Drifting, Echoing, Enchanted, Evergreen, "
    "Floating, Forgotten, Gilded, Glass, Humming, Jade, Laughing, Lost, Mirror, Moss, Old, Paper, "
    "Rainbow, Rustling, Salt, Shimmering, Singing, Sleeping, Stone, Sunken, Swaying, Tangled, Tidal, "
    "Twin, Verdant, Wandering, Weathered, Whispering, Winding, Windy"
)
_THINGS = listed(
    "Acorn, Beacon, Birch, Cascade, Cloud, Comet, Cypress, Dragonfly, Elm, Feather, Fern, Firefly, Fox, "
    "Harp, Hawk, Heron, Horizon, Iris, Island, Kite, Lark, Lily, Loom, Lotus, Marigold, Moon, "
    "Nightingale, Oak, Orchid, Otter, Pebble, Pilgrim's, Pine, Potter's, Raven, Reed, Sailor's, "
    "Shepherd's, Star, Stork, Swallow, Thistle, Tinker's, Waterlily"
)
_OFFERS = ("Day Pass", "One-Day Tour", "Guided Tour", "Morning Visit", "Skip-the-Line Ticket", "Family Pass")
_NIGHT_OFFERS = ("Night Walk", "Evening Show", "Moonlight Tour", "Starlight Concert")


def attractions(city: City, count: int, seed: int) -> tuple[Attraction, ...]:
    """Return the places to visit of a city."""
    draw = Draw(seed, "attractions", city.label)
    around = surroundings(city, seed)
    deck = Deck(draw, list(PLACE_BUNDLES))
    register = Register()
    rows: list[Attraction] = []
    for kind, number in zip(KINDS, shares(count, [float(kind.weight) for kind in KINDS]), strict=True):
        names = _names(city, kind, draw, register)
        for _ in range(number):
            rows.append(_place(city, kind, len(rows), next(names), draw, deck, around))
    return tuple(rows)


def _place(
    city: City, kind: Kind, row: int, name: str, draw: Draw, deck: Deck, around: Surroundings
) -> Attraction:
    if city.has_many_tags:
        tags, facilities = many(draw, PLACE_BASE, PLACE_BUNDLES, MANY_TAGS)
    else:
        tags = deck.deal(draw.weighted(TAGS))
        facilities = with_bundles(PLACE_BASE, PLACE_BUNDLES, tags)
    duration_min = 60 * draw.pick(kind.hours)
    window = _window(draw, name, duration_min)
    place = Attraction(
        row=row,
        attraction_id=str(row + 1),
        city=city.label,
        name=name,
        kind=kind.name,
        ticket_cents=_ticket(kind, draw, around.level),
        hours=every_day([window]),
        hours_text=format_window(window),
        duration_min=duration_min,
        duration_text=f"{duration_min // 60} hours",
        restaurant_hundredths=kind.restaurant_hundredths,
        facilities=facilities,
        personas=tags,
        point=around.spot(draw),
        country=city.country,
        overview="",
        address=address(city, draw),
    )
    return replace(place, overview=overview(place))


def is_night_name(name: str) -> bool:
    """Return whether a name says that the place opens in the evening."""
    words = name.lower().split()
    return any(word in words for word in NIGHT_WORDS)


def _window(draw: Draw, name: str, duration_min: int) -> Window:
    windows = EVENING_WINDOWS if is_night_name(name) else DAY_WINDOWS
    return draw.weighted([(w, weight) for w, weight in windows if w.close - w.open >= duration_min])


def _ticket(kind: Kind, draw: Draw, level: float) -> int:
    """Draw a ticket in cents, never above the cap of its kind."""
    if draw.chance(FREE):
        return 0
    while True:
        cents = round(draw.lognormal(kind.ticket_cents * level**0.5, TICKET_SIGMA))
        if cents <= kind.cap_cents:
            return cents


def _names(city: City, kind: Kind, draw: Draw, register: Register) -> Iterator[str]:
    """Yield names that are all different in this city."""
    stems = language_of(city.country_code).stems
    given: list[str] = []
    clones: dict[str, int] = {}
    while True:
        if given and draw.chance(CLONE):
            base = draw.pick(given)
            clones[base] = clones.get(base, 1) + 1
            name = f"{base} No.{clones[base]}"
        else:
            name = _phrase(city, kind, draw, stems)
        if register.take(name):
            if " No." not in name:
                given.append(name)
            yield name


def _phrase(city: City, kind: Kind, draw: Draw, stems: Words) -> str:
    noun = draw.pick(kind.nouns)
    shape = draw.below(10)
    if shape < 4:
        base = f"{draw.pick(_ADJECTIVES)} {draw.pick(_THINGS)} {noun}"
    elif shape < 7:
        base = f"{draw.pick(stems)} {noun}"
    elif shape < 9:
        base = f"{draw.pick(stems)} {draw.pick(_THINGS)} {noun}"
    else:
        base = f"{city.label} {draw.pick(_THINGS)} {noun}"
    if kind.name != KINDS[1].name and draw.chance(NIGHT):
        return f"{base}: {draw.pick(_NIGHT_OFFERS)}"
    if draw.chance(0.08):
        return (
            f"{base} & {draw.pick(_THINGS)} {draw.pick(_OFFERS)}"
            if draw.chance(0.5)
            else f"{base}: {draw.pick(_OFFERS)}"
        )
    return base
