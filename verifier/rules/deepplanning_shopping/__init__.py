"""
The strict rules of shopping, one idea a file.

What the published evaluator forgives is a violation here: extra products, wrong quantities, goods that are
sold out, coupons that nobody owns or that the goods do not reach, a bill outside the budget. A cart has no
days, so the rules over trips do not fit; each of these is a generator over a :class:`Purchase`.
"""

from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType

from planassay.kb.formats.deepplanning_shopping.carts import Cart, read_cart
from planassay.verifier.report import ParseStatus, Report, Violation
from planassay.verifier.rules.deepplanning_shopping import budget, coupons, document, facts, products, stock
from planassay.verifier.rules.deepplanning_shopping.purchase import (
    Basis,
    Purchase,
    by_answer,
    by_request,
    coupon_copies,
)

__all__ = ["RULES", "RULESET", "Basis", "Purchase", "by_answer", "by_request", "check", "coupon_copies"]

RULESET = "strict@1"

Rule = Callable[[Purchase], Iterator[Violation]]

RULES: Mapping[str, Rule] = MappingProxyType(
    {
        "document": document.violations,
        "products": products.violations,
        "stock": stock.violations,
        "coupons": coupons.violations,
        "facts": facts.violations,
        "budget": budget.violations,
    }
)
"""Every rule by the name of its file, in the order of reports."""


def check(answer: object, basis: Basis) -> Report:
    """
    Return what the strict rules say of a cart.

    Parameters
    ----------
    answer
        A cart document as JSON text or as an object, or a cart that was read before.
    basis
        What it is held against: see :func:`by_request` and :func:`by_answer`.

    Returns
    -------
    Report
        ``task_perfect`` says whether the cart is valid; ``cost_cents`` is the true bill, by the catalogue's
        prices and the coupons that count, None if the cart cannot be read.
    """
    purchase = Purchase(answer if isinstance(answer, Cart) else read_cart(answer), basis)
    unreadable = purchase.cart.is_unreadable
    scores: dict[str, float | None] = {}
    found: list[Violation] = []
    for name, violations in RULES.items():
        if unreadable and name != "document":
            scores[name] = None
            continue
        before = len(found)
        found.extend(violations(purchase))
        scores[name] = 1.0 if len(found) == before else 0.0
    return Report(
        task_id=basis.task_id,
        system="deepplanning-shopping",
        ruleset=RULESET,
        parse=_parse_status(purchase.cart),
        refused=False,
        task_perfect=not found,
        scores=scores,
        violations=tuple(found),
        cost_cents=None if unreadable else purchase.bill_cents,
        kb_hash=basis.shelves.content_hash,
        scoring_version=RULESET,
    )


def _parse_status(cart: Cart) -> ParseStatus:
    if cart.is_unreadable:
        return ParseStatus.UNREADABLE
    return ParseStatus.FAULTY if cart.faults else ParseStatus.OK
