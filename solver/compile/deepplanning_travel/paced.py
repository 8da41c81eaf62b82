"""
The town at the pace of the best trip: places in daylight, worth their stars, and what a day gains at most.

Costs are those of the objective: cents, less :data:`EXCHANGE` cents for each hundredth of a star. Bounds
count the stops that a day may still make; one place may come twice. For a quick search clocks are left aside;
for one to the end they are kept in quarters of an hour, rounded down.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from planassay.kb.formats.deepplanning_travel.scope import MEAL_HOURS
from planassay.kb.formats.deepplanning_travel.stars import (
    DAY_FROM_MIN,
    DAY_UNTIL_MIN,
    EXCHANGE,
    MOST_MEALS,
)
from planassay.solver.compile.deepplanning_travel.days import Outline
from planassay.solver.compile.deepplanning_travel.master import BUDGET
from planassay.solver.compile.deepplanning_travel.places import Place, Road, Roads
from planassay.solver.compile.deepplanning_travel.rides import Needs
from planassay.solver.compile.deepplanning_travel.town import (
    FAR,
    Costs,
    End,
    Finish,
    Prices,
    State,
    Town,
)

BUCKET_MIN = 15
BUCKETS = (DAY_UNTIL_MIN - DAY_FROM_MIN) // BUCKET_MIN + 1
"""Of the minutes at which a stop can end; one more stands for too late."""
_HOURS = tuple(MEAL_HOURS.values())


def in_daylight(place: Place) -> Place | None:
    """Return a place with the hours at which the pace lets one be there, None if there are none."""
    spans = tuple((max(opens, DAY_FROM_MIN), min(closes, DAY_UNTIL_MIN)) for opens, closes in place.spans)
    kept = tuple(span for span in spans if span[1] - span[0] >= place.shortest)
    return place._replace(spans=kept) if kept else None


def at_pace(outline: Outline, most_sights: int) -> Outline:
    """Return a day that has no more stops than the pace allows, and no long stay for two."""
    needs = outline.needs
    most_meals = min(needs.most_meals, MOST_MEALS)
    paced = Needs(needs.meals, most_meals, needs.sights, may_stay_long=False, most_sights=most_sights)
    return replace(outline, needs=paced)


def gathered(outlines: Sequence[Outline]) -> list[Outline]:
    """Return the days of which those that differ in how they end alone are one."""
    alike: dict[object, list[Outline]] = {}
    for outline in outlines:
        alike.setdefault((outline.start, outline.ready, outline.needs, outline.weekday), []).append(outline)
    return [replace(first, others=tuple(others)) for first, *others in alike.values()]


class PacedTown(Town):
    """
    Places and the roads between them, for the best trip.

    Parameters
    ----------
    places, roads, people, required
        As for :class:`Town`; places in daylight.
    stars
        Hundredths of a star of a stop in each place.
    """

    def __init__(
        self,
        places: Sequence[Place],
        roads: Roads,
        people: int,
        required: Sequence[str],
        stars: Sequence[int],
    ) -> None:
        super().__init__(places, roads, people, required)
        self.stars = np.array(stars, dtype=np.int64)

    def priced(self, duals: Mapping[str, int]) -> Prices:
        """Return the town under prices of rows."""
        return _PacedPrices(self, duals)

    @cached_property
    def bills(self) -> Costs:
        """What a stop in each place costs, less what its stars weigh."""
        return self.paid - EXCHANGE * self.stars

    @cached_property
    def ends(self) -> NDArray[np.int64]:
        """The bucket in which a stop in each place ends at the earliest, by the bucket of arriving."""
        return np.array([[_end(place, k) for k in range(BUCKETS + 1)] for place in self.places], np.int64)

    @cached_property
    def reach(self) -> NDArray[np.int64]:
        """Positions, in a table of places by buckets, of arriving from each place (first) at each other."""
        size = len(self.places)
        minutes = np.array([[_minutes(road) for road in row] for row in self.between], np.int64)
        arrive = _bucket(DAY_FROM_MIN + BUCKET_MIN * np.arange(BUCKETS + 1) + minutes[:, :, None])
        arrive[:, :, BUCKETS] = BUCKETS
        position: NDArray[np.int64] = np.arange(size)[None, :, None] * (BUCKETS + 1) + arrive
        return position


def _minutes(road: Road | None) -> int:
    return 0 if road is None else road.minutes


def _bucket(minutes: NDArray[np.int64]) -> NDArray[np.int64]:
    found: NDArray[np.int64] = np.clip((minutes - DAY_FROM_MIN) // BUCKET_MIN, 0, BUCKETS)
    return found


def _end(place: Place, bucket: int) -> int:
    """Return the bucket in which a stop ends at the earliest, :data:`BUCKETS` if it cannot be."""
    arrive, found = DAY_FROM_MIN + BUCKET_MIN * bucket, DAY_UNTIL_MIN + BUCKET_MIN
    for begins, before in _HOURS if place.is_meal else ((0, DAY_UNTIL_MIN + 1),):
        for opens, closes in place.spans:
            start = max(arrive, opens, begins)
            if start < before and start + place.shortest <= closes:
                found = min(found, start + place.shortest)
    return min((found - DAY_FROM_MIN) // BUCKET_MIN, BUCKETS) if bucket < BUCKETS else BUCKETS


class _PacedPrices(Prices):
    """The town under prices; a cent costs more where the budget has a price."""

    def __init__(self, town: PacedTown, duals: Mapping[str, int]) -> None:
        super().__init__(town, duals)
        self.paced = town
        self.rate = 1 + duals.get(BUDGET, 0)
        self.stops = self.stops + (self.rate - 1) * town.paid
        self.costs: Costs = np.where(town.costs >= FAR, FAR, town.costs * self.rate)

    def _finish(self, ends: Sequence[End], needs: Needs, *, quick: bool) -> Finish:
        return (_Paced if quick else _Clocked)(self, ends, needs)


class _Paced(Finish):
    """
    The least reduced cost of finishing a day, clocks aside.

    A state has the required places visited, and the meals and sights that are allowed still.
    """

    def __init__(self, prices: _PacedPrices, ends: Sequence[End], needs: Needs) -> None:
        self.prices = prices
        self.needs = needs
        self.state: State = (0, needs.most_meals, needs.most_sights)
        self._costs = prices.costs
        self.home = np.minimum.reduce([self._home(end) for end in ends])
        self._prepare()

    def _home(self, end: End) -> Costs:
        goal, _, extra = end
        ways, rate = self.prices.town.ways_to(goal), self.prices.rate
        return np.array([FAR if r is None else (r.cents + extra) * rate for r in ways], dtype=np.int64)

    def _vector(self, state: State) -> Costs:
        ahead = np.minimum(self.prices.stops + self.onward(state), FAR)
        best: Costs = (self._costs + ahead[None, :]).min(axis=1, initial=FAR)
        if self._may_end(state):
            best = np.minimum(best, self.home)
        return np.minimum(best, FAR)

    def _may_end(self, state: State) -> bool:
        needs = self.needs
        has_eaten = needs.most_meals - state[1] >= needs.meals
        return has_eaten and needs.most_sights - state[2] >= needs.sights

    def onward(self, state: State) -> Costs:
        """Return for each place the bound after a stop there, :data:`FAR` where none is allowed."""
        mask, meals, sights = state
        town = self.prices.town
        onward = np.full(len(town.places), FAR, dtype=np.int64)
        for is_allowed, is_kind, left in (
            (meals, town.meals, (meals - 1, sights)),
            (sights, ~town.meals, (meals, sights - 1)),
        ):
            if not is_allowed:
                continue
            chosen = self._free & is_kind
            if chosen.any():
                onward[chosen] = self.vector((mask, *left))[chosen]
            for k, bit in self._required:
                if is_kind[k] and not mask & bit:
                    onward[k] = self.vector((mask | bit, *left))[k]
        return onward

    def _after_stop(self, state: State) -> Costs:
        return self.onward(state)


class _Clocked(_Paced):
    """The least reduced cost of finishing a day, by the bucket of time; required places may come twice."""

    def __init__(self, prices: _PacedPrices, ends: Sequence[End], needs: Needs) -> None:
        super().__init__(prices, ends, needs)
        self.town = prices.paced
        self.homes = np.minimum.reduce([self._homes(end) for end in ends])
        self._tables: dict[tuple[int, int], Costs] = {}
        self._aheads: dict[tuple[int, int], Costs] = {}
        self._lists: dict[tuple[int, int], list[list[int]]] = {}
        self._onward: dict[object, list[tuple[int, int]]] = {}

    def _homes(self, end: End) -> Costs:
        """Return what the end of a day costs, by place and bucket of leaving."""
        goal, deadline, _ = end
        minutes = np.array([_minutes(road) for road in self.town.ways_to(goal)], dtype=np.int64)
        free = DAY_FROM_MIN + BUCKET_MIN * np.arange(BUCKETS + 1)
        is_late = free[None, :] + minutes[:, None] > deadline
        is_late[:, BUCKETS] = True
        return np.where(is_late, FAR, self._home(end)[:, None])

    def _table(self, left: tuple[int, int]) -> Costs:
        """Return the bound by place and bucket of leaving, with some meals and sights allowed."""
        if left not in self._tables:
            best: Costs = np.full(self.homes.shape, FAR, dtype=np.int64)
            if any(left):
                ahead = self._ahead(left).ravel()[self.town.reach]
                best = (ahead + self._costs[:, :, None]).min(axis=1, initial=FAR)
            if self._may_end((0, *left)):
                best = np.minimum(best, self.homes)
            best[:, BUCKETS] = FAR
            self._tables[left] = np.minimum(best, FAR)
        return self._tables[left]

    def _ahead(self, left: tuple[int, int]) -> Costs:
        """Return the bound of a stop and all after it, by place and bucket of arriving."""
        if left not in self._aheads:
            meals, sights = left
            ahead: Costs = np.full(self.homes.shape, FAR, dtype=np.int64)
            is_meal = self.town.meals
            for is_allowed, is_kind, after in (
                (meals, is_meal, (meals - 1, sights)),
                (sights, ~is_meal, (meals, sights - 1)),
            ):
                if is_allowed:
                    then = np.take_along_axis(self._table(after), self.town.ends, axis=1)
                    ahead[is_kind] = (self.prices.stops[:, None] + then)[is_kind]
            self._aheads[left] = np.minimum(ahead, FAR)
        return self._aheads[left]

    def bound(self, state: State, here: int, free: int) -> int:
        """Return the bound from a place that is left at a minute."""
        left = state[1:]
        if left not in self._lists:
            self._lists[left] = self._table(left).tolist()
        return self._lists[left][here][(free - DAY_FROM_MIN) // BUCKET_MIN]

    def branches(self, here: str | int, state: State, free: int) -> list[tuple[int, int]]:
        """Return what each next stop and all after it cost at least; see :class:`Finish`."""
        left, bucket = state[1:], max(free - DAY_FROM_MIN, 0) // BUCKET_MIN
        key = (here, left, bucket if isinstance(here, int) else free)
        if key not in self._onward:
            if not any(left):
                costs = np.full(len(self.town.places), FAR)
            elif isinstance(here, int):
                costs = self._roads(here) + self._ahead(left).ravel()[self.town.reach[here, :, bucket]]
            else:
                minutes = np.array([_minutes(road) for road in self.town.ways_from(here)], dtype=np.int64)
                arrive = _bucket(free + minutes)[:, None]
                costs = self._roads(here) + np.take_along_axis(self._ahead(left), arrive, axis=1)[:, 0]
            order, values = np.argsort(costs, kind="stable").tolist(), costs.tolist()
            self._onward[key] = [(values[j], j) for j in order if values[j] < FAR // 2]
        return self._onward[key]
