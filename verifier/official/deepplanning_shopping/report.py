"""Reports: what the shopping evaluator says of a cart, in the form of every other report."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import cast

from planassay.kb.formats.deepplanning_shopping import Case
from planassay.verifier.official.deepplanning_shopping.evaluator import VERSION, Result, evaluate_or_error
from planassay.verifier.report import ParseStatus, Report, Violation


def assess_cart(cart: object, case: Case) -> Report:
    """
    Return what the published evaluator says of a cart in a case.

    Parameters
    ----------
    cart
        A cart document; what cannot be written as JSON is no cart.
    case
        The case, with its files; its own cart does not count.

    Returns
    -------
    Report
        ``task_perfect`` is the case score. Goods that are expected and missing, and goods that are not
        expected, are violations; the evaluator itself forgives the latter.
    """
    try:
        data = json.dumps(cart, ensure_ascii=True).encode()
    except (TypeError, ValueError, RecursionError):
        data = b"null"
    result = evaluate_or_error(case.errand.task_id, replace(case.files, cart=data))
    is_read = bool(result.get("success"))
    return Report(
        task_id=case.errand.task_id,
        system="deepplanning-shopping",
        ruleset=VERSION,
        parse=ParseStatus.OK if is_read else ParseStatus.UNREADABLE,
        refused=False,
        task_perfect=result.get("case_score") == 1.0,
        scores={name: _score(result, name) for name in ("score", "case_score", "coupon_score")},
        violations=tuple(_violations(result)),
        kb_hash=case.shelves.content_hash,
        scoring_version=VERSION,
    )


def _score(result: Result, name: str) -> float | None:
    value = result.get(name)
    return float(value) if isinstance(value, int | float) else None


def _violations(result: Result) -> Iterator[Violation]:
    if not result.get("success"):
        found = str(result.get("error", "no result"))[:200]
        yield Violation(rule="official/unreadable", pointer="", found=found, required="a cart")
        return
    for product in cast(list[Mapping[str, object]], result["unmatched_ground_truth_products"]):
        wanted = f"{product['product_id']} {product['name']}"
        yield Violation(
            rule="official/missing-product", pointer="/items", found="not bought", required=wanted
        )
    for product in cast(list[Mapping[str, object]], result["extra_products"]):
        bought = str(product.get("product_id"))
        yield Violation(rule="official/extra-product", pointer="/items", found=bought, required="none")
