"""
The tree: the best plan that listed outings make, with the proof that there is no better one.

At each node the linear program over the outings that are left, with cuts of three sights, prices the rows;
prices rounded to integers close the node, or it is split: a sight is visited or not, two sights share a day
or not, a sight belongs to a kind of day or not. Both halves of a split are filters on the outings.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from planassay.kb.routing import Outing
from planassay.solver.routing.listing import Listing
from planassay.solver.routing.master import INFINITY, Master, Optimum
from planassay.solver.routing.prices import Level
from planassay.solver.routing.terrain import Terrain

SCALES = (1_000, 1_000_000)
CUTS_A_ROUND = 60
ROUNDS = 25
TOLERANCE = 1e-6

Split = tuple[str, int, int]
"""``use a -``, ``same a b`` or ``on a kind``; the first half of the tree below it says yes."""
Cut = tuple[int, int, int]


@dataclass(frozen=True)
class Leaf:
    """Integer prices that close a node."""

    scale: int
    visit: dict[int, int]
    budget: int
    value: int
    cuts: tuple[tuple[Cut, int], ...]


Node = Split | Leaf


class Tail(NamedTuple):
    """What a tree found: a better plan, or the nodes in order that show that there is none."""

    plan: tuple[Outing, ...] | None
    nodes: tuple[Node, ...]


class TreeLimitError(Exception):
    """The tree has more nodes than it may have."""


@dataclass
class _Branch:
    """The decisions on the way to a node."""

    keep: NDArray[np.bool_]
    used: frozenset[int] = frozenset()
    cuts: list[Cut] = field(default_factory=list)


class Tree:
    """
    A tree over listed outings.

    Parameters
    ----------
    terrain, level
        What is worth what.
    listing
        The outings.
    target
        What a better plan is worth at the least.
    most
        Most nodes.
    """

    def __init__(self, terrain: Terrain, level: Level, listing: Listing, target: int, most: int) -> None:
        self.terrain = terrain
        self.level = level
        self.target = target
        self.most = most
        pairs = [(listed.kind, f.outing) for listed in listing.kinds for f in listed.outings if f.outing]
        self.kinds = np.array([kind for kind, _ in pairs], dtype=np.int64)
        self.outings = [outing for _, outing in pairs]
        count = len(pairs)
        self.has = np.zeros((terrain.count, count), dtype=np.bool_)
        for column, outing in enumerate(self.outings):
            self.has[list(outing), column] = True
        self.worths = level.worths @ self.has
        self.values = terrain.values @ self.has
        self.costs = terrain.costs @ self.has
        self.must = np.array([sight.must for sight in terrain.routing.sights], dtype=np.bool_)
        self.nodes: list[Node] = []

    def run(self) -> Tail:
        """
        Return a better plan, or the nodes of the proof that there is none.

        Raises
        ------
        TreeLimitError
            If there are too many nodes.
        """
        self.nodes = []
        plan = self._visit(_Branch(np.ones(len(self.outings), dtype=np.bool_)))
        return Tail(plan, tuple(self.nodes))

    def _visit(self, branch: _Branch) -> tuple[Outing, ...] | None:
        if len(self.nodes) >= self.most:
            raise TreeLimitError(f"more than {self.most} nodes")
        columns = np.flatnonzero(branch.keep)
        cuts = list(branch.cuts)
        for _ in range(ROUNDS):
            optimum, rows = self._solve(columns, branch, cuts)
            if (leaf := self._leaf(columns, branch, cuts, optimum, rows)) is not None:
                self.nodes.append(leaf)
                return None
            shares = optimum.shares[-len(columns) :] if len(columns) else optimum.shares[:0]
            if (plan := self._whole(columns, shares)) is not None:
                return plan
            new = self._cuts(columns, shares, cuts)
            if not new:
                break
            cuts += new
        split = self._split(columns, shares)
        if split is None:
            raise TreeLimitError("no prices close a node, and nothing splits it")
        self.nodes.append(split)
        for keep, used in self._halves(split, branch):
            plan = self._visit(_Branch(keep, used, cuts))
            if plan is not None:
                return plan
        return None

    # ----------------------------------------------------------------------------------- linear program

    def _solve(
        self, columns: NDArray[np.int64], branch: _Branch, cuts: Sequence[Cut]
    ) -> tuple[Optimum, NDArray[np.int64]]:
        """Return the optimum, and the sights that have rows, in order."""
        terrain = self.terrain
        routing = terrain.routing
        has = self.has[:, columns]
        forced = self.must.copy()
        forced[list(branch.used)] = True
        rows = np.flatnonzero(has.any(axis=1) | forced)
        lower = [1.0 if forced[i] else -INFINITY for i in rows]
        upper = [1.0] * len(rows)
        blocks = [has[rows].astype(np.float64)]
        for k, kind in enumerate(terrain.kinds):
            lower.append(-INFINITY if kind.may_rest else float(kind.number))
            upper.append(float(kind.number))
            blocks.append((self.kinds[columns] == k).astype(np.float64)[None, :])
        if routing.budget is not None:
            lower.append(-INFINITY)
            upper.append(float(routing.budget))
            blocks.append(self.costs[columns].astype(np.float64)[None, :])
        if self.level.value is not None:
            lower.append(float(self.level.value))
            upper.append(INFINITY)
            blocks.append(self.values[columns].astype(np.float64)[None, :])
        for cut in cuts:
            lower.append(-INFINITY)
            upper.append(1.0)
            blocks.append((has[list(cut)].sum(axis=0) >= 2).astype(np.float64)[None, :])
        master = Master(lower, upper)
        dear = -float(2 * np.abs(self.level.worths).sum() + 1)
        for row, low in enumerate(lower):
            if low > -INFINITY:
                master.column(dear, [(row, 1.0)])
        master.columns(self.worths[columns].astype(np.float64), np.vstack(blocks))
        return master.solve(), rows

    def _leaf(
        self,
        columns: NDArray[np.int64],
        branch: _Branch,
        cuts: Sequence[Cut],
        optimum: Optimum,
        rows: NDArray[np.int64],
    ) -> Leaf | None:
        """Return integer prices near the duals if they show that no plan reaches the target."""
        if optimum.value > self.target - TOLERANCE:
            return None
        for scale in SCALES:
            leaf = self._rounded(scale, branch, cuts, optimum, rows)
            if self._bound(leaf, columns) < scale * self.target:
                return leaf
        return None

    def _rounded(
        self,
        scale: int,
        branch: _Branch,
        cuts: Sequence[Cut],
        optimum: Optimum,
        rows: NDArray[np.int64],
    ) -> Leaf:
        duals = optimum.duals
        visit = {}
        for row, i in enumerate(rows.tolist()):
            price = int(np.rint(duals[row] * scale))
            if price > 0 or (price < 0 and (self.must[i] or i in branch.used)):
                visit[i] = price
        place = len(rows) + len(self.terrain.kinds)
        budget = value = 0
        if self.terrain.routing.budget is not None:
            budget = max(0, int(np.rint(duals[place] * scale)))
            place += 1
        if self.level.value is not None:
            value = max(0, int(np.rint(-duals[place] * scale)))
            place += 1
        priced = ((cut, int(np.rint(duals[place + k] * scale))) for k, cut in enumerate(cuts))
        return Leaf(scale, visit, budget, value, tuple((cut, price) for cut, price in priced if price > 0))

    def _bound(self, leaf: Leaf, columns: NDArray[np.int64]) -> int:
        """Return the bound that prices give, times their scale."""
        routing = self.terrain.routing
        visit = np.zeros(self.terrain.count, dtype=np.int64)
        for i, price in leaf.visit.items():
            visit[i] = price
        has = self.has[:, columns]
        net = leaf.scale * self.worths[columns] - visit @ has
        net = net - leaf.budget * self.costs[columns] + leaf.value * self.values[columns]
        for cut, price in leaf.cuts:
            net = net - price * (has[list(cut)].sum(axis=0) >= 2)
        total = sum(leaf.visit.values()) + sum(price for _, price in leaf.cuts)
        total += leaf.budget * (routing.budget or 0) - leaf.value * (self.level.value or 0)
        for k, kind in enumerate(self.terrain.kinds):
            mine = net[self.kinds[columns] == k]
            if kind.may_rest:
                total += kind.number * max(0, int(mine.max(initial=0)))
            elif len(mine):
                total += kind.number * int(mine.max())
            else:
                return -(1 << 61)
        return total

    # ------------------------------------------------------------------------------------------ branching

    def _whole(self, columns: NDArray[np.int64], shares: NDArray[np.float64]) -> tuple[Outing, ...] | None:
        """Return the plan of a whole optimum that reaches the target."""
        taken = columns[shares > 0.5]
        if np.any(np.abs(shares - np.rint(shares)) > TOLERANCE) or self.worths[taken].sum() < self.target:
            return None
        if (self.must & ~self.has[:, taken].any(axis=1)).any():
            return None
        routing = self.terrain.routing
        plan: list[Outing] = [()] * len(routing.days)
        for k, (_, days) in enumerate(routing.kinds):
            mine = [self.outings[c] for c in taken if self.kinds[c] == k]
            if len(mine) < len(days) and not self.terrain.kinds[k].may_rest:
                return None
            for day, outing in zip(days, sorted(mine), strict=False):
                plan[day] = outing
        return tuple(plan)

    def _cuts(
        self, columns: NDArray[np.int64], shares: NDArray[np.float64], known: Sequence[Cut]
    ) -> list[Cut]:
        """Return the three sights whose cuts are broken most."""
        used = columns[shares > TOLERANCE]
        weights = shares[shares > TOLERANCE]
        has = self.has[:, used]
        fractional = np.flatnonzero((has & (weights < 1 - TOLERANCE)).any(axis=1))
        if len(fractional) < 3 or len(fractional) > 120:
            return []
        triples = np.array(list(combinations(fractional.tolist(), 3)), dtype=np.int64)
        sums = np.zeros(len(triples))
        for column, weight in enumerate(weights):
            seen = has[:, column]
            sums += weight * (seen[triples].sum(axis=1) >= 2)
        order = np.argsort(-sums, kind="stable")[:CUTS_A_ROUND]
        old = set(known)
        found = [tuple(triples[k].tolist()) for k in order if sums[k] > 1 + 0.01]
        return [(a, b, c) for a, b, c in found if (a, b, c) not in old]

    def _split(self, columns: NDArray[np.int64], shares: NDArray[np.float64]) -> Split | None:
        used = columns[shares > TOLERANCE]
        weights = shares[shares > TOLERANCE]
        has = self.has[:, used].astype(np.float64)
        visits = has @ weights
        away = np.minimum(visits, 1 - visits)
        if len(away) and away.max() > 1e-4:
            return ("use", int(np.argmax(away)), -1)
        both = (has * weights) @ has.T
        np.fill_diagonal(both, 0.0)
        away = np.minimum(both, 1 - both)
        if away.size and away.max() > 1e-4:
            a, b = divmod(int(np.argmax(away)), away.shape[1])
            return ("same", min(a, b), max(a, b))
        best: tuple[float, Split] | None = None
        for k in range(len(self.terrain.kinds)):
            share = (has * weights)[:, self.kinds[used] == k].sum(axis=1)
            away = np.minimum(share, 1 - share)
            if len(away) and away.max() > 1e-4 and (best is None or away.max() > best[0]):
                best = (float(away.max()), ("on", int(np.argmax(away)), k))
        return None if best is None else best[1]

    def _halves(self, split: Split, branch: _Branch) -> list[tuple[NDArray[np.bool_], frozenset[int]]]:
        """Return the filters of both halves, yes first."""
        what, a, b = split
        keep, used = branch.keep, branch.used
        if what == "use":
            return [(keep, used | {a}), (keep & ~self.has[a], used)]
        if what == "same":
            return [(keep & (self.has[a] == self.has[b]), used), (keep & ~(self.has[a] & self.has[b]), used)]
        here = self.kinds == b
        return [(keep & (here | ~self.has[a]), used), (keep & ~(here & self.has[a]), used)]
