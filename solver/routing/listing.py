"""
Listing: every outing that a better plan can use, and the thresholds that show it.

Under prices, a plan that reaches a target loses at most the gap against the maxima of its days. So each of
its outings is within the gap of the best of its kind; the list of those is short where the prices are good.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from planassay.kb.routing import Outing
from planassay.solver.routing.prices import Level, Prices
from planassay.solver.routing.terrain import NOTHING, Completions, Found, Terrain

EVERY = 1
NO_FLOOR = 1 << 61
MOST_LISTED = 150_000
"""Outings of one kind of day that are listed at most."""


class Listed(NamedTuple):
    """The outings of one kind of day."""

    kind: int
    outings: tuple[Found, ...]


@dataclass(frozen=True)
class Listing:
    """What is left after prices."""

    prices: Prices
    maxima: tuple[int, ...]
    """For each kind the best reduced value there is."""
    gap: int
    """By how much less than the maxima a plan that reaches the target is at most; negative if none can."""
    kinds: tuple[Listed, ...]
    labels: int

    @property
    def size(self) -> int:
        """How many outings are listed."""
        return sum(len(listed.outings) for listed in self.kinds)


def coarser(prices: Prices, scale: int) -> Prices:
    """Return prices in whole numbers of another scale."""
    visit = np.rint(prices.visit * (scale / prices.scale)).astype(np.int64)
    return Prices(
        scale,
        visit,
        round(prices.budget * scale / prices.scale),
        round(prices.value * scale / prices.scale),
    )


def bound_of(terrain: Terrain, level: Level, prices: Prices, completions: list[Completions]) -> int | None:
    """Return the bound under prices, times their scale, None if some day cannot be filled at all."""
    gain = prices.gain(terrain, level)
    most = [found.run(gain) for found in completions]
    if NOTHING in most:
        return None
    total = sum(kind.number * m for kind, m in zip(terrain.kinds, most, strict=True))
    return prices.constant(terrain, level) + total


def list_outings(
    terrain: Terrain,
    level: Level,
    prices: Prices,
    completions: list[Completions],
    target: int,
    room: int,
    guess: Sequence[int] | None = None,
) -> Listing:
    """
    Return every outing that a plan worth ``target`` or more can use.

    Parameters
    ----------
    terrain, level, prices, completions
        What is worth what, and how it is reckoned with.
    target
        What a plan is to be worth.
    room
        Most labels of a kind of day.
    guess
        What the best outing of each kind is worth at the most, if that is thought to be known: it is found
        out whether it is so. Without a guess the completions say.

    Raises
    ------
    RoomError
        If one kind of day has more labels than ``room``, or more than :data:`MOST_LISTED` outings.
    """
    gain = prices.gain(terrain, level)
    constant, goal = prices.constant(terrain, level), prices.scale * target
    relaxed = [found.run(gain) for found in completions]
    maxima = relaxed if guess is None else [min(pair) for pair in zip(relaxed, guess, strict=True)]
    numbers = [kind.number for kind in terrain.kinds]

    def gap_of(maxima: list[int]) -> int:
        return constant + sum(n * m for n, m in zip(numbers, maxima, strict=True)) - goal

    labels = 0
    found: list[list[Found]] = [[] for _ in completions]
    floors = [NO_FLOOR] * len(completions)
    gap = gap_of(maxima)
    while gap >= 0 or maxima != relaxed:
        # a guess that was too low lowers the floors of all kinds
        wanted = [most - max(gap, -1) - 1 for most in maxima]
        k = next((k for k, floor in enumerate(wanted) if floor < floors[k]), None)
        if k is None:
            break
        floor, kind = wanted[k], terrain.kinds[k]
        spread = completions[k].spread(floor, EVERY, room)
        labels += spread.made
        found[k], floors[k] = spread.above(floor, MOST_LISTED), floor
        if kind.may_rest and floor < 0:
            found[k].append(Found(0, ()))
        maxima[k] = max((f.reduced for f in found[k]), default=floor)
        gap = gap_of(maxima)
    kinds = tuple(
        Listed(k, tuple(f for f in outings if f.reduced > maxima[k] - gap - 1))
        for k, outings in enumerate(found)
    )
    return Listing(prices, tuple(maxima), gap, kinds, labels)


def keeps_rows(terrain: Terrain, level: Level, outing: Outing) -> bool:
    """Return whether an outing alone keeps what all days together must keep; not whether its meals fit."""
    routing = terrain.routing
    if any(sight.must and k not in outing for k, sight in enumerate(routing.sights)):
        return False
    if routing.budget is not None and routing.cost([outing]) > routing.budget:
        return False
    return level.value is None or routing.value([outing]) >= level.value


def best_alone(terrain: Terrain, listing: Listing, level: Level) -> tuple[int, Outing] | None:
    """Return the outing of one day that counts most and keeps all rows; None if none does."""
    best: tuple[int, Outing] | None = None
    for _, outing in listing.kinds[0].outings:
        if not keeps_rows(terrain, level, outing):
            continue
        worth = int(level.worths[list(outing)].sum())
        if best is None or (-worth, outing) < (-best[0], best[1]):
            best = (worth, outing)
    return best
