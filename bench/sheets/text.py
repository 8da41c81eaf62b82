"""Text of strangers, made fit for documents that allow fewer characters than it may hold."""

import re

_ALLOWED_NOWHERE = re.compile("[^\t\n\r\x20-\x7e\xa0-\ud7ff\ue000-\ufdcf\ufdf0-\ufffd\U00010000-\U0010ffff]")
"""What XML 1.0 does not allow or advises against, and the signs that only turn the direction of writing."""
_TURNS = re.compile("[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]")


def printable(text: str) -> str:
    r"""
    Return a text with control characters, half characters and turns of direction spelled out.

    Examples
    --------
    >>> printable("Café \x00 \ud800 \u202e")
    'Café \\x00 \\ud800 \\u202e'
    """
    text = _ALLOWED_NOWHERE.sub(_spelled, text)
    return _TURNS.sub(_spelled, text)


def _spelled(found: re.Match[str]) -> str:
    return found[0].encode("unicode_escape", "surrogatepass").decode("ascii")
