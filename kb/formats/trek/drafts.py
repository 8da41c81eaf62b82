"""
Drafts: the parts of an answer before they mean anything.

Language models write one field in many spellings, and leave blanks in many ways. This module finds the
fields of an object under any spelling, and reads texts, clocks, amounts and flags out of JSON values.
What cannot be read becomes a fault with its pointer; nothing is guessed, and nothing here knows of
cities or records (see ``bookings``).
"""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from planassay.kb.money import MAX_CENTS, parse_cents
from planassay.kb.plan import Fault, FaultKind

MAX_TEXT = 1_000
"""Characters of one name, city or label."""
LAST_MINUTE = 3 * 1440 - 1
"""Latest clock of a day: a flight may land two days after it left, and the bed wait until then."""


SCALARS = (str, int, float, bool, type(None))
"""Values that hold no others; asked first, for they are most of a document."""


class Field(NamedTuple):
    """A field that an object fills: where it stands, and its value."""

    pointer: str
    value: object


Fields = Mapping[str, Field]


class Drafts:
    """Reads drafts, and collects the faults of what cannot be read."""

    def __init__(self) -> None:
        self.faults: list[Fault] = []

    def fault(self, kind: FaultKind, pointer: str, value: object, expected: str) -> None:
        """Note a place that cannot be read."""
        self.faults.append(Fault(kind, pointer, describe(value), expected))

    def fields(self, pointer: str, draft: Mapping[str, object], names: Mapping[str, str]) -> dict[str, Field]:
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
        found: dict[str, Field] = {}
        for key, value in draft.items():
            name = names.get(key)
            where = None if name is None else f"{pointer}/{key}"  # a usual spelling needs no escape
            name = name or names.get(plain(key))
            if name is None:
                if not isinstance(value, SCALARS) and not is_nothing(value):
                    self.fault(
                        FaultKind.UNKNOWN_FIELD, join(pointer, key), value, "only fields of the format"
                    )
            elif not is_nothing(value):
                field = Field(where or join(pointer, key), value)
                first = found.setdefault(name, field)
                if first is not field and not same(first.value, value):
                    self.fault(FaultKind.AMBIGUOUS, field.pointer, value, f"the same as {first.pointer}")
        return found

    def entries(self, field: Field) -> Iterator[Field]:
        """Yield what a container holds: the elements of a list, or the one object or name itself."""
        value = field.value
        if isinstance(value, dict):
            yield field
        elif isinstance(value, list | tuple):
            for index, element in enumerate(value):
                if is_nothing(element):
                    continue
                if isinstance(element, dict | str | Mapping):
                    yield Field(f"{field.pointer}/{index}", element)
                else:
                    self.fault(
                        FaultKind.WRONG_TYPE, f"{field.pointer}/{index}", element, "an object or a name"
                    )
        elif isinstance(value, str | Mapping):
            yield field
        else:
            self.fault(FaultKind.WRONG_TYPE, field.pointer, value, "an object, a list or a name")

    def text(self, field: Field | None) -> str | None:
        """Return a text, or None if there is none."""
        if field is None:
            return None
        value = field.value
        if not isinstance(value, str):
            self.fault(FaultKind.WRONG_TYPE, field.pointer, value, "a text")
            return None
        if len(value) > MAX_TEXT:
            self.fault(FaultKind.TOO_LARGE, field.pointer, value, f"at most {MAX_TEXT:,} characters")
            return None
        return value

    def clock(self, field: Field | None) -> int | None:
        """Return a clock in minutes of its day, up to 71:59, or None if there is none."""
        if field is None:
            return None
        minute = parse_time(field.value) if isinstance(field.value, str) else None
        if minute is None:
            self.fault(FaultKind.BAD_CLOCK, field.pointer, field.value, "a clock like 08:05")
        return minute

    def cents(self, field: Field | None) -> int | None:
        """Return an amount of dollars to the nearest cent, or None if there is none."""
        if field is None:
            return None
        value = field.value
        if isinstance(value, str):
            try:
                return parse_cents(value)
            except ValueError as error:
                self.fault(FaultKind.BAD_NUMBER, field.pointer, value, f"an amount: this {error}")
                return None
        if isinstance(value, bool) or not isinstance(value, int | float):
            self.fault(FaultKind.WRONG_TYPE, field.pointer, value, "an amount")
            return None
        if not 0 <= value <= MAX_CENTS // 100:  # also refuses NaN
            self.fault(FaultKind.BAD_NUMBER, field.pointer, value, "a finite amount, zero or more")
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
    if value is None or isinstance(value, SCALARS):
        return value is None
    if isinstance(value, list | tuple):
        return all(e is None or (isinstance(e, str) and is_nothing(e)) for e in value)
    return not value if isinstance(value, dict) else isinstance(value, Mapping) and not value


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
