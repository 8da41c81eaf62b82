"""
Items: the texts that a database knows, found by their bytes, in compiled form.

Names are equal if they are written alike, but for blanks around them. A text with such blanks, or one that
might be read as coordinates, is for the single-plan scorer.
"""

import numpy as np

from planassay.verifier.batch.itineraries import (
    COUNT_STRANGE,
    ITEM_AT,
    ITEM_LENGTH,
    MAX_STRANGE,
    NOTHING,
    Items,
    Room,
)
from planassay.verifier.batch.layout import Bytes, Ints, Words
from planassay.verifier.kernels.compiling import compiled, inlined
from planassay.verifier.kernels.words import EIGHT, ONE, U, cut, word

UNSURE = -2
"""A text that only the single-plan scorer can read."""

_SEED, _SPREAD = np.uint64(0x9E3779B97F4A7C15), np.uint64(0xD6E8FEB86659FD93)
_FOLD, _TAG = np.uint64(32), np.uint64(40)
_NUMBER = np.uint64(2**40 - 1)
_BLANK, _COMMA = 32, 44
_MAY_BE_BLANK = (0xC2, 0xE1, 0xE2, 0xE3)
"""First bytes of the blanks beyond ASCII."""


@inlined
def _hashed(text: Bytes, at: np.uint64, end: np.uint64) -> np.uint64:
    code = _SEED ^ (end - at)
    while at + EIGHT <= end:
        code = (code ^ word(text, at)) * _SPREAD
        code ^= code >> _FOLD
        at += EIGHT
    if at < end:
        code = (code ^ cut(word(text, at), end - at)) * _SPREAD
        code ^= code >> _FOLD
    code *= _SEED
    return code ^ (code >> _FOLD)


@inlined
def is_same(text: Bytes, at: np.uint64, end: np.uint64, other: Bytes, start: np.uint64) -> bool:
    """Tell whether a text stands somewhere else, too."""
    while at + EIGHT <= end:
        if word(text, at) != word(other, start):
            return False
        at += EIGHT
        start += EIGHT
    return at == end or cut(word(text, at), end - at) == cut(word(other, start), end - at)


@compiled
def find(text: Bytes, at: np.uint64, end: np.uint64, items: Items) -> int:
    """Return the item of a text, or -1."""
    mask = U(len(items.slot) - 1)
    code = _hashed(text, at, end)
    slot = code & mask
    while items.slot[slot] != U(0):
        entry = items.slot[slot]
        if entry >> _TAG == code >> _TAG:
            number = np.int64((entry & _NUMBER) - ONE)
            row = items.item[number]
            if U(row[ITEM_LENGTH]) == end - at and is_same(text, at, end, items.text, U(row[ITEM_AT])):
                return number
        slot = (slot + ONE) & mask
    return -1


@compiled
def fill(slots: Words, text: Bytes, item: Ints) -> None:
    """Put items, no two of one text, into the empty slots of a table."""
    mask = U(len(slots) - 1)
    for number in range(len(item)):
        at = U(item[number, ITEM_AT])
        code = _hashed(text, at, at + U(item[number, ITEM_LENGTH]))
        slot = code & mask
        while slots[slot] != U(0):
            slot = (slot + ONE) & mask
        slots[slot] = (code >> _TAG << _TAG) | U(number + 1)


@compiled
def item_of(text: Bytes, at: np.uint64, end: np.uint64, items: Items, room: Room) -> int:
    """Return the item of a text, the number that it has in this plan alone, or UNSURE."""
    if at == end:
        return NOTHING
    found = find(text, at, end, items)
    if found >= 0:
        return found
    if not _has_plain_edges(text, at, end) or _may_be_coordinates(text, at, end):
        return UNSURE
    for k in range(room.number[COUNT_STRANGE]):
        start = room.strange[k, 0]
        if room.strange[k, 1] - start == end - at and is_same(text, at, end, text, start):
            return len(items.item) + k
    number = room.number[COUNT_STRANGE]
    if number == MAX_STRANGE:
        return UNSURE
    room.strange[number, 0] = at
    room.strange[number, 1] = end
    room.number[COUNT_STRANGE] += 1
    return len(items.item) + number


@compiled
def _has_plain_edges(text: Bytes, at: np.uint64, end: np.uint64) -> bool:
    """Tell whether a text surely begins and ends with no blank."""
    last = end - ONE
    while last > at and text[last] & 0xC0 == 0x80:
        last -= ONE
    for letter in (text[at], text[last]):
        if letter <= _BLANK or letter in _MAY_BE_BLANK:
            return False
    return True


@compiled
def _may_be_coordinates(text: Bytes, at: np.uint64, end: np.uint64) -> bool:
    """Tell whether a text might be two numbers around a comma."""
    first = text[at]
    may_begin = first < 58 or first > 126 or first in (73, 78, 105, 110, 95)  # i n f, n a n, _
    commas = 0
    while may_begin and at < end:
        commas += text[at] == _COMMA
        at += ONE
    return commas == 1
