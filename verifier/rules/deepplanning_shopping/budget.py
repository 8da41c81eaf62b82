"""Budget: the goods cost within the range that was asked for, both ends included."""

from collections.abc import Iterator

from planassay.kb.money import format_cents
from planassay.verifier.report import Violation
from planassay.verifier.rules.deepplanning_shopping.purchase import Purchase


def violations(purchase: Purchase) -> Iterator[Violation]:
    """Yield ``budget/exceeded`` or ``budget/below``."""
    window, cents = purchase.basis.window, purchase.base_cents
    if window is None:
        return
    if cents > window.most_cents:
        yield Violation(
            rule="budget/exceeded",
            pointer="/items",
            found=format_cents(cents),
            required=f"at most {format_cents(window.most_cents)}",
            by=cents - window.most_cents,
            unit="cents",
        )
    if cents < window.least_cents:
        yield Violation(
            rule="budget/below",
            pointer="/items",
            found=format_cents(cents),
            required=f"at least {format_cents(window.least_cents)}",
            by=window.least_cents - cents,
            unit="cents",
        )
