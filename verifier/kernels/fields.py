"""
Fields: the keys of the official form of an answer, as numbers, in compiled form.

The tolerant reader (``kb.formats.trek.answers``) takes a key in any case, with or without what joins its
words, and knows aliases. Here a key is two words of eight letters, looked up as it is written, and if that is
no spelling in use, in its plain form: small letters without joints. A key in its *usual* spelling is one that
the official reader knows too.
"""

import numpy as np

from planassay.verifier.batch.layout import Bytes
from planassay.verifier.kernels.compiling import compiled, inlined
from planassay.verifier.kernels.json import QUOTE, STOP
from planassay.verifier.kernels.words import EIGHT, ONE, U, cut, small, to_sign, word

RECORD, DAY, LEG, STAY, VISIT, RENTAL, CONTEXTS = range(7)
"""Objects that have fields."""

FLAG, PLAN, REASON, SUBMITTED, ERROR, CALLS, USAGE, TOKENS = range(8)
LABEL, CITY_LABEL, LEGS, STAYS, VISITS, RENTALS = range(6)
NUMBER, FROM, TO, DEPART, ARRIVE, FARE = range(6)
NAME, CITY, PRICE, OTHER_PRICE, CHECK_IN, START, END, TYPE, ID = range(9)
"""Fields of a record, of a day, of a leg, and of any other booking."""
FIELDS = 9

NONE = -1
"""No field: a key that an object of the kind does not have."""

_USUAL = {
    RECORD: {
        "is_feasible": FLAG,
        "plan": PLAN,
        "refusal_reason": REASON,
        "submitted": SUBMITTED,
        "error": ERROR,
        "tool_call_count": CALLS,
        "token_usage": USAGE,
        "total_tokens": TOKENS,
    },
    DAY: {
        "current_city": LABEL,
        "city": CITY_LABEL,
        "flights": LEGS,
        "hotel": STAYS,
        "attractions": VISITS,
        "car": RENTALS,
    },
    LEG: {
        "flight_number": NUMBER,
        "departure_city": FROM,
        "arrival_city": TO,
        "departure_time": DEPART,
        "arrival_time": ARRIVE,
        "price": FARE,
    },
    STAY: {
        "name": NAME,
        "city": CITY,
        "price_per_night": PRICE,
        "price": OTHER_PRICE,
        "check_in": CHECK_IN,
    },
    VISIT: {"name": NAME, "city": CITY, "visit_start": START, "visit_end": END},
    RENTAL: {
        "car_type": NAME,
        "city": CITY,
        "price_per_day": PRICE,
        "price": OTHER_PRICE,
        "car_id": ID,
    },
}
_ALIASES = {
    RECORD: {"reason": REASON},
    DAY: {"flight": LEGS, "hotels": STAYS, "attraction": VISITS, "cars": RENTALS},
    STAY: {"hotel_name": NAME, "city_name": CITY},
    VISIT: {"attraction_name": NAME, "city_name": CITY},
    RENTAL: {"type": TYPE, "city_name": CITY},
}

UNCLEAR = -2
"""A key that the official evaluator takes in one place and not in another."""

_LETTERS = 16
"""Of a key that is looked up; the longest in use is ``attraction_name``."""
_SLOTS = 128
_KELVIN = 0xE2
"""The first byte of the only letter beyond ASCII whose small one is ASCII, and of others."""
_MIX, _MIX_TOO = np.uint64(0x9E3779B97F4A7C15), np.uint64(0xC2B2AE3D27D4EB4F)
_SHIFT = np.uint64(57)
_LAST_SLOT = np.uint64(_SLOTS - 1)
_WORD_END = np.uint64(_LETTERS)


def _slot(low: int, high: int) -> int:
    return ((low * int(_MIX) ^ high * int(_MIX_TOO)) & (2**64 - 1)) >> int(_SHIFT)


def _tables() -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return the hash table of keys, as written and plain, and the field of each in each context."""
    words = np.zeros((_SLOTS, 2), np.uint64)
    fields = np.full((_SLOTS, CONTEXTS), NONE, np.int64)
    usual = np.zeros((_SLOTS, CONTEXTS), np.uint8)
    for is_usual, contexts in ((True, _USUAL), (False, _ALIASES)):
        for context, keys in contexts.items():
            for key, field in keys.items():
                for spelling in dict.fromkeys((key, key.replace("_", ""))):
                    letters = spelling.encode().ljust(_LETTERS, b"\0")
                    low, high = (int.from_bytes(letters[k : k + 8], "little") for k in (0, 8))
                    slot = _slot(low, high)
                    while words[slot, 0] and (words[slot, 0] != low or words[slot, 1] != high):
                        slot = (slot + 1) % _SLOTS
                    words[slot] = (low, high)
                    fields[slot, context] = field
                    usual[slot, context] = is_usual and spelling == key
    return words, fields, usual


_WORDS, _FIELDS, _IS_USUAL = _tables()


@inlined
def _look_up(low: np.uint64, high: np.uint64) -> np.uint64:
    """Return the slot of a key, or an empty one."""
    slot = (low * _MIX ^ high * _MIX_TOO) >> _SHIFT
    while _WORDS[slot, 0] != U(0) and (_WORDS[slot, 0] != low or _WORDS[slot, 1] != high):
        slot = (slot + ONE) & _LAST_SLOT
    return slot


@inlined
def read_key(text: Bytes, i: np.uint64, end: np.uint64, context: int) -> tuple[np.uint64, int, bool]:
    """
    Return what follows a key, from behind its opening quote, its field, and whether it is written as usual.

    A key with escapes is STOP, or one that might hold the sign of Kelvin, which is a k: it may be equal to
    another one.
    """
    first = i
    i = to_sign(text, i, end)
    if i >= end or text[i] != QUOTE:
        return STOP, NONE, False
    length = i - first
    if length == U(0) or length > _WORD_END:
        return _read_odd_key(text, first, i, context)
    if length > EIGHT:
        low, high = word(text, first), cut(word(text, first + EIGHT), length - EIGHT)
    else:
        low, high = cut(word(text, first), length), U(0)
    slot = _look_up(low, high)
    if _WORDS[slot, 0] == U(0):
        return _read_odd_key(text, first, i, context)
    return i + ONE, _FIELDS[slot, context], _IS_USUAL[slot, context] == 1


@compiled
def is_spelled(text: Bytes, at: np.uint64, end: np.uint64, word: bytes) -> bool:
    """Tell whether a key is a word but for capital letters."""
    if end - at != U(len(word)):
        return False
    for k in range(len(word)):
        letter = np.int64(text[at + U(k)])
        if letter != word[k] and not (65 <= letter <= 90 and letter + 32 == word[k]):
            return False
    return True


@compiled
def officially(text: Bytes, at: np.uint64, end: np.uint64, context: int, what: int) -> int:
    """
    Return the field that an unusual key of a booking has to the official evaluator.

    That one asks for some fields by any of two keys, capitals or not, and for others by one key alone.
    """
    if context == RENTAL and (is_spelled(text, at, end, b"type") or is_spelled(text, at, end, b"car_type")):
        return what
    if context == STAY and (
        is_spelled(text, at, end, b"name")
        or is_spelled(text, at, end, b"hotel_name")
        or is_spelled(text, at, end, b"check_in")
        or is_spelled(text, at, end, b"checkin")
        or is_spelled(text, at, end, b"price")
        or is_spelled(text, at, end, b"price_per_night")
    ):
        return what
    if context == LEG:
        return UNCLEAR if what == NUMBER else NONE
    if what == CITY:
        is_city = is_spelled(text, at, end, b"city") or is_spelled(text, at, end, b"city_name")
        return UNCLEAR if is_city else NONE
    if context == VISIT and what == NAME:
        return UNCLEAR
    return NONE


@compiled
def of_day(text: Bytes, at: np.uint64, end: np.uint64, what: int) -> bool:
    """Tell whether the official evaluator takes an unusual key of a day for the same field."""
    if what == LABEL:
        return is_spelled(text, at, end, b"current_city") or is_spelled(text, at, end, b"currentcity")
    if what == LEGS:
        return is_spelled(text, at, end, b"flights") or is_spelled(text, at, end, b"flight")
    if what == STAYS:
        return is_spelled(text, at, end, b"hotel") or is_spelled(text, at, end, b"hotels")
    if what == VISITS:
        return is_spelled(text, at, end, b"attractions") or is_spelled(text, at, end, b"attraction")
    if what == RENTALS:
        return is_spelled(text, at, end, b"car") or is_spelled(text, at, end, b"cars")
    return False


@compiled
def _read_odd_key(text: Bytes, i: np.uint64, end: np.uint64, context: int) -> tuple[np.uint64, int, bool]:
    """Return the same for a key, up to its closing quote, that is not written as keys are."""
    low, high = U(0), U(0)
    count = U(0)
    while i < end:
        letter = text[i]
        if letter == _KELVIN:
            return STOP, NONE, False
        if letter not in (95, 45, 32):  # _ - and blank
            shift = (count & U(7)) * EIGHT
            if count < EIGHT:
                low |= small(U(letter)) << shift
            elif count < _WORD_END:
                high |= small(U(letter)) << shift
            count += ONE
        i += ONE
    if count > _WORD_END or count == U(0):
        return end + ONE, NONE, False
    return end + ONE, _FIELDS[_look_up(low, high), context], False
