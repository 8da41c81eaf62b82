"""
An auditor to test worlds with: it looks for each kind of defect with plain loops.

It knows nothing of how worlds are made. The words and numbers are those of TREK's own audit; where the world
has a constant of the same meaning, it is written again here, so that neither can drift unseen.
"""

import re
from collections.abc import Callable, Iterable, Mapping
from itertools import combinations

from planassay.kb.catalog import SNAPSHOT, MemorySource
from planassay.kb.clock import flight_time, zone_offset_min
from planassay.kb.geo import Point, haversine_km
from planassay.kb.names import fold
from planassay.kb.personas import PERSONAS
from planassay.kb.records import Attraction, Flight, Hotel
from planassay.kb.zones import airport_zones

Fault = tuple[str, tuple[str, ...]]
"""Label (of a city, or nothing) and the identifiers of the records at fault."""

CAPS = {
    "Nature/Scenery/Park": 8_000,
    "Theme Park/Amusement Park": 15_000,
    "Historic Site/Landmark": 6_000,
    "Museum/Art Gallery": 6_000,
}
ORDER = re.compile("first|then|after|before|next|finally|day ?[123]", re.IGNORECASE)
NIGHT = re.compile(r"\b(night|evening|moonlight|starlight)\b", re.IGNORECASE)
HOTEL_PRICE = re.compile(r"costs ([0-9.]+) USD a night")
TICKET = re.compile(r"ticket costs ([0-9.]+) USD")


def served_cities(source: MemorySource) -> dict[str, set[Point]]:
    """Return each city of the flight table with the positions of its airports."""
    found: dict[str, set[Point]] = {}
    for flight in source.flight_table:
        found.setdefault(flight.from_city, set()).add(flight.from_point)
        found.setdefault(flight.to_city, set()).add(flight.to_point)
    return found


def codes(source: MemorySource) -> list[str]:
    """Return the airports that flights touch."""
    return sorted({code for f in source.flight_table for code in (f.from_iata, f.to_iata)})


def timed(source: MemorySource) -> Iterable[tuple[Flight, int, int]]:
    """Yield the flights whose zones are known, with minutes in the air and days until they land."""
    for flight in source.flight_table:
        zones = airport_zones(flight.from_iata), airport_zones(flight.to_iata)
        if zones[0] is not None and zones[1] is not None:
            offsets = zone_offset_min(zones[0], SNAPSHOT), zone_offset_min(zones[1], SNAPSHOT)
            yield flight, *flight_time(flight.depart, flight.arrive, *offsets)


def needed(flight: Flight) -> float:
    """Return the minutes a flight needs by TREK's repair rule: 800 km/h and half an hour, at least that."""
    return max(30.0, haversine_km(flight.from_point, flight.to_point) / 800 * 60 + 30)


def places(source: MemorySource) -> Iterable[Attraction]:
    """Yield every attraction."""
    for rows in source.attraction_table.values():
        yield from rows


def guest_houses(source: MemorySource) -> Iterable[Hotel]:
    """Yield every hotel."""
    for rows in source.hotel_table.values():
        yield from rows


def dangling_city(source: MemorySource) -> list[Fault]:
    """Find cities with flights that lack a table."""
    tables = (source.hotel_table, source.attraction_table, source.car_table)
    return [("", (city,)) for city in served_cities(source) if not all(city in table for table in tables)]


def twin_cities(source: MemorySource) -> list[Fault]:
    """Find labels that are the same without accents."""
    return [("", pair) for pair in combinations(source.hotel_table, 2) if fold(pair[0]) == fold(pair[1])]


def dangling_airport(source: MemorySource) -> list[Fault]:
    """Find airports that flights touch and the reference table lacks."""
    known = {airport.iata for airport in source.airport_table}
    return [("", (code,)) for code in codes(source) if code not in known]


def unknown_zone(source: MemorySource) -> list[Fault]:
    """Find airports that flights touch and whose zone is not known."""
    return [("", (code,)) for code in codes(source) if airport_zones(code) is None]


def date_line(source: MemorySource) -> list[Fault]:
    """Find flights that do not land on the day that the order of their clocks suggests."""
    return [("", (f.number,)) for f, _, days in timed(source) if days != int(f.arrive < f.depart)]


def impossible_duration(source: MemorySource) -> list[Fault]:
    """Find flights below 0.6 and above 3.0 of what they need."""
    return [("", (f.number,)) for f, minutes, _ in timed(source) if not 0.6 <= minutes / needed(f) <= 3.0]


def duplicate_number(source: MemorySource) -> list[Fault]:
    """Find flights with the number of another."""
    return [("", pair) for pair in _pairs((f.number.lower(), f.number) for f in source.flight_table)]


def short_window(source: MemorySource) -> list[Fault]:
    """Find places that close before a visit is over."""
    found: list[Fault] = []
    for place in places(source):
        assert place.hours is not None
        assert place.duration_min is not None
        opens, closes = place.hours.week[0][0]
        if closes - opens < place.duration_min:
            found.append((place.city, (place.attraction_id,)))
    return found


def night_hours(source: MemorySource) -> list[Fault]:
    """Find places named after the night that open before noon."""
    return [
        (place.city, (place.attraction_id,))
        for place in places(source)
        if NIGHT.search(place.name) and place.hours is not None and place.hours.week[0][0].open < 12 * 60
    ]


def over_cap_ticket(source: MemorySource) -> list[Fault]:
    """Find tickets above the cap of their kind."""
    return [(p.city, (p.attraction_id,)) for p in places(source) if p.ticket_cents > CAPS[p.kind]]


def duplicate_name(source: MemorySource) -> list[Fault]:
    """Find two hotels, or two places, of a city with one name."""
    found: list[Fault] = []
    for label, rows in source.hotel_table.items():
        found += [(label, pair) for pair in _pairs((fold(h.name), h.hotel_id) for h in rows)]
    for label, places_ in source.attraction_table.items():
        found += [(label, pair) for pair in _pairs((fold(p.name), p.attraction_id) for p in places_)]
    return found


def order_word(source: MemorySource) -> list[Fault]:
    """Find names that hold a word of order."""
    found: list[Fault] = [("", (city,)) for city in source.hotel_table if ORDER.search(city)]
    found += [(p.city, (p.attraction_id,)) for p in places(source) if ORDER.search(p.name)]
    found += [(h.city, (h.hotel_id,)) for h in guest_houses(source) if ORDER.search(h.name)]
    return found


def equal_price_cars(source: MemorySource) -> list[Fault]:
    """Find cars that city, type and price do not tell apart."""
    return [
        (label, pair)
        for label, cars in source.car_table.items()
        for pair in _pairs((f"{car.car_type} {car.price_cents}", car.car_id) for car in cars)
    ]


def prose_contradiction(source: MemorySource) -> list[Fault]:
    """Find descriptions that state another price."""
    found: list[Fault] = []
    for hotel in guest_houses(source):
        stated = HOTEL_PRICE.search(hotel.about)
        if stated is None or round(float(stated[1]) * 100) != hotel.price_cents:
            found.append((hotel.city, (hotel.hotel_id,)))
    for place in places(source):
        ticket = TICKET.search(place.overview)
        cents = round(float(ticket[1]) * 100) if ticket else 0
        if cents != place.ticket_cents or (ticket is None and "Entry is free" not in place.overview):
            found.append((place.city, (place.attraction_id,)))
    return found


def tag_mismatch(source: MemorySource) -> list[Fault]:
    """Find records tagged with a persona that nothing of theirs serves."""
    found: list[Fault] = []
    for hotel in guest_houses(source):
        if not all(any(word in hotel.amenities for word in PERSONAS[tag].hotel) for tag in hotel.personas):
            found.append((hotel.city, (hotel.hotel_id,)))
    for place in places(source):
        asked = [PERSONAS[tag].attraction for tag in place.personas]
        if not all(not words or any(word in place.facilities for word in words) for words in asked):
            found.append((place.city, (place.attraction_id,)))
    for label, cars in source.car_table.items():
        for car in cars:
            if not all(any(word in car.services for word in PERSONAS[tag].car) for tag in car.personas):
                found.append((label, (car.car_id,)))
    return found


def far_place(source: MemorySource) -> list[Fault]:
    """Find hotels and places more than 80 km from the nearest airport of their city."""
    airports = served_cities(source)
    found: list[Fault] = []
    for hotel in guest_houses(source):
        if min(haversine_km(hotel.point, point) for point in airports[hotel.city]) > 80:
            found.append((hotel.city, (hotel.hotel_id,)))
    for place in places(source):
        if min(haversine_km(place.point, point) for point in airports[place.city]) > 80:
            found.append((place.city, (place.attraction_id,)))
    return found


INSPECTIONS: Mapping[str, Callable[[MemorySource], list[Fault]]] = {
    "dangling-city": dangling_city,
    "twin-cities": twin_cities,
    "dangling-airport": dangling_airport,
    "unknown-zone": unknown_zone,
    "date-line": date_line,
    "impossible-duration": impossible_duration,
    "duplicate-number": duplicate_number,
    "short-window": short_window,
    "night-hours": night_hours,
    "over-cap-ticket": over_cap_ticket,
    "duplicate-name": duplicate_name,
    "order-word": order_word,
    "equal-price-cars": equal_price_cars,
    "prose-contradiction": prose_contradiction,
    "tag-mismatch": tag_mismatch,
    "far-place": far_place,
}
"""One inspection for each kind of defect, by its name."""


def inspect(source: MemorySource) -> dict[str, list[Fault]]:
    """Return the faults found of each kind, sorted; pairs are sorted too."""
    return {
        kind: sorted((label, tuple(sorted(ids))) for label, ids in look(source))
        for kind, look in INSPECTIONS.items()
    }


def _pairs(named: Iterable[tuple[str, str]]) -> list[tuple[str, str]]:
    """Return the identifiers of those that have the name of one before them, each with that one."""
    before: dict[str, str] = {}
    found: list[tuple[str, str]] = []
    for name, identifier in named:
        if name in before:
            found.append((before[name], identifier))
        before.setdefault(name, identifier)
    return found
