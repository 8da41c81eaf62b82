"""
Bookings: one object of an answer to one row of the arrays of plans, in compiled form.

Notes names, to be looked up together, and faults. A value that only the tolerant reader
(``kb.formats.trek.bookings``) can tell is asked about; what cannot be asked so is refused, and with it the
whole answer: its lane is SLOW.
"""

import numpy as np

from planassay.kb.formats.trek.drafts import LAST_MINUTE
from planassay.verifier.batch import layout as lay
from planassay.verifier.batch.layout import (
    ABSENT,
    ASKED,
    NOWHERE,
    UNKNOWN,
    Bytes,
    Names,
    Plans,
    Words,
    World,
)
from planassay.verifier.kernels import fields as field
from planassay.verifier.kernels.compiling import compiled, inlined
from planassay.verifier.kernels.extras import NESTED, skip_extra
from planassay.verifier.kernels.fields import FIELDS, NONE, UNCLEAR, officially, read_key
from planassay.verifier.kernels.json import (
    ESCAPED,
    NULL,
    NUMBER,
    POINT,
    STOP,
    STRING,
    ZERO,
    after_colon,
    after_value,
    next_member,
)
from planassay.verifier.kernels.names import (
    NOT_FOUND,
    UNSURE,
    find,
    find_hashed,
    first_key,
    first_slot,
    hashed,
    is_exact,
    is_regular,
)
from planassay.verifier.kernels.scratch import (
    AT,
    BARE,
    BARE_AT,
    BARE_BOOKING,
    BARE_END,
    BARE_KIND,
    COUNT,
    EXTRAS,
    FAULTS,
    IN_BOOKING,
    IS_OFFICIAL,
    IS_PLAIN,
    KEY_AT,
    KEY_END,
    KIND,
    MAX_BARE,
    MAX_NAME,
    MAX_NAMES,
    NAME_AT,
    NAME_BOOKING,
    NAME_CODE,
    NAME_END,
    NAME_KIND,
    NAME_SPACE,
    NAMES,
    NOT_FILLED,
    STOPS_AT,
    Scratch,
    ask,
    leave,
)
from planassay.verifier.kernels.values import NO, YES, are_same, is_letter, says
from planassay.verifier.kernels.words import ONE, U, fetch

_MOST_DIGITS = 7
"""Digits of dollars: what is dearer is asked about."""
_DOTS, _DIGIT_NINE = 58, 57


@inlined
def read_booking(
    text: Bytes,
    i: np.uint64,
    end: np.uint64,
    context: int,
    day: int,
    world: World,
    plans: Plans,
    scratch: Scratch,
) -> np.uint64:
    """Read one booking, from behind its brace; return what follows it."""
    for what in range(FIELDS):
        scratch.field[what, KIND] = NOT_FILLED
    scratch.number[EXTRAS + IN_BOOKING] = 0
    seen = twice = 0
    is_filled = False
    is_first = True
    while True:
        i, has_ended = next_member(text, i, end, is_first)
        if i == STOP:
            return STOP
        if has_ended:
            break
        is_first = False
        key = i
        i, what, is_usual = read_key(text, i, end, context)
        if i == STOP:
            leave(lay.WHY_TEXT, scratch)
            return STOP
        key_end = i - ONE
        i = after_colon(text, i, end)
        if i == STOP:
            return STOP
        if what != NONE and not is_usual and scratch.number[IS_OFFICIAL] != 0:
            taken = officially(text, key, key_end, context, what)
            if taken == UNCLEAR:
                scratch.number[IS_PLAIN] = 0
            else:
                what = taken
        if what == NONE:
            i = skip_extra(text, key, key_end, i, end, IN_BOOKING, scratch)
            if i == STOP:
                return STOP
            continue
        at = i
        i, kind = after_value(text, i, end, NESTED)
        if i == STOP:
            return STOP
        if kind != STRING or not is_letter(text[at + ONE]):
            said = says(text, at, i, kind)
            is_left_out = kind == NULL or (kind == STRING and i - at == U(2))
            if (said != YES or kind > NUMBER) and not is_left_out:
                scratch.number[IS_PLAIN] = 0
            if said == UNSURE:
                leave(lay.WHY_TEXT, scratch)
                return STOP
            if said == NO:
                kind = NOT_FILLED
        if seen & (1 << what):
            scratch.number[IS_PLAIN] = 0
            if twice & (1 << what) or not settle(text, key, key_end, at, i, kind, what, scratch):
                leave(lay.WHY_TWICE, scratch)
                return STOP
            twice |= 1 << what
            is_filled = is_filled or kind != NOT_FILLED
            continue
        seen |= 1 << what
        is_filled = is_filled or kind != NOT_FILLED
        fill(what, kind, at, i, key, key_end, scratch)
    if context == field.RENTAL:
        _keep_texts(scratch)
    if (
        context == field.STAY
        and seen & (1 << field.PRICE)
        and scratch.field[field.PRICE, KIND] == NOT_FILLED
        and scratch.field[field.OTHER_PRICE, KIND] != NOT_FILLED
    ):  # the official evaluator takes the first price, even if it is none
        scratch.number[IS_PLAIN] = 0
    name = _naming_field(context, scratch)
    if scratch.field[name, KIND] == NOT_FILLED:
        scratch.number[IS_PLAIN] = 0
        if is_filled and not _has_naming_key(context, seen):
            scratch.number[FAULTS] += 1
        return i
    if scratch.field[name, KIND] > ESCAPED:
        scratch.number[FAULTS] += 1
        scratch.number[IS_PLAIN] = 0
        return i
    if scratch.field[name, STOPS_AT] - scratch.field[name, AT] > U(MAX_NAME):
        leave(lay.WHY_UNREAD, scratch)
        return STOP
    if context == field.LEG:
        is_read = _add_leg(text, day, world, plans, scratch)
    elif context == field.STAY:
        is_read = _add_stay(text, day, world, plans, scratch)
    elif context == field.VISIT:
        is_read = _add_visit(text, day, world, plans, scratch)
    else:
        is_read = _add_rental(text, day, name, world, plans, scratch)
    return i if is_read else STOP


@inlined
def fill(
    what: int,
    kind: int,
    at: np.uint64,
    end: np.uint64,
    key: np.uint64,
    key_end: np.uint64,
    scratch: Scratch,
) -> None:
    """Note the value of a field, a text without its quotes, and its key."""
    fields, inset = scratch.field, U(kind <= ESCAPED)
    fields[what, KIND] = kind
    fields[what, AT] = at + inset
    fields[what, STOPS_AT] = end - inset
    fields[what, KEY_AT] = key
    fields[what, KEY_END] = key_end


@compiled
def settle(
    text: Bytes,
    key: np.uint64,
    key_end: np.uint64,
    at: np.uint64,
    end: np.uint64,
    kind: int,
    what: int,
    scratch: Scratch,
) -> bool:
    """
    Read a field for a second time, under another key: the first value that says something holds.

    Return whether that could be done: not if the key is the same, or two values are hard to compare.
    """
    fields, own = scratch.field, scratch.field[what, KEY_AT]
    if fields[what, KEY_END] - own == key_end - key:
        is_same = True
        for k in range(key_end - key):
            is_same = is_same and text[own + U(k)] == text[key + U(k)]
        if is_same:
            return False
    if kind == NOT_FILLED:
        return True
    if fields[what, KIND] == NOT_FILLED:
        fill(what, kind, at, end, key, key_end, scratch)
        return True
    inset = U(fields[what, KIND] <= ESCAPED)
    same = are_same(text, fields[what, AT] - inset, fields[what, STOPS_AT] + inset, at, end)
    scratch.number[FAULTS] += same == NO
    return same != UNSURE


@inlined
def _keep_texts(scratch: Scratch) -> None:
    """Take from the two fields that may name a car what is no text, which is a fault."""
    for what in (field.NAME, field.TYPE):
        kind = scratch.field[what, KIND]
        if kind > ESCAPED and kind != NOT_FILLED:
            scratch.number[FAULTS] += 1
            scratch.number[IS_PLAIN] = 0
            scratch.field[what, KIND] = NOT_FILLED


@inlined
def _naming_field(context: int, scratch: Scratch) -> int:
    """Return the field that names what is booked."""
    if context == field.LEG:
        return field.NUMBER
    if context == field.RENTAL and scratch.field[field.NAME, KIND] == NOT_FILLED:
        return field.TYPE
    return field.NAME


@inlined
def _has_naming_key(context: int, seen: int) -> bool:
    """Tell whether a booking has a key for its name, even if nothing stands there."""
    if context == field.LEG:
        return seen & (1 << field.NUMBER) != 0
    if seen & (1 << field.NAME) != 0:
        return True
    return context == field.RENTAL and seen & (1 << field.TYPE) != 0


@compiled
def read_bare(
    text: Bytes,
    at: np.uint64,
    end: np.uint64,
    kind: int,
    context: int,
    day: int,
    world: World,
    plans: Plans,
    scratch: Scratch,
) -> bool:
    """Read a bare name, with its quotes, that stands for a booking; return whether there was room for it."""
    scratch.number[IS_PLAIN] = 0
    if end - at > U(MAX_NAME):
        leave(lay.WHY_UNREAD, scratch)
        return False
    if context == field.LEG:
        for what in range(FIELDS):
            scratch.field[what, KIND] = NOT_FILLED
        fill(field.NUMBER, kind, at, end, at, at, scratch)
        return _add_leg(text, day, world, plans, scratch)
    own = context - field.LEG
    booking, count = scratch.number[COUNT + 1 + own], scratch.number[BARE]
    if booking >= plans.booking.shape[1] or count >= MAX_BARE:
        leave(lay.WHY_MANY, scratch)
        return False
    row = plans.booking[own, booking]
    row[lay.STAY_DAY] = day
    row[lay.STAY_ROW] = ABSENT
    row[lay.STAY_PLACE] = NOWHERE
    for column in range(lay.STAY_PLACE + 1, lay.BOOKING_WIDTH):
        row[column] = ABSENT
    scratch.number[COUNT + 1 + own] = booking + 1
    bare = scratch.bare[count]
    bare[BARE_KIND] = own
    bare[BARE_BOOKING] = booking
    bare[BARE_AT] = at
    bare[BARE_END] = end
    scratch.number[BARE] = count + 1
    return True


@compiled
def place_bare(
    text: Bytes, at: np.uint64, end: np.uint64, world: World, plans: Plans, scratch: Scratch
) -> bool:
    """
    Put the bare names of a day in the city of its label, a text with its quotes; nowhere if it has none.

    Return whether there was room for what is to be looked up.
    """
    place = NOWHERE if at == end else ASKED
    if at != end and find(text, at + ONE, end - ONE, lay.PLACES, world.names) >= 0:
        place = world.names.key[find(text, at + ONE, end - ONE, lay.PLACES, world.names), lay.KEY_ROW]
    for k in range(scratch.number[BARE]):
        bare = scratch.bare[k]
        kind, booking = bare[BARE_KIND], bare[BARE_BOOKING]
        plans.booking[kind, booking, lay.STAY_PLACE] = place
        if place == ASKED and not ask(lay.ASK_LABEL, at, end, kind, booking, lay.STAY_PLACE, plans, scratch):
            return False
        named, stops = U(bare[BARE_AT]), U(bare[BARE_END])
        if not ask(lay.ASK_NAME, named, stops, kind, booking, lay.STAY_ROW, plans, scratch):
            return False
    scratch.number[BARE] = 0
    return True


# ------------------------------------------------------------------------------------------------------ rows


@inlined
def _add_leg(text: Bytes, day: int, world: World, plans: Plans, scratch: Scratch) -> bool:
    count = scratch.number[COUNT + 1 + lay.LEGS]
    if count >= plans.booking.shape[1]:
        leave(lay.WHY_MANY, scratch)
        return False
    row = plans.booking[lay.LEGS, count]
    row[lay.LEG_DAY] = day
    row[lay.LEG_ROW] = ABSENT
    if not (
        _name(text, field.NUMBER, lay.FLIGHTS, lay.LEGS, count, world.names, plans, scratch)
        and _fill_place(text, field.FROM, lay.LEGS, count, lay.LEG_FROM, world, plans, scratch)
        and _fill_place(text, field.TO, lay.LEGS, count, lay.LEG_TO, world, plans, scratch)
        and _fill_clock(text, field.DEPART, lay.LEGS, count, lay.LEG_DEPART, plans, scratch)
        and _fill_clock(text, field.ARRIVE, lay.LEGS, count, lay.LEG_ARRIVE, plans, scratch)
        and _fill_price(text, field.FARE, lay.LEGS, count, lay.LEG_PRICE, plans, scratch)
    ):
        return False
    scratch.number[COUNT + 1 + lay.LEGS] = count + 1
    return True


@inlined
def _add_stay(text: Bytes, day: int, world: World, plans: Plans, scratch: Scratch) -> bool:
    count = scratch.number[COUNT + 1 + lay.STAYS]
    if count >= plans.booking.shape[1]:
        leave(lay.WHY_MANY, scratch)
        return False
    row = plans.booking[lay.STAYS, count]
    row[lay.STAY_DAY] = day
    row[lay.STAY_ROW] = ABSENT
    if not (
        _fill_city(text, lay.STAYS, count, world, plans, scratch)
        and _name_in(text, field.NAME, lay.HOTELS_OF, lay.STAYS, count, world, plans, scratch)
        and _fill_price(
            text, _stated_price(field.STAY, scratch), lay.STAYS, count, lay.STAY_PRICE, plans, scratch
        )
        and _fill_clock(text, field.CHECK_IN, lay.STAYS, count, lay.STAY_CHECK_IN, plans, scratch)
    ):
        return False
    scratch.number[COUNT + 1 + lay.STAYS] = count + 1
    return True


@inlined
def _add_visit(text: Bytes, day: int, world: World, plans: Plans, scratch: Scratch) -> bool:
    count = scratch.number[COUNT + 1 + lay.VISITS]
    if count >= plans.booking.shape[1]:
        leave(lay.WHY_MANY, scratch)
        return False
    row = plans.booking[lay.VISITS, count]
    row[lay.VISIT_DAY] = day
    row[lay.VISIT_ROW] = ABSENT
    if not (
        _fill_city(text, lay.VISITS, count, world, plans, scratch)
        and _name_in(text, field.NAME, lay.SIGHTS_OF, lay.VISITS, count, world, plans, scratch)
        and _fill_clock(text, field.START, lay.VISITS, count, lay.VISIT_START, plans, scratch)
        and _fill_clock(text, field.END, lay.VISITS, count, lay.VISIT_END, plans, scratch)
    ):
        return False
    scratch.number[COUNT + 1 + lay.VISITS] = count + 1
    return True


@inlined
def _add_rental(text: Bytes, day: int, name: int, world: World, plans: Plans, scratch: Scratch) -> bool:
    count = scratch.number[COUNT + 1 + lay.RENTALS]
    if count >= plans.booking.shape[1]:
        leave(lay.WHY_MANY, scratch)
        return False
    row = plans.booking[lay.RENTALS, count]
    row[lay.RENTAL_DAY] = day
    row[lay.RENTAL_GROUP] = ABSENT
    row[lay.RENTAL_TYPE] = UNKNOWN
    if not _fill_city(text, lay.RENTALS, count, world, plans, scratch):
        return False
    if name == field.NAME and scratch.field[field.TYPE, KIND] != NOT_FILLED:
        name = _naming_type(text, row[lay.RENTAL_PLACE], world, scratch)
        if name == NONE:
            return False
    if not (
        _name_in(text, name, lay.CARS_OF, lay.RENTALS, count, world, plans, scratch)
        and _fill_price(
            text, _stated_price(field.RENTAL, scratch), lay.RENTALS, count, lay.RENTAL_PRICE, plans, scratch
        )
        and _fill_number(text, count, world, plans, scratch)
    ):
        return False
    scratch.number[COUNT + 1 + lay.RENTALS] = count + 1
    return True


@compiled
def _naming_type(text: Bytes, place: int, world: World, scratch: Scratch) -> int:
    """
    Return which of two fields names a car: what its city has on offer, if only one of them is.

    Two types that are both on offer are a fault. NONE if that is for the tolerant reader to say.
    """
    scratch.number[IS_PLAIN] = 0
    if place == ASKED:
        leave(lay.WHY_TEXT, scratch)
        return NONE
    if place < 0:
        return field.NAME
    space = lay.FIRST_SPACE + lay.SPACES_A_PLACE * place + lay.CARS_OF
    by_type, by_name = UNSURE, UNSURE
    if scratch.field[field.TYPE, KIND] == STRING and scratch.field[field.NAME, KIND] == STRING:
        by_type = find(
            text, scratch.field[field.TYPE, AT], scratch.field[field.TYPE, STOPS_AT], space, world.names
        )
        by_name = find(
            text, scratch.field[field.NAME, AT], scratch.field[field.NAME, STOPS_AT], space, world.names
        )
    if by_type == UNSURE or by_name == UNSURE:
        leave(lay.WHY_TEXT, scratch)
        return NONE
    if by_type == NOT_FOUND:
        return field.NAME
    if by_name == NOT_FOUND:
        return field.TYPE
    scratch.number[FAULTS] += by_type != by_name
    return field.NAME


# ---------------------------------------------------------------------------------------------------- values
# Each fills a column of a booking from a field, or asks for it; and returns whether there was room to do so.


@inlined
def _ask_field(
    what: int, field_at: int, kind: int, booking: int, column: int, plans: Plans, scratch: Scratch
) -> bool:
    """Ask for what stands in a field, a text with its quotes."""
    inset = U(scratch.field[field_at, KIND] <= U(ESCAPED))
    at, end = scratch.field[field_at, AT] - inset, scratch.field[field_at, STOPS_AT] + inset
    plans.booking[kind, booking, column] = ASKED
    return ask(what, at, end, kind, booking, column, plans, scratch)


@inlined
def _name(
    text: Bytes,
    what: int,
    space: int,
    kind: int,
    booking: int,
    names: Names,
    plans: Plans,
    scratch: Scratch,
) -> bool:
    """Note the name in a field, to be looked up in a space together with the others of the plan."""
    if scratch.field[what, KIND] == ESCAPED:
        scratch.number[IS_PLAIN] = 0
        return _ask_field(lay.ASK_NAME, what, kind, booking, lay.LEG_ROW, plans, scratch)
    count = scratch.number[NAMES]
    if count >= MAX_NAMES:
        leave(lay.WHY_MANY, scratch)
        return False
    at, end = scratch.field[what, AT], scratch.field[what, STOPS_AT]
    code = hashed(text, at, end)
    fetch(names.slot, first_slot(code, space, names))
    name = scratch.name[count]
    name[NAME_AT] = at
    name[NAME_END] = end
    name[NAME_CODE] = code
    name[NAME_SPACE] = space
    name[NAME_KIND] = kind
    name[NAME_BOOKING] = booking
    scratch.number[NAMES] = count + 1
    return True


@inlined
def _name_in(
    text: Bytes, what: int, of: int, kind: int, booking: int, world: World, plans: Plans, scratch: Scratch
) -> bool:
    """Note the name in a field, likewise, to be looked up in the place of its booking, if that is known."""
    place = int(plans.booking[kind, booking, lay.STAY_PLACE])
    if place == ASKED:
        return _ask_field(lay.ASK_NAME, what, kind, booking, lay.STAY_ROW, plans, scratch)
    if place < 0:
        at, end = scratch.field[what, AT], scratch.field[what, STOPS_AT]
        if kind == lay.VISITS or place != NOWHERE or not is_regular(text, at, end):
            scratch.number[IS_PLAIN] = 0
        plans.booking[kind, booking, lay.NAMED_AT] = at
        plans.booking[kind, booking, lay.NAMED_END] = end
        if kind == lay.RENTALS:
            return _ask_type(text, what, booking, world, plans, scratch)
        return True
    space = lay.FIRST_SPACE + lay.SPACES_A_PLACE * place + of
    return _name(text, what, space, kind, booking, world.names, plans, scratch)


@compiled
def _ask_type(text: Bytes, what: int, booking: int, world: World, plans: Plans, scratch: Scratch) -> bool:
    """Note which type of car a field names, where no city can say."""
    found = UNSURE
    if scratch.field[what, KIND] == STRING:
        found = _type(text, scratch.field[what, AT], scratch.field[what, STOPS_AT], world)
    if found == UNSURE:
        return _ask_field(lay.ASK_NAME, what, lay.RENTALS, booking, lay.RENTAL_GROUP, plans, scratch)
    plans.booking[lay.RENTALS, booking, lay.RENTAL_TYPE] = found
    return True


@compiled
def look_up(text: Bytes, world: World, plans: Plans, scratch: Scratch) -> bool:
    """
    Look up all names that were noted, or ask for them; return whether there was room for the questions.

    Step by step for all of them, and each step asks for what the next one reads: waiting for memory is what
    costs most time.
    """
    names, count = world.names, scratch.number[NAMES]
    for k in range(count):
        key = first_key(scratch.name[k, NAME_CODE], int(scratch.name[k, NAME_SPACE]), names)
        if key != NOT_FOUND:
            fetch(names.key, U(key * lay.KEY_WIDTH))
            fetch(names.key, U(key * lay.KEY_WIDTH + lay.KEY_WIDTH - 1))
    for k in range(count):
        key = first_key(scratch.name[k, NAME_CODE], int(scratch.name[k, NAME_SPACE]), names)
        if key != NOT_FOUND:
            fetch(names.text, U(names.key[key, lay.KEY_AT]))
            fetch(names.text, U(names.key[key, lay.KEY_AT] + names.key[key, lay.KEY_LENGTH]))
            if scratch.name[k, NAME_KIND] == U(lay.RENTALS):
                fetch(world.record, U(names.key[key, lay.KEY_ROW] * lay.RECORD_WIDTH))
    for k in range(count):
        if not _look_up(text, scratch.name[k], world, plans, scratch):
            leave(lay.WHY_MANY, scratch)
            return False
    return True


@compiled
def _note_unknown(
    kind: int, number: int, at: np.uint64, end: np.uint64, plans: Plans, scratch: Scratch
) -> None:
    """Note where a name stands that names nothing; its price is the plan's own to the official evaluator."""
    booking = plans.booking[kind, number]
    booking[lay.NAMED_AT] = at
    booking[lay.NAMED_END] = end
    price = lay.LEG_PRICE
    if kind == lay.STAYS:
        price = lay.STAY_PRICE
    elif kind == lay.RENTALS:
        price = lay.RENTAL_PRICE
    if kind != lay.VISITS and booking[price] == ASKED:
        scratch.number[IS_PLAIN] = 0


@inlined
def _look_up(text: Bytes, name: Words, world: World, plans: Plans, scratch: Scratch) -> bool:
    """Look up one name and enter its row, or ask for it."""
    names, at, end = world.names, name[NAME_AT], name[NAME_END]
    space, kind = int(name[NAME_SPACE]), int(name[NAME_KIND])
    booking = plans.booking[kind, int(name[NAME_BOOKING])]
    key = find_hashed(text, at, end, name[NAME_CODE], space, names)
    if key == UNSURE:
        number = int(name[NAME_BOOKING])
        _note_unknown(kind, number, at, end, plans, scratch)
        if kind == lay.RENTALS:
            scratch.number[IS_PLAIN] = 0
        return ask(lay.ASK_NAME, at - ONE, end + ONE, kind, number, lay.LEG_ROW, plans, scratch)
    if key == NOT_FOUND:
        _note_unknown(kind, int(name[NAME_BOOKING]), at, end, plans, scratch)
        if kind == lay.RENTALS:
            booking[lay.RENTAL_TYPE] = _type(text, at, end, world)
        return True
    if names.key[key, lay.KEY_IS_PLAIN] == 0 or (
        space == lay.FLIGHTS and not is_exact(text, at, end, key, names)
    ):
        scratch.number[IS_PLAIN] = 0
    row = names.key[key, lay.KEY_ROW]
    booking[lay.LEG_ROW] = row
    if kind == lay.RENTALS:
        booking[lay.RENTAL_TYPE] = world.record[row, lay.GROUP_TYPE]
    return True


@inlined
def _fill_place(
    text: Bytes,
    what: int,
    kind: int,
    booking: int,
    column: int,
    world: World,
    plans: Plans,
    scratch: Scratch,
) -> bool:
    """Fill in the place that a field names, UNKNOWN if there is none, NOWHERE if the field is not filled."""
    row = plans.booking[kind, booking]
    row[column] = NOWHERE
    how = scratch.field[what, KIND]
    if how == NOT_FILLED:
        return True
    at, end = scratch.field[what, AT], scratch.field[what, STOPS_AT]
    key = UNSURE
    if how == STRING:
        if end - at > U(MAX_NAME):
            leave(lay.WHY_UNREAD, scratch)
            return False
        key = find(text, at, end, lay.PLACES, world.names)
    if key == UNSURE:
        scratch.number[IS_PLAIN] = 0
        return _ask_field(lay.ASK_PLACE, what, kind, booking, column, plans, scratch)
    if key == NOT_FOUND:
        scratch.number[IS_PLAIN] = 0
        row[column] = UNKNOWN
        return True
    place = world.names.key[key, lay.KEY_ROW]
    if (
        world.names.key[key, lay.KEY_IS_PLAIN] == 0
        or world.record[place, lay.PLACE_IS_PLAIN] == 0
        or not is_exact(text, at, end, key, world.names)
    ):
        scratch.number[IS_PLAIN] = 0
    row[column] = place
    return True


@inlined
def _fill_city(text: Bytes, kind: int, booking: int, world: World, plans: Plans, scratch: Scratch) -> bool:
    """Fill in the place of a booking, likewise."""
    return _fill_place(text, field.CITY, kind, booking, lay.STAY_PLACE, world, plans, scratch)


@compiled
def _type(text: Bytes, at: np.uint64, end: np.uint64, world: World) -> int:
    """Return the number of a type of car that is on offer in some city, UNKNOWN if no city has it."""
    key = find(text, at, end, lay.TYPES, world.names)
    if key == NOT_FOUND:
        return UNKNOWN
    return UNSURE if key == UNSURE else world.names.key[key, lay.KEY_ROW]


@inlined
def _fill_clock(
    text: Bytes, what: int, kind: int, booking: int, column: int, plans: Plans, scratch: Scratch
) -> bool:
    """Fill in a clock in minutes; one that cannot be read is a fault, and ABSENT."""
    row = plans.booking[kind, booking]
    row[column] = ABSENT
    how = scratch.field[what, KIND]
    if how == NOT_FILLED:
        return True
    at, end = scratch.field[what, AT], scratch.field[what, STOPS_AT]
    minute = ABSENT
    if how <= ESCAPED:
        if how == ESCAPED or end - at != U(5) or text[at + U(2)] != _DOTS:
            scratch.number[IS_PLAIN] = 0
            if (
                how == ESCAPED
                or text[at] <= 32
                or text[end - ONE] <= 32
                or text[at] > 126
                or text[end - ONE] > 126
            ):
                return _ask_field(lay.ASK_CLOCK, what, kind, booking, column, plans, scratch)
        minute = _minute(text, at, end)
    if minute == ABSENT:
        scratch.number[FAULTS] += 1
        scratch.number[IS_PLAIN] = 0
    row[column] = minute
    return True


@inlined
def _minute(text: Bytes, i: np.uint64, end: np.uint64) -> int:
    """Return the minute that 8:05, 08:05 or 08:05:30 names, hours up to 71, or ABSENT."""
    hours = 0
    first = i
    while i < end and ZERO <= text[i] <= _DIGIT_NINE and i - first < U(3):
        hours = hours * 10 + np.int64(text[i]) - ZERO
        i += ONE
    if i == first or i - first > U(2) or i >= end or text[i] != _DOTS:
        return ABSENT
    minutes = _sixtieth(text, i + ONE, end)
    i += U(3)
    if i < end and text[i] == _DOTS and _sixtieth(text, i + ONE, end) >= 0:
        i += U(3)
    minute = hours * 60 + minutes
    return minute if minutes >= 0 and i == end and minute <= LAST_MINUTE else ABSENT


@inlined
def _sixtieth(text: Bytes, i: np.uint64, end: np.uint64) -> int:
    """Return two digits below sixty, or ABSENT."""
    if end < i + U(2):
        return ABSENT
    tens, ones = np.int64(text[i]) - ZERO, np.int64(text[i + ONE]) - ZERO
    return tens * 10 + ones if 0 <= tens <= 5 and 0 <= ones <= 9 else ABSENT


@inlined
def _stated_price(context: int, scratch: Scratch) -> int:
    """Return the field with the price of a night or of a car day, under either name that it may have."""
    if scratch.field[field.PRICE, KIND] != NOT_FILLED:
        return field.PRICE
    if context == field.RENTAL and scratch.field[field.OTHER_PRICE, KIND] != NOT_FILLED:
        scratch.number[IS_PLAIN] = 0
    return field.OTHER_PRICE


@inlined
def _fill_price(
    text: Bytes, what: int, kind: int, booking: int, column: int, plans: Plans, scratch: Scratch
) -> bool:
    """Fill in an amount in cents, if it is a plain number of dollars with two places at most, else ask."""
    row = plans.booking[kind, booking]
    row[column] = ABSENT
    how = scratch.field[what, KIND]
    if how == NOT_FILLED:
        return True
    cents = UNSURE
    if how == NUMBER:
        cents = _cents(text, scratch.field[what, AT], scratch.field[what, STOPS_AT])
    if cents == UNSURE:
        if kind == lay.RENTALS:
            scratch.number[IS_PLAIN] = 0
        return _ask_field(lay.ASK_CENTS, what, kind, booking, column, plans, scratch)
    row[column] = cents
    return True


@inlined
def _cents(text: Bytes, i: np.uint64, end: np.uint64) -> int:
    """Return the cents of a plain number of dollars, or UNSURE."""
    cents = np.int64(0)
    first = i
    while i < end and ZERO <= text[i] <= _DIGIT_NINE:
        cents = cents * 10 + np.int64(text[i]) - ZERO
        i += ONE
    if i == first or i - first > U(_MOST_DIGITS):
        return UNSURE
    places = 0
    if i < end and text[i] == POINT:
        i += ONE
        while i < end and ZERO <= text[i] <= _DIGIT_NINE:
            if places < 2:
                cents = cents * 10 + np.int64(text[i]) - ZERO
            elif text[i] != ZERO:
                return UNSURE
            places += 1
            i += ONE
    while places < 2:
        cents *= 10
        places += 1
    return cents if i == end else UNSURE


@inlined
def _fill_number(text: Bytes, booking: int, world: World, plans: Plans, scratch: Scratch) -> bool:
    """Fill in the code of a stated car number, UNKNOWN if no car has it."""
    how = scratch.field[field.ID, KIND]
    plans.booking[lay.RENTALS, booking, lay.RENTAL_ID] = ABSENT
    return how == NOT_FILLED or _fill_stated_number(text, booking, world, plans, scratch)


@compiled
def _fill_stated_number(text: Bytes, booking: int, world: World, plans: Plans, scratch: Scratch) -> bool:
    scratch.number[IS_PLAIN] = 0
    how, at, end = (
        scratch.field[field.ID, KIND],
        scratch.field[field.ID, AT],
        scratch.field[field.ID, STOPS_AT],
    )
    if end - at > U(MAX_NAME):
        leave(lay.WHY_UNREAD, scratch)
        return False
    key = UNSURE
    if how == STRING or (how == NUMBER and whole(text, at, end) >= 0):
        key = find(text, at, end, lay.CAR_IDS, world.names)
        if key >= 0 and not is_exact(text, at, end, key, world.names):
            key = UNSURE
    if key == UNSURE:
        return _ask_field(lay.ASK_NUMBER, field.ID, lay.RENTALS, booking, lay.RENTAL_ID, plans, scratch)
    found = UNKNOWN if key == NOT_FOUND else world.names.key[key, lay.KEY_ROW]
    plans.booking[lay.RENTALS, booking, lay.RENTAL_ID] = found
    return True


@compiled
def whole(text: Bytes, i: np.uint64, end: np.uint64) -> int:
    """Return a whole number of at most twelve digits, or ABSENT if a text is none."""
    if end - i > U(12):
        return ABSENT
    value = np.int64(0)
    while i < end:
        digit = np.int64(text[i]) - ZERO
        if digit < 0 or digit > 9:
            return ABSENT
        value = value * 10 + digit
        i += ONE
    return value
