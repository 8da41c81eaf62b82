"""
Coupons: which multisets of them a cart carries under each reading, and which save the most.

Exact cents, by plain search: this decides what certificates and carts are held against, so it is written for
reading. Not for finding the goods to buy.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import NamedTuple

from planassay.kb.goods import Coupon, CouponKind, CouponRule

Copies = Mapping[Coupon, int]
"""How many copies of each coupon."""


class Saving(NamedTuple):
    """The most that coupons save, and every multiset that saves it."""

    cents: int
    choices: tuple[dict[Coupon, int], ...]


def discount_cents(used: Copies) -> int:
    """Return what coupons take off the price."""
    return sum(coupon.off_cents * copies for coupon, copies in used.items())


def threshold_cents(used: Copies) -> int:
    """Return the sum of the thresholds of all copies."""
    return sum(coupon.every_cents * copies for coupon, copies in used.items())


def can_use(rule: CouponRule, used: Copies, brand_cents: Mapping[str, int]) -> bool:
    """
    Tell whether a cart carries coupons.

    Parameters
    ----------
    rule
        How they add up.
    used
        The coupons; who owns them does not matter here.
    brand_cents
        What the goods of each brand cost.
    """
    total = sum(brand_cents.values())
    if rule is CouponRule.TOOL:
        return threshold_cents(used) <= total
    same_brand = {coupon: n for coupon, n in used.items() if coupon.kind is CouponKind.SAME_BRAND}
    if not _can_pack(same_brand, brand_cents):
        return False
    if rule is CouponRule.SCOPED:
        return threshold_cents(used) <= total
    others = {coupon: n for coupon, n in used.items() if coupon.kind is not CouponKind.SAME_BRAND}
    return _can_chain(others, total - discount_cents(same_brand))


def _can_pack(used: Copies, brand_cents: Mapping[str, int]) -> bool:
    """Tell whether copies can be shared out among brands so that none has thresholds above its subtotal."""
    copies = sorted((coupon.every_cents for coupon, n in used.items() for _ in range(n)), reverse=True)
    if not copies:
        return True
    rooms = tuple(sorted(cents for cents in brand_cents.values() if cents >= copies[-1]))
    if sum(copies) > sum(rooms):
        return False
    return _fits(tuple(copies), rooms)


@cache
def _fits(copies: tuple[int, ...], rooms: tuple[int, ...]) -> bool:
    """Tell whether copies, largest first, find room; rooms of one size are tried once."""
    if not copies:
        return True
    for place, room in enumerate(rooms):
        if room >= copies[0] and (place == 0 or rooms[place - 1] != room):
            left = (*rooms[:place], room - copies[0], *rooms[place + 1 :])
            if _fits(copies[1:], tuple(sorted(left))):
                return True
    return False


def _can_chain(used: Copies, total: int) -> bool:
    """
    Tell whether copies can be deducted one after another, largest threshold first.

    The n-th copy of a coupon needs n of its thresholds in what is left of the total.
    """
    for coupon in sorted(used, key=lambda coupon: coupon.every_cents, reverse=True):
        for copy in range(1, used[coupon] + 1):
            if total < coupon.every_cents * copy:
                return False
            total -= coupon.off_cents
    return True


def usable(owned: Copies, *, is_vip: bool) -> dict[Coupon, int]:
    """Return the copies that a user may use at all: VIP coupons are for members."""
    return {
        coupon: copies
        for coupon, copies in owned.items()
        if copies > 0 and (is_vip or coupon.kind is not CouponKind.VIP)
    }


def multisets(rule: CouponRule, owned: Copies, brand_cents: Mapping[str, int]) -> Iterator[dict[Coupon, int]]:
    """Yield every multiset of owned coupons that a cart carries, the empty one too, in a fixed order."""
    yield from _extend(rule, list(owned.items()), {}, brand_cents)


def _extend(
    rule: CouponRule,
    owned: Sequence[tuple[Coupon, int]],
    used: dict[Coupon, int],
    brand_cents: Mapping[str, int],
) -> Iterator[dict[Coupon, int]]:
    if not owned:
        yield used
        return
    coupon, most = owned[0]
    for copies in range(most + 1):
        more = {**used, coupon: copies} if copies else used
        if not can_use(rule, more, brand_cents):
            return  # what a cart does not carry, it carries with no further coupon either
        yield from _extend(rule, owned[1:], more, brand_cents)


def best_saving(rule: CouponRule, owned: Copies, brand_cents: Mapping[str, int]) -> Saving:
    """
    Return the most that owned coupons save on a cart.

    Parameters
    ----------
    rule
        How they add up.
    owned
        Copies that may be used, see :func:`usable`.
    brand_cents
        What the goods of each brand cost.
    """
    best, choices = 0, list[dict[Coupon, int]]()
    for used in multisets(rule, owned, brand_cents):
        cents = discount_cents(used)
        if cents > best:
            best, choices = cents, [used]
        elif cents == best:
            choices.append(used)
    return Saving(best, tuple(choices))
