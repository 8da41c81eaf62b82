"""
Priced voyages: under fixed prices the days fall apart, and skeletons come best first.

The search runs over partial skeletons from the first flight on. What is still to come is bounded stop by
stop, backwards, with days at a hotel that is nowhere too far; the exact days of a hotel are looked at
only where that bound leaves hope.
"""

from collections.abc import Iterator, Sequence
from functools import cached_property
from heapq import heappop, heappush
from itertools import count
from typing import NamedTuple

from planassay.kb.geo import GROUND_FLOOR_MIN
from planassay.solver.compile.trek.best.voyage import NOWHERE, Key, Lodging, Skeleton, Voyage, Way
from planassay.solver.compile.trek.cars import CarWay
from planassay.solver.engines.patterns import Prices, Route, Walker

FAR_BELOW = -(1 << 60)


class VoyagePrices(NamedTuple):
    """Integer prices of what the days of a voyage share."""

    scale: int
    budget: int
    """For each cent of the true bill."""
    official: int
    """For each cent of the official bill."""
    stops: tuple[Prices, ...]
    """Of places and wishes, a stop each; their cost is that of both bills."""
    cars: tuple[int, ...]
    """What a car-day in each stop is paid."""
    constant: int
    """What the prices add to every bound."""

    @classmethod
    def of(
        cls,
        voyage: Voyage,
        scale: int,
        *,
        budget: int,
        official: int,
        places: Sequence[Sequence[int]],
        wishes: Sequence[Sequence[int]],
        cars: Sequence[int],
    ) -> "VoyagePrices":
        """Return prices with the constant that belongs to them."""
        stops = tuple(
            Prices(scale, tuple(place), budget + official, tuple(wish))
            for place, wish in zip(places, wishes, strict=True)
        )
        bills = budget * voyage.task.budget_cents + official * voyage.official_budget
        rows = sum(map(sum, places)) - sum(map(sum, wishes)) - sum(cars)
        return cls(scale, budget, official, stops, tuple(cars), bills + rows)

    def by_row(self, voyage: Voyage) -> dict[str, int]:
        """Return the prices that are not 0, by the name of their row."""
        named = {"budget": self.budget, "official": self.official}
        named.update(zip(voyage.car_rows, self.cars, strict=True))
        for site, prices in zip(voyage.sites, self.stops, strict=True):
            named.update((site.visit(k), price) for k, price in enumerate(prices.place))
            named.update(zip(site.wishes, prices.cover, strict=True))
        return {name: price for name, price in named.items() if price}


class _Node(NamedTuple):
    """A skeleton begun, up to the landing at a stop."""

    stop: int
    reduced: int
    ways: tuple[Way, ...]
    lodgings: tuple[Lodging, ...]


class _Step(NamedTuple):
    """How a skeleton may go on."""

    leave: Way | None
    hotel: int
    cars: CarWay


class Priced:
    """
    A voyage under prices.

    Parameters
    ----------
    voyage
        The skeletons and days.
    prices
        The prices.
    """

    def __init__(self, voyage: Voyage, prices: VoyagePrices) -> None:
        self.voyage = voyage
        self.prices = prices
        self.walkers = tuple(Walker(s.region, p) for s, p in zip(voyage.sites, prices.stops, strict=True))
        self._best: dict[Key, Route] = {}
        self._rooms: dict[tuple[int, int, int], list[tuple[int, int]]] = {}

    @property
    def labels(self) -> int:
        """Labels made so far: the measure of work."""
        return sum(walker.labels for walker in self.walkers)

    def best(self, key: Key) -> Route:
        """Return the best route of a day."""
        found = self._best.get(key)
        if found is None:
            found = self.walkers[key.stop].best(self.voyage.day(key), FAR_BELOW)[0]
            self._best[key] = found
        return found

    def flight(self, way: Way) -> int:
        """Return the reduced value of a flight."""
        price = self.prices.budget + self.prices.official
        return self.prices.scale * self.voyage.points(way) - price * self.voyage.fare(way)

    def lodging(self, lodging: Lodging) -> int:
        """Return the reduced value of a stay without its days."""
        prices = self.prices
        paid = sum(price for bit, price in enumerate(prices.cars) if lodging.bits >> bit & 1)
        bills = prices.budget * lodging.cents + prices.official * lodging.official
        return prices.scale * lodging.value + paid - bills

    def days(self, days: Sequence[tuple[Key, int]]) -> int:
        """Return the reduced value of days, each at its best."""
        return sum(self.best(key).reduced * number for key, number in days)

    # ---------------------------------------------------------------------------------- bounds on the rest

    @cached_property
    def _ahead(self) -> list[dict[Way, int]]:
        """For each leg and way the best that can follow its landing."""
        stops = len(self.voyage.sites)
        ahead: list[dict[Way, int]] = [{} for _ in range(stops + 1)]
        for stop in reversed(range(stops)):
            for arrive in self.voyage.ways[stop]:
                best = FAR_BELOW
                for leave in self.voyage.leaves(stop):
                    stay = self._stay_bound(stop, arrive, leave)
                    if stay is not None:
                        rest = 0 if leave is None else self.flight(leave) + ahead[stop + 1].get(leave, 0)
                        best = max(best, stay + rest)
                ahead[stop][arrive] = best
        return ahead

    def _stay_bound(self, stop: int, arrive: Way, leave: Way | None) -> int | None:
        """Return a bound on a stay between two flights, any hotel; None if there is none."""
        days = self.voyage.keys(stop, NOWHERE, arrive, leave)
        if not days:
            return None
        cars = min(way.cents for way in self.voyage.car_ways(stop, arrive, leave))
        hotels = self._hotels(stop, arrive, leave)
        return hotels[0][0] + self.days(days) - self.prices.budget * cars

    def _hotels(self, stop: int, arrive: Way, leave: Way | None) -> list[tuple[int, int]]:
        """Return a bound on the reduced value of each hotel, car left out, with its position, best first."""
        voyage, prices = self.voyage, self.prices
        key = (stop, voyage.nights(arrive, leave), voyage.landing_day(arrive) - arrive.day)
        if key not in self._rooms:
            near = prices.scale * voyage.weights.road(round(GROUND_FLOOR_MIN)) + sum(prices.cars)
            rooms = [
                voyage.room(stop, arrive, leave, hotel)
                for hotel in range(len(voyage.trip.stops[stop].hotels))
            ]
            bounds = [
                (
                    near + prices.scale * r.value - prices.budget * r.cents - prices.official * r.official,
                    hotel,
                )
                for hotel, r in enumerate(rooms)
            ]
            self._rooms[key] = sorted(bounds, key=lambda pair: (-pair[0], pair[1]))
        return self._rooms[key]

    # ------------------------------------------------------------------------------------------- skeletons

    def skeletons(self, floor: int) -> Iterator[Skeleton]:
        """Yield the skeletons whose reduced value is above a floor, best first."""
        ticket = count()
        heap: list[tuple[int, int, _Node, _Step | None]] = []
        for way in self.voyage.ways[0]:
            reduced = self.flight(way)
            bound = reduced + self._ahead[0][way]
            if bound > floor:
                heappush(heap, (-bound, next(ticket), _Node(0, reduced, (way,), ()), None))
        while heap:
            negative, _, node, step = heappop(heap)
            if step is not None:
                taken = self._taken(node, step)
                found: list[tuple[int, _Node, _Step | None]] = []
                if taken is not None:
                    found = [(self._bound(taken), taken, None)]
            elif node.stop == len(self.voyage.sites):
                yield Skeleton(-negative, node.ways, node.lodgings)
                continue
            else:
                found = [(bound, node, step) for bound, step in self._steps(node, floor)]
            for bound, following, further in found:
                if bound > floor:
                    heappush(heap, (-bound, next(ticket), following, further))

    def _bound(self, node: _Node) -> int:
        """Return a bound on the skeletons that begin with a node."""
        if node.stop == len(self.voyage.sites):
            return node.reduced
        return node.reduced + self._ahead[node.stop][node.ways[-1]]

    def _steps(self, node: _Node, floor: int) -> Iterator[tuple[int, _Step]]:
        """Yield how a node may go on, each with a bound above the floor."""
        stop, arrive = node.stop, node.ways[-1]
        for leave in self.voyage.leaves(stop):
            days = self.voyage.keys(stop, NOWHERE, arrive, leave)
            if not days:
                continue
            rest = node.reduced + self.days(days)
            if leave is not None:
                rest += self.flight(leave) + self._ahead[stop + 1].get(leave, 0)
            hotels = self._hotels(stop, arrive, leave)
            if rest + hotels[0][0] <= floor:
                continue
            for cars in self.voyage.car_ways(stop, arrive, leave):
                for value, hotel in hotels:
                    bound = rest + value - self.prices.budget * cars.cents
                    if bound <= floor:
                        break
                    yield bound, _Step(leave, hotel, cars)

    def _taken(self, node: _Node, step: _Step) -> _Node | None:
        """Return a node after a step, None if the clocks forbid it."""
        lodging = self.voyage.lodging(node.stop, node.ways[-1], step.leave, step.hotel, step.cars)
        if lodging is None:
            return None
        reduced = node.reduced + self.lodging(lodging) + self.days(lodging.days)
        ways = node.ways
        if step.leave is not None:
            reduced += self.flight(step.leave)
            ways = (*ways, step.leave)
        return _Node(node.stop + 1, reduced, ways, (*node.lodgings, lodging))
