"""Haystack: many short texts in one, so that those with a word in them are found in one go."""

from bisect import bisect_right
from collections.abc import Iterable

_BREAK = "\n"


class Haystack:
    """
    Texts in their order.

    Parameters
    ----------
    texts
        Without line breaks, as :func:`planassay.kb.formats.lifeplanner.plain` leaves them.
    """

    def __init__(self, texts: Iterable[str]) -> None:
        lines = list(texts)
        self._text = _BREAK.join(lines) + _BREAK
        self._starts: list[int] = []
        at = 0
        for line in lines:
            self._starts.append(at)
            at += len(line) + 1

    def find(self, word: str) -> list[int]:
        """
        Return the numbers of the texts with a word in them, in order; every text has the empty word.

        Examples
        --------
        >>> Haystack(["noodles", "noodlebar", "bank"]).find("noodle")
        [0, 1]
        """
        if not word:
            return list(range(len(self._starts)))
        found = []
        at = self._text.find(word)
        while at >= 0:
            number = bisect_right(self._starts, at) - 1
            found.append(number)
            if number + 1 == len(self._starts):
                break
            at = self._text.find(word, self._starts[number + 1])
        return found
