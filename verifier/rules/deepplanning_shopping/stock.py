"""Stock: there is as much of each product as is bought."""

from collections.abc import Iterator

from planassay.verifier.report import Violation
from planassay.verifier.rules.deepplanning_shopping.purchase import Purchase


def violations(purchase: Purchase) -> Iterator[Violation]:
    """Yield ``stock/short`` where more is bought than there is, over all rows of a product."""
    bought: dict[str, int] = {}
    for row in purchase.cart.rows:
        product = purchase.product(row)
        before = bought.get(row.product_id, 0)
        bought[row.product_id] = before + max(0, row.quantity)
        if product is not None and bought[row.product_id] > max(product.stock, before):
            yield Violation(
                rule="stock/short",
                pointer=f"{row.pointer}/quantity",
                found=str(bought[row.product_id]),
                required=f"at most {product.stock}",
                by=bought[row.product_id] - product.stock,
                unit="count",
                records=(f"product:{row.product_id}",),
            )
