"""Products: one of each article that was asked for, and nothing else."""

from collections.abc import Iterator

from planassay.verifier.report import Violation
from planassay.verifier.rules.deepplanning_shopping.purchase import Purchase


def violations(purchase: Purchase) -> Iterator[Violation]:
    """Yield ``products/unknown``, ``/repeated``, ``/extra``, ``/quantity`` by row, then ``/missing``."""
    served = set(purchase.served.values())
    seen: set[str] = set()
    for row in purchase.cart.rows:
        cited = (f"product:{row.product_id}",)
        if purchase.product(row) is None:
            yield Violation(
                rule="products/unknown",
                pointer=f"{row.pointer}/product_id",
                found=row.product_id,
                required="a product of the catalogue",
            )
        elif row.product_id in seen:
            yield Violation(
                rule="products/repeated",
                pointer=row.pointer,
                found=f"{row.product_id} once more",
                required="one row a product",
                records=cited,
            )
        elif row.product_id not in served:
            yield Violation(
                rule="products/extra",
                pointer=row.pointer,
                found=row.product_id,
                required="a product that serves a requirement no other serves",
                records=cited,
            )
        elif row.quantity != 1:
            yield Violation(
                rule="products/quantity",
                pointer=f"{row.pointer}/quantity",
                found=str(row.quantity),
                required="1",
                by=abs(row.quantity - 1),
                unit="count",
                records=cited,
            )
        seen.add(row.product_id)
    for place in range(len(purchase.basis.wanted)):
        if place not in purchase.served:
            yield Violation(
                rule="products/missing",
                pointer="/items",
                found=f"nothing for requirement {place + 1}",
                required=f"one of {len(purchase.basis.wanted[place])} products",
            )
