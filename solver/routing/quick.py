"""
Quick outings: good ones for column generation, none of them promised to be the best.

Going forward in time, of all outings that end with a visit to the same sight within the same bucket of time
only the one that is worth most goes on. Every outing is one that fits, passes no sight twice and takes its
meals. Importing this module loads numba.
"""

import numpy as np
from numba import njit
from numpy.typing import NDArray

Integers = NDArray[np.int64]
Small = NDArray[np.int32]
Words = NDArray[np.uint64]

NOTHING = -(1 << 60)
ONE = np.uint64(1)


@njit(cache=True, nogil=True, error_model="numpy")
def sweep(
    step: Integers,
    opens: Integers,
    lasts: Integers,
    gain: Integers,
    meal: Integers,
    shift: int,
    worths: Integers,
    times: Integers,
    parents: Small,
    sets: Words,
    ends: Integers,
) -> None:
    """
    Fill a table of outings and write for each sight the best that ends there.

    Parameters
    ----------
    step
        ``step[i, j]``: from beginning a visit to arriving at the next, at least a bucket.
    opens, lasts
        A row a sight, a column a window; ``lasts`` is -1 where there is none.
    gain
        Reduced value of each sight.
    meal
        Bit of the meal that a sight serves, 0 for none.
    shift
        A bucket is ``1 << shift`` units of time.
    worths, times, parents, sets
        The table by meals still to be taken, bucket of the last visit, sight: worth, beginning of the visit,
        place in the table of the outing without it (-1 for none), sights as bits.
    ends
        For each sight the place in the table of the best outing that ends there and has its meals; -1: none.
    """
    needs, buckets, count = worths.shape
    width = sets.shape[3]
    full = needs - 1
    worths[:] = NOTHING
    ends[:] = -1
    best = np.full((needs, count), NOTHING, np.int64)
    top = np.full(count, NOTHING, np.int64)
    for j in range(count):
        if lasts[j, 0] >= 0 and not meal[j] & ~full:
            need, b = full & ~meal[j], opens[j, 0] >> shift
            worths[need, b, j], times[need, b, j], parents[need, b, j] = gain[j], opens[j, 0], -1
            sets[need, b, j, :] = 0
            sets[need, b, j, j >> 6] = ONE << np.uint64(j & 63)
    for b in range(buckets):
        for need in range(needs):
            for i in range(count):
                worth = worths[need, b, i]
                if worth <= best[need, i]:
                    continue
                best[need, i] = worth
                here = (need * buckets + b) * count + i
                if need == 0 and worth > top[i]:
                    top[i], ends[i] = worth, here
                clock = times[need, b, i]
                for j in range(count):
                    total = worth + gain[j]
                    left = need & ~meal[j]
                    if total <= best[left, j] or (meal[j] and not meal[j] & need):
                        continue
                    arrive = clock + step[i, j]
                    begin = -1
                    for w in range(opens.shape[1]):
                        if arrive <= lasts[j, w]:
                            begin = max(arrive, opens[j, w])
                            break
                    if begin < 0 or sets[need, b, i, j >> 6] >> np.uint64(j & 63) & ONE:
                        continue
                    c = begin >> shift
                    if total < worths[left, c, j] or (
                        total == worths[left, c, j] and begin >= times[left, c, j]
                    ):
                        continue
                    worths[left, c, j], times[left, c, j], parents[left, c, j] = total, begin, here
                    for w in range(width):
                        sets[left, c, j, w] = sets[need, b, i, w]
                    sets[left, c, j, j >> 6] |= ONE << np.uint64(j & 63)
