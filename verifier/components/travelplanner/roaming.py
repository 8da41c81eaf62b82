"""
Every route of a query that leaves its route open: one component, ``trip``, whose elements are whole trips.

A route is any choice of the destination's cities in any order, with any days of travel between the first and
the last. No row couples anything, so a bound is the value of the best trip; to find it, routes are looked at
in the order of what their legs and stays are worth at most, and one by one, with all their rows, until the
next can be worth no more.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from itertools import pairwise

from planassay.kb.formats.travelplanner import (
    TABLE,
    Query,
    Route,
    RouteLeg,
    RouteStay,
    Wishes,
    open_route,
    places,
    splits,
)
from planassay.kb.task import Cause, Task
from planassay.verifier.components.model import Empty, Item, Row, Work
from planassay.verifier.components.travelplanner.along import MEALS, Along
from planassay.verifier.components.travelplanner.towns import Towns, cities_by_day

NOTHING = -(10**15)
"""Worth less than any trip."""

Ride = tuple[int | None, int | None]
"""What a leg is worth at most, flown or by taxi, and in the own car; None where impossible."""

Chain = tuple[tuple[str, ...], tuple[int, ...]]
"""The cities of a route, and the days of its legs."""


class Roaming:
    """The components of one task; see the module."""

    names: tuple[str, ...] = ("trip",)
    listing: tuple[str, ...] = names

    def __init__(self, task: Task, query: Query, towns: Towns, work: Work, objective: str) -> None:
        self.task = task
        self.query = query
        self.towns = towns
        self.work = work
        self.objective = objective
        self.places = places(query, towns.kb)
        self._rides: dict[tuple[str, str, int], Ride] = {}
        self._stays: dict[tuple[str, int], int | None] = {}
        self._cuisines: dict[str, frozenset[str]] = {}

    # ----------------------------------------------------------------------------------- what is empty

    def empty(self) -> Sequence[Empty]:
        """Return what no route has: ``rides``, or ``stays``, or a ``cuisine:X``."""
        if self.objective == "floor":
            return ()
        kb = self.towns.kb
        if not self._any(stays=False):
            return (Empty("rides", Cause.ROUTE, len(kb.flights) + len(kb.roads)),)
        if not self._any(stays=True):
            tables = (kb.rooms, kb.restaurants, kb.sights)
            scanned = sum(len(table.get(city, ())) for table in tables for city in self.places)
            return (Empty("stays", self._why_no_stay(), scanned),)
        reached = {city for cities, _ in self._routes(stays=True) for city in cities}
        offered = {name for city in reached for name in self._offered(city)}
        scanned = sum(len(kb.restaurants.get(city, ())) for city in self.places)
        wanted = dict.fromkeys(self.query.wishes.cuisines or ())
        return [Empty(f"cuisine:{name}", Cause.ENTITY, scanned) for name in wanted if name not in offered]

    def _why_no_stay(self) -> Cause:
        """Return ``conflict`` if each of the two wishes about rooms could be met alone, else ``entity``."""
        wishes = self.query.wishes
        for alone in (
            Wishes(room_type=wishes.room_type, transportation=wishes.transportation),
            Wishes(house_rule=wishes.house_rule, transportation=wishes.transportation),
        ):
            query = replace(self.query, wishes=alone)
            other = Roaming(self.task, query, self.towns, self.work, self.objective)
            if not other._any(stays=True):
                return Cause.ENTITY
        return Cause.CONFLICT

    def _any(self, *, stays: bool) -> bool:
        return any(True for _ in self._routes(stays=stays))

    def _offered(self, city: str) -> frozenset[str]:
        if city not in self._cuisines:
            rows = self.towns.restaurants(city)
            self._cuisines[city] = frozenset(name for _, read in rows for name in read.cuisines)
        return self._cuisines[city]

    # ---------------------------------------------------------------------------------- rows and values

    def row(self, name: str) -> Row | None:
        """Return None: nothing is coupled."""
        del name
        return None

    def target(self, bound: int) -> int:
        """Return the value of a trip one cent cheaper than ``bound``."""
        return 1 - bound

    def plan_value(self, plan: object) -> int | str:
        """Return the bill of a plan along some route that keeps the rule set, or why it does not."""
        value = self.towns.bill(plan, self.task, self.objective)
        if isinstance(value, int) and not self._follows(plan):
            return f"it leaves the scope {TABLE}"
        return value

    def _follows(self, plan: object) -> bool:
        """Tell whether a plan makes the legs of one of the routes."""
        told = {f"from {a} to {b}": b for a in self._stops for b in self._stops if a != b}
        legs = [(day, city) for day, city in cities_by_day(plan).items() if city in told]
        days = tuple(day for day, _ in legs)
        chain = [told[str(city)] for _, city in legs][:-1]
        if not self._is_split(days) or len(set(chain)) < len(chain):
            return False
        route = open_route(self.query, chain, days)
        return [f"from {leg.start} to {leg.end}" for leg in route.legs] == [city for _, city in legs]

    def _is_split(self, days: tuple[int, ...]) -> bool:
        """Tell whether a trip may travel on these days, which ascend."""
        return len(days) == self.query.city_count + 1 and (days[0], days[-1]) == (1, self.query.days)

    @property
    def _stops(self) -> tuple[str, ...]:
        return (self.query.origin, *self.places)

    # --------------------------------------------------------------------------------------- elements

    def best(self, name: str, prices: Mapping[str, int], scale: int) -> int:
        """Return the value of the best trip, far below any if there is none."""
        del name, prices
        return scale * self._best

    @cached_property
    def _best(self) -> int:
        best = NOTHING
        for most, chain in sorted(self._bounds(), key=lambda bound: -bound[0]):
            if most <= best:
                break
            best = max(best, self._worth(chain, best))
        return 0 if best == NOTHING and self.objective == "floor" else best

    def listed(
        self,
        name: str,
        prices: Mapping[str, int],
        scale: int,
        floor: int,
        rows: frozenset[str],
        known: Mapping[str, Sequence[Item]],
    ) -> Iterator[Item]:
        """Yield the best trip, if it is above a floor: no other is worth more."""
        del rows, known
        if self.best(name, prices, scale) > floor:
            yield Item(self._best, ())

    def _worth(self, chain: Chain, least: int) -> int:
        """Return the value of the best trip along a route, or something no better than ``least``."""
        cities, days = chain
        route = open_route(self.query, cities, days)
        along = Along(self.task, self.query, route, self.towns, self.work, self.objective)
        items = [sorted(along.items[name], key=lambda item: -item.value) for name in along.names]
        if not all(items):
            return NOTHING
        wanted = dict.fromkeys(self.query.wishes.cuisines or ())
        rest = [0]
        for found in reversed(items):
            rest.append(rest[-1] + found[0].value)
        best = least

        def extend(number: int, value: int, uses: dict[str, int]) -> None:
            nonlocal best
            if value + rest[len(items) - number] <= best:
                return
            if number == len(items):
                if all(f"cuisine:{name}" in uses for name in wanted):
                    best = value
                return
            for item in items[number]:
                self.work.step()
                both = dict(uses)
                for row, amount in item.uses:
                    both[row] = both.get(row, 0) + amount
                if all(total <= MEALS for row, total in both.items() if not row.startswith("cuisine:")):
                    extend(number + 1, value + item.value, both)

        extend(0, 0, {})
        return best

    # ------------------------------------------------------------------------------------------ routes

    def _bounds(self) -> Iterator[tuple[int, Chain]]:
        """Yield each possible route after what it is worth at most."""
        wanted = set(self.query.wishes.cuisines or ())
        for cities, days in self._routes(stays=True):
            if not wanted.issubset(frozenset[str]().union(*map(self._offered, cities))):
                continue
            ways = zip(*self._ways(cities, days), strict=True)
            known = [[value for value in way if value is not None] for way in ways]
            rides = [sum(way) for way in known if len(way) == len(days)]
            stays = [self._stay(city, b - a) for city, (a, b) in zip(cities, pairwise(days), strict=True)]
            yield max(rides) + sum(value for value in stays if value is not None), (cities, days)

    def _routes(self, *, stays: bool) -> Iterator[Chain]:
        """Yield the routes whose legs can be travelled; with stays, those whose stays are possible too."""
        if self.query.city_count > len(self.places):
            return
        for days in splits(self.query):
            yield from self._longer((), days, stays=stays)

    def _longer(self, cities: tuple[str, ...], days: tuple[int, ...], *, stays: bool) -> Iterator[Chain]:
        self.work.step()
        if len(cities) == len(days) - 1:
            ways = list(self._ways(cities, days))
            if any(all(way[kind] is not None for way in ways) for kind in (0, 1)):
                yield cities, days
            return
        here, day = (cities or (self.query.origin,))[-1], days[len(cities)]
        for city in self.places:
            nights = days[len(cities) + 1] - day
            if city in cities or (stays and self._stay(city, nights) is None):
                continue
            if any(value is not None for value in self._ride(here, city, day)):
                yield from self._longer((*cities, city), days, stays=stays)

    def _ways(self, cities: Sequence[str], days: Sequence[int]) -> Iterator[Ride]:
        for (start, end), day in zip(
            pairwise((self.query.origin, *cities, self.query.origin)), days, strict=True
        ):
            yield self._ride(start, end, day)

    def _ride(self, start: str, end: str, day: int) -> Ride:
        """Return what a leg is worth."""
        key = start, end, day
        if key not in self._rides:
            leg = RouteLeg(start, end, day, self.query.dates[day - 1])
            alone = self._along(Route((leg,), ()))
            hop = min((hop.cents for hop in alone.hops(0)), default=None)
            drive = alone.drive(leg)
            self._rides[key] = (
                None if hop is None else -alone.worth * hop,
                None if drive is None else -alone.worth * drive.cents,
            )
        return self._rides[key]

    def _stay(self, city: str, nights: int) -> int | None:
        """Return what a stay is worth at most, room and meals; None if the city lacks anything for it."""
        key = city, nights
        if key not in self._stays:
            alone = self._along(Route((), (RouteStay(city, 1, 1 + nights),)))
            lacks = any(True for _ in alone.empty_stay(0))
            self._stays[key] = (
                None
                if lacks
                else sum(max(item.value for item in alone.items[name]) for name in ("stay:0", "meals:0"))
            )
        return self._stays[key]

    def _along(self, route: Route) -> Along:
        """Return the components of a leg or a stay alone, whatever is to be eaten."""
        query = replace(self.query, wishes=replace(self.query.wishes, cuisines=None))
        return Along(self.task, query, route, self.towns, self.work, self.objective)
