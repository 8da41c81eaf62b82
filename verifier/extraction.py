"""
Extraction: the one answer in a text that a model wrote.

Models wrap answers in thoughts, tags, fences and prose. What was thought is no answer; if something
stands in ``<answer>`` or ``<plan>`` tags, only that is; and in what is left every JSON object that has a
key of an answer is a draft, fenced or not. One draft is the answer, as it is written; drafts that differ
are no answer, for whoever hands in two has not decided. Nothing is repaired and nothing is filled in: an
object that does not end is no object.
"""

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

from planassay.kb.formats.trek.drafts import plain

MAX_CHARACTERS = 2**20
"""Longest text that is looked at."""
KEYS = frozenset(("isfeasible", "plan", "refusalreason"))
"""Keys of an answer of a trip, in plain form."""

_THOUGHT = re.compile(r"<(/?)think(?:ing)?>", re.IGNORECASE)
_OPEN_TAG = re.compile(r"<(answer|plan)>", re.IGNORECASE)
_CLOSE_TAG = re.compile(r"</(?:answer|plan)>", re.IGNORECASE)
_OBJECT = re.compile(r"\{(?=\s*[\"}])")
_WASTE, _WASTE_AT_LEAST = 4, 10_000
"""How many times its length, and how much at least, a text may be read in vain until it counts as tangled."""
_ATTEMPT = 64
"""What an attempt to read costs, in characters."""
_DECODER = json.JSONDecoder()


class Outcome(StrEnum):
    """What was found in a text."""

    FOUND = "found"
    NONE = "none"
    """No draft."""
    SEVERAL = "several"
    """Drafts that differ."""
    TOO_LARGE = "too-large"
    TANGLED = "tangled"
    """So many braces that open and never close that reading on would take more than linear time."""


@dataclass(frozen=True, slots=True)
class Extraction:
    """The answer of a text, or why there is none."""

    outcome: Outcome
    draft: str = ""
    """The answer as JSON text, as it stands; empty if there is none."""


class _TangledError(Exception):
    """Too much was read in vain."""


class _Unlined(str):
    """A text whose lines nobody counts: Python's reader does so for each error, at the cost of the text."""

    __slots__ = ()

    def count(self, *_: object) -> int:
        """Return that there is no line break."""
        return 0

    def rfind(self, *_: object) -> int:
        """Return that there is none before either."""
        return -1


def extract(text: str, keys: frozenset[str] = KEYS) -> Extraction:
    """
    Return the answer in a text.

    Parameters
    ----------
    text
        What a model wrote.
    keys
        Keys of an answer, in plain form; an object without any of them is no draft.

    Examples
    --------
    >>> extract('<think>{"plan": {}}</think> Here it is: {"plan": {"day1": {}}}').draft
    '{"plan": {"day1": {}}}'
    >>> extract('{"plan": {}} or rather {"plan": {"day1": {}}}').outcome.value
    'several'
    >>> extract('{"plan": {"day1": {}}').outcome.value
    'none'
    """
    if len(text) > MAX_CHARACTERS:
        return Extraction(Outcome.TOO_LARGE)
    try:
        drafts = [draft for scope in _scopes(_without_thoughts(text)) for draft in _drafts(scope, keys)]
    except _TangledError:
        return Extraction(Outcome.TANGLED)
    if not drafts:
        return Extraction(Outcome.NONE)
    if len(drafts) > 1 and not _agree([value for _, value in drafts]):
        return Extraction(Outcome.SEVERAL)
    return Extraction(Outcome.FOUND, drafts[-1][0])


def _without_thoughts(text: str) -> str:
    """Return what follows the last thought that ends, up to one that does not."""
    start, end = 0, len(text)
    for mark in _THOUGHT.finditer(text):
        if mark[1]:
            start, end = mark.end(), len(text)
        elif end == len(text):
            end = mark.start()
    return text[start:end]


def _scopes(text: str) -> Iterator[str]:
    """Yield what stands in tags, the last of which may be open; the whole text if there are none."""
    opening = _OPEN_TAG.search(text)
    if opening is None:
        yield text
    while opening is not None:
        closing = _CLOSE_TAG.search(text, opening.end())
        yield text[opening.end() : closing.start() if closing else len(text)]
        opening = _OPEN_TAG.search(text, closing.end()) if closing else None


def _drafts(text: str, keys: frozenset[str]) -> Iterator[tuple[str, object]]:
    """Yield each outermost JSON object that is a draft, as text and value."""
    text = _Unlined(text)
    allowed = _WASTE * len(text) + _WASTE_AT_LEAST
    brace = _OBJECT.search(text)
    while brace is not None:
        start, end = brace.start(), brace.end()
        try:
            value, end = _DECODER.raw_decode(text, start)
        except json.JSONDecodeError as error:
            allowed -= error.pos - start + _ATTEMPT
        except (RecursionError, ValueError):  # too deep, or a number of too many digits
            allowed -= len(text) - start
        else:
            if any(len(key) < 20 and plain(key) in keys for key in value):
                yield text[start:end], value
        if allowed < 0:
            raise _TangledError
        brace = _OBJECT.search(text, end)


def _agree(drafts: Sequence[object]) -> bool:
    """Tell whether drafts say the same, whatever the order of keys; not if they are too deep to tell."""
    try:
        return len({json.dumps(draft, sort_keys=True) for draft in drafts}) == 1
    except RecursionError:
        return False
