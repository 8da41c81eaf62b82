"""The tool set of DeepPlanning's shop answers as the shop does without the seam; what the registry opens."""

import json
from pathlib import Path

import pytest

from planassay.kb.formats.deepplanning_shopping.casefiles import CaseFiles, read_case_files
from planassay.kb.tools.deepplanning_shopping import TOOLS, Shop
from planassay.kb.tools.registry import open_special, profiles, toolset
from planassay.kb.tools.toolset import ToolError

SHOP = "deepplanning-shopping"


@pytest.fixture(scope="module")
def case(root):
    """Return a case of the mini data."""
    return read_case_files(root / "tests/data/deepplanning-shopping-mini/mini_db/database_level1/case_1")


def shopping_calls(shop):
    """Return calls of every tool, sensible and not."""
    ids = json.loads(
        shop.call("filter_by_range", json.dumps({"condition_key": "price", "operator": ">", "value": 0}))
    )
    first = ids["filtered_products_ids"][0]
    return [
        ("search_products", {"query": "shirt", "limit": 3}),
        ("filter_by_brand", {"brand_names": ["Nike"]}),
        ("filter_by_color", {"colors": ["red"], "product_ids": [first]}),
        ("filter_by_size", {"sizes": ["M"]}),
        ("filter_by_applicable_coupons", {"coupon_names": ["nothing"]}),
        ("filter_by_range", {"condition_key": "price", "operator": "<", "value": 50}),
        ("sort_products", {"sort_by": "price", "order": "up"}),
        ("get_product_details", {"product_ids": [first]}),
        ("calculate_transport_time", {"product_id": first, "destination_address": "Beijing"}),
        ("get_user_info", {}),
        ("add_product_to_cart", {"product_id": first, "quantity": 2}),
        ("add_coupon_to_cart", {"coupon_name": "nothing"}),
        ("delete_product_from_cart", {"product_id": first}),
        ("delete_coupon_from_cart", {"coupon_name": "nothing"}),
        ("get_cart_info", {}),
        ("search_products", {"colour": 3}),
    ]


def test_each_shopping_tool_answers_as_the_shop_does(case):
    """Through one visit that changes the cart."""
    tools = toolset(SHOP, SHOP, case, None)
    assert tuple(tools.by_name) == TOOLS
    shop, visit = Shop(case), tools.start()
    for name, arguments in shopping_calls(Shop(case)):
        said = json.loads(shop.call(name, json.dumps(arguments)))
        assert tools.by_name[name].answer(visit, arguments) == said
    assert visit.cart == shop.cart != case.cart


def test_visits_share_no_cart(case):
    """One buys, the other's cart is as it was."""
    tools = toolset(SHOP, SHOP, case, None)
    one, other = tools.start(), tools.start()
    before = other.cart
    for name, arguments in shopping_calls(one):
        tools.by_name[name].answer(one, arguments)
    assert other.cart == before
    assert tools.by_name["add_product_to_cart"].changes
    assert not tools.by_name["get_cart_info"].changes


def test_the_identity_of_a_case_is_what_its_tools_see(case):
    """The expected answer is no part of it."""
    from dataclasses import replace

    identity = toolset(SHOP, SHOP, case, None).kb_hash
    assert toolset(SHOP, SHOP, replace(case, validation=None), None).kb_hash == identity
    assert toolset(SHOP, SHOP, replace(case, cart=None), None).kb_hash != identity


def test_faults_are_said_as_the_shop_says_them():
    """An unknown tool, and whatever else."""
    tools = toolset(SHOP, SHOP, CaseFiles(), None)
    assert tools.tell(ToolError("unknown_tool", "steal")) == {"error": "tool 'steal' not found"}
    assert tools.tell(ToolError("call_limit", "no more")) == {"error": "no more"}


def test_a_case_folder_is_told_from_others(root, tmp_path):
    """By its catalogue and its user."""
    folder = root / "tests/data/deepplanning-shopping-mini/mini_db/database_level1/case_1"
    system, world = open_special(folder)
    assert (system, world) == (SHOP, read_case_files(folder))
    assert open_special(tmp_path) is None
    assert open_special(Path("nowhere")) is None
    assert profiles(SHOP) == (SHOP,)
