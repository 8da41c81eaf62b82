"""
The notebook: what tools have answered so far, as a database of its own.

It holds nothing that was not asked for. A look-up that is written down already costs no call.
"""

from collections.abc import Callable, Mapping
from datetime import date
from types import MappingProxyType
from typing import Any

from planassay.kb.errors import InputError
from planassay.kb.formats.travelplanner import Tables
from planassay.kb.formats.travelplanner.answers import (
    read_city,
    read_flight,
    read_restaurant,
    read_road,
    read_room,
    read_sight,
)
from planassay.kb.records import DatedFlight, Restaurant, Road, Room, Sight

Call = Callable[[str, Mapping[str, object]], Mapping[str, Any]]
"""A tool by name, with its arguments; returns what the agent reads."""


class Notebook:
    """
    What is known, and the tools that tell more.

    Parameters
    ----------
    call
        The tools.
    """

    def __init__(self, call: Call) -> None:
        self._call = call
        self.states: dict[str, str] = {}
        """State of each city that was heard of; empty where nobody said."""
        self.flights: dict[tuple[str, str, date], tuple[DatedFlight, ...]] = {}
        self.roads: dict[tuple[str, str], Road | None] = {}
        self._rooms: dict[str, tuple[Room, ...]] = {}
        self._restaurants: dict[str, tuple[Restaurant, ...]] = {}
        self._sights: dict[str, tuple[Sight, ...]] = {}
        self._pages = 0

    def cities(self, state: str) -> list[str]:
        """Ask for the cities of a state."""
        names = [read_city(row) for row in self._ask("CitySearch", state=state)]
        self.states |= dict.fromkeys(names, state)
        return names

    def ask_flights(self, start: str, end: str, on: date) -> None:
        """Ask for the flights of a leg."""
        rows = self._ask("FlightSearch", departure_city=start, destination_city=end, date=on.isoformat())
        first = sum(len(found) for found in self.flights.values())
        self.flights[start, end, on] = tuple(read_flight(row, first + k) for k, row in enumerate(rows))

    def ask_road(self, start: str, end: str) -> None:
        """Ask for the road of a leg; one answer tells what a car and what a taxi costs."""
        rows = self._ask("GoogleDistanceMatrix", origin=start, destination=end, mode="taxi")
        self.roads[start, end] = read_road(rows[0], len(self.roads)) if rows else None

    def ask_city(self, city: str) -> None:
        """Ask for rooms, restaurants and sights of a city, if it was not asked for yet."""
        if city not in self._rooms:
            rooms = self._ask("AccommodationSearch", city=city)
            self._rooms[city] = tuple(read_room(row, k) for k, row in enumerate(rooms))
            meals = self._ask("RestaurantSearch", city=city)
            self._restaurants[city] = tuple(read_restaurant(row, k) for k, row in enumerate(meals))
            sights = self._ask("AttractionSearch", city=city)
            self._sights[city] = tuple(read_sight(row, k) for k, row in enumerate(sights))

    def rooms(self, city: str) -> tuple[Room, ...]:
        """Return the rooms of a city that was asked for."""
        return self._rooms[city]

    def tables(self) -> Tables:
        """Return all that is known as a database."""
        return Tables(
            states=MappingProxyType(dict(self.states)),
            rooms=MappingProxyType(dict(self._rooms)),
            restaurants=MappingProxyType(dict(self._restaurants)),
            sights=MappingProxyType(dict(self._sights)),
            roads=MappingProxyType({leg: road for leg, road in self.roads.items() if road is not None}),
            flights=tuple(flight for found in self.flights.values() for flight in found),
            flights_are_partial=True,
        )

    def _ask(self, tool: str, **arguments: object) -> list[Mapping[str, Any]]:
        """Return the rows of an answer, none where it says so; whatever else it says is no empty table."""
        answer: object = self._call(tool, arguments)
        said: Mapping[str, Any] = answer if isinstance(answer, Mapping) else {}
        rows = [] if isinstance(said.get("message"), str) else said.get("rows")
        if "error" in said or not isinstance(rows, list) or not all(isinstance(r, Mapping) for r in rows):
            raise InputError(f"{tool} answers neither rows nor that there are none", value=answer)
        return rows
