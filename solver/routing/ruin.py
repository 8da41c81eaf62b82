"""
Ruin and recreate: good plans quickly, in compiled loops.

Visits are taken out, in a row of a day or near each other, and sights are put in again, those first that are
worth most for the time they take. A plan that is not much worse than the best is gone on from. It proves
nothing; it only begins well. Importing this module loads numba.
"""

import numpy as np
from numba import njit
from numpy.typing import NDArray

Integers = NDArray[np.int64]
Small = NDArray[np.int32]

TENTHS = 1 << 20
"""Random numbers are from 0 to this."""


@njit(cache=True, nogil=True, error_model="numpy")
def _draw(state: NDArray[np.uint64], below: int) -> int:
    """Return a number from 0 to ``below - 1``."""
    x = state[0]
    x ^= x << np.uint64(13)
    x ^= x >> np.uint64(7)
    x ^= x << np.uint64(17)
    state[0] = x
    return int((x >> np.uint64(11)) % np.uint64(below))


@njit(cache=True, nogil=True, error_model="numpy")
def _begin(opens: Integers, lasts: Integers, j: int, clock: int) -> int:
    for w in range(opens.shape[1]):
        if clock <= lasts[j, w]:
            return max(clock, opens[j, w])
    return -1


@njit(cache=True, nogil=True, error_model="numpy")
def _clock(
    step: Integers,
    opens: Integers,
    lasts: Integers,
    row: Small,
    length: int,
    begins: Integers,
    latest: Integers,
) -> None:
    """Write when the visits of a day begin, and when one could at the latest arrive there."""
    for p in range(length):
        clock = 0 if p == 0 else begins[p - 1] + step[row[p - 1], row[p]]
        begins[p] = _begin(opens, lasts, row[p], clock)
    for p in range(length - 1, -1, -1):
        i = row[p]
        best = -1
        for w in range(opens.shape[1]):
            least = lasts[i, w]
            if p + 1 < length:
                least = min(least, latest[p + 1] - step[i, row[p + 1]])
            if least >= opens[i, w] and lasts[i, w] >= 0:
                best = max(best, least)
        latest[p] = best


@njit(cache=True, nogil=True, error_model="numpy")
def _weigh(
    step: Integers,
    opens: Integers,
    lasts: Integers,
    ends: Integers,
    worth: Integers,
    row: Small,
    length: int,
    begins: Integers,
    latest: Integers,
    i: int,
    fit: NDArray[np.float64],
    where: Small,
) -> None:
    """Write how well a sight fits into a day, 0 if it does not, and where it fits best."""
    fit[i], where[i] = 0.0, -1
    if lasts[i, 0] < 0:
        return
    for p in range(length + 1):
        clock = 0 if p == 0 else begins[p - 1] + step[row[p - 1], i]
        begin = _begin(opens, lasts, i, clock)
        if begin < 0:
            break
        if p < length:
            arrive = begin + step[i, row[p]]
            if arrive > latest[p]:
                continue
            spent = arrive - (ends[0, row[p]] if p == 0 else begins[p - 1] + step[row[p - 1], row[p]])
        else:
            home = begin + ends[1, i]
            spent = home - (0 if p == 0 else begins[p - 1] + ends[1, row[p - 1]])
        if p == 0:
            spent = max(spent, ends[0, i] // 4 + 1)
        score = float(worth[i]) * float(worth[i]) / float(max(spent, 1))
        if score > fit[i]:
            fit[i], where[i] = score, p


@njit(cache=True, nogil=True, error_model="numpy")
def _recreate(
    step: Integers,
    opens: Integers,
    lasts: Integers,
    ends: Integers,
    meal: Integers,
    kinds: Small,
    worth: Integers,
    costs: Integers,
    budget: int,
    rows: Small,
    lengths: Small,
    day_of: Small,
    begins: Integers,
    latest: Integers,
    fit: NDArray[np.float64],
    where: Small,
    noise: int,
    state: NDArray[np.uint64],
) -> None:
    """Put sights in until none fits."""
    days, count = rows.shape
    spent = 0
    taken = np.zeros(days, np.int64)
    for i in range(count):
        if day_of[i] >= 0:
            spent += costs[i]
            taken[day_of[i]] |= meal[kinds[day_of[i]], i]
    for d in range(days):
        k = kinds[d]
        _clock(step, opens[k], lasts[k], rows[d], lengths[d], begins[d], latest[d])
        for i in range(count):
            if day_of[i] < 0:
                _weigh(
                    step,
                    opens[k],
                    lasts[k],
                    ends[k],
                    worth,
                    rows[d],
                    lengths[d],
                    begins[d],
                    latest[d],
                    i,
                    fit[d],
                    where[d],
                )
    while True:
        best, day, sight = 0.0, -1, -1
        for i in range(count):
            if day_of[i] >= 0 or spent + costs[i] > budget:
                continue
            for d in range(days):
                if fit[d, i] > 0.0 and not meal[kinds[d], i] & taken[d]:
                    score = fit[d, i] * float(TENTHS + _draw(state, noise))
                    if score > best:
                        best, day, sight = score, d, i
        if sight < 0:
            return
        k, p = kinds[day], where[day, sight]
        for q in range(lengths[day], p, -1):
            rows[day, q] = rows[day, q - 1]
        rows[day, p] = sight
        lengths[day] += 1
        day_of[sight] = day
        spent += costs[sight]
        taken[day] |= meal[k, sight]
        _clock(step, opens[k], lasts[k], rows[day], lengths[day], begins[day], latest[day])
        for i in range(count):
            if day_of[i] < 0:
                _weigh(
                    step,
                    opens[k],
                    lasts[k],
                    ends[k],
                    worth,
                    rows[day],
                    lengths[day],
                    begins[day],
                    latest[day],
                    i,
                    fit[day],
                    where[day],
                )


@njit(cache=True, nogil=True, error_model="numpy")
def _ruin(step: Integers, rows: Small, lengths: Small, day_of: Small, state: NDArray[np.uint64]) -> None:
    """Take some visits out."""
    days, count = rows.shape
    way = _draw(state, 3)
    goes = np.zeros(count, np.bool_)
    if way == 0:
        for d in range(days):
            if lengths[d] and (days == 1 or _draw(state, days) < 2):
                size = 1 + _draw(state, max(1, (lengths[d] + 1) // 2))
                first = _draw(state, lengths[d])
                for p in range(first, min(first + size, lengths[d])):
                    goes[rows[d, p]] = True
    elif way == 1:
        seed = _draw(state, count)
        size = 1 + _draw(state, 10)
        for _ in range(size):
            nearest, best = -1, 1 << 60
            for i in range(count):
                if day_of[i] >= 0 and not goes[i]:
                    apart = min(step[seed, i], step[i, seed]) + _draw(state, 1 + step[seed, i] // 4)
                    if apart < best:
                        nearest, best = i, apart
            if nearest < 0:
                break
            goes[nearest] = True
    else:
        share = 1 + _draw(state, 4)
        for i in range(count):
            if day_of[i] >= 0 and _draw(state, 10) < share:
                goes[i] = True
    for d in range(days):
        length = 0
        for p in range(lengths[d]):
            i = rows[d, p]
            if goes[i]:
                day_of[i] = -1
            else:
                rows[d, length] = i
                length += 1
        lengths[d] = length


@njit(cache=True, nogil=True, error_model="numpy")
def improve(
    step: Integers,
    opens: Integers,
    lasts: Integers,
    ends: Integers,
    meal: Integers,
    kinds: Small,
    worth: Integers,
    costs: Integers,
    budget: int,
    rounds: int,
    seed: int,
    rows: Small,
    lengths: Small,
) -> int:
    """
    Improve a plan in place for some rounds and return what it is worth.

    Parameters
    ----------
    step
        ``step[i, j]``: from beginning a visit to arriving at the next.
    opens, lasts, meal
        A table a kind of day.
    ends
        For each kind, the time from its start to each sight and from the beginning of a visit to its end.
    kinds
        For each day its kind.
    worth, costs, budget
        Of each sight, and of all together.
    rounds, seed
        How long, and which random numbers.
    rows, lengths
        The plan: the sights of each day in order.
    """
    days, count = rows.shape
    state = np.full(1, np.uint64(seed) * np.uint64(0x9E3779B97F4A7C15) + np.uint64(0x1234567), np.uint64)
    day_of = np.full(count, -1, np.int32)
    for d in range(days):
        for p in range(lengths[d]):
            day_of[rows[d, p]] = d
    begins, latest = np.zeros((days, count + 1), np.int64), np.zeros((days, count + 1), np.int64)
    fit, where = np.zeros((days, count)), np.zeros((days, count), np.int32)
    now_rows, now_lengths, now_day = rows.copy(), lengths.copy(), day_of.copy()
    now = best = 0
    for i in range(count):
        if day_of[i] >= 0:
            best += worth[i]
    now = best
    for turn in range(rounds):
        try_rows, try_lengths, try_day = now_rows.copy(), now_lengths.copy(), now_day.copy()
        if turn:
            _ruin(step, try_rows, try_lengths, try_day, state)
        noise = TENTHS if turn % 2 else TENTHS // 8
        _recreate(
            step,
            opens,
            lasts,
            ends,
            meal,
            kinds,
            worth,
            costs,
            budget,
            try_rows,
            try_lengths,
            try_day,
            begins,
            latest,
            fit,
            where,
            noise,
            state,
        )
        value = 0
        for i in range(count):
            if try_day[i] >= 0:
                value += worth[i]
        slack = best * (rounds - turn) // (rounds * 40)
        if value >= now or value >= best - slack:
            now, now_rows, now_lengths, now_day = value, try_rows, try_lengths, try_day
        if value > best:
            best = value
            rows[:, :] = try_rows
            lengths[:] = try_lengths
        elif turn % 1000 == 999:
            now, now_rows, now_lengths = best, rows.copy(), lengths.copy()
            now_day = np.full(count, -1, np.int32)
            for d in range(days):
                for p in range(lengths[d]):
                    now_day[rows[d, p]] = d
    return best
