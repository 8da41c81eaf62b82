"""Coupons: those that exist, are owned, are reached by the goods, and each named once."""

from collections.abc import Iterator

from planassay.kb.formats.deepplanning_shopping.coupons import COUPONS
from planassay.kb.goods import CouponKind
from planassay.verifier.coupons import can_use, threshold_cents
from planassay.verifier.report import Violation
from planassay.verifier.rules.deepplanning_shopping.purchase import Purchase, coupon_copies


def violations(purchase: Purchase) -> Iterator[Violation]:
    """Yield what is wrong with each row of coupons, then with all of them together."""
    yield from _row_violations(purchase)
    yield from _reach_violations(purchase)
    yield from _answer_violations(purchase)


def _row_violations(purchase: Purchase) -> Iterator[Violation]:
    """Yield ``coupons/unknown``, ``/useless``, ``/repeated``, ``/vip`` and ``/unowned``."""
    shopper = purchase.basis.shopper
    used: dict[str, int] = {}
    for row in purchase.cart.coupons:
        name = f"{row.pointer}/coupon_name"
        if row.name not in COUPONS:
            yield Violation(
                rule="coupons/unknown", pointer=name, found=row.name, required="the name of a coupon"
            )
            continue
        if row.copies < 1:
            yield Violation(
                rule="coupons/useless",
                pointer=f"{row.pointer}/quantity",
                found=str(row.copies),
                required="at least 1 copy",
            )
            continue
        if row.name in used:
            yield Violation(
                rule="coupons/repeated",
                pointer=name,
                found=f"{row.name} once more",
                required="one row a coupon",
            )
        coupon = COUPONS[row.name]
        owned = shopper.coupons.get(coupon, 0)
        before = used.get(row.name, 0)
        used[row.name] = before + row.copies
        if coupon.kind is CouponKind.VIP and not shopper.is_vip:
            yield Violation(rule="coupons/vip", pointer=name, found=row.name, required="a member's purse")
        if used[row.name] > max(owned, before):
            yield Violation(
                rule="coupons/unowned",
                pointer=f"{row.pointer}/quantity",
                found=str(used[row.name]),
                required=f"at most {owned}",
                by=used[row.name] - owned,
                unit="count",
            )


def _reach_violations(purchase: Purchase) -> Iterator[Violation]:
    """Yield ``coupons/useless`` if the goods do not carry the coupons, by the cents that they lack."""
    used = coupon_copies(purchase.cart)
    if can_use(purchase.basis.rule, used, purchase.brand_cents):
        return
    missing = threshold_cents(used) - purchase.base_cents
    yield Violation(
        rule="coupons/useless",
        pointer="/used_coupons",
        found="more coupons than the goods reach",
        required=f"thresholds that are reached under the rule {purchase.basis.rule}",
        by=missing if missing > 0 else None,
        unit="cents" if missing > 0 else None,
    )


def _answer_violations(purchase: Purchase) -> Iterator[Violation]:
    """Yield ``coupons/other`` where the expected answer has another number of copies."""
    expected = purchase.basis.coupons
    if expected is None:
        return
    used = {coupon.name: copies for coupon, copies in coupon_copies(purchase.cart).items()}
    for name in sorted(used.keys() | expected.keys()):
        if used.get(name, 0) != expected.get(name, 0):
            yield Violation(
                rule="coupons/other",
                pointer="/used_coupons",
                found=f"{used.get(name, 0)} x {name}",
                required=f"{expected.get(name, 0)} x {name}",
                by=abs(used.get(name, 0) - expected.get(name, 0)),
                unit="count",
            )
