"""
Coupons: the ten that exist, and what a name says.

The names are exact, with the sign of the currency and the comma of thousands. Nothing here says which of
them a cart may use. After DeepPlanning commit 31a4d36.
"""

import re
from types import MappingProxyType

from planassay.kb.goods import Coupon, CouponKind

_KINDS = {
    "Cross-store": CouponKind.CROSS_STORE,
    "Same-brand": CouponKind.SAME_BRAND,
    "VIP": CouponKind.VIP,
}

NAMES = (
    "Cross-store: ¥30 off every ¥300",
    "Cross-store: ¥60 off every ¥500",
    "Cross-store: ¥120 off every ¥900",
    "Cross-store: ¥200 off every ¥1,200",
    "Cross-store: ¥300 off every ¥1,500",
    "Same-brand: ¥25 off every ¥200",
    "Same-brand: ¥60 off every ¥400",
    "Same-brand: ¥180 off every ¥1,000",
    "Same-brand: ¥300 off every ¥1,200",
    "VIP: ¥200 off every ¥1,000",
)
"""Every coupon's name, in the order in which official messages list them."""

_AMOUNTS = re.compile(r"¥([\d,]+)\s+off\s+every\s+¥([\d,]+)")


def read_amounts(name: str) -> tuple[float, float] | None:
    """
    Return discount and threshold in whole currency, as the tools read them from any text, or None.

    Examples
    --------
    >>> read_amounts("VIP: ¥200 off every ¥1,000"), read_amounts("ten off")
    ((200.0, 1000.0), None)
    """
    match = _AMOUNTS.search(name)
    if match is None:
        return None
    try:
        off, every = (float(digits.replace(",", "")) for digits in match.groups())
    except ValueError:  # nothing but commas
        return None
    return off, every


def _coupon(name: str) -> Coupon:
    off, every = read_amounts(name) or (0.0, 0.0)
    return Coupon(name, _KINDS[name.partition(":")[0]], int(off) * 100, int(every) * 100)


COUPONS = MappingProxyType({name: _coupon(name) for name in NAMES})
"""Every coupon by its name."""
