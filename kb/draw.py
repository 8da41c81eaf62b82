"""
Draws: random choices that are the same on every machine, one stream for each purpose.

A stream is named by a seed and a purpose (a table and a city), so that what one table draws leaves every
other as it was. Only ``Random.random`` is used, whose sequence Python promises to keep; numpy's
distributions carry no such promise.
"""

from collections.abc import Sequence
from hashlib import sha256
from math import exp
from random import Random
from statistics import NormalDist
from typing import TypeVar

T = TypeVar("T")

_NORMAL = NormalDist()


class Draw:
    """
    One stream of draws.

    Parameters
    ----------
    seed
        Seed of the world.
    purpose
        What the stream is for; other words give an unrelated stream.
    """

    __slots__ = ("unit",)

    def __init__(self, seed: int, *purpose: str) -> None:
        key = "\x1f".join((str(seed), *purpose)).encode()
        self.unit = Random(int.from_bytes(sha256(key).digest())).random
        """Draw a number from 0 to 1, 1 excluded."""

    def below(self, limit: int) -> int:
        """Draw a whole number from 0 to ``limit - 1``."""
        return int(self.unit() * limit)

    def between(self, low: int, high: int) -> int:
        """Draw a whole number from ``low`` to ``high``, both included."""
        return low + self.below(high - low + 1)

    def uniform(self, low: float, high: float) -> float:
        """Draw a number from ``low`` to ``high``."""
        return low + (high - low) * self.unit()

    def chance(self, probability: float) -> bool:
        """Draw whether something happens."""
        return self.unit() < probability

    def pick(self, choices: Sequence[T]) -> T:
        """Draw one of several things, each as likely."""
        return choices[self.below(len(choices))]

    def weighted(self, choices: Sequence[tuple[T, float]]) -> T:
        """Draw one of several things, each with its weight."""
        left = self.unit() * sum(weight for _, weight in choices)
        for choice, weight in choices:
            left -= weight
            if left < 0:
                return choice
        return choices[-1][0]

    def shuffled(self, things: Sequence[T]) -> list[T]:
        """Return the things in a drawn order."""
        order = list(things)
        for last in range(len(order) - 1, 0, -1):
            other = self.below(last + 1)
            order[last], order[other] = order[other], order[last]
        return order

    def normal(self, mean: float, deviation: float) -> float:
        """Draw from a normal distribution."""
        return mean + deviation * _NORMAL.inv_cdf(max(self.unit(), 1e-12))

    def lognormal(self, median: float, sigma: float) -> float:
        """Draw from a lognormal distribution, ``sigma`` being the deviation of the logarithm."""
        return median * exp(self.normal(0.0, sigma))


class Deck:
    """
    Deals things evenly: as a shuffled deck of cards does, shuffled anew when it runs out.

    Whoever is dealt several gets no thing twice, and over many hands every thing comes about as often.
    """

    def __init__(self, draw: Draw, things: Sequence[str]) -> None:
        self._draw = draw
        self._things = things
        self._left: list[str] = []

    def deal(self, count: int) -> tuple[str, ...]:
        """Return a hand of ``count`` different things, in the order in which they came."""
        hand: list[str] = []
        while len(hand) < count:
            if all(thing in hand for thing in self._left):
                self._left += self._draw.shuffled(self._things)
            place = next(i for i, thing in enumerate(self._left) if thing not in hand)
            hand.append(self._left.pop(place))
        return tuple(hand)
