"""
Reading itineraries: DeepPlanning's travel plans from their bytes to numbers, in compiled form.

Walks through the text once and understands plans as they are asked for: objects where objects should be,
texts and numbers where those should be, slots of eleven letters. Whatever is spelled otherwise is left to the
single-plan scorer, which knows what the published evaluator makes of it.
"""

import numpy as np

from planassay.verifier.batch import itineraries as its
from planassay.verifier.batch.itineraries import ABSENT, Items, Room
from planassay.verifier.batch.layout import Bytes, Ints
from planassay.verifier.kernels.compiling import compiled, inlined
from planassay.verifier.kernels.items import UNSURE, find, item_of
from planassay.verifier.kernels.json import (
    BLANK,
    CLOSE_BRACE,
    COLON,
    COMMA,
    MAX_NESTED,
    MINUS,
    NINE,
    NULL,
    OPEN_BRACE,
    OPEN_BRACKET,
    POINT,
    QUOTE,
    STOP,
    ZERO,
    after_blanks,
    after_colon,
    after_number,
    after_scalar,
    after_string,
    after_value,
    next_element,
    next_member,
)
from planassay.verifier.kernels.words import EIGHT, ONE, U, cut, to_sign, word

(
    PLAN,
    DAYS,
    SUMMARY,
    TOTAL,
    CITY,
    STAY,
    ACTIVITIES,
    SLOT,
    TYPE,
    DETAILS,
    STARTS,
    ENDS,
    NAME,
    COST,
    FROM,
    TO,
    NUMBER,
    MODE,
    PRICE,
    NIGHTLY,
    KEYS,
) = range(21)
_SPELLED = (
    *("plan", "daily_plans", "budget_summary", "total_estimated_budget", "current_city", "accommodation"),
    *("activities", "time_slot", "type", "details", "start_time", "end_time", "name", "cost", "from", "to"),
    *("number", "mode", "price", "price_per_night"),
)
NO_KEY = -1
_LONGEST = np.uint64(24)
_WORDS = np.array(
    [
        [int.from_bytes(key.encode().ljust(24, b"\0")[k : k + 8], "little") for k in (0, 8, 16)]
        for key in _SPELLED
    ],
    np.uint64,
)
_LENGTHS = np.array([len(key) for key in _SPELLED], np.uint64)
_FROM, _TO = (np.uint64(int.from_bytes(letters, "little")) for letters in (b"from", b" to "))
_FOUR = np.uint64(2**32 - 1)
_MOST_DIGITS, _SLOT_LETTERS = 15, np.uint64(11)
_TENS = 10.0 ** np.arange(_MOST_DIGITS + 1)
_LAST_HOUR, _LAST_MINUTE, _DAY_MIN = 23, 59, 1440


@compiled
def _next_key(text: Bytes, i: np.uint64, end: np.uint64, is_first: bool) -> tuple[np.uint64, int, bool]:
    """
    Return where the value of the next member begins, or what follows the object; its key; if it has ended.

    ``i`` is behind the opening brace (``is_first``) or behind the value of the member before.
    """
    i, has_ended = next_member(text, i, end, is_first)
    if i == STOP or has_ended:
        return i, NO_KEY, True
    first = i
    i = to_sign(text, i, end)
    if i >= end or text[i] != QUOTE:  # an escape may spell any key
        return STOP, NO_KEY, True
    length = i - first
    key = NO_KEY
    if U(0) < length <= _LONGEST:
        low = cut(word(text, first), length) if length < EIGHT else word(text, first)
        for k in range(KEYS):
            if _LENGTHS[k] == length and _WORDS[k, 0] == low and _is_rest(text, first, length, k):
                key = k
                break
    i = after_colon(text, i + ONE, end)
    return i, key, i == STOP


@inlined
def _is_rest(text: Bytes, first: np.uint64, length: np.uint64, key: int) -> bool:
    """Tell whether a key is the one that begins as it does."""
    k = 1
    at = EIGHT
    while at < length:
        letters = word(text, first + at)
        if length - at < EIGHT:
            letters = cut(letters, length - at)
        if letters != _WORDS[key, k]:
            return False
        k += 1
        at += EIGHT
    return True


@compiled
def _read_item(text: Bytes, i: np.uint64, end: np.uint64, items: Items, room: Room) -> tuple[np.uint64, int]:
    """Return what follows a text, and its item; STOP for any other value."""
    if text[i] != QUOTE:
        return STOP, UNSURE
    first = i + ONE
    i, is_escaped = after_string(text, first, end)
    if i == STOP or is_escaped:
        return STOP, UNSURE
    item = item_of(text, first, i - ONE, items, room)
    return (STOP if item == UNSURE else i), item


@compiled
def _read_amount(text: Bytes, i: np.uint64, end: np.uint64) -> tuple[np.uint64, float]:
    """Return what follows a number, and the number, if it is written in few digits without an exponent."""
    if not (text[i] == MINUS or ZERO <= text[i] <= NINE):
        return STOP, 0.0
    first = i
    i = after_number(text, i, end)
    if i == STOP:
        return STOP, 0.0
    at = first + ONE if text[first] == MINUS else first
    whole = np.int64(0)
    digits = decimals = 0
    is_behind = False
    while at < i:
        letter = np.int64(text[at])
        if letter == POINT:
            is_behind = True
        elif letter > NINE or letter < ZERO:
            return STOP, 0.0
        else:
            whole = 10 * whole + letter - ZERO
            digits += 1
            decimals += is_behind
            if digits > _MOST_DIGITS:
                return STOP, 0.0
        at += ONE
    value = whole / _TENS[decimals]  # both exact: rounded once, as a reader of numbers rounds
    return i, (-value if text[first] == MINUS else value)


@inlined
def _two_digits(text: Bytes, i: np.uint64) -> int:
    """Return the number that two digits make, or -1."""
    high, low = np.int64(text[i]) - ZERO, np.int64(text[i + ONE]) - ZERO
    return 10 * high + low if 0 <= high <= 9 and 0 <= low <= 9 else -1


@inlined
def _minute(hour: int, minute: int) -> int:
    """Return the minute of the day of a clock, of which 24:00 is the last; ABSENT if it is none."""
    if minute > _LAST_MINUTE or (hour > _LAST_HOUR and (hour > _LAST_HOUR + 1 or minute > 0)):
        return ABSENT
    return min(60 * hour + minute, _DAY_MIN - 1)


@compiled
def _read_slot(text: Bytes, i: np.uint64, end: np.uint64, number: int, room: Room) -> np.uint64:
    """Read the slot of an activity, ``HH:MM-HH:MM``; return what follows it."""
    if text[i] != QUOTE or i + _SLOT_LETTERS + U(2) > end or text[i + _SLOT_LETTERS + ONE] != QUOTE:
        return STOP
    i += ONE
    if text[i + U(2)] != COLON or text[i + U(5)] != MINUS or text[i + U(8)] != COLON:
        return STOP
    row = room.activity[number]
    for place, at in ((its.FROM_HOUR, 0), (its.FROM_MINUTE, 3), (its.TO_HOUR, 6), (its.TO_MINUTE, 9)):
        row[place] = _two_digits(text, i + U(at))
        if row[place] < 0:
            return STOP
    start = _minute(row[its.FROM_HOUR], row[its.FROM_MINUTE])
    finish = _minute(row[its.TO_HOUR], row[its.TO_MINUTE])
    if start == ABSENT or finish == ABSENT:
        row[its.START] = ABSENT
    else:
        row[its.START] = start
        row[its.END] = finish
        row[its.FINISH] = finish + _DAY_MIN if finish < start else finish
    return i + _SLOT_LETTERS + ONE


@compiled
def _read_details(
    text: Bytes, i: np.uint64, end: np.uint64, number: int, items: Items, room: Room
) -> np.uint64:
    """Read the details of an activity, from behind the brace; return what follows them."""
    row = room.activity[number]
    seen = 0
    is_first = True
    while True:
        i, key, has_ended = _next_key(text, i, end, is_first)
        if has_ended:
            return i
        is_first = False
        if key < NAME or key > MODE:
            i, _ = after_value(text, i, end, MAX_NESTED)
        elif seen & (1 << key):
            return STOP
        elif key == COST:
            i, room.cost[number] = _read_amount(text, i, end)
        else:
            i, item = _read_item(text, i, end, items, room)
            if key == NAME:
                row[its.NAME] = item
            elif key == FROM:
                row[its.FROM] = item
            elif key == TO:
                row[its.TO] = item
            elif key == NUMBER:
                row[its.NUMBER] = item
            else:
                row[its.MODE] = items.item[item, its.ITEM_MODE] if 0 <= item < len(items.item) else ABSENT
                if row[its.MODE] == ABSENT:
                    return STOP
        if i == STOP:
            return STOP
        if key != NO_KEY:
            seen |= 1 << key


@compiled
def _read_activity(
    text: Bytes, i: np.uint64, end: np.uint64, number: int, items: Items, room: Room
) -> np.uint64:
    """Read an activity, from behind the brace; return what follows it."""
    row = room.activity[number]
    row[its.KIND] = its.OTHER
    for place in (its.NAME, its.FROM, its.TO, its.NUMBER):
        row[place] = its.NOTHING
    row[its.MODE] = 0
    room.cost[number] = np.nan
    seen = 0
    is_first = True
    while True:
        i, key, has_ended = _next_key(text, i, end, is_first)
        if has_ended:
            break
        is_first = False
        if key != NO_KEY and seen & (1 << key):
            return STOP
        if key in (STARTS, ENDS):
            return STOP
        if key == SLOT:
            i = _read_slot(text, i, end, number, room)
        elif key == TYPE:
            i, item = _read_item(text, i, end, items, room)
            kind = items.item[item, its.ITEM_KIND] if 0 <= item < len(items.item) else ABSENT
            row[its.KIND] = its.OTHER if kind == ABSENT else kind
        elif key == DETAILS:
            if text[i] != OPEN_BRACE:
                return STOP
            i = _read_details(text, i + ONE, end, number, items, room)
        else:
            i, _ = after_value(text, i, end, MAX_NESTED)
        if i == STOP:
            return STOP
        if key != NO_KEY:
            seen |= 1 << key
    needed = 1 << SLOT | 1 << TYPE | 1 << DETAILS
    return i if seen & needed == needed else STOP


@compiled
def _read_activities(text: Bytes, i: np.uint64, end: np.uint64, items: Items, room: Room) -> np.uint64:
    """Read the activities of a day, a list; return what follows it."""
    if text[i] != OPEN_BRACKET:
        return STOP
    i += ONE
    is_first = True
    while True:
        i, has_ended = next_element(text, i, end, is_first)
        if i == STOP or has_ended:
            return i
        is_first = False
        number = room.number[its.COUNT_ACTIVITIES]
        if number == its.MAX_ACTIVITIES or text[i] != OPEN_BRACE:
            return STOP
        i = _read_activity(text, i + ONE, end, number, items, room)
        if i == STOP:
            return STOP
        room.number[its.COUNT_ACTIVITIES] += 1


@compiled
def _read_stay(text: Bytes, i: np.uint64, end: np.uint64, day: int, items: Items, room: Room) -> np.uint64:
    """Read the accommodation of a day, an object or null; return what follows it."""
    if text[i] != OPEN_BRACE:
        i, kind = after_scalar(text, i, end)
        return i if kind == NULL else STOP
    i = after_blanks(text, i + ONE, end)
    if i < end and text[i] == CLOSE_BRACE:  # an empty object is none
        return i + ONE
    name = its.NOTHING
    price = cost = nightly = np.nan
    seen = 0
    is_first = True
    while True:
        i, key, has_ended = _next_key(text, i, end, is_first)
        if has_ended:
            break
        is_first = False
        if key != NO_KEY and seen & (1 << key):
            return STOP
        if key == NAME:
            i, name = _read_item(text, i, end, items, room)
        elif key == PRICE:
            i, price = _read_amount(text, i, end)
        elif key == COST:
            i, cost = _read_amount(text, i, end)
        elif key == NIGHTLY:
            i, nightly = _read_amount(text, i, end)
        else:
            i, _ = after_value(text, i, end, MAX_NESTED)
        if i == STOP:
            return STOP
        if key != NO_KEY:
            seen |= 1 << key
    room.day[day, its.DAY_BED] = name
    listed, billed = _first_true(_first_true(price, cost), nightly), _first_true(price, nightly)
    room.cost[its.LISTED + day] = listed
    room.cost[its.BILLED + day] = _first_true(billed, cost)
    return i


@inlined
def _first_true(one: float, other: float) -> float:
    """Return the first of two numbers if it is stated and not 0, else the second."""
    return other if np.isnan(one) or one == 0 else one


@compiled
def _read_header(text: Bytes, i: np.uint64, end: np.uint64, day: int, items: Items, room: Room) -> np.uint64:
    """Read the header of a day; return what follows it."""
    if text[i] != QUOTE:
        return STOP
    first = i + ONE
    i, is_escaped = after_string(text, first, end)
    if i == STOP or is_escaped:
        return STOP
    row = room.day[day]
    found = find(text, first, i - ONE, items)
    if found >= 0 and items.item[found, its.ITEM_ONLY] != ABSENT:
        row[its.DAY_START] = items.item[found, its.ITEM_START]
        row[its.DAY_END] = items.item[found, its.ITEM_END]
        row[its.DAY_CITY] = items.item[found, its.ITEM_ONLY]
        return i
    if not _is_plain(text, first, i - ONE):
        return STOP
    if _says(text, first, i - ONE, _FROM):
        return i if _read_pair(text, first, i - ONE, row, items, room) else STOP
    row[its.DAY_START] = row[its.DAY_END] = ABSENT
    row[its.DAY_CITY] = item_of(text, first, i - ONE, items, room)
    return STOP if row[its.DAY_CITY] == UNSURE else i


@compiled
def _is_plain(text: Bytes, at: np.uint64, end: np.uint64) -> bool:
    """Tell whether a header is ASCII without brackets, which would be taken out, and double blanks."""
    is_blank = False
    while at < end:
        if text[at] > 126 or text[at] in (40, 41) or (is_blank and text[at] == BLANK):
            return False
        is_blank = text[at] == BLANK
        at += ONE
    return True


@compiled
def _says(text: Bytes, at: np.uint64, end: np.uint64, letters: np.uint64) -> bool:
    """Tell whether four letters stand somewhere in a text."""
    return _position(text, at, end, letters) < end


@compiled
def _position(text: Bytes, at: np.uint64, end: np.uint64, letters: np.uint64) -> np.uint64:
    """Return where four letters stand first in a text; its end if they do not."""
    while at + U(4) <= end:
        if word(text, at) & _FOUR == letters:
            return at
        at += ONE
    return end


@compiled
def _read_pair(text: Bytes, at: np.uint64, end: np.uint64, row: Ints, items: Items, room: Room) -> bool:
    """Read a plain header that begins with from; return whether it names a pair for sure."""
    if end - at < U(5) or word(text, at) & _FOUR != _FROM or text[at + U(4)] != BLANK:
        return False
    start = at + U(5)
    joint = _position(text, start + ONE, end, _TO)
    goal = joint + U(4)
    close = goal
    while close < end and text[close] != COMMA:
        close += ONE
    if goal >= end or close == goal or text[close - ONE] == BLANK:
        return False
    row[its.DAY_START] = item_of(text, start, joint, items, room)
    row[its.DAY_END] = item_of(text, goal, close, items, room)
    row[its.DAY_CITY] = its.NOTHING
    return row[its.DAY_START] != UNSURE and row[its.DAY_END] != UNSURE


@compiled
def _read_day(text: Bytes, i: np.uint64, end: np.uint64, items: Items, room: Room) -> np.uint64:
    """Read a day, from behind the brace; return what follows it."""
    day = room.number[its.COUNT_DAYS]
    if day == its.MAX_DAYS:
        return STOP
    room.day[day, its.DAY_FIRST] = room.number[its.COUNT_ACTIVITIES]
    room.day[day, its.DAY_BED] = ABSENT
    room.cost[its.LISTED + day] = room.cost[its.BILLED + day] = np.nan
    seen = 0
    is_first = True
    while True:
        i, key, has_ended = _next_key(text, i, end, is_first)
        if has_ended:
            break
        is_first = False
        if key != NO_KEY and seen & (1 << key):
            return STOP
        if key == CITY:
            i = _read_header(text, i, end, day, items, room)
        elif key == STAY:
            i = _read_stay(text, i, end, day, items, room)
        elif key == ACTIVITIES:
            i = _read_activities(text, i, end, items, room)
        else:
            i, _ = after_value(text, i, end, MAX_NESTED)
        if i == STOP:
            return STOP
        if key != NO_KEY:
            seen |= 1 << key
    needed = 1 << CITY | 1 << ACTIVITIES
    if seen & needed != needed:
        return STOP
    room.number[its.COUNT_DAYS] += 1
    return i


@compiled
def _read_days(text: Bytes, i: np.uint64, end: np.uint64, items: Items, room: Room) -> np.uint64:
    """Read the days of a plan, a list; return what follows it."""
    if text[i] != OPEN_BRACKET:
        return STOP
    i += ONE
    is_first = True
    while True:
        i, has_ended = next_element(text, i, end, is_first)
        if i == STOP or has_ended:
            return i
        is_first = False
        if text[i] != OPEN_BRACE:
            return STOP
        i = _read_day(text, i + ONE, end, items, room)
        if i == STOP:
            return STOP


@compiled
def _read_summary(text: Bytes, i: np.uint64, end: np.uint64, room: Room) -> np.uint64:
    """Read the stated total; return what follows the summary, an object."""
    if text[i] != OPEN_BRACE:
        return STOP
    i += ONE
    is_told = False
    is_first = True
    while True:
        i, key, has_ended = _next_key(text, i, end, is_first)
        if has_ended:
            return i if is_told else STOP
        is_first = False
        if key != TOTAL:
            i, _ = after_value(text, i, end, MAX_NESTED)
        elif is_told:
            return STOP
        else:
            i, room.cost[its.STATED_TOTAL] = _read_amount(text, i, end)
            is_told = True
        if i == STOP:
            return STOP


@compiled
def _read_plan(text: Bytes, i: np.uint64, end: np.uint64, items: Items, room: Room) -> tuple[np.uint64, bool]:
    """Read a plan, from behind the brace; return what follows it, and whether it is a record around one."""
    seen = 0
    is_first = True
    while True:
        i, key, has_ended = _next_key(text, i, end, is_first)
        if has_ended:
            break
        is_first = False
        if key != NO_KEY and seen & (1 << key):
            return STOP, False
        if key == DAYS:
            i = _read_days(text, i, end, items, room)
        elif key == SUMMARY:
            i = _read_summary(text, i, end, room)
        elif key == PLAN:
            return i, True
        else:
            i, _ = after_value(text, i, end, MAX_NESTED)
        if i == STOP:
            return STOP, False
        if key != NO_KEY:
            seen |= 1 << key
    needed = 1 << DAYS | 1 << SUMMARY
    return (i if seen & needed == needed and room.number[its.COUNT_DAYS] > 0 else STOP), False


@compiled
def _after_record(text: Bytes, i: np.uint64, end: np.uint64) -> np.uint64:
    """Return what follows a record, from behind the plan in it, if it says nothing else of a plan."""
    while True:
        i, key, has_ended = _next_key(text, i, end, False)
        if has_ended:
            return i
        if key == PLAN:
            return STOP
        i, _ = after_value(text, i, end, MAX_NESTED)
        if i == STOP:
            return STOP


@compiled
def read(text: Bytes, i: np.uint64, end: np.uint64, items: Items, room: Room) -> bool:
    """Read an answer, a plan or a record that holds one; return whether it could be read here."""
    for k in range(its.COUNTS):
        room.number[k] = 0
    i = after_blanks(text, i, end)
    if i >= end or text[i] != OPEN_BRACE:
        return False
    i, is_record = _read_plan(text, i + ONE, end, items, room)
    if i == STOP:
        return False
    if is_record:
        if text[i] != OPEN_BRACE or room.number[its.COUNT_DAYS] > 0:
            return False
        i, is_record = _read_plan(text, i + ONE, end, items, room)
        if i == STOP or is_record:
            return False
        i = _after_record(text, i, end)
        if i == STOP:
            return False
    room.day[room.number[its.COUNT_DAYS], its.DAY_FIRST] = room.number[its.COUNT_ACTIVITIES]
    return after_blanks(text, i, end) == end
