"""
Drafts: the parts of an answer before they mean anything.

Language models write one field in many spellings, and leave blanks in many ways. This module finds the
fields of an object under any spelling, and reads texts, clocks, amounts and flags out of JSON values.
What cannot be read becomes a fault with its pointer; nothing is guessed, and nothing here knows of
cities or records (see ``bookings``).
"""

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import NamedTuple

from planassay.kb.money import MAX_CENTS, parse_cents
from planassay.kb.plan import Fault, FaultKind

MAX_TEXT = 1_000
"""Characters of one name, city or label."""
LAST_MINUTE = 3 * 1440 - 1
"""Latest clock of a day: a flight may land two days after it left, and the bed wait until then."""


SCALARS = (str, int, float, bool, type(None))
"""Values that hold no others; asked first, for they are most of a document."""
_LISTS = (list, tuple)
_MAX_ROWS = 256
_NUMBERS = frozenset((int, float, bool))
MAX_DOLLARS = MAX_CENTS // 100
USUAL_CLOCKS = {f"{minute // 60:02d}:{minute % 60:02d}": minute for minute in range(LAST_MINUTE + 1)}


class Field(NamedTuple):
    """A field that an object fills: where it stands, and its value."""

    pointer: str
    value: object


class Spellings(dict[str, str]):
    """
    The field of each key of a kind of object, in the spellings in use and in plain form.

    Notes
    -----
    Most objects of a document have the same keys. Which fields these are is remembered for each row of
    keys, if all of them are fields, each another one.
    """

    def __init__(self, fields: Mapping[str, str]) -> None:
        super().__init__(fields)
        self.rows: dict[tuple[object, ...], tuple[tuple[str, ...], dict[str, str]]] = {}

    def remember(self, keys: tuple[object, ...]) -> None:
        """Remember what fields a row of keys holds."""
        fields = [self[key] for key in keys if isinstance(key, str) and key in self]
        if len(set(fields)) == len(keys) and len(self.rows) < _MAX_ROWS:
            ends = {field: f"/{key}" for field, key in zip(fields, keys, strict=True)}
            self.rows[keys] = tuple(fields), ends


class Filled:
    """
    The fields that an object fills.

    Parameters
    ----------
    pointer
        Where the object stands; a bare name that stands for one is its own field.
    values
        The value of each field; none is None.
    ends
        How the pointer of each field goes on.
    is_bare
        Whether this is a bare name.
    """

    __slots__ = ("_ends", "is_bare", "pointer", "values")

    def __init__(
        self, pointer: str, values: dict[str, object], ends: Mapping[str, str], *, is_bare: bool = False
    ) -> None:
        self.pointer = pointer
        self.values = values
        self._ends = ends
        self.is_bare = is_bare

    def where(self, name: str) -> str:
        """Return the pointer of a field."""
        return self.pointer + self._ends.get(name, "")

    def field(self, name: str) -> Field | None:
        """Return a field with its pointer, or None if it is not filled."""
        value = self.values.get(name)
        return None if value is None else Field(self.pointer + self._ends[name], value)


class Drafts:
    """Reads drafts, and collects the faults of what cannot be read."""

    def __init__(self) -> None:
        self.faults: list[Fault] = []

    def fault(self, kind: FaultKind, pointer: str, value: object, expected: str) -> None:
        """Note a place that cannot be read."""
        self.faults.append(Fault(kind, pointer, describe(value), expected))

    def fields(self, pointer: str, draft: Mapping[str, object], names: Spellings) -> Filled:
        """
        Return the filled fields of an object by their one name.

        Parameters
        ----------
        pointer
            Where the object stands.
        draft
            The object.
        names
            Field of each key; keys are looked up as written, then in plain form (see :func:`plain`).

        Notes
        -----
        Of two spellings the filled one holds; two that say different things are ambiguous. Unknown keys
        are inert while they hold no object and no list, for such could hide a booking.
        """
        row = tuple(draft)
        known = names.rows.get(row)
        if known is None:
            names.remember(row)
            return self._fields(pointer, draft, names)
        values = {
            name: value
            for name, value in zip(known[0], draft.values(), strict=False)
            if value.__class__ in _NUMBERS
            or (value.__class__ is str and value[:1].isalnum())
            or not is_nothing(value)
        }
        return Filled(pointer, values, known[1])

    def _fields(self, pointer: str, draft: Mapping[str, object], names: Spellings) -> Filled:
        values: dict[str, object] = {}
        ends: dict[str, str] = {}
        for key, value in draft.items():
            name = names.get(key) or names.get(plain(key))
            if name is None:
                if not isinstance(value, SCALARS) and not is_nothing(value):
                    where = join(pointer, key)
                    self.fault(FaultKind.UNKNOWN_FIELD, where, value, "only fields of the format")
            elif not is_nothing(value):
                if name not in values:
                    values[name] = value
                    ends[name] = join("", key)
                elif not same(values[name], value):
                    first, second = pointer + ends[name], join(pointer, key)
                    self.fault(FaultKind.AMBIGUOUS, second, value, f"the same as {first}")
        return Filled(pointer, values, ends)

    def entries(self, field: Field) -> Iterator[tuple[str, object]]:
        """Yield what a container holds: the elements of a list, or the one object or name itself."""
        pointer, value = field
        if isinstance(value, dict):
            yield field
        elif isinstance(value, _LISTS):
            for index, element in enumerate(value):
                if element.__class__ is dict and element:
                    yield f"{pointer}/{index}", element
                elif not is_nothing(element):
                    if isinstance(element, dict | str | Mapping):
                        yield f"{pointer}/{index}", element
                    else:
                        expected = "an object or a name"
                        self.fault(FaultKind.WRONG_TYPE, f"{pointer}/{index}", element, expected)
        elif isinstance(value, str | Mapping):
            yield field
        else:
            self.fault(FaultKind.WRONG_TYPE, pointer, value, "an object, a list or a name")

    def text(self, filled: Filled, name: str) -> str | None:
        """Return the text in a field, or None if there is none."""
        value = filled.values.get(name)
        if value is None:
            return None
        if not isinstance(value, str):
            self.fault(FaultKind.WRONG_TYPE, filled.where(name), value, "a text")
            return None
        if len(value) > MAX_TEXT:
            self.fault(FaultKind.TOO_LARGE, filled.where(name), value, f"at most {MAX_TEXT:,} characters")
            return None
        return value

    def clock(self, filled: Filled, name: str) -> int | None:
        """Return the clock in a field in minutes of its day, up to 71:59, or None if there is none."""
        value = filled.values.get(name)
        if value is None:
            return None
        minute = None
        if isinstance(value, str):
            minute = USUAL_CLOCKS.get(value)
            minute = parse_time(value) if minute is None else minute
        if minute is None:
            self.fault(FaultKind.BAD_CLOCK, filled.where(name), value, "a clock like 08:05")
        return minute

    def cents(self, filled: Filled, name: str) -> int | None:
        """Return the amount of dollars in a field to the nearest cent, or None if there is none."""
        value = filled.values.get(name)
        if value is None:
            return None
        if isinstance(value, str):
            try:
                return parse_cents(value)
            except ValueError as error:
                self.fault(FaultKind.BAD_NUMBER, filled.where(name), value, f"an amount: this {error}")
                return None
        if isinstance(value, bool) or not isinstance(value, int | float):
            self.fault(FaultKind.WRONG_TYPE, filled.where(name), value, "an amount")
            return None
        if not 0 <= value <= MAX_DOLLARS:  # also refuses NaN
            expected = "a finite amount, zero or more"
            self.fault(FaultKind.BAD_NUMBER, filled.where(name), value, expected)
            return None
        return round(value * 100)

    def flag(self, field: Field) -> bool | None:
        """Return a yes or no, also where it is written as text or as 0 or 1; None if it is neither."""
        value = field.value
        if isinstance(value, str):
            value = {"true": True, "false": False}.get(value.strip().lower())
        elif isinstance(value, int | float) and value in (0, 1):
            value = value == 1
        if isinstance(value, bool):
            return value
        self.fault(FaultKind.WRONG_TYPE, field.pointer, field.value, "true or false")
        return None


def plain(key: object) -> str:
    """
    Return a key in lower case, without the characters that join words.

    Examples
    --------
    >>> plain("Flight_Number") == plain("flightNumber") == plain("flight number")
    True
    """
    text = key if isinstance(key, str) else describe(key)
    if len(text) > 100:  # no field of any format, and no work for nothing
        return text
    return _plain(text)


@lru_cache(maxsize=1024)
def _plain(text: str) -> str:
    return text.lower().replace("_", "").replace("-", "").replace(" ", "")


def is_nothing(value: object) -> bool:
    """
    Tell whether a value only holds the place of one: null, blanks, a dash, or a list or object of none.

    Examples
    --------
    >>> [is_nothing(v) for v in (None, " ", "-", [], {}, ["-", None], 0, False, "x")]
    [True, True, True, True, True, True, False, False, False]
    """
    if isinstance(value, str):
        if value and value[0].isalnum():
            return False
        return len(value) <= MAX_TEXT and value.strip() in ("", "-")
    if isinstance(value, dict):
        return not value
    if value is None or isinstance(value, SCALARS):
        return value is None
    if isinstance(value, _LISTS):
        for element in value:
            if element is not None and not (isinstance(element, str) and is_nothing(element)):
                return False
        return True
    return isinstance(value, Mapping) and not value


def same(a: object, b: object) -> bool:
    """Tell whether two drafts say the same thing; true is not the number one."""
    return isinstance(a, bool) == isinstance(b, bool) and a == b


def join(pointer: str, key: object) -> str:
    """Return the JSON pointer of a member, with surrogates that no text may hold spelled out."""
    text = key[:MAX_TEXT] if isinstance(key, str) else describe(key)
    if "~" in text or "/" in text:
        text = text.replace("~", "~0").replace("/", "~1")
    if not text.isascii():
        text = text.encode("utf-8", "backslashreplace").decode("utf-8")
    return f"{pointer}/{text}"


def parse_time(text: str) -> int | None:
    """
    Return the minute of the day of ``HH:MM`` or ``HH:MM:SS``, hours up to 71, or None.

    Examples
    --------
    >>> [parse_time(t) for t in ("08:05", "8:05", "09:00:30", "24:45", "72:00", "9 AM", "9:5")]
    [485, 485, 540, 1485, None, None, None]
    """
    if len(text) > MAX_TEXT:
        return None
    hours, _, rest = text.strip().partition(":")
    minutes, colon, seconds = rest.partition(":")
    if not _is_sixtieth(minutes) or (colon and not _is_sixtieth(seconds)):
        return None
    if not (1 <= len(hours) <= 2 and hours.isascii() and hours.isdigit()):
        return None
    minute = 60 * int(hours) + int(minutes)
    return minute if minute <= LAST_MINUTE else None


def _is_sixtieth(text: str) -> bool:
    return len(text) == 2 and text.isascii() and text.isdigit() and text < "60"


def describe(value: object) -> str:
    """
    Return a short text for a JSON value, in bounded time whatever it holds.

    Examples
    --------
    >>> describe("noon"), describe([1, 2]), describe({"a": 1}), describe(float("nan"))
    ("'noon'", 'a list of 2', 'an object of 1', 'nan')
    """
    if isinstance(value, str):
        text = repr(value[:60])
        return text if len(value) <= 60 else f"{text} and {len(value) - 60:,} characters more"
    if value is None or isinstance(value, bool | float):
        return repr(value)
    if isinstance(value, int):
        return repr(value) if value.bit_length() <= 200 else f"an integer of {value.bit_length()} bits"
    if isinstance(value, Mapping):
        return f"an object of {len(value)}"
    if isinstance(value, list | tuple):
        return f"a list of {len(value)}"
    return f"a value of type {type(value).__name__}"
