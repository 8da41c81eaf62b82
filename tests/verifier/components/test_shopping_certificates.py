"""Certificates of carts: claims that hold are accepted, whatever is changed in one is refused."""

import json
from copy import deepcopy
from dataclasses import replace

import pytest
from tests.shops import COUPONS, CROSS_30, MINI, PRODUCTS, SAME_60, VIP, shelves
from tests.solver.test_cart import drawn, errand, every_cart, goods

from planassay.kb.errands import Window
from planassay.kb.formats.deepplanning_shopping import read_cases, write_cart
from planassay.kb.goods import CouponRule
from planassay.kb.worlds.deepplanning_shopping import make_case
from planassay.solver.cart import solve_cart
from planassay.verifier.certificate import STUMBLED, Decision
from planassay.verifier.components.deepplanning_shopping import check_cart

CASES = read_cases(MINI / "mini_db")


@pytest.mark.parametrize("rule", CouponRule)
@pytest.mark.parametrize("number", range(len(CASES)))
def test_the_claim_about_each_mini_case_is_proved(number, rule):
    """In no time, by a short document."""
    case = CASES[number]
    claim = solve_cart(case.errand, case.shelves, rule=rule)
    answer = check_cart(claim.certificate, case.errand, case.shelves)
    assert (answer.decision, answer.status, answer.value) == (Decision.ACCEPTED, "optimal", claim.price_cents)
    assert len(json.dumps(claim.certificate)) < 1500
    assert answer.work < 5000


@pytest.mark.parametrize("rule", CouponRule)
@pytest.mark.parametrize("seed", range(40))
def test_claims_about_random_errands_are_proved(seed, rule):
    """With windows, shared products and without a cart."""
    request, shop = drawn(seed)
    claim = solve_cart(request, shop, rule=rule)
    answer = check_cart(json.loads(json.dumps(claim.certificate)), request, shop)
    assert (answer.decision, answer.reason) == (Decision.ACCEPTED, "")
    assert (answer.status, answer.value) == (claim.status.value, claim.price_cents)


@pytest.mark.parametrize("rule", CouponRule)
@pytest.mark.parametrize("seed", range(0, 40, 2))
def test_a_cart_that_is_not_the_cheapest_is_not_proved_to_be(seed, rule):
    """Any other right cart is refused as the optimum, and accepted as a cart."""
    request, shop = drawn(seed)
    claim = solve_cart(request, shop, rule=rule)
    dearer = [cart for cart in every_cart(request, shop, rule) if cart[0] > (claim.price_cents or 0)]
    for price, _, rows, used in sorted(dearer, key=lambda cart: cart[:3])[:5]:
        certificate = deepcopy(claim.certificate)
        certificate["plan"] = write_cart([shop.products[row] for row in rows], dict(used))
        certificate["claim"]["value"] = price
        answer = check_cart(certificate, request, shop)
        assert answer.decision is Decision.REFUSED
        assert answer.reason.startswith("there is a cheaper cart: p")
        certificate["claim"]["status"] = "feasible"
        assert check_cart(certificate, request, shop).status == "feasible"


@pytest.mark.parametrize("rule", CouponRule)
@pytest.mark.parametrize("number", range(1, 5))
@pytest.mark.parametrize("level", [1, 2, 3])
def test_claims_about_made_cases_are_proved(level, number, rule):
    """At each level, within the range that was asked for."""
    case = make_case(level, number)
    claim = solve_cart(case.errand, case.shelves, rule=rule)
    answer = check_cart(claim.certificate, case.errand, case.shelves)
    assert (answer.decision, answer.status, claim.in_window) == (Decision.ACCEPTED, "optimal", True)


SHOP = goods(("0", 350, "A"), ("0", 400, "A"), ("1", 500, "B"))
REQUEST = errand(2, {SAME_60: 1, CROSS_30: 2, VIP: 1}, is_vip=False)


def right():
    """Return a certificate that holds."""
    return deepcopy(solve_cart(REQUEST, SHOP).certificate)


def test_the_certificate_that_is_damaged_below_holds():
    """Before it is damaged."""
    assert check_cart(right(), REQUEST, SHOP).decision is Decision.ACCEPTED


@pytest.mark.parametrize(
    ("path", "value"),
    [
        (("format",), "plancert/2"),
        (("objective",), "copies"),
        (("task", "id"), "y"),
        (("task", "sha256"), "0"),
        (("task",), None),
        (("kb", "sha256"), "0"),
        (("ruleset",), "tool@2"),
        (("ruleset",), 5),
        (("made_by",), "me"),
        (("made_by", "sums"), 5),
        (("claim",), []),
        (("claim", "status"), "infeasible"),
        (("claim", "status"), "best"),
        (("claim", "value"), 5),
        (("claim", "value"), 1.0),
        (("claim", "value"), True),
        (("claim", "in_window"), 1),
        (("claim", "extra"), 1),
        (("claim", "value"), ...),
        (("plan",), ...),
        (("plan",), None),
        (("plan", "items"), []),
        (("plan", "items", 0, "quantity"), 2),
        (("plan", "items", 0, "product_id"), "p9"),
        (("plan", "items", 0, "price"), 1.0),
        (("plan", "used_coupons"), []),
        (("plan", "used_coupons", 0, "quantity"), 2),
        (("plan", "summary", "total_price"), 1.0),
        (("extra",), 1),
        (("format",), ...),
        (("claim",), ...),
    ],
)
def test_each_damage_is_refused(path, value):
    """With a reason, and never an exception."""
    certificate = right()
    place = certificate
    for key in path[:-1]:
        place = place[key]
    if value is ...:
        del place[path[-1]]
    else:
        place[path[-1]] = value
    answer = check_cart(certificate, REQUEST, SHOP)
    assert answer.decision is Decision.REFUSED
    assert answer.reason


@pytest.mark.parametrize("certificate", [None, [], "text", 5, {}, {1: 2}])
def test_what_is_no_certificate_is_refused(certificate):
    """Anything at all may be given."""
    assert check_cart(certificate, REQUEST, SHOP).decision is Decision.REFUSED


@pytest.mark.parametrize("key", ["items", "used_coupons"])
def test_a_plan_that_is_nested_beyond_reading_is_refused(key):
    """As every document is, without raising."""
    certificate = right()
    nested: object = []
    for _ in range(5000):
        nested = [nested]
    certificate["plan"][key] = nested
    answer = check_cart(certificate, REQUEST, SHOP)
    assert answer.decision is Decision.REFUSED


def test_whatever_the_checker_runs_into_proves_nothing(monkeypatch):
    """A fault of its own is a refusal that says so."""

    def stumble(*_: object) -> None:
        raise ValueError

    monkeypatch.setattr("planassay.verifier.components.deepplanning_shopping.check_strictly", stumble)
    certificate = right()
    answer = check_cart(certificate, REQUEST, SHOP)
    assert (answer.decision, answer.reason) == (Decision.REFUSED, f"{STUMBLED} ValueError")


def test_a_certificate_is_about_one_errand_and_one_catalogue():
    """Another purse is another errand; a changed price is another catalogue."""
    poorer = errand(2, {SAME_60: 1, CROSS_30: 1, VIP: 1}, is_vip=False)
    assert check_cart(right(), poorer, SHOP).reason == "is about another task"
    cheaper = goods(("0", 349, "A"), ("0", 400, "A"), ("1", 500, "B"))
    assert check_cart(right(), REQUEST, cheaper).reason == "is about another catalogue"


def test_that_there_is_no_cart_is_proved_or_refused():
    """A product serves once; a requirement may have none at all."""
    twice = goods(("01", 300, "A"))
    claim = solve_cart(errand(2), twice)
    answer = check_cart(claim.certificate, errand(2), twice)
    assert (answer.status, answer.value) == ("infeasible", None)
    nothing = shelves(PRODUCTS)
    assert check_cart(solve_cart(errand(1), nothing).certificate, errand(1), nothing).status == "infeasible"
    lie = {key: value for key, value in right().items() if key != "plan"}
    lie["claim"] = {"status": "infeasible", "in_window": True}
    assert check_cart(lie, REQUEST, SHOP).reason == "there is a cart"


def test_outside_of_the_window_only_if_none_is_inside():
    """Both halves of the claim are proved."""
    shop = goods(("0", 300, "A"), ("0", 400, "A"))
    request = errand(1, window=Window(30100, 39900))
    claim = solve_cart(request, shop)
    assert check_cart(claim.certificate, request, shop).value == 30000
    inside = errand(1, window=Window(30100, 40000))
    forged = deepcopy(solve_cart(request, shop).certificate)
    forged["task"]["sha256"] = inside.sha256
    assert check_cart(forged, inside, shop).reason == "there is a cart within the window"


def test_a_cheaper_cart_under_another_rule_is_no_cheaper_cart():
    """What the tools allow, brands do not."""
    shop = goods(("0", 199, "A"), ("1", 399, "B"))
    request = errand(2, {"Same-brand: ¥25 off every ¥200": 2})
    tool, scoped = (solve_cart(request, shop, rule=rule) for rule in (CouponRule.TOOL, CouponRule.SCOPED))
    assert (tool.price_cents, scoped.price_cents) == (54800, 57300)
    forged = {**scoped.certificate, "ruleset": "tool@1"}
    assert check_cart(forged, request, shop).decision is Decision.REFUSED
    forged = {**tool.certificate, "ruleset": "scoped@1"}
    assert check_cart(forged, request, shop).reason.startswith("the plan is refused: coupons/useless")


def test_a_limit_of_work_leaves_it_unproved():
    """Neither true nor false."""
    answer = check_cart(right(), REQUEST, SHOP, work_limit=1)
    assert (answer.decision, answer.status) == (Decision.UNPROVED, "")


def test_coupons_of_levels_without_count_for_nothing():
    """They are neither used nor proved against."""
    request = replace(REQUEST, with_coupons=False)
    claim = solve_cart(request, SHOP)
    assert check_cart(claim.certificate, request, SHOP).value == 85000
    used = deepcopy(claim.certificate)
    used["plan"] = write_cart(claim.products, {COUPONS[CROSS_30]: 1})
    used["claim"]["value"] -= 3000
    assert check_cart(used, request, SHOP).reason.startswith("the plan is refused: coupons/other")
