"""
Intervals: how far a mean could have been another with other tasks, by the bootstrap.

A run is drawn anew from its own tasks, with replacement, many times; what lies in the middle 95 % of the
means is the interval. All scores are drawn together, task by task. Scores are rounded to millionths and
summed as integers, and chance comes from a generator whose stream is fixed, so the same run has the same
intervals everywhere.
"""

from collections.abc import Mapping, Sequence

import numpy as np

Bounds = tuple[float, float]
DRAWS, SEED = 1000, 42
_LOW, _HIGH = 0.025, 0.975
_UNITS = 1_000_000
_AT_ONCE = 2_000_000
"""Numbers of one step, which bounds memory."""


def intervals(
    scores: Mapping[str, Sequence[float | None]], *, draws: int = DRAWS, seed: int = SEED
) -> dict[str, Bounds | None]:
    """
    Return the 95 % interval of the mean of each score.

    Parameters
    ----------
    scores
        Each score's values, one a task, all of one length; None where it does not apply.
    draws, seed
        How often the run is drawn anew, and from which stream.

    Returns
    -------
    dict
        Bounds by score, None where no draw has a value: the values at 2.5 % and 97.5 % of the sorted means,
        as in TREK's own aggregates.

    Examples
    --------
    >>> intervals({"all": [1.0, 1.0, 1.0], "some": [1.0, 0.0, None], "none": [None, None, None]})
    {'all': (1.0, 1.0), 'some': (0.0, 1.0), 'none': None}
    """
    count = len(next(iter(scores.values()), ()))
    if not count:
        return dict.fromkeys(scores)
    applies = np.array([[value is not None for value in values] for values in scores.values()], np.int64)
    units = np.array(
        [[0 if value is None else round(value * _UNITS) for value in values] for values in scores.values()],
        np.int64,
    )
    stream = np.random.PCG64(seed)
    step = max(1, _AT_ONCE // (count * len(scores)))
    means: list[list[float]] = [[] for _ in scores]
    for first in range(0, draws, step):
        size = min(step, draws - first)
        rows = (stream.random_raw(size * count) % np.uint64(count)).astype(np.int64).reshape(size, count)
        for drawn, sums, counts in zip(
            means, units[:, rows].sum(axis=2), applies[:, rows].sum(axis=2), strict=True
        ):
            there = counts > 0
            drawn += (sums[there] / (counts[there] * _UNITS)).tolist()
    return {name: _bounds(sorted(drawn)) for name, drawn in zip(scores, means, strict=True)}


def _bounds(means: Sequence[float]) -> Bounds | None:
    if not means:
        return None
    last = len(means) - 1
    return means[int(_LOW * last)], means[int(_HIGH * last)]
