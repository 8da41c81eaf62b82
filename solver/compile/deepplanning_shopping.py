"""
DeepPlanning shopping: an errand as a problem of components and rows.

A component for each requirement picks a product; one for each coupon picks how many copies, or for each
copy of a same-brand coupon, where brands count, the brand that carries it. Rows: each product once, the
window, the thresholds against the price of the goods, and those of each brand.

The ``sequential`` reading is not linear. With the coupons given it is: what they need of the goods is a
number, so it is compiled for one multiset at a time.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product as every
from math import prod

from planassay.kb.errands import Errand
from planassay.kb.formats.deepplanning_shopping import Shelves, offers
from planassay.kb.goods import Coupon, CouponKind, CouponRule, Product
from planassay.solver.problem import Component, Element, Problem, Row, Sense

OBJECTIVES = ("price", "copies")
"""What is to be paid in cents, then how many coupons it takes."""

MANY_MULTISETS = 200_000
"""Most multisets of coupons that are listed."""


class TooManyCouponsError(Exception):
    """There are more multisets of coupons than are listed."""


@dataclass(frozen=True, slots=True)
class Choice:
    """What an element stands for."""

    product: Product | None = None
    used: tuple[tuple[Coupon, int], ...] = ()


@dataclass(frozen=True, slots=True)
class Bought:
    """A solution as goods and coupons."""

    products: tuple[Product, ...]
    """For each requirement in order."""
    coupons: Mapping[Coupon, int]


class CartCompiler:
    """
    An errand with what the shop offers for it.

    Parameters
    ----------
    errand, shelves
        The request and the goods.
    rule
        How coupons add up.
    """

    def __init__(self, errand: Errand, shelves: Shelves, rule: CouponRule) -> None:
        self.errand = errand
        self.rule = rule
        self.offers = offers(errand, shelves)
        self.owned = {
            coupon: copies
            for coupon, copies in errand.shopper.coupons.items()
            if copies and errand.with_coupons and (errand.shopper.is_vip or coupon.kind is not CouponKind.VIP)
        }
        prices = [[product.price_cents for product in offer.products] for offer in self.offers]
        self.least_cents = sum(min(group, default=0) for group in prices)
        self.most_cents = sum(max(group, default=0) for group in prices)

    def problem(self, *, in_window: bool = True, with_coupons: bool = True) -> Problem:
        """Return the problem of all carts under the rules ``tool`` and ``scoped``."""
        scoped = self.rule is not CouponRule.TOOL
        components, rows = list(self._items()), self._once()
        if in_window:
            rows += self._window()
        if with_coupons:
            for coupon, copies in self.owned.items():
                if scoped and coupon.kind is CouponKind.SAME_BRAND:
                    rows += [Row(f"order:{coupon.name}:{n}", Sense.AT_LEAST, 0) for n in range(1, copies)]
                    components += [self._carried(coupon, n, copies) for n in range(copies)]
                else:
                    components.append(self._counted(coupon, copies))
            rows.append(Row("thresholds", Sense.AT_MOST, 0))
            rows += self._brand_rows() if scoped else []
        return _problem(components, rows)

    def fixed(self, used: Mapping[Coupon, int], *, in_window: bool = True) -> Problem:
        """Return the problem of all carts that carry just these coupons one after another."""
        components, rows = list(self._items()), self._once()
        if in_window:
            rows += self._window()
        rows.append(Row("reach", Sense.AT_LEAST, needed_cents(used)))
        rows += self._brand_rows()
        others = {c: n for c, n in used.items() if c.kind is not CouponKind.SAME_BRAND}
        components.append(Component("coupons", (_taken(others),)))
        for coupon, copies in used.items():
            if coupon.kind is CouponKind.SAME_BRAND:
                components += [
                    Component(f"{coupon.name} {n + 1}", tuple(self._places(coupon))) for n in range(copies)
                ]
        return _problem(components, rows)

    def counts(self) -> Iterator[dict[Coupon, int]]:
        """
        Yield every multiset of coupons that may be used, fewest of the first coupon first.

        Raises
        ------
        TooManyCouponsError
            If there are more than :data:`MANY_MULTISETS`.
        """
        if prod(copies + 1 for copies in self.owned.values()) > MANY_MULTISETS:
            raise TooManyCouponsError(f"more than {MANY_MULTISETS:,} multisets of coupons")
        for counts in every(*(range(copies + 1) for copies in self.owned.values())):
            yield {coupon: n for coupon, n in zip(self.owned, counts, strict=True) if n}

    def multisets(self) -> list[tuple[int, dict[Coupon, int]]]:
        """Return each multiset that goods might reach one after another, and the least to be paid then."""
        listed: list[tuple[int, dict[Coupon, int]]] = []
        for used in self.counts():
            needed = needed_cents(used)
            if needed <= self.most_cents:
                off = sum(coupon.off_cents * n for coupon, n in used.items())
                listed.append((max(needed, self.least_cents) - off, used))
        return sorted(listed, key=lambda entry: (entry[0], sum(entry[1].values())))

    def bought(self, problem: Problem, picks: Sequence[int]) -> Bought:
        """Return a solution as goods and coupons."""
        products: list[Product] = []
        coupons: dict[Coupon, int] = {}
        for component, pick in zip(problem.components, picks, strict=True):
            choice = component.elements[pick].choice
            if isinstance(choice, Choice):
                products += [] if choice.product is None else [choice.product]
                for coupon, copies in choice.used:
                    coupons[coupon] = coupons.get(coupon, 0) + copies
        return Bought(tuple(products), coupons)

    def _items(self) -> Iterator[Component]:
        for place, offer in enumerate(self.offers, start=1):
            elements = tuple(
                Element(
                    (product.price_cents, 0),
                    (
                        (f"once:{product.product_id}", 1),
                        ("spent", product.price_cents),
                        ("thresholds", -product.price_cents),
                        (f"brand:{product.brand}", -product.price_cents),
                    ),
                    Choice(product),
                )
                for product in offer.products
            )
            yield Component(f"item {place}", elements)

    def _once(self) -> list[Row]:
        """Return a row for each product that more than one requirement may pick."""
        times: dict[str, int] = {}
        for offer in self.offers:
            for product in offer.products:
                times[product.product_id] = times.get(product.product_id, 0) + 1
        return [Row(f"once:{name}", Sense.AT_MOST, 1) for name, count in times.items() if count > 1]

    def _window(self) -> list[Row]:
        window = self.errand.window
        if window is None:
            return []
        return [
            Row("least", Sense.AT_LEAST, window.least_cents),
            Row("most", Sense.AT_MOST, window.most_cents),
        ]

    def _counted(self, coupon: Coupon, copies: int) -> Component:
        most = min(copies, self.most_cents // coupon.every_cents)
        return Component(coupon.name, tuple(_taken({coupon: n}) for n in range(most + 1)))

    def _carried(self, coupon: Coupon, number: int, copies: int) -> Component:
        """Return a copy that some brand carries or none; earlier copies are used before later ones."""
        order = [(f"order:{coupon.name}:{number}", -1)] if number else []
        order += [(f"order:{coupon.name}:{number + 1}", 1)] if number + 1 < copies else []
        unused = Element((0, 0), choice=Choice())
        used = [
            Element(e.values, (*e.uses, *order, ("thresholds", coupon.every_cents)), e.choice)
            for e in self._places(coupon)
        ]
        return Component(f"{coupon.name} {number + 1}", (unused, *used))

    def _places(self, coupon: Coupon) -> Iterator[Element]:
        """Yield a use of a same-brand coupon for each brand that might carry it."""
        for brand in self._brands():
            if self._most_of(brand) >= coupon.every_cents:
                yield Element(
                    (-coupon.off_cents, 1),
                    ((f"brand:{brand}", coupon.every_cents),),
                    Choice(used=((coupon, 1),)),
                )

    def _brands(self) -> list[str]:
        """Return the brands on offer, in catalogue order of their first product."""
        found = sorted({p.row: p.brand for offer in self.offers for p in offer.products}.items())
        return list(dict.fromkeys(brand for _, brand in found))

    def _most_of(self, brand: str) -> int:
        """Return the most that goods of a brand can cost in one cart."""
        return sum(
            max((p.price_cents for p in offer.products if p.brand == brand), default=0)
            for offer in self.offers
        )

    def _brand_rows(self) -> list[Row]:
        return [Row(f"brand:{brand}", Sense.AT_MOST, 0) for brand in self._brands()]


def needed_cents(used: Mapping[Coupon, int]) -> int:
    """
    Return what goods must cost so that coupons can be deducted one after another.

    Same-brand copies first; then, largest threshold first, the n-th copy of a coupon needs n thresholds.
    """
    same = {coupon: n for coupon, n in used.items() if coupon.kind is CouponKind.SAME_BRAND}
    needed = sum(coupon.every_cents * n for coupon, n in same.items())
    gone = sum(coupon.off_cents * n for coupon, n in same.items())
    for coupon in sorted(used.keys() - same.keys(), key=lambda coupon: -coupon.every_cents):
        for number in range(1, used[coupon] + 1):
            needed = max(needed, gone + number * coupon.every_cents)
            gone += coupon.off_cents
    return needed


def _taken(used: Mapping[Coupon, int]) -> Element:
    off = sum(coupon.off_cents * n for coupon, n in used.items())
    every_cents = sum(coupon.every_cents * n for coupon, n in used.items())
    kept = tuple((coupon, n) for coupon, n in used.items() if n)
    return Element((-off, sum(used.values())), (("thresholds", every_cents),), Choice(used=kept))


def _problem(components: Sequence[Component], rows: Sequence[Row]) -> Problem:
    """Return a problem in which elements use only the rows there are; ``spent`` stands for all of sums."""
    known = {row.name for row in rows}

    def uses(element: Element) -> Iterator[tuple[str, int]]:
        for name, amount in element.uses:
            for row in ("least", "most", "reach") if name == "spent" else (name,):
                if row in known and amount:
                    yield row, amount

    cut = [
        Component(c.name, tuple(Element(e.values, tuple(uses(e)), e.choice) for e in c.elements))
        for c in components
    ]
    return Problem(tuple(cut), tuple(rows), OBJECTIVES)
