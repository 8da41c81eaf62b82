"""Coupons: what a cart carries under each reading, at the edges and against a slow twin."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests import naive_shopping

from planassay.kb.formats.deepplanning_shopping import COUPONS, NAMES
from planassay.kb.goods import CouponKind, CouponRule
from planassay.verifier.coupons import best_saving, can_use, discount_cents, usable

CROSS_300, CROSS_500, CROSS_900, CROSS_1200, CROSS_1500 = (COUPONS[name] for name in NAMES[:5])
SAME_200, SAME_400, SAME_1000, SAME_1200 = (COUPONS[name] for name in NAMES[5:9])
VIP = COUPONS[NAMES[9]]
TOOL, SCOPED, SEQUENTIAL = CouponRule.TOOL, CouponRule.SCOPED, CouponRule.SEQUENTIAL


@pytest.mark.parametrize(
    ("coupon", "off", "every"),
    [
        (CROSS_300, 3000, 30000),
        (CROSS_1500, 30000, 150000),
        (SAME_200, 2500, 20000),
        (SAME_1000, 18000, 100000),
        (VIP, 20000, 100000),
    ],
)
def test_a_coupon_is_what_its_name_says(coupon, off, every):
    """Discount and threshold stand in the name, commas and all."""
    assert (coupon.off_cents, coupon.every_cents) == (off, every)


@pytest.mark.parametrize("rule", CouponRule)
@pytest.mark.parametrize(("cents", "fits"), [(39999, False), (40000, True), (40001, True)])
def test_equality_reaches_a_threshold(rule, cents, fits):
    """A cent less does not."""
    assert can_use(rule, {SAME_400: 1}, {"A": cents}) is fits


@pytest.mark.parametrize(
    ("brands", "owned", "tool", "scoped", "sequential"),
    [
        ({"A": 100000, "B": 30000}, {CROSS_1200: 1, SAME_400: 2}, 20000, 20000, 26000),
        ({"A": 120000, "B": 41000}, {CROSS_1200: 1, SAME_400: 2}, 26000, 26000, 32000),
        ({"A": 25000, "B": 25000}, {SAME_200: 2}, 5000, 5000, 5000),
        ({"A": 19900, "B": 39900}, {SAME_200: 2}, 5000, 2500, 2500),
        ({"A": 10000, "B": 10000, "C": 10000, "D": 10000}, {SAME_400: 1}, 6000, 0, 0),
        ({"A": 126099, "B": 126350}, {CROSS_300: 1, SAME_400: 2, SAME_1000: 3}, 42000, 39000, 39000),
    ],
)
def test_the_readings_differ_where_they_should(brands, owned, tool, scoped, sequential):
    """The examples of the prompt, and carts on which the readings part."""
    found = [best_saving(rule, owned, brands).cents for rule in (TOOL, SCOPED, SEQUENTIAL)]
    assert found == [tool, scoped, sequential]


def test_thresholds_in_a_row_are_those_of_what_is_left():
    """The third copy of a coupon needs three thresholds, after two discounts."""
    assert can_use(SEQUENTIAL, {VIP: 2}, {"A": 220000})
    assert not can_use(SEQUENTIAL, {VIP: 3}, {"A": 339999})
    assert can_use(SEQUENTIAL, {VIP: 3}, {"A": 340000})
    assert not can_use(SEQUENTIAL, {VIP: 2}, {"A": 219999})


def test_only_members_use_vip_coupons():
    """Copies that nobody owns count for nothing either."""
    owned = {VIP: 1, CROSS_300: 2, CROSS_500: 0}
    assert usable(owned, is_vip=False) == {CROSS_300: 2}
    assert usable(owned, is_vip=True) == {VIP: 1, CROSS_300: 2}


def test_without_coupons_nothing_is_saved():
    """The empty choice is the one choice."""
    assert best_saving(TOOL, {}, {"A": 100}) == (0, ({},))
    assert best_saving(SCOPED, {SAME_200: 1}, {}) == (0, ({},))


CARTS = st.dictionaries(st.sampled_from("ABCD"), st.integers(5000, 160000), min_size=1, max_size=4)
PURSES = st.dictionaries(st.sampled_from([COUPONS[n] for n in NAMES]), st.integers(1, 2), max_size=4)


@given(CARTS, PURSES, st.sampled_from(CouponRule))
def test_the_slow_twin_agrees(brands, owned, rule):
    """On the most that is saved, and on every way to save it."""
    cents, choices = best_saving(rule, owned, brands)
    assert (cents, {frozenset(used.items()) for used in choices}) == naive_shopping.best_saving(
        rule, owned, brands
    )


@given(CARTS, PURSES)
def test_what_brands_carry_the_tools_accept(brands, used):
    """Scoped is the tool rule and more; no reading lets a coupon pay for the cart."""
    if can_use(SCOPED, used, brands):
        assert can_use(TOOL, used, brands)
        assert discount_cents(used) < sum(brands.values()) or not used


@given(CARTS, PURSES, st.sampled_from(CouponRule))
def test_fewer_coupons_are_carried_too(brands, used, rule):
    """What a cart carries, it carries with a copy less: the search leaves off at the first refusal."""
    if can_use(rule, used, brands):
        for coupon, copies in used.items():
            assert can_use(rule, {**used, coupon: copies - 1}, brands)


@given(CARTS, PURSES, st.sampled_from(CouponRule))
def test_names_of_brands_do_not_matter(brands, owned, rule):
    """Renamed and in another order, a cart saves the same."""
    renamed = {f"brand {name}": cents for name, cents in reversed(brands.items())}
    assert best_saving(rule, owned, brands) == best_saving(rule, owned, renamed)


def test_every_kind_of_coupon_exists():
    """Five, four and one of them."""
    kinds = [COUPONS[name].kind for name in NAMES]
    assert [kinds.count(kind) for kind in CouponKind] == [5, 4, 1]
