"""
Cells: one reader for each kind of text that an official table holds.

A reader takes the text of a cell and returns its value, or raises ``ValueError`` with the rest of a
sentence that begins with the value: *'x'* "is not a clock". Nothing is repaired here, and no reader
knows in which file its cell stands.
"""

import re
import warnings
from ast import literal_eval
from collections.abc import Callable
from functools import lru_cache
from math import isfinite

from planassay.kb.clock import DAY_MIN, parse_clock
from planassay.kb.hours import OpeningHours, parse_daily
from planassay.kb.money import parse_cents

NULL_TOKENS = frozenset(
    (
        "",
        "#N/A",
        "#N/A N/A",
        "#NA",
        "-1.#IND",
        "-1.#QNAN",
        "-NaN",
        "-nan",
        "1.#IND",
        "1.#QNAN",
        "<NA>",
        "N/A",
        "NA",
        "NULL",
        "NaN",
        "None",
        "n/a",
        "nan",
        "null",
    )
)
"""Cells that the official reader, pandas with its defaults, takes for missing."""

_DECIMAL = re.compile(r"[+-]?([0-9]+(\.[0-9]*)?|\.[0-9]+)([eE][+-]?[0-9]{1,3})?")
_PLAIN = re.compile(r"[+-]?[0-9]+(\.[0-9]*)?")
_WHOLE = re.compile(r"([0-9]{1,15})(\.0*)?")
_HOURS = re.compile(r"([0-9]{1,3})(?:\.([0-9]{1,2}))? hours?")


def text(cell: str) -> str:
    """Return the cell as it is: prose may be empty, and ``NA`` is North America or Namibia."""
    return cell


def name(cell: str) -> str:
    """
    Return a text that identifies something.

    Refused where the official reader would see a missing value, because it could never be found there.
    """
    if not cell.strip():
        raise ValueError("is empty, but must name something")
    if cell in NULL_TOKENS:
        raise ValueError("reads as a missing value in the official loader, but must name something")
    return cell


def iata(cell: str) -> str:
    """Return an airport code: three capital letters or digits."""
    if not re.fullmatch(r"[A-Z0-9]{3}", cell):
        raise ValueError("is not an airport code of three capitals")
    return cell


def cents(cell: str) -> int:
    """Return the cents of an amount of dollars; see ``kb.money.parse_cents`` for what is refused."""
    return parse_cents(cell)


def clock(cell: str) -> int:
    """Return the minute of the day of a clock from 00:00 to 23:59."""
    minute = parse_clock(cell)
    if minute is None or minute == DAY_MIN:
        raise ValueError("is not a clock HH:MM from 00:00 to 23:59")
    return minute


def scaled(low: int, high: int, places: int, step: int = 1) -> Callable[[str], int]:
    """
    Return a reader of decimals that gives them times ``10**places``, in units of ``step``.

    ``scaled(1, 5, 1, step=5)`` reads stars in halves: ``"3.5"`` is 35 tenths, so 7.
    """

    def read(cell: str) -> int:
        value = cell.strip()
        if not _PLAIN.fullmatch(value):
            raise ValueError(f"is not a number from {low} to {high}")
        whole, _, fraction = value.partition(".")
        fraction = fraction.rstrip("0")
        if len(fraction) > places:
            raise ValueError(f"has more than {places} decimal places")
        number = int(whole + fraction.ljust(places, "0"))
        if not low * 10**places <= number <= high * 10**places:
            raise ValueError(f"is not from {low} to {high}")
        if number % step:
            raise ValueError(f"is no multiple of {step / 10**places}")
        return number // step

    return read


def optional(read: Callable[[str], int]) -> Callable[[str], int | None]:
    """Return a reader that gives None for a cell that holds nothing."""

    def read_or_none(cell: str) -> int | None:
        return None if cell.strip() in NULL_TOKENS else read(cell)

    return read_or_none


def seats(cell: str) -> int:
    """Return a whole number of seats, 1 to 100."""
    match = _WHOLE.fullmatch(cell.strip())
    if match is None or not 1 <= int(match[1]) <= 100:
        raise ValueError("is not a whole number of seats from 1 to 100")
    return int(match[1])


def degrees(limit: int) -> Callable[[str], float]:
    """Return a reader of degrees from ``-limit`` to ``limit``."""

    def read(cell: str) -> float:
        value = cell.strip()
        number = float(value) if _DECIMAL.fullmatch(value) else None
        if number is None or not isfinite(number):
            raise ValueError("is not a number of degrees")
        if not -limit <= number <= limit:
            raise ValueError(f"is not from {-limit} to {limit} degrees")
        return number

    return read


@lru_cache(maxsize=4096)
def opening_hours(cell: str) -> OpeningHours | None:
    """Return the hours of ``HH:MM-HH:MM``, or None if the cell holds nothing."""
    if cell.strip() in NULL_TOKENS:
        return None
    hours = parse_daily(cell)
    if hours is None:
        raise ValueError("is not a span of hours HH:MM-HH:MM")
    return hours


def duration_min(cell: str) -> int | None:
    """Return the minutes of ``<n> hours``, or None if the cell holds nothing."""
    if cell.strip() in NULL_TOKENS:
        return None
    match = _HOURS.fullmatch(cell.strip())
    if match is None:
        raise ValueError("is not a duration such as '2 hours'")
    hundredths = int(match[1]) * 100 + int((match[2] or "").ljust(2, "0"))
    if not hundredths or hundredths * 60 % 100:
        raise ValueError("is not a positive whole number of minutes")
    return hundredths * 60 // 100


def literal(cell: str) -> object:
    """
    Return the value of a Python literal.

    Raises
    ------
    ValueError
        If the cell is no literal, or one too deep or too long to be evaluated.
    """
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # an odd escape in a string is no business of the reader
            value: object = literal_eval(cell)
    except (ValueError, SyntaxError, TypeError, MemoryError, RecursionError):
        raise ValueError("is not a Python literal") from None
    return value


def words(cell: str) -> tuple[str, ...]:
    """Return the strings of a list literal such as ``['Wi-Fi', 'Spa']``."""
    if cell.startswith("['") and cell.endswith("']") and not ('"' in cell or "\\" in cell or "\n" in cell):
        items = cell[2:-2].split("', '")
        if not any("'" in item for item in items):  # the plain form, which is nearly all of them
            return tuple(items)
    try:
        value = literal(cell)
    except ValueError:
        raise ValueError("is not a list of strings") from None
    if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
        raise ValueError("is not a list of strings")
    return tuple(value)
