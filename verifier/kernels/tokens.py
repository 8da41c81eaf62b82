"""
Tokens: answers from their bytes to the arrays of plans, in compiled form.

The fast reader of the form in which answers are handed in (TREK commit a656fc8). It walks through the text
once. It understands what the tolerant reader (``kb.formats.trek.answers``) understands: spellings, bare names
for objects, two fields for one thing, days out of order. A value that only that reader can tell is asked
about. What it stands back from (``layout.WHYS``) is not read in part: the lane of such an answer is SLOW, and
the tolerant reader decides. What it does read, it reads as that one does.
"""

import numpy as np

from planassay.verifier.batch import layout as lay
from planassay.verifier.batch.layout import (
    ABSENT,
    FAST,
    MAX_LEGS,
    MAX_PLAN_DAYS,
    MAX_QUESTIONS,
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
    fill,
    look_up,
    place_bare,
    read_bare,
    read_booking,
    settle,
    whole,
)
from planassay.verifier.kernels.compiling import compiled
from planassay.verifier.kernels.days import (
    FIRST_DATE,
    NO_DAY,
    UNSURE_DAY,
    day_number,
    first_date,
    is_empty,
    put_in_order,
)
from planassay.verifier.kernels.extras import NESTED, is_new, skip_extra
from planassay.verifier.kernels.fields import FIELDS, NONE, of_day, read_key
from planassay.verifier.kernels.json import (
    EMPTY,
    ESCAPED,
    FALSE,
    LIST,
    MAX_NESTED,
    NULL,
    NUMBER,
    OBJECT,
    OPEN_BRACE,
    OPEN_BRACKET,
    QUOTE,
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
from planassay.verifier.kernels.scratch import (
    AT,
    BARE,
    COUNT,
    COUNTS,
    EXTRAS,
    FAULTS,
    IN_DAY,
    IN_PLAN,
    IS_ORDERED,
    IS_PLAIN,
    KIND,
    MAX_NAME,
    NAMES,
    NOT_FILLED,
    OF_DAY,
    OF_RECORD,
    PLAN,
    STOPS_AT,
    WHY,
    Scratch,
    leave,
)
from planassay.verifier.kernels.values import (
    NO,
    UNCLEAR,
    UNSURE,
    YES,
    are_same,
    as_flag,
    is_letter,
    is_text,
    is_whole,
    is_zero,
    says,
)
from planassay.verifier.kernels.words import ONE, U

MAX_PLAN = 30_000
"""Bytes of the days of a plan: too few for more values than the tolerant reader would take."""
_MOST_ODD = 1_000
"""Bytes of a list or an object where a text or a flag should stand, likewise."""
_LAST_PLAIN_DAY = 9
"""The official reader takes days in the order of their keys as texts, where day10 comes before day2."""
_BOUNDS = (MAX_PLAN_DAYS, MAX_LEGS, MAX_STAYS, MAX_VISITS, MAX_RENTALS, MAX_QUESTIONS)


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
        row[lay.PLAN_CLAIMS] = 0
        row[lay.PLAN_REASON_AT] = 0
        row[lay.PLAN_REASON_END] = 0
        row[lay.PLAN_WHY] = lay.WHY_NOT
        note[FAULTS] = 0
        note[IS_PLAIN] = 1
        note[IS_ORDERED] = 1
        note[NAMES] = 0
        note[BARE] = 0
        note[WHY] = lay.WHY_NOT
        note[PLAN] = number
        is_read = _read_record(text, lines[number, 0], lines[number, 1], world, plans, row, scratch)
        if is_read and not (_is_within_bounds(row, note) and look_up(text, world, plans, scratch)):
            note[WHY] = lay.WHY_MANY
            is_read = False
        if is_read:
            _settle_order(row, plans, scratch)
            row[lay.PLAN_LANE] = FAST
            row[lay.PLAN_FAULTS] = note[FAULTS]
            row[lay.PLAN_IS_PLAIN] = note[IS_PLAIN]
            row[lay.PLAN_IS_ORDERED] = note[IS_ORDERED]
        else:
            row[lay.PLAN_LANE] = SLOW
            row[lay.PLAN_WHY] = lay.WHY_UNREAD if note[WHY] == lay.WHY_NOT else note[WHY]
            for kind in range(COUNTS):
                note[COUNT + kind] = row[lay.PLAN_DAYS + kind]
    for kind in range(COUNTS):
        plans.plan[len(lines), lay.PLAN_DAYS + kind] = note[COUNT + kind]


@compiled
def _settle_order(row: Ints, plans: Plans, scratch: Scratch) -> None:
    """Put the days of a plan in order if they are not."""
    for k in range(row[lay.PLAN_DAYS] + 1, scratch.number[COUNT]):
        if plans.day[k, lay.DAY_NUMBER] < plans.day[k - 1, lay.DAY_NUMBER]:
            put_in_order(row, plans, scratch)
            return


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
    for what in range(FIELDS):
        scratch.field[OF_RECORD + what, KIND] = NOT_FILLED
    seen = 0
    has_error = False
    is_first = True
    while True:
        i, has_ended = next_member(text, i, end, is_first)
        if i == STOP:
            return False
        if has_ended:
            break
        is_first = False
        key = i
        i, what, is_usual = read_key(text, i, end, field.RECORD)
        if i == STOP:
            leave(lay.WHY_TEXT, scratch)
            return False
        key_end = i - ONE
        i = after_colon(text, i, end)
        if i == STOP:
            return False
        if what == NONE or (what >= field.CALLS and not is_usual):
            i, _ = after_value(text, i, end, MAX_NESTED)
            if i == STOP:
                return False
            continue
        is_again = seen & (1 << what) != 0
        if is_again and what != field.REASON:
            leave(lay.WHY_TWICE, scratch)
            return False
        seen |= 1 << what
        if not is_usual:
            scratch.number[IS_PLAIN] = 0
        at = i
        if what == field.PLAN and text[i] == OPEN_BRACE:
            scratch.number[EXTRAS + IN_PLAN] = 0
            i = _read_plan(text, i + ONE, end, world, plans, scratch)
            if i == STOP:
                return False
            if i - at > U(MAX_PLAN):
                leave(lay.WHY_MANY, scratch)
                return False
            continue
        if what == field.USAGE and text[i] == OPEN_BRACE:
            i = _read_usage(text, i + ONE, end, row, scratch)
            if i == STOP:
                return False
            continue
        i, kind = after_value(text, i, end, MAX_NESTED if what >= field.CALLS else NESTED)
        if i == STOP:
            return False
        if what < field.CALLS and kind in (OBJECT, LIST) and i - at > U(_MOST_ODD):
            leave(lay.WHY_MANY, scratch)
            return False
        if what >= field.CALLS:
            number = whole(text, at, i) if what == field.CALLS else ABSENT
            row[lay.PLAN_CALLS] = max(number, row[lay.PLAN_CALLS])
            if kind != NULL and number == ABSENT:
                scratch.number[IS_PLAIN] = 0
            continue
        said = says(text, at, i, kind)
        if said == UNSURE:
            leave(lay.WHY_TEXT, scratch)
            return False
        if what == field.PLAN:
            scratch.number[FAULTS] += said
        elif what in (field.SUBMITTED, field.ERROR):
            if kind == NUMBER and not is_whole(text, at, i):
                return False
            is_true = _is_true(text, at, i, kind, said)
            if not _is_told(text, at, i, kind, is_true):
                scratch.number[IS_PLAIN] = 0
            scratch.number[FAULTS] += is_true == (what == field.ERROR)
            if what == field.SUBMITTED:
                row[lay.PLAN_IS_SUBMITTED] = is_true
            else:
                has_error = is_true
        else:
            if what == field.FLAG:
                row[lay.PLAN_CLAIMS] = _is_claimed(text, at, i, kind, scratch)
            elif kind <= ESCAPED:
                row[lay.PLAN_REASON_AT] = at + ONE
                row[lay.PLAN_REASON_END] = i - ONE
            if said == NO:
                kind = NOT_FILLED
            if not is_again:
                fill(OF_RECORD + what, kind, at, i, key, key_end, scratch)
            elif not settle(text, key, key_end, at, i, kind, OF_RECORD + what, scratch):
                leave(lay.WHY_TWICE, scratch)
                return False
    if after_blanks(text, i, end) != end:
        return False
    if has_error:
        row[lay.PLAN_IS_SUBMITTED] = 0
    return _is_flagged(text, row, scratch)


@compiled
def _is_told(text: Bytes, at: np.uint64, end: np.uint64, kind: int, is_true: bool) -> bool:
    """Tell whether official and honest reader surely take the same for true."""
    if kind in (NULL, TRUE, FALSE):
        return True
    return kind == STRING and (end - at == U(2) or (is_true and is_letter(text[at + ONE])))


@compiled
def _is_true(text: Bytes, at: np.uint64, end: np.uint64, kind: int, said: int) -> bool:
    """Tell whether a value says that something is so."""
    if said == NO or kind == FALSE or (kind == NUMBER and is_zero(text, at, end)):
        return False
    if kind == STRING and end - at == U(3):
        return text[at + ONE] != ZERO
    if kind == STRING and end - at == U(7) and (text[at + ONE] | 32) == 102:  # False, false
        return not is_text(text, at + U(2), b"alse")
    return True


@compiled
def _is_claimed(text: Bytes, at: np.uint64, end: np.uint64, kind: int, scratch: Scratch) -> bool:
    """Tell whether a value is true to the official evaluator, to which every text is."""
    if kind <= ESCAPED:
        return end - at > U(2)
    if kind == NUMBER:
        if not is_whole(text, at, end):
            scratch.number[IS_PLAIN] = 0
        return not is_zero(text, at, end)
    return kind not in (NULL, FALSE, EMPTY)


@compiled
def _is_flagged(text: Bytes, row: Ints, scratch: Scratch) -> bool:
    """Note whether the answer refuses; return whether that could be told here."""
    flag = scratch.field[OF_RECORD + field.FLAG]
    reason = scratch.field[OF_RECORD + field.REASON]
    how = int(flag[KIND])
    claim = UNCLEAR
    if how != NOT_FILLED:
        inset = U(how <= ESCAPED)
        claim = as_flag(text, flag[AT] - inset, flag[STOPS_AT] + inset, how)
    if claim == UNSURE:
        leave(lay.WHY_TEXT, scratch)
        return False
    if claim == UNCLEAR:
        booked = 0
        for kind in range(lay.BOOKINGS):
            booked += scratch.number[COUNT + 1 + kind] - row[lay.PLAN_BOOKINGS + kind]
        claim = booked != 0
        scratch.number[FAULTS] += 1
    row[lay.PLAN_REFUSED] = claim == NO
    how = int(reason[KIND])
    if how <= ESCAPED:
        row[lay.PLAN_REASON_AT] = reason[AT]
        row[lay.PLAN_REASON_END] = reason[STOPS_AT]
    elif how != NOT_FILLED and row[lay.PLAN_REFUSED] != 0:
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
    start = i
    has_looked = False
    dates_from = NO_DAY
    first_day = scratch.number[COUNT]
    is_first = True
    while True:
        i, has_ended = next_member(text, i, end, is_first)
        if i == STOP or has_ended:
            return i
        is_first = False
        key = i
        i, what, _ = read_key(text, i, end, field.RECORD)
        if i == STOP:
            leave(lay.WHY_TEXT, scratch)
            return STOP
        if what == field.PLAN or what == field.FLAG:
            leave(lay.WHY_WRAPPED, scratch)
            return STOP
        key_end = i - ONE
        i = after_colon(text, i, end)
        if i == STOP or not is_new(text, key, key_end, IN_PLAN, scratch):
            return STOP
        number, is_usual = day_number(text, key, key_end)
        if number == UNSURE_DAY:
            leave(lay.WHY_TEXT, scratch)
            return STOP
        if number == NO_DAY:
            if text[i] == OPEN_BRACE:  # a day to the official reader
                scratch.number[IS_PLAIN] = 0
            i = skip_extra(text, key, key_end, i, end, IN_PLAN, scratch)
            if i == STOP:
                return STOP
            continue
        if not is_usual or number > _LAST_PLAIN_DAY:
            scratch.number[IS_ORDERED] = 0
        at = i
        if text[i] != OPEN_BRACE or is_empty(text, i + ONE, end):
            i, kind = after_value(text, i, end, NESTED)
            if i == STOP:
                return STOP
            if kind == EMPTY:  # no day, but an entry to the official reader
                scratch.number[IS_PLAIN] = 0
            said = says(text, at, i, kind)
            if said == UNSURE:
                leave(lay.WHY_TEXT, scratch)
                return STOP
            scratch.number[FAULTS] += said
            continue
        if number > FIRST_DATE:
            scratch.number[IS_PLAIN] = 0
            if not has_looked:
                dates_from = first_date(text, start, end)
                has_looked = True
            if dates_from == UNSURE_DAY:
                return STOP
            number = 0 if dates_from == NO_DAY else number - dates_from + 1  # beside numbers it is a fault
        twin = _day_of_number(number, first_day, plans, scratch)
        is_same = NO
        if twin >= 0:
            i, _ = after_value(text, at, end, NESTED)
            if i == STOP:
                return STOP
            is_same = are_same(text, U(plans.day[twin, lay.DAY_AT]), U(plans.day[twin, lay.DAY_END]), at, i)
            scratch.number[IS_PLAIN] = 0
            if is_same == UNSURE:
                leave(lay.WHY_TWICE, scratch)
                return STOP
            i = at
        if number < 1 or is_same == YES:
            scratch.number[FAULTS] += is_same != YES
            scratch.number[IS_PLAIN] = 0
            i, _ = after_value(text, at, end, NESTED)
        else:
            i = _read_day(text, at + ONE, end, number, world, plans, scratch)
            if i != STOP:
                plans.day[scratch.number[COUNT] - 1, lay.DAY_KEY_AT] = key
                plans.day[scratch.number[COUNT] - 1, lay.DAY_KEY_END] = key_end
        if i == STOP:
            return STOP


@compiled
def _day_of_number(number: int, first: int, plans: Plans, scratch: Scratch) -> int:
    """Return the first day of a plan that has a number already, or NO_DAY."""
    for k in range(first, scratch.number[COUNT]):
        if plans.day[k, lay.DAY_NUMBER] == number:
            return k
    return NO_DAY


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
        leave(lay.WHY_MANY, scratch)
        return STOP
    row = plans.day[scratch.number[COUNT]]
    row[lay.DAY_NUMBER] = number
    row[lay.DAY_SAYS] = 0
    row[lay.DAY_LABEL_AT] = 0
    row[lay.DAY_LABEL_END] = 0
    row[lay.DAY_AT] = i - ONE
    scratch.number[EXTRAS + IN_DAY] = 0
    booked = _booked(scratch)
    for what in range(FIELDS):
        scratch.field[OF_DAY + what, KIND] = NOT_FILLED
    seen = twice = 0
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
            leave(lay.WHY_TEXT, scratch)
            return STOP
        key_end = i - ONE
        i = after_colon(text, i, end)
        if i == STOP:
            return STOP
        if what == NONE:
            i = skip_extra(text, key, key_end, i, end, IN_DAY, scratch)
            if i == STOP:
                return STOP
            continue
        is_own = is_usual or of_day(text, key, key_end, what)
        if not is_own:
            scratch.number[IS_PLAIN] = 0
        at = i
        if seen & (1 << what):
            scratch.number[IS_PLAIN] = 0
            i, kind = after_value(text, i, end, NESTED)
            if i == STOP:
                return STOP
            said = says(text, at, i, kind)
            if said == NO:
                kind = NOT_FILLED
            if scratch.field[OF_DAY + what, KIND] == LIST:
                _, own = after_value(text, scratch.field[OF_DAY + what, AT], end, NESTED)
                first = says(
                    text, scratch.field[OF_DAY + what, AT], scratch.field[OF_DAY + what, STOPS_AT], own
                )
                if first == NO:
                    scratch.field[OF_DAY + what, KIND] = NOT_FILLED
                said = UNSURE if first == UNSURE else said
            is_new = scratch.field[OF_DAY + what, KIND] == NOT_FILLED
            if (
                said == UNSURE
                or twice & (1 << what)
                or not settle(text, key, key_end, at, i, kind, OF_DAY + what, scratch)
            ):
                leave(lay.WHY_TWICE, scratch)
                return STOP
            twice |= 1 << what
            if not is_new or said == NO:
                continue
            i = at
        seen |= 1 << what
        kind = NOT_FILLED
        if what in (field.LABEL, field.CITY_LABEL):
            i, kind = _read_label(text, i, end, what, row, scratch)
            if kind != NOT_FILLED and is_usual:
                row[lay.DAY_SAYS] |= lay.SAYS_OWN_LABEL
        else:
            i = _read_bookings(text, i, end, what, row, world, plans, scratch)
            kind = LIST  # whatever it is: looked at again where it has a twin
            if row[lay.DAY_SAYS] & lay.SAYS_CAR and key_end - key == U(3) and is_text(text, key + ONE, b"ar"):
                row[lay.DAY_SAYS] |= lay.SAYS_OWN_CAR
        if i == STOP:
            return STOP
        fill(OF_DAY + what, kind, at, i, key, key_end, scratch)
    if scratch.number[BARE] > 0 and not _place_bare(text, world, plans, scratch):
        return STOP
    row[lay.DAY_END] = i
    row[lay.DAY_BOOKS] = _booked(scratch) - booked
    scratch.number[COUNT] += 1
    return i


@compiled
def _booked(scratch: Scratch) -> int:
    """Return how many bookings were read so far."""
    count = 0
    for kind in range(lay.BOOKINGS):
        count += scratch.number[COUNT + 1 + kind]
    return count


@compiled
def _place_bare(text: Bytes, world: World, plans: Plans, scratch: Scratch) -> bool:
    """Put the bare names of a day in the city of its label; return whether there was room for that."""
    at = end = U(0)
    for what in (field.CITY_LABEL, field.LABEL):
        if scratch.field[OF_DAY + what, KIND] <= ESCAPED:
            at, end = scratch.field[OF_DAY + what, AT] - ONE, scratch.field[OF_DAY + what, STOPS_AT] + ONE
    return place_bare(text, at, end, world, plans, scratch)


@compiled
def _read_label(
    text: Bytes, i: np.uint64, end: np.uint64, what: int, row: Ints, scratch: Scratch
) -> tuple[np.uint64, int]:
    """Read the label of a day; return what follows it, and its kind."""
    at = i
    i, kind = after_value(text, i, end, NESTED)
    if i == STOP:
        return STOP, NOT_FILLED
    said = YES
    if kind != STRING or not is_letter(text[at + ONE]):
        said = says(text, at, i, kind)
    if said == UNSURE or (kind <= ESCAPED and i - at > U(MAX_NAME)):
        leave(lay.WHY_TEXT, scratch)
        return STOP, NOT_FILLED
    if said == NO:
        if kind != NULL and not (kind == STRING and i - at == U(2)):
            scratch.number[IS_PLAIN] = 0
        return i, NOT_FILLED
    if kind > ESCAPED:
        scratch.number[FAULTS] += 1
        scratch.number[IS_PLAIN] = 0
        return i, kind
    row[lay.DAY_SAYS] |= lay.SAYS_LABEL
    if what == field.LABEL:
        row[lay.DAY_LABEL_AT] = at + ONE
        row[lay.DAY_LABEL_END] = i - ONE
    if what != field.LABEL or kind == ESCAPED:
        scratch.number[IS_PLAIN] = 0
    return i, kind


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
    """Read the bookings of one kind on a day, a list or one; return what follows them."""
    context = field.LEG + what - field.LEGS
    says_so = lay.SAYS_FLIGHTS << (what - field.LEGS)
    is_list = text[i] == OPEN_BRACKET
    is_many = what in (field.LEGS, field.VISITS)
    i += U(is_list)
    is_first = True
    while True:
        if is_list:
            is_alone = is_first
            i, has_ended = next_element(text, i, end, is_first)
            if i == STOP or has_ended:
                return i
            if not is_alone and not is_many:  # the official evaluator looks at the first alone
                scratch.number[IS_PLAIN] = 0
        elif not is_first:
            return i
        is_first = False
        is_object = text[i] == OPEN_BRACE and (is_list or not is_empty(text, i + ONE, end))
        if is_object != is_list and (is_list or is_many):
            scratch.number[IS_PLAIN] = 0
        if is_list or text[i] == QUOTE or is_object:
            row[lay.DAY_SAYS] |= says_so
        if is_object:
            i = read_booking(text, i + ONE, end, context, row[lay.DAY_NUMBER], world, plans, scratch)
        else:
            i = _read_other(text, i, end, context, row[lay.DAY_NUMBER], world, plans, scratch)
        if i == STOP:
            return STOP


@compiled
def _read_other(
    text: Bytes,
    i: np.uint64,
    end: np.uint64,
    context: int,
    day: int,
    world: World,
    plans: Plans,
    scratch: Scratch,
) -> np.uint64:
    """Read what stands in the place of an object: a bare name, nothing, or a fault; return what follows."""
    at = i
    i, kind = after_value(text, i, end, NESTED)
    if i == STOP:
        return STOP
    if kind not in (NULL, EMPTY):
        scratch.number[IS_PLAIN] = 0
    said = says(text, at, i, kind)
    if said == UNSURE:
        leave(lay.WHY_TEXT, scratch)
        return STOP
    if said == YES:
        if kind > ESCAPED:
            scratch.number[FAULTS] += 1
        elif not read_bare(text, at, i, kind, context, day, world, plans, scratch):
            return STOP
    return i
