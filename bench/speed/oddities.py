"""
Oddities: answers written as models write them who do not follow the form to the letter.

Each changes how an answer says what it says, throughout; some also what it says. All are JSON that the
tolerant reader takes.
"""

from collections.abc import Callable, Mapping
from copy import deepcopy
from datetime import date, timedelta
from types import MappingProxyType

from planassay.bench.speed.damage import Document

_KEYS = {
    "current_city": "currentCity",
    "flights": "flight",
    "hotel": "Hotels",
    "attractions": "Attractions",
    "car": "cars",
    "flight_number": "flightNumber",
    "departure_city": "departureCity",
    "departure_time": "departure-time",
    "name": "Name",
    "city": "city_name",
    "price_per_night": "price",
    "price_per_day": "Price Per Day",
    "visit_start": "visitStart",
    "visit_end": "visit-end",
    "check_in": "checkIn",
    "car_type": "type",
}
_NAMES = {"flights": "flight_number", "hotel": "name", "attractions": "name", "car": "car_type"}
_PRICES = ("price", "price_per_night", "price_per_day")
_CLOCKS = ("departure_time", "arrival_time", "visit_start", "visit_end", "check_in")


def _days(answer: Document) -> list[tuple[str, Document]]:
    plan = answer["plan"]
    assert isinstance(plan, dict)
    return list(plan.items())


def _bookings(answer: Document) -> list[tuple[str, Document]]:
    """Return each booking of an answer in the usual form, with the key of its kind."""
    found: list[tuple[str, Document]] = []
    for _, day in _days(answer):
        for kind in _NAMES:
            held = day.get(kind)
            listed: list[Document] = (
                held if isinstance(held, list) else [held] if isinstance(held, dict) else []
            )
            found += [(kind, booking) for booking in listed]
    return found


def _bare_names(answer: Document) -> None:
    for _, day in _days(answer):
        for kind, name in _NAMES.items():
            held = day.get(kind)
            if isinstance(held, list):
                day[kind] = [booking[name] for booking in held]
            elif isinstance(held, dict):
                day[kind] = held[name]


def _days_backwards(answer: Document) -> None:
    answer["plan"] = dict(reversed(_days(answer)))


def _day_names(answer: Document) -> None:
    answer["plan"] = {f"Day {key[3:]}": day for key, day in _days(answer)}


def _dates(answer: Document) -> None:
    first = date(2025, 8, 1)
    answer["plan"] = {
        str(first + timedelta(int(key[3:]) - 1)): day for key, day in _days(answer) if key[3:].isdigit()
    }


def _prices_as_texts(answer: Document) -> None:
    for _, booking in _bookings(answer):
        for key in _PRICES:
            if key in booking:
                booking[key] = f"{booking[key]:.2f}"


def _prices_in_fractions(answer: Document) -> None:
    for _, booking in _bookings(answer):
        for key in _PRICES:
            price = booking.get(key)
            if isinstance(price, float):
                booking[key] = price + 0.0001


def _clocks(answer: Document) -> None:
    for number, (_, booking) in enumerate(_bookings(answer)):
        for key in _CLOCKS:
            if key in booking:
                clock = str(booking[key])
                booking[key] = (f"{clock}:00", f" {clock} ", clock.lstrip("0"))[number % 3]


def _other_keys(answer: Document) -> None:
    for holders in (_bookings(answer), _days(answer)):
        for _, holder in holders:
            for key in list(holder):
                holder[_KEYS.get(key, key)] = holder.pop(key)


def _two_keys(answer: Document) -> None:
    for kind, booking in _bookings(answer):
        if kind != "flights":
            booking["city_name"] = booking["city"]
        if kind == "hotel":
            booking["hotel_name"] = booking["name"]


def _lists_and_objects(answer: Document) -> None:
    for _, day in _days(answer):
        for kind in _NAMES:
            held = day.get(kind)
            if isinstance(held, dict):
                day[kind] = [held]
            elif isinstance(held, list) and len(held) == 1:
                day[kind] = held[0]


def _blanks(answer: Document) -> None:
    for kind, booking in _bookings(answer):
        booking[_NAMES[kind]] = f" {booking[_NAMES[kind]]} ".replace(" ", "  ")


def _capitals(answer: Document) -> None:
    for kind, booking in _bookings(answer):
        booking[_NAMES[kind]] = str(booking[_NAMES[kind]]).upper()


def _unknown_names(answer: Document) -> None:
    for kind, booking in _bookings(answer):
        booking[_NAMES[kind]] = f"{booking[_NAMES[kind]]} II"


def _quoted_names(answer: Document) -> None:
    for kind, booking in _bookings(answer):
        booking[_NAMES[kind]] = f'"{booking[_NAMES[kind]]}"'


def _no_cities(answer: Document) -> None:
    for _, booking in _bookings(answer):
        booking.pop("city", None)


def _dashes(answer: Document) -> None:
    for _, day in _days(answer):
        for kind in _NAMES:
            if not day.get(kind):
                day[kind] = "-"


def _extra_keys(answer: Document) -> None:
    for _, booking in _bookings(answer):
        booking |= {"rating": 4.5, "notes": "close to the river", "id": 7}
    for _, day in _days(answer):
        day |= {"summary": "A day.", "tips": ["Go early.", "Bring water."]}
    plan = answer["plan"]
    assert isinstance(plan, dict)
    plan["totals"] = {"hotel": 348, "flights": 2, "by_day": [1, 2, {"car": 3}]}


def _flag_as_text(answer: Document) -> None:
    answer |= {"is_feasible": "True", "reason": None, "submitted": False}


ODDITIES: Mapping[str, Callable[[Document], None]] = MappingProxyType(
    {
        "bare names": _bare_names,
        "days backwards": _days_backwards,
        "names of days": _day_names,
        "dates for days": _dates,
        "prices as texts": _prices_as_texts,
        "prices in fractions of a cent": _prices_in_fractions,
        "clocks in other forms": _clocks,
        "other keys": _other_keys,
        "two keys for one field": _two_keys,
        "lists for objects, and objects for lists": _lists_and_objects,
        "blanks in names": _blanks,
        "names in capitals": _capitals,
        "names that nobody knows": _unknown_names,
        "names in quotes": _quoted_names,
        "no cities": _no_cities,
        "dashes for nothing": _dashes,
        "keys that are no fields": _extra_keys,
        "flags as texts": _flag_as_text,
    }
)
"""What may be odd about an answer, by name."""


def odd(answer: Document, name: str) -> Document:
    """Return a copy of an answer with a plan in the usual form, written oddly."""
    copy = deepcopy(answer)
    ODDITIES[name](copy)
    return copy
