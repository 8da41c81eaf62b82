"""
Atlas: the cities of a knowledge base as trips see them.

Which cities can be stayed in, which are joined by direct flights, how far apart they are, and what pleases a
party in them. It proposes trips; whether one has a plan is for the solver to say.
"""

from collections.abc import Sequence
from functools import cached_property
from itertools import pairwise, permutations

from planassay.kb.catalog import Catalog, Table
from planassay.kb.draw import Draw
from planassay.kb.geo import Point, haversine_km
from planassay.kb.names import fold, squeeze
from planassay.kb.personas import PERSONAS
from planassay.kb.records import Attraction, Hotel
from planassay.verifier.rules.needs import serves_hotel, words

NEAR_KM = 3000
"""Cities of one trip are pairwise no farther apart (TREK commit 216d098)."""

TRIES = 300


class Atlas:
    """
    The cities of a knowledge base.

    Parameters
    ----------
    kb
        The knowledge base.
    """

    def __init__(self, kb: Catalog) -> None:
        self.kb = kb

    @cached_property
    def cities(self) -> tuple[str, ...]:
        """The cities that have flights out and in and all three tables, sorted."""
        out = {a for a, _ in self.kb.flights_by_leg}
        into = {b for _, b in self.kb.flights_by_leg}
        tables = [set(self.kb.labels(table)) for table in Table]
        return tuple(sorted(out.intersection(into, *tables)))

    @cached_property
    def _targets(self) -> dict[str, tuple[str, ...]]:
        targets: dict[str, list[str]] = {city: [] for city in self.cities}
        for a, b in sorted(self.kb.flights_by_leg):
            if a in targets and b in targets:
                targets[a].append(b)
        return {city: tuple(found) for city, found in targets.items()}

    def targets(self, city: str) -> tuple[str, ...]:
        """Return the cities with a direct flight from a city, sorted."""
        return self._targets[city]

    def flies(self, a: str, b: str) -> bool:
        """Return whether there is a direct flight."""
        return (a, b) in self.kb.flights_by_leg

    @cached_property
    def _points(self) -> dict[str, Point]:
        points: dict[str, Point] = {}
        for a, b in sorted(self.kb.flights_by_leg):
            if a not in points:
                points[a] = self.kb.flights_by_leg[a, b][0].from_point
        return points

    def km(self, a: str, b: str) -> float:
        """Return the distance of two cities, by an airport of each."""
        return haversine_km(self._points[a], self._points[b])

    # ---------------------------------------------------------------------------------------------- trips

    def trip(self, draw: Draw, stops: int, *, round_trip: bool) -> tuple[str, tuple[str, ...]] | None:
        """Draw an origin and stops that flights join, the stops near each other, in their shortest order."""
        for _ in range(TRIES if self.cities else 0):
            origin = draw.pick(self.cities)
            chain = self._chain(draw, origin, stops)
            if chain is not None and (not round_trip or self.flies(chain[-1], origin)):
                return origin, self._shortest(origin, chain, round_trip=round_trip)
        return None

    def _chain(self, draw: Draw, origin: str, stops: int) -> tuple[str, ...] | None:
        chain: list[str] = []
        for _ in range(stops):
            options = [
                city
                for city in self.targets(chain[-1] if chain else origin)
                if city != origin and city not in chain and all(self.km(city, c) <= NEAR_KM for c in chain)
            ]
            if not options:
                return None
            chain.append(draw.pick(options))
        return tuple(chain)

    def _shortest(self, origin: str, chain: tuple[str, ...], *, round_trip: bool) -> tuple[str, ...]:
        def legs(order: tuple[str, ...]) -> list[tuple[str, str]]:
            return list(pairwise((origin, *order, *((origin,) if round_trip else ()))))

        flown = [order for order in permutations(chain) if all(self.flies(a, b) for a, b in legs(order))]
        return min(flown, key=lambda order: (sum(self.km(a, b) for a, b in legs(order)), order))

    def stranded(self, draw: Draw, stops: Sequence[str], *, round_trip: bool) -> str | None:
        """Draw an origin from which one leg to or from the stops, and only that one, is not flown."""
        options = [
            city
            for city in self.cities
            if city not in stops
            and [self.flies(city, stops[0]), self.flies(stops[-1], city) or not round_trip].count(False) == 1
        ]
        return draw.pick(options) if options else None

    # ------------------------------------------------------------------------------------------ personas

    def pleasing_hotels(self, city: str, personas: Sequence[str]) -> tuple[Hotel, ...]:
        """Return the hotels of a city that please every persona."""
        party = [PERSONAS[name] for name in personas]
        return tuple(h for h in self.kb.hotels(city) if all(serves_hotel(h, one) for one in party))

    def pleasing_places(self, city: str, personas: Sequence[str]) -> tuple[Attraction, ...]:
        """Return the places of a city that please some persona, or all places where none asks for any."""
        asked = [words(PERSONAS[name].attraction) for name in personas if PERSONAS[name].attraction]
        rows = self.kb.attractions(city)
        return tuple(p for p in rows if not asked or any(words(p.facilities) & wish for wish in asked))

    def lacks_places(self, city: str, personas: Sequence[str]) -> bool:
        """Return whether some persona finds no place in a city."""
        return any(PERSONAS[name].attraction and not self.pleasing_places(city, [name]) for name in personas)

    # -------------------------------------------------------------------------------------------- names

    def has_name(self, cities: Sequence[str], name: str) -> bool:
        """Return whether a hotel or a place of some cities has a name, ignoring case and accents."""
        return any(_key(name) in self._names(city) for city in cities)

    def _names(self, city: str) -> frozenset[str]:
        if city not in self._known:
            names = [hotel.name for hotel in self.kb.hotels(city)]
            names += [place.name for place in self.kb.attractions(city)]
            self._known[city] = frozenset(map(_key, names))
        return self._known[city]

    @cached_property
    def _known(self) -> dict[str, frozenset[str]]:
        return {}


def _key(name: str) -> str:
    return fold(squeeze(name))
