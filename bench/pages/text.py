"""
Text: what strangers wrote, made fit to be shown, and numbers in words.

Plans, names and answers are hostile input. Escaping for HTML is done by the templates; here controls, marks
that reverse the direction of writing and half characters become visible, heaps of accents are cut, and long
texts end.
"""

import re
from unicodedata import category, combining, east_asian_width

from planassay.kb.money import format_cents

LONGEST = 600
"""Characters of one text that are shown."""
MOST_ACCENTS = 3
"""Combining marks that are shown on one letter."""

_DIRECTIONS = re.compile("[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]")
_SYMBOLS = {"USD": "$", "CNY": "¥"}


def clean(value: object, limit: int = LONGEST) -> str:
    r"""
    Return a text without anything that could disturb the page around it.

    Examples
    --------
    >>> clean("a\x00b\u202ec"), clean("x" * 9, limit=4)
    ('a\\x00b\\u202ec', 'xxxx… (9 characters)')
    """
    text = value if isinstance(value, str) else str(value)
    cut = text[:limit]
    shown: list[str] = []
    accents = 0
    for character in cut:
        accents = accents + 1 if combining(character) else 0
        if accents > MOST_ACCENTS:
            continue
        if character in "\n\t":
            shown.append(" ")
        elif category(character) in ("Cc", "Cs", "Co", "Cn") or _DIRECTIONS.match(character):
            shown.append(character.encode("unicode_escape", "surrogatepass").decode("ascii"))
        else:
            shown.append(character)
    return "".join(shown) + (f"… ({len(text):,} characters)" if len(text) > limit else "")


def brief(value: object, limit: int) -> str:
    """
    Return a text of at most so many characters, for labels.

    Examples
    --------
    >>> brief("Edinburgh Royal Hotel", 12)
    'Edinburgh R…'
    """
    text = " ".join(clean(value).split())
    return text if len(text) <= limit else text[: limit - 1].rstrip() + "…"


def name(value: object, limit: int) -> str:
    """
    Return a name of at most so many characters, its middle left out: names of agents often differ at the end.

    Examples
    --------
    >>> name("some-large-model-2026-11-08", 16)
    'some-lar…6-11-08'
    """
    text = " ".join(clean(value).split())
    half = (limit - 1) // 2
    return text if len(text) <= limit else text[: limit - 1 - half] + "…" + text[-half:]


def width(text: str, size: float) -> float:
    """Return about how wide a text is in a sans-serif letter of a size, in the unit of the size."""
    wide = sum(east_asian_width(c) in "WF" for c in text)
    narrow = sum(c in "iIl.,:;'|! j" for c in text)
    capital = sum(c.isupper() for c in text)
    return size * (0.6 * len(text) + 0.45 * wide - 0.25 * narrow + 0.12 * capital)


def money(cents: int, currency: str = "USD") -> str:
    """
    Return an amount with the sign of its currency and commas between thousands.

    Examples
    --------
    >>> money(123456), money(-500, "CNY"), money(1, "XYZ")
    ('$1,234.56', '−¥5.00', 'XYZ 0.01')
    """
    whole, _, part = format_cents(abs(cents)).partition(".")
    sign = _SYMBOLS.get(currency, f"{currency} ")
    return f"{'−' if cents < 0 else ''}{sign}{int(whole):,}.{part}"


def clock(minute: int) -> str:
    """
    Return a minute as a clock, with the days that have passed.

    Examples
    --------
    >>> clock(485), clock(1470), clock(-30)
    ('08:05', '00:30 +1', '23:30 −1')
    """
    days, rest = divmod(minute, 1440)
    shift = "" if days == 0 else f" {'+' if days > 0 else '−'}{abs(days)}"
    return f"{rest // 60:02d}:{rest % 60:02d}{shift}"


def count(number: int, one: str, many: str = "") -> str:
    """
    Return a number with its noun.

    Examples
    --------
    >>> count(1, "seat"), count(2, "seat"), count(0, "city", "cities")
    ('1 seat', '2 seats', '0 cities')
    """
    return f"{number:,} {one if number == 1 else many or one + 's'}"


def size(octets: float) -> str:
    """
    Return a number of bytes for people.

    Examples
    --------
    >>> size(900), size(12_345), size(3_400_000)
    ('900 B', '12.3 kB', '3.4 MB')
    """
    for unit, scale in (("MB", 1e6), ("kB", 1e3)):
        if octets >= scale:
            return f"{octets / scale:.1f} {unit}"
    return f"{octets:.0f} B"


def slug(text: str) -> str:
    """
    Return a text as a name of files and anchors: letters, digits and hyphens, at most sixty.

    Examples
    --------
    >>> slug("Tools only (v1)"), slug("../..//x"), slug("東京")
    ('tools-only-v1', 'x', 'x')
    """
    found = re.sub("[^a-z0-9]+", "-", text.lower()).strip("-")[:60].strip("-")
    return found or "x"
