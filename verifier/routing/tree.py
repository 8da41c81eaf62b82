"""
The tree of a certificate: listed outings do not combine to the target, shown leaf by leaf.

Each split has two halves that between them hold every plan; each leaf brings prices of its own, and cuts:
of three sights at most one outing of a plan visits two or more.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from planassay.kb.routing import Routing
from planassay.verifier.components.model import Work
from planassay.verifier.routing.reading import (
    MAX_INTEGER,
    Names,
    RefusedError,
    integer,
    mapping,
    refuse,
    sequence,
    shown,
)

Integers = NDArray[np.int64]
Flags = NDArray[np.bool_]

MAX_NODES = 10_000
MAX_SUM = 1 << 61
"""No sum may come near to the end of 64 bits."""


@dataclass(frozen=True, slots=True)
class Options:
    """Listed outings, a column each."""

    kind: Integers
    has: Flags
    """A row a sight."""
    worth: Integers
    value: Integers
    cost: Integers


@dataclass(frozen=True, slots=True)
class Rows:
    """What the outings of a plan must keep together."""

    routing: Routing
    numbers: tuple[int, ...]
    """Days of each kind."""
    is_free: tuple[bool, ...]
    """Of each kind, whether a day may pass without a visit."""
    least_value: int | None


class TreeCheck:
    """
    One tree being checked.

    Parameters
    ----------
    options, rows
        The outings, and what plans of them must keep.
    target
        What is to be shown out of reach.
    names
        The sights.
    work
        What may be done.
    """

    def __init__(self, options: Options, rows: Rows, target: int, names: Names, work: Work) -> None:
        self.options, self.rows, self.target = options, rows, target
        self.names, self.work = names, work
        self.nodes: list[object] = []
        self.next = 0

    def run(self, nodes: object) -> None:
        """Check the nodes, refusing what does not hold."""
        self.nodes, self.next = sequence(nodes, "proof.tree"), 0
        if len(self.nodes) > MAX_NODES:
            refuse(f"the tree has more than {MAX_NODES} nodes")
        todo = [(np.ones(len(self.options.kind), dtype=np.bool_), frozenset[int]())]
        while todo:
            is_left, used = todo.pop()
            if self.next == len(self.nodes):
                refuse("the tree ends before all its branches do")
            node = self.nodes[self.next]
            self.next += 1
            self.work.step(1 + len(is_left))
            if isinstance(node, list):
                yes, no = self._halves(node, is_left, used)
                todo += [no, yes]
            else:
                is_sieved = self._leaf(node, is_left, used)
                if is_sieved is not None:
                    todo.append((is_sieved, used))
        if self.next < len(self.nodes):
            refuse("the tree has nodes that no branch leads to")

    def _halves(
        self, node: list[object], is_left: Flags, used: frozenset[int]
    ) -> tuple[tuple[Flags, frozenset[int]], tuple[Flags, frozenset[int]]]:
        has = self.options.has
        if len(node) == 2 and node[0] == "use":
            a = self.names.one(node[1], "a split")
            return (is_left, used | {a}), (is_left & ~has[a], used)
        if len(node) == 3 and node[0] == "same":
            a, b = self.names.one(node[1], "a split"), self.names.one(node[2], "a split")
            if a == b:
                refuse("a split names one sight twice")
            return (is_left & ~(has[a] ^ has[b]), used), (is_left & ~(has[a] & has[b]), used)
        if len(node) == 3 and node[0] == "on":
            a, k = (
                self.names.one(node[1], "a split"),
                integer(node[2], "a split", 0, len(self.rows.numbers) - 1),
            )
            elsewhere = has[a] & (self.options.kind != k)
            return (is_left & ~elsewhere, used), (is_left & ~(has[a] & ~elsewhere), used)
        raise RefusedError(f"unknown split {shown(node)}")

    def _leaf(self, node: object, is_left: Flags, used: frozenset[int]) -> Flags | None:
        """
        Refuse a leaf whose prices do not keep everything below the target.

        Of a sieve the outings are returned with which a plan may still reach it.
        """
        rows, options = self.rows, self.options
        leaf = mapping(
            node,
            "a leaf",
            frozenset({"scale", "visit", "budget", "value", "cuts", "sieve"}),
            frozenset({"scale"}),
        )
        scale = integer(leaf["scale"], "a leaf's scale", 1, 10**9)
        columns = np.flatnonzero(is_left)
        visit = self.names.numbers(leaf.get("visit", {}), "a leaf's visit")
        sights = rows.routing.sights
        if any(price < 0 and not sights[k].must and k not in used for k, price in visit.items()):
            refuse("a leaf pays for a visit that does not have to be")
        budget = integer(leaf.get("budget", 0), "a leaf's budget", 0)
        value = integer(leaf.get("value", 0), "a leaf's value", 0)
        if (budget and rows.routing.budget is None) or (value and rows.least_value is None):
            refuse("a leaf prices a row that there is not")
        cuts = [self._cut(cut) for cut in sequence(leaf.get("cuts", []), "a leaf's cuts")]
        largest = scale * int(np.abs(options.worth).max(initial=0)) + sum(map(abs, visit.values()))
        largest += budget * int(options.cost.max(initial=0)) + value * int(options.value.max(initial=0))
        if largest + sum(price for _, price in cuts) > MAX_SUM:
            refuse("the numbers of a leaf are too large")
        net = scale * options.worth[columns] - budget * options.cost[columns] + value * options.value[columns]
        has = options.has[:, columns]
        for k, price in visit.items():
            net = net - price * has[k]
        for (a, b, c), price in cuts:
            seen = has[a].astype(np.int64) + has[b] + has[c]
            net = net - price * (seen // 2)
        total = sum(visit.values()) + sum(price for _, price in cuts)
        total += budget * (rows.routing.budget or 0) - value * (rows.least_value or 0)
        tops = np.zeros(len(rows.numbers), dtype=np.int64)
        for k, (number, is_free) in enumerate(zip(rows.numbers, rows.is_free, strict=True)):
            mine = net[options.kind[columns] == k]
            if not len(mine) and not is_free:
                return None  # no day of this kind can be filled
            found = [0] if is_free else []
            tops[k] = max([*found, int(mine.max())]) if len(mine) else 0
            total += number * int(tops[k])
        goal = scale * self.target
        if "sieve" in leaf:
            if leaf["sieve"] is not True:
                refuse("a leaf is a sieve or is not")
            # with an outing in it, a plan reaches no more than the bound with the best of its kind replaced
            is_sieved = is_left.copy()
            is_sieved[columns[total - tops[options.kind[columns]] + net < goal]] = False
            return is_sieved
        if total >= goal:
            refuse(f"a leaf bounds plans by {total}, not below {goal}")
        return None

    def _cut(self, value: object) -> tuple[tuple[int, int, int], int]:
        named, price = sequence(value, "a cut", 2)
        a, b, c = (self.names.one(name, "a cut") for name in sequence(named, "a cut's sights", 3))
        if len({a, b, c}) < 3:
            refuse("a cut names a sight twice")
        return (a, b, c), integer(price, "a cut's price", 1, MAX_INTEGER)
