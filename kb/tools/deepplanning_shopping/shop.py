"""
The shop: one case with its tools, called by name with arguments as JSON text.

The catalogue and the user are loaded once; the cart is a file's content, read anew by every call that needs
it and written only by calls that succeed.
"""

import json
from collections.abc import Callable
from functools import partial
from typing import Any

from planassay.kb.formats.deepplanning_shopping.casefiles import CaseFiles, read_json
from planassay.kb.tools.deepplanning_shopping import basket, browse
from planassay.kb.tools.deepplanning_shopping.catalogue import load_catalogue
from planassay.kb.tools.deepplanning_shopping.search import load_index
from planassay.kb.tools.deepplanning_shopping.signatures import SIGNATURES


class Shop:
    """
    A case that is open for tool calls.

    Parameters
    ----------
    files
        What the case folder holds.
    """

    def __init__(self, files: CaseFiles) -> None:
        self.cart = files.cart
        """The cart file as it stands."""
        self._catalogue = load_catalogue(files.products)
        self._index = load_index(files.products)
        self._user = _as_user(read_json(files.user))
        browsing: dict[str, Callable[[Any], object]] = {
            "filter_by_brand": partial(browse.filter_by_text, "brand", "brand_names", self._catalogue),
            "filter_by_color": partial(browse.filter_by_text, "color", "colors", self._catalogue),
            "filter_by_size": partial(browse.filter_by_text, "size", "sizes", self._catalogue),
            "filter_by_applicable_coupons": partial(browse.filter_by_applicable_coupons, self._catalogue),
            "filter_by_range": partial(browse.filter_by_range, self._catalogue),
            "sort_products": partial(browse.sort_products, self._catalogue),
            "get_product_details": partial(browse.get_product_details, self._catalogue),
            "calculate_transport_time": partial(browse.calculate_transport_time, self._catalogue),
            "get_user_info": partial(browse.get_user_info, _listed_user(self._user)),
            "get_cart_info": lambda _: basket.load_cart(self.cart, with_coupons=False),
            "add_product_to_cart": lambda arguments: self._change(
                lambda cart: basket.add_product_to_cart(cart, self._catalogue, arguments)
            ),
            "delete_product_from_cart": lambda arguments: self._change(
                lambda cart: basket.delete_product_from_cart(cart, self._catalogue, arguments)
            ),
            "add_coupon_to_cart": lambda arguments: self._change(
                lambda cart: basket.add_coupon_to_cart(cart, self._user, arguments), with_coupons=True
            ),
            "delete_coupon_from_cart": lambda arguments: self._change(
                lambda cart: basket.delete_coupon_from_cart(cart, arguments), with_coupons=True
            ),
        }
        if self._index is not None:
            browsing["search_products"] = partial(browse.search_products, self._index)
        self._tools = browsing

    def call(self, tool: str, arguments: str) -> str:
        """
        Return what the agent reads after a call.

        Parameters
        ----------
        tool
            A name of any kind.
        arguments
            JSON text, or whatever the agent wrote instead.
        """
        if tool not in SIGNATURES:
            return json.dumps({"error": f"tool '{tool}' not found"}, ensure_ascii=False)
        try:
            return json.dumps(self._answer(tool, arguments), ensure_ascii=False, indent=2)
        except Exception as error:  # the official loop turns any into an answer
            return json.dumps({"error": str(error)}, ensure_ascii=False)

    def _answer(self, tool: str, arguments: str) -> object:
        if tool not in self._tools:
            return {"error": "BM25 index is not available. Check database loading."}
        try:
            return self._tools[tool](_read_arguments(tool, arguments))
        except (basket.RefusedError, _MalformedError) as error:
            return {"error": str(error)}

    def _change(self, change: Callable[[dict[str, Any]], None], *, with_coupons: bool = False) -> object:
        cart = basket.load_cart(self.cart, with_coupons=with_coupons)
        change(cart)
        text = json.dumps(cart, ensure_ascii=False, indent=4)
        self.cart = text.encode("utf-8", "surrogatepass")
        return cart


class _MalformedError(Exception):
    """Arguments that are no JSON, or lack what is required."""


def _read_arguments(tool: str, text: str) -> object:
    if tool == "get_cart_info" and not text:
        return {}
    try:
        arguments: Any = json.loads(text)
    except ValueError as error:
        if isinstance(error, json.JSONDecodeError):
            raise _MalformedError(f"Parameters must be a valid JSON string! Error: {error}") from None
        raise _MalformedError(str(error)) from None
    for name in SIGNATURES[tool].required:
        if name not in arguments:
            raise _MalformedError(f"Missing required argument: {name}")
    return arguments


def _as_user(user: object) -> dict[str, Any]:
    return user if isinstance(user, dict) else {}


def _listed_user(user: dict[str, Any]) -> dict[str, Any]:
    """Return the user as the profile tool knows it: one whose id cannot be a key is nobody."""
    return {} if isinstance(user.get("user_id"), list | dict) else user
