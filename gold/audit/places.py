"""
Places: faults of the tables of hotels, attractions and cars.

Each check looks at one record, or at the records of one city. Caps of tickets are those of TREK's own repairs
(commit c069b3a).
"""

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from math import atan2, cos, degrees, hypot, radians, sin
from statistics import median

from planassay.gold.audit.flaws import Flaw
from planassay.kb.catalog import Source, Table
from planassay.kb.geo import Point, haversine_km
from planassay.kb.money import format_cents, parse_cents
from planassay.kb.personas import persona
from planassay.kb.records import Attraction, Car, Hotel
from planassay.kb.worlds.trek import Defect
from planassay.kb.worlds.trek.attractions import KINDS, is_night_name
from planassay.verifier.official.trek.request import ORDER_WORDS
from planassay.verifier.rules.needs import words

FAR_KM = 80
"""Distance from the middle of a city at which TREK's own audit begins to doubt a place."""
NOON = 12 * 60
CAPS = {kind.name: kind.cap_cents for kind in KINDS}
_AMOUNT = re.compile(
    r"(?:\$ ?|\bUSD ?)(\d[\d,]*(?:\.\d{1,2})?)|\b(\d[\d,]*(?:\.\d{1,2})?) ?(?:USD|dollars?)\b"
)


def place_flaws(source: Source) -> Iterator[Flaw]:
    """Yield the faults of every city."""
    hotels = {label: source.hotels(label) for label in source.labels(Table.HOTELS)}
    attractions = {label: source.attractions(label) for label in source.labels(Table.ATTRACTIONS)}
    for label in sorted(hotels.keys() | attractions.keys()):
        mine, sights = hotels.get(label, ()), attractions.get(label, ())
        yield from _names("hotels", label, [(one.hotel_id, one.name) for one in mine])
        yield from _names("attractions", label, [(one.attraction_id, one.name) for one in sights])
        yield from _far(label, mine, sights)
        for hotel in mine:
            yield from _hotel(hotel, label)
        for place in sights:
            yield from _attraction(place, label)
    for label in source.labels(Table.CARS):
        yield from _cars(label, source.cars(label))


def order_word(text: str) -> str | None:
    """Return the first word in a text that the official loader takes for one about order."""
    lower = text.lower()
    return next((word for word in ORDER_WORDS if word in lower), None)


def _names(table: str, label: str, rows: Sequence[tuple[str, str]]) -> Iterator[Flaw]:
    first: dict[str, str] = {}
    for row_id, name in rows:
        other = first.setdefault(name.lower(), row_id)
        if other != row_id:
            yield Flaw(Defect.DUPLICATE_NAME.value, table, label, (other, row_id), f"both {name}")
        if word := order_word(name):
            detail = f"{name} holds {word!r}, which turns a request for several cities into one about order"
            yield Flaw(Defect.ORDER_WORD.value, table, label, (row_id,), detail)


def _hotel(hotel: Hotel, label: str) -> Iterator[Flaw]:
    yield from _prose("hotels", label, hotel.hotel_id, hotel.about, hotel.price_cents)
    for tag in hotel.personas:
        known = persona(tag)
        if known and known.hotel and words(known.hotel).isdisjoint(words(hotel.amenities)):
            detail = f"tagged {tag!r} without any of its amenities"
            yield Flaw(Defect.TAG_MISMATCH.value, "hotels", label, (hotel.hotel_id,), detail)


def _attraction(place: Attraction, label: str) -> Iterator[Flaw]:
    ids = (place.attraction_id,)
    yield from _prose("attractions", label, place.attraction_id, place.overview, place.ticket_cents)
    cap = CAPS.get(place.kind)
    if cap is not None and place.ticket_cents > cap:
        detail = f"{format_cents(place.ticket_cents)}, the cap is {format_cents(cap)}"
        yield Flaw(Defect.OVER_CAP_TICKET.value, "attractions", label, ids, detail)
    windows = [] if place.hours is None else [window for day in place.hours.week for window in day]
    longest = max((window.close - window.open for window in windows), default=None)
    if longest is not None and place.duration_min is not None and longest < place.duration_min:
        detail = f"open {place.hours_text} for a visit of {place.duration_text}"
        yield Flaw(Defect.SHORT_WINDOW.value, "attractions", label, ids, detail)
    if windows and is_night_name(place.name) and min(window.open for window in windows) < NOON:
        detail = f"{place.name} opens {place.hours_text}"
        yield Flaw(Defect.NIGHT_HOURS.value, "attractions", label, ids, detail)


def _prose(table: str, label: str, row_id: str, text: str, cents: int) -> Iterator[Flaw]:
    """Compare the amounts that a description states, if any, with the price of the column."""
    stated = [parse_cents((a or b).replace(",", "")) for a, b in _AMOUNT.findall(text)]
    if stated and cents not in stated:
        detail = f"described at {format_cents(stated[0])}, priced at {format_cents(cents)}"
        yield Flaw(Defect.PROSE_CONTRADICTION.value, table, label, (row_id,), detail)


def _cars(label: str, cars: Sequence[Car]) -> Iterator[Flaw]:
    alike: dict[tuple[str, int], list[Car]] = defaultdict(list)
    for car in cars:
        for other in alike[car.car_type, car.price_cents]:
            if sorted(other.services) != sorted(car.services):
                detail = f"both {car.car_type} at {format_cents(car.price_cents)}"
                ids = (other.car_id, car.car_id)
                yield Flaw(Defect.EQUAL_PRICE_CARS.value, "cars", label, ids, detail)
        alike[car.car_type, car.price_cents].append(car)


def _far(label: str, hotels: Sequence[Hotel], attractions: Sequence[Attraction]) -> Iterator[Flaw]:
    spots = [("hotels", one.hotel_id, one.point) for one in hotels]
    spots += [("attractions", one.attraction_id, one.point) for one in attractions]
    if not spots:
        return
    middle = _middle([point for _, _, point in spots])
    for table, row_id, point in spots:
        km = haversine_km(middle, point)
        if km > FAR_KM:
            yield Flaw(
                Defect.FAR_PLACE.value, table, label, (row_id,), f"{km:.0f} km from the middle of the city"
            )


def _middle(points: Sequence[Point]) -> Point:
    """Return the middle of a cloud: medians in space, so that the date line is no edge."""
    angles = [(radians(point.lat), radians(point.lon)) for point in points]
    x = median(cos(lat) * cos(lon) for lat, lon in angles)
    y = median(cos(lat) * sin(lon) for lat, lon in angles)
    z = median(sin(lat) for lat, _ in angles)
    return Point(degrees(atan2(z, hypot(x, y))), degrees(atan2(y, x)))
