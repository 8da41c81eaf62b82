"""
The kernel: walks the routes of one day, depth first, in compiled loops.

A label is a route begun. It is extended by every place that can follow in time, in the order of their net
value, and dropped once the best that the visits still possible could add does not lift it above the
floor. That bound counts the visits and the visiting minutes that are left. Importing this module loads
numba.
"""

import numpy as np
from numba import njit
from numpy.typing import NDArray

Integers = NDArray[np.int64]

NEVER = 1 << 40
STEP_MIN = 30
"""Visiting minutes are counted in steps of this size in the bound."""

# Columns of a label: what a route is at one of its visits, and where the search stands there.
PLACE, BEGIN, END, VISITING, FED, REDUCED, POSITION, OPTION, USUAL = range(9)
WIDTH = 9
# Rows of the day, a column a place.
READY, FIRST, UNTIL, LAST = range(4)
# Numbers of a walk.
MOST, LONGEST, PAUSE, VISITING_MAX, ALONE, LUNCH, LUNCH_FROM, LUNCH_LATEST = range(8)
NEAREST, SHORTEST, CLOSING = range(8, 11)


@njit(cache=True, nogil=True, error_model="numpy")
def _soonest(
    labels: Integers, depth: int, k: int, ways: Integers, day: Integers, numbers: Integers
) -> tuple[int, int]:
    """Return when a visit can begin at the earliest, and when it can with lunch taken before."""
    if depth == 0:
        ready = day[READY, k]
        if numbers[LUNCH] == 0 or numbers[MOST] == 1:
            return ready, ready
        return ready, max(ready, numbers[LUNCH_FROM] + numbers[LUNCH])
    here = labels[depth - 1]
    way = ways[here[PLACE], k]
    if way >= NEVER:
        return NEVER, NEVER
    arrive = here[END] + way
    earliest = arrive + numbers[PAUSE]
    if here[FED] == 1:
        return earliest, earliest
    there = max(arrive, numbers[LUNCH_FROM])
    before = max(here[END], numbers[LUNCH_FROM])
    if there <= numbers[LUNCH_LATEST]:
        return earliest, max(there + numbers[LUNCH], earliest)
    if before <= numbers[LUNCH_LATEST]:
        return earliest, max(before + numbers[LUNCH] + way, earliest)
    return earliest, NEVER


@njit(cache=True, nogil=True, error_model="numpy")
def _fit(opens: Integers, latest: Integers, lengths: Integers, k: int, earliest: int) -> tuple[int, int]:
    """Return begin and length of the first visit that begins no sooner; -1 if there is none."""
    for w in range(opens.shape[1]):
        begin = max(opens[k, w], earliest)
        if begin <= latest[k, w]:
            return begin, lengths[k, w]
    return -1, 0


@njit(cache=True, nogil=True, error_model="numpy")
def _enter(labels: Integers, depth: int, k: int, begin: int, length: int, total: int, fed: int) -> None:
    """Write down a label."""
    here = labels[depth]
    here[PLACE], here[BEGIN], here[END] = k, begin, begin + length
    here[VISITING], here[FED], here[REDUCED] = length, fed, total
    if depth > 0:
        here[VISITING] += labels[depth - 1, VISITING]


@njit(cache=True, nogil=True, error_model="numpy")
def _is_new(labels: Integers, depth: int, k: int) -> bool:
    """Return whether a place is not on the route yet."""
    is_new = True
    for d in range(depth):
        is_new = is_new and labels[d, PLACE] != k
    return is_new


@njit(cache=True, nogil=True, error_model="numpy")
def _rest(labels: Integers, depth: int, more: Integers, numbers: Integers) -> int:
    """Return what can still be added after the visit at a depth, -1 if no other visit may follow."""
    here = labels[depth]
    if depth + 1 >= numbers[MOST] or here[VISITING] > numbers[ALONE]:
        return -1
    if here[END] + numbers[NEAREST] + numbers[PAUSE] + numbers[SHORTEST] > numbers[CLOSING]:
        return -1
    room = (numbers[VISITING_MAX] - here[VISITING]) // STEP_MIN
    if room < 0:
        return -1
    bound: int = more[numbers[MOST] - depth - 1, min(room, more.shape[1] - 1)]
    return bound


@njit(cache=True, nogil=True, error_model="numpy")
def _write(out: Integers, row: int, whole: int, labels: Integers, depth: int) -> None:
    """Write down a route."""
    most = labels.shape[0]
    out[row, 0], out[row, 1] = whole, depth + 1
    for d in range(depth + 1):
        out[row, 2 + d] = labels[d, PLACE]
        out[row, 2 + most + d] = labels[d, BEGIN]


@njit(cache=True, nogil=True, error_model="numpy")
def _worst(out: Integers, count: int) -> int:
    """Return the row of the least reduced value."""
    row = 0
    for r in range(1, count):
        if out[r, 0] < out[row, 0]:
            row = r
    return row


@njit(cache=True, nogil=True, error_model="numpy")
def _advance(labels: Integers, depth: int) -> None:
    """Go on to the next way to take the step at a depth."""
    labels[depth, OPTION] += 1
    if labels[depth, OPTION] == 2:
        labels[depth, OPTION] = 0
        labels[depth, POSITION] += 1


@njit(cache=True, nogil=True, error_model="numpy")
def _try(
    labels: Integers,
    depth: int,
    k: int,
    total: int,
    opens: Integers,
    latest: Integers,
    lengths: Integers,
    ways: Integers,
    day: Integers,
    numbers: Integers,
) -> bool:
    """Make the label of a visit and return whether it can be made."""
    here = labels[depth]
    earliest, after = _soonest(labels, depth, k, ways, day, numbers)
    lunches = here[OPTION] == 1
    begin, length = _fit(opens, latest, lengths, k, after if lunches else earliest)
    if not lunches:
        here[USUAL] = begin
    elif begin == here[USUAL]:
        return False
    if begin < 0 or length > numbers[LONGEST]:
        return False
    if depth > 0 and (
        length > numbers[ALONE] or labels[depth - 1, VISITING] + length > numbers[VISITING_MAX]
    ):
        return False
    fed = begin >= after or numbers[LUNCH] == 0
    _enter(labels, depth, k, begin, length, total, 1 if fed else 0)
    return True


@njit(cache=True, nogil=True, error_model="numpy")
def walk(
    order: Integers,
    net: Integers,
    more: Integers,
    opens: Integers,
    latest: Integers,
    lengths: Integers,
    ways: Integers,
    arcs: Integers,
    day: Integers,
    numbers: Integers,
    floor: int,
    out: Integers,
    keep: int,
) -> tuple[int, int]:
    """
    Write the routes of a day into ``out`` and return how many, and how many labels were made.

    Parameters
    ----------
    order
        Places by falling net value.
    net
        Reduced value of each place.
    more
        ``more[c, s]``: the most that ``c`` further visits of at most ``s`` steps of visiting add.
    opens, latest, lengths
        A row a place, a column a window; ``latest`` is -1 where there is none.
    ways, arcs
        Minutes and reduced values between places; the values none or negative.
    day
        Rows ``READY``, ``FIRST``, ``UNTIL``, ``LAST``; values reduced.
    numbers
        From ``MOST`` to ``CLOSING``, the latest minute at which any visit may end.
    floor
        Routes of at most this reduced value are of no use.
    out
        A row a route: reduced value, number of places, places, begins.
    keep
        How many of the best routes are kept; 0 keeps all, and the count is -1 if ``out`` is full.
    """
    labels = np.zeros((numbers[MOST], WIDTH), np.int64)
    top = day[LAST].max()
    rest = more[numbers[MOST] - 1, more.shape[1] - 1]
    found = work = depth = 0
    while depth >= 0:
        if labels[depth, POSITION] >= len(order):
            depth -= 1
            if depth >= 0:
                _advance(labels, depth)
            continue
        k = order[labels[depth, POSITION]]
        before = 0 if depth == 0 else labels[depth - 1, REDUCED]
        ahead = rest if depth == 0 else more[numbers[MOST] - depth - 1, more.shape[1] - 1]
        if before + net[k] + ahead + top <= floor:
            labels[depth, POSITION] = len(order)  # places come by net value: no later one does better
            continue
        way = day[FIRST, k] if depth == 0 else arcs[labels[depth - 1, PLACE], k]
        total = before + net[k] + way
        if (
            total + ahead + top <= floor
            or not _is_new(labels, depth, k)
            or not _try(labels, depth, k, total, opens, latest, lengths, ways, day, numbers)
        ):
            _advance(labels, depth)
            continue
        work += 1
        end, whole = labels[depth, END], total + day[LAST, k]
        is_sound = depth == 0 or labels[depth, FED] == 1 or end <= numbers[LUNCH_LATEST]
        if whole > floor and end <= day[UNTIL, k] and is_sound:
            if keep == 0 and found == out.shape[0]:
                return -1, work
            row = found if keep == 0 or found < keep else _worst(out, found)
            _write(out, row, whole, labels, depth)
            found = max(found, row + 1)
            if keep > 0 and found == keep:
                floor = max(floor, out[_worst(out, found), 0])
        following = _rest(labels, depth, more, numbers)
        if following >= 0 and total + following + top > floor:
            depth += 1
            labels[depth, POSITION] = labels[depth, OPTION] = 0
        else:
            _advance(labels, depth)
    return found, work


@njit(cache=True, nogil=True, error_model="numpy")
def unbeaten(table: Integers) -> NDArray[np.bool_]:
    """
    Return which rows no earlier one beats.

    Parameters
    ----------
    table
        Columns: value, cost, covers, holds; a row that beats another must come before it.
    """
    count = table.shape[0]
    kept = np.zeros(count, np.bool_)
    chosen = np.zeros(count, np.int64)
    number = 0
    for r in range(count):
        is_beaten = False
        for c in range(number):
            q = chosen[c]
            if (
                table[q, 0] >= table[r, 0]
                and table[q, 1] <= table[r, 1]
                and table[r, 2] & ~table[q, 2] == 0
                and table[q, 3] & ~table[r, 3] == 0
            ):
                is_beaten = True
                break
        if not is_beaten:
            kept[r] = True
            chosen[number] = r
            number += 1
    return kept
