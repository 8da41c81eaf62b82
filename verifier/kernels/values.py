"""
Values: what a JSON value says before it means anything, in compiled form.

The same answers as ``kb.formats.trek.drafts`` gives, or UNSURE where letters beyond ASCII or escapes might
matter.
"""

import numpy as np

from planassay.kb.formats.trek.drafts import MAX_TEXT
from planassay.verifier.batch.layout import Bytes
from planassay.verifier.kernels.compiling import compiled, inlined
from planassay.verifier.kernels.json import (
    BACKSLASH,
    COLON,
    EMPTY,
    ESCAPED,
    FALSE,
    LIST,
    NULL,
    NUMBER,
    OBJECT,
    POINT,
    QUOTE,
    STOP,
    STRING,
    TRUE,
    ZERO,
    after_blanks,
    after_string,
    after_value,
    next_element,
)
from planassay.verifier.kernels.words import ONE, U

NO, YES, UNSURE, UNCLEAR = 0, 1, -2, -3
"""UNSURE is for the tolerant reader to tell; UNCLEAR is what says neither yes nor no."""
_DASH, _NINE, _BLANK = 45, 57, 32
_LAST_ASCII = 126
_NESTED = 12


@inlined
def is_letter(letter: int) -> bool:
    """Tell whether a byte is a letter or a digit of ASCII."""
    return ZERO <= letter <= _NINE or 97 <= (letter | 32) <= 122


@inlined
def may_be_blank(letter: int) -> bool:
    """Tell whether a letter beyond ASCII that begins with a byte may be a blank."""
    return letter in (0xC2, 0xE1, 0xE2, 0xE3)


@compiled
def does_text_say(text: Bytes, at: np.uint64, end: np.uint64) -> int:
    """Tell whether a text, without its quotes, says something, or is only blanks and a dash."""
    dashes = 0
    is_sure = end - at <= U(MAX_TEXT)
    while at < end:
        letter = text[at]
        if letter == BACKSLASH:
            letter = text[at + ONE]
            if letter in (QUOTE, BACKSLASH, 47, 98):  # / and backspace, which is no blank
                return YES
            at += U(6) if letter == 117 else U(2)  # u
            is_sure = False
            continue
        if letter == _DASH:
            dashes += 1
        elif letter > _LAST_ASCII and may_be_blank(letter):
            is_sure = False
        elif letter != _BLANK and not 0x80 <= letter < 0xC0:
            return YES
        at += ONE
    if not is_sure:
        return UNSURE
    if dashes > 1:
        return YES
    return NO


@compiled
def says(text: Bytes, at: np.uint64, end: np.uint64, kind: int) -> int:
    """Tell whether a value says something: it is no null, no blanks, no dash, no list or object of none."""
    if kind in (NULL, EMPTY):
        return NO
    if kind in (STRING, ESCAPED):
        return does_text_say(text, at + ONE, end - ONE)
    if kind != LIST:
        return YES
    i = at + ONE
    is_first = True
    found = NO
    while True:
        i, has_ended = next_element(text, i, end, is_first)
        if i == STOP:
            return UNSURE
        if has_ended:
            return found
        is_first = False
        start = i
        i, own = after_value(text, i, end, _NESTED)
        if i == STOP:
            return UNSURE
        if own == NULL:
            continue
        if own not in (STRING, ESCAPED):
            return YES
        said = does_text_say(text, start + ONE, i - ONE)
        if said == YES:
            return YES
        if said == UNSURE:
            found = UNSURE


@compiled
def is_word(text: Bytes, at: np.uint64, end: np.uint64, word: bytes) -> bool:
    """Tell whether a span is a word in small letters, but for capitals and outer blanks."""
    while at < end and text[at] == _BLANK:
        at += ONE
    while at < end and text[end - ONE] == _BLANK:
        end -= ONE
    if end - at != U(len(word)):
        return False
    for k in range(len(word)):
        if (text[at + U(k)] | 32) != word[k]:
            return False
    return True


@compiled
def is_text(text: Bytes, at: np.uint64, word: bytes) -> bool:
    """Tell whether a word stands somewhere, letter by letter."""
    for k in range(len(word)):
        if text[at + U(k)] != word[k]:
            return False
    return True


@compiled
def as_flag(text: Bytes, at: np.uint64, end: np.uint64, kind: int) -> int:
    """Tell what a yes or no says, UNCLEAR if it says neither."""
    if kind == TRUE:
        return YES
    if kind == FALSE:
        return NO
    if kind == ESCAPED:
        return UNSURE
    if kind == STRING:
        if is_word(text, at + ONE, end - ONE, b"true"):
            return YES
        if is_word(text, at + ONE, end - ONE, b"false"):
            return NO
        return UNSURE if may_be_blank(text[at + ONE]) or text[end - U(2)] > _LAST_ASCII else UNCLEAR
    if kind == NUMBER:
        if is_zero(text, at, end):
            return NO
        if is_one(text, at, end):
            return YES
        return UNCLEAR if is_whole(text, at, end) else UNSURE
    return UNCLEAR


@compiled
def is_zero(text: Bytes, at: np.uint64, end: np.uint64) -> bool:
    """Tell whether a number has no digit but zero before its exponent."""
    while at < end and (text[at] | 32) != 101:  # e
        if ZERO < text[at] <= _NINE:
            return False
        at += ONE
    return True


@compiled
def is_one(text: Bytes, at: np.uint64, end: np.uint64) -> bool:
    """Tell whether a number is 1 or 1.0."""
    if text[at] != ZERO + 1:
        return False
    at += ONE
    if at < end and text[at] != POINT:
        return False
    at += ONE
    while at < end and text[at] == ZERO:
        at += ONE
    return at >= end


@compiled
def is_whole(text: Bytes, at: np.uint64, end: np.uint64) -> bool:
    """Tell whether a number is written in digits alone."""
    while at < end:
        if not ZERO <= text[at] <= _NINE:
            return False
        at += ONE
    return True


@compiled
def are_same(text: Bytes, a: np.uint64, a_end: np.uint64, b: np.uint64, b_end: np.uint64) -> int:
    """Tell whether two values, as they are written, are equal."""
    length = min(a_end - a, b_end - b)
    at = U(0)
    in_text = is_escaped = False
    while at < length and text[a + at] == text[b + at]:
        letter = text[a + at]
        if is_escaped:
            is_escaped = False
        elif in_text and letter == BACKSLASH:
            is_escaped = True
        elif letter == QUOTE:
            in_text = not in_text
        at += ONE
    if at == length and a_end - a == b_end - b:
        return YES
    if in_text and not is_escaped and at < length and text[a + at] != BACKSLASH and text[b + at] != BACKSLASH:
        # two texts that go on differently; what stands under two keys may still be equal
        after, escaped = after_string(text, a + at, a_end)
        other, other_escaped = after_string(text, b + at, b_end)
        if after == STOP or other == STOP or escaped or other_escaped:
            return UNSURE
        after, other = after_blanks(text, after, a_end), after_blanks(text, other, b_end)
        is_key = (after < a_end and text[after] == COLON) or (other < b_end and text[other] == COLON)
        return UNSURE if is_key else NO
    return _are_same_kind(text, a, a_end, b, b_end)


@compiled
def _are_same_kind(text: Bytes, a: np.uint64, a_end: np.uint64, b: np.uint64, b_end: np.uint64) -> int:
    """Return NO for two different values that cannot be equal in another way of writing, else UNSURE."""
    one, other = _sort(text[a]), _sort(text[b])
    if one != other:
        return NO
    if one == NUMBER and is_whole(text, a, a_end) and is_whole(text, b, b_end):
        return NO
    return UNSURE


@inlined
def _sort(letter: int) -> int:
    """Return which sort of value begins with a letter."""
    if letter == QUOTE:
        return STRING
    if letter == _DASH or ZERO <= letter <= _NINE:
        return NUMBER
    if letter in (123, 91):  # { [
        return OBJECT + letter
    return letter
