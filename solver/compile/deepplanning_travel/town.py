"""
The town: places, roads and prices as arrays, and what it costs at least to finish a day from a place.

The bound leaves clocks and odd sets aside: from each place, with some required places visited and some meals
and sights still missing, the least reduced cost of getting them and reaching the goal. Places on the way
that count for nothing may be passed through; of them alone a bound may visit one twice.
"""

from collections.abc import Mapping, Sequence
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from planassay.solver.compile.deepplanning_travel.halves import PREFIX, members
from planassay.solver.compile.deepplanning_travel.places import Place, Road, Roads
from planassay.solver.compile.deepplanning_travel.rides import Needs

FAR = 1 << 50
"""Cost of what is impossible."""
MOST_MEALS = 2
MOST_SIGHTS = 2

Costs = NDArray[np.int64]
End = tuple[str, int, int]
"""Where a day ends, until when, and what that costs."""
State = tuple[int, int, int]
"""Required places visited as a bit mask, meals missing, sights missing."""


class Town:
    """
    Places and the roads between them.

    Parameters
    ----------
    places
        What can be visited.
    roads
        The roads.
    people
        How many pay for meals and tickets.
    required
        Rows of which a visit is required.
    """

    def __init__(self, places: Sequence[Place], roads: Roads, people: int, required: Sequence[str]) -> None:
        self.places = tuple(places)
        self.roads = roads
        self.people = people
        names = [place.name for place in places]
        self.between = [[None if a == b else roads.between(a, b) for b in names] for a in names]
        self.bits = self._bits(required)
        rows = [place.row for place in places]
        self.marks = [sum(1 << k for k, other in enumerate(rows) if other == row) for row in rows]
        """A bit for each place of the same row."""
        self._ways: dict[tuple[str, bool], list[Road | None]] = {}

    def _bits(self, required: Sequence[str]) -> list[int]:
        order = {row: k for k, row in enumerate(required)}
        return [1 << order[place.row] if place.row in order else 0 for place in self.places]

    @cached_property
    def costs(self) -> Costs:
        """The cost of the road from each place to each, :data:`FAR` if there is none."""
        return _costs(self.between)

    def priced(self, duals: Mapping[str, int]) -> "Prices":
        """Return the town under prices of rows."""
        return Prices(self, duals)

    @property
    def bills(self) -> Costs:
        """What a stop in each place costs under the objective."""
        return self.paid

    @cached_property
    def paid(self) -> Costs:
        """What the party pays for a stop in each place."""
        return np.array([place.price.billed * self.people for place in self.places], dtype=np.int64)

    @cached_property
    def meals(self) -> NDArray[np.bool_]:
        """Whether each place is a restaurant."""
        return np.array([place.is_meal for place in self.places], dtype=bool)

    def ways_from(self, name: str) -> list[Road | None]:
        """Return the roads from a hotel or station to each place."""
        if (name, True) not in self._ways:
            self._ways[name, True] = [self.roads.between(name, place.name) for place in self.places]
        return self._ways[name, True]

    def ways_to(self, name: str) -> list[Road | None]:
        """Return the roads from each place to a hotel or station."""
        if (name, False) not in self._ways:
            self._ways[name, False] = [self.roads.between(place.name, name) for place in self.places]
        return self._ways[name, False]


def _costs(roads: Sequence[Sequence[Road | None]]) -> Costs:
    return np.array([[FAR if r is None else r.cents for r in row] for row in roads], dtype=np.int64).reshape(
        len(roads), -1
    )


class Prices:
    """
    The town under prices of the coupling rows.

    Parameters
    ----------
    town
        The places.
    duals
        Price of each row; rows that are not named cost nothing.
    """

    rate = 1
    """Reduced cost of a cent that is paid on the way."""

    def __init__(self, town: Town, duals: Mapping[str, int]) -> None:
        self.town = town
        self.duals = duals
        extra = np.array([duals.get(place.row, 0) for place in town.places], dtype=np.int64)
        self.stops = town.bills + extra
        """Reduced cost of a stop in each place."""
        self.halves = self._halves()
        """For each place the odd sets that it is in: bits of the other places, all names, and the price."""
        self._finishes: dict[object, Finish] = {}

    def _halves(self) -> list[list[tuple[int, frozenset[str], int]]]:
        bits: dict[str, int] = {}
        for k, place in enumerate(self.town.places):
            bits.setdefault(place.row, 1 << k)
        found: list[list[tuple[int, frozenset[str], int]]] = [[] for _ in self.town.places]
        for row, price in self.duals.items():
            if row.startswith(PREFIX):
                half = members(row)
                for k, place in enumerate(self.town.places):
                    if place.row in half:
                        others = sum(bits.get(other, 0) for other in half if other != place.row)
                        found[k].append((others, half, price))
        return found

    @cached_property
    def through(self) -> Costs:
        """The least cost from each place to each by whatever places that are not required."""
        costs = self.town.costs.copy()
        for k, bit in enumerate(self.town.bits):
            if not bit:
                by = np.minimum(costs[:, k] + self.stops[k], FAR)
                np.minimum(costs, by[:, None] + costs[k][None, :], out=costs)
        return np.minimum(costs, FAR)

    def finish(self, ends: Sequence[End], needs: Needs, *, quick: bool) -> "Finish":
        """
        Return the bounds for days that end in certain ways.

        Parameters
        ----------
        ends
            The ways, the first of which costs nothing.
        needs
            What the days need.
        quick
            Whether the bounds are for a quick search.
        """
        key = (tuple(ends), needs, quick)
        if key not in self._finishes:
            self._finishes[key] = self._finish(ends, needs, quick=quick)
        return self._finishes[key]

    def _finish(self, ends: Sequence[End], needs: Needs, *, quick: bool) -> "Finish":
        del quick
        ((goal, _, _),) = ends
        return Finish(self, goal, needs)


class Finish:
    """The least reduced cost of finishing a day at a goal; see the module."""

    def __init__(self, prices: Prices, goal: str, needs: Needs) -> None:
        town = prices.town
        self.prices = prices
        self.state: State = (0, needs.meals, needs.sights)
        """Of a day before its first stop."""
        ends = np.array([FAR if r is None else r.cents for r in town.ways_to(goal)], dtype=np.int64)
        passing = [k for k, bit in enumerate(town.bits) if not bit]
        self.home = ends
        if passing:
            by = prices.through[:, passing] + (prices.stops[passing] + ends[passing])[None, :]
            self.home = np.minimum(ends, by.min(axis=1))
        self.home = np.minimum(self.home, FAR)
        self._prepare()

    def _prepare(self) -> None:
        town = self.prices.town
        self._required = [(k, bit) for k, bit in enumerate(town.bits) if bit]
        self._free = np.array([not bit for bit in town.bits], dtype=bool)
        self._bounds: dict[State, list[int]] = {}
        self._vectors: dict[State, Costs] = {}
        self._branches: dict[tuple[str | int, State], list[tuple[int, int]]] = {}

    def bounds(self, state: State) -> list[int]:
        """Return the bound from each place in a state."""
        if state not in self._bounds:
            self._bounds[state] = self.vector(state).tolist()
        return self._bounds[state]

    def vector(self, state: State) -> Costs:
        """Return the bound from each place in a state as an array."""
        if state not in self._vectors:
            self._vectors[state] = self._vector(state)
        return self._vectors[state]

    def _vector(self, state: State) -> Costs:
        _, meals, sights = state
        onward = self.onward(state)
        # A stop that changes nothing is passed through: it is in the closure of the roads already.
        if meals == 0:
            onward[self._free & self.prices.town.meals] = FAR
        if sights == 0:
            onward[self._free & ~self.prices.town.meals] = FAR
        best: Costs = (self.prices.through + np.minimum(self.prices.stops + onward, FAR)[None, :]).min(axis=1)
        if meals == sights == 0:
            best = np.minimum(best, self.home)
        return np.minimum(best, FAR, dtype=np.int64)

    def bound(self, state: State, here: int, free: int) -> int:
        """Return the bound from a place that is left at a minute, clocks aside."""
        del free
        return self.bounds(state)[here]

    def branches(self, here: str | int, state: State, free: int) -> list[tuple[int, int]]:
        """
        Return what each next stop and all after it cost at least, with the place, cheapest first.

        Parameters
        ----------
        here
            A place by number, or a hotel or station by name.
        state
            Before the stop.
        free
            When it is left; clocks are left aside here.
        """
        del free
        if (here, state) not in self._branches:
            costs = np.minimum(self._roads(here) + self.prices.stops + self._after_stop(state), FAR)
            order = np.argsort(costs, kind="stable").tolist()
            values = costs.tolist()
            self._branches[here, state] = [(values[j], j) for j in order if values[j] < FAR // 2]
        return self._branches[here, state]

    def _after_stop(self, state: State) -> Costs:
        """Return for each place the bound after a stop there; one that is not needed changes nothing."""
        meals = self.prices.town.meals
        after, kept = self.onward(state), self.vector(state)
        for is_needed, is_kind in ((state[1], meals), (state[2], ~meals)):
            if not is_needed:
                after[self._free & is_kind] = kept[self._free & is_kind]
        return after

    def _roads(self, here: str | int) -> Costs:
        """Return what the roads from a place, hotel or station to each place cost."""
        town, rate = self.prices.town, self.prices.rate
        if isinstance(here, int):
            return np.where(town.costs[here] >= FAR, FAR, town.costs[here] * rate)
        ways = [FAR if road is None else road.cents * rate for road in town.ways_from(here)]
        return np.array(ways, dtype=np.int64)

    def onward(self, state: State) -> Costs:
        """Return for each place the bound after a stop there."""
        mask, meals, sights = state
        is_meal = self.prices.town.meals
        onward = np.full(len(is_meal), FAR, dtype=np.int64)
        if meals:
            after = self.vector((mask, meals - 1, sights))
            onward[self._free & is_meal] = after[self._free & is_meal]
        if sights:
            after = self.vector((mask, meals, sights - 1))
            if sights == MOST_SIGHTS:
                after = np.minimum(after, self.vector((mask, meals, 0)))
            onward[self._free & ~is_meal] = after[self._free & ~is_meal]
        for k, bit in self._required:
            if not mask & bit:
                onward[k] = self._after_required(k, bit, state)
        return onward

    def _after_required(self, k: int, bit: int, state: State) -> int:
        mask, meals, sights = state
        if self.prices.town.places[k].is_meal:
            return int(self.vector((mask | bit, max(meals - 1, 0), sights))[k])
        after = int(self.vector((mask | bit, meals, max(sights - 1, 0)))[k])
        if sights == MOST_SIGHTS:
            after = min(after, int(self.vector((mask | bit, meals, 0))[k]))
        return after
