"""
Prices: what a plan states of a listed price, and what it is billed for it.

Of a name that is listed in several rows the evaluator wants the last row's price, rounded to whole yuan; the
strict bill takes the least listed price that the stated one can stand for. The traveller states whatever
satisfies both and is billed least.
"""

from collections.abc import Sequence
from math import isfinite
from typing import NamedTuple

from planassay.kb.formats.deepplanning_travel.values import cents

ROUNDING_CENTS = 50


class Price(NamedTuple):
    """A price in cents."""

    billed: int
    stated: int


def payable(texts: Sequence[str]) -> Price | None:
    """
    Return the least bill for what is listed at some prices, the last of which the evaluator reads.

    None if no statement satisfies both rule sets.

    Examples
    --------
    >>> payable(["40", "46.4"]), payable([""]), payable(["52.5"])
    (Price(billed=4640, stated=4600), Price(billed=0, stated=0), Price(billed=5250, stated=5200))
    """
    listed = sorted({price for price in map(cents, texts) if price is not None})
    wanted = _rounded(texts[-1])
    if not listed:
        return Price(0, 0) if wanted in (None, 0) else None
    found = []
    for price in listed:
        for stated in dict.fromkeys((price, price // 100 * 100, -(-price // 100) * 100)):
            fitting = [other for other in listed if _stands_for(stated, other)]
            if fitting and wanted in (None, round(stated / 100)):
                found.append(Price(min(fitting), stated))
    return min(found, default=None)


def _rounded(text: str) -> int | None:
    """Return a listed price in whole yuan as the evaluator rounds it, halves to even."""
    try:
        value = float(text)
    except ValueError:
        return None
    return round(value) if isfinite(value) else None


def _stands_for(stated: int, listed: int) -> bool:
    return stated == listed or (stated % 100 == 0 and abs(stated - listed) <= ROUNDING_CENTS)
