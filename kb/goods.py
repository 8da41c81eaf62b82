"""
Goods: the rows of a shop, frozen.

Prices are integer cents. Not for carts of any benchmark's file format, and not for the question whether a
coupon may be used, which rule sets answer differently.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum


class CouponKind(StrEnum):
    """What a coupon's own wording ties it to."""

    CROSS_STORE = "cross-store"
    SAME_BRAND = "same-brand"
    """The goods of one brand."""
    VIP = "vip"
    """For members."""


@dataclass(frozen=True, slots=True)
class Coupon:
    """A discount for every full threshold; each copy is used once."""

    name: str
    kind: CouponKind
    off_cents: int
    every_cents: int
    """Its threshold."""


@dataclass(frozen=True, slots=True)
class Product:
    """An article on sale."""

    row: int
    """Position in the catalogue, and the last tie-break of every order."""
    product_id: str
    name: str
    brand: str
    price_cents: int
    stock: int
    source: Mapping[str, object]
    """The official row, whose other fields requirements may ask for by a dotted path."""


class CouponRule(StrEnum):
    """One reading of how coupons add up; which one a benchmark's own answers follow may be unknown."""

    TOOL = "tool"
    """The thresholds of all copies add up to at most the price of the goods."""
    SCOPED = "scoped"
    """The same, and same-brand copies can be packed into brands within each brand's subtotal."""
    SEQUENTIAL = "sequential"
    """Same-brand copies as above, deducted first; each further copy needs the running total to reach it."""
