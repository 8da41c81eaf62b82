"""
Halves: inequalities that follow from the rows of places and components by halving and rounding down.

Of an odd set of rows that each may be used once (a place) or are used once (a component), the uses of all
days, halved and rounded down a day, are at most half its size, rounded down. Three places are the subset-row
inequality of Jepsen, Petersen, Spoorendonk and Pisinger (2008); larger sets are the {0, 1/2}-cuts of Caprara
and Fischetti (1996). As rows of their own they close most of what the relaxation leaves open.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from typing import NamedTuple

import numpy as np

PREFIX = "half:"
LEAST_EXCESS = 0.05
"""By how much an inequality must be broken to be worth a row."""
MOST_MEMBERS = 21
TOLERANCE = 1e-6


class Spent(NamedTuple):
    """A day in a fractional solution."""

    share: float
    group: int
    rows: Sequence[str]


def half_row(names: Sequence[str]) -> str:
    """
    Return the name of the row of an odd set of rows and components.

    Examples
    --------
    >>> half_row(["sight:b", "meal:c", "day:2"])
    'half:["day:2", "meal:c", "sight:b"]'
    """
    return PREFIX + json.dumps(sorted(names), ensure_ascii=False)


def members(row: str) -> frozenset[str]:
    """Return the rows and components of an odd set."""
    return frozenset(json.loads(row.removeprefix(PREFIX)))


def uses(rows: Sequence[str], part: str, half: frozenset[str]) -> int:
    """Return how often a day of a component uses the row of an odd set."""
    return (sum(row in half for row in rows) + (part in half)) // 2


def broken(
    days: Sequence[Spent], parts: Sequence[Sequence[str]], known: Mapping[str, object], most: int
) -> Iterator[str]:
    """
    Yield rows that a fractional solution breaks: three places first, larger sets where there are none.

    Parameters
    ----------
    days
        The solution.
    parts
        The components of each group.
    known
        Rows that there are already.
    most
        How many to yield.
    """
    found = _trios(days)
    fresh = [row for row in found if row not in known][:most]
    if not fresh:
        fresh = [row for row in _odd_sets(days, parts) if row not in known][:most]
    yield from fresh


def _trios(days: Sequence[Spent]) -> list[str]:
    names = sorted({row for day in days if day.share < 1 - TOLERANCE for row in day.rows})
    position = {name: k for k, name in enumerate(names)}
    visits = np.zeros((len(days), len(names)))
    for d, day in enumerate(days):
        for row in day.rows:
            if row in position:
                visits[d, position[row]] = 1.0
    shares = np.array([day.share for day in days])
    pairs = (visits * shares[:, None]).T @ visits
    found = []
    for a, b, c in combinations(range(len(names)), 3):
        together = pairs[a, b] + pairs[a, c] + pairs[b, c]
        if together > 1 + LEAST_EXCESS:
            all_three = float((shares * visits[:, a] * visits[:, b] * visits[:, c]).sum())
            excess = together - 2 * all_three - 1
            if excess > LEAST_EXCESS:
                found.append((-round(excess, 6), half_row([names[a], names[b], names[c]])))
    return [row for _, row in sorted(found)]


def _odd_sets(days: Sequence[Spent], parts: Sequence[Sequence[str]]) -> list[str]:
    """
    Return odd sets of tight rows of which every day in the solution uses an even number.

    Halving loses nothing then on the left and a half on the right. The sets solve a linear system over two
    elements; of its solutions a sparse one and its neighbours are taken.
    """
    totals: dict[str, float] = {}
    for day in days:
        for row in day.rows:
            totals[row] = totals.get(row, 0.0) + day.share
    tight = sorted(row for row, total in totals.items() if total > 1 - TOLERANCE)
    bit = {row: 1 << k for k, row in enumerate(tight)}
    group_bit = [1 << (len(tight) + g) for g in range(len(parts))]
    one = 1 << (len(tight) + len(parts))
    equations = [sum(bit.get(row, 0) for row in day.rows) | group_bit[day.group] for day in days]
    odd = sum(bit.values()) | sum(b for b, names in zip(group_bit, parts, strict=True) if len(names) % 2)
    solutions = _solutions([*equations, odd | one], one)
    names_of = [[row] for row in tight] + [list(names) for names in parts]
    found = []
    for solution in solutions:
        names = [name for k, group in enumerate(names_of) if solution >> k & 1 for name in group]
        if 3 <= len(names) <= MOST_MEMBERS:
            found.append((len(names), half_row(names)))
    return [row for _, row in sorted(set(found))]


def _solutions(equations: Sequence[int], one: int) -> list[int]:
    """Return solutions of equations over two elements: sums of bits, with ``one`` if they are to be odd."""
    pivots: dict[int, int] = {}
    for equation in equations:
        for top, row in pivots.items():
            if equation & top:
                equation ^= row
        if equation in (0, one):
            if equation:
                return []
            continue
        top = equation & (one - 1)
        top &= -top
        for other in pivots:
            if pivots[other] & top:
                pivots[other] ^= equation
        pivots[top] = equation
    base = sum(top for top, row in pivots.items() if row & one)
    free = [1 << k for k in range(one.bit_length() - 1) if 1 << k not in pivots]
    turns = [bit | sum(top for top, row in pivots.items() if row & bit) for bit in free]
    for turn in turns:
        if (base ^ turn).bit_count() < base.bit_count():
            base ^= turn
    return [base, *(base ^ turn for turn in turns)]
