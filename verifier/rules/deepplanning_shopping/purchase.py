"""
A purchase: a cart laid beside what it is held against.

That is either the request, where any fitting article will do, or the expected answer, where only one will.
Which article serves which requirement the cart does not say; as many as possible are served.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from planassay.kb.errands import Errand, Shopper, Window
from planassay.kb.formats.deepplanning_shopping.carts import Cart, CartRow
from planassay.kb.formats.deepplanning_shopping.cases import Shelves
from planassay.kb.formats.deepplanning_shopping.coupons import COUPONS
from planassay.kb.formats.deepplanning_shopping.wishes import offers
from planassay.kb.goods import Coupon, CouponRule, Product
from planassay.verifier.coupons import can_use, discount_cents, usable


@dataclass(frozen=True)
class Basis:
    """What a cart is held against."""

    task_id: str
    shelves: Shelves
    wanted: tuple[frozenset[str], ...]
    """Ids of the products that serve each requirement."""
    shopper: Shopper
    window: Window | None = None
    rule: CouponRule = CouponRule.TOOL
    coupons: Mapping[str, int] | None = None
    """The coupons that are expected, None if any that save will do."""


def by_request(errand: Errand, shelves: Shelves, rule: CouponRule = CouponRule.TOOL) -> Basis:
    """Return the request as a basis: whatever is in stock and meets it, and coupons only if they count."""
    wanted = tuple(frozenset(p.product_id for p in offer.products) for offer in offers(errand, shelves))
    coupons = None if errand.with_coupons else dict[str, int]()
    return Basis(errand.task_id, shelves, wanted, errand.shopper, errand.window, rule, coupons)


def by_answer(errand: Errand, shelves: Shelves, products: Sequence[str], coupons: Mapping[str, int]) -> Basis:
    """Return the expected answer to an errand as a basis: these products and these coupons, no others."""
    wanted = tuple(frozenset((product,)) for product in products)
    return Basis(errand.task_id, shelves, wanted, errand.shopper, errand.window, CouponRule.TOOL, coupons)


class Purchase:
    """
    A cart with its products looked up and assigned.

    Parameters
    ----------
    cart
        What the document says.
    basis
        What it is held against.
    """

    def __init__(self, cart: Cart, basis: Basis) -> None:
        self.cart = cart
        self.basis = basis
        self._products = {product.product_id: product for product in basis.shelves.products}

    def product(self, row: CartRow) -> Product | None:
        """Return the product of a row, None if the catalogue has none."""
        return self._products.get(row.product_id)

    @cached_property
    def served(self) -> Mapping[int, str]:
        """Which product serves which requirement, by its position: as many as can be at once."""
        taken: dict[str, int] = {}
        bought = list(dict.fromkeys(row.product_id for row in self.cart.rows))
        for place in range(len(self.basis.wanted)):
            self._assign(place, bought, taken, set())
        return {place: product for product, place in taken.items()}

    def _assign(self, place: int, bought: Sequence[str], taken: dict[str, int], tried: set[str]) -> bool:
        """Serve a requirement, by moving others to another product if need be."""
        for product in bought:
            if product in self.basis.wanted[place] and product not in tried:
                tried.add(product)
                if product not in taken or self._assign(taken[product], bought, taken, tried):
                    taken[product] = place
                    return True
        return False

    @cached_property
    def brand_cents(self) -> Mapping[str, int]:
        """What the goods of each brand cost, by the catalogue's prices."""
        cents: dict[str, int] = {}
        for row in self.cart.rows:
            product = self.product(row)
            if product is not None:
                worth = product.price_cents * max(0, row.quantity)
                cents[product.brand] = cents.get(product.brand, 0) + worth
        return cents

    @property
    def base_cents(self) -> int:
        """What the goods cost before coupons."""
        return sum(self.brand_cents.values())

    @cached_property
    def carried(self) -> Mapping[Coupon, int]:
        """The coupons that count: owned, and carried by the goods all together; none if they are not."""
        used = coupon_copies(self.cart)
        owned = usable(self.basis.shopper.coupons, is_vip=self.basis.shopper.is_vip)
        if any(copies > owned.get(coupon, 0) for coupon, copies in used.items()):
            return {}
        return used if can_use(self.basis.rule, used, self.brand_cents) else {}

    @property
    def bill_cents(self) -> int:
        """What is truly to be paid."""
        return self.base_cents - discount_cents(self.carried)


def coupon_copies(cart: Cart) -> dict[Coupon, int]:
    """Return how many copies of each coupon a cart uses, over all its rows; unknown names left out."""
    used: dict[Coupon, int] = {}
    for row in cart.coupons:
        if row.name in COUPONS and row.copies > 0:
            used[COUPONS[row.name]] = used.get(COUPONS[row.name], 0) + row.copies
    return used
