"""
Names: what stands in quotes in a request, kept together while the rest is taken apart.

A name may hold quotes and full stops itself. In the masked text each quoted name is a *word* ``⟦n⟧``; a name
that is not quoted is found later, by the names that an agent has seen.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass

_SAME = str.maketrans({"’": "'", "‘": "'", "“": '"', "”": '"', "「": "'", "」": "'", "『": "'", "』": "'"})
_CHINESE = re.compile(r"[\u4e00-\u9fff]")
_SENTENCE = re.compile(r"[!?。！？；;]+|\.(?!\d)")
_OPENING = re.compile(r"(?<![\w'\"])['\"](?=[\w(])")
WORD = re.compile(r"⟦(\d+)⟧")


def is_chinese(text: str) -> bool:
    """Tell whether a text is Chinese."""
    return 5 * len(_CHINESE.findall(text)) > len(text)


def plain(text: str) -> str:
    """Return a text with one kind of quotes."""
    return text.translate(_SAME)


@dataclass(frozen=True, slots=True)
class Masked:
    """A text whose quoted names are words."""

    text: str
    quoted: tuple[str, ...]

    def sentences(self) -> list[list[str]]:
        """Return the sentences of each paragraph."""
        parts = (_SENTENCE.split(line) for line in self.text.split("\n"))
        return [kept for part in parts if (kept := [one.strip() for one in part if one.strip()])]

    def shown(self, text: str) -> str:
        """Return a part of the text as it was written."""
        return WORD.sub(lambda found: f"'{self.quoted[int(found[1])]}'", text)

    def names(self, text: str) -> list[str]:
        """Return the quoted names of a part of the text."""
        return [self.quoted[int(found[1])] for found in WORD.finditer(text)]


def masked(text: str) -> Masked:
    """
    Return a text whose quoted names are words.

    Examples
    --------
    >>> masked("It's near 'Martyrs' Park' and 'Inn No. 5'.").quoted
    ("Martyrs' Park", 'Inn No. 5')
    """
    text = plain(text)
    quoted: list[str] = []
    parts: list[str] = []
    done = 0
    for start, end in _quotes(text):
        parts += [text[done:start], f"⟦{len(quoted)}⟧"]
        quoted.append(text[start + 1 : end].strip())
        done = end + 1
    return Masked("".join([*parts, text[done:]]), tuple(quoted))


def _quotes(text: str) -> Iterable[tuple[int, int]]:
    """Yield where each quoted name opens and closes."""
    if is_chinese(text):
        for found in re.finditer(r"(['\"])([^'\"\n]{1,60})\1", text):
            yield found.start(), found.end() - 1
        return
    at = 0
    while opening := _OPENING.search(text, at):
        start = opening.start()
        close = _closing(text, start)
        if close is not None:
            yield start, close
        at = start + 1 if close is None else close + 1


def _closing(text: str, start: int) -> int | None:
    """Return the quote that closes the name which opens somewhere: of several the last that could."""
    sign = text[start]
    end = text.find("\n", start)
    rest = text[start + 1 : len(text) if end < 0 else end]
    opening = re.search(rf"(?<=[\s(—-]){sign}(?=[\w(])", rest)
    within = rest[: opening.start()] if opening else rest
    closings = [found.start() for found in re.finditer(rf"(?<=\S){sign}(?!\w)", within)]
    kept = [place for place in closings if not re.search(r"[,.;:!?—]\s", within[:place])] or closings[:1]
    return start + 1 + kept[-1] if kept else None
