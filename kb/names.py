"""
Names: how official readers compare them.

Folding serves comparison only; records and documents keep their names as written.
"""

import unicodedata
from functools import lru_cache

_APOSTROPHES = str.maketrans({"\u2019": "'", "\u2018": "'", "\u02bc": "'"})


def nfc(text: str) -> str:
    """Return the composed Unicode form of a text."""
    return unicodedata.normalize("NFC", text)


def fold(value: object) -> str:
    """
    Return TREK's comparison form of a label: decomposed, stripped, lower case, no combining marks.

    Source: TREK commit a656fc8, ``data_loader.py``. Values that are no text are turned into text.

    Examples
    --------
    >>> fold(" Málaga "), fold("Xi'an"), fold("San José") == fold("san jose")
    ('malaga', "xi'an", True)
    """
    decomposed = unicodedata.normalize("NFKD", str(value)).strip().lower()
    if decomposed.isascii():
        return decomposed
    return "".join(c for c in decomposed if not unicodedata.combining(c))


def squeeze(text: str) -> str:
    """
    Return a name with outer blanks cut, inner blanks single, composed and case-folded.

    This is the honest reading of a name: accents tell places apart; spacing, case and the shape of an
    apostrophe do not.

    Examples
    --------
    >>> squeeze("  Royal  Quay "), squeeze("San José") == squeeze("San Jose")
    ('royal quay', False)
    """
    return " ".join(nfc(text).casefold().translate(_APOSTROPHES).split())


@lru_cache(maxsize=1 << 16)
def natural(text: str) -> tuple[int, int, str]:
    """
    Return a key that sorts identifiers as people do: numbers by size, then other texts by letter.

    Examples
    --------
    >>> sorted(["10", "9", "b2", "a10"], key=natural)
    ['9', '10', 'a10', 'b2']
    """
    if text.isascii() and text.isdigit() and len(text) <= 18:
        return (0, int(text), text)
    return (1, 0, text)
