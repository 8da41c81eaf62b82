"""
Slow twins of the shopping domain: coupons by the plainest search there is.

Written for reading, from the words of the rules; nothing here shares code with what it is compared with.
"""

from itertools import product

from planassay.kb.goods import Coupon, CouponKind, CouponRule


def can_use(rule: CouponRule, used: dict[Coupon, int], brand_cents: dict[str, int]) -> bool:
    """Tell whether a cart carries coupons, by trying every way to place every copy."""
    total = sum(brand_cents.values())
    copies = [coupon for coupon, count in used.items() for _ in range(count)]
    same = [coupon for coupon in copies if coupon.kind is CouponKind.SAME_BRAND]
    if rule is not CouponRule.SEQUENTIAL and sum(c.every_cents for c in copies) > total:
        return False
    if rule is CouponRule.TOOL:
        return True
    if not any(
        all(
            sum(c.every_cents for c, at in zip(same, places, strict=True) if at == brand) <= cents
            for brand, cents in brand_cents.items()
        )
        for places in product(brand_cents, repeat=len(same))
    ):
        return False
    if rule is CouponRule.SCOPED:
        return True
    left = total - sum(c.off_cents for c in same)
    taken: list[Coupon] = []
    others = [coupon for coupon in copies if coupon.kind is not CouponKind.SAME_BRAND]
    for coupon in sorted(others, key=lambda c: -c.every_cents):
        taken.append(coupon)
        if left < coupon.every_cents * taken.count(coupon):
            return False
        left -= coupon.off_cents
    return True


def best_saving(
    rule: CouponRule, owned: dict[Coupon, int], brand_cents: dict[str, int]
) -> tuple[int, set[frozenset[tuple[Coupon, int]]]]:
    """Return the most that coupons save, and every multiset that saves it."""
    worth: dict[frozenset[tuple[Coupon, int]], int] = {}
    for counts in product(*(range(most + 1) for most in owned.values())):
        used = {coupon: count for coupon, count in zip(owned, counts, strict=True) if count}
        if can_use(rule, used, brand_cents):
            worth[frozenset(used.items())] = sum(c.off_cents * n for c, n in used.items())
    most = max(worth.values())
    return most, {used for used, cents in worth.items() if cents == most}
