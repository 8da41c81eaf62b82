"""
Facts: prices and the total are stated as they are.

A product call writes a total that forgets the coupons in the cart; a cart that ends so states a wrong bill.
"""

from collections.abc import Iterator

from planassay.kb.money import format_cents
from planassay.verifier.report import Violation
from planassay.verifier.rules.deepplanning_shopping.purchase import Purchase


def violations(purchase: Purchase) -> Iterator[Violation]:
    """Yield ``facts/price`` by row, then ``facts/total``."""
    for row in purchase.cart.rows:
        product = purchase.product(row)
        if product is not None and row.price_cents != product.price_cents:
            yield Violation(
                rule="facts/price",
                pointer=f"{row.pointer}/price",
                found=_amount(row.price_cents),
                required=format_cents(product.price_cents),
                records=(f"product:{row.product_id}",),
            )
    stated, true = purchase.cart.total_cents, purchase.bill_cents
    if stated != true:
        yield Violation(
            rule="facts/total",
            pointer="/summary/total_price",
            found=_amount(stated),
            required=format_cents(true),
            by=None if stated is None else abs(stated - true),
            unit=None if stated is None else "cents",
        )


def _amount(cents: int | None) -> str:
    return "no amount" if cents is None else format_cents(cents)
