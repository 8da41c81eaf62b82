"""Estimates: a mean with its bootstrap interval over tasks, see :mod:`planassay.bench.intervals`."""

from collections.abc import Sequence
from dataclasses import dataclass

from planassay.bench.intervals import intervals

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
    known = [round(value * SCALE) for value in values if value is not None]
    bounds = intervals({"": values})[""]
    if not known or bounds is None:
        return None
    mean = sum(known) / (SCALE * len(known))
    return Estimate(mean, min(bounds[0], mean), max(bounds[1], mean), len(known))
