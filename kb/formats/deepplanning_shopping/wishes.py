"""
Wishes completed from the profile, and the goods that meet them.

A request may leave demographic and size open. The benchmark does not say what holds then; ours is one stated
policy: by the user's gender and for everybody, and in the user's usual size of the slot, each only where that
leaves something. After this, what meets a requirement is a plain comparison.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from planassay.kb.errands import Errand, Operator, Requirement, Shopper, Wish
from planassay.kb.formats.deepplanning_shopping.cases import Shelves
from planassay.kb.formats.deepplanning_shopping.transport import find_province, transport_days
from planassay.kb.goods import Product

TRANSPORT = "transport_time"

_FOR_GENDER = {"Male": ("men", "unisex"), "Female": ("women", "unisex")}

_BOTTOMS = ("pants", "trousers", "jeans", "shorts", "leggings", "skirt")
"""Words in a name that put a product into the slot of bottoms."""


@dataclass(frozen=True, slots=True)
class Offer:
    """What a shop offers for one requirement."""

    products: tuple[Product, ...]
    """In catalogue order; each in stock."""
    skipped: tuple[str, ...] = ()
    """Parts of the profile that were left aside because nothing fitted them."""


def offers(errand: Errand, shelves: Shelves) -> tuple[Offer, ...]:
    """Return what there is for each requirement of an errand."""
    return tuple(offer(requirement, errand.shopper, shelves) for requirement in errand.requirements)


def offer(requirement: Requirement, shopper: Shopper, shelves: Shelves) -> Offer:
    """Return the goods that meet a requirement, narrowed by what the profile says of open questions."""
    found = [
        product
        for product in shelves.products
        if product.stock > 0 and all(meets(wish, product, shopper) for wish in requirement.wishes)
    ]
    asked = {wish.field for wish in requirement.wishes}
    skipped = []
    if "target_demographic" not in asked and shopper.gender in _FOR_GENDER:
        fitting = [product for product in found if _is_for(product, shopper)]
        if found and not fitting:
            skipped.append("gender")
        found = fitting or found
    if "size" not in asked and shopper.sizes:
        fitting = [product for product in found if _is_usual_size(product, shopper)]
        if found and not fitting:
            skipped.append("size")
        found = fitting or found
    return Offer(tuple(found), tuple(skipped))


def _is_for(product: Product, shopper: Shopper) -> bool:
    return str(product.source.get("target_demographic")).lower() in _FOR_GENDER[shopper.gender]


def _is_usual_size(product: Product, shopper: Shopper) -> bool:
    return str(product.source.get("size")).lower() == shopper.sizes.get(slot(product), "").lower()


def slot(product: Product) -> str:
    """
    Return whether a product is among ``shoes``, ``bottoms`` or ``tops``.

    By a size that is a number, by words of its name, and otherwise.
    """
    if str(product.source.get("size")).isdecimal():
        return "shoes"
    words = product.name.lower().replace("-", " ").split()
    return "bottoms" if any(word in words for word in _BOTTOMS) else "tops"


def meets(wish: Wish, product: Product, shopper: Shopper) -> bool:
    """
    Tell whether a product is as wished.

    Texts are compared without regard to case, numbers as numbers; a value that is not there meets nothing.
    """
    found = value_of(wish.field, product, shopper)
    if found is None or isinstance(found, bool):
        return False
    if wish.operator is Operator.CONTAINS:
        return str(wish.value).lower() in str(found).lower()
    if isinstance(found, str) or isinstance(wish.value, str):
        return wish.operator is Operator.EQUALS and str(found).lower() == str(wish.value).lower()
    return _compare(wish.operator, float(found), float(wish.value))


def _compare(operator: Operator, found: float, value: float) -> bool:
    if operator is Operator.EQUALS:
        return found == value
    if operator is Operator.GREATER_THAN:
        return found > value
    if operator is Operator.AT_LEAST:
        return found >= value
    return found < value if operator is Operator.LESS_THAN else found <= value


def value_of(field: str, product: Product, shopper: Shopper) -> str | int | float | None:
    """Return a field of a product, None if it has none or the way to the shopper is not known."""
    if field == TRANSPORT:
        return _days(product, shopper)
    value: object = product.source
    for key in field.split("."):
        value = value.get(key) if isinstance(value, dict) else None
    return value if isinstance(value, str | int | float) else None


def _days(product: Product, shopper: Shopper) -> int | None:
    shipping = product.source.get("shipping_info")
    if not isinstance(shipping, dict):
        return None
    origin, carrier = shipping.get("origin"), shipping.get("provider", "default")
    if not isinstance(origin, str) or not isinstance(carrier, str):
        return None
    ends = [find_province(place) if place else None for place in (origin, shopper.province)]
    return None if ends[0] is None or ends[1] is None else transport_days(ends[0], ends[1], carrier)


def survivors(requirement: Requirement, shopper: Shopper, shelves: Shelves) -> list[tuple[Wish, int]]:
    """Return for each wish how many goods in stock would meet all the others."""
    return [
        (wish, _count_without(requirement.wishes, place, shopper, shelves.products))
        for place, wish in enumerate(requirement.wishes)
    ]


def _count_without(
    wishes: Sequence[Wish], left_out: int, shopper: Shopper, products: Iterable[Product]
) -> int:
    others = [wish for place, wish in enumerate(wishes) if place != left_out]
    return sum(
        product.stock > 0 and all(meets(wish, product, shopper) for wish in others) for product in products
    )
