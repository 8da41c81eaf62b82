"""
Simple outings: column generation over outings that pass no sight twice, where a day holds few visits.

Quick outings come first; when they help no more, labels say exactly what the best outing of each kind of
day is worth under the prices, which is the least that a bound can reckon with. Where a day holds many visits
there are too many labels: then the walks of :mod:`planassay.solver.routing.columns` have to do.
"""

from typing import NamedTuple

import numpy as np

from planassay.solver.routing.columns import SCALE, TOLERANCE, Columns
from planassay.solver.routing.listing import EVERY
from planassay.solver.routing.prices import Prices
from planassay.solver.routing.terrain import NOTHING, Quick, RoomError

ADDED = 60
"""Outings of a kind of day that are added at once, at most."""
FINER = 2
"""How often buckets are halved where there are too many labels."""
MOST = 100_000
"""Outings of one kind that are worth more than their day is paid, at most."""


class Tight(NamedTuple):
    """Prices with what the best outing of each kind of day is worth under them, exactly."""

    prices: Prices
    maxima: tuple[int, ...]
    bound: int
    """Of every plan, times the scale."""


def tighten(columns: Columns, target: int, room: int) -> Tight | None:
    """
    Add simple outings until none helps, or the bound is below a target (times the scale).

    Returns
    -------
    Tight or None
        The prices with the least bound so far, also where a kind of day has more labels than ``room`` though
        buckets became finer; None if it has with the first.
    """
    terrain = columns.terrain
    quick = [Quick(terrain, kind) for kind in terrain.kinds]
    best: Tight | None = None
    finer = FINER
    while True:
        optimum = columns.master.solve()
        prices = columns.rounded(optimum.duals)
        gain = prices.gain(terrain, columns.level)
        paid = [int(np.ceil(x * SCALE - TOLERANCE)) for x in columns.paid(optimum)]
        floors = [max(x, 0) if kind.may_rest else x for x, kind in zip(paid, terrain.kinds, strict=True)]
        is_new = False
        for k, finder in enumerate(quick):
            for outing in finder.run(gain, floors[k], ADDED):
                is_new = columns.add_if_worth(optimum, k, outing) or is_new
        if is_new:
            continue
        bound, maxima = prices.constant(terrain, columns.level), []
        for kind, completions, floor in zip(terrain.kinds, columns.completions, floors, strict=True):
            if completions.run(gain) == NOTHING:  # no outing takes every meal of the day
                return best
            try:
                found = completions.spread(floor, EVERY, room).above(floor, MOST)
            except RoomError:
                if finer == 0 or columns.shift == 0:
                    return best
                finer -= 1
                columns.refine(columns.shift - 1, columns.keep)
                break
            maxima.append(max((f.reduced for f in found), default=floor))
            bound += kind.number * maxima[-1]
            for _, outing in found[:ADDED]:
                is_new = columns.add_if_worth(optimum, len(maxima) - 1, outing) or is_new
        if len(maxima) < len(terrain.kinds):
            continue
        if best is None or bound < best.bound:
            best = Tight(prices, tuple(maxima), bound)
        if not is_new or best.bound < target:
            return best
