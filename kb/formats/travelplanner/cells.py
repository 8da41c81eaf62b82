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
from pathlib import Path
from typing import TextIO, TypeVar

from planassay.kb.errors import InputError
from planassay.kb.money import parse_cents

Record = TypeVar("Record")
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
                elif not (drop_gaps and any(cell in EMPTY for cell in cells)):
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
    try:
        return parse_cents(cells[column])
    except ValueError as error:
        raise InputError(str(error), column=column, value=cells[column]) from None


def clock(cells: Cells, column: str) -> int:
    """
    Return the minute of the day that a cell names as ``HH:MM``.

    Raises
    ------
    InputError
        If it names none.
    """
    hours, colon, minutes = cells[column].partition(":")
    if colon and hours.isdecimal() and minutes.isdecimal() and int(hours) < 24 and int(minutes) < 60:
        return 60 * int(hours) + int(minutes)
    raise InputError("is no clock HH:MM", column=column, value=cells[column])


def day(cells: Cells, column: str) -> date:
    """
    Return the date that a cell names as ``YYYY-MM-DD``.

    Raises
    ------
    InputError
        If it names none.
    """
    try:
        return date.fromisoformat(cells[column])
    except ValueError:
        raise InputError("is no date YYYY-MM-DD", column=column, value=cells[column]) from None


_UNIT_MIN = {"day": 1440, "hour": 60, "minute": 1, "min": 1}


def minutes(cells: Cells, column: str) -> int:
    """
    Return the length that a cell names, as in ``1 day 2 hours`` or ``10 hours 55 mins``.

    Raises
    ------
    InputError
        If it names none.
    """
    words = cells[column].split()
    total = 0
    for amount, unit in zip(words[::2], words[1::2], strict=False):
        factor = _UNIT_MIN.get(unit.removesuffix("s"))
        if factor is None or not amount.isdecimal():
            break
        total += factor * int(amount)
    else:
        if words and len(words) % 2 == 0:
            return total
    raise InputError("is no duration like 10 hours 55 mins", column=column, value=cells[column])
