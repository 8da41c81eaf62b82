"""
The explorer: finds routes that can be travelled, and asks for no more than it takes to find the next one.

A query names a city, or a state and how many of its cities; on which days one travels on is open too. Even
stays are tried first. Legs that are known to be possible are tried before legs that nobody asked for.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import date
from itertools import combinations, pairwise
from math import comb

from planassay.bench.agents.travelplanner.notebook import Notebook
from planassay.kb.errors import InputError
from planassay.kb.formats.travelplanner import Query, Route, RouteLeg, RouteStay

NO_FLIGHT = "no flight"
MOST_SPLITS = 100_000
"""Ways to share days among cities that are tried; a public query has ten at most."""


@dataclass(frozen=True)
class Explorer:
    """
    Looks for routes.

    Attributes
    ----------
    query
        The request; its first and its last day are travelled on.
    notebook
        What is known, and the tools that tell more.
    barren
        Cities in which a stay of so many nights is known to be impossible: they are passed over.
    """

    query: Query
    notebook: Notebook
    barren: set[tuple[str, int]] = field(default_factory=set)

    def routes(self, cities: Sequence[str]) -> Iterator[Route]:
        """Yield the routes through some of the cities that can be travelled, one way or another."""
        visited = [city for city in cities if city != self.query.origin]
        if self.query.city_count > len(visited):
            return
        for days in self._splits():
            for chain in self._chains(visited, days, (self.query.origin,)):
                yield self._route(chain, days)

    def complete(self, route: Route) -> bool:
        """Ask for the ways to make each leg that were not asked for; tell whether there were any."""
        before = len(self.notebook.flights) + len(self.notebook.roads)
        for leg in route.legs:
            self._knows_flight(leg)
            self._knows_road(leg)
        return len(self.notebook.flights) + len(self.notebook.roads) > before

    def _splits(self) -> list[tuple[int, ...]]:
        """Return the days of travel, even stays first."""
        last, inner = self.query.days, self.query.city_count - 1
        if last > 1 and comb(last - 2, inner) > MOST_SPLITS:
            raise InputError(f"{last} days fall to {inner + 1} cities in more than {MOST_SPLITS} ways")
        found = [(1, *days, last) for days in combinations(range(2, last), inner)]
        return sorted(found, key=lambda days: (max(_nights(days)) - min(_nights(days)), days))

    def _chains(
        self, cities: Sequence[str], days: Sequence[int], chain: tuple[str, ...]
    ) -> Iterator[tuple[str, ...]]:
        number = len(chain)
        if number == len(days):
            yield chain
            return
        nights = days[number] - days[number - 1]
        on = self.query.dates[days[number - 1] - 1]
        for city in sorted(cities, key=lambda city: not self._is_known_open(chain[-1], city, on)):
            if city in chain or (city, nights) in self.barren:
                continue
            if number == len(days) - 1 and not self._is_open(self._leg(city, self.query.origin, days[-1])):
                continue
            if self._is_open(self._leg(chain[-1], city, days[number - 1])):
                yield from self._chains(cities, days, (*chain, city))

    def _leg(self, start: str, end: str, day: int) -> RouteLeg:
        return RouteLeg(start, end, day, self.query.dates[day - 1])

    def _is_known_open(self, start: str, end: str, on: date) -> bool:
        notes = self.notebook
        return bool(notes.flights.get((start, end, on))) or _is_drivable(notes, start, end)

    def _is_open(self, leg: RouteLeg) -> bool:
        """Tell whether a leg can be made, asking for as little as that takes."""
        first, second = self._knows_flight, self._knows_road
        if self.query.origin not in (leg.start, leg.end):
            first, second = second, first  # between cities of a state roads are the rule
        return first(leg) or second(leg)

    def _knows_flight(self, leg: RouteLeg) -> bool:
        if self.query.wishes.transportation == NO_FLIGHT:
            return False
        key = leg.start, leg.end, leg.date
        if key not in self.notebook.flights:
            self.notebook.ask_flights(*key)
        return bool(self.notebook.flights[key])

    def _knows_road(self, leg: RouteLeg) -> bool:
        if (leg.start, leg.end) not in self.notebook.roads:
            self.notebook.ask_road(leg.start, leg.end)
        return _is_drivable(self.notebook, leg.start, leg.end)

    def _route(self, chain: Sequence[str], days: Sequence[int]) -> Route:
        ends = pairwise((*chain, self.query.origin))
        legs = tuple(self._leg(*pair, day) for pair, day in zip(ends, days, strict=True))
        return Route(legs, tuple(RouteStay(a.end, a.day, b.day) for a, b in pairwise(legs)))


def _is_drivable(notebook: Notebook, start: str, end: str) -> bool:
    road = notebook.roads.get((start, end))
    return road is not None and road.is_open


def _nights(days: Sequence[int]) -> list[int]:
    return [b - a for a, b in pairwise(days)]
