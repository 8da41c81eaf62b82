"""
Proofs in the form of ``plancert/1``: prices of coupling rows, and how far they carry.

A compiler fills a :class:`Proof`; ``solver.prove`` writes it down. Values count up in a proof: a cost is
a negative value, so a least cost of V is proved by showing that nothing is worth 1 - V.
"""

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True)
class Proof:
    """
    Prices and thresholds, integers all.

    ``prices`` is by row, zero prices left out; a row of equality may have a price of either sign.
    ``maxima`` has the best reduced value of each component in the order in which the checker folds them.
    """

    scale: int
    prices: Mapping[str, int]
    maxima: tuple[int, ...]
    constant: int
    """What the prices add to every bound: the sum of price times right side."""
    rows: tuple[str, ...] = ()
    """Rows without a price that listed elements must still keep."""

    @property
    def bound(self) -> int:
        """The bound on every plan, times ``scale``, counting up."""
        return self.constant + sum(self.maxima)

    def gap(self, target: int) -> int:
        """Return how deep below the maxima to list elements, to show that nothing is worth ``target``."""
        return max(0, self.bound - self.scale * target + 1)
