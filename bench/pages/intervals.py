"""
Intervals: the bootstrap over tasks.

An agent's mean is one draw of tasks among many that could have been drawn. Tasks are drawn anew with
replacement, a thousand times and more, always the same way for the same number of tasks, so that two runs
over the same tasks are compared on the same draws. The ends are the 2.5 % and 97.5 % points.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from planassay.kb.draw import Draw

RESAMPLES = 2000
SEED = 2026
SCALE = 1_000_000
"""Scores are added up in millionths, as whole numbers: the same on every machine."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """A mean with its 95 % interval, and over how many tasks it was taken."""

    mean: float
    low: float
    high: float
    count: int


def estimate(values: Sequence[float | None]) -> Estimate | None:
    """
    Return the mean of what is not None, with its interval; None if nothing is.

    Parameters
    ----------
    values
        A score for each task of the run, None where it does not apply.

    Examples
    --------
    >>> estimate([1.0, 0.0, None, 1.0, 1.0])
    Estimate(mean=0.75, low=0.25, high=1.0, count=4)
    """
    applies = np.array([value is not None for value in values], dtype=np.int64)
    count = int(applies.sum())
    if not count:
        return None
    scores = np.array([0 if value is None else round(value * SCALE) for value in values], dtype=np.int64)
    drawn = _draws(len(values))
    counts = applies[drawn].sum(axis=1)
    sums = scores[drawn].sum(axis=1)[counts > 0]
    means = np.sort(sums / (SCALE * counts[counts > 0]))
    last = len(means) - 1
    low, high = means[round(0.025 * last)], means[round(0.975 * last)]
    mean = int(scores.sum()) / (SCALE * count)
    return Estimate(mean, min(float(low), mean), max(float(high), mean), count)


@lru_cache(maxsize=4)
def _draws(count: int) -> NDArray[np.int64]:
    draw = Draw(SEED, "bootstrap", str(count))
    return np.array([[draw.below(count) for _ in range(count)] for _ in range(RESAMPLES)], dtype=np.int64)
