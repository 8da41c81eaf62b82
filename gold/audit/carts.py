"""
The audit of shopping cases: whether the request can be read, and what the expected cart is worth.

For each reading of coupons the least price is proved. Told are cases whose optimum depends on the reading,
cases with several optimal carts where one alone is expected, and expected carts that are dearer than need be
or break the request.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from planassay.gold.carts import CartVerdict, judge_cart
from planassay.kb.formats.deepplanning_shopping import (
    Case,
    ReadRequest,
    Vocabulary,
    read_request,
)
from planassay.kb.goods import CouponRule
from planassay.solver.cart import CartSolver
from planassay.solver.problem import WorkLimitError
from planassay.verifier.report import Report
from planassay.verifier.rules.deepplanning_shopping import by_request, check

MOST_TIES = 20
"""Optimal carts of a case that are counted at most."""


@dataclass(frozen=True, slots=True)
class RuleFinding:
    """One reading of the coupons of a case."""

    verdict: CartVerdict
    ties: int | None
    """Optimal carts, up to :data:`MOST_TIES`; None if that is not known."""
    expected_cents: int | None
    """What the expected cart comes to, None where none is known."""
    expected_faults: tuple[str, ...]
    """Rules that the expected cart breaks."""

    @property
    def excess_cents(self) -> int | None:
        """By how much the expected cart is dearer than the least; negative where its coupons do not hold."""
        least = self.verdict.claim.price_cents
        return None if least is None or self.expected_cents is None else self.expected_cents - least


@dataclass(frozen=True, slots=True)
class CartAudit:
    """What was found of a case."""

    task_id: str
    read: ReadRequest
    """What can be read of its request."""
    agrees: bool
    """Whether that is what the case says in structure; true where it says nothing."""
    findings: Mapping[CouponRule, RuleFinding]

    @property
    def depends_on_rule(self) -> bool:
        """Whether the least price differs between readings of coupons."""
        return len({found.verdict.claim.price_cents for found in self.findings.values()}) > 1

    @property
    def unread(self) -> tuple[str, ...]:
        """Words of the request that were not understood."""
        return (*(text for article in self.read.articles for text in article.unread), *self.read.unread)


def audit_case(case: Case) -> CartAudit:
    """Return what is found of a case."""
    vocabulary = Vocabulary().widened(product.brand for product in case.shelves.products)
    read = read_request(case.errand.text, vocabulary)
    said = [set(requirement.wishes) for requirement in read.requirements()]
    agrees = said == [set(r.wishes) for r in case.errand.requirements] and read.window == case.errand.window
    expected = _expected(case.files.validation)
    return CartAudit(
        case.errand.task_id,
        read,
        agrees,
        {rule: _finding(case, rule, expected) for rule in CouponRule},
    )


def _finding(case: Case, rule: CouponRule, expected: Mapping[str, object] | None) -> RuleFinding:
    solver = CartSolver(case.errand, case.shelves, rule=rule)
    claim = solver.solve()
    try:
        ties: int | None = len(solver.optima(claim, MOST_TIES))
    except WorkLimitError:
        ties = None
    report = None
    if expected is not None:
        report = check(expected, by_request(case.errand, case.shelves, rule))
    return RuleFinding(
        verdict=judge_cart(claim, case.errand, case.shelves),
        ties=ties,
        expected_cents=None if report is None else report.cost_cents,
        expected_faults=() if report is None else tuple(dict.fromkeys(_kept(report))),
    )


def _kept(report: Report) -> Iterator[str]:
    """Yield the rules that are broken, but for what an expected answer does not state: prices and a total."""
    for violation in report.violations:
        if not violation.rule.startswith("facts/"):
            yield violation.rule


def _expected(validation: bytes | None) -> Mapping[str, object] | None:
    """Return the expected answer as a cart, None if the case has none."""
    try:
        truth = json.loads(validation or b"null")
    except (ValueError, RecursionError):
        return None
    stated = truth.get("ground_truth_products") if isinstance(truth, dict) else None
    rows: Sequence[object] = stated if isinstance(stated, list) else ()
    items = [
        {"product_id": row.get("product_id"), "price": row.get("price"), "quantity": 1}
        for row in rows
        if isinstance(row, dict)
    ]
    if not items:
        return None
    stated = truth.get("ground_truth_coupons")
    coupons = stated.items() if isinstance(stated, dict) else ()
    return {"items": items, "used_coupons": [{"coupon_name": name, "quantity": n} for name, n in coupons]}
