"""
Tokens: answers from their bytes to the arrays of plans, in compiled form.

The fast reader of the form in which answers are handed in (TREK commit a656fc8). It walks through the text
once. It understands what the tolerant reader (``kb.formats.trek.answers``) understands of spellings, and
stands back from the rest: bare names for objects, two fields for one thing, escapes in names, days out of
order. Such an answer is not read in part: its lane is SLOW, and the tolerant reader decides. What it does
read, it reads as that one does.
"""

import numpy as np

from planassay.verifier.batch import layout as lay
from planassay.verifier.batch.layout import (
    ABSENT,
    FAST,
    MAX_LEGS,
    MAX_PLAN_DAYS,
    MAX_RENTALS,
    MAX_STAYS,
    MAX_VISITS,
    SLOW,
    Bytes,
    Ints,
    Plans,
    Words,
    World,
)
from planassay.verifier.kernels import fields as field
from planassay.verifier.kernels.bookings import (
    COUNT,
    EXTRAS,
    FAULTS,
    IN_DAY,
    IN_PLAN,
    IS_PLAIN,
    MAX_NAME,
    NAMES,
    Scratch,
    is_nothing,
    look_up,
    read_booking,
    skip_extra,
    whole,
)
from planassay.verifier.kernels.compiling import compiled
from planassay.verifier.kernels.fields import NONE, read_key
from planassay.verifier.kernels.json import (
    CLOSE_BRACE,
    EMPTY,
    ESCAPED,
    FALSE,
    MAX_NESTED,
    NULL,
    OPEN_BRACE,
    OPEN_BRACKET,
    STOP,
    STRING,
    TRUE,
    ZERO,
    after_blanks,
    after_colon,
    after_value,
    next_element,
    next_member,
)
from planassay.verifier.kernels.words import ONE, U

MAX_PLAN = 30_000
"""Bytes of the days of a plan: too few for more values than the tolerant reader would take."""
_LONGEST_DAY_KEY = 25
_LAST_PLAIN_DAY = 9
"""The official reader takes days in the order of their keys as texts, where day10 comes before day2."""
_NOT_STATED = -1
COUNTS = lay.BOOKINGS + 1
"""Days and each kind of bookings are counted."""
_BOUNDS = (MAX_PLAN_DAYS, MAX_LEGS, MAX_STAYS, MAX_VISITS, MAX_RENTALS)


@compiled
def tokenize(text: Bytes, lines: Words, world: World, plans: Plans, scratch: Scratch) -> None:
    """
    Read answers.

    Parameters
    ----------
    text
        Valid UTF-8, with some bytes behind the last answer (``words.PADDING``).
    lines
        Where each answer begins and ends in it.
    world
        The knowledge base.
    plans
        Where they are put, with room for as many bookings as so many answers may have.
    scratch
        Room for what the reader keeps.
    """
    note = scratch.number
    for kind in range(COUNTS):
        note[COUNT + kind] = 0
    for number in range(len(lines)):
        row = plans.plan[number]
        for kind in range(COUNTS):
            row[lay.PLAN_DAYS + kind] = note[COUNT + kind]
        row[lay.PLAN_CALLS] = ABSENT
        row[lay.PLAN_TOKENS] = ABSENT
        row[lay.PLAN_IS_SUBMITTED] = 0
        row[lay.PLAN_REASON_AT] = 0
        row[lay.PLAN_REASON_END] = 0
        note[FAULTS] = 0
        note[IS_PLAIN] = 1
        note[NAMES] = 0
        is_read = _read_record(text, lines[number, 0], lines[number, 1], world, plans, row, scratch)
        if is_read and _is_within_bounds(row, note) and look_up(text, world, plans, scratch):
            row[lay.PLAN_LANE] = FAST
            row[lay.PLAN_FAULTS] = note[FAULTS]
            row[lay.PLAN_IS_PLAIN] = note[IS_PLAIN]
        else:
            row[lay.PLAN_LANE] = SLOW
            for kind in range(COUNTS):
                note[COUNT + kind] = row[lay.PLAN_DAYS + kind]
    for kind in range(COUNTS):
        plans.plan[len(lines), lay.PLAN_DAYS + kind] = note[COUNT + kind]


@compiled
def _is_within_bounds(row: Ints, note: Ints) -> bool:
    """Tell whether a plan has no more of anything than the kernels have room for."""
    for kind in range(COUNTS):
        if note[COUNT + kind] - row[lay.PLAN_DAYS + kind] > _BOUNDS[kind]:
            return False
    return True


# ---------------------------------------------------------------------------------------------------- record


@compiled
def _read_record(
    text: Bytes, i: np.uint64, end: np.uint64, world: World, plans: Plans, row: Ints, scratch: Scratch
) -> bool:
    """Read one answer; return whether it could be read here."""
    i = after_blanks(text, i, end)
    if i >= end or text[i] != OPEN_BRACE:
        return False
    i += ONE
    seen = 0
    flag = _NOT_STATED
    is_first = True
    while True:
        i, has_ended = next_member(text, i, end, is_first)
        if i == STOP:
            return False
        if has_ended:
            break
        is_first = False
        i, what, is_usual = read_key(text, i, end, field.RECORD)
        if i == STOP:
            return False
        i = after_colon(text, i, end)
        if i == STOP:
            return False
        if what == NONE or (what >= field.CALLS and not is_usual):
            i, _ = after_value(text, i, end, MAX_NESTED)
            if i == STOP:
                return False
            continue
        if seen & (1 << what):
            return False
        seen |= 1 << what
        if not is_usual:
            scratch.number[IS_PLAIN] = 0
        at = i
        if what == field.PLAN and text[i] == OPEN_BRACE:
            scratch.number[EXTRAS + IN_PLAN] = 0
            i = _read_plan(text, i + ONE, end, world, plans, scratch)
            if i == STOP or i - at > U(MAX_PLAN):
                return False
        elif what == field.USAGE and text[i] == OPEN_BRACE:
            i = _read_usage(text, i + ONE, end, row, scratch)
            if i == STOP:
                return False
        else:
            i, kind = after_value(text, i, end, MAX_NESTED)
            if i == STOP:
                return False
            if what == field.FLAG:
                flag = kind
            elif what >= field.CALLS:
                number = whole(text, at, i) if what == field.CALLS else ABSENT
                row[lay.PLAN_CALLS] = max(number, row[lay.PLAN_CALLS])
                if kind != NULL and number == ABSENT:
                    scratch.number[IS_PLAIN] = 0
            elif not _is_told(what, kind, i - at == U(2)):
                return False
            elif what == field.SUBMITTED:
                row[lay.PLAN_IS_SUBMITTED] = 1
            elif what == field.REASON and kind != NULL:
                row[lay.PLAN_REASON_AT] = at + ONE
                row[lay.PLAN_REASON_END] = i - ONE
    if after_blanks(text, i, end) != end:
        return False
    return _is_flagged(flag, row, scratch)


@compiled
def _is_told(what: int, kind: int, is_empty: bool) -> bool:
    """Tell whether a field of a record holds what a record of a submitted answer does."""
    if what == field.PLAN:
        return kind in (NULL, EMPTY)
    if what == field.REASON:
        return kind in (STRING, ESCAPED, NULL)
    if what == field.SUBMITTED:
        return kind == TRUE
    return kind == NULL or (kind == STRING and is_empty)


@compiled
def _is_flagged(flag: int, row: Ints, scratch: Scratch) -> bool:
    """Note whether the answer refuses; return whether that could be told here."""
    if flag in (TRUE, FALSE):
        row[lay.PLAN_REFUSED] = flag == FALSE
        return True
    if flag != _NOT_STATED and flag != NULL:
        return False
    booked = 0
    for kind in range(1, COUNTS):
        booked += scratch.number[COUNT + kind] - row[lay.PLAN_DAYS + kind]
    row[lay.PLAN_REFUSED] = booked == 0
    scratch.number[FAULTS] += 1
    scratch.number[IS_PLAIN] = 0
    return True


@compiled
def _read_usage(text: Bytes, i: np.uint64, end: np.uint64, row: Ints, scratch: Scratch) -> np.uint64:
    """Read the stated number of tokens, from behind the brace; return what follows the object."""
    is_first = True
    while True:
        i, has_ended = next_member(text, i, end, is_first)
        if i == STOP or has_ended:
            return i
        i, what, is_usual = read_key(text, i, end, field.RECORD)
        if i == STOP:
            return STOP
        i = after_colon(text, i, end)
        if i == STOP:
            return STOP
        at = i
        i, kind = after_value(text, i, end, MAX_NESTED)
        if i == STOP:
            return STOP
        if what == field.TOKENS and is_usual:
            if row[lay.PLAN_TOKENS] != ABSENT or (kind != NULL and whole(text, at, i) == ABSENT):
                scratch.number[IS_PLAIN] = 0
            row[lay.PLAN_TOKENS] = whole(text, at, i)
        is_first = False


# ------------------------------------------------------------------------------------------------------ days


@compiled
def _read_plan(
    text: Bytes, i: np.uint64, end: np.uint64, world: World, plans: Plans, scratch: Scratch
) -> np.uint64:
    """Read the days of a plan, from behind its brace; return what follows it."""
    before = 0
    is_first = True
    while True:
        i, has_ended = next_member(text, i, end, is_first)
        if i == STOP or has_ended:
            return i
        is_first = False
        key = i
        i, what, _ = read_key(text, i, end, field.RECORD)
        if i == STOP or what == field.PLAN or what == field.FLAG:
            return STOP
        key_end = i - ONE
        i = after_colon(text, i, end)
        if i == STOP:
            return STOP
        number, is_usual = _day_number(text, key, key_end)
        if number == NO_DAY:
            i = skip_extra(text, key, key_end, i, end, IN_PLAN, scratch)
            if i == STOP:
                return STOP
            continue
        if number <= before:  # out of order, or for the tolerant reader to say
            return STOP
        before = number
        if not is_usual or number > _LAST_PLAIN_DAY:
            scratch.number[IS_PLAIN] = 0
        if text[i] == OPEN_BRACE and not _is_empty(text, i + ONE, end):
            i = _read_day(text, i + ONE, end, number, world, plans, scratch)
            if i == STOP:
                return STOP
        else:
            at = i
            i, kind = after_value(text, i, end, 1)
            if i == STOP or not is_nothing(text, at, i, kind):
                return STOP
            if kind == EMPTY:  # no day, but an entry to the official reader
                scratch.number[IS_PLAIN] = 0


NO_DAY = -1
_UNSURE_DAY = 0


@compiled
def _day_number(text: Bytes, i: np.uint64, end: np.uint64) -> tuple[int, bool]:
    """Return the day that a key names, NO_DAY if it names none, and whether it is written as usual."""
    first = i
    if i == end:
        return NO_DAY, False
    if text[i] == 32 or text[end - ONE] == 32 or end - i > U(_LONGEST_DAY_KEY):
        return _UNSURE_DAY, False
    if ZERO <= text[i] <= 57 and end - i > U(4):  # a date, perhaps
        return _UNSURE_DAY, False
    is_usual = text[i] == 100
    if (text[i] | 32) == 100:  # d
        i += ONE
        if end - i >= U(2) and (text[i] | 32) == 97 and (text[i + ONE] | 32) == 121:  # ay
            is_usual = is_usual and text[i] == 97 and text[i + ONE] == 121
            i += U(2)
    while i < end and text[i] in (32, 95, 46, 58, 35, 45):  # " _.:#-"
        i += ONE
    digits = i
    value = 0
    while i < end and ZERO <= text[i] <= 57:
        value = value * 10 + np.int64(text[i]) - ZERO
        i += ONE
    if i < end or i == digits or i - digits > U(4):
        return NO_DAY, False
    return value, is_usual and digits - first == U(3) and i - digits == ONE


@compiled
def _read_day(
    text: Bytes,
    i: np.uint64,
    end: np.uint64,
    number: int,
    world: World,
    plans: Plans,
    scratch: Scratch,
) -> np.uint64:
    """Read a day, from behind its brace; return what follows it."""
    if scratch.number[COUNT] >= len(plans.day):
        return STOP
    row = plans.day[scratch.number[COUNT]]
    row[lay.DAY_NUMBER] = number
    row[lay.DAY_SAYS] = 0
    row[lay.DAY_LABEL_AT] = 0
    row[lay.DAY_LABEL_END] = 0
    scratch.number[EXTRAS + IN_DAY] = 0
    seen = 0
    is_first = True
    while True:
        i, has_ended = next_member(text, i, end, is_first)
        if i == STOP:
            return STOP
        if has_ended:
            break
        is_first = False
        key = i
        i, what, is_usual = read_key(text, i, end, field.DAY)
        if i == STOP:
            return STOP
        key_end = i - ONE
        i = after_colon(text, i, end)
        if i == STOP:
            return STOP
        if what == NONE:
            i = skip_extra(text, key, key_end, i, end, IN_DAY, scratch)
        elif seen & (1 << what):
            return STOP
        elif what in (field.LABEL, field.CITY_LABEL):
            i = _read_label(text, i, end, what, row, scratch)
        else:
            i = _read_bookings(text, i, end, what, row, world, plans, scratch)
        if i == STOP:
            return STOP
        if what != NONE:
            seen |= 1 << what
            if not is_usual:
                scratch.number[IS_PLAIN] = 0
    scratch.number[COUNT] += 1
    return i


@compiled
def _read_label(
    text: Bytes, i: np.uint64, end: np.uint64, what: int, row: Ints, scratch: Scratch
) -> np.uint64:
    """Read the label of a day; return what follows it."""
    at = i
    i, kind = after_value(text, i, end, 1)
    if i == STOP:
        return STOP
    if is_nothing(text, at, i, kind):
        if kind != NULL and not (kind == STRING and i - at == U(2)):
            scratch.number[IS_PLAIN] = 0
        return i
    if kind not in (STRING, ESCAPED) or i - at > U(MAX_NAME) or not _has_letter(text, at + ONE, i, kind):
        return STOP
    row[lay.DAY_SAYS] |= lay.SAYS_LABEL
    if what == field.LABEL:
        row[lay.DAY_LABEL_AT] = at + ONE
        row[lay.DAY_LABEL_END] = i - ONE
    if what != field.LABEL or kind == ESCAPED:
        scratch.number[IS_PLAIN] = 0
    return i


@compiled
def _has_letter(text: Bytes, at: np.uint64, end: np.uint64, kind: int) -> bool:
    """Tell whether a text surely says something: not if it might be blanks and a dash in other signs."""
    is_sure = True
    while at < end:
        letter = text[at]
        if ZERO <= letter <= 57 or 97 <= (letter | 32) <= 122:
            return True
        if kind == ESCAPED:
            return False
        if letter > 126:
            is_sure = False
        at += ONE
    return is_sure


@compiled
def _read_bookings(
    text: Bytes,
    i: np.uint64,
    end: np.uint64,
    what: int,
    row: Ints,
    world: World,
    plans: Plans,
    scratch: Scratch,
) -> np.uint64:
    """Read the bookings of one kind on a day, a list of objects or one; return what follows them."""
    context = field.LEG + what - field.LEGS
    says = lay.SAYS_FLIGHTS << (what - field.LEGS)
    is_usually_list = what in (field.LEGS, field.VISITS)
    if text[i] == OPEN_BRACKET:
        i += ONE
        is_first = True
        while True:
            i, has_ended = next_element(text, i, end, is_first)
            if i == STOP or has_ended:
                return i
            is_first = False
            row[lay.DAY_SAYS] |= says
            if not is_usually_list:
                scratch.number[IS_PLAIN] = 0
            if text[i] == OPEN_BRACE:
                i = read_booking(text, i + ONE, end, context, row[lay.DAY_NUMBER], world, plans, scratch)
            else:
                at = i
                scratch.number[IS_PLAIN] = 0
                i, kind = after_value(text, i, end, 1)
                if not is_nothing(text, at, i, kind):
                    return STOP
            if i == STOP:
                return STOP
    if text[i] == OPEN_BRACE and not _is_empty(text, i + ONE, end):
        row[lay.DAY_SAYS] |= says
        if is_usually_list:
            scratch.number[IS_PLAIN] = 0
        return read_booking(text, i + ONE, end, context, row[lay.DAY_NUMBER], world, plans, scratch)
    at = i
    i, kind = after_value(text, i, end, 1)
    if i == STOP or not is_nothing(text, at, i, kind):
        return STOP
    if kind not in (NULL, EMPTY):
        scratch.number[IS_PLAIN] = 0
    return i


@compiled
def _is_empty(text: Bytes, i: np.uint64, end: np.uint64) -> bool:
    """Tell whether an object holds nothing, from behind its brace."""
    i = after_blanks(text, i, end)
    return i < end and text[i] == CLOSE_BRACE
