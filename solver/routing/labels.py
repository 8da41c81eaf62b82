"""
Labels: the compiled loops over the outings of one kind of day.

Going back in time, *completions* say what can still be gained after a visit. Time is counted in buckets and
rounded down, and of the sights that a completion visits only some are remembered (those near the visits
before them), so completions are worth too much rather than too little. Going forward, labels are outings
begun; one is dropped once the best completion that shares no remembered sight with it does not lift it above
a floor. Importing this module loads numba.
"""

import numpy as np
from numba import njit
from numpy.typing import NDArray

Integers = NDArray[np.int64]
Small = NDArray[np.int32]
Words = NDArray[np.uint64]

NOTHING = -(1 << 60)
"""The worth of what is not possible."""
ONE = np.uint64(1)
SOME, EVERY = range(2)
"""What a spread of labels is for: some good outings quickly, or every set of sights above the floor."""


@njit(cache=True, nogil=True, error_model="numpy")
def _begin(opens: Integers, lasts: Integers, j: int, clock: int) -> int:
    """Return when a visit begins of who arrives by a clock, -1 if it is too late."""
    for w in range(opens.shape[1]):
        if clock <= lasts[j, w]:
            return max(clock, opens[j, w])
    return -1


@njit(cache=True, nogil=True, error_model="numpy")
def _insert(
    worths: Integers, memory: Words, after: Small, worth: int, new: Words, source: int, rest: Integers
) -> None:
    """
    Put an entry in its place among those of one bucket, best first.

    What comes before and remembers no more makes it superfluous; what comes after and remembers no less is
    superfluous through it. What finds no room is forgotten but for its worth, in ``rest``.
    """
    keep, width = memory.shape
    place = 0
    while place < keep and worths[place] >= worth:
        is_within = True
        for w in range(width):
            if memory[place, w] & ~new[w]:
                is_within = False
                break
        if is_within:
            return
        place += 1
    if place == keep:
        if worth > rest[0]:
            rest[0], rest[1] = worth, source
        return
    # what is beaten goes, then the others move down
    end = place
    for k in range(place, keep):
        if worths[k] == NOTHING:
            break
        is_beaten = True
        for w in range(width):
            if new[w] & ~memory[k, w]:
                is_beaten = False
                break
        if not is_beaten:
            if end != k:
                worths[end], after[end] = worths[k], after[k]
                for w in range(width):
                    memory[end, w] = memory[k, w]
            end += 1
    for k in range(end, keep):
        worths[k] = NOTHING
    if end == keep:
        if worths[keep - 1] > rest[0]:
            rest[0], rest[1] = worths[keep - 1], after[keep - 1]
        end -= 1
    for k in range(end, place, -1):
        worths[k], after[k] = worths[k - 1], after[k - 1]
        for w in range(width):
            memory[k, w] = memory[k - 1, w]
    worths[place], after[place] = worth, source
    for w in range(width):
        memory[place, w] = new[w]


@njit(cache=True, nogil=True, error_model="numpy")
def complete(
    step: Integers,
    opens: Integers,
    lasts: Integers,
    gain: Integers,
    meal: Integers,
    near: Words,
    offset: Integers,
    slots: Integers,
    shift: int,
    worths: Integers,
    memory: Words,
    after: Small,
) -> None:
    """
    Fill the completions of a kind of day.

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
    near
        For each sight, as bits, the sights that a completion remembers while it passes there.
    offset
        Where the buckets of each sight begin in the tables; the first begins with its first window.
    slots
        Sight, earliest begin and place in the tables of each bucket, the latest first.
    shift
        A bucket is ``1 << shift`` units of time, at most the shortest step.
    worths, memory, after
        The tables: meals still to be taken, bucket, entry. An entry has its worth, the sights that it
        remembers, and ``sight * entries + entry`` of what follows, -1 at the end of the day. Entries stand
        best first; the last column is for what was forgotten and remembers nothing.
    """
    count = opens.shape[0]
    needs, _, entries = worths.shape
    keep, width = entries - 1, near.shape[1]
    new = np.zeros(width, np.uint64)
    rest = np.zeros(2, np.int64)
    # the best worth of each sight in the buckets so far, itself included: none later is worth more
    tops = np.full((needs, count), NOTHING, np.int64)
    for row in range(len(slots)):
        i, clock, here = slots[row]
        for need in range(needs):
            mine, remembered, source = worths[need, here], memory[need, here], after[need, here]
            mine[:] = NOTHING
            rest[0], rest[1] = NOTHING, -1
            if need == 0:
                mine[0], source[0] = 0, -1
                remembered[0, :] = 0
            for j in range(count):
                left = need & ~meal[j]
                if tops[left, j] <= rest[0] or (need == 0 and tops[left, j] <= 0) or j == i:
                    continue
                if meal[j] and not meal[j] & need:
                    continue
                begin = _begin(opens, lasts, j, clock + step[i, j])
                if begin < 0:
                    continue
                slot = offset[j] + (begin - opens[j, 0] >> shift)
                for e in range(entries):
                    if worths[left, slot, e] == NOTHING:
                        break
                    worth = worths[left, slot, e] + gain[j]
                    if worth <= rest[0] or (need == 0 and worth <= 0):
                        break
                    if memory[left, slot, e, i >> 6] >> np.uint64(i & 63) & ONE:
                        continue
                    for w in range(width):
                        new[w] = memory[left, slot, e, w] & near[i, w]
                    new[j >> 6] |= ONE << np.uint64(j & 63)
                    _insert(mine[:keep], remembered[:keep], source, worth, new, j * entries + e, rest)
            if rest[0] > NOTHING:
                end = 0
                while end < keep and mine[end] > rest[0]:
                    end += 1
                mine[end:] = NOTHING
                mine[end], source[end] = rest[0], rest[1]
                remembered[end, :] = 0
            if mine[0] > NOTHING:
                tops[need, i] = mine[0] + gain[i]


@njit(cache=True, nogil=True, error_model="numpy")
def follow(
    i: int,
    need: int,
    step: Integers,
    opens: Integers,
    lasts: Integers,
    meal: Integers,
    offset: Integers,
    shift: int,
    worths: Integers,
    after: Small,
    walk: Small,
) -> int:
    """Write the best walk from a sight on into ``walk`` and return its length; 0 if there is none."""
    entries = worths.shape[2]
    begin, entry, length = opens[i, 0], 0, 0
    while length < len(walk):
        bucket = begin - opens[i, 0] >> shift
        slot = offset[i] + bucket
        if worths[need, slot, entry] == NOTHING:
            return 0
        walk[length] = i
        length += 1
        source = after[need, slot, entry]
        if source < 0:
            return length
        j, entry = source // entries, source % entries
        # completions reckon from the beginning of a bucket
        clock = _begin(opens, lasts, i, opens[i, 0] + (bucket << shift))
        begin = _begin(opens, lasts, j, clock + step[i, j])
        need &= ~meal[j]
        i = j
    return 0


@njit(cache=True, nogil=True, error_model="numpy")
def _ahead(worths: Integers, memory: Words, own: Words, least: int) -> bool:
    """Return whether some completion that shares no remembered sight is worth more than ``least``."""
    for e in range(worths.shape[0]):
        if worths[e] <= least:
            return False
        is_free = True
        for w in range(own.shape[0]):
            if memory[e, w] & own[w]:
                is_free = False
                break
        if is_free:
            return True
    return False


@njit(cache=True, nogil=True, error_model="numpy")
def _find(table: Small, node: int, own: Words, nodes: Small, sets: Words) -> int:
    """Return where a label with this last sight and set stands in the hash table, or would stand."""
    code = np.uint64(node + 1) * np.uint64(0x9E3779B97F4A7C15)
    for w in range(own.shape[0]):
        code = (code ^ own[w]) * np.uint64(0xD6E8FEB86659FD93)
        code ^= code >> np.uint64(32)
    mask = np.uint64(table.shape[0] - 1)
    place = code & mask
    while True:
        k = table[place]
        if k < 0:
            return place
        if nodes[k] == node:
            is_same = True
            for w in range(own.shape[0]):
                if sets[k, w] != own[w]:
                    is_same = False
                    break
            if is_same:
                return place
        place = (place + np.uint64(1)) & mask


@njit(cache=True, nogil=True, error_model="numpy")
def spread(
    step: Integers,
    opens: Integers,
    lasts: Integers,
    gain: Integers,
    meal: Integers,
    offset: Integers,
    shift: int,
    worths: Integers,
    memory: Words,
    floor: int,
    purpose: int,
    table: Small,
    times: Integers,
    totals: Integers,
    nodes: Small,
    parents: Small,
    sets: Words,
    needs: Small,
) -> int:
    """
    Make labels of outings that can end above a floor, and return their number; -1 if there is no room.

    Of two outings with the same sights and the same last one the earlier counts. With ``SOME`` a label also
    gives way to an earlier one at the same sight that is worth no less, whatever it has seen.
    """
    count, width = opens.shape[0], sets.shape[1]
    room = len(times)
    top = 0
    for i in range(count):
        for w in range(opens.shape[1]):
            top = max(top, lasts[i, w] >> shift)
    heads = np.full(top + 2, -1, np.int32)
    links = np.full(room, -1, np.int32)
    is_dead = np.zeros(room, np.bool_)
    ceiling = np.full((worths.shape[0], count), NOTHING, np.int64)  # best so far at a sight, as time goes on
    own = np.zeros(width, np.uint64)
    full = worths.shape[0] - 1
    made = 0
    for bucket in range(-1, top + 1):
        while True:
            k = -1
            if bucket >= 0:
                k = heads[bucket]
                if k < 0:
                    break
                heads[bucket] = links[k]
                if is_dead[k]:
                    continue
                if purpose == SOME:
                    if ceiling[needs[k], nodes[k]] >= totals[k]:
                        continue
                    ceiling[needs[k], nodes[k]] = totals[k]
            for j in range(count):
                need = full if k < 0 else needs[k]
                if meal[j] and not meal[j] & need:
                    continue
                if k >= 0 and sets[k, j >> 6] >> np.uint64(j & 63) & ONE:
                    continue
                begin = opens[j, 0] if k < 0 else _begin(opens, lasts, j, times[k] + step[nodes[k], j])
                if begin < 0 or lasts[j, 0] < 0:
                    continue
                need &= ~meal[j]
                total = gain[j] if k < 0 else totals[k] + gain[j]
                slot = offset[j] + (begin - opens[j, 0] >> shift)
                if total + worths[need, slot, 0] <= floor:
                    continue
                if purpose == SOME and ceiling[need, j] >= total:
                    continue
                for w in range(width):
                    own[w] = np.uint64(0) if k < 0 else sets[k, w]
                own[j >> 6] |= ONE << np.uint64(j & 63)
                if not _ahead(worths[need, slot], memory[need, slot], own, floor - total):
                    continue
                place = np.uint64(0)
                if purpose == EVERY:
                    place = _find(table, j, own, nodes, sets)
                    other = table[place]
                    if other >= 0:
                        if times[other] <= begin:
                            continue
                        is_dead[other] = True
                if made == room:
                    return -1
                times[made], totals[made], nodes[made], parents[made] = begin, total, j, k
                needs[made] = need
                for w in range(width):
                    sets[made, w] = own[w]
                if purpose == EVERY:
                    table[place] = made
                links[made] = heads[begin >> shift]
                heads[begin >> shift] = made
                made += 1
            if k < 0:
                break
    return made
