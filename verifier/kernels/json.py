"""
JSON: walking over the text of a document, in compiled form.

Every step returns where the next one begins, or STOP where the text is no JSON, or is JSON that only a full
reader should judge (nested too deep, or spelled in ways that nobody uses). What is passed over is checked as
strictly as Python's own reader checks it: a document that a kernel walks through is one that all readers
read. That its bytes are UTF-8 is checked before.
"""

import numpy as np

from planassay.verifier.batch.layout import Bytes, Words
from planassay.verifier.kernels.compiling import compiled, inlined
from planassay.verifier.kernels.words import ONE, U, to_sign

STOP = np.uint64(2**63)

STRING, ESCAPED, NUMBER, NULL, TRUE, FALSE, EMPTY, OBJECT, LIST = range(9)
"""Kinds of values; an ESCAPED text is one that is not written letter by letter, an EMPTY one [] or {}."""

MAX_NESTED = 60
"""How deep values may be nested that are passed over."""

_LONGEST_NUMBER = np.uint64(300)

QUOTE, BACKSLASH, COLON, COMMA, MINUS, POINT = 34, 92, 58, 44, 45, 46
OPEN_BRACE, CLOSE_BRACE, OPEN_BRACKET, CLOSE_BRACKET = 123, 125, 91, 93
ZERO, NINE, BLANK, SLASH = 48, 57, 32, 47


@inlined
def after_blanks(text: Bytes, i: np.uint64, end: np.uint64) -> np.uint64:
    """Return where the next letter stands that is no white space; the end if there is none."""
    while i < end and (text[i] == BLANK or text[i] == 10 or text[i] == 13 or text[i] == 9):
        i += ONE
    return i


@inlined
def after_colon(text: Bytes, i: np.uint64, end: np.uint64) -> np.uint64:
    """Return where the value of a member begins, from the end of its key."""
    i = after_blanks(text, i, end)
    if i >= end or text[i] != COLON:
        return STOP
    i = after_blanks(text, i + ONE, end)
    return i if i < end else STOP


@inlined
def next_member(text: Bytes, i: np.uint64, end: np.uint64, is_first: bool) -> tuple[np.uint64, bool]:
    """
    Return where the key of the next member begins, or what follows the object, and whether it has ended.

    ``i`` is behind the opening brace (``is_first``) or behind the value of the member before.
    """
    i = after_blanks(text, i, end)
    if i >= end:
        return STOP, True
    if text[i] == CLOSE_BRACE:
        return i + ONE, True
    if not is_first:
        if text[i] != COMMA:
            return STOP, True
        i = after_blanks(text, i + ONE, end)
    if i >= end or text[i] != QUOTE:
        return STOP, True
    return i + ONE, False


@inlined
def next_element(text: Bytes, i: np.uint64, end: np.uint64, is_first: bool) -> tuple[np.uint64, bool]:
    """Return where the next element of a list begins, or what follows the list, and whether it has ended."""
    i = after_blanks(text, i, end)
    if i >= end:
        return STOP, True
    if text[i] == CLOSE_BRACKET:
        return i + ONE, True
    if not is_first:
        if text[i] != COMMA:
            return STOP, True
        i = after_blanks(text, i + ONE, end)
    return (i, False) if i < end else (STOP, True)


@inlined
def after_string(text: Bytes, i: np.uint64, end: np.uint64) -> tuple[np.uint64, bool]:
    """Return what follows a text, from behind its opening quote, and whether anything in it is escaped."""
    i = to_sign(text, i, end)
    if i < end and text[i] == QUOTE:
        return i + ONE, False
    while i < end and text[i] == BACKSLASH:
        i = _after_escape(text, i + ONE, end)
        if i == STOP:
            return STOP, True
        i = to_sign(text, i, end)
    if i < end and text[i] == QUOTE:
        return i + ONE, True
    return STOP, True


@compiled
def _after_escape(text: Bytes, i: np.uint64, end: np.uint64) -> np.uint64:
    """Return what follows an escape, from behind its backslash."""
    if i >= end:
        return STOP
    letter = text[i]
    i += ONE
    if letter == 117:  # u
        if end - i < U(4):
            return STOP
        for _ in range(4):
            digit = text[i] | 32
            if not (ZERO <= text[i] <= NINE or 97 <= digit <= 102):
                return STOP
            i += ONE
        return i
    return i if letter in (QUOTE, BACKSLASH, 47, 98, 102, 110, 114, 116) else STOP  # / b f n r t


@inlined
def _after_digits(text: Bytes, i: np.uint64, end: np.uint64) -> np.uint64:
    """Return what follows one digit or more."""
    first = i
    while i < end and ZERO <= text[i] <= NINE:
        i += ONE
    return i if i > first else STOP


@inlined
def after_number(text: Bytes, i: np.uint64, end: np.uint64) -> np.uint64:
    """Return what follows a number; one of very many digits is for another reader."""
    end = min(end, i + _LONGEST_NUMBER)
    if text[i] == MINUS:
        i += ONE
    first = i
    i = _after_digits(text, i, end)
    if i == STOP or (text[first] == ZERO and i - first > ONE):
        return STOP
    if i < end and text[i] == POINT:
        i = _after_digits(text, i + ONE, end)
        if i == STOP:
            return STOP
    if i < end and (text[i] | 32) == 101:  # e
        i += ONE
        if i < end and (text[i] == MINUS or text[i] == 43):
            i += ONE
        i = _after_digits(text, i, end)
    return STOP if i == end else i


@inlined
def _is_word(text: Bytes, i: np.uint64, end: np.uint64, a: int, b: int, c: int, d: int) -> bool:
    return (
        end - i >= U(4)
        and text[i] == a
        and text[i + ONE] == b
        and text[i + U(2)] == c
        and text[i + U(3)] == d
    )


@inlined
def after_scalar(text: Bytes, i: np.uint64, end: np.uint64) -> tuple[np.uint64, int]:
    """Return what follows a value that holds no others, and its kind."""
    letter = text[i]
    if letter == QUOTE:
        i, is_escaped = after_string(text, i + ONE, end)
        return i, ESCAPED if is_escaped else STRING
    if letter == MINUS or ZERO <= letter <= NINE:
        return after_number(text, i, end), NUMBER
    if _is_word(text, i, end, 110, 117, 108, 108):
        return i + U(4), NULL
    if _is_word(text, i, end, 116, 114, 117, 101):
        return i + U(4), TRUE
    if letter == 102 and _is_word(text, i + ONE, end, 97, 108, 115, 101):
        return i + U(5), FALSE
    return STOP, NULL


@compiled
def unescape(text: Bytes, lines: Words, plain: Bytes, plain_lines: Words) -> None:
    """
    Write documents anew, without escapes for letters beyond ASCII and for slashes, which need none.

    Parameters
    ----------
    text, lines
        The documents, and where each begins and ends.
    plain, plain_lines
        Where they are written, with as much room as the text takes, and where each begins and ends there.
    """
    at = U(0)
    for number in range(len(lines)):
        i, end = lines[number, 0], lines[number, 1]
        plain_lines[number, 0] = at
        while i < end:
            if text[i] != BACKSLASH or i + ONE >= end:
                plain[at] = text[i]
                i += ONE
                at += ONE
            elif text[i + ONE] == SLASH:
                plain[at] = SLASH
                i += U(2)
                at += ONE
            else:
                code, after = _letter(text, i, end)
                if code == 0:
                    plain[at] = text[i]
                    plain[at + ONE] = text[i + ONE]
                    at += U(2)
                else:
                    at = _write(code, plain, at)
                i = after
        plain_lines[number, 1] = at


@inlined
def _unit(text: Bytes, i: np.uint64, end: np.uint64) -> int:
    """Return the number that an escape with four digits holds, or 0 if there is none."""
    if end - i < U(6) or text[i] != BACKSLASH or text[i + ONE] != 117:  # u
        return 0
    unit = 0
    for k in range(2, 6):
        digit = np.int64(text[i + U(k)])
        if digit > NINE:
            digit = (digit | 32) - 39
        if not ZERO <= digit <= ZERO + 15 or (digit > NINE and text[i + U(k)] < 65):
            return 0
        unit = 16 * unit + digit - ZERO
    return unit


@compiled
def _letter(text: Bytes, i: np.uint64, end: np.uint64) -> tuple[int, np.uint64]:
    """Return the letter beyond ASCII that an escape stands for, 0 for all others, and what follows it."""
    unit = _unit(text, i, end)
    if unit < 128 or 0xDC00 <= unit < 0xE000:
        return 0, i + U(2)
    if unit < 0xD800 or unit >= 0xE000:
        return unit, i + U(6)
    low = _unit(text, i + U(6), end)
    if 0xDC00 <= low < 0xE000:
        return 0x10000 + (unit - 0xD800) * 1024 + low - 0xDC00, i + U(12)
    return 0, i + U(2)


@compiled
def _write(code: int, text: Bytes, at: np.uint64) -> np.uint64:
    """Write a letter beyond ASCII in UTF-8; return what follows it."""
    if code < 0x800:
        text[at] = 0xC0 | (code >> 6)
    elif code < 0x10000:
        text[at] = 0xE0 | (code >> 12)
        at += ONE
        text[at] = 0x80 | ((code >> 6) & 63)
    else:
        text[at] = 0xF0 | (code >> 18)
        at += ONE
        text[at] = 0x80 | ((code >> 12) & 63)
        at += ONE
        text[at] = 0x80 | ((code >> 6) & 63)
    at += ONE
    text[at] = 0x80 | (code & 63)
    return at + ONE


@compiled
def after_value(text: Bytes, i: np.uint64, end: np.uint64, deepest: int) -> tuple[np.uint64, int]:
    """Return what follows any value, nested at most so deep, and its kind."""
    if text[i] != OPEN_BRACE and text[i] != OPEN_BRACKET:
        return after_scalar(text, i, end)
    kind = OBJECT if text[i] == OPEN_BRACE else LIST
    first = after_blanks(text, i + ONE, end)
    if first < end and (text[first] == CLOSE_BRACE or text[first] == CLOSE_BRACKET):
        return (first + ONE if text[first] == text[i] + 2 else STOP), EMPTY
    return _after_nested(text, i, end, deepest), kind


@compiled
def _after_nested(text: Bytes, i: np.uint64, end: np.uint64, deepest: int) -> np.uint64:
    """Return what follows an object or a list; a bit for each level says which of the two it is."""
    levels = U(0)
    depth = 0
    is_first = True
    while True:
        if is_first and text[i] in (OPEN_BRACE, OPEN_BRACKET):
            depth += 1
            if depth > deepest:
                return STOP
            levels = levels << ONE | U(text[i] == OPEN_BRACE)
            i += ONE
        if levels & ONE:
            i, has_ended = next_member(text, i, end, is_first)
        else:
            i, has_ended = next_element(text, i, end, is_first)
        if i == STOP:
            return STOP
        if has_ended:
            depth -= 1
            levels = levels >> ONE
            is_first = False
            if depth == 0:
                return i
            continue
        if levels & ONE:
            i, _ = after_string(text, i, end)
            if i == STOP:
                return STOP
            i = after_colon(text, i, end)
            if i == STOP:
                return STOP
        if text[i] == OPEN_BRACE or text[i] == OPEN_BRACKET:
            is_first = True
            continue
        i, _ = after_scalar(text, i, end)
        if i == STOP:
            return STOP
        is_first = False
