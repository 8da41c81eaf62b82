"""
Amounts: prices and sums as plans write them, ``¥67/person``, ``31RMB``, ``601 RMB (402 + 199)``.

An amount has a sign or a word of its currency, or else it is none: names end in numbers too. Where arithmetic
stands beside a sum, the sum is what is meant.
"""

import re
from typing import NamedTuple

Number = int | float

_DIGITS = r"(?P<digits>\d{1,3}(?:,\d{3})+(?:\.\d{1,2})?|\d{1,12}(?:\.\d{1,2})?)"
_SIGN = r"(?P<sign>[¥￥]|RMB|CNY)"
_WORD = r"(?P<word>RMB|CNY|yuan|元)"
_AMOUNT = re.compile(rf"(?:{_SIGN}\s*)?{_DIGITS}(?:\s*{_WORD})?", re.IGNORECASE)
_UNIT = re.compile(r"/\s*([a-z]+(?:\s*/\s*[a-z]+)?)", re.IGNORECASE)
_MONEY = re.compile(r"[¥￥元]|\b(?:RMB|CNY|yuan)\b|\dRMB", re.IGNORECASE)


class Price(NamedTuple):
    """An amount and what it is for."""

    amount: Number
    unit: str
    """``person``, ``room/night``; empty if nothing is said."""


def is_about_money(text: str) -> bool:
    """Tell whether a text names a currency."""
    return _MONEY.search(text) is not None


def price(text: str) -> Price | None:
    """
    Return the price that a text is, or None if it is none.

    Examples
    --------
    >>> price("¥67/person"), price("52.5RMB/person").amount, price("￥1,420").amount
    (Price(amount=67, unit='person'), 52.5, 1420)
    >>> price("798"), price("¥67 or so"), price("-¥3")
    (None, None, None)
    """
    found = _AMOUNT.match(text.strip())
    if found is None or not (found["sign"] or found["word"]):
        return None
    rest = text.strip()[found.end() :].strip()
    if not rest:
        return Price(_number(found["digits"]), "")
    unit = _UNIT.fullmatch(rest)
    if unit is None:
        return None
    return Price(_number(found["digits"]), re.sub(r"\s", "", unit[1]).lower())


def total(text: str) -> Number | None:
    """
    Return the sum that a line of the summary states, or None if it is not clear which number is the sum.

    Examples
    --------
    >>> total("601 RMB"), total("601 RMB (402 + 199)"), total("402 + 199 = 601 RMB"), total("¥2,836")
    (601, 601, 601, 2836)
    >>> total("about 600 RMB"), total("601 RMB or 701 RMB"), total("402 = 601"), total("-5 RMB")
    (None, None, None, None)
    """
    text = text.strip()
    found = _AMOUNT.match(text)
    if found is None:
        return None
    rest = text[found.end() :].strip()
    if not rest or (rest[0] in "(（" and rest[-1] in ")）"):
        return _number(found["digits"])
    return _sum_of(*text.split("=")) if text.count("=") == 1 else None


def _sum_of(left: str, right: str) -> Number | None:
    """Return the one side of an equation that is an amount, where the other is arithmetic."""
    for side, other in ((left, right), (right, left)):
        found = _AMOUNT.fullmatch(side.strip())
        if found and not _AMOUNT.fullmatch(other.strip()) and _ARITHMETIC.fullmatch(other.strip()):
            return _number(found["digits"])
    return None


_ARITHMETIC = re.compile(r"[\d.,+*/×x()\[\]\s¥￥元a-zA-Z&-]+")
"""What may stand on the other side of an equals sign."""


def _number(digits: str) -> Number:
    plain = digits.replace(",", "")
    value = float(plain)
    return int(value) if value.is_integer() else value
