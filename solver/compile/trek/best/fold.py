"""
The fold: fills the days of a skeleton, both bills kept to the cent and chosen places seen once at most.

Days are folded one after another over states: wishes met, tracked places seen, points, cost. A state goes
once what is still to come cannot lift it above the floor. What is to come is bounded twice: by the days'
best reduced values, and by a first fold backwards, in which places are not tracked but money counts.
"""

from bisect import bisect_right
from collections.abc import Sequence
from itertools import accumulate
from typing import NamedTuple

from planassay.solver.compile.trek.best.columns import LABELS_A_STEP
from planassay.solver.compile.trek.best.priced import Priced
from planassay.solver.compile.trek.best.voyage import Key, Skeleton
from planassay.solver.engines.patterns import Route, Walker
from planassay.solver.problem import Ration

Tracked = Sequence[tuple[int, ...]]
"""For each stop the places that are visited once at most."""


MAX_POINTS = 128
"""Most points of a tail; where there are more, neighbours are taken together."""


class Filled(NamedTuple):
    """A skeleton with its days filled; places that are not tracked may be seen twice."""

    value: int
    cents: int
    """The true bill."""
    skeleton: Skeleton
    routes: tuple[tuple[Route, ...], ...]
    """For each stop its days in order."""

    @property
    def rank(self) -> tuple[object, ...]:
        """The order of trips: the best first, then the cheapest, then by flights, hotels and days."""
        lodgings = tuple((x.hotel, x.cars.days) for x in self.skeleton.lodgings)
        days = tuple((route.begins, route.places) for routes in self.routes for route in routes)
        return (-self.value, self.cents, self.skeleton.ways, lodgings, days)

    def seen_twice(self) -> list[tuple[int, int]]:
        """Return (stop, place) of each place that is seen on several days."""
        found = []
        for stop, routes in enumerate(self.routes):
            places = [place for route in routes for place in route.places]
            found += [(stop, place) for place in sorted(set(places)) if places.count(place) > 1]
        return found


class _State(NamedTuple):
    reduced: int
    value: int
    cost: int
    order: tuple[tuple[tuple[int, ...], tuple[int, ...]], ...]
    """Begins and places of each day so far: the order among equals."""
    routes: tuple[Route, ...]


States = dict[tuple[int, int], list[_State]]
"""By wishes met and tracked places seen: what no other beats on points and cost."""


class _Slot(NamedTuple):
    """One day of a skeleton."""

    key: Key
    best: int
    routes: list[Route]


class Folder:
    """
    Fills skeletons under prices.

    Parameters
    ----------
    priced
        The voyage and its prices.
    tracked
        Places that are visited once at most; every place with a price must be among them.
    ration
        What may still be done.
    """

    def __init__(self, priced: Priced, tracked: Tracked, ration: Ration) -> None:
        self.priced = priced
        self.voyage = priced.voyage
        prices = priced.prices
        self.walkers = [
            Walker(site.region, price, tracked=places)
            for site, price, places in zip(self.voyage.sites, prices.stops, tracked, strict=True)
        ]
        self.per_cent = prices.budget + prices.official
        self.ration = ration
        self._fronts: dict[Key, tuple[int, list[Route]]] = {}

    def fill(self, skeleton: Skeleton, least: int, most_cents: int) -> Filled | None:
        """
        Return the best trip of a skeleton that is worth ``least`` or more, the cheapest of equals.

        None if there is none that keeps both bills, costs at most ``most_cents`` and meets all wishes.
        """
        voyage, prices = self.voyage, self.priced.prices
        fixed = sum(voyage.fare(way) for way in skeleton.ways)
        cents = fixed + sum(lodging.cents for lodging in skeleton.lodgings)
        official = fixed + sum(lodging.official for lodging in skeleton.lodgings)
        rooms = voyage.task.budget_cents - cents, voyage.official_budget - official
        room = min(*rooms, most_cents - cents)
        if room < 0:
            return None
        credit = rooms[0] * prices.budget + rooms[1] * prices.official
        floor = least * prices.scale - prices.constant - 1
        slots = self._slots(skeleton, skeleton.bound - floor)
        found = _Fold(self, skeleton, slots, room, floor, credit).run(skeleton.points(voyage))
        best = min(
            (state for state in found if state.value >= least),
            key=lambda state: (-state.value, state.cost, state.order),
            default=None,
        )
        if best is None:
            return None
        return Filled(best.value, cents + best.cost, skeleton, self._by_stop(skeleton, best.routes))

    def _slots(self, skeleton: Skeleton, slack: int) -> list[_Slot]:
        """Return the days of a skeleton, each with its routes less than ``slack`` below its best."""
        slots = []
        for lodging in skeleton.lodgings:
            for key, number in lodging.days:
                best = self.priced.best(key).reduced
                slots += [_Slot(key, best, self._front(key, best - slack))] * number
        return slots

    def _front(self, key: Key, floor: int) -> list[Route]:
        known = self._fronts.get(key)
        if known is None or known[0] > floor:
            walker = self.walkers[key.stop]
            before = walker.labels
            routes = walker.front(self.voyage.day(key), floor)
            self.ration.spend((walker.labels - before) // LABELS_A_STEP)
            known = self._fronts[key] = (floor, routes)
        return [route for route in known[1] if route.reduced > floor]

    def _by_stop(self, skeleton: Skeleton, routes: tuple[Route, ...]) -> tuple[tuple[Route, ...], ...]:
        counts = [sum(number for _, number in lodging.days) for lodging in skeleton.lodgings]
        ends = list(accumulate(counts))
        return tuple(routes[end - count : end] for end, count in zip(ends, counts, strict=True))


class _Fold:
    """One skeleton being filled."""

    def __init__(
        self, folder: Folder, skeleton: Skeleton, slots: list[_Slot], room: int, floor: int, credit: int
    ) -> None:
        self.folder = folder
        self.skeleton = skeleton
        self.slots = slots
        self.room = room
        self.floor = floor
        self.paid = floor + credit
        """The floor where money is not priced, because it is counted."""
        self.start = skeleton.bound - sum(slot.best for slot in slots)
        ahead = list(accumulate(slot.best for slot in reversed(slots)))
        self.rest = [*reversed(ahead), 0]
        """For each day the best reduced value of it and all later ones."""
        self.tails: list[_Tail] = []

    def run(self, value: int) -> list[_State]:
        """Return the states at the end of the trip."""
        self.tails = self._backwards()
        voyage = self.folder.voyage
        states: States = {(0, 0): [_State(self.start, value, 0, (), ())]}
        index = 0
        for stop, lodging in enumerate(self.skeleton.lodgings):
            site = voyage.sites[stop]
            states = {((mask | lodging.bits) << site.bits, 0): found for (mask, _), found in states.items()}
            for _ in range(sum(number for _, number in lodging.days)):
                states = self._day(states, index)
                index += 1
            done: States = {}
            for (mask, _), found in states.items():
                if mask & site.full == site.full:
                    done.setdefault((mask >> site.bits, 0), []).extend(found)
            states = {key: _unbeaten(found) for key, found in done.items()}
        return states.get(((1 << len(voyage.car_rows)) - 1, 0), [])

    def _backwards(self) -> "list[_Tail]":
        """Return for each day, and the end, what is to come from there on is worth by what it may cost."""
        per_cent = self.folder.per_cent
        tails = [_Tail([0], [0])]
        before = [*accumulate((slot.best for slot in self.slots), initial=self.start)]
        for index in range(len(self.slots) - 1, -1, -1):
            tail, slot = tails[-1], self.slots[index]
            points: dict[int, int] = {}
            for route in slot.routes:
                worth = route.reduced + per_cent * route.cost
                for cost, later in zip(tail.costs, tail.worths, strict=True):
                    total = route.cost + cost
                    if total > self.room or before[index] + worth + later - per_cent * total <= self.floor:
                        continue
                    if worth + later > points.get(total, -(1 << 62)):
                        points[total] = worth + later
            self.folder.ration.spend(len(points))
            tails.append(_Tail.of(points))
        return tails[::-1]

    def _day(self, states: States, index: int) -> States:
        """Add a day: every state with every route, without what another beats."""
        slot, tail = self.slots[index], self.tails[index + 1]
        floor, per_cent = self.floor - self.rest[index + 1], self.folder.per_cent
        after: States = {}
        for (mask, seen), found in states.items():
            for state in found:
                for route in slot.routes:
                    reduced, cost = state.reduced + route.reduced, state.cost + route.cost
                    if reduced <= floor:
                        break  # routes come best first
                    if cost > self.room or seen & route.holds:
                        continue
                    later = tail.worth(self.room - cost)
                    if later is None or reduced + per_cent * cost + later <= self.paid:
                        continue
                    key = (mask | route.covers, seen | route.holds)
                    order = (*state.order, (route.begins, route.places))
                    value = state.value + route.value
                    after.setdefault(key, []).append(
                        _State(reduced, value, cost, order, (*state.routes, route))
                    )
        states = {key: _unbeaten(found) for key, found in after.items()}
        self.folder.ration.spend(sum(map(len, states.values())))
        return states


class _Tail(NamedTuple):
    """What days are worth at most, by what they may cost: both rising."""

    costs: list[int]
    worths: list[int]

    @classmethod
    def of(cls, points: dict[int, int]) -> "_Tail":
        """Return the tail of points that no cheaper one beats."""
        costs: list[int] = []
        worths: list[int] = []
        for cost, worth in sorted(points.items()):
            if not worths or worth > worths[-1]:
                costs.append(cost)
                worths.append(worth)
        group = -(-len(costs) // MAX_POINTS) or 1  # together they cost the least and are worth the most
        return cls(costs[::group], [max(worths[k : k + group]) for k in range(0, len(worths), group)])

    def worth(self, room: int) -> int | None:
        """Return the most for at most some cost, None if nothing costs so little."""
        index = bisect_right(self.costs, room)
        return self.worths[index - 1] if index else None


def _unbeaten(states: list[_State]) -> list[_State]:
    """Return the states that none beats on points and cost; of equals the first in order."""
    kept: list[_State] = []
    for state in sorted(states, key=lambda s: (s.cost, -s.value, s.order)):
        if not kept or state.value > kept[-1].value:
            kept.append(state)
    return kept
