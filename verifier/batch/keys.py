"""
Keys: the names of a knowledge base, made ready for the hash table of the kernels.

What the honest look-up (``kb.lookup``) and the official one find by a name is worked out here, once: the
kernels compare bytes. A name of plain ASCII is one key; any other name is two, as it is compared and as it is
written.
"""

from collections.abc import Iterable

import numpy as np

from planassay.kb.names import squeeze
from planassay.verifier.batch import layout as lay
from planassay.verifier.batch.layout import Bytes, Flags, Ints, Names, Shorts

_BLANK = 32
_PADDING = 16
"""Bytes behind the last text, because kernels look at eight letters at once."""


class Keys:
    """Keys being gathered, in the order in which they are to be put into the table."""

    def __init__(self) -> None:
        self._texts: list[Bytes] = []
        self._keys: list[Shorts] = []
        self._aliases: list[Bytes] = []
        self._size = 0

    def add(self, space: int, names: Iterable[tuple[str, int]], *, is_plain: bool = True) -> None:
        """Add texts as they are compared, each with what it names."""
        pairs = [(name.encode(), row) for name, row in names]
        lengths = np.array([len(name) for name, _ in pairs], np.int64)
        keys = self._append(np.frombuffer(b"".join(name for name, _ in pairs), np.uint8), lengths)
        keys[:, lay.KEY_SPACE] = space
        keys[:, lay.KEY_ROW] = [row for _, row in pairs]
        keys[:, lay.KEY_IS_PLAIN] = is_plain

    def add_rows(self, text: Bytes, offsets: Ints, spaces: Ints, first: int) -> None:
        """
        Add the names of the rows of a table, as they are written there.

        Parameters
        ----------
        text, offsets
            The names one after another, and where each begins and the last one ends.
        spaces
            The space of each; names of a space below 0 are left out.
        first
            The row of the first.
        """
        odd = np.flatnonzero((spaces >= 0) & ~_are_regular(text, offsets))
        kept = np.flatnonzero(spaces >= 0)
        keys = self._append(text, np.diff(offsets))
        keys[:, lay.KEY_SPACE] = spaces
        keys[:, lay.KEY_ROW] = np.arange(first, first + len(keys))
        keys[:, lay.KEY_IS_PLAIN] = 1
        aliases = self._aliases.pop()
        self._keys.pop()
        aliases[odd] = 1
        written = (text[offsets[row] : offsets[row + 1]].tobytes().decode() for row in odd.tolist())
        compared = [squeeze(name).encode() for name in written]
        extra = self._append(
            np.frombuffer(b"".join(compared), np.uint8), np.array([len(name) for name in compared], np.int64)
        )
        extra[:, [lay.KEY_SPACE, lay.KEY_ROW]] = keys[odd][:, [lay.KEY_SPACE, lay.KEY_ROW]]
        order = np.argsort(np.concatenate([2 * odd, 2 * kept + 1]), kind="stable")
        self._keys[-1] = np.concatenate([extra, keys[kept]])[order]
        self._aliases[-1] = np.concatenate([self._aliases[-1], aliases[kept]])[order]

    def _append(self, text: Bytes, lengths: Ints) -> Shorts:
        """Add texts that stand one after another; return their keys, to be filled."""
        keys = np.zeros((len(lengths), lay.KEY_WIDTH), np.int32)
        ends = np.cumsum(lengths, dtype=np.int64)
        keys[:, lay.KEY_AT] = self._size + ends - lengths
        keys[:, lay.KEY_LENGTH] = lengths
        self._texts.append(text)
        self._keys.append(keys)
        self._aliases.append(np.zeros(len(lengths), np.uint8))
        self._size += len(text)
        return keys

    def gathered(self, spaces: int) -> tuple[Names, Bytes]:
        """Return all keys with empty slots for so many spaces, and which are aliases of those before them."""
        key = np.concatenate(self._keys)
        counts = np.bincount(key[:, lay.KEY_SPACE], minlength=spaces)
        sizes = 2 ** np.ceil(np.log2(2 * counts + 1)).astype(np.int64)
        space = np.stack([np.cumsum(sizes) - sizes, sizes - 1], axis=1)
        text = np.concatenate([*self._texts, np.zeros(_PADDING, np.uint8)])
        return Names(np.zeros(sizes.sum(), np.uint64), space, key, text), np.concatenate(self._aliases)


def _are_regular(text: Bytes, offsets: Ints) -> Flags:
    """Tell of each name whether it is ASCII without control characters and outer or double blanks."""
    odd = (text >= 127) | (text < _BLANK)
    odd[1:] |= (text[1:] == _BLANK) & (text[:-1] == _BLANK)
    lengths = np.diff(offsets)
    counts = np.concatenate([[0], np.cumsum(odd)])
    regular: Flags = (counts[offsets[1:]] == counts[offsets[:-1]]) & (lengths > 0)
    filled = np.flatnonzero(lengths > 0)
    regular[filled] &= (text[offsets[filled]] != _BLANK) & (text[offsets[filled + 1] - 1] != _BLANK)
    return regular
