"""
Rows: an official CSV file as rows of named cells, each with its line.

Reading is total. A file that cannot be read at all is one error; a row that cannot be read is one error
that names file, line (where the row begins), column and value, and the other rows are read all the same.
What cells mean is not known here (see ``cells``).
"""

import csv
from collections.abc import Callable, Iterator, Sequence
from io import StringIO
from pathlib import Path
from typing import TypeVar

from planassay.kb.errors import InputError, shorten

T = TypeVar("T")
R = TypeVar("R")


class Cells:
    """The cells of one row, read by the name of their column."""

    __slots__ = ("_cells", "_place", "line", "source")

    def __init__(self, source: Path, line: int, place: dict[str, int], cells: Sequence[str]) -> None:
        self.source = source
        self.line = line
        self._place = place
        self._cells = cells

    def read(self, column: str, reader: Callable[[str], T]) -> T:
        """
        Return the value of a cell.

        Raises
        ------
        InputError
            If the reader refuses the text of the cell.
        """
        cell = self._cells[self._place[column]]
        try:
            return reader(cell)
        except ValueError as error:
            raise self.error(column, str(error)) from None

    def error(self, column: str, message: str) -> InputError:
        """Return an error that names a cell of this row and its value."""
        value = self._cells[self._place[column]]
        return InputError(message, source=self.source, line=self.line, column=column, value=value)


def read_rows(
    path: Path,
    columns: Sequence[str],
    make: Callable[[Cells, int], R],
    faults: list[InputError],
) -> list[R]:
    """
    Return what ``make`` makes of each row of a file; what is wrong is added to ``faults``.

    Parameters
    ----------
    path
        A CSV file in UTF-8; a byte order mark and CR LF are fine, and so are blank lines.
    columns
        Columns that must be there; others are let be.
    make
        Cells of a row and the number of rows made before it, to a record; it raises ``InputError`` where
        a cell is wrong.
    """
    made: list[R] = []
    try:
        table = _parse(path, columns, faults)
        for cells in table:
            try:
                made.append(make(cells, len(made)))
            except InputError as error:
                faults.append(error)
    except InputError as error:
        faults.append(error)
    return made


def _parse(path: Path, columns: Sequence[str], faults: list[InputError]) -> Iterator[Cells]:
    text, is_clean = _decode(path)
    reader = csv.reader(StringIO(text, newline=""), strict=True)
    place: dict[str, int] | None = None
    width = 0
    end = 0  # last physical line read so far
    while True:
        try:
            row = next(reader)
        except StopIteration:
            break
        except csv.Error as error:
            faults.append(InputError(f"is no CSV: {error}", source=path, line=end + 1))
            if place is None:
                return
            end = reader.line_num
            continue
        line, end = end + 1, reader.line_num
        if not row:
            continue
        if place is None:
            place, width = _header(path, line, row, columns), len(row)
        elif len(row) != width:
            message = f"has {len(row)} cells, but the header names {width} columns"
            faults.append(InputError(message, source=path, line=line))
        elif not is_clean and (fault := _undecodable(path, line, place, row)):
            faults.append(fault)
        else:
            yield Cells(path, line, place, row)
    if place is None:
        raise InputError("is empty: a header line was expected", source=path)


def _decode(path: Path) -> tuple[str, bool]:
    """Return the text of a file, and whether all of it is UTF-8; other bytes become lone surrogates."""
    try:
        data = path.read_bytes()
    except OSError as error:
        raise InputError(f"cannot be read: {error.strerror}", source=path) from error
    if b"\0" in data:
        line = data.count(b"\n", 0, data.index(b"\0")) + 1
        raise InputError("holds a zero byte, so it is no CSV in UTF-8", source=path, line=line)
    try:
        return data.decode("utf-8-sig"), True
    except UnicodeDecodeError:
        return data.decode("utf-8-sig", errors="surrogateescape"), False


def _undecodable(path: Path, line: int, place: dict[str, int], row: Sequence[str]) -> InputError | None:
    for column, index in place.items():
        if any("\udc80" <= character <= "\udcff" for character in row[index]):
            return InputError("is not UTF-8", source=path, line=line, column=column, value=row[index])
    return None


def _header(path: Path, line: int, row: Sequence[str], columns: Sequence[str]) -> dict[str, int]:
    """Return where each column stands, by name."""
    missing = [column for column in columns if column not in row]
    if missing:
        message = f"has no column {', '.join(missing)}; it has {shorten(row, 300)}"
        raise InputError(message, source=path, line=line, column=missing[0])
    twice = next((column for column in columns if row.count(column) > 1), None)
    if twice is not None:
        raise InputError("stands twice in the header", source=path, line=line, column=twice)
    return {column: index for index, column in enumerate(row)}
