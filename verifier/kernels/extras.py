"""
Extras: keys that no object of the format has, in compiled form.

They are inert, or a fault where they could hide a booking; which of the two depends on where they stand.
"""

import numpy as np

from planassay.verifier.batch import layout as lay
from planassay.verifier.batch.layout import Bytes
from planassay.verifier.kernels import fields as field
from planassay.verifier.kernels.compiling import compiled
from planassay.verifier.kernels.fields import read_key
from planassay.verifier.kernels.json import (
    LIST,
    OBJECT,
    OPEN_BRACE,
    OPEN_BRACKET,
    STOP,
    after_colon,
    after_scalar,
    after_value,
    next_element,
    next_member,
)
from planassay.verifier.kernels.names import hashed
from planassay.verifier.kernels.scratch import EXTRAS, FAULTS, IN_PLAN, MAX_EXTRA, Scratch, leave
from planassay.verifier.kernels.values import NO, UNSURE, YES, says
from planassay.verifier.kernels.words import EIGHT, ONE, U, cut, word

NESTED = 12
"""How deep what is no field may be nested."""
_MAX_KEYS = 64


@compiled
def skip_extra(
    text: Bytes,
    key: np.uint64,
    key_end: np.uint64,
    i: np.uint64,
    end: np.uint64,
    level: int,
    scratch: Scratch,
) -> np.uint64:
    """Pass over the value of a key that is no field; a key that comes twice is for the tolerant reader."""
    if level != IN_PLAN and not is_new(text, key, key_end, level, scratch):
        return STOP
    at = i
    i, kind = after_value(text, i, end, NESTED)
    if i == STOP or kind not in (OBJECT, LIST):
        return i
    found = says(text, at, i, kind)
    if level == IN_PLAN:
        found = _hides_bookings(text, key, at, i)
    if found == UNSURE:
        leave(lay.WHY_TEXT, scratch)
        return STOP
    scratch.number[FAULTS] += found
    return i


@compiled
def is_new(text: Bytes, key: np.uint64, key_end: np.uint64, level: int, scratch: Scratch) -> bool:
    """Note a key; return whether there is room for it and it surely has not come in its object before."""
    code = hashed(text, key, key_end)
    if key < key_end:  # capitals tell keys apart, too
        code ^= cut(word(text, key), min(key_end - key, EIGHT))
    count = scratch.number[EXTRAS + level]
    if count >= MAX_EXTRA:
        leave(lay.WHY_MANY, scratch)
        return False
    for k in range(count):
        if scratch.extra[level, k] == code:
            leave(lay.WHY_TWICE, scratch)
            return False
    scratch.extra[level, count] = code
    scratch.number[EXTRAS + level] = count + 1
    return True


@compiled
def _hides_bookings(text: Bytes, key: np.uint64, i: np.uint64, end: np.uint64) -> int:
    """
    Tell whether a key or any key in its value, an object or a list, holds an object as bookings do.

    UNSURE where it holds a key twice, or too many to tell. For each level there is a bit whether it is an
    object, and whether it is a list of bookings.
    """
    _, what, _ = read_key(text, key, end, field.DAY)
    is_object = is_booking = U(0)
    depth = keys = 0
    is_first = True
    is_held = what >= field.LEGS
    found = NO
    while True:
        if is_first and text[i] in (OPEN_BRACE, OPEN_BRACKET):
            depth += 1
            is_object = is_object << ONE | U(text[i] == OPEN_BRACE)
            is_booking = is_booking << ONE | U(is_held)
            i += ONE
        if is_object & ONE:
            i, has_ended = next_member(text, i, end, is_first)
            if i != STOP and not has_ended and is_first and is_booking & ONE:
                found = YES
        else:
            i, has_ended = next_element(text, i, end, is_first)
        if i == STOP:
            return UNSURE
        if has_ended:
            depth -= 1
            is_object = is_object >> ONE
            is_booking = is_booking >> ONE
            is_first = False
            if depth == 0:
                return found
            continue
        is_held = (is_booking & ONE) != U(0)
        if is_object & ONE:
            first = i
            i, what, _ = read_key(text, i, end, field.DAY)
            if i == STOP:
                return UNSURE
            keys += 1
            if keys > _MAX_KEYS or _comes_again(text, first, i, end):
                return UNSURE
            is_held = what >= field.LEGS
            i = after_colon(text, i, end)
            if i == STOP:
                return UNSURE
        if text[i] == OPEN_BRACE or text[i] == OPEN_BRACKET:
            is_first = True
            continue
        i, _ = after_scalar(text, i, end)
        if i == STOP:
            return UNSURE
        is_first = False


@compiled
def _comes_again(text: Bytes, key: np.uint64, i: np.uint64, end: np.uint64) -> bool:
    """Tell whether a key comes again in its object, from behind its closing quote."""
    length = i - key
    while True:
        i = after_colon(text, i, end)
        if i == STOP:
            return True
        i, _ = after_value(text, i, end, NESTED)
        if i == STOP:
            return True
        i, has_ended = next_member(text, i, end, False)
        if i == STOP:
            return True
        if has_ended:
            return False
        first = i
        i, _, _ = read_key(text, i, end, field.DAY)
        if i == STOP:
            return True
        if i - first == length:
            is_same = True
            for k in range(length):
                is_same = is_same and text[first + U(k)] == text[key + U(k)]
            if is_same:
                return True
