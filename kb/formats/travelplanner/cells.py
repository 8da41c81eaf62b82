"""
Cells: reading the official CSV files row by row, and their values.

Files may be compressed. The official reader drops every row that has an empty cell, and takes a few words
for empty cells too; both are kept here, because they decide which rows exist. Source: TravelPlanner commit
da7c1d4, whose tables are read by pandas 2.0.
"""

import csv
import gzip
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import date
from functools import lru_cache
from pathlib import Path
from typing import TextIO, TypeVar

from planassay.kb.clock import DAY_MIN, parse_clock
from planassay.kb.errors import InputError
from planassay.kb.money import parse_cents

Record = TypeVar("Record")
Value = TypeVar("Value", int, date)
Cells = Mapping[str, str]

EMPTY = frozenset(
    (
        *("", "#N/A", "#N/A N/A", "#NA", "-1.#IND", "-1.#QNAN", "-NaN", "-nan", "1.#IND", "1.#QNAN"),
        *("<NA>", "N/A", "NA", "NULL", "NaN", "None", "n/a", "nan", "null"),
    )
)
"""Cells that the official reader takes for empty."""


def open_text(path: Path) -> TextIO:
    """
    Return a text file, opened; ``.gz`` is unpacked on the way.

    Line ends are kept as they are, since a cell may hold some.
    """
    if path.suffix == ".gz":
        return gzip.open(path, "rt", encoding="utf-8", newline="")
    return path.open(encoding="utf-8", newline="")


def read_rows(
    path: Path,
    columns: Sequence[str],
    make: Callable[[Cells, int], Record],
    faults: list[InputError],
    *,
    drop_gaps: bool = True,
) -> Iterator[Record]:
    """
    Yield the record of each row; what cannot be read goes to ``faults``.

    Parameters
    ----------
    path
        A CSV file with a header.
    columns
        Columns that must be there.
    make
        Makes a record of the cells by column and the position of the row, from 0, gaps counted.
    faults
        Grows by one error for each row that cannot be read.
    drop_gaps
        Whether rows with an empty cell in any column, used or not, are passed over.
    """
    try:
        with open_text(path) as file:
            lines = csv.reader(file)
            header = next(lines, [])
            if missing := [column for column in columns if column not in header]:
                faults.append(InputError(f"has no column {missing[0]!r}", source=path, line=1))
                return
            for row, cells in enumerate(lines):
                if len(cells) != len(header):
                    message = f"has {len(cells)} cells, the header {len(header)}"
                    faults.append(InputError(message, source=path, line=lines.line_num))
                elif not drop_gaps or EMPTY.isdisjoint(cells):
                    try:
                        yield make(dict(zip(header, cells, strict=True)), row)
                    except InputError as error:
                        error.source, error.line = path, lines.line_num
                        faults.append(error)
    except (OSError, EOFError, UnicodeDecodeError, csv.Error) as error:
        faults.append(InputError(f"cannot be read: {error}", source=path))


def number(cells: Cells, column: str, *, scale: int = 1) -> int:
    """
    Return a number of a cell in parts of one: ``4.5`` with scale 10 is 45.

    Raises
    ------
    InputError
        If the cell is no number, or does not come out whole.
    """
    text = cells[column]
    try:
        value = float(text) * scale
        whole = round(value)
    except (ValueError, OverflowError):
        raise InputError("is no number", column=column, value=text) from None
    if abs(value - whole) > 1e-6 or whole < 0:
        raise InputError(f"is no number of {scale}ths, zero or more", column=column, value=text)
    return whole


def cents(cells: Cells, column: str) -> int:
    """
    Return the cents of a cell that holds dollars.

    Raises
    ------
    InputError
        If it holds no amount.
    """
    return _read(cells, column, _cents)


def clock(cells: Cells, column: str) -> int:
    """
    Return the minute of the day that a cell names as ``HH:MM``.

    Raises
    ------
    InputError
        If it names none.
    """
    return _read(cells, column, _clock)


def day(cells: Cells, column: str) -> date:
    """
    Return the date that a cell names as ``YYYY-MM-DD``.

    Raises
    ------
    InputError
        If it names none.
    """
    return _read(cells, column, _day)


def minutes(cells: Cells, column: str) -> int:
    """
    Return the length that a cell names, as in ``1 day 2 hours`` or ``10 hours 55 mins``.

    Raises
    ------
    InputError
        If it names none.
    """
    return _read(cells, column, _minutes)


def _read(cells: Cells, column: str, reader: Callable[[str], Value]) -> Value:
    try:
        return reader(cells[column])
    except ValueError as error:
        raise InputError(str(error), column=column, value=cells[column]) from None


# The flight table has millions of rows and few values: each is read once, and its rows share it.


@lru_cache(maxsize=4096)
def _cents(text: str) -> int:
    return parse_cents(text)


@lru_cache(maxsize=4096)
def _clock(text: str) -> int:
    minute = parse_clock(text)
    if minute is None or minute == DAY_MIN:
        raise ValueError("is no clock HH:MM")
    return minute


@lru_cache(maxsize=4096)
def _day(text: str) -> date:
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise ValueError("is no date YYYY-MM-DD") from None


_UNIT_MIN = {"day": 1440, "hour": 60, "minute": 1, "min": 1}


@lru_cache(maxsize=4096)
def _minutes(text: str) -> int:
    words = text.split()
    amounts, units = words[::2], [word.removesuffix("s") for word in words[1::2]]
    is_whole = len(amounts) == len(units) > 0 and all(amount.isdecimal() for amount in amounts)
    if not is_whole or not _UNIT_MIN.keys() >= set(units):
        raise ValueError("is no duration like 10 hours 55 mins")
    return sum(int(amount) * _UNIT_MIN[unit] for amount, unit in zip(amounts, units, strict=True))
