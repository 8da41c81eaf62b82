"""What the shopping evaluator says of a cart, as a report: the same numbers, violations that name goods."""

import json
from functools import cache

import pytest
from tests.shops import MINI

from planassay.kb.formats.deepplanning_shopping import read_cases
from planassay.verifier.official.deepplanning_shopping import VERSION, assess_cart, evaluate
from planassay.verifier.report import ParseStatus


@cache
def cases():
    """Return the cases of the mini database."""
    return read_cases(MINI / "mini_db")


def expected(case) -> list[str]:
    """Return the products that the case's own answer names."""
    truth = json.loads(case.files.validation)
    return [product["product_id"] for product in truth["ground_truth_products"]]


def cart(products, coupons=()):
    """Return a cart document."""
    items = [{"product_id": product, "quantity": 1, "price": 1.0} for product in products]
    return {"items": items, "used_coupons": [{"coupon_name": name, "quantity": n} for name, n in coupons]}


def test_an_expected_cart_is_perfect():
    """In every case: products and coupons as its answer has them."""
    for case in cases():
        coupons = json.loads(case.files.validation).get("ground_truth_coupons", {})
        report = assess_cart(cart(expected(case), coupons.items()), case)
        assert report.task_perfect
        assert (report.ruleset, report.scores["score"], report.violations) == (VERSION, 1.0, ())
        assert report.kb_hash == case.shelves.content_hash


def test_scores_are_those_of_the_evaluator():
    """Of a cart with one product missing and a stranger in it, which are the violations."""
    case = cases()[0]
    document = cart([*expected(case)[1:], "stranger"])
    report = assess_cart(document, case)
    files = type(case.files)(cart=json.dumps(document).encode(), validation=case.files.validation)
    result = evaluate("x", files)
    assert report.scores["score"] == result["score"] < 1
    assert not report.task_perfect
    assert [violation.rule for violation in report.violations] == [
        "official/missing-product",
        "official/extra-product",
    ]
    assert expected(case)[0] in report.violations[0].required


@pytest.mark.parametrize(
    "document", [None, [], "text", {"items": 3}, {"items": [{"quantity": "x"}, 4]}, float("nan")]
)
def test_what_the_evaluator_cannot_read_is_unreadable(document):
    """Any value gives a report, and no exception."""
    report = assess_cart(document, cases()[0])
    assert report.parse is ParseStatus.UNREADABLE
    assert report.violations[0].rule == "official/unreadable"
    assert not report.task_perfect


def test_what_is_no_json_is_no_cart():
    """Not even a cart that holds itself."""
    looped: dict[str, object] = {}
    looped["items"] = looped
    assert assess_cart(looped, cases()[0]).parse is ParseStatus.UNREADABLE
    assert assess_cart({"items": {1, 2}}, cases()[0]).parse is ParseStatus.UNREADABLE
