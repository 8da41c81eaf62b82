"""
Sums: the least to be paid for a cart, by the sums that prices can make.

With the coupons given, goods must reach a need and should cost little beyond it. Which sums one product a
requirement can make is a set of integers, held as the bits of one integer; a walk over requirements that
follows only sums which can still come out finds carts, or that there is none, in milliseconds where a linear
engine would search for minutes. Not for anything but carts: other engines serve as its second opinion.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from planassay.kb.goods import Coupon, CouponKind, CouponRule, Product
from planassay.solver.compile.deepplanning_shopping import Bought, CartCompiler, needed_cents
from planassay.solver.problem import Ration

_WORD_BITS = 4096
"""Bits of a set of sums that are looked at in one step."""


class _Purse(NamedTuple):
    """A multiset of coupons, and what it asks of the goods."""

    used: tuple[tuple[Coupon, int], ...]
    copies: int
    off: int
    needed: int
    packed: tuple[int, ...]
    """Thresholds that single brands have to carry, largest first."""


class SumSearch:
    """
    The carts of one errand.

    Parameters
    ----------
    compiler
        The errand with what is on offer for it.
    ration
        What the search may still do.
    """

    def __init__(self, compiler: CartCompiler, ration: Ration) -> None:
        self._ration = ration
        self._window = compiler.errand.window
        self._groups = [offer.products for offer in compiler.offers]
        self._least = [min(product.price_cents for product in group) for group in self._groups]
        self._base = sum(self._least)
        self._span = compiler.most_cents - self._base
        self._purses = _purses(compiler)

    def best(self, *, in_window: bool) -> int | None:
        """Return the least to be paid, None if there is no cart."""
        low, high = self._ends(in_window=in_window)
        start = self._first(_bits(low, high), ())
        if start is None:
            return None
        price = sum(product.price_cents for product in start)
        grouped: dict[tuple[int, ...], list[_Purse]] = {}
        for purse in self._purses:
            grouped.setdefault(purse.packed, []).append(purse)
        for packed, purses in sorted(grouped.items(), key=lambda group: min(map(self._optimist, group[1]))):
            while found := self._first(self._below(price - 1, purses, low, high), packed):
                cents = sum(product.price_cents for product in found)
                price = cents - max(purse.off for purse in purses if purse.needed <= cents)
        return price

    def optima(self, price: int, *, in_window: bool) -> Iterator[Bought]:
        """Yield the carts of a price: fewer coupons first, then by the catalogue."""
        low, high = self._ends(in_window=in_window)
        by_copies: dict[int, list[_Purse]] = {}
        for purse in self._purses:
            cents = price + purse.off
            if purse.needed <= cents and low <= cents - self._base <= high:
                by_copies.setdefault(purse.copies, []).append(purse)
        for _, purses in sorted(by_copies.items()):
            found = []
            for order, purse in enumerate(purses):
                at = price + purse.off - self._base
                for products in self._walk(1 << at, purse.packed, _in_order):
                    rows = [product.row for product in products]
                    found.append((rows, order, Bought(products, dict(purse.used))))
            for _, _, bought in sorted(found, key=lambda entry: entry[:2]):
                yield bought

    def nearest(self, cents: int, *, above: bool) -> int | None:
        """Return the least total of goods from an amount up, or the largest from it down, if there is one."""
        reached = self._tails(self._span + 1)[0]
        at = cents - self._base
        if above:
            reached = reached >> max(0, at) << max(0, at)
        else:
            reached &= _bits(0, at)
        while reached:
            place = (reached & -reached if above else reached).bit_length() - 1
            if self._first(1 << place, ()):
                return self._base + place
            reached ^= 1 << place
        return None

    def _ends(self, *, in_window: bool) -> tuple[int, int]:
        """Return the range of sums, counted from the least there is."""
        window = self._window if in_window else None
        if window is None:
            return 0, self._span
        return max(0, window.least_cents - self._base), min(self._span, window.most_cents - self._base)

    def _optimist(self, purse: _Purse) -> int:
        return max(self._base, purse.needed) - purse.off

    def _below(self, price: int, purses: Sequence[_Purse], low: int, high: int) -> int:
        """Return the sums with which one of several purses leaves no more than a price."""
        allowed = 0
        for purse in purses:
            self._ration.spend()
            least = max(low, purse.needed - self._base)
            allowed |= _bits(least, min(high, price + purse.off - self._base))
        return allowed

    def _first(self, allowed: int, packed: tuple[int, ...]) -> tuple[Product, ...] | None:
        return next(self._walk(allowed, packed, _cheap_first), None)

    def _walk(
        self,
        allowed: int,
        packed: tuple[int, ...],
        order: Callable[[Sequence[Product]], Sequence[Product]],
    ) -> Iterator[tuple[Product, ...]]:
        """Yield products that add up to an allowed sum and whose brands carry thresholds."""
        if not allowed:
            return
        groups = [order(group) for group in self._groups]
        tails = self._tails(allowed.bit_length())
        yield from self._extend((), 0, _Aim(allowed, packed, groups, tails))

    def _tails(self, bits: int) -> list[int]:
        mask, tails = (1 << bits) - 1, [1]
        for group, least in zip(reversed(self._groups), reversed(self._least), strict=True):
            steps = {product.price_cents - least for product in group}
            self._ration.spend(len(steps) * (1 + bits // _WORD_BITS))
            reached = 0
            for step in sorted(steps):
                reached |= tails[-1] << step
            tails.append(reached & mask)
        return tails[::-1]

    def _extend(self, taken: tuple[Product, ...], above: int, aim: "_Aim") -> Iterator[tuple[Product, ...]]:
        self._ration.spend(1 + aim.allowed.bit_length() // _WORD_BITS)
        depth = len(taken)
        if not (aim.tails[depth] << above) & aim.allowed:
            return
        if aim.packed and not _packs(aim.packed, self._rooms(taken, above, aim)):
            return
        if depth == len(self._groups):
            yield taken
            return
        for product in aim.groups[depth]:
            if product.product_id not in {other.product_id for other in taken}:
                step = product.price_cents - self._least[depth]
                yield from self._extend((*taken, product), above + step, aim)

    def _rooms(self, taken: Sequence[Product], above: int, aim: "_Aim") -> tuple[int, ...]:
        """Return the most that each brand can carry in the end, largest first."""
        slack = aim.allowed.bit_length() - 1 - above
        rooms: dict[str, int] = {}
        for product in taken:
            rooms[product.brand] = rooms.get(product.brand, 0) + product.price_cents
        for group, least in zip(self._groups[len(taken) :], self._least[len(taken) :], strict=True):
            dearest: dict[str, int] = {}
            for product in group:
                if product.price_cents - least <= slack:
                    dearest[product.brand] = max(product.price_cents, dearest.get(product.brand, 0))
            for brand, cents in dearest.items():
                rooms[brand] = rooms.get(brand, 0) + cents
        return tuple(sorted((cents for cents in rooms.values() if cents >= aim.packed[-1]), reverse=True))


class _Aim(NamedTuple):
    """What a walk looks for."""

    allowed: int
    packed: tuple[int, ...]
    groups: Sequence[Sequence[Product]]
    tails: Sequence[int]


def _cheap_first(group: Sequence[Product]) -> Sequence[Product]:
    return sorted(group, key=lambda product: product.price_cents)


def _in_order(group: Sequence[Product]) -> Sequence[Product]:
    return group


def _bits(low: int, high: int) -> int:
    return 0 if high < low or high < 0 else (1 << (high + 1)) - (1 << max(0, low))


def _purses(compiler: CartCompiler) -> list[_Purse]:
    """Return every multiset that dear enough goods would carry, in the order of its counts."""
    found: list[_Purse] = []
    for used in compiler.counts():
        if compiler.rule is CouponRule.SEQUENTIAL:
            needed = needed_cents(used)
        else:
            needed = sum(coupon.every_cents * n for coupon, n in used.items())
        if needed <= compiler.most_cents:
            packed = () if compiler.rule is CouponRule.TOOL else _packed(used)
            off = sum(coupon.off_cents * n for coupon, n in used.items())
            found.append(_Purse(tuple(used.items()), sum(used.values()), off, needed, packed))
    return found


def _packed(used: Mapping[Coupon, int]) -> tuple[int, ...]:
    same = [(coupon.every_cents, n) for coupon, n in used.items() if coupon.kind is CouponKind.SAME_BRAND]
    return tuple(sorted((cents for cents, n in same for _ in range(n)), reverse=True))


@lru_cache(maxsize=100_000)
def _packs(thresholds: tuple[int, ...], rooms: tuple[int, ...]) -> bool:
    """Tell whether thresholds find room, largest first."""
    if not thresholds:
        return True
    tried = set()
    for place, room in enumerate(rooms):
        if room < thresholds[0]:
            return False
        if room not in tried:
            tried.add(room)
            left = sorted((*rooms[:place], room - thresholds[0], *rooms[place + 1 :]), reverse=True)
            if _packs(thresholds[1:], tuple(left)):
                return True
    return False
