"""
Outlines of carts: goods at the catalogue's prices, and coupons at what their names promise.

Whether a coupon counts is a rule's business, so the true bill may be higher.
"""

from collections.abc import Iterator

from planassay.kb.formats.deepplanning_shopping.carts import Cart, CartRow, CouponRow
from planassay.kb.formats.deepplanning_shopping.cases import Shelves
from planassay.kb.formats.deepplanning_shopping.coupons import COUPONS
from planassay.kb.outline import Charge, Entry, Kind, Outline, at


def outline(cart: Cart, shelves: Shelves) -> Outline:
    """Return a cart laid out, see :class:`~planassay.kb.outline.Outline`."""
    return Outline(entries=tuple(_entries(cart, shelves)), currency="CNY")


def _entries(cart: Cart, shelves: Shelves) -> Iterator[Entry]:
    for row in cart.rows:
        yield _goods(row, shelves)
    for coupon in cart.coupons:
        yield _coupon(coupon)


def _goods(row: CartRow, shelves: Shelves) -> Entry:
    product = shelves.find(row.product_id)
    title = row.product_id if product is None else product.name
    facts = () if product is None else (product.brand, product.product_id, f"{product.stock} in stock")
    charge = None if product is None else Charge(product.price_cents, max(0, row.quantity), "piece")
    spots = at(title, "")
    return Entry(
        Kind.GOODS, row.pointer, 0, title, *spots, charge=charge, facts=facts, is_known=product is not None
    )


def _coupon(row: CouponRow) -> Entry:
    coupon = COUPONS.get(row.name)
    charge = None if coupon is None else Charge(-coupon.off_cents, max(0, row.copies), "copy")
    spots = at(row.name, "")
    return Entry(Kind.COUPON, row.pointer, 0, row.name, *spots, charge=charge, is_known=coupon is not None)
