"""A small shop for tests, and the cases of the mini database."""

import json
from collections.abc import Mapping
from copy import deepcopy
from dataclasses import replace
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Any

from planassay.kb.errands import Errand, Operator, Requirement, Shopper, Window, Wish
from planassay.kb.formats.deepplanning_shopping import (
    COUPONS,
    CaseFiles,
    Shelves,
    read_case_files,
    read_shelves,
    write_cart,
)
from planassay.kb.tools.deepplanning_shopping import Shop
from planassay.verifier.rules.deepplanning_shopping import by_request, check

MINI = Path(__file__).resolve().parent / "data" / "deepplanning-shopping-mini"

CROSS_30 = "Cross-store: ¥30 off every ¥300"
SAME_60 = "Same-brand: ¥60 off every ¥400"
VIP = "VIP: ¥200 off every ¥1,000"

PRODUCTS: list[dict[str, Any]] = [
    {
        "product_id": "a",
        "name": "Wool Coat",
        "price": 450.5,
        "brand": "Norvik",
        "color": "Navy Blue",
        "size": "M",
        "stock_quantity": 3,
        "rating": {"average_score": 4.5, "distribution": {"1_star": 2}},
        "applicable_coupons": [SAME_60, CROSS_30],
        "shipping_info": {"origin": "Guangdong", "provider": "SF Express"},
    },
    {
        "product_id": "b",
        "name": "Linen Shirt",
        "price": 120,
        "brand": "Kestrel",
        "color": "White",
        "size": "38",
        "stock_quantity": 0,
        "rating": {"average_score": 4.9, "distribution": {"1_star": 7}},
        "applicable_coupons": [CROSS_30],
        "shipping_info": {"origin": "Tibet", "provider": "China Post"},
    },
    {
        "product_id": "c",
        "name": "ankle boots",
        "price": 980,
        "brand": "norvik",
        "color": "white",
        "size": "m",
        "stock_quantity": 9,
        "rating": {"average_score": 3.5, "distribution": {"1_star": 0}},
        "applicable_coupons": [],
        "shipping_info": {"origin": "Paris", "provider": "EMS"},
    },
]
USER = {"user_id": "u", "is_vip": False, "coupons": {SAME_60: 2, CROSS_30: 1, VIP: 1}}
CART: dict[str, Any] = {
    "items": [],
    "used_coupons": [],
    "summary": {"total_items_count": 0, "total_price": 0.0},
}


def as_bytes(value: object) -> bytes:
    """Return text as it is, and other values as JSON."""
    return (value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)).encode()


def shop(products: object = PRODUCTS, user: object = USER, cart: object = CART) -> Shop:
    """Return an open shop; a list of products becomes a line each, text stays as it is, None is no file."""
    if isinstance(products, list):
        products = "\n".join(json.dumps(row, ensure_ascii=False) for row in products)
    files = [None if value is None else as_bytes(value) for value in (products, user, cart)]
    return Shop(CaseFiles(*files))


def ask(open_shop: Shop, tool: str, **arguments: object) -> Any:
    """Return what a tool answers, read as JSON."""
    return json.loads(open_shop.call(tool, json.dumps(arguments, ensure_ascii=False)))


def changed(product: int = 0, **values: object) -> list[dict[str, Any]]:
    """Return the products with some values of one of them put in place; ... takes a key out."""
    products = deepcopy(PRODUCTS)
    for key, value in values.items():
        products[product][key] = value
        if value is ...:
            del products[product][key]
    return products


@cache
def vectors() -> dict[str, dict[str, Any]]:
    """Return the recorded vectors by their ids."""
    lines = (MINI / "vectors.jsonl").read_text("utf-8").splitlines()
    return {record["id"]: record for record in map(json.loads, lines)}


@cache
def mini_case(level: int, case: int) -> CaseFiles:
    """Return the files of a case of the mini database."""
    return read_case_files(MINI / "mini_db" / f"database_level{level}" / f"case_{case}")


ERRAND = Errand(
    task_id="coat-and-boots",
    requirements=(
        Requirement((Wish("color", Operator.EQUALS, "navy blue"),)),
        Requirement((Wish("name", Operator.CONTAINS, "BOOTS"),)),
    ),
    shopper=Shopper(coupons={COUPONS[SAME_60]: 2, COUPONS[CROSS_30]: 1, COUPONS[VIP]: 1}),
    window=Window(140000, 143050),
)


def shelves(products: list[dict[str, Any]] = PRODUCTS) -> Shelves:
    """Return products as goods."""
    return read_shelves("\n".join(json.dumps(row) for row in products).encode())


def right_cart(changes: Mapping[str, Any] = MappingProxyType({})) -> dict[str, Any]:
    """Return a right cart for the errand, with one coupon; changed by JSON pointer, ... takes a key out."""
    goods = shelves()
    document = write_cart([goods.products[0], goods.products[2]], {COUPONS[SAME_60]: 1})
    place: Any
    for pointer, value in changes.items():
        *path, last = pointer.split("/")[1:]
        place = document
        for key in path:
            place = place[int(key) if isinstance(place, list) else key]
        if isinstance(place, list):
            place[int(last) : int(last) + 1] = [] if value is ... else [value]
        elif value is ...:
            del place[last]
        else:
            place[last] = value
    return document


def faults(changes: Mapping[str, Any], **basis: Any) -> list[str]:
    """Return which strict rules a changed cart breaks, each once, in the order of the report."""
    held = replace(by_request(ERRAND, shelves()), **basis)
    return list(dict.fromkeys(v.rule for v in check(right_cart(changes), held).violations))
