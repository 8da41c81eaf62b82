"""
Cells: single values of the files, read as a map service and a social platform write them.

Empty values may be ``""``, ``[]``, null or missing; numbers may be text, and counts in ten thousands.
"""

import re
from collections.abc import Mapping
from datetime import date, datetime
from decimal import Decimal, InvalidOperation

from planassay.kb.errors import InputError
from planassay.kb.geo import Point

Row = Mapping[str, object]
_EMPTY = ("", None)
FIRST_YEAR, LAST_YEAR = 1900, 2999
"""Moments outside leave no room to reckon from."""


def text(row: Row, key: str, *, empty: bool = False) -> str:
    """Return a text; ``empty`` allows that there is none."""
    value = row.get(key)
    if empty and (value in _EMPTY or value == []):
        return ""
    if not isinstance(value, str) or not value.strip():
        raise _error(row, key, "must be a text that is not empty")
    return _written(row, key, value)


def number_id(row: Row, key: str) -> str:
    """Return an identifier, which may be a text or a whole number."""
    value = row.get(key)
    return str(value) if isinstance(value, int) and not isinstance(value, bool) else text(row, key)


def whole(row: Row, key: str, least: int, most: int) -> int:
    """Return a whole number within limits."""
    value = row.get(key)
    if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
        raise _error(row, key, f"must be a whole number from {least} to {most}")
    return value


def scaled(row: Row, key: str, scale: int, least: int, most: int) -> int | None:
    """
    Return a number times a scale, or None if there is none.

    It must be a whole number then, and from ``least`` to ``most`` (of the number itself).
    """
    value = row.get(key)
    if value in _EMPTY or value == []:
        return None
    message = f"must be a number from {least} to {most} with no parts smaller than 1/{scale}"
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        raise _error(row, key, message)
    try:
        exact = Decimal(str(value).strip()) * scale
    except InvalidOperation:
        raise _error(row, key, message) from None
    if not exact.is_finite() or not least * scale <= exact <= most * scale or exact != int(exact):
        raise _error(row, key, message)
    return int(exact)


def count(row: Row, key: str) -> int:
    """
    Return a count of likes: a number, or text such as ``1.2万`` (12,000).

    Examples
    --------
    >>> count({"liked_count": "1.2万"}, "liked_count"), count({"liked_count": 7}, "liked_count")
    (12000, 7)
    """
    value = row.get(key)
    if isinstance(value, int) and not isinstance(value, bool) and value >= 0:
        return value
    found = re.fullmatch(r"([0-9]{1,12}(?:\.[0-9]{1,4})?)([万w]?)\+?", str(value).strip(), re.ASCII)
    if isinstance(value, str) and found:
        exact = Decimal(found[1]) * (10_000 if found[2] else 1)
        if exact == int(exact):
            return int(exact)
    raise _error(row, key, "must be a count, such as 12000 or 1.2万")


def texts(row: Row, key: str) -> tuple[str, ...]:
    """Return a list of texts; one text may hold several, parted by ``;`` or ``,``."""
    value = row.get(key)
    if value in _EMPTY:
        return ()
    if isinstance(value, str):
        value = [part.strip() for part in re.split("[;,；，]", value) if part.strip()]
    if not isinstance(value, list) or not all(isinstance(item, str) and item for item in value):
        raise _error(row, key, "must be a list of texts")
    return tuple(_written(row, key, item) for item in value)


def listed(row: Row, key: str) -> list[object]:
    """Return a list; there may be none."""
    value = row.get(key)
    if value in _EMPTY:
        return []
    if not isinstance(value, list):
        raise _error(row, key, "must be a list")
    return value


def point(row: Row) -> Point:
    """Return the place on the globe that ``lat`` and ``lon`` name, in degrees."""
    return Point(_degrees(row, "lat", 90), _degrees(row, "lon", 180))


def _degrees(row: Row, key: str, most: int) -> float:
    value = row.get(key)
    if isinstance(value, bool) or not isinstance(value, int | float) or not -most <= value <= most:
        raise _error(row, key, f"must be degrees from -{most} to {most}")
    return float(value)


def day(row: Row, key: str) -> date:
    """Return a date ``YYYY-MM-DD``."""
    value = row.get(key)
    if isinstance(value, str) and re.fullmatch("[0-9]{4}-[0-9]{2}-[0-9]{2}", value):
        try:
            return date.fromisoformat(value)
        except ValueError:
            pass
    raise _error(row, key, "must be a date YYYY-MM-DD")


def moment(row: Row, key: str) -> datetime:
    """Return a local time ``YYYY-MM-DD HH:MM[:SS]``, without a zone."""
    value = row.get(key)
    if isinstance(value, str) and re.fullmatch("[0-9]{4}-[0-9]{2}-[0-9]{2}[T ][0-9:]{5,8}", value):
        try:
            found = datetime.fromisoformat(value)
            if FIRST_YEAR <= found.year <= LAST_YEAR:
                return found
        except ValueError:
            pass
    raise _error(row, key, f"must be a time YYYY-MM-DD HH:MM:SS in a year from {FIRST_YEAR} to {LAST_YEAR}")


def _written(row: Row, key: str, value: str) -> str:
    """Return a text, unless no file can hold it."""
    try:
        value.encode()
    except UnicodeEncodeError:
        raise _error(row, key, "must not hold half of a surrogate pair") from None
    return value


def _error(row: Row, key: str, message: str) -> InputError:
    if key not in row:
        return InputError(f"is missing: {message}", pointer=f"/{key}")
    return InputError(message, pointer=f"/{key}", value=row[key])
