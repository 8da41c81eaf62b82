"""
Column generation: prices under which the days fall apart with the least that is left to prove.

Columns are walks of the completions (which may pass a sight twice, and begin a little early), so that the
prices are tuned to the very relaxation that a checker will reckon with. Where walks of the optimum pass a
sight twice, the sights between remember it from then on.
"""

from collections.abc import Iterable, Sequence
from itertools import pairwise

import numpy as np

from planassay.kb.routing import Outing
from planassay.solver.routing.master import INFINITY, Master, Optimum
from planassay.solver.routing.prices import Level, Prices
from planassay.solver.routing.terrain import NOTHING, Completions, Terrain

SCALE = 100_000
WALKS = 40
"""Walks of a kind of day that are added at once, at most."""
SMOOTH = 0.5
"""Share of the best prices so far in those that are tried first."""
TOLERANCE = 1e-6


class Columns:
    """
    The relaxation of one level over walks.

    Parameters
    ----------
    terrain, level
        What is worth what.
    shift
        A bucket is ``1 << shift`` units of time.
    keep
        Entries a bucket that completions tell apart.
    """

    def __init__(self, terrain: Terrain, level: Level, shift: int, keep: int = 2) -> None:
        self.terrain = terrain
        self.level = level
        self.shift = shift
        self.keep = keep
        self.near: list[set[int]] = [set() for _ in range(terrain.count)]
        self.walks: list[tuple[int, Outing]] = []
        self._known: set[tuple[int, Outing]] = set()
        self.best: Prices | None = None
        self.bound = 1 << 62
        self._open()
        self._master()

    def _open(self) -> None:
        words = self.terrain.words([sorted(group) for group in self.near])
        self.completions = [
            Completions(self.terrain, kind, self.shift, words, self.keep) for kind in self.terrain.kinds
        ]

    def _master(self) -> None:
        """Begin the linear program: visits, kinds, budget, value; who keeps no row pays dearly."""
        terrain, routing = self.terrain, self.terrain.routing
        count = terrain.count
        must = [sight.must for sight in routing.sights]
        lower = [1.0 if m else -INFINITY for m in must]
        upper = [1.0] * count
        for kind in terrain.kinds:
            lower.append(-INFINITY if kind.may_rest else float(kind.number))
            upper.append(float(kind.number))
        self.budget_row = self.value_row = -1
        if routing.budget is not None:
            self.budget_row = len(lower)
            lower.append(-INFINITY)
            upper.append(float(routing.budget))
        if self.level.value is not None:
            self.value_row = len(lower)
            lower.append(float(self.level.value))
            upper.append(INFINITY)
        self.master = Master(lower, upper, terrain.work)
        dear = -float(2 * np.abs(self.level.worths).sum() + 1)
        self.fixed = 0
        for row, low in enumerate(lower):
            if low > -INFINITY:
                self.master.column(dear, [(row, 1.0)])
                self.fixed += 1

    def add(self, kind: int, walk: Outing) -> bool:
        """Add a walk; return whether it is new."""
        if (kind, walk) in self._known:
            return False
        self._known.add((kind, walk))
        self.walks.append((kind, walk))
        terrain = self.terrain
        counts: dict[int, float] = {}
        for k in walk:
            counts[k] = counts.get(k, 0.0) + 1.0
        entries = [*sorted(counts.items()), (terrain.count + kind, 1.0)]
        visits = list(walk)
        if self.budget_row >= 0 and (cost := int(terrain.costs[visits].sum())):
            entries.append((self.budget_row, float(cost)))
        if self.value_row >= 0 and (value := int(terrain.values[visits].sum())):
            entries.append((self.value_row, float(value)))
        self.master.column(float(self.level.worths[visits].sum()), entries)
        return True

    def reckon(self, prices: Prices) -> int:
        """Return the bound on every plan under some prices, times their scale, and keep the best."""
        gain = prices.gain(self.terrain, self.level)
        bound = prices.constant(self.terrain, self.level)
        for kind, completions in zip(self.terrain.kinds, self.completions, strict=True):
            most = completions.run(gain)
            if most == NOTHING:  # no outing takes every meal of the day
                bound = -(1 << 61)
                break
            bound += kind.number * most
        if bound < self.bound:
            self.bound, self.best = bound, prices
        return bound

    def rounded(self, duals: "np.ndarray[tuple[int], np.dtype[np.float64]]", share: float = 0.0) -> Prices:
        """Return duals as prices, some way towards the best prices so far."""
        count = self.terrain.count
        must = np.array([sight.must for sight in self.terrain.routing.sights], dtype=np.bool_)
        raw = [duals[:count] * SCALE]
        raw.append(np.array([duals[self.budget_row] if self.budget_row >= 0 else 0.0]) * SCALE)
        raw.append(np.array([-duals[self.value_row] if self.value_row >= 0 else 0.0]) * SCALE)
        mixed = np.concatenate(raw)
        if share and self.best is not None:
            best = np.array([*self.best.visit, self.best.budget, self.best.value], dtype=np.float64)
            mixed = share * best + (1 - share) * mixed
        whole = np.rint(mixed).astype(np.int64)
        visit = np.where(must, whole[:count], np.maximum(whole[:count], 0))
        return Prices(SCALE, visit, max(int(whole[count]), 0), max(int(whole[count + 1]), 0))

    def converge(self, target: int, rounds: int = 400) -> Optimum:
        """
        Add walks until none helps, or the bound is below a target (times the scale).

        Returns
        -------
        Optimum
            The last optimum of the master.
        """
        while True:
            optimum = self.master.solve()
            if self.bound < target or optimum.value * SCALE >= self.bound - 1 - TOLERANCE * SCALE:
                return optimum
            is_new = False
            for share in (SMOOTH, 0.0):
                prices = self.rounded(optimum.duals, share)
                self.reckon(prices)
                is_new = self._price(optimum)
                if is_new or self.best is None:
                    break
            rounds -= 1
            if self.bound < target or not is_new or rounds <= 0:
                return optimum

    def _price(self, optimum: Optimum) -> bool:
        """Add the walks that the completions just reckoned show, of those that the master lacks."""
        is_new = False
        for k, completions in enumerate(self.completions):
            for walk in completions.walks(-(1 << 50), WALKS):
                is_new = self.add_if_worth(optimum, k, walk) or is_new
        return is_new

    def paid(self, optimum: Optimum) -> list[float]:
        """Return what a day of each kind is paid under the duals of an optimum."""
        count = self.terrain.count
        paid: list[float] = optimum.duals[count : count + len(self.terrain.kinds)].tolist()
        return paid

    def add_if_worth(self, optimum: Optimum, kind: int, walk: Outing) -> bool:
        """Add a walk if it is worth more than its day is paid; return whether it is new."""
        duals, terrain, visits = optimum.duals, self.terrain, list(walk)
        net = self.level.worths[visits].sum() - duals[visits].sum()
        if self.budget_row >= 0:
            net -= duals[self.budget_row] * terrain.costs[visits].sum()
        if self.value_row >= 0:
            net -= duals[self.value_row] * terrain.values[visits].sum()
        return bool(net - duals[terrain.count + kind] > TOLERANCE) and self.add(kind, walk)

    def has_cycles(self, optimum: Optimum) -> bool:
        """Return whether walks of an optimum pass a sight twice."""
        shares = optimum.shares[self.fixed :]
        pairs = zip(self.walks, shares, strict=False)
        return any(share > TOLERANCE and len(set(walk)) < len(walk) for (_, walk), share in pairs)

    def remember(self, optimum: Optimum, most: int) -> int:
        """
        Let sights remember what the walks of an optimum pass twice; return how many memories are new.

        Parameters
        ----------
        optimum
            Whose walks.
        most
            Most memories of one sight.
        """
        before = sum(map(len, self.near))
        shares = optimum.shares[self.fixed :]
        for (_, walk), share in zip(self.walks, shares, strict=False):
            if share > TOLERANCE:
                for i, between in _cycles(walk):
                    if all(len(self.near[k]) < most or i in self.near[k] for k in between):
                        for k in between:
                            self.near[k].add(i)
        grown = sum(map(len, self.near)) - before
        if grown:
            self._reopen()
        return grown

    def refine(self, shift: int, keep: int) -> None:
        """Go on with other buckets; walks that begin too early for them go."""
        self.shift, self.keep = shift, keep
        self._reopen()

    def _reopen(self) -> None:
        self._open()
        self.bound = 1 << 62
        for index, (kind, walk) in enumerate(self.walks):
            if not self._is_walk(kind, walk):
                self.master.drop(self.fixed + index)
                self._known.discard((kind, walk))
        if self.best is not None:
            self.reckon(self.best)

    def _is_walk(self, kind: int, walk: Outing) -> bool:
        """Return whether the completions still allow a walk."""
        remembered: set[int] = set()
        for here, after in reversed(list(pairwise(walk))):
            if here in remembered:
                return False
            remembered = (remembered & self.near[here]) | {after}
        return self._is_in_time(kind, walk)

    def _is_in_time(self, kind: int, walk: Outing) -> bool:
        day, step, shift = self.terrain.kinds[kind], self.terrain.step, self.shift
        clock = int(day.opens[walk[0], 0])
        for here, after in pairwise(walk):
            first = int(day.opens[here, 0])
            arrive = self._begin(kind, here, first + (clock - first >> shift << shift)) + int(
                step[here, after]
            )
            clock = self._begin(kind, after, arrive)
            if clock < 0:
                return False
        return True

    def _begin(self, kind: int, k: int, clock: int) -> int:
        day = self.terrain.kinds[kind]
        windows = zip(day.opens[k].tolist(), day.lasts[k].tolist(), strict=True)
        return next((max(opens, clock) for opens, last in windows if clock <= last), -1)


def _cycles(walk: Outing) -> Iterable[tuple[int, Sequence[int]]]:
    """Yield each sight that a walk passes twice, with the sights that must remember it."""
    last: dict[int, int] = {}
    for place, k in enumerate(walk):
        if k in last:
            yield k, walk[last[k] + 1 : place - 1]
        last[k] = place
