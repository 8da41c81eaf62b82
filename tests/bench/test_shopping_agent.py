"""The tools-only shopper: it buys the best cart, within its calls, and says why when it cannot."""

import json
from collections.abc import Callable

import pytest
from tests.shops import MINI, PRODUCTS, changed, shop

from planassay.bench.agents.deepplanning_shopping import ToolsOnlyShopper
from planassay.kb.formats.deepplanning_shopping import CaseFiles, read_cases
from planassay.kb.tools.deepplanning_shopping import Shop
from planassay.kb.worlds.deepplanning_shopping import make_case
from planassay.solver.cart import CartSolver
from planassay.verifier.official.deepplanning_shopping import evaluate_or_error
from planassay.verifier.rules.deepplanning_shopping import by_request, check

CASES = read_cases(MINI / "mini_db")


@pytest.mark.parametrize("number", range(len(CASES)))
def test_each_mini_case_is_bought_right(number: int) -> None:
    """A full official score, a complete transcript, few calls."""
    case = CASES[number]
    opened = Shop(case.files)
    trip = ToolsOnlyShopper(opened.call, with_coupons=case.errand.with_coupons).run(case.errand.text)
    assert trip.stopped == ""
    messages = json.dumps({"messages": trip.messages}).encode()
    files = CaseFiles(cart=opened.cart, validation=case.files.validation, messages=messages)
    result = evaluate_or_error("case_1", files)
    assert (result["case_score"], result["extra_products_count"], result["is_completed"]) == (1.0, 0, True)
    assert trip.calls < 20


@pytest.mark.parametrize("number", range(1, 11))
@pytest.mark.parametrize("level", [1, 2, 3])
def test_made_cases_are_bought_at_the_least_price(level: int, number: int) -> None:
    """By the strict rules; the price is the proved one."""
    case = make_case(level, number)
    opened = Shop(case.files)
    ToolsOnlyShopper(opened.call, with_coupons=case.errand.with_coupons).run(case.errand.text)
    report = check(opened.cart, by_request(case.errand, case.shelves))
    best = CartSolver(case.errand, case.shelves).solve()
    assert (report.violations, report.cost_cents) == ((), best.price_cents)


REQUEST = "First, I want a navy blue item. Lastly, I want something with 'boots' in its name."


def test_it_stops_when_no_calls_are_left() -> None:
    """And says so at the end of its transcript."""
    trip = ToolsOnlyShopper(shop().call, max_calls=2).run(REQUEST)
    assert (trip.stopped, trip.calls) == ("no calls are left", 2)
    assert trip.messages[-1] == {"role": "assistant", "content": "no calls are left"}


@pytest.mark.parametrize(
    ("products", "request_text", "reason"),
    [
        (None, REQUEST, "nothing in stock meets it"),
        (changed(price=...), REQUEST, "condition_key cannot be found"),
        (changed(price=1.005), REQUEST, "is no price in whole cents"),
        (PRODUCTS, "Hello.", "at least one requirement"),
        (PRODUCTS, REQUEST.replace("navy", "dark"), "nothing in stock meets it"),
    ],
)
def test_it_says_why_it_cannot_buy(products: object, request_text: str, reason: str) -> None:
    """The words of the tool, of the reader or of the solver; the cart stays empty."""
    opened = shop(products=products)
    trip = ToolsOnlyShopper(opened.call).run(request_text)
    assert reason in trip.stopped
    assert json.loads(opened.call("get_cart_info", ""))["items"] == []


def lying(call: Callable[[str, str], str], days: int) -> Callable[[str, str], str]:
    """Return tools of which one names another time."""

    def answer(tool: str, arguments: str) -> str:
        if tool == "calculate_transport_time" and '"a"' in arguments:
            return json.dumps({"estimated_delivery_days": days})
        return call(tool, arguments)

    return answer


def test_the_word_of_the_tool_counts() -> None:
    """A parcel that comes late by the tool is not bought, whatever was reckoned."""
    user = {"user_id": "u", "shipping_addresses": {"province": "guangdong"}}
    near = {**PRODUCTS[0], "product_id": "d", "price": 500}
    text = "First, I want a navy blue item with delivery within 2 days. Lastly, I want 'boots'."
    for days, bought in ((2, "a"), (3, "d")):
        opened = shop(products=[*PRODUCTS, near], user=user)
        trip = ToolsOnlyShopper(lying(opened.call, days)).run(text)
        assert trip.stopped == ""
        assert [item["product_id"] for item in json.loads(opened.cart or b"")["items"]] == [bought, "c"]


def test_it_reads_the_shop_and_not_the_files() -> None:
    """The expected answer may be anything."""
    opened = Shop(CaseFiles(CASES[0].files.products, CASES[0].files.user, CASES[0].files.cart, b"nonsense"))
    assert ToolsOnlyShopper(opened.call, with_coupons=False).run(CASES[0].errand.text).stopped == ""
