"""
Tables: how the records of a system are laid out as rows of plain values, stated as data.

A format module declares one :class:`TableSchema` for each of its tables; the store, the columns and
the content hash work on any of them. What a value *means* is the record's business, not known here.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from hashlib import sha256
from typing import Generic, TypeVar

import orjson

Value = int | float | str | tuple[str, ...] | None
"""What a cell can hold."""

Row = tuple[Value, ...]
"""One value for each column, in the order of the schema."""

R = TypeVar("R")


class Kind(StrEnum):
    """What the cells of a column hold, and so how they are kept."""

    INT = "int"
    """Integers below 2**63 in size."""
    FLOAT = "float"
    """Doubles, finite."""
    TEXT = "text"
    """Text that rarely repeats: prose, names."""
    WORD = "word"
    """Text that often repeats: kept as codes of a dictionary."""
    WORDS = "words"
    """Lists of words that often repeat."""


@dataclass(frozen=True, slots=True)
class Column:
    """A column: its name, the kind of its cells, and whether a cell may hold nothing (integers only)."""

    name: str
    kind: Kind
    optional: bool = False


@dataclass(frozen=True, slots=True)
class TableSchema(Generic[R]):
    """
    The layout of a table.

    Parameters
    ----------
    name
        Name of the table, fit for a file and for SQL.
    columns
        The columns in order.
    to_row
        Record to values. Neither the label nor the position is among them: both are implied.
    from_columns
        Label, position of the first record, and columns (lists of equal length), to records.
    by_label
        Whether the table is split by a label (a city); otherwise its only label is ``""``.
    """

    name: str
    columns: tuple[Column, ...]
    to_row: Callable[[R], Row]
    from_columns: Callable[[str, int, Sequence[Sequence[Value]]], list[R]]
    by_label: bool


Part = tuple[str, str, Sequence[Row]]
"""Name of a table, a label of it, and the rows under that label."""


def content_hash(system: str, parts: Iterable[Part]) -> str:
    """
    Return the identity of a knowledge base: SHA-256 over its rows in a canonical form.

    The order of rows within a label counts (the first of two equal names wins in official readers), the
    order of the parts does not. The form is one JSON line for each part and each row, parts in order of
    (table, label); floats are written in their shortest form, which is the same on every machine.
    """
    digest = sha256(orjson.dumps(["planassay-kb", 1, system]) + b"\n")
    for table, label, rows in sorted(parts, key=lambda part: part[:2]):
        digest.update(orjson.dumps([table, label, len(rows)]) + b"\n")
        for row in rows:
            digest.update(orjson.dumps(row) + b"\n")
    return digest.hexdigest()
