"""
The basket: the tools that read and change the cart.

Each takes the cart as the file holds it, with what else it looks at and its arguments, and changes the cart
in place; what it returns is either the cart, which is then saved, or an error, and then nothing is. Product
calls write a total that leaves coupons out, coupon calls one that counts them.
"""

import json
from collections.abc import Iterable
from typing import Any

from planassay.kb.formats.deepplanning_shopping.casefiles import open_text
from planassay.kb.formats.deepplanning_shopping.coupons import NAMES, read_amounts
from planassay.kb.tools.deepplanning_shopping.catalogue import Catalogue


class RefusedError(Exception):
    """The tool refuses in words of its own; the cart stays as it was."""


def load_cart(data: bytes | None, *, with_coupons: bool) -> dict[str, Any]:
    """
    Return the cart in a file with the parts that a tool expects; an empty one if it cannot be read.

    Parameters
    ----------
    data
        The file.
    with_coupons
        Whether a missing list of coupons is made up, as the coupon tools do.
    """
    empty: dict[str, Any] = {"items": []}
    if with_coupons:
        empty["used_coupons"] = []
    empty["summary"] = {"total_items_count": 0, "total_price": 0.0}
    try:
        cart = json.loads(open_text(data or b"").read().strip())
        if not isinstance(cart, dict):
            return empty
        cart.setdefault("items", [])
        if with_coupons:
            cart.setdefault("used_coupons", [])
        if "summary" not in cart:
            cart["summary"] = {"total_items_count": len(cart["items"]), "total_price": 0.0}
    except (ValueError, TypeError, RecursionError):  # no JSON, or items that have no length
        return empty
    return cart


def add_product_to_cart(cart: dict[str, Any], catalogue: Catalogue, arguments: Any) -> None:
    """Add copies of a product, as far as the stock reaches."""
    product_id, quantity = arguments.get("product_id"), arguments.get("quantity", 1)
    if not product_id:
        raise RefusedError("product_id is required")
    copies = _copies(quantity)
    if product_id not in catalogue.by_id:
        raise RefusedError(f"Product not found: product_id '{product_id}'")
    product: Any = catalogue.by_id[product_id]
    name = product.get("name", "")
    price = float(product.get("price", 0.0))
    stock = int(product.get("stock_quantity", 0))
    items = cart.get("items", [])
    place = _find_item(items, product_id)
    held = 0 if place is None else items[place].get("quantity", 0)
    if held + copies > stock:
        raise RefusedError(
            f"Insufficient stock: Product '{name}' (ID: {product_id}) has {stock} in stock, "
            f"cart already has {held}, cannot add {copies} more"
        )
    if place is None:
        items.append({"product_id": product_id, "name": name, "quantity": copies, "price": price})
    else:
        items[place].update(quantity=held + copies, price=price)
    _sum_up_products(cart)


def delete_product_from_cart(cart: dict[str, Any], catalogue: Catalogue, arguments: Any) -> None:
    """Take copies of a product out, and with them every row that has none left."""
    product_id, quantity = arguments.get("product_id"), arguments.get("quantity", 1)
    if not product_id:
        raise RefusedError("product_id is required")
    copies = _copies(quantity)
    if product_id not in catalogue.by_id:
        raise RefusedError(f"Product not found: product_id '{product_id}'")
    items = cart.get("items", [])
    place = _find_item(items, product_id)
    if place is None:
        raise RefusedError(f"Product not in cart: product_id '{product_id}'")
    left = max(0, items[place].get("quantity", 0) - copies)
    items[place]["quantity"] = left
    if left == 0:
        items.pop(place)
    cart["items"] = [item for item in items if item.get("quantity", 0) > 0]
    _sum_up_products(cart)


def add_coupon_to_cart(cart: dict[str, Any], user: dict[str, Any], arguments: Any) -> None:
    """Use copies of a coupon that the user owns, if the goods reach the sum of all thresholds."""
    name, quantity = arguments.get("coupon_name"), arguments.get("quantity", 1)
    if not name:
        raise RefusedError("coupon_name is required")
    copies = _copies(quantity)
    if name not in NAMES:
        raise RefusedError(f"Coupon not found: '{name}'. Valid coupons are: {', '.join(NAMES)}")
    owned = user.get("coupons", {}).get(name, 0)
    used = cart.get("used_coupons", [])
    held = sum(int(row.get("quantity", 0)) for row in used if row.get("coupon_name") == name)
    if held + copies > owned:
        raise RefusedError(
            f"Insufficient coupon quantity: User owns {owned} of '{name}', "
            f"cart already uses {held}, cannot add {copies} more"
        )
    if name.startswith("VIP:") and not user.get("is_vip", False):
        raise RefusedError(f"VIP coupon '{name}' requires VIP status, but user is not a VIP")
    row = next((row for row in used if row.get("coupon_name") == name), None)
    if row is None:
        used.append({"coupon_name": name, "quantity": copies})
    else:
        row["quantity"] = held + copies  # of all rows of that name, whichever the first is
    _check_thresholds(_base_total(cart), used)
    _sum_up_coupons(cart, ((row.get("coupon_name", ""), int(row.get("quantity", 0))) for row in used))
    cart["used_coupons"] = [dict(row) for row in used]


def _check_thresholds(base_total: float, used: Any) -> None:
    """Refuse coupons whose thresholds add up to more than the goods cost, brands or no brands."""
    copies_of: dict[str, int] = {}
    for row in used:
        name, copies = row.get("coupon_name", ""), int(row.get("quantity", 0))
        copies_of[name] = copies_of.get(name, 0) + copies
    needed = 0.0
    for name, copies in copies_of.items():
        amounts = read_amounts(name)
        if amounts is None:
            raise RefusedError(f"Invalid coupon format: {name}")
        needed += amounts[1] * copies
    if base_total < needed:
        raise RefusedError(
            f"Cart total {base_total} is insufficient for this combination of coupons"
            f" (requires at least {needed})"
        )


def delete_coupon_from_cart(cart: dict[str, Any], arguments: Any) -> None:
    """Take copies of a coupon out; rows may also have the short form of one name with its copies."""
    name, quantity = arguments.get("coupon_name"), arguments.get("quantity", 1)
    if not name:
        raise RefusedError("coupon_name is required")
    if not _is_positive(quantity):
        raise RefusedError(_NOT_POSITIVE)
    if name not in NAMES:
        raise RefusedError(f"Invalid coupon name: '{name}'. Valid coupons are: {', '.join(NAMES)}")
    copies = int(quantity)
    used = cart.get("used_coupons", [])
    place = next((place for place, row in enumerate(used) if _coupon_name(row) == name), None)
    if place is None:
        raise RefusedError(f"Coupon not in cart: '{name}'")
    row = used[place]
    held = _coupon_copies(row)
    if held < copies:
        raise RefusedError(
            f"Insufficient coupon quantity in cart: Cart has {held} of '{name}', cannot remove {copies}"
        )
    if held == copies:
        used.pop(place)
    else:
        row[name if len(row) == 1 else "quantity"] = held - copies
    kept = [row for row in used if _has_coupon(row) and _coupon_copies(row) > 0]
    cart["used_coupons"] = kept
    _sum_up_coupons(cart, ((_coupon_name(row), _coupon_copies(row)) for row in kept))


def _has_coupon(row: Any) -> bool:
    """Tell whether a row of coupons is of a form that taking out understands."""
    return isinstance(row, dict) and (len(row) == 1 or "coupon_name" in row)


def _coupon_name(row: Any) -> Any:
    if not _has_coupon(row):
        return None
    return next(iter(row)) if len(row) == 1 else row["coupon_name"]


def _coupon_copies(row: Any) -> int:
    return int(row[_coupon_name(row)] if len(row) == 1 else row.get("quantity", 0))


_NOT_POSITIVE = "quantity must be a positive number"


def _is_positive(quantity: Any) -> bool:
    """Tell whether it is a number above zero; true is one, and what is no number at all is not."""
    return isinstance(quantity, int | float) and not quantity <= 0


def _copies(quantity: Any) -> int:
    """Return a stated quantity cut to a whole number, which may be none: half a copy is accepted."""
    if not _is_positive(quantity):
        raise RefusedError(_NOT_POSITIVE)
    return int(quantity)


def _find_item(items: Any, product_id: object) -> int | None:
    return next((place for place, item in enumerate(items) if item.get("product_id") == product_id), None)


def _sum_up_products(cart: dict[str, Any]) -> None:
    """Write the summary as product calls do: coupons are forgotten."""
    items = cart.get("items", [])
    count = sum(item.get("quantity", 0) for item in items)
    price = sum(item.get("price", 0.0) * item.get("quantity", 0) for item in items)
    cart["summary"]["total_items_count"] = count
    cart["summary"]["total_price"] = round(price, 2)


def _base_total(cart: dict[str, Any]) -> float:
    """Return what the goods cost, as coupon calls read it: an older name of the price is known."""
    total = 0.0
    for item in cart.get("items", []):
        price = float(item.get("price") or item.get("items_price", 0.0))
        total += price * int(item.get("quantity", 0))
    return round(total, 2)


def _sum_up_coupons(cart: dict[str, Any], used: Iterable[tuple[Any, int]]) -> None:
    """Write the summary as coupon calls do, from the name and the copies of each row of coupons."""
    count = sum(item.get("quantity", 0) for item in cart.get("items", []))
    base_total = _base_total(cart)
    discount = 0.0
    for name, copies in used:
        amounts = read_amounts(name) if name else None
        discount += 0.0 if amounts is None else amounts[0] * copies
    price = max(0.0, base_total - round(discount, 2))
    cart["summary"]["total_items_count"] = count
    cart["summary"]["total_price"] = round(price, 2)
