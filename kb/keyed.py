"""
Keyed: rows found by a key, in a dozen bytes a row.

A dictionary of texts takes a hundred bytes and more a row in every process, however many of them map the
same tables. Here a row is a hash and a number; what a hash finds is compared with the key itself, so a hash
decides nothing. Hashes differ from process to process, answers do not.
"""

from array import array
from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator

import numpy as np


class Keyed:
    """
    Numbers of rows by their keys.

    Parameters
    ----------
    keys
        The key of each row, in the order of the rows; walked once and not kept.
    key_of
        Gives the key of a row again.

    Examples
    --------
    >>> names = ["b", "a", "b"]
    >>> keyed = Keyed(names, names.__getitem__)
    >>> keyed.first("b"), list(keyed.rows("b")), keyed.first("c")
    (0, [0, 2], None)
    """

    __slots__ = ("_hashes", "_key_of", "_rows")

    def __init__(self, keys: Iterable[str], key_of: Callable[[int], str]) -> None:
        hashes = np.fromiter(map(hash, keys), np.int64)
        order = np.argsort(hashes, kind="stable")
        self._hashes = array("q", hashes[order].tobytes())
        self._rows = array("i", order.astype(np.int32).tobytes())
        self._key_of = key_of

    def rows(self, key: str) -> Iterator[int]:
        """Yield the rows of a key, in their order."""
        wanted = hash(key)
        hashes = self._hashes
        for place in range(bisect_left(hashes, wanted), len(hashes)):
            if hashes[place] != wanted:
                return
            row = self._rows[place]
            if self._key_of(row) == key:
                yield row

    def first(self, key: str) -> int | None:
        """Return the first row of a key, or None if there is none."""
        return next(self.rows(key), None)

    def firsts(self) -> Iterator[int]:
        """Yield, in their order, the rows that are the first of their key."""
        for row in sorted(self._rows):
            if self.first(self._key_of(row)) == row:
                yield row
