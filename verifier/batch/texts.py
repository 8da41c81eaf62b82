"""Texts: answers one after another, as kernels read them."""

import json
import re
from collections.abc import Mapping, Sequence

import numpy as np
import orjson

from planassay.verifier.batch.batches import REWRITTEN, Verdicts
from planassay.verifier.batch.layout import Bytes, Ints, Words
from planassay.verifier.score import MAX_BYTES, Answer

CHUNK = 1024
"""Answers read at once: their arrays stay in the caches of a core."""
MAX_TEXT = 2**18
"""Bytes of an answer for the kernels; a longer one has more to it than a plan."""

_AS_WRITTEN = (
    orjson.OPT_PASSTHROUGH_DATACLASS | orjson.OPT_PASSTHROUGH_DATETIME | orjson.OPT_PASSTHROUGH_SUBCLASS
)

UNREAD = object()
"""Stands for what is no JSON."""
_ODD_NUMBER = re.compile(rb"[0-9]{16}|-0|[eE][+-]?[0-9]{3}")
_MOST_OPENED = 500
"""Numbers that not every reader takes alike; and so many objects and lists that they may be too deep."""


def joined(answers: Sequence[Answer]) -> tuple[bytes, Ints]:
    """Return answers as one text for the kernels, and where each ends."""
    from planassay.verifier.kernels.words import PADDING

    texts = [
        answer if type(answer) is bytes and len(answer) <= MAX_TEXT else _text_of(answer)
        for answer in answers
    ]
    ends = np.cumsum(np.fromiter(map(len, texts), np.int64, len(texts)))
    texts.append(bytes(PADDING))
    return b"".join(texts), ends


def spans(ends: Ints) -> Words:
    """Return where texts begin and end that stand one after another."""
    lines = np.zeros((len(ends), 2), np.uint64)
    lines[:, 1] = ends
    lines[1:, 0] = ends[:-1]
    return lines


def plain(data: bytes, lines: Words, verdicts: Verdicts) -> tuple[Bytes, Words]:
    """
    Return answers without needless escapes, and where each stands then; one that is no UTF-8 is empty.

    Parameters
    ----------
    data
        Answers one after another, with some bytes behind the last (``words.PADDING``).
    lines
        Where each begins and ends; changed in place.
    verdicts
        Where it is noted which were written anew.
    """
    from planassay.verifier.kernels.json import unescape

    if not data.isascii() and not _is_utf8(data):
        bad = [not _is_utf8(data[start:end]) for start, end in lines.tolist()]
        lines[bad, 1] = lines[bad, 0]  # what is no UTF-8 is no JSON
    text = np.frombuffer(data, np.uint8)
    if b"\\" not in data:
        return text, lines
    clear, kept = np.zeros_like(text), np.zeros_like(lines)
    unescape(text, lines, clear, kept)
    clear.setflags(write=False)  # as the other one: kernels are compiled once
    verdicts.way[np.diff(lines)[:, 0] != np.diff(kept)[:, 0]] = REWRITTEN
    return clear, kept


def parsed(answer: Answer) -> object:
    """Return the JSON value of an answer as Python's own reader sees it, or UNREAD."""
    if isinstance(answer, Mapping):
        return answer
    if len(answer) > MAX_BYTES:
        return UNREAD
    try:
        if isinstance(answer, bytes) and _is_plain(answer):
            return orjson.loads(answer)
    except orjson.JSONDecodeError:
        pass  # what orjson refuses may still be read: half characters, numbers that are not finite
    try:
        return json.loads(answer)
    except (ValueError, RecursionError):
        return UNREAD


def _is_plain(answer: bytes) -> bool:
    """Tell whether all readers of JSON take a document for the same, if they take it at all."""
    opened = answer.count(b"{") + answer.count(b"[")
    return opened <= _MOST_OPENED and _ODD_NUMBER.search(answer) is None


def _is_utf8(text: bytes) -> bool:
    try:
        text.decode()
    except UnicodeDecodeError:
        return False
    return True


def _text_of(answer: Answer) -> bytes:
    """Return an answer as bytes for the kernels; nothing if it cannot be written so without saying less."""
    if isinstance(answer, bytes):
        return answer if len(answer) <= MAX_TEXT else b""
    try:
        text = answer.encode() if isinstance(answer, str) else orjson.dumps(answer, option=_AS_WRITTEN)
    except (UnicodeEncodeError, orjson.JSONEncodeError):
        return b""
    if len(text) > MAX_TEXT:
        return b""
    if not isinstance(answer, str) and b"null" in text and orjson.loads(text) != answer:
        return b""  # a null was a number that is not finite
    return text
