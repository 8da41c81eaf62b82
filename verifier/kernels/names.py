"""
Names: a hash table from texts to rows, in compiled form.

A key is a name in a space: a hotel in a place, a flight, a label of a city. The slots of a space stand
together, for a plan names many things of few places. Capital letters of ASCII are equal to small ones, as
they are to the honest reading of names (``kb.names.squeeze``). Of what else that reading forgives, blanks
and letters beyond ASCII, this table knows only the spellings that were put into it: a name that is not plain
ASCII with single blanks inside, and not found, may still name something.
"""

import numpy as np

from planassay.verifier.batch.layout import (
    FLIGHTS,
    KEY_AT,
    KEY_IS_PLAIN,
    KEY_LENGTH,
    KEY_ROW,
    KEY_SPACE,
    SPACE_FIRST,
    SPACE_MASK,
    Bytes,
    Names,
)
from planassay.verifier.kernels.compiling import compiled, inlined
from planassay.verifier.kernels.words import EIGHT, ONE, U, cut, small, word

NOT_FOUND = -1
UNSURE = -2
"""Not found, and the name holds more than the table understands."""

_SEED, _SPREAD = np.uint64(0x9E3779B97F4A7C15), np.uint64(0xD6E8FEB86659FD93)
_FOLD, _TAG = np.uint64(32), np.uint64(40)
_NUMBER = np.uint64(2**40 - 1)


@inlined
def hashed(text: Bytes, at: np.uint64, end: np.uint64) -> np.uint64:
    """Return the hash of a name."""
    code = _SEED ^ (end - at)
    while at + EIGHT <= end:
        code = (code ^ small(word(text, at))) * _SPREAD
        code ^= code >> _FOLD
        at += EIGHT
    if at < end:
        code = (code ^ small(cut(word(text, at), end - at))) * _SPREAD
        code ^= code >> _FOLD
    code *= _SEED
    return code ^ (code >> _FOLD)


@inlined
def is_same(text: Bytes, at: np.uint64, other: Bytes, start: np.uint64, length: np.uint64) -> bool:
    """Tell whether two texts of one length are equal but for capital letters."""
    end = at + length
    while at + EIGHT <= end:
        if small(word(text, at)) != small(word(other, start)):
            return False
        at += EIGHT
        start += EIGHT
    return at == end or small(cut(word(text, at), end - at)) == small(cut(word(other, start), end - at))


@compiled
def is_exact(text: Bytes, at: np.uint64, end: np.uint64, key: int, names: Names) -> bool:
    """Tell whether a name that was found is written letter by letter as its key is."""
    start = U(names.key[key, KEY_AT])
    while at + EIGHT <= end:
        if word(text, at) != word(names.text, start):
            return False
        at += EIGHT
        start += EIGHT
    return at == end or cut(word(text, at), end - at) == cut(word(names.text, start), end - at)


@inlined
def find(text: Bytes, at: np.uint64, end: np.uint64, space: int, names: Names) -> int:
    """Return the number of the key that a name has in a space, or NOT_FOUND, or UNSURE."""
    return find_hashed(text, at, end, hashed(text, at, end), space, names)


@inlined
def first_slot(code: np.uint64, space: int, names: Names) -> np.uint64:
    """Return the slot where a hash is looked for first."""
    return U(names.space[space, SPACE_FIRST]) + (code & U(names.space[space, SPACE_MASK]))


@inlined
def first_key(code: np.uint64, space: int, names: Names) -> int:
    """Return the number of the key that a hash most likely has, or NOT_FOUND."""
    entry = names.slot[first_slot(code, space, names)]
    return np.int64((entry & _NUMBER) - ONE) if entry >> _TAG == code >> _TAG else NOT_FOUND


@compiled
def find_hashed(text: Bytes, at: np.uint64, end: np.uint64, code: np.uint64, space: int, names: Names) -> int:
    """Return the same for a name whose hash is known."""
    first, mask = U(names.space[space, SPACE_FIRST]), U(names.space[space, SPACE_MASK])
    slot = code & mask
    length = end - at
    while True:
        entry = names.slot[first + slot]
        if entry == U(0):
            return NOT_FOUND if is_regular(text, at, end) else UNSURE
        if entry >> _TAG == code >> _TAG:
            key = (entry & _NUMBER) - ONE
            if U(names.key[key, KEY_LENGTH]) == length and is_same(
                text, at, names.text, U(names.key[key, KEY_AT]), length
            ):
                return np.int64(key)
        slot = (slot + ONE) & mask


@compiled
def is_regular(text: Bytes, at: np.uint64, end: np.uint64) -> bool:
    """Tell whether a text is ASCII without control characters and outer or double blanks."""
    before = 32
    while at < end:
        letter = text[at]
        if letter >= 127 or letter < 32 or (letter == 32 and before == 32):
            return False
        before = letter
        at += ONE
    return before != 32


@compiled
def fill(names: Names, is_alias: Bytes) -> None:
    """
    Put all keys into the empty slots of their spaces.

    Of equal keys the first holds. The row of an alias is that of the key before it. What the official look-up
    finds otherwise is not plain: an alias whose row is not its own, a flight that shares its number.
    """
    row = np.int64(0)
    for number in range(len(names.key)):
        at = U(names.key[number, KEY_AT])
        length = U(names.key[number, KEY_LENGTH])
        space = names.key[number, KEY_SPACE]
        if is_alias[number] and names.key[number, KEY_ROW] != row:
            names.key[number, KEY_ROW] = row
            names.key[number, KEY_IS_PLAIN] = 0
        own = row = np.int64(names.key[number, KEY_ROW])
        other = find(names.text, at, at + length, space, names)
        if other >= 0:
            row = np.int64(names.key[other, KEY_ROW])
            if row == own and is_alias[number]:  # the same but for capital letters: as written is better
                names.key[other, KEY_AT] = names.key[number, KEY_AT]
                names.key[other, KEY_IS_PLAIN] = names.key[number, KEY_IS_PLAIN]
            elif space == FLIGHTS:
                names.key[other, KEY_IS_PLAIN] = 0
        else:
            code = hashed(names.text, at, at + length)
            first, mask = U(names.space[space, SPACE_FIRST]), U(names.space[space, SPACE_MASK])
            slot = code & mask
            while names.slot[first + slot] != U(0):
                slot = (slot + ONE) & mask
            names.slot[first + slot] = (code >> _TAG << _TAG) | U(number + 1)
