"""Document: the cart can be read, every part of it."""

from collections.abc import Iterator

from planassay.verifier.report import Violation
from planassay.verifier.rules.deepplanning_shopping.purchase import Purchase


def violations(purchase: Purchase) -> Iterator[Violation]:
    """Yield ``document/unreadable`` for the whole, or ``document/fault`` for a part."""
    rule = "document/unreadable" if purchase.cart.is_unreadable else "document/fault"
    for fault in purchase.cart.faults:
        yield Violation(rule=rule, pointer=fault.pointer, found=fault.found, required=fault.required)
