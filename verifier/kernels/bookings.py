"""
Bookings: one object of an answer to one row of the arrays of plans, in compiled form.

Looks names up as it meets them, and notes what cannot be read. What the tolerant reader
(``kb.formats.trek.bookings``) might read otherwise is refused, and with it the whole answer: its lane is
SLOW.
"""

from typing import NamedTuple

import numpy as np

from planassay.kb.formats.trek.drafts import LAST_MINUTE, MAX_TEXT
from planassay.verifier.batch import layout as lay
from planassay.verifier.batch.layout import (
    ABSENT,
    NOWHERE,
    UNKNOWN,
    Bytes,
    Ints,
    Names,
    Plans,
    Words,
    World,
)
from planassay.verifier.kernels import fields as field
from planassay.verifier.kernels.compiling import compiled, inlined
from planassay.verifier.kernels.fields import FIELDS, NONE, read_key
from planassay.verifier.kernels.json import (
    EMPTY,
    ESCAPED,
    LIST,
    NULL,
    NUMBER,
    OBJECT,
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
)
from planassay.verifier.kernels.words import ONE, U, fetch

MAX_NAME = MAX_TEXT
"""Bytes of a name, a city or a label; the tolerant reader counts characters."""
MAX_EXTRA = 8
"""Keys of one object that are no fields."""
_NESTED = 12
_MOST_DIGITS = 7
"""Digits of dollars: what is dearer is for the tolerant reader."""
_NOT_FILLED = 9
_DASH, _DOTS, _DIGIT_NINE = 45, 58, 57

IN_PLAN, IN_DAY, IN_BOOKING, LEVELS = range(4)
"""Levels of objects whose extra keys are kept apart."""

(COUNT, FAULTS, IS_PLAIN, NAMES, EXTRAS, NOTES) = (0, 5, 6, 7, 8, 11)
"""Numbers of a reader: over all plans, how many days there are, then how many bookings of each kind; of a
plan, its faults, whether the official reader reads it the same, and how many names are still to be looked up;
how many extra keys at each level."""
NAME_AT, NAME_END, NAME_CODE, NAME_SPACE, NAME_KIND, NAME_BOOKING, NAME_WIDTH = range(7)
"""A name to be looked up: where it begins and ends, its hash, its space, and the booking that bears it."""
MAX_NAMES = lay.MAX_LEGS + lay.MAX_STAYS + lay.MAX_VISITS + lay.MAX_RENTALS
KIND, AT, STOPS_AT, ASPECTS = range(4)
"""Of each field: the kind of its value, where it begins (a text without its quotes), and where it ends."""


class Scratch(NamedTuple):
    """What a reader keeps of the plan and of the object it is in."""

    number: Ints
    field: Words
    extra: Words
    """Hashes of keys that are no fields, by level."""
    name: Words
    """Names of a plan that are still to be looked up."""


def new_scratch() -> Scratch:
    """Return room for what a reader keeps."""
    return Scratch(
        np.zeros(NOTES, np.int64),
        np.zeros((FIELDS, ASPECTS), np.uint64),
        np.zeros((LEVELS, MAX_EXTRA), np.uint64),
        np.zeros((MAX_NAMES, NAME_WIDTH), np.uint64),
    )


@inlined
def is_nothing(text: Bytes, at: np.uint64, end: np.uint64, kind: int) -> bool:
    """Tell whether a value only holds the place of one; a text with its quotes (see ``kb`` ``drafts``)."""
    if kind in (NULL, EMPTY):
        return True
    if kind != STRING:
        return False
    at += ONE
    end -= ONE
    while at < end and text[at] == 32:
        at += ONE
    while at < end and text[end - ONE] == 32:
        end -= ONE
    return at == end or (end - at == ONE and text[at] == _DASH)


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
    """
    Pass over the value of a key that is no field.

    It is inert, or a fault where it could hide a booking. A key that comes twice is for the tolerant reader.
    """
    code = hashed(text, key, key_end)
    count = scratch.number[EXTRAS + level]
    if count >= MAX_EXTRA:
        return STOP
    for k in range(count):
        if scratch.extra[level, k] == code:
            return STOP
    scratch.extra[level, count] = code
    scratch.number[EXTRAS + level] = count + 1
    i, kind = after_value(text, i, end, _NESTED)
    if kind == LIST or (kind == OBJECT and level == IN_PLAN):
        return STOP
    if kind == OBJECT:
        scratch.number[FAULTS] += 1
    return i


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
        scratch.field[what, KIND] = _NOT_FILLED
    scratch.number[EXTRAS + IN_BOOKING] = 0
    seen = 0
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
            return STOP
        key_end = i - ONE
        i = after_colon(text, i, end)
        if i == STOP:
            return STOP
        if what == NONE:
            i = skip_extra(text, key, key_end, i, end, IN_BOOKING, scratch)
            if i == STOP:
                return STOP
            continue
        if seen & (1 << what):
            return STOP
        seen |= 1 << what
        if not is_usual:
            scratch.number[IS_PLAIN] = 0
        at = i
        i, kind = after_value(text, i, end, _NESTED)
        if i == STOP or kind in (LIST, ESCAPED):
            return STOP
        if is_nothing(text, at, i, kind):
            if kind == EMPTY or (kind == STRING and i - at > U(2)):
                scratch.number[IS_PLAIN] = 0
            continue
        is_filled = True
        inset = U(kind == STRING)
        scratch.field[what, KIND] = kind
        scratch.field[what, AT] = at + inset
        scratch.field[what, STOPS_AT] = i - inset
    name = _naming_field(context, scratch)
    if name == NONE:
        return STOP
    if scratch.field[name, KIND] == _NOT_FILLED:
        scratch.number[IS_PLAIN] = 0
        if is_filled and not _has_naming_key(context, seen):
            scratch.number[FAULTS] += 1
        return i
    if scratch.field[name, KIND] != STRING or scratch.field[name, STOPS_AT] - scratch.field[name, AT] > U(
        MAX_NAME
    ):
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
def _naming_field(context: int, scratch: Scratch) -> int:
    """Return the field that names what is booked; NONE if which of two is meant depends on the tables."""
    if context == field.LEG:
        return field.NUMBER
    if context == field.RENTAL and scratch.field[field.TYPE, KIND] != _NOT_FILLED:
        return NONE if scratch.field[field.NAME, KIND] != _NOT_FILLED else field.TYPE
    return field.NAME


@inlined
def _has_naming_key(context: int, seen: int) -> bool:
    """Tell whether a booking has a key for its name, even if nothing stands there."""
    if context == field.LEG:
        return seen & (1 << field.NUMBER) != 0
    if seen & (1 << field.NAME) != 0:
        return True
    return context == field.RENTAL and seen & (1 << field.TYPE) != 0


# ------------------------------------------------------------------------------------------------------ rows


@inlined
def _add_leg(text: Bytes, day: int, world: World, plans: Plans, scratch: Scratch) -> bool:
    count = scratch.number[COUNT + 1 + lay.LEGS]
    if count >= plans.booking.shape[1]:
        return False
    flight = _ask(text, field.NUMBER, lay.FLIGHTS, lay.LEGS, count, world.names, scratch)
    start = _place(text, field.FROM, world, scratch)
    land = _place(text, field.TO, world, scratch)
    depart = _clock(text, field.DEPART, scratch)
    arrive = _clock(text, field.ARRIVE, scratch)
    price = _price(text, field.FARE, scratch)
    if UNSURE in (flight, start, land, depart, arrive, price):
        return False
    row = plans.booking[lay.LEGS, count]
    row[lay.LEG_DAY] = day
    row[lay.LEG_ROW] = flight
    row[lay.LEG_FROM] = start
    row[lay.LEG_TO] = land
    row[lay.LEG_DEPART] = depart
    row[lay.LEG_ARRIVE] = arrive
    row[lay.LEG_PRICE] = price
    scratch.number[COUNT + 1 + lay.LEGS] = count + 1
    return True


@inlined
def _add_stay(text: Bytes, day: int, world: World, plans: Plans, scratch: Scratch) -> bool:
    count = scratch.number[COUNT + 1 + lay.STAYS]
    if count >= plans.booking.shape[1]:
        return False
    place = _city(text, world, scratch)
    hotel = _ask_in(text, field.NAME, place, lay.HOTELS_OF, lay.STAYS, count, world, scratch)
    price = _stated_price(text, field.STAY, scratch)
    check_in = _clock(text, field.CHECK_IN, scratch)
    if UNSURE in (place, hotel, price, check_in):
        return False
    row = plans.booking[lay.STAYS, count]
    row[lay.STAY_DAY] = day
    row[lay.STAY_ROW] = hotel
    row[lay.STAY_PLACE] = place
    row[lay.STAY_PRICE] = price
    row[lay.STAY_CHECK_IN] = check_in
    scratch.number[COUNT + 1 + lay.STAYS] = count + 1
    return True


@inlined
def _add_visit(text: Bytes, day: int, world: World, plans: Plans, scratch: Scratch) -> bool:
    count = scratch.number[COUNT + 1 + lay.VISITS]
    if count >= plans.booking.shape[1]:
        return False
    place = _city(text, world, scratch)
    sight = _ask_in(text, field.NAME, place, lay.SIGHTS_OF, lay.VISITS, count, world, scratch)
    start = _clock(text, field.START, scratch)
    end = _clock(text, field.END, scratch)
    if UNSURE in (place, sight, start, end):
        return False
    row = plans.booking[lay.VISITS, count]
    row[lay.VISIT_DAY] = day
    row[lay.VISIT_ROW] = sight
    row[lay.VISIT_PLACE] = place
    row[lay.VISIT_START] = start
    row[lay.VISIT_END] = end
    scratch.number[COUNT + 1 + lay.VISITS] = count + 1
    return True


@inlined
def _add_rental(text: Bytes, day: int, name: int, world: World, plans: Plans, scratch: Scratch) -> bool:
    count = scratch.number[COUNT + 1 + lay.RENTALS]
    if count >= plans.booking.shape[1]:
        return False
    place = _city(text, world, scratch)
    group = _ask_in(text, name, place, lay.CARS_OF, lay.RENTALS, count, world, scratch)
    car_type = (
        _type(text, scratch.field[name, AT], scratch.field[name, STOPS_AT], world) if place < 0 else UNKNOWN
    )
    price = _stated_price(text, field.RENTAL, scratch)
    number = _car_id(text, world, scratch)
    if UNSURE in (place, group, car_type, price, number):
        return False
    row = plans.booking[lay.RENTALS, count]
    row[lay.RENTAL_DAY] = day
    row[lay.RENTAL_GROUP] = group
    row[lay.RENTAL_PLACE] = place
    row[lay.RENTAL_TYPE] = car_type
    row[lay.RENTAL_PRICE] = price
    row[lay.RENTAL_ID] = number
    scratch.number[COUNT + 1 + lay.RENTALS] = count + 1
    return True


# ---------------------------------------------------------------------------------------------------- values
# Each returns the value of a field, ABSENT if there is none, or UNSURE if that is for the tolerant reader.


@inlined
def _ask(text: Bytes, what: int, space: int, kind: int, booking: int, names: Names, scratch: Scratch) -> int:
    """
    Note the name in a field, to be looked up in a space together with the others of the plan.

    Return ABSENT for the time being, or UNSURE if the plan has more names than there is room for.
    """
    count = scratch.number[NAMES]
    if count >= MAX_NAMES:
        return UNSURE
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
    return ABSENT


@inlined
def _ask_in(
    text: Bytes, what: int, place: int, of: int, kind: int, booking: int, world: World, scratch: Scratch
) -> int:
    """Note the name in a field, likewise, to be looked up in a place; one that nobody knows has none."""
    if place < 0:
        return ABSENT
    space = lay.FIRST_SPACE + lay.SPACES_A_PLACE * place + of
    return _ask(text, what, space, kind, booking, world.names, scratch)


@compiled
def look_up(text: Bytes, world: World, plans: Plans, scratch: Scratch) -> bool:
    """
    Look up all names that were noted; return whether what each of them means could be told here.

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
            return False
    return True


@inlined
def _look_up(text: Bytes, name: Words, world: World, plans: Plans, scratch: Scratch) -> bool:
    """Look up one name and enter its row; return whether that could be told here."""
    names, at, end = world.names, name[NAME_AT], name[NAME_END]
    space, kind = int(name[NAME_SPACE]), int(name[NAME_KIND])
    booking = plans.booking[kind, int(name[NAME_BOOKING])]
    key = find_hashed(text, at, end, name[NAME_CODE], space, names)
    if key == UNSURE:
        return False
    if key == NOT_FOUND:
        scratch.number[IS_PLAIN] = 0
        if kind == lay.RENTALS:
            booking[lay.RENTAL_TYPE] = _type(text, at, end, world)
            return booking[lay.RENTAL_TYPE] != UNSURE
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
def _place(text: Bytes, what: int, world: World, scratch: Scratch) -> int:
    """Return the place that a field names, UNKNOWN if there is none, NOWHERE if the field is not filled."""
    if scratch.field[what, KIND] == _NOT_FILLED:
        return NOWHERE
    at, end = scratch.field[what, AT], scratch.field[what, STOPS_AT]
    if scratch.field[what, KIND] != STRING or end - at > U(MAX_NAME):
        return UNSURE
    key = find(text, at, end, lay.PLACES, world.names)
    if key == UNSURE:
        return UNSURE
    if key == NOT_FOUND:
        scratch.number[IS_PLAIN] = 0
        return UNKNOWN
    place = world.names.key[key, lay.KEY_ROW]
    if (
        world.names.key[key, lay.KEY_IS_PLAIN] == 0
        or world.record[place, lay.PLACE_IS_PLAIN] == 0
        or not is_exact(text, at, end, key, world.names)
    ):
        scratch.number[IS_PLAIN] = 0
    return place


@inlined
def _city(text: Bytes, world: World, scratch: Scratch) -> int:
    """Return the place of a booking, likewise."""
    place = _place(text, field.CITY, world, scratch)
    if place == NOWHERE:
        scratch.number[IS_PLAIN] = 0
    return place


@compiled
def _type(text: Bytes, at: np.uint64, end: np.uint64, world: World) -> int:
    """Return the number of a type of car that is on offer in some city, UNKNOWN if no city has it."""
    key = find(text, at, end, lay.TYPES, world.names)
    if key == NOT_FOUND:
        return UNKNOWN
    return UNSURE if key == UNSURE else world.names.key[key, lay.KEY_ROW]


@inlined
def _clock(text: Bytes, what: int, scratch: Scratch) -> int:
    """Return a clock in minutes; one that cannot be read is a fault, and ABSENT."""
    if scratch.field[what, KIND] == _NOT_FILLED:
        return ABSENT
    at, end = scratch.field[what, AT], scratch.field[what, STOPS_AT]
    minute = ABSENT
    if scratch.field[what, KIND] == STRING:
        if end - at != U(5) or text[at + U(2)] != _DOTS:
            scratch.number[IS_PLAIN] = 0
            if text[at] <= 32 or text[end - ONE] <= 32 or text[at] > 126 or text[end - ONE] > 126:
                return UNSURE
        minute = _minute(text, at, end)
    if minute == ABSENT:
        scratch.number[FAULTS] += 1
        scratch.number[IS_PLAIN] = 0
    return minute


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
def _stated_price(text: Bytes, context: int, scratch: Scratch) -> int:
    """Return the price of a night or of a car day, under either name that it may have."""
    if scratch.field[field.PRICE, KIND] != _NOT_FILLED:
        return _price(text, field.PRICE, scratch)
    if context == field.RENTAL and scratch.field[field.OTHER_PRICE, KIND] != _NOT_FILLED:
        scratch.number[IS_PLAIN] = 0
    return _price(text, field.OTHER_PRICE, scratch)


@inlined
def _price(text: Bytes, what: int, scratch: Scratch) -> int:
    """Return an amount in cents, if it is a plain number of dollars with two places at most."""
    if scratch.field[what, KIND] == _NOT_FILLED:
        return ABSENT
    if scratch.field[what, KIND] != NUMBER:
        return UNSURE
    i, end = scratch.field[what, AT], scratch.field[what, STOPS_AT]
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


@compiled
def _car_id(text: Bytes, world: World, scratch: Scratch) -> int:
    """Return the code of a stated car number, UNKNOWN if no car has it."""
    kind = scratch.field[field.ID, KIND]
    if kind == _NOT_FILLED:
        return ABSENT
    scratch.number[IS_PLAIN] = 0
    at, end = scratch.field[field.ID, AT], scratch.field[field.ID, STOPS_AT]
    if end - at > U(MAX_NAME) or (kind == NUMBER and whole(text, at, end) < 0) or kind > NUMBER:
        return UNSURE
    key = find(text, at, end, lay.CAR_IDS, world.names)
    if key == NOT_FOUND:
        return UNKNOWN
    if key == UNSURE or not is_exact(text, at, end, key, world.names):
        return UNSURE
    return world.names.key[key, lay.KEY_ROW]


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
