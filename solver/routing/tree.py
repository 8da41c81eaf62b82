"""
The tree: the best plan that listed outings make, with the proof that there is no better one.

At each node the linear program over the outings that are left, with cuts of three sights, prices the rows;
prices rounded to integers close the node, or it is split: a sight is visited or not, two sights share a day
or not, a sight belongs to a kind of day or not. Both halves of a split are filters on the outings.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from planassay.kb.routing import Outing
from planassay.solver.routing.listing import Listing
from planassay.solver.routing.master import INFINITY, Master, Optimum
from planassay.solver.routing.prices import Level
from planassay.solver.routing.terrain import Terrain
from planassay.solver.routing.work import CELL

SCALES = (1_000, 1_000_000)
CUTS_A_ROUND = 60
ROUNDS = 25
FIRST_COLUMNS = 2_000
MORE_COLUMNS = 400
SIEVED = 0.7
"""A sieve is worth its bytes if no greater share of the outings is left."""
FEW_COLUMNS = 200
LIGHT = 0.4
MANY_COLUMNS = 5_000
TRIED = 6
"""Splits of each sort of which both halves are tried before one splits a node."""
TOLERANCE = 1e-6

Split = tuple[str, int, int]
"""``use a -``, ``same a b`` or ``on a kind``; the first half of the tree below it says yes."""
Cut = tuple[int, int, int]


@dataclass(frozen=True)
class Leaf:
    """Integer prices that close a node; or, as a sieve, that leave fewer outings of it."""

    scale: int
    visit: dict[int, int]
    budget: int
    value: int
    cuts: tuple[tuple[Cut, int], ...]
    is_sieve: bool = False


Node = Split | Leaf


class Tail(NamedTuple):
    """What a tree found: the best plan, None if none reaches the target, and why there is no better one."""

    plan: tuple[Outing, ...] | None
    nodes: tuple[Node, ...] | None
    """In order; None if the search ended with a plan that was enough."""


class _EnoughError(Exception):
    """A plan is as good as it may get."""


class TreeLimitError(Exception):
    """The tree has more nodes than it may have."""


@dataclass
class _Branch:
    """The decisions on the way to a node."""

    keep: NDArray[np.bool_]
    used: frozenset[int] = frozenset()
    cuts: list[Cut] = field(default_factory=list)
    warm: list[int] = field(default_factory=list)
    """Columns to begin with."""


class _Relaxation:
    """The linear program of a node; columns of the list come in as they are worth it."""

    def __init__(self, tree: "Tree", branch: _Branch) -> None:
        terrain, routing = tree.terrain, tree.terrain.routing
        self.tree = tree
        self.columns = np.flatnonzero(branch.keep)
        forced = tree.must.copy()
        forced[list(branch.used)] = True
        self.rows = np.flatnonzero(tree.has[:, self.columns].any(axis=1) | forced)
        lower = [1.0 if forced[i] else -INFINITY for i in self.rows]
        upper = [1.0] * len(self.rows)
        here = self.columns
        blocks = [tree.has[np.ix_(self.rows, here)].astype(np.float64)]
        for k, kind in enumerate(terrain.kinds):
            lower.append(-INFINITY if kind.may_rest else float(kind.number))
            upper.append(float(kind.number))
            blocks.append((tree.kinds[here] == k).astype(np.float64)[None, :])
        if routing.budget is not None:
            lower.append(-INFINITY)
            upper.append(float(routing.budget))
            blocks.append(tree.costs[here].astype(np.float64)[None, :])
        if tree.level.value is not None:
            lower.append(float(tree.level.value))
            upper.append(INFINITY)
            blocks.append(tree.values[here].astype(np.float64)[None, :])
        self.table = np.vstack(blocks)
        self.master = Master(lower, upper, terrain.work)
        dear = -float(2 * np.abs(tree.level.worths).sum() + 1)
        self.fixed = 0
        for row, low in enumerate(lower):
            if low > -INFINITY:
                self.master.column(dear, [(row, 1.0)])
                self.fixed += 1
        self.worths = tree.worths[here]
        self.cuts: list[Cut] = []
        self.chosen: list[int] = []
        """The columns in the program, by their place among those of the node."""
        self.is_in = np.zeros(len(here), dtype=np.bool_)
        warm = [c for c in branch.warm if branch.keep[c]]
        self._enter(np.searchsorted(here, warm).tolist() or list(range(min(FIRST_COLUMNS, len(here)))))
        self.cut(branch.cuts)

    @property
    def active(self) -> NDArray[np.int64]:
        """The columns in the program, by their place in the list."""
        return self.columns[self.chosen]

    def _enter(self, places: list[int]) -> None:
        self.master.columns(self.worths[places].astype(np.float64), self.table[:, places])
        self.chosen += places
        self.is_in[places] = True

    def cut(self, cuts: Sequence[Cut]) -> None:
        """Add cuts."""
        if not cuts:
            return
        has = self.tree.has[:, self.columns]
        a, b, c = np.array(cuts, dtype=np.int64).T
        seen = ((has[a] & has[b]) | (has[c] & (has[a] | has[b]))).astype(np.float64)
        self.master.at_most_one(seen[:, self.chosen], self.fixed)
        self.table = np.vstack((self.table, seen))
        self.cuts += cuts

    def tight(self, optimum: Optimum) -> list[Cut]:
        """Return the cuts that have a price."""
        prices = optimum.duals[len(optimum.duals) - len(self.cuts) :]
        return [cut for cut, price in zip(self.cuts, prices, strict=True) if abs(price) > TOLERANCE]

    def solve(self) -> Optimum:
        """Return the optimum over all columns of the node, its shares being those in the program."""
        while True:
            optimum = self.master.solve()
            self.tree.terrain.work.charge(CELL * self.table.size)
            reduced = self.worths - optimum.duals @ self.table
            reduced[self.is_in] = 0.0
            order = np.argsort(-reduced, kind="stable")[:MORE_COLUMNS]
            new = order[reduced[order] > TOLERANCE]
            if not len(new):
                return optimum._replace(shares=optimum.shares[self.fixed :])
            self._enter(new.tolist())


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
    enough
        A plan worth so much ends the search without a proof, if given.
    """

    def __init__(
        self,
        terrain: Terrain,
        level: Level,
        listing: Listing,
        target: int,
        most: int,
        enough: int | None = None,
    ) -> None:
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
        self.enough = enough
        self.plan: tuple[Outing, ...] | None = None

    def run(self) -> Tail:
        """
        Return the best plan that is worth the target or more, if there is one, and the nodes of the proof.

        Raises
        ------
        TreeLimitError
            If there are too many nodes; the best plan so far is in ``plan``.
        SpentError
            If there is no work left; likewise.
        """
        try:
            self._visit(_Branch(np.ones(len(self.outings), dtype=np.bool_)))
        except _EnoughError:
            return Tail(self.plan, None)
        return Tail(self.plan, tuple(self.nodes))

    def _visit(self, branch: _Branch) -> None:
        if len(self.nodes) >= self.most:
            raise TreeLimitError(f"more than {self.most} nodes")
        relaxation = _Relaxation(self, branch)
        optimum = relaxation.solve()
        for _ in range(ROUNDS):
            active = relaxation.active
            if (plan := self._whole(active, optimum.shares)) is not None:
                self._take(plan)
            if (leaf := self._leaf(relaxation, branch, optimum)) is not None:
                self.nodes.append(leaf)
                return
            new = self._cuts(active, optimum.shares, relaxation.cuts)
            if not new or self._is_light(relaxation, optimum):
                break
            relaxation.cut(new)
            optimum = relaxation.solve()
        active = relaxation.active
        tight = relaxation.tight(optimum)
        if (sieved := self._sieve(relaxation, branch, optimum)) is not None:
            self._visit(_Branch(sieved, branch.used, tight, active.tolist()))
            return
        split = self._split(relaxation, active, optimum)
        if split is None:
            raise TreeLimitError("no prices close a node, and nothing splits it")
        self.nodes.append(split)
        for keep, must in self._halves(split, branch):
            self._visit(_Branch(keep, must, tight, active.tolist()))

    def _take(self, plan: tuple[Outing, ...]) -> None:
        """Go on from a plan: the next has to be worth more."""
        worth = int(sum(self.level.worths[k] for outing in plan for k in outing))
        self.plan, self.target = plan, worth + self.level.unit
        if self.enough is not None and worth >= self.enough:
            raise _EnoughError

    # ------------------------------------------------------------------------------------------- prices

    def _leaf(self, relaxation: _Relaxation, branch: _Branch, optimum: Optimum) -> Leaf | None:
        """Return integer prices near the duals if they show that no plan reaches the target."""
        if optimum.value > self.target - TOLERANCE:
            return None
        for scale in SCALES:
            leaf = self._rounded(scale, relaxation, branch, optimum)
            if self._bound(leaf, relaxation.columns)[0] < scale * self.target:
                return leaf
        return None

    def _is_light(self, relaxation: _Relaxation, optimum: Optimum) -> bool:
        """Return whether a sieve under these prices leaves so little that it pays to go on with that."""
        if len(relaxation.columns) < MANY_COLUMNS:
            return False
        reduced = relaxation.worths - optimum.duals @ relaxation.table
        is_left = optimum.value + reduced > self.target - 0.01
        return bool(is_left.sum() < LIGHT * len(reduced))

    def _sieve(self, relaxation: _Relaxation, branch: _Branch, optimum: Optimum) -> NDArray[np.bool_] | None:
        """Return the outings that a plan may still use under these prices, if they are a good deal fewer."""
        columns = relaxation.columns
        leaf = replace(self._rounded(SCALES[0], relaxation, branch, optimum), is_sieve=True)
        total, net, best = self._bound(leaf, columns)
        is_left = total - best[self.kinds[columns]] + net >= leaf.scale * self.target
        if is_left.sum() > SIEVED * len(columns) or len(columns) < FEW_COLUMNS:
            return None
        self.nodes.append(leaf)
        keep = branch.keep.copy()
        keep[columns[~is_left]] = False
        return keep

    def _rounded(self, scale: int, relaxation: _Relaxation, branch: _Branch, optimum: Optimum) -> Leaf:
        duals, rows = optimum.duals, relaxation.rows
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
        priced = ((cut, int(np.rint(duals[place + k] * scale))) for k, cut in enumerate(relaxation.cuts))
        return Leaf(scale, visit, budget, value, tuple((cut, price) for cut, price in priced if price > 0))

    def _bound(
        self, leaf: Leaf, columns: NDArray[np.int64]
    ) -> tuple[int, NDArray[np.int64], NDArray[np.int64]]:
        """Return the bound of prices, times their scale, the net of each outing and the best of each kind."""
        routing = self.terrain.routing
        visit = np.zeros(self.terrain.count, dtype=np.int64)
        for i, price in leaf.visit.items():
            visit[i] = price
        has = self.has[:, columns]
        self.terrain.work.charge(CELL * (len(has) + len(leaf.cuts)) * len(columns))
        net = leaf.scale * self.worths[columns] - visit @ has
        net = net - leaf.budget * self.costs[columns] + leaf.value * self.values[columns]
        for cut, price in leaf.cuts:
            net = net - price * (has[list(cut)].sum(axis=0) >= 2)
        total = sum(leaf.visit.values()) + sum(price for _, price in leaf.cuts)
        total += leaf.budget * (routing.budget or 0) - leaf.value * (self.level.value or 0)
        best = np.zeros(len(self.terrain.kinds), dtype=np.int64)
        for k, kind in enumerate(self.terrain.kinds):
            mine = net[self.kinds[columns] == k]
            if kind.may_rest:
                best[k] = max(0, int(mine.max(initial=0)))
            elif len(mine):
                best[k] = int(mine.max())
            else:
                return -(1 << 61), net, best
            total += kind.number * int(best[k])
        return total, net, best

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
        self.terrain.work.charge(CELL * len(fractional) ** 3)
        sums = _pairs_and_more(has[fractional].astype(np.float64), weights)
        triples = fractional[np.array(list(combinations(range(len(fractional)), 3)), dtype=np.int64)]
        order = np.argsort(-sums, kind="stable")[:CUTS_A_ROUND]
        old = set(known)
        found = [tuple(triples[k].tolist()) for k in order if sums[k] > 1 + 0.01]
        return [(a, b, c) for a, b, c in found if (a, b, c) not in old]

    def _split(self, relaxation: _Relaxation, columns: NDArray[np.int64], optimum: Optimum) -> Split | None:
        """Return the split whose halves bring the optimum down the most, of some that are likely to."""
        shares = optimum.shares
        used = columns[shares > TOLERANCE]
        weights = shares[shares > TOLERANCE]
        has = self.has[:, used].astype(np.float64)
        visits = has @ weights
        found: list[Split] = [("use", i, -1) for i in _halved(visits, TRIED)]
        both = np.triu((has * weights) @ has.T, 1)
        pairs = (divmod(k, len(both)) for k in _halved(both.ravel(), TRIED))
        found += [("same", a, b) for a, b in pairs]
        if not found:
            for k in range(len(self.terrain.kinds)):
                share = (has * weights)[:, self.kinds[used] == k].sum(axis=1)
                found += [("on", i, k) for i in _halved(share, TRIED)]
        if len(found) < 2:
            return found[0] if found else None
        most = max(optimum.value - self.target + 1.0, TOLERANCE)
        scores = [self._fall(relaxation, columns, split, optimum.value, most) for split in found]
        return found[int(np.argmax(scores))]

    def _fall(
        self, relaxation: _Relaxation, columns: NDArray[np.int64], split: Split, value: float, most: float
    ) -> float:
        """Return the product of how far the halves of a split fall; what closes a half counts as that."""
        branch = _Branch(np.ones(len(self.outings), dtype=np.bool_))
        falls = []
        for keep, used in self._halves(split, branch):
            without = relaxation.fixed + np.flatnonzero(~keep[columns])
            row = next((int(np.searchsorted(relaxation.rows, i)) for i in used), -1)
            half = relaxation.master.tried(without.tolist(), row)
            falls.append(min(max(value - half, TOLERANCE), most))
        return falls[0] * falls[1]

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


def _halved(amounts: NDArray[np.float64], most: int) -> list[int]:
    """Return the places of the amounts that are farthest from whole, the farthest first."""
    away = np.minimum(amounts, 1 - amounts)
    order = np.argsort(-away, kind="stable")[:most]
    return [int(k) for k in order if away[k] > 1e-4]


def _pairs_and_more(has: NDArray[np.float64], weights: NDArray[np.float64]) -> NDArray[np.float64]:
    """
    Return for each three rows the weight of the columns with two or more of them, in order of combinations.

    Two or more of a, b, c: ``ab + ac + bc - 2 abc``.
    """
    count = len(has)
    pairs = (has * weights) @ has.T
    found = []
    for a in range(count - 2):
        rest = has[a + 1 :]
        three = (rest * (weights * has[a])) @ rest.T
        one = pairs[a, a + 1 :]
        sums = one[:, None] + one[None, :] + pairs[a + 1 :, a + 1 :] - 2 * three
        found.append(sums[np.triu_indices(count - a - 1, 1)])
    return np.concatenate(found)
