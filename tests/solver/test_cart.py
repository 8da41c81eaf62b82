"""Carts: the least to be paid, under each reading, by sums, by engines and by looking at every cart."""

import json
from dataclasses import replace
from itertools import product
from random import Random

import pytest
from tests import naive_shopping
from tests.shops import COUPONS, CROSS_30, ERRAND, MINI, SAME_60, VIP, shelves

from planassay.kb.errands import Errand, Operator, Requirement, Shopper, Window, Wish
from planassay.kb.formats.deepplanning_shopping import NAMES, offers, read_cases
from planassay.kb.goods import CouponRule
from planassay.kb.verdict import ClaimStatus
from planassay.solver.cart import SUMS, CartSolver, solve_cart
from planassay.solver.problem import Limits
from planassay.verifier.rules.deepplanning_shopping import by_request, check

CASES = read_cases(MINI / "mini_db")
OPTIMA = [
    entry["optimum"] for entry in json.loads((MINI / "mini_db" / "manifest.json").read_bytes())["cases"]
]


def kind(*numbers):
    """Return a requirement for any of some kinds of goods; digits of a product's name are its kinds."""
    return Requirement(tuple(Wish("name", Operator.CONTAINS, str(number)) for number in numbers))


def goods(*rows):
    """Return goods: a name of digits, a price, a brand."""
    return shelves(
        [
            {"product_id": f"p{n}", "name": name, "price": price, "brand": brand, "stock_quantity": 1}
            for n, (name, price, brand) in enumerate(rows)
        ]
    )


def errand(count, coupons=(), window=None, *, is_vip=True):
    """Return an errand for the first kinds of goods."""
    purse = {COUPONS[name]: copies for name, copies in dict(coupons).items()}
    wanted = tuple(kind(number) for number in range(count))
    return Errand("x", wanted, Shopper(is_vip=is_vip, coupons=purse), window)


def drawn(seed):
    """Return a random errand with its shop: few goods, some of them shared, coupons, maybe a window."""
    random = Random(seed)
    count = random.randint(1, 4)
    rows = []
    for number in range(count):
        for _ in range(random.randint(1, 4)):
            also = str(random.randrange(count)) if random.random() < 0.3 else ""
            cents = random.choice((0, 0, 0.5, 0.99))
            rows.append((f"{number}{also}", random.randint(60, 900) + cents, random.choice("ABC")))
    names = random.sample(NAMES, random.randint(0, 3))
    window = None
    if random.random() < 0.3:
        least = random.randint(200, 1500) * 100
        window = Window(least, least + random.randint(1, 500) * 100)
    purse = {name: random.randint(1, 2) for name in names}
    return errand(count, purse, window, is_vip=random.random() < 0.7), goods(*rows)


def every_cart(request, shop, rule, *, in_window=True):
    """Return the rank of each cart: price, copies, rows of the goods; by looking at all of them."""
    owned = {c: n for c, n in request.shopper.coupons.items() if request.shopper.is_vip or c.name != VIP}
    ranks = set()
    for bought in product(*(offer.products for offer in offers(request, shop))):
        base = sum(p.price_cents for p in bought)
        window = request.window if in_window else None
        if len({p.product_id for p in bought}) < len(bought):
            continue
        if window and not window.least_cents <= base <= window.most_cents:
            continue
        brands = {}
        for p in bought:
            brands[p.brand] = brands.get(p.brand, 0) + p.price_cents
        for counts in product(*(range(n + 1) for n in owned.values())):
            used = {c: n for c, n in zip(owned, counts, strict=True) if n}
            if naive_shopping.can_use(rule, used, brands):
                off = sum(c.off_cents * n for c, n in used.items())
                ranks.add((base - off, sum(counts), tuple(p.row for p in bought), frozenset(used.items())))
    return ranks


def rank(claim):
    """Return what is compared of a claim."""
    used = frozenset(claim.coupons.items())
    return claim.price_cents, sum(claim.coupons.values()), tuple(p.row for p in claim.products), used


@pytest.mark.parametrize("number", range(len(CASES)))
def test_the_optimum_of_each_mini_case_is_the_recorded_one(number):
    """Goods, coupons and price, and no other cart costs as little."""
    case, optimum = CASES[number], OPTIMA[number]
    for rule in (CouponRule.TOOL, CouponRule.SCOPED):
        solver = CartSolver(case.errand, case.shelves, rule=rule)
        claim = solver.solve()
        assert claim.status is ClaimStatus.OPTIMAL
        assert [p.product_id for p in claim.products] == optimum["product_ids"]
        assert {c.name: n for c, n in claim.coupons.items()} == optimum["coupons"]
        assert claim.document["summary"]["total_price"] == optimum["final_price"]
        assert len(solver.optima(claim)) == 1


@pytest.mark.parametrize("rule", CouponRule)
@pytest.mark.parametrize("number", range(len(CASES)))
def test_engines_agree_on_the_mini_cases(number, rule):
    """Sums, CP-SAT, MILP and enumeration: one price, one cart."""
    case = CASES[number]
    claims = [
        solve_cart(case.errand, case.shelves, rule=rule, engine=engine)
        for engine in (SUMS, "cpsat", "milp", "enumerate")
    ]
    assert len({rank(claim) for claim in claims}) == 1
    assert [claim.engine for claim in claims] == ["sums", "cpsat", "milp", "enumerate"]


@pytest.mark.parametrize("rule", CouponRule)
@pytest.mark.parametrize("seed", range(40))
def test_no_cart_is_better(seed, rule):
    """Against every cart: price, then fewest coupons, then the catalogue; and what is bought is right."""
    request, shop = drawn(seed)
    solver = CartSolver(request, shop, rule=rule)
    claim = solver.solve()
    carts = every_cart(request, shop, rule)
    if not carts:
        wider = every_cart(request, shop, rule, in_window=False)
        assert claim.price_cents == min((cart[0] for cart in wider), default=None)
        assert (claim.in_window, bool(claim.reasons)) == (claim.price_cents is None, True)
        return
    best = min(cart[:3] for cart in carts)
    assert rank(claim)[:3] == best
    assert check(claim.document, by_request(request, shop, rule)).violations == ()
    ties = {(frozenset(cart[2]), cart[3]) for cart in carts if cart[0] == best[0]}
    found = solver.optima(claim, most=1000)
    assert {(frozenset(p.row for p in b.products), frozenset(b.coupons.items())) for b in found} == ties
    assert len(found) == len(ties)


@pytest.mark.parametrize("rule", CouponRule)
@pytest.mark.parametrize("seed", range(0, 40, 4))
def test_an_engine_finds_the_same_price(seed, rule):
    """With as many coupons; the goods are the same where one cart alone is best."""
    request, shop = drawn(seed)
    claim = solve_cart(request, shop, rule=rule)
    for engine in ("cpsat", "enumerate"):
        other = solve_cart(request, shop, rule=rule, engine=engine)
        assert (other.price_cents, other.status, other.in_window) == (
            claim.price_cents,
            claim.status,
            claim.in_window,
        )
        if claim.coupons is not None:
            assert rank(other)[1] == rank(claim)[1]


def test_a_dearer_product_may_be_cheaper_in_the_end():
    """It reaches a threshold; a cent below, it does not."""
    purse = {SAME_60: 1}
    assert solve_cart(errand(1, purse), goods(("0", 350, "A"), ("0", 400, "A"))).price_cents == 34000
    assert solve_cart(errand(1, purse), goods(("0", 350, "A"), ("0", 399.99, "A"))).price_cents == 35000


def test_of_equal_prices_fewer_coupons_count_then_the_catalogue():
    """All of them are told."""
    shop = goods(("0", 360, "A"), ("0", 330, "A"), ("0", 330, "B"))
    solver = CartSolver(errand(1, {CROSS_30: 1}), shop)
    claim = solver.solve()
    assert (claim.price_cents, claim.products[0].row) == (30000, 1)
    assert [bought.products[0].row for bought in solver.optima(claim)] == [1, 2]
    assert len(solver.optima(claim, most=1)) == 1
    plain = CartSolver(errand(1, {CROSS_30: 1}), goods(("0", 330, "A"), ("0", 300, "B")))
    assert plain.solve().price_cents == 27000


def test_levels_without_coupons_use_none():
    """However many the user owns."""
    request = replace(errand(1, {CROSS_30: 1}), with_coupons=False)
    claim = solve_cart(request, goods(("0", 330, "A")))
    assert (claim.price_cents, claim.coupons) == (33000, {})
    assert check(claim.document, by_request(request, goods(("0", 330, "A")))).task_perfect


def test_members_only():
    """Another's VIP coupon is as if it were not owned."""
    shop = goods(("0", 1000, "A"))
    assert solve_cart(errand(1, {VIP: 1}), shop).price_cents == 80000
    assert solve_cart(errand(1, {VIP: 1}, is_vip=False), shop).price_cents == 100000


@pytest.mark.parametrize(
    ("window", "price", "reason"),
    [
        (Window(30000, 30000), 30000, ()),
        (Window(29000, 30999), 30000, ()),
        (
            Window(30100, 39900),
            30000,
            (
                "no cart in the range: asked are 301.00 to 399.00; the least above it is 400.00 and "
                "the most below it is 300.00",
            ),
        ),
        (
            Window(10000, 29999),
            30000,
            ("budget insufficient: asked are 100.00 to 299.99; the least above it is 300.00",),
        ),
        (
            Window(40100, 50000),
            30000,
            ("no cart in the range: asked are 401.00 to 500.00; the most below it is 400.00",),
        ),
    ],
)
def test_a_window_that_no_cart_meets_is_explained(window, price, reason):
    """The cheapest cart of all is claimed, with the nearest totals on both sides."""
    shop = goods(("0", 300, "A"), ("0", 400, "A"))
    for engine in (SUMS, "cpsat"):
        claim = solve_cart(errand(1, window=window), shop, engine=engine)
        assert (claim.price_cents, claim.in_window, claim.reasons) == (price, not reason, reason)


def test_what_is_not_on_offer_is_explained():
    """By how much each wish leaves when it is dropped."""
    wishes = (Wish("color", Operator.EQUALS, "white"), Wish("name", Operator.CONTAINS, "coat"))
    request = Errand("x", (Requirement(wishes), ERRAND.requirements[0]), Shopper())
    claim = solve_cart(request, shelves())
    assert (claim.status, claim.price_cents, claim.coupons) == (ClaimStatus.INFEASIBLE, None, None)
    assert claim.reasons == (
        "requirement 1: nothing in stock meets it: 1 without 'color equals white'; "
        "1 without 'name contains coat'",
    )


def test_one_product_cannot_serve_twice():
    """Two requirements and one product: there is no cart, with or without a window."""
    for window in (None, Window(0, 100000)):
        for engine in (SUMS, "cpsat"):
            claim = solve_cart(errand(2, window=window), goods(("01", 300, "A")), engine=engine)
            assert claim.status is ClaimStatus.INFEASIBLE
            assert "one at a time" in claim.reasons[0]
            assert CartSolver(errand(2), goods(("01", 300, "A"))).optima(claim) == []


def test_a_limit_of_work_leaves_it_unknown():
    """Nothing is claimed then, and nothing certified."""
    claim = solve_cart(*drawn(2), limits=Limits(work=0.00001))
    assert (claim.status, claim.certificate) == (ClaimStatus.UNKNOWN, None)
    assert claim.reasons == ("the limit of work is reached",)
    cut = solve_cart(errand(1), goods(("0", 5, "A"), ("0", 6, "A")), engine="enumerate", limits=Limits(0))
    assert cut.status is ClaimStatus.UNKNOWN
    chain = errand(1, {CROSS_30: 1})
    unsure = solve_cart(
        chain, goods(("0", 5, "A")), engine="enumerate", rule=CouponRule.SEQUENTIAL, limits=Limits(0)
    )
    assert unsure.status is ClaimStatus.UNKNOWN


def test_more_coupons_than_can_be_listed():
    """It says so instead of trying."""
    request = errand(1, dict.fromkeys(NAMES, 9))
    claim = solve_cart(request, goods(("0", 5, "A")))
    assert claim.status is ClaimStatus.UNKNOWN
    assert claim.reasons == ("more than 200,000 multisets of coupons",)


def test_the_order_of_rows_changes_no_price():
    """A catalogue in reverse costs the same."""
    for seed in range(10):
        request, shop = drawn(seed)
        turned = shelves([dict(p.source) for p in reversed(shop.products)])
        for rule in CouponRule:
            assert solve_cart(request, shop, rule=rule).price_cents == (
                solve_cart(request, turned, rule=rule).price_cents
            )


def test_a_large_cart_is_solved():
    """Eight articles among five hundred, ten coupons: sums do not care how many carts there are."""
    random = Random(1)
    rows = [
        (str(number), random.randint(60, 1200) + random.choice((0, 0.5, 0.99)), f"B{random.randrange(20)}")
        for number in range(8)
        for _ in range(62)
    ]
    coupons = {}
    for _ in range(10):
        name = random.choice(NAMES)
        coupons[name] = coupons.get(name, 0) + 1
    for rule in CouponRule:
        claim = solve_cart(errand(8, coupons), goods(*rows), rule=rule)
        assert claim.status is ClaimStatus.OPTIMAL
