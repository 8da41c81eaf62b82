"""
Names: where the name of a city, a hotel or a place begins and ends in running text.

A name is a run of words with capitals, with the small words that stand inside names between them. The cities
of the public list of large airports are known besides, so that a label that breaks the rule is still read.
"""

import csv
import re
from collections.abc import Collection
from functools import cache
from importlib.resources import files
from typing import NamedTuple

_SMALL = (
    "a al am an and at auf bei by da das de dei del della delle der des di do dos du e el en es et for in la"
    " le les los na ni no of on oder op sur the und upon van von y zu zur"
)
_CITY_SMALL = (
    "al am an auf da das de del della der des di do dos du el en es la le les los of op sur the upon y"
)
_SHORT = re.compile(r"(?:St|Ste|Mt|Ft|Dr|Mr|Mrs|Ms|No|Nr|Pt|Sta|Sto)$")
_WORD = re.compile(r"[^\W_](?:[\w'/+-]*[\w+])?|'s-\w+|\d+")
_GAP = re.compile(r"\.?\s+|\.(?=\d)")
_BETWEEN_WORDS = re.compile(r"\s+(?:&|\+|-|@|×)\s+|:\s+|\s+\((?=[\dA-Z])|\)\s*")
_PAIRS = {'"': '"', "“": "”", "«": "»", "'": "'"}


class Name(NamedTuple):
    """A name and where it stands."""

    start: int
    end: int
    text: str


def city_at(text: str, start: int) -> Name | None:
    """Return the city label that begins at a position, None if none does."""
    known = _known_at(text, start)
    run = _run(text, start, frozenset(re.findall(r"\w+", _CITY_SMALL)), wide=False)
    if known is not None and (run is None or known.end >= run.end or _goes_on(text, known.end)):
        return known
    return run


def entity_at(text: str, start: int) -> Name | None:
    """Return the name of a hotel or place that begins at a position, quoted or not; None if none does."""
    quote = text[start : start + 1]
    if quote in _PAIRS:
        end = text.find(_PAIRS[quote], start + 1)
        while end > 0 and end + 1 < len(text) and text[end + 1].isalpha():  # an apostrophe in the name
            end = text.find(_PAIRS[quote], end + 1)
        return Name(start, end + 1, text[start + 1 : end].strip()) if end > start + 1 else None
    return _run(text, start, frozenset(re.findall(r"\w+", _SMALL)), wide=True)


def _goes_on(text: str, end: int) -> bool:
    """Return whether a list of cities goes on after a known one."""
    return bool(re.match(r"\s*,|\s+and\s", text[end:]))


def _known_at(text: str, start: int) -> Name | None:
    for label in _by_letter().get(text[start : start + 1], ()):
        end = start + len(label)
        if text.startswith(label, start) and not text[end : end + 1].isalnum():
            return Name(start, end, label)
    return None


@cache
def _by_letter() -> dict[str, tuple[str, ...]]:
    """Return the known labels by first letter, longest first."""
    table = files("planassay.kb").joinpath("data/large_airports.csv").read_text(encoding="utf-8")
    labels = sorted({row["city"] for row in csv.DictReader(table.splitlines())}, key=lambda c: (-len(c), c))
    letters: dict[str, list[str]] = {}
    for label in labels:
        letters.setdefault(label[:1], []).append(label)
    return {letter: tuple(found) for letter, found in letters.items()}


def _run(text: str, start: int, small: Collection[str], *, wide: bool) -> Name | None:
    """Return the run of words with capitals that begins at a position."""
    first = _WORD.match(text, start)
    if first is None or not _is_big(first.group(), wide=wide):
        return None
    end = first.end()
    while True:
        step = _next(text, end, small, wide=wide)
        if step is None:
            break
        end = step
    if text[end : end + 1] == ")" and "(" in text[start:end]:
        end += 1
    name = text[start:end]
    if name.endswith("'s") and not wide:
        name, end = name[:-2], end - 2
    return Name(start, end, name)


def _next(text: str, end: int, small: Collection[str], *, wide: bool) -> int | None:
    """Return where a name ends with one more word with a capital, None if it does not go on."""
    position = _over_gap(text, end, wide=wide)
    for _ in range(4):  # no name has more small words in a row
        if position is None:
            return None
        word = _WORD.match(text, position)
        if word is None:
            return None
        if _is_big(word.group(), wide=wide):
            return word.end()
        if word.group() not in small:
            return None
        position = _over_gap(text, word.end(), wide=False)
    return None


def _over_gap(text: str, end: int, *, wide: bool) -> int | None:
    between = _BETWEEN_WORDS.match(text, end) if wide else None
    if between is not None:
        return between.end()
    gap = _GAP.match(text, end)
    if gap is None or (gap.group().startswith(".") and not _SHORT.search(text[max(0, end - 4) : end])):
        return None
    return gap.end()


def _is_big(word: str, *, wide: bool) -> bool:
    return word[0].isupper() or word.startswith("'s-") or (wide and word.isdigit()) or _has_prefix(word)


def _has_prefix(word: str) -> bool:
    """Tell whether a word is one like al-Ward or d'Arcy."""
    head, mark, tail = word.partition("-") if "-" in word else word.partition("'")
    return bool(mark) and len(head) <= 2 and tail[:1].isupper()
