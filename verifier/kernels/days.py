"""
Days: which day a key of a plan means, and days put in order, in compiled form.

A key is a number (``day2``, ``Day 2``, ``2``) or a date; dates count from the first of them, and only where
no key is a number.
"""

import numpy as np

from planassay.verifier.batch import layout as lay
from planassay.verifier.batch.layout import Bytes, Ints, Plans
from planassay.verifier.kernels import fields as field
from planassay.verifier.kernels.compiling import compiled, inlined
from planassay.verifier.kernels.extras import NESTED
from planassay.verifier.kernels.fields import read_key
from planassay.verifier.kernels.json import (
    CLOSE_BRACE,
    OPEN_BRACE,
    STOP,
    ZERO,
    after_blanks,
    after_colon,
    after_value,
    next_member,
)
from planassay.verifier.kernels.scratch import COUNT, ORDER, QUESTIONS, Scratch
from planassay.verifier.kernels.values import may_be_blank
from planassay.verifier.kernels.words import ONE, U

NO_DAY = -1
UNSURE_DAY = -2
FIRST_DATE = 100_000
"""Dates are the days since the year 0, and this; numbers of days have four digits at most."""
_LONGEST_KEY = 29
_NINE, _MINUS, _BLANK = 57, 45, 32


@compiled
def day_number(text: Bytes, i: np.uint64, end: np.uint64) -> tuple[int, bool]:
    """
    Return the day that a key names, and whether it is written as usual.

    NO_DAY if it names none, UNSURE_DAY if letters beyond ASCII might be blanks.
    """
    first, is_whole = i, True
    while i < end and text[i] == _BLANK:
        i += ONE
    while i < end and text[end - ONE] == _BLANK:
        end -= ONE
        is_whole = False
    start = i
    for k in range(first, end):
        if may_be_blank(text[k]):
            return UNSURE_DAY, False
    if i == end or end - first > U(_LONGEST_KEY):
        return NO_DAY, False
    date = _date(text, i, end)
    if date != NO_DAY:
        return date, False
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
    while i < end and ZERO <= text[i] <= _NINE:
        value = value * 10 + np.int64(text[i]) - ZERO
        i += ONE
    if i < end or i == digits or i - digits > U(4):
        return NO_DAY, False
    is_usual = is_usual and is_whole and start == first and digits - first == U(3)
    return value, is_usual and i - digits == ONE


@inlined
def _digits(text: Bytes, i: np.uint64, count: int) -> int:
    """Return the number that some digits are, or NO_DAY."""
    value = 0
    for k in range(count):
        digit = np.int64(text[i + U(k)]) - ZERO
        if digit < 0 or digit > 9:
            return NO_DAY
        value = value * 10 + digit
    return value


@compiled
def _date(text: Bytes, i: np.uint64, end: np.uint64) -> int:
    """Return FIRST_DATE and the days since the year 0 of a date as 2025-08-01, or NO_DAY."""
    if end - i != U(10) or text[i + U(4)] != _MINUS or text[i + U(7)] != _MINUS:
        return NO_DAY
    year, month, day = _digits(text, i, 4), _digits(text, i + U(5), 2), _digits(text, i + U(8), 2)
    if year < 1 or month < 1 or month > 12 or day < 1:
        return NO_DAY
    is_leap = year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)
    length = 31
    if month == 2:
        length = 29 if is_leap else 28
    elif month in (4, 6, 9, 11):
        length = 30
    if day > length:
        return NO_DAY
    before = year - 1
    days = 365 * before + before // 4 - before // 100 + before // 400 + day
    for other in range(1, month):
        if other == 2:
            days += 29 if is_leap else 28
        elif other in (4, 6, 9, 11):
            days += 30
        else:
            days += 31
    return FIRST_DATE + days


@compiled
def is_empty(text: Bytes, i: np.uint64, end: np.uint64) -> bool:
    """Tell whether an object holds nothing, from behind its brace."""
    i = after_blanks(text, i, end)
    return i < end and text[i] == CLOSE_BRACE


@compiled
def first_date(text: Bytes, i: np.uint64, end: np.uint64) -> int:
    """
    Return the first of the dates in a plan, from behind its brace.

    NO_DAY if some day of it has a number, UNSURE_DAY if that cannot be told.
    """
    found = NO_DAY
    is_first = True
    while True:
        i, has_ended = next_member(text, i, end, is_first)
        if i == STOP:
            return UNSURE_DAY
        if has_ended:
            return found
        is_first = False
        key = i
        i, _, _ = read_key(text, i, end, field.RECORD)
        if i == STOP:
            return UNSURE_DAY
        number, _ = day_number(text, key, i - ONE)
        if number == UNSURE_DAY:
            return UNSURE_DAY
        i = after_colon(text, i, end)
        if i == STOP:
            return UNSURE_DAY
        if text[i] == OPEN_BRACE and not is_empty(text, i + ONE, end):
            if 0 < number < FIRST_DATE:
                return NO_DAY
            if number > FIRST_DATE and (found == NO_DAY or number < found):
                found = number
        i, _ = after_value(text, i, end, NESTED)
        if i == STOP:
            return UNSURE_DAY


# ----------------------------------------------------------------------------------------------------- order


@compiled
def put_in_order(row: Ints, plans: Plans, scratch: Scratch) -> None:
    """Put the days of a plan and its bookings in order; what is of one day stays as it is."""
    note = scratch.number
    _sort_rows(plans.day, row[lay.PLAN_DAYS], note[COUNT], lay.DAY_NUMBER, scratch)
    for kind in range(lay.BOOKINGS):
        first, end = row[lay.PLAN_BOOKINGS + kind], note[COUNT + 1 + kind]
        _sort_rows(plans.booking[kind], first, end, lay.LEG_DAY, scratch)
        for k in range(row[lay.PLAN_QUESTIONS], note[QUESTIONS]):
            question = plans.question[k]
            if question[lay.QUESTION_KIND] == kind:
                for j in range(end - first):
                    if scratch.bare[j, ORDER] == question[lay.QUESTION_BOOKING] - first:
                        question[lay.QUESTION_BOOKING] = first + j
                        break


@compiled
def _sort_rows(rows: Ints, first: int, end: int, column: int, scratch: Scratch) -> None:
    """Sort rows by a column, and leave in ``scratch`` where each of them stood."""
    bare = scratch.bare
    for k in range(end - first):
        place = k
        while place > 0 and rows[first + place - 1, column] > rows[first + place, column]:
            for other in range(rows.shape[1]):
                held = rows[first + place, other]
                rows[first + place, other] = rows[first + place - 1, other]
                rows[first + place - 1, other] = held
            bare[place, ORDER] = bare[place - 1, ORDER]
            place -= 1
        bare[place, ORDER] = k
