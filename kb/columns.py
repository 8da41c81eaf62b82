"""
Columns: the tables of a knowledge base as arrays, in memory or mapped from ``.npy`` files.

Scoring reads these, and nothing but NumPy is loaded for it. Integers and floats are plain arrays, prose is
one blob with offsets, text that repeats is codes and a dictionary, lists of words are codes with offsets and
have bit masks beside them. Rows stand label by label. What the values mean is known to the schema's owner.

The arrays are derived from the store's tables and from nothing else: equal rows give equal bytes.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate, pairwise
from typing import TypeVar, overload

import numpy as np
from numpy.typing import NDArray

from planassay.kb.tables import Column, Kind, Part, TableSchema, Value

Array = NDArray[np.int64] | NDArray[np.float64] | NDArray[np.uint8] | NDArray[np.int32] | NDArray[np.uint64]
Arrays = Mapping[str, Array]
"""Arrays by name: ``table.column``, or ``table.column.part`` where a column needs several."""

R = TypeVar("R")
LAYOUT = 1
"""Version of the arrays; files of another version are stale."""

_MASK_BITS = 64
_MAX_MADE = 20_000
"""Single records that a label remembers; a process that asks for all, one by one, does not hold all."""


# --------------------------------------------------------------------------------------------- building


def build_arrays(schema: Sequence[TableSchema[object]], parts: Sequence[Part]) -> dict[str, Array]:
    """Return the arrays of all tables; the labels of a table stand in the order of its parts."""
    arrays: dict[str, Array] = {}
    for table in schema:
        mine = [part for part in parts if part[0] == table.name]
        arrays.update(_text_arrays(f"{table.name}.label", [label for _, label, _ in mine]))
        arrays[f"{table.name}.start"] = _offsets(len(rows) for _, _, rows in mine)
        rows = [row for _, _, part_rows in mine for row in part_rows]
        for index, column in enumerate(table.columns):
            arrays.update(_column_arrays(f"{table.name}.{column.name}", column, [row[index] for row in rows]))
    return arrays


def _column_arrays(name: str, column: Column, values: Sequence[Value]) -> dict[str, Array]:
    if column.kind is Kind.INT:
        arrays: dict[str, Array] = {
            name: np.array([value if value is not None else 0 for value in values], np.int64)
        }
        if column.optional:
            arrays[f"{name}.absent"] = np.array([value is None for value in values], np.uint8)
        return arrays
    if column.kind is Kind.FLOAT:
        return {name: np.array(values, np.float64)}
    if column.kind is Kind.TEXT:
        return _text_arrays(name, [str(value) for value in values])
    if column.kind is Kind.WORD:
        return _word_arrays(name, [str(value) for value in values])
    return _list_arrays(name, [value if isinstance(value, tuple) else () for value in values])


def _offsets(lengths: Iterable[int]) -> NDArray[np.int64]:
    return np.array(list(accumulate(lengths, initial=0)), np.int64)


def _text_arrays(name: str, texts: Sequence[str]) -> dict[str, Array]:
    blobs = [text.encode() for text in texts]
    return {
        f"{name}.offsets": _offsets(map(len, blobs)),
        f"{name}.utf8": np.frombuffer(b"".join(blobs), np.uint8),
    }


def _word_arrays(name: str, words: Sequence[str]) -> dict[str, Array]:
    codes: dict[str, int] = {}
    coded = np.array([codes.setdefault(word, len(codes)) for word in words], np.int32)
    return {f"{name}.codes": coded, **_text_arrays(f"{name}.words", list(codes))}


def _list_arrays(name: str, lists: Sequence[tuple[str, ...]]) -> dict[str, Array]:
    arrays = _word_arrays(name, [word for words in lists for word in words])
    offsets = _offsets(map(len, lists))
    size = len(arrays[f"{name}.words.offsets"]) - 1
    masks = np.zeros((len(lists), -(-size // _MASK_BITS)), np.uint64)
    rows = np.repeat(np.arange(len(lists)), np.diff(offsets))
    block, bit = np.divmod(arrays[f"{name}.codes"].astype(np.uint64), np.uint64(_MASK_BITS))
    np.bitwise_or.at(masks, (rows, block.astype(np.int64)), np.uint64(1) << bit)
    return {**arrays, f"{name}.offsets": offsets, f"{name}.masks": masks}


# ---------------------------------------------------------------------------------------------- reading


@dataclass(frozen=True)
class Columns:
    """
    The tables of a knowledge base as arrays.

    Parameters
    ----------
    content_hash
        Identity of the knowledge base.
    arrays
        What :func:`build_arrays` makes, or the same mapped from files.

    Notes
    -----
    Arrays are read-only by intent, and mapped ones by the system. Safe to share between threads and across
    forks.
    """

    content_hash: str
    arrays: Arrays

    def labels(self, table: str) -> tuple[str, ...]:
        """Return the labels of a table, in the order of their files."""
        return self._labels[table]

    def length(self, table: str) -> int:
        """Return the number of rows of a table."""
        return int(self.arrays[f"{table}.start"][-1])

    def span(self, table: str, label: str) -> range:
        """
        Return the row numbers of a label.

        Raises
        ------
        KeyError
            If the table has no such label.
        """
        index = self._positions[table][label]
        start = self.arrays[f"{table}.start"]
        return range(int(start[index]), int(start[index + 1]))

    def array(self, table: str, column: str) -> Array:
        """Return a column of numbers, or the codes of a column of words."""
        name = f"{table}.{column}"
        return self.arrays[name] if name in self.arrays else self.arrays[f"{name}.codes"]

    def masks(self, table: str, column: str) -> NDArray[np.uint64]:
        """Return the lists of words of each row as bits: bit ``i`` of block ``j`` is word ``64 j + i``."""
        return self.arrays[f"{table}.{column}.masks"].view(np.uint64)

    def words(self, table: str, column: str) -> tuple[str, ...]:
        """Return the dictionary of a column of words or of lists of words, in order of code."""
        name = f"{table}.{column}.words"
        if name not in self._dictionaries:
            offsets = self.arrays[f"{name}.offsets"]
            self._dictionaries[name] = tuple(self._texts(name, range(len(offsets) - 1)))
        return self._dictionaries[name]

    def records(self, table: TableSchema[R], label: str = "") -> list[R]:
        """Return the records of a label, made anew at each call."""
        return self.made(table, label, range(len(self.span(table.name, label))))

    def made(self, table: TableSchema[R], label: str, positions: range) -> list[R]:
        """Return the records at consecutive positions under a label."""
        start = self.span(table.name, label).start
        span = range(start + positions.start, start + positions.stop)
        columns = [self._values(table.name, column, span) for column in table.columns]
        return table.from_columns(label, positions.start, columns)

    def values(self, table: TableSchema[R], names: Sequence[str], label: str = "") -> list[Sequence[Value]]:
        """Return some columns of a label as plain values."""
        kinds = {column.name: column for column in table.columns}
        span = self.span(table.name, label)
        return [self._values(table.name, kinds[name], span) for name in names]

    @cached_property
    def _dictionaries(self) -> dict[str, tuple[str, ...]]:
        return {}

    @cached_property
    def _labels(self) -> dict[str, tuple[str, ...]]:
        tables = [name.removesuffix(".start") for name in self.arrays if name.endswith(".start")]
        return {
            table: tuple(self._texts(f"{table}.label", range(len(self.arrays[f"{table}.label.offsets"]) - 1)))
            for table in tables
        }

    @cached_property
    def _positions(self) -> dict[str, dict[str, int]]:
        return {
            table: {label: index for index, label in enumerate(labels)}
            for table, labels in self._labels.items()
        }

    def _values(self, table: str, column: Column, span: range) -> Sequence[Value]:
        name = f"{table}.{column.name}"
        rows = slice(span.start, span.stop)
        if column.kind is Kind.TEXT:
            return self._texts(name, span)
        if column.kind is Kind.WORD:
            words = self.words(table, column.name)
            return [words[code] for code in self.arrays[f"{name}.codes"][rows].tolist()]
        if column.kind is Kind.WORDS:
            words = self.words(table, column.name)
            ends = self.arrays[f"{name}.offsets"][span.start : span.stop + 1].tolist()
            first = ends[0]
            flat = [words[code] for code in self.arrays[f"{name}.codes"][first : ends[-1]].tolist()]
            return [tuple(flat[start - first : end - first]) for start, end in pairwise(ends)]
        values: list[Value] = self.arrays[name][rows].tolist()
        if column.optional:
            absent = self.arrays[f"{name}.absent"][rows].tolist()
            return [None if gone else value for value, gone in zip(values, absent, strict=True)]
        return values

    def _texts(self, name: str, span: range) -> list[str]:
        ends = self.arrays[f"{name}.offsets"][span.start : span.stop + 1].tolist()
        first = ends[0]
        blob = self.arrays[f"{name}.utf8"][first : ends[-1]].tobytes()
        text = blob.decode()
        if len(text) == len(blob):  # ASCII: a character is a byte
            return [text[start - first : end - first] for start, end in pairwise(ends)]
        return [blob[start - first : end - first].decode() for start, end in pairwise(ends)]


class Records(Sequence[R]):
    """
    The records of a label, each made when it is first asked for, and all at once when they are walked.

    A record that was made stays the one it was while no more than some thousands are asked for one by one.

    Parameters
    ----------
    columns
        Where they are kept.
    table
        What they are.
    label
        Under which label they stand.
    """

    def __init__(self, columns: Columns, table: TableSchema[R], label: str = "") -> None:
        self._columns = columns
        self._table = table
        self._label = label
        self._length = len(columns.span(table.name, label))
        self._made: dict[int, R] = {}

    def __len__(self) -> int:
        return self._length

    @overload
    def __getitem__(self, index: int) -> R: ...
    @overload
    def __getitem__(self, index: slice) -> list[R]: ...
    def __getitem__(self, index: int | slice) -> R | list[R]:
        if isinstance(index, slice):
            return [self[position] for position in range(self._length)[index]]
        position = range(self._length)[index]
        known = self._made.get(position)
        if known is not None:
            return known
        if len(self._made) >= _MAX_MADE and "_all" not in self.__dict__:
            self._made.clear()
        (record,) = self._columns.made(self._table, self._label, range(position, position + 1))
        return self._made.setdefault(position, record)

    def __iter__(self) -> Iterator[R]:
        return map(self._all.__getitem__, range(self._length))

    def __reversed__(self) -> Iterator[R]:
        return map(self._all.__getitem__, reversed(range(self._length)))

    @cached_property
    def _all(self) -> list[R]:
        """Every record; one that was made before stays the one it was."""
        records = self._columns.made(self._table, self._label, range(self._length))
        return [self._made.setdefault(position, record) for position, record in enumerate(records)]
