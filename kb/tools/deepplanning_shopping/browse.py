"""
Browsing: the tools that read the catalogue and the user.

Each takes what it reads from and its arguments, an object or whatever else was sent, and returns what is to
be said. An exception stands for the official tool's own: its text is the answer.
"""

from collections.abc import Callable, Iterable
from typing import Any

from planassay.kb.formats.deepplanning_shopping.coupons import NAMES
from planassay.kb.formats.deepplanning_shopping.transport import find_province, transport_days
from planassay.kb.tools.deepplanning_shopping.catalogue import Catalogue, nested
from planassay.kb.tools.deepplanning_shopping.search import SearchIndex

Answer = dict[str, object]

DEFAULT_LIMIT = 20


def search_products(index: SearchIndex, arguments: Any) -> Answer:
    """Return the ids of the products that fit a query best, cut as Python cuts a list."""
    query = arguments.get("query")
    limit = arguments.get("limit", DEFAULT_LIMIT)
    if not query:
        return {"product_ids": []}
    return {"product_ids": index.find(query.lower().split())[:limit]}


def filter_by_text(field: str, names: str, catalogue: Catalogue, arguments: Any) -> Answer:
    """Keep the rows whose field is one of several texts, whatever the case of letters."""
    wanted, among = arguments.get(names, []), arguments.get("product_ids")
    rows, unknown = _among(catalogue, among)
    if unknown:
        return _unknown(unknown)
    folded = {text.lower() for text in wanted}
    return _filtered(row for row in rows if row.get(field, "").lower() in folded)


def filter_by_applicable_coupons(catalogue: Catalogue, arguments: Any) -> Answer:
    """Keep the rows that list all of several coupons."""
    wanted, among = arguments.get("coupon_names", []), arguments.get("product_ids")
    if not all(name in NAMES for name in wanted):
        return {"error": f"Invalid coupon names: {wanted}. Valid coupons are: {list(NAMES)}"}
    if not wanted:
        return _filtered(())
    rows, unknown = _among(catalogue, among)
    if unknown:
        return _unknown(unknown)
    needed = set(wanted)
    return _filtered(row for row in rows if needed.issubset(set(row.get("applicable_coupons", []))))


_COMPARE: dict[object, Callable[[float, float], bool]] = {
    ">": float.__gt__,
    ">=": float.__ge__,
    "<": float.__lt__,
    "<=": float.__le__,
    "==": float.__eq__,
}


def filter_by_range(catalogue: Catalogue, arguments: Any) -> Answer:
    """Keep the rows with a number on one side of a value; one row without the key spoils all."""
    key, operator = arguments.get("condition_key"), arguments.get("operator")
    value, among = arguments.get("value"), arguments.get("product_ids")
    if not key or not operator or value is None:
        return {"error": "Missing required parameters: condition_key, operator, or value."}
    rows, unknown = _among(catalogue, among)
    if unknown:
        return _unknown(unknown)
    kept = []
    for row in rows:
        found: Any = nested(row, key)
        if found is None:
            raise ValueError("condition_key cannot be found in product data, please check again.")
        try:
            left, right = float(found), float(value)
        except (ValueError, TypeError):
            continue
        compare = _COMPARE.get(operator) if isinstance(operator, str) else None
        if compare is not None and compare(left, right):
            kept.append(row)
    return _filtered(kept)


def sort_products(catalogue: Catalogue, arguments: Any) -> Answer:
    """Order the rows by a value; unknown ids are left out, rows without a number come last."""
    key = arguments.get("sort_by", "").lower()
    order = arguments.get("order", "desc").lower()
    among = arguments.get("product_ids")
    if not key:
        return {"error": "Missing required parameter: sort_by."}
    if order not in ("asc", "desc"):
        stated = arguments.get("order")
        return {"error": f"Invalid value for 'order': '{stated}'. Must be 'asc' or 'desc'."}
    rows, _ = _among(catalogue, among)
    if rows and nested(rows[0], key) is None:
        return {"error": f"Sort key '{key}' cannot be found in product data or is null. Please check again."}
    falls = order == "desc"
    try:
        ordered = sorted(rows, key=lambda row: _rank(nested(row, key), -1 if falls else 1), reverse=falls)
        return {"sorted_product_ids": [row["product_id"] for row in ordered]}
    except Exception as error:  # the official tool tells of any
        return {"error": f"An error occurred during sorting on key '{key}': {error}"}


def _rank(value: object, end: int) -> Any:
    if isinstance(value, str):
        return value.lower()
    return value if isinstance(value, int | float) else end * float("inf")


def get_product_details(catalogue: Catalogue, arguments: Any) -> Answer:
    """Return whole rows in the order asked for; unknown ids are left out, repeated ones repeated."""
    wanted = arguments.get("product_ids", [])
    if not wanted:
        return {"products": []}
    return {"products": [catalogue.by_id[name] for name in wanted if name in catalogue.by_id]}


def calculate_transport_time(catalogue: Catalogue, arguments: Any) -> Answer:
    """Return the days from a product's origin to an address, by the product's own carrier."""
    product_id, destination = arguments.get("product_id"), arguments.get("destination_address")
    product: Any = catalogue.by_id.get(product_id)
    if not product:
        return {"error": f"Product with ID '{product_id}' not found."}
    shipping = product.get("shipping_info", {})
    origin, carrier = shipping.get("origin"), shipping.get("provider", "default").lower()
    if not origin:
        return {"error": f"Shipping origin not found for product '{product_id}'."}
    from_province = find_province(origin)
    to_province = find_province(destination) if destination else None
    if from_province is None:
        return {"error": f"Could not determine a valid province from origin address: '{origin}'."}
    if to_province is None:
        return {
            "error": f"Could not determine a valid province from destination address: '{destination}'. "
            "Please provide a valid Chinese province name."
        }
    return {
        "product_id": product_id,
        "origin": origin,
        "destination": destination,
        "estimated_delivery_days": transport_days(from_province, to_province, carrier),
    }


def get_user_info(user: object, arguments: Any) -> object:
    """Return the one user there is, or that there is none of the id that is asked for."""
    profile: Any = user if isinstance(user, dict) else {}
    asked = arguments.get("user_id")
    if not asked:
        return profile
    known = {profile["user_id"]: profile} if "user_id" in profile else {}
    found = known.get(asked)
    return found or {"error": f"User with user_id '{asked}' not found", "user": None}


def _among(catalogue: Catalogue, product_ids: Any) -> tuple[list[Any], list[object]]:
    """Return the rows of some ids, all rows where none are named, and the ids that are unknown."""
    if not product_ids:
        return list(catalogue.rows), []
    rows = [catalogue.by_id[name] for name in product_ids if name in catalogue.by_id]
    return rows, [name for name in product_ids if name not in catalogue.by_id]


def _unknown(product_ids: list[object]) -> Answer:
    return {"error": f"Some product_ids not found in database: {product_ids}"}


def _filtered(rows: Iterable[Any]) -> Answer:
    return {"filtered_products_ids": [row.get("product_id") for row in rows]}
