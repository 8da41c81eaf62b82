"""The strict rules of shopping: each loophole of the evaluator is a violation, just outside of each limit."""

import json
from dataclasses import replace

import pytest
from tests.shops import CROSS_30, ERRAND, MINI, PRODUCTS, SAME_60, VIP, faults, right_cart, shelves

from planassay.kb.errands import Shopper, Window
from planassay.kb.formats.deepplanning_shopping import COUPONS, read_cart, read_cases
from planassay.kb.goods import CouponRule
from planassay.verifier.rules.deepplanning_shopping import RULES, by_answer, by_request, check

SHIRT = {"product_id": "b", "name": "Linen Shirt", "quantity": 1, "price": 120.0}
BOOTS = {"product_id": "c", "name": "ankle boots", "quantity": 1, "price": 980.0}


def coupon(name, copies=1):
    """Return a coupon row."""
    return {"coupon_name": name, "quantity": copies}


def test_the_right_cart_breaks_no_rule():
    """Its bill counts the coupon."""
    report = check(right_cart(), by_request(ERRAND, shelves()))
    assert (report.task_perfect, report.violations, report.cost_cents) == (True, (), 137050)
    assert report.scores == dict.fromkeys(RULES, 1.0)
    assert report.kb_hash == shelves().content_hash


@pytest.mark.parametrize(
    ("changes", "rules"),
    [
        ({"/items/2": SHIRT}, ["products/extra", "stock/short", "facts/total", "budget/exceeded"]),
        ({"/items/2": {**SHIRT, "product_id": "z"}}, ["products/unknown"]),
        ({"/items/2": BOOTS}, ["products/repeated", "facts/total", "budget/exceeded"]),
        ({"/items/1": ...}, ["products/missing", "facts/total", "budget/below"]),
        ({"/items/1/quantity": 0}, ["products/quantity", "facts/total", "budget/below"]),
        ({"/items/1/quantity": -1}, ["products/quantity", "facts/total", "budget/below"]),
        ({"/items/0/quantity": 3}, ["products/quantity", "facts/total", "budget/exceeded"]),
        ({"/items/0/quantity": 4}, ["products/quantity", "stock/short", "facts/total", "budget/exceeded"]),
        ({"/items/0/price": 450.0}, ["facts/price"]),
        ({"/items/0/price": ...}, ["facts/price"]),
        ({"/summary/total_price": 1430.5}, ["facts/total"]),
        ({"/summary": ...}, ["facts/total"]),
        (
            {"/items": {}},
            ["document/fault", "products/missing", "coupons/useless", "facts/total", "budget/below"],
        ),
        ({"/items/2": 5}, ["document/fault"]),
        ({"/items/2": {**BOOTS, "quantity": "1"}}, ["document/fault"]),
        ({"/items/2": {**BOOTS, "quantity": True}}, ["document/fault"]),
        ({"/items/2": {"quantity": 1}}, ["document/fault"]),
        ({"/used_coupons/1": {SAME_60: 1}}, ["document/fault"]),
        ({"/used_coupons/1": coupon(CROSS_30, 1.0)}, ["document/fault"]),
        ({"/used_coupons/1": coupon("ten off")}, ["coupons/unknown"]),
        ({"/used_coupons/1": coupon(CROSS_30, 0)}, ["coupons/useless"]),
        ({"/used_coupons/1": coupon(SAME_60)}, ["coupons/repeated", "facts/total"]),
        ({"/used_coupons/1": coupon(CROSS_30, 2)}, ["coupons/unowned", "facts/total"]),
        ({"/used_coupons/1": coupon(VIP)}, ["coupons/vip", "facts/total"]),
        (
            {
                "/used_coupons/0/quantity": 2,
                "/used_coupons/1": coupon(CROSS_30),
                "/summary/total_price": 1280.5,
            },
            [],
        ),
        ({"/used_coupons": ..., "/summary/total_price": 1430.5}, []),
    ],
)
def test_which_rules_a_change_breaks(changes, rules):
    """What the evaluator forgives is told; what is right is not."""
    assert faults(changes) == rules


@pytest.mark.parametrize(
    ("window", "rules"),
    [
        (Window(143050, 143050), []),
        (Window(0, 143049), ["budget/exceeded"]),
        (Window(143051, 150000), ["budget/below"]),
        (None, []),
    ],
)
def test_both_ends_of_the_range_are_inside(window, rules):
    """It is about the goods, before coupons."""
    assert faults({}, window=window) == rules


def test_coupons_that_the_goods_do_not_reach_count_for_nothing():
    """By as many cents as are missing."""
    used = {COUPONS[SAME_60]: 4}
    basis = replace(by_request(ERRAND, shelves()), shopper=Shopper(coupons=used))
    report = check(right_cart({"/used_coupons/0/quantity": 4, "/summary/total_price": 1430.5}), basis)
    assert [(v.rule, v.by, v.unit) for v in report.violations] == [("coupons/useless", 16950, "cents")]
    assert report.cost_cents == 143050


def test_brands_matter_where_the_reading_says_so():
    """The boots are of another brand than the coat: two coupons of four hundred fit, three do not."""
    purse = Shopper(coupons={COUPONS[SAME_60]: 3})
    thrice = {"/used_coupons/0/quantity": 3, "/summary/total_price": 1250.5}
    assert faults(thrice, shopper=purse, rule=CouponRule.SCOPED) == []
    lone = {**thrice, "/items/0": ..., "/summary/total_price": 980}
    for rule in CouponRule:
        found = faults(lone, shopper=purse, rule=rule, window=None)
        assert found == ["products/missing", "coupons/useless"]
    cheaper = [{**PRODUCTS[0], "price": 399.99}, *PRODUCTS[1:]]
    goods = shelves(cheaper)
    basis = replace(by_request(ERRAND, goods), shopper=purse, window=None)
    cart = right_cart({**thrice, "/items/0/price": 399.99, "/summary/total_price": 1199.99})
    for rule, rules in ((CouponRule.TOOL, []), (CouponRule.SCOPED, ["coupons/useless", "facts/total"])):
        assert [v.rule for v in check(cart, replace(basis, rule=rule)).violations] == rules


def test_the_expected_answer_allows_no_other():
    """Other coupons than the expected are told, by name."""
    basis = by_answer(ERRAND, shelves(), ["c", "a"], {SAME_60: 2})
    (violation,) = check(right_cart(), basis).violations
    assert (violation.rule, violation.found, violation.required) == (
        "coupons/other",
        f"1 x {SAME_60}",
        f"2 x {SAME_60}",
    )
    assert [
        v.rule for v in check(right_cart(), by_answer(ERRAND, shelves(), ["c"], {SAME_60: 1})).violations
    ] == ["products/extra"]
    assert check(right_cart(), by_answer(ERRAND, shelves(), ["a", "c"], {SAME_60: 1})).task_perfect


def test_products_are_assigned_so_that_most_requirements_are_served():
    """One that serves both leaves the other to one that serves only it."""
    basis = by_request(ERRAND, shelves())
    wanted = (frozenset(("a", "c")), frozenset(("a",)))
    assert faults({}, wanted=wanted) == []
    assert faults({}, wanted=(frozenset(("a",)), frozenset(("a",)))) == ["products/extra", "products/missing"]
    assert basis.wanted == (frozenset(("a",)), frozenset(("c",)))


@pytest.mark.parametrize("answer", ["", "{nonsense", "[]", 5, None, "[" * 100_000])
def test_what_is_no_cart_is_unreadable(answer):
    """One violation, no bill, no other rule applies."""
    report = check(answer, by_request(ERRAND, shelves()))
    assert [violation.rule for violation in report.violations] == ["document/unreadable"]
    assert report.cost_cents is None
    assert [name for name, score in report.scores.items() if score is not None] == ["document"]


def test_text_objects_and_carts_are_judged_alike():
    """However it comes."""
    basis = by_request(ERRAND, shelves())
    document = right_cart({"/items/0/quantity": 2})
    reports = [check(form, basis) for form in (document, json.dumps(document), read_cart(document))]
    assert reports[0] == reports[1] == reports[2]


def test_the_optimum_of_each_mini_case_is_right():
    """Against the request and against the expected answer."""
    optima = {
        (entry["level"], entry["case"]): entry["optimum"]
        for entry in json.loads((MINI / "mini_db" / "manifest.json").read_bytes())["cases"]
    }
    for case in read_cases(MINI / "mini_db"):
        optimum = optima[case.level, case.number]
        goods = {product.product_id: product for product in case.shelves.products}
        document = {
            "items": [
                {"product_id": name, "quantity": 1, "price": goods[name].source["price"]}
                for name in optimum["product_ids"]
            ],
            "used_coupons": [coupon(name, copies) for name, copies in optimum["coupons"].items()],
            "summary": {"total_price": optimum["final_price"]},
        }
        answer = by_answer(case.errand, case.shelves, optimum["product_ids"], optimum["coupons"])
        for basis in (by_request(case.errand, case.shelves), answer):
            assert check(document, basis).violations == ()


def test_every_rule_stands_on_its_page(root):
    """Each name that can be told is on the page, and each on the page can be told."""
    page = (root / "docs" / "rules" / "shopping.md").read_text("utf-8")
    source = "".join(
        path.read_text("utf-8") for path in (root / "verifier/rules/deepplanning_shopping").glob("*.py")
    )
    told = {part for part in source.split('"') if part.partition("/")[0] in RULES and "/" in part}
    assert {name for name in told if f"`{name}`" not in page} == set()
