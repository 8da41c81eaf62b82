"""
JSON lines: reading files of one object a line that anybody may have written.

No line brings the reading down. What is not one JSON object of a sane size is an ``InputError`` that says
why and where, and the lines after it are read all the same. Which lines must be there, and what the
objects mean, is the business of each system.
"""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

from planassay.kb.errors import InputError
from planassay.kb.packed import unpacked

MAX_LINE_BYTES = 16 * 1024 * 1024
"""Longest line that is looked at; a plan of forty activities has 4,000 bytes."""

MAX_DEPTH = 200
"""Deepest nesting that is accepted; a plan has 5. Python's own limit differs between its versions."""

Line = tuple[int, "dict[str, object] | InputError"]
"""Number of a line in its file, from 1, and what it holds."""


def read_objects(path: Path, *, lenient: bool = False) -> Iterator[Line]:
    """
    Yield what each line of a file holds; blank lines are passed over.

    Parameters
    ----------
    path
        A file of JSON lines, unpacked on the way if it is named ``.gz`` or ``.zst``.
    lenient
        Take ``NaN`` and infinite numbers as Python's own reader does, instead of refusing the line.

    Raises
    ------
    InputError
        If the file itself cannot be opened or read.
    """
    with unpacked(path) as lines:
        for number, data in _lines(lines):
            if data is None:
                message = f"is longer than {MAX_LINE_BYTES:,} bytes"
                yield number, InputError(message, source=path, line=number)
            elif data.strip():
                try:
                    yield number, parse_object(data.rstrip(), lenient=lenient)
                except InputError as error:
                    error.source, error.line = path, number
                    yield number, error


def parse_object(data: bytes, *, lenient: bool = False) -> dict[str, object]:
    """
    Return the JSON object that a text in UTF-8 holds.

    Of two entries with the same key the later one counts, as in Python's own reader.

    Raises
    ------
    InputError
        If the text is no JSON in UTF-8, holds something else than an object, is nested deeper than
        :data:`MAX_DEPTH`, or holds a number that is not finite (unless ``lenient``) or has too many digits.
    """
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise InputError(f"is not UTF-8 at byte {error.start}") from None
    try:
        value: object = (_LENIENT if lenient else _STRICT).decode(text)
    except json.JSONDecodeError as error:
        raise InputError(f"is no JSON: {error.msg} at character {error.pos}") from None
    except RecursionError:
        raise InputError(f"is nested deeper than {MAX_DEPTH} levels") from None
    except ValueError as error:
        raise InputError(f"holds a number that cannot be read: {error}") from None
    if not isinstance(value, dict):
        raise InputError(f"is no JSON object but {_NAMES[type(value)]}")
    if text.count("[") + text.count("{") > MAX_DEPTH and _is_deeper(value, MAX_DEPTH):
        raise InputError(f"is nested deeper than {MAX_DEPTH} levels")
    return value


_NAMES = {
    list: "a list",
    str: "a text",
    int: "a number",
    float: "a number",
    bool: "true or false",
    type(None): "null",
}


def _lines(lines: BinaryIO) -> Iterator[tuple[int, bytes | None]]:
    """Yield each line with its number, and None for one that is too long, which is never held whole."""
    number = 0
    while data := lines.readline(MAX_LINE_BYTES + 1):
        number += 1
        if len(data) <= MAX_LINE_BYTES or data.endswith(b"\n"):
            yield number, data
            continue
        while data and not data.endswith(b"\n"):
            data = lines.readline(MAX_LINE_BYTES)
        yield number, None


def _refuse(constant: str) -> float:
    raise ValueError(f"{constant} is not finite")


def _finite(digits: str) -> float:
    value = float(digits)
    if value in (float("inf"), float("-inf")):
        raise ValueError("it is not finite")
    return value


_STRICT = json.JSONDecoder(parse_constant=_refuse, parse_float=_finite)
_LENIENT = json.JSONDecoder()


def _is_deeper(value: object, limit: int) -> bool:
    """Return whether lists and objects are nested deeper than a limit; walks without recursion."""
    level: list[object] = [value]
    for _ in range(limit):
        inner: list[object] = []
        for item in level:
            if isinstance(item, dict):
                inner.extend(item.values())
            elif isinstance(item, list):
                inner.extend(item)
        level = [item for item in inner if isinstance(item, dict | list)]
        if not level:
            return False
    return True
