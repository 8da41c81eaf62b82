"""
Reading a submission: the payload in it, its days, and the bookings it lists.

This is the tolerant part of the official evaluator: case of keys, aliases and containers hardly matter
here, and each booking counts once in the whole plan. What comes after is stricter, and reads some values
again from the days as they were written. Source: TREK commit a656fc8, ``scoring.py``.

Values are of any JSON kind. Where the official code fails on one (a number as the name of a hotel), so
does this, with whatever exception Python has for it; ``evaluator`` turns that into a failed submission.
"""

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Any, NamedTuple

JsonValue = Any
"""A value of any JSON kind, on which the official code acts as if it were of the right one."""

JsonObject = dict[str, JsonValue]

NOTHING = "-"
"""What plans write where there is nothing."""

# One blank before "to" suffices: further ones belong to the part before it, whose ends are cut.
_LABEL_BREAK = re.compile(r"\sto\s+|->", re.IGNORECASE)
_FIRST_NUMBER = re.compile(r"\d+")
_LOWER_KEYS: set[tuple[str, ...]] = set()
_MAX_KEYS, _MAX_KEY, _MAX_REMEMBERED = 16, 40, 2000
"""Objects of so many keys of so many letters are remembered, and so many of them: answers may hold any."""
_MAX_LABEL = 100
_USUAL_DAYS = {f"day{n}": (0, n, "") for n in range(1, 32)}


class Day(NamedTuple):
    """One object-valued entry of a plan."""

    key: str
    raw: JsonObject
    """As written."""
    low: JsonObject
    """By lower-case key; of keys that differ in case alone the last holds."""
    stay: JsonObject | None
    """The day's hotel (the first, if it lists several), as written, if it is an object."""
    hotel: JsonObject | None
    """The same by lower-case key."""


class Booking(NamedTuple):
    """A hotel, an attraction or a car, where the plan names it first."""

    name: str
    """Name or, of a car, type; as written, with its blanks."""
    stated: JsonObject
    """All that the plan says of it, as written."""


class Reading(NamedTuple):
    """What the official evaluator takes from a submission before it looks at any rule."""

    is_feasible: bool
    reason: str
    """Why a plan is refused, if it is."""
    days: tuple[Day, ...]
    """In the order of writing."""
    flights: tuple[JsonObject, ...]
    hotels: tuple[Booking, ...]
    attractions: tuple[Booking, ...]
    cars: tuple[Booking, ...]
    labels: tuple[str, ...]
    """Cities that the days are labelled with, each once."""


def read(submission: Mapping[str, object]) -> Reading:
    """
    Return what a submission says.

    A plan that has itself a key ``is_feasible`` or ``plan`` is taken for the whole answer, and what
    stands around it is not read.
    """
    plan: JsonValue = submission.get("plan")
    if isinstance(plan, dict) and ("is_feasible" in plan or "plan" in plan):
        payload = lowered(plan)
        plan = payload.get("plan")
        claim, reason = payload.get("is_feasible"), first(payload, "refusal_reason", "reason")
    else:
        claim, reason = submission.get("is_feasible"), submission.get("refusal_reason")
    days = tuple(_days(plan)) if isinstance(plan, dict) else ()
    lists = _Lists()
    for day in sorted(days, key=_written_key):
        lists.take(day)
    return Reading(
        is_feasible=bool(claim),
        reason=str(reason) if reason else "",
        days=days,
        flights=tuple(lists.flights.values()),
        hotels=tuple(lists.hotels.values()),
        attractions=tuple(lists.attractions.values()),
        cars=tuple(lists.cars.values()),
        labels=tuple(lists.labels),
    )


def lowered(value: JsonObject) -> JsonObject:
    """
    Return an object by lower-case key; of keys that differ in case alone the last holds.

    Most objects are so already. Their keys are remembered, as plans repeat them over and over.
    """
    keys = tuple(value)
    if keys in _LOWER_KEYS:
        return value
    low = {key.lower(): item for key, item in value.items()}
    if tuple(low) == keys and len(keys) <= _MAX_KEYS and max(map(len, keys), default=0) <= _MAX_KEY:
        if len(_LOWER_KEYS) >= _MAX_REMEMBERED:
            _LOWER_KEYS.clear()
        _LOWER_KEYS.add(keys)
    return low


def first(low: JsonObject, name: str, alias: str) -> JsonValue:
    """Return the value of the first name that is a key, even if that value is empty."""
    return low[name] if name in low else low.get(alias)


def sole(container: object) -> JsonObject | None:
    """Return the object of a container that holds at most one thing that counts: itself, or its first."""
    if isinstance(container, list):
        container = container[0] if container else None
    return container if isinstance(container, dict) else None


def numbered(days: tuple[Day, ...]) -> list[Day]:
    """Return days by the first number in their keys, then those without one by their keys."""
    return sorted(days, key=_day_order)


def _written_key(day: Day) -> str:
    return day.key


def _day_order(day: Day) -> tuple[int, int, str]:
    usual = _USUAL_DAYS.get(day.key)
    if usual is not None:
        return usual
    number = _FIRST_NUMBER.search(day.key)
    return (0, int(number.group()), "") if number else (1, 0, day.key)


def _days(plan: JsonObject) -> list[Day]:
    days = []
    for key, raw in plan.items():
        if isinstance(raw, dict):
            low = lowered(raw)
            stay = sole(first(low, "hotel", "hotels"))
            days.append(Day(key, raw, low, stay, None if stay is None else lowered(stay)))
    return days


class _Lists:
    """Bookings in the making, each under what makes it the same as another."""

    def __init__(self) -> None:
        self.flights: dict[str, JsonObject] = {}
        self.hotels: dict[tuple[str, str], Booking] = {}
        self.attractions: dict[tuple[str, str], Booking] = {}
        self.cars: dict[tuple[str, str], Booking] = {}
        self.labels: dict[str, None] = {}

    def take(self, day: Day) -> None:
        """Add what a day books."""
        low = day.low
        flights = first(low, "flights", "flight")
        if flights:
            self._take_flights(flights)
        if day.stay is not None and day.hotel is not None:
            _take(self.hotels, day.stay, day.hotel, first(day.hotel, "name", "hotel_name"))
        car = sole(first(low, "car", "cars"))
        if car is not None:
            own = lowered(car)
            _take(self.cars, car, own, first(own, "type", "car_type"))
        attractions = first(low, "attractions", "attraction")
        if isinstance(attractions, dict):
            attractions = [attractions]
        if isinstance(attractions, list):
            for item in attractions:
                if isinstance(item, dict):
                    own = lowered(item)
                    _take(self.attractions, item, own, first(own, "name", "attraction_name"))
        label = first(low, "current_city", "currentcity")
        if label and isinstance(label, str):
            self.labels.update(_usual_label(label) if len(label) <= _MAX_LABEL else split_label(label))

    def _take_flights(self, flights: object) -> None:
        if isinstance(flights, dict):
            flights = [flights]
        if not isinstance(flights, list):
            return
        for item in flights:
            if isinstance(item, dict):
                number = first(lowered(item), "flight_number", "flightnumber")
                if number and number != NOTHING:
                    self.flights.setdefault(str(number).strip().lower(), item)
            elif isinstance(item, str) and item.strip() not in ("", NOTHING):
                self.flights.setdefault(item.strip().lower(), {"flight_number": item})


def _take(
    bookings: dict[tuple[str, str], Booking], stated: JsonObject, low: JsonObject, name: JsonValue
) -> None:
    if name and name != NOTHING:
        key = name.lower(), str(low.get("city") or "").lower()
        if key not in bookings:
            bookings[key] = Booking(name, stated)


@lru_cache(maxsize=4096)
def _usual_label(label: str) -> dict[str, None]:
    return split_label(label)


def split_label(label: str) -> dict[str, None]:
    """
    Return the cities of a day's label, as keys in order.

    Examples
    --------
    >>> [list(split_label(label)) for label in ("from Belfast to Edinburgh", "Cairo->Riga", "Toronto")]
    [['Belfast', 'Edinburgh'], ['Cairo', 'Riga'], ['Toronto']]
    """
    parts: dict[str, None] = {}
    for piece in _LABEL_BREAK.split(label):
        part = piece.strip()
        if part[:5].lower() == "from ":
            part = part[5:].strip()
        if part:
            parts[part] = None
    return parts
