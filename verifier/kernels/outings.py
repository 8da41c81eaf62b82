"""
Outings: the compiled loops of the checker of day routing.

``look_ahead`` bounds what can be gained after a visit, a table of sights and buckets of time filled from the
evening back. ``widen`` takes outings of some number of visits one visit further. Nothing here has been seen
by the solver, nor the other way round.
"""

import numpy as np
from numpy.typing import NDArray

from planassay.verifier.kernels.compiling import compiled, inlined

Integers = NDArray[np.int64]
Bits = NDArray[np.uint64]

LOWEST = -(1 << 61)
"""Stands for what cannot be."""


@inlined
def entered(early: Integers, late: Integers, sight: int, clock: int) -> int:
    """Return when a visit begins of who arrives by a clock, LOWEST if never."""
    for window in range(early.shape[1]):
        if late[sight, window] >= clock:
            return max(early[sight, window], clock)
    return LOWEST


@compiled
def look_ahead(
    order: Integers,
    grid: Integers,
    bucket: int,
    leg: Integers,
    early: Integers,
    late: Integers,
    net: Integers,
    meal: Integers,
    recall: Bits,
    gains: Integers,
    marks: Bits,
    draft: Bits,
) -> None:
    """
    Fill ``gains`` and ``marks``.

    Parameters
    ----------
    order
        (sight, cell, clock) of every cell, the latest clock first.
    grid
        Where the cells of each sight begin; cell ``k`` is for visits that begin from ``k`` buckets after its
        first opening on.
    leg
        Time from the beginning of a visit to the arrival at another sight.
    early, late
        Windows, ``late`` below 0 where there is none.
    net
        Reduced value of each sight.
    meal
        Bit of the meal that a sight serves.
    recall
        For each sight the bits of those that are remembered while one passes there.
    gains, marks
        By meals owed, cell and rank: what is gained, best first, and the bits of sights that are remembered
        of how. The last rank is spare: once it is needed it remembers nothing.
    draft
        Room for one set of bits.
    """
    sights, owing, ranks, words = len(grid), gains.shape[0], gains.shape[2], marks.shape[3]
    for line in range(order.shape[0]):
        sight, cell, clock = order[line, 0], order[line, 1], order[line, 2]
        for owed in range(owing):
            filled, spilt = 0, LOWEST
            if owed == 0:
                gains[owed, cell, 0] = 0
                for word in range(words):
                    marks[owed, cell, 0, word] = np.uint64(0)
                filled = 1
            for other in range(sights):
                if other == sight or (meal[other] & owed) != meal[other]:
                    continue
                begin = entered(early, late, other, clock + leg[sight, other])
                if begin < 0:
                    continue
                there = grid[other] + (begin - early[other, 0]) // bucket
                left = owed - meal[other]
                for rank in range(ranks):
                    gain = gains[left, there, rank]
                    if gain == LOWEST:
                        break
                    gain += net[other]
                    if gain <= spilt:
                        break
                    if (marks[left, there, rank, sight // 64] >> np.uint64(sight % 64)) & np.uint64(1):
                        continue
                    for word in range(words):
                        draft[word] = marks[left, there, rank, word] & recall[sight, word]
                    draft[other // 64] |= np.uint64(1) << np.uint64(other % 64)
                    # is it no better than one that stands, whose marks are all among its own?
                    spot, is_idle = 0, False
                    while spot < filled and gains[owed, cell, spot] >= gain:
                        extra = np.uint64(0)
                        for word in range(words):
                            extra |= marks[owed, cell, spot, word] & ~draft[word]
                        if extra == np.uint64(0):
                            is_idle = True
                            break
                        spot += 1
                    if is_idle:
                        continue
                    if spot >= ranks - 1:
                        spilt = max(spilt, gain)
                        continue
                    if filled == ranks - 1:
                        filled -= 1
                        spilt = max(spilt, gains[owed, cell, filled])
                    for move in range(filled, spot, -1):
                        gains[owed, cell, move] = gains[owed, cell, move - 1]
                        for word in range(words):
                            marks[owed, cell, move, word] = marks[owed, cell, move - 1, word]
                    gains[owed, cell, spot] = gain
                    for word in range(words):
                        marks[owed, cell, spot, word] = draft[word]
                    filled += 1
            if spilt > LOWEST:
                while filled > 0 and gains[owed, cell, filled - 1] <= spilt:
                    filled -= 1
                gains[owed, cell, filled] = spilt
                for word in range(words):
                    marks[owed, cell, filled, word] = np.uint64(0)
                filled += 1
            for rank in range(filled, ranks):
                gains[owed, cell, rank] = LOWEST


@compiled
def widen(
    count: int,
    clocks: Integers,
    sums: Integers,
    lasts: Integers,
    owed: Integers,
    sets: Bits,
    grid: Integers,
    bucket: int,
    leg: Integers,
    early: Integers,
    late: Integers,
    net: Integers,
    meal: Integers,
    gains: Integers,
    marks: Bits,
    floor: int,
    places: Integers,
    new_clocks: Integers,
    new_sums: Integers,
    new_lasts: Integers,
    new_owed: Integers,
    new_sets: Bits,
) -> int:
    """
    Write the outings with one visit more that may still end above a floor, and return their number.

    Of those with the same sights and the same last one only the earliest is written. An outing of no visit
    has -1 for its last sight. Returns -1 if there is no room.

    Parameters
    ----------
    count, clocks, sums, lasts, owed, sets
        The outings: when the last visit begins, reduced value, last sight, meals owed, sights as bits.
    places
        A hash table, all -1, a power of two long and at least twice as long as the room.
    """
    sights, words, room = len(grid), sets.shape[1], len(new_clocks)
    mask, made = len(places) - 1, 0
    for k in range(count):
        for sight in range(sights):
            if (sets[k, sight // 64] >> np.uint64(sight % 64)) & np.uint64(1):
                continue
            if late[sight, 0] < 0 or (meal[sight] & owed[k]) != meal[sight]:
                continue
            if lasts[k] < 0:
                begin = early[sight, 0]
            else:
                begin = entered(early, late, sight, clocks[k] + leg[lasts[k], sight])
                if begin < 0:
                    continue
            total, left = sums[k] + net[sight], owed[k] - meal[sight]
            cell = grid[sight] + (begin - early[sight, 0]) // bucket
            is_open = False
            for rank in range(gains.shape[2]):
                if gains[left, cell, rank] == LOWEST or total + gains[left, cell, rank] <= floor:
                    break
                both = np.uint64(0)
                for word in range(words):
                    both |= marks[left, cell, rank, word] & sets[k, word]
                if both == np.uint64(0):
                    is_open = True
                    break
            if not is_open:
                continue
            bit = np.uint64(1) << np.uint64(sight % 64)
            code = np.uint64(sight)
            for word in range(words):
                mixed = sets[k, word] | bit if word == sight // 64 else sets[k, word]
                code = (code ^ mixed) * np.uint64(0xFF51AFD7ED558CCD)
                code ^= code >> np.uint64(29)
            spot = np.int64(code & np.uint64(mask))
            is_known = False
            while places[spot] >= 0:
                other = places[spot]
                is_known = new_lasts[other] == sight
                for word in range(words):
                    mixed = sets[k, word] | bit if word == sight // 64 else sets[k, word]
                    is_known = is_known and new_sets[other, word] == mixed
                if is_known:
                    new_clocks[other] = min(new_clocks[other], begin)
                    break
                spot = (spot + 1) & mask
            if is_known:
                continue
            if made == room:
                return -1
            places[spot] = made
            new_clocks[made], new_sums[made], new_lasts[made], new_owed[made] = begin, total, sight, left
            for word in range(words):
                new_sets[made, word] = sets[k, word]
            new_sets[made, sight // 64] |= bit
            made += 1
    return made
