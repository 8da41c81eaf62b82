"""
Roaming: a query that leaves its route open, in the scope of all that the tables know.

Any cities of the destination in any order, any days of travel. Each route is a problem of its own; below its
cost lies a floor of the cheapest ride of each leg, the cheapest room and the cheapest meals of each stay.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import cached_property
from itertools import pairwise
from typing import TypeVar

from planassay.kb.formats.travelplanner import (
    Query,
    Route,
    RouteLeg,
    RouteStay,
    Wishes,
    open_route,
    places,
    query_of,
    requirements,
    splits,
)
from planassay.kb.formats.travelplanner.wishes import BUDGET
from planassay.kb.task import Cause, Task
from planassay.solver.alternatives import Alternatives, whole_proof
from planassay.solver.compile.travelplanner.causes import Blocker
from planassay.solver.compile.travelplanner.lodging import lodgings
from planassay.solver.compile.travelplanner.names import Towns
from planassay.solver.compile.travelplanner.transport import (
    COURSES,
    drive_cents,
    passages,
)
from planassay.solver.proof import Proof

Part = TypeVar("Part")


class Roaming(Alternatives[Part]):
    """
    One query whose route is open.

    Parameters
    ----------
    task
        The request.
    towns
        The rows of each city that can be named.
    compiled
        Makes the problem of a route.
    """

    misfit = "No choice of cities and restaurants offers every cuisine."

    def __init__(self, task: Task, towns: Towns, compiled: Callable[[Task, Route, Towns], Part]) -> None:
        self.task = task
        self.towns = towns
        self.query = query_of(task)
        self._compiled = compiled
        self._offered: dict[str, frozenset[str]] = {}

    @property
    def aside(self) -> tuple[str, ...]:
        """The requirements that the barest trip leaves aside: all but the budget."""
        return tuple(name for name in requirements(self.task) if name != BUDGET)

    @property
    def floor(self) -> Proof:
        """The bound below every bill, wishes left aside; nothing where even then no route is possible."""
        bare = _Floors(_without_wishes(self.query), self.towns)
        return whole_proof(min((cents for cents, _, _ in bare.routes()), default=0))

    def parts(self) -> Iterator[tuple[int, Part]]:
        """Yield the problem of each possible route, the one of the lowest floor first."""
        for cents, cities, days in sorted(self._floors.routes()):
            if self._offers_all(cities):
                yield cents, self._compiled(self.task, open_route(self.query, cities, days), self.towns)

    @cached_property
    def blockers(self) -> tuple[Blocker, ...]:
        """What no route has: rides, then rooms, sights and meals, then a cuisine."""
        floors = self._floors
        if not any(True for _ in floors.chains(stays=False)):
            return (self._no_ride(),)
        if not any(True for _ in floors.chains(stays=True)):
            return (self._no_stay(),)
        reached = {city for cities, _ in floors.chains(stays=True) for city in cities}
        offered = {name for city in reached for name in self._cuisines(city)}
        wanted = dict.fromkeys(self.query.wishes.cuisines or ())
        scanned = sum(len(self.towns.tables.restaurants.get(city, ())) for city in floors.places)
        return tuple(
            Blocker(Cause.ENTITY, f"No restaurant on any way is {name}.", f"cuisine:{name}", scanned)
            for name in wanted
            if name not in offered
        )

    def _no_ride(self) -> Blocker:
        tables, wish = self.towns.tables, self.query.wishes.transportation
        under = f" under {wish!r}" if wish else ""
        scanned = len(tables.flights) + len(tables.roads)
        detail = f"No route through {self.query.destination} can be travelled{under}."
        return Blocker(Cause.ROUTE, detail, "rides", scanned)

    def _no_stay(self) -> Blocker:
        wishes, tables = self.query.wishes, self.towns.tables
        found = self._floors.places
        scanned = sum(
            len(table.get(city, ()))
            for table in (tables.rooms, tables.sights, tables.restaurants)
            for city in found
        )
        kinds = Wishes(room_type=wishes.room_type, transportation=wishes.transportation)
        rules = Wishes(house_rule=wishes.house_rule, transportation=wishes.transportation)
        alone = all(
            any(True for _ in _Floors(_wishing(self.query, wish), self.towns).chains(stays=True))
            for wish in (kinds, rules)
        )
        cause = Cause.CONFLICT if alone else Cause.ENTITY
        detail = f"No route through {self.query.destination} has rooms, meals and sights for its stays."
        return Blocker(cause, detail, "stays", scanned)

    @cached_property
    def _floors(self) -> "_Floors":
        return _Floors(self.query, self.towns)

    def _offers_all(self, cities: Sequence[str]) -> bool:
        offered = frozenset[str]().union(*map(self._cuisines, cities))
        return offered.issuperset(self.query.wishes.cuisines or ())

    def _cuisines(self, city: str) -> frozenset[str]:
        if city not in self._offered:
            rows = self.towns.restaurants(city)
            self._offered[city] = frozenset(name for one in rows for name in one.read.cuisines)
        return self._offered[city]


class _Floors:
    """What each leg and each stay costs at least, each looked at once."""

    def __init__(self, query: Query, towns: Towns) -> None:
        self.query = query
        self.towns = towns
        self.places = places(query, towns.tables)
        self._legs: dict[tuple[str, str, int], tuple[int | None, int | None]] = {}
        self._stays: dict[tuple[str, int], int | None] = {}

    def routes(self) -> Iterator[tuple[int, tuple[str, ...], tuple[int, ...]]]:
        """Yield (cents, cities, days) of each route on which every leg and every stay is possible."""
        for cities, days in self.chains(stays=True):
            legs = [self._leg(*leg) for leg in self._ends(cities, days)]
            rides = [
                sum(cents for cents in way if cents is not None)
                for way in zip(*legs, strict=True)
                if None not in way
            ]
            stays = [
                self._stay(city, b - a) or 0 for city, (a, b) in zip(cities, pairwise(days), strict=True)
            ]
            yield min(rides) + sum(stays), cities, days

    def chains(self, *, stays: bool) -> Iterator[tuple[tuple[str, ...], tuple[int, ...]]]:
        """Yield (cities, days) of each route that can be travelled; with stays, where each is possible."""
        if self.query.city_count > len(self.places):
            return
        for days in splits(self.query):
            for cities in self._extended((), days, stays=stays):
                yield cities, days

    def _extended(
        self, cities: tuple[str, ...], days: Sequence[int], *, stays: bool
    ) -> Iterator[tuple[str, ...]]:
        number = len(cities)
        here = cities[-1] if cities else self.query.origin
        if number == len(days) - 1:
            if self._can_ride((*cities, self.query.origin), days):
                yield cities
            return
        for city in self.places:
            if city in cities or (stays and self._stay(city, days[number + 1] - days[number]) is None):
                continue
            if self._leg(here, city, days[number]) != (None, None):
                yield from self._extended((*cities, city), days, stays=stays)

    def _can_ride(self, chain: Sequence[str], days: Sequence[int]) -> bool:
        legs = [self._leg(*leg) for leg in self._ends(chain[:-1], days)]
        return any(None not in way for way in zip(*legs, strict=True))

    def _ends(self, cities: Sequence[str], days: Sequence[int]) -> Iterator[tuple[str, str, int]]:
        chain = pairwise((self.query.origin, *cities, self.query.origin))
        for (start, end), day in zip(chain, days, strict=True):
            yield start, end, day

    def _leg(self, start: str, end: str, day: int) -> tuple[int | None, int | None]:
        """Return the least cents of a flight or a taxi, and those of the own car."""
        key = start, end, day
        if key not in self._legs:
            leg, people = RouteLeg(start, end, day, self.query.dates[day - 1]), self.query.people
            wish, tables = self.query.wishes.transportation, self.towns.tables
            hop = min((p.cents for p in passages(leg, people, tables, wish)), default=None)
            self._legs[key] = hop, drive_cents(leg, people, tables, wish)
        return self._legs[key]

    def _stay(self, city: str, nights: int) -> int | None:
        """Return the least cents of a room and meals, None if the city lacks anything for the stay."""
        key = city, nights
        if key not in self._stays:
            self._stays[key] = self._least(RouteStay(city, 1, 1 + nights))
        return self._stays[key]

    def _least(self, stay: RouteStay) -> int | None:
        rooms = lodgings(self.query, stay, self.towns.rooms(stay.city))
        meals = sorted(one.read.meal_cents for one in self.towns.restaurants(stay.city))
        courses = COURSES * len(stay.full_days)
        if not rooms or len(meals) < courses or len(self.towns.sights(stay.city)) < len(stay.full_days):
            return None
        return rooms[0].cents + self.query.people * sum(meals[:courses])


def _without_wishes(query: Query) -> Query:
    return _wishing(query, Wishes())


def _wishing(query: Query, wishes: Wishes) -> Query:
    return replace(query, wishes=wishes)
