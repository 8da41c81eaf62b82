"""Signatures: what each tool takes, for the check of arguments and for agents that call functions."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple


class Parameter(NamedTuple):
    """One argument of a tool."""

    name: str
    kind: str
    """Its JSON type; ``texts`` is a list of texts."""
    about: str
    required: bool = False
    choices: tuple[str, ...] = ()


class Signature(NamedTuple):
    """What a tool does and takes."""

    about: str
    parameters: tuple[Parameter, ...] = ()

    @property
    def required(self) -> tuple[str, ...]:
        """Names of the arguments that must be there, in the order in which their absence is told."""
        return tuple(parameter.name for parameter in self.parameters if parameter.required)


_AMONG = Parameter(
    "product_ids", "texts", "Look among these only; none or an empty list: the whole catalogue."
)
_RANGE_KEYS = (
    "price",
    "stock_quantity",
    "sales_volume.monthly",
    "sales_volume.total",
    "rating.average_score",
    "rating.total_reviews",
)
_PRODUCT = Parameter("product_id", "string", "The product.", required=True)
_COPIES = Parameter("quantity", "integer", "How many; 1 if it is not said.")
_COUPON = Parameter("coupon_name", "string", "Exact name of the coupon.", required=True)

SIGNATURES: Mapping[str, Signature] = MappingProxyType(
    {
        "search_products": Signature(
            "Find products by words of their name, brand and features; best match first.",
            (
                Parameter("query", "string", "The words to look for.", required=True),
                Parameter("limit", "integer", "How many at most; 20 if it is not said."),
            ),
        ),
        "filter_by_brand": Signature(
            "Keep the products of any of these brands.",
            (Parameter("brand_names", "texts", "The brands.", required=True), _AMONG),
        ),
        "filter_by_color": Signature(
            "Keep the products of any of these colors.",
            (Parameter("colors", "texts", "The colors.", required=True), _AMONG),
        ),
        "filter_by_size": Signature(
            "Keep the products of any of these sizes.",
            (Parameter("sizes", "texts", "The sizes.", required=True), _AMONG),
        ),
        "filter_by_applicable_coupons": Signature(
            "Keep the products that list all of these coupons.",
            (Parameter("coupon_names", "texts", "Exact names of coupons.", required=True), _AMONG),
        ),
        "filter_by_range": Signature(
            "Keep the products with a number on one side of a value.",
            (
                Parameter("condition_key", "string", "Which number.", required=True, choices=_RANGE_KEYS),
                Parameter(
                    "operator",
                    "string",
                    "How it must compare.",
                    required=True,
                    choices=(">", ">=", "<", "<=", "=="),
                ),
                Parameter("value", "number", "With what it is compared.", required=True),
                _AMONG,
            ),
        ),
        "sort_products": Signature(
            "Order products by one of their values.",
            (
                Parameter(
                    "sort_by",
                    "string",
                    "Which value.",
                    required=True,
                    choices=(
                        "price",
                        "sales_volume.monthly",
                        "sales_volume.total",
                        "rating.average_score",
                        "stock_quantity",
                        "name",
                    ),
                ),
                Parameter("order", "string", "desc if it is not said.", choices=("asc", "desc")),
                _AMONG,
            ),
        ),
        "get_product_details": Signature(
            "Return all that is known of products.",
            (Parameter("product_ids", "texts", "The products.", required=True),),
        ),
        "calculate_transport_time": Signature(
            "Return the days that a product takes to a province.",
            (
                _PRODUCT,
                Parameter("destination_address", "string", "The province, in pinyin.", required=True),
                Parameter("provider", "string", "Has no effect: the product's own carrier counts."),
            ),
        ),
        "get_user_info": Signature(
            "Return the user's profile, coupons and address.",
            (Parameter("user_id", "string", "The one user there is if it is not said."),),
        ),
        "add_product_to_cart": Signature(
            "Put a product into the cart, if there is enough.", (_PRODUCT, _COPIES)
        ),
        "delete_product_from_cart": Signature("Take a product out of the cart.", (_PRODUCT, _COPIES)),
        "get_cart_info": Signature("Return the cart."),
        "add_coupon_to_cart": Signature(
            "Use a coupon that the user owns, if the cart reaches all thresholds.", (_COUPON, _COPIES)
        ),
        "delete_coupon_from_cart": Signature("Take a coupon out of the cart.", (_COUPON, _COPIES)),
    }
)
"""Every tool by its name."""

TOOLS = tuple(SIGNATURES)
"""Names of the tools."""


def function_schemas() -> list[dict[str, object]]:
    """Return the tools in the form in which chat models are told of functions."""
    return [
        {
            "type": "function",
            "function": {
                "name": name,
                "description": signature.about,
                "parameters": {
                    "type": "object",
                    "properties": {
                        parameter.name: _property(parameter) for parameter in signature.parameters
                    },
                    "required": list(signature.required),
                },
            },
        }
        for name, signature in SIGNATURES.items()
    ]


def _property(parameter: Parameter) -> dict[str, object]:
    if parameter.kind == "texts":
        return {"type": "array", "items": {"type": "string"}, "description": parameter.about}
    stated: dict[str, object] = {"type": parameter.kind, "description": parameter.about}
    if parameter.choices:
        stated["enum"] = list(parameter.choices)
    return stated
