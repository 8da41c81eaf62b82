"""
The sandbox: a database as the official evaluator finds its rows.

By exact name, the last row of a name; by exact text of coordinates, the first row of a pair. What depends on
the database alone is worked out once, so that many plans can be scored against it. Source: Qwen-Agent commit
31a4d36.
"""

import math
import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Final, NamedTuple

from planassay.kb.formats.deepplanning_travel import Database
from planassay.kb.formats.deepplanning_travel.records import Service
from planassay.verifier.official.deepplanning_travel.texts import city, clock, number, rounded

ALL_DAY: Final = frozenset(("Open 24 Hours", "全天开放"))
"""What both times of a sight say that never closes."""

_WEEKDAYS: Final = {
    name: weekday
    for names in (
        ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"),
        ("周一", "周二", "周三", "周四", "周五", "周六", "周日"),
    )
    for weekday, name in enumerate(names, start=1)
}


NO_FARE: Final = -1
"""Stands among the fares of a number for one that is NaN: it is a price, and equal to none."""
_COORDINATES = re.compile(r"\s*([-0-9.]+)\s*,\s*([-0-9.]+)\s*")
_MAX_ROADS = 20_000
"""Ways remembered at most: plans may name anything."""
_MAX_KEPT = 400
"""Characters of a way that is remembered."""


class Hours(NamedTuple):
    """When a place is open, in minutes of the day."""

    opening: int
    closing: int


class Price(NamedTuple):
    """A listed price."""

    text: str
    """Empty if none is listed."""
    whole: int | None
    """Rounded, None if it cannot be."""


class SightFacts(NamedTuple):
    """What decides about a visit."""

    ticket: Price
    is_all_day: bool
    hours: Hours | None
    """None if they cannot be read."""
    closed: frozenset[int]
    """Weekdays, 1 for Monday."""
    bounds: tuple[float, float] | None
    """Shortest and longest visit in hours, None if they cannot be read."""


class EateryFacts(NamedTuple):
    """What decides about a meal."""

    price: Price
    hours: Hours | None


class Sandbox:
    """
    A database by name.

    Parameters
    ----------
    database
        The database of the task.
    """

    def __init__(self, database: Database) -> None:
        self.database = database
        self.sights: Mapping[str, SightFacts] = {
            name: SightFacts(
                ticket=_price(row.ticket_price),
                is_all_day=row.opening.strip() in ALL_DAY and row.closing.strip() in ALL_DAY,
                hours=_hours(row.opening, row.closing),
                closed=frozenset(_closed(row.closing_dates)),
                bounds=_bounds(row.min_hours, row.max_hours),
            )
            for name, row in database.sights_by_name.items()
        }
        self.eateries: Mapping[str, EateryFacts] = {
            name: EateryFacts(_price(row.price), _hours(row.opening, row.closing))
            for name, row in database.eateries_by_name.items()
        }
        self.hotel_prices: Mapping[str, Price] = {
            name: _price(row.price) for name, row in database.lodges_by_name.items()
        }
        self.flight_fares = _fares(database.flights_by_number)
        self.train_fares = _fares(database.trains_by_number)
        self.stations = _stations(database.stops)
        self._known_roads: dict[tuple[str, str], float | None] = {}
        self._coordinates = {
            name: f"{row.latitude},{row.longitude}"
            for name, row in database.locations_by_name.items()
            if number(row.latitude) is not None and number(row.longitude) is not None
        }

    def road_minutes(self, start: str, end: str) -> float | None:
        """Return how long the way between two places takes, None if there is nothing to go by."""
        if len(start) + len(end) > _MAX_KEPT:
            return self._road_minutes(start, end)
        try:
            return self._known_roads[start, end]
        except KeyError:
            minutes = self._road_minutes(start, end)
        if len(self._known_roads) >= _MAX_ROADS:
            self._known_roads.clear()
        self._known_roads[start, end] = minutes
        return minutes

    def _road_minutes(self, start: str, end: str) -> float | None:
        origin, destination = self.coordinates(start), self.coordinates(end)
        if origin is None or destination is None:
            return None
        road = self.database.roads.get((origin, destination))
        minutes = None if road is None else number(road.minutes)
        return None if minutes is None or not math.isfinite(minutes) else minutes

    def coordinates(self, name: str) -> str | None:
        """Return the coordinates of a name as ``lat,lon``; a name may be coordinates itself."""
        found = self._coordinates.get(name)
        if found is None and (pair := _COORDINATES.fullmatch(name)):
            latitude, longitude = number(pair[1]), number(pair[2])
            if latitude is not None and longitude is not None:
                return f"{latitude},{longitude}"
        return found

    def fares(self, name: str) -> frozenset[int] | None:
        """
        Return the rounded fares of a number, None if it is not listed.

        The fares of flights only, if there is a flight of that number; none at all if no row has a price.
        """
        found = self.flight_fares.get(name)
        return self.train_fares.get(name) if found is None else found

    def city_of(self, station: str) -> str | None:
        """Return the city that a station belongs to, None if that is not known."""
        found = self.stations.get(station)
        if found is not None:
            return found
        head = station[:2]
        return head if len(head) == 2 and all("\u4e00" <= letter <= "\u9fa5" for letter in head) else None


def _price(text: str) -> Price:
    value = number(text)
    return Price(text.strip(), None if value is None else rounded(value))


def _hours(opening: str, closing: str) -> Hours | None:
    opens, closes = clock(opening), clock(closing)
    return None if opens is None or closes is None else Hours(opens, closes)


def _closed(text: str) -> Iterable[int]:
    for piece in text.split(","):
        weekday = _WEEKDAYS.get(piece.strip().lower())
        if weekday is not None:
            yield weekday


def _bounds(shortest: str, longest: str) -> tuple[float, float] | None:
    low, high = number(shortest), number(longest)
    return None if low is None or high is None else (low, high)


def _fares(rows: Mapping[str, Sequence[Service]]) -> Mapping[str, frozenset[int]]:
    fares: dict[str, frozenset[int]] = {}
    for name, services in rows.items():
        prices = (number(service.price) for service in services)
        known = [price for price in prices if price is not None]
        whole = (NO_FARE if math.isnan(price) else rounded(price) for price in known)
        fares[name] = frozenset(price for price in whole if price is not None)
    return fares


def _stations(stops: Iterable[tuple[str, str]]) -> Mapping[str, str]:
    return {station.strip(): city(place) for station, place in stops if station.strip() and place.strip()}
