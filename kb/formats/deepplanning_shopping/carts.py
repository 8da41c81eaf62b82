"""
Carts: a cart document as rows with their places, and back.

Reading never raises: what is no row, no whole quantity or no price is a fault at its JSON pointer, for a rule
to judge. A repeated row stays a row of its own.
"""

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from planassay.kb.goods import Coupon, Product
from planassay.kb.money import cents_of_number, to_float


@dataclass(frozen=True, slots=True)
class Fault:
    """A part of a document that cannot be read."""

    pointer: str
    found: str
    required: str


@dataclass(frozen=True, slots=True)
class CartRow:
    """A product in a cart."""

    pointer: str
    product_id: str
    quantity: int
    price_cents: int | None
    """As the cart states it."""


@dataclass(frozen=True, slots=True)
class CouponRow:
    """A coupon in a cart."""

    pointer: str
    name: str
    copies: int


@dataclass(frozen=True, slots=True)
class Cart:
    """What a cart document says."""

    rows: tuple[CartRow, ...] = ()
    coupons: tuple[CouponRow, ...] = ()
    total_cents: int | None = None
    """What its summary states."""
    faults: tuple[Fault, ...] = ()
    is_unreadable: bool = False


def read_cart(document: object) -> Cart:
    """
    Return a cart.

    Parameters
    ----------
    document
        The parsed object, or its JSON text.
    """
    if isinstance(document, str | bytes):
        try:
            document = json.loads(document)
        except (ValueError, RecursionError) as error:
            return _unreadable(f"no JSON: {error}")
    if not isinstance(document, Mapping):
        return _unreadable(type(document).__name__)
    faults: list[Fault] = []
    rows = tuple(_rows(document.get("items"), faults))
    coupons = tuple(_coupons(document.get("used_coupons", []), faults))
    summary = document.get("summary")
    total = cents_of_number(summary.get("total_price")) if isinstance(summary, Mapping) else None
    return Cart(rows, coupons, total, tuple(faults))


def _unreadable(found: str) -> Cart:
    return Cart(faults=(Fault("", found, "a JSON object"),), is_unreadable=True)


def _rows(stated: object, faults: list[Fault]) -> Iterator[CartRow]:
    for pointer, row in _objects(stated, "/items", faults):
        name, quantity = row.get("product_id"), row.get("quantity")
        if not isinstance(name, str) or not name:
            faults.append(Fault(f"{pointer}/product_id", repr(name), "an id"))
        elif isinstance(quantity, bool) or not isinstance(quantity, int):
            faults.append(Fault(f"{pointer}/quantity", repr(quantity), "a whole number"))
        else:
            yield CartRow(pointer, name, quantity, cents_of_number(row.get("price")))


def _coupons(stated: object, faults: list[Fault]) -> Iterator[CouponRow]:
    for pointer, row in _objects(stated, "/used_coupons", faults):
        name, copies = row.get("coupon_name"), row.get("quantity")
        if not isinstance(name, str) or not name:
            faults.append(Fault(f"{pointer}/coupon_name", repr(name), "a name"))
        elif isinstance(copies, bool) or not isinstance(copies, int):
            faults.append(Fault(f"{pointer}/quantity", repr(copies), "a whole number"))
        else:
            yield CouponRow(pointer, name, copies)


def _objects(stated: object, pointer: str, faults: list[Fault]) -> Iterator[tuple[str, Mapping[str, object]]]:
    if not isinstance(stated, list):
        faults.append(Fault(pointer, f"{stated!r:.60}", "a list"))
        return
    for place, row in enumerate(stated):
        if isinstance(row, Mapping):
            yield f"{pointer}/{place}", row
        else:
            faults.append(Fault(f"{pointer}/{place}", f"{row!r:.60}", "an object"))


def write_cart(products: Iterable[Product], coupons: Mapping[Coupon, int]) -> dict[str, object]:
    """Return the document of a cart with one of each product, as tools leave it when coupons come last."""
    bought = list(products)
    used = {coupon: copies for coupon, copies in coupons.items() if copies}
    cents = sum(p.price_cents for p in bought) - sum(c.off_cents * n for c, n in used.items())
    return {
        "items": [
            {
                "product_id": product.product_id,
                "name": product.name,
                "quantity": 1,
                "price": to_float(product.price_cents),
            }
            for product in bought
        ],
        "used_coupons": [{"coupon_name": coupon.name, "quantity": copies} for coupon, copies in used.items()],
        "summary": {"total_items_count": len(bought), "total_price": to_float(cents)},
    }
