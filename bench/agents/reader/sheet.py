"""
Sheet: a text of which pieces are taken as they are understood.

What is taken cannot be taken again, so that a number of rooms is no number of days, and what is left over in
the end was not understood.
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

BREAK = re.compile(r"[.!?](?=\s|$)|[;:,—–()\n]|\s-\s")
"""Where one piece of a sentence ends."""


class Piece(NamedTuple):
    """A stretch of the text."""

    start: int
    end: int
    text: str


class Sheet:
    """
    A text and what of it was taken.

    Parameters
    ----------
    text
        The request. Typographic apostrophes become plain ones.
    """

    def __init__(self, text: str) -> None:
        self.text = text.replace("’", "'").replace("‘", "'").replace("\u00a0", " ")
        self._taken = bytearray(len(self.text))

    def take(self, start: int, end: int) -> None:
        """Mark a stretch as understood."""
        self._taken[start:end] = b"\1" * (end - start)

    def is_free(self, start: int, end: int) -> bool:
        """Tell whether nothing of a stretch was taken."""
        return not any(self._taken[start:end])

    def find(self, pattern: re.Pattern[str]) -> Iterator[re.Match[str]]:
        """Yield the matches of a pattern of which nothing was taken."""
        return (found for found in pattern.finditer(self.text) if self.is_free(found.start(), found.end()))

    def first(self, *patterns: re.Pattern[str]) -> re.Match[str] | None:
        """Return the first free match of the first pattern that has one, and take it."""
        for pattern in patterns:
            for found in self.find(pattern):
                self.take(found.start(), found.end())
                return found
        return None

    def pieces(self) -> Iterator[Piece]:
        """Yield what is free, cut where sentences and their parts end, blanks stripped."""
        start = 0
        for found in [*BREAK.finditer(self.text), None]:
            end = found.start() if found is not None else len(self.text)
            yield from self._free(start, end)
            start = found.end() if found is not None else end

    def _free(self, start: int, end: int) -> Iterator[Piece]:
        while start < end:
            stop = start
            while stop < end and not self._taken[stop]:
                stop += 1
            text = self.text[start:stop]
            if text.strip():
                lead = len(text) - len(text.lstrip())
                yield Piece(start + lead, start + lead + len(text.strip()), text.strip())
            start = stop + 1
