"""
Replies: what TREK's tools answer, read into records.

What no tool tells (persona tags, countries) is empty. Airport codes are not told either; they are those of
the public airport at the same place, since a traveller knows what time it is there.
"""

import csv
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import TypeVar

from planassay.kb.clock import parse_clock
from planassay.kb.errors import InputError
from planassay.kb.formats.trek.cells import duration_min, opening_hours
from planassay.kb.geo import Point, haversine_km
from planassay.kb.money import cents_of_number
from planassay.kb.records import Attraction, Car, Flight, Hotel

Row = Mapping[str, object]
R = TypeVar("R")


def rows_of(reply: Mapping[str, object], *keys: str) -> list[Row]:
    """Return the list of objects under the first key that a reply has."""
    for key in keys:
        rows = reply.get(key)
        if isinstance(rows, list):
            return [row for row in rows if isinstance(row, Mapping)]
    return []


def read_all(rows: Sequence[Row], read: Callable[[Row], R]) -> list[R]:
    """Return the records of those rows that can be read; a row that cannot is of no use to anybody."""
    records = []
    for row in rows:
        try:
            records.append(read(row))
        except InputError:
            continue
    return records


def hotel(row: Row) -> Hotel:
    """Return the hotel of a row; raises ``InputError`` if it is none."""
    return Hotel(
        row=_position(row, "hotel_id"),
        hotel_id=_text(row, "hotel_id"),
        city=_text(row, "city_name"),
        name=_text(row, "name"),
        price_cents=_cents(row, "price"),
        star_halves=_scaled(row, "star", 2) or 0,
        restaurant_rating=_scaled(row, "rate_of_restaurant", 1),
        rating_tenths=_scaled(row, "rating", 10) or 0,
        amenities=_words(row, "amenities"),
        personas=(),
        point=_point(row, ""),
        country="",
        about=str(row.get("about", "")),
        address=str(row.get("address", "")),
    )


def attraction(row: Row) -> Attraction:
    """Return the place of a row; raises ``InputError`` if it is none."""
    hours, duration = str(row.get("open_hours") or ""), str(row.get("duration_of_visit") or "")
    return Attraction(
        row=_position(row, "attraction_id"),
        attraction_id=_text(row, "attraction_id"),
        city=_text(row, "city_name"),
        name=_text(row, "attraction_name"),
        kind=str(row.get("type", "")),
        ticket_cents=_cents(row, "ticket_price"),
        hours=_or_none(opening_hours, hours),
        hours_text=hours,
        duration_min=_or_none(duration_min, duration),
        duration_text=duration,
        restaurant_hundredths=_scaled(row, "rate_of_restaurant", 100),
        facilities=_words(row, "facilities"),
        personas=(),
        point=_point(row, ""),
        country="",
        overview=str(row.get("overview", "")),
        address=str(row.get("address", "")),
    )


def car(row: Row) -> Car:
    """Return the car of a row; raises ``InputError`` if it is none."""
    return Car(
        row=_position(row, "car_id"),
        car_id=_text(row, "car_id"),
        city=_text(row, "city_name"),
        car_type=_text(row, "car_type"),
        price_cents=_cents(row, "price_per_day"),
        seats=_scaled(row, "capacity", 1),
        services=_words(row, "extra_services"),
        personas=(),
        pickup=str(row.get("pickup_location", "")),
    )


def flight(row: Row) -> Flight:
    """Return the flight of a row; raises ``InputError`` if it is none."""
    start, end = _point(row, "departure_airport_"), _point(row, "arrival_airport_")
    leaves, lands = _text(row, "departure_time"), _text(row, "arrival_time")
    return Flight(
        row=_position(row, "flight_id"),
        flight_id=_text(row, "flight_id"),
        number=_text(row, "flight_number"),
        from_city=_text(row, "departure_city"),
        to_city=_text(row, "arrival_city"),
        from_iata=airport_at(start),
        to_iata=airport_at(end),
        depart=_clock(leaves),
        arrive=_clock(lands),
        depart_text=leaves,
        arrive_text=lands,
        fare_cents=_cents(row, "price"),
        from_point=start,
        to_point=end,
        from_airport=str(row.get("departure_airport_name", "")),
        to_airport=str(row.get("arrival_airport_name", "")),
        from_continent="",
        from_country="",
        to_continent="",
        to_country="",
    )


@cache
def airport_at(point: Point) -> str:
    """Return the code of the public airport that is nearest to a point."""
    return min(_airports(), key=lambda known: (haversine_km(known[1], point), known[0]))[0]


@cache
def _airports() -> tuple[tuple[str, Point], ...]:
    table = files("planassay.kb").joinpath("data/large_airports.csv").read_text(encoding="utf-8")
    rows = csv.DictReader(table.splitlines())
    return tuple((row["iata"], Point(float(row["lat"]), float(row["lon"]))) for row in rows)


def _text(row: Row, key: str) -> str:
    value = row.get(key)
    if isinstance(value, bool) or not isinstance(value, str | int) or value == "":
        raise InputError(f"has no {key}", value=value)
    return str(value)


def _position(row: Row, key: str) -> int:
    text = _text(row, key)
    return int(text) if text.isascii() and text.isdigit() else 0


def _cents(row: Row, key: str) -> int:
    cents = cents_of_number(row.get(key))
    if cents is None or cents < 0:
        raise InputError(f"has no price under {key}", value=row.get(key))
    return cents


def _scaled(row: Row, key: str, scale: int) -> int | None:
    value = row.get(key)
    if isinstance(value, bool) or not isinstance(value, int | float) or value != value:
        return None
    return round(value * scale)


def _words(row: Row, key: str) -> tuple[str, ...]:
    value = row.get(key)
    return tuple(item for item in value if isinstance(item, str)) if isinstance(value, list) else ()


def _point(row: Row, prefix: str) -> Point:
    lat, lon = row.get(f"{prefix}latitude"), row.get(f"{prefix}longitude")
    if not isinstance(lat, int | float) or not isinstance(lon, int | float):
        raise InputError(f"has no {prefix}latitude and longitude")
    return Point(float(lat), float(lon))


def _clock(text: str) -> int:
    minute = parse_clock(text)
    if minute is None or minute >= 1440:
        raise InputError("is no clock", value=text)
    return minute


def _or_none(read: Callable[[str], R], text: str) -> R | None:
    try:
        return read(text)
    except ValueError:
        return None
