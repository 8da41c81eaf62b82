"""
A shopper that knows tools alone: it reads the request, looks through the catalogue and buys.

It sees neither the case's files nor its expected answer. What it learns from tools becomes an errand and
goods; the solver says what to buy; the days that a parcel takes are asked of the tool before anything is
bought. Not for learning anything from a model.
"""

import json
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from planassay.kb.errands import Errand
from planassay.kb.errors import InputError
from planassay.kb.formats.deepplanning_shopping import (
    ReadRequest,
    Shelves,
    Vocabulary,
    meets,
    read_request,
    read_shelves,
    read_shopper,
)
from planassay.kb.formats.deepplanning_shopping.wishes import TRANSPORT
from planassay.kb.goods import CouponRule, Product
from planassay.kb.verdict import ClaimStatus
from planassay.solver.cart import CartClaim, solve_cart

Call = Callable[[str, str], str]
"""A tool by name, with arguments as JSON text; returns what the agent reads."""

MAX_CALLS = 400
"""As many as the benchmark's own loop allows."""


class _StoppedError(Exception):
    """The shopper cannot go on."""


@dataclass(frozen=True)
class Trip:
    """What the shopper did."""

    messages: tuple[dict[str, object], ...]
    """The transcript, as the benchmark keeps it."""
    calls: int
    read: ReadRequest | None
    """What it read of the request, None if it was told what to buy."""
    claim: CartClaim | None = None
    stopped: str = ""
    """Why it gave up; empty if it bought."""


class ToolsOnlyShopper:
    """
    Buys for one request.

    Parameters
    ----------
    call
        The tools of the case.
    rule
        How it believes coupons add up.
    with_coupons
        Whether the level's instructions speak of coupons.
    max_calls
        After which it stops.
    """

    def __init__(
        self,
        call: Call,
        *,
        rule: CouponRule = CouponRule.TOOL,
        with_coupons: bool = True,
        max_calls: int = MAX_CALLS,
    ) -> None:
        self._tool = call
        self._rule = rule
        self._with_coupons = with_coupons
        self._left = self._most = max_calls
        self._messages: list[dict[str, object]] = []

    def run(self, request: str) -> Trip:
        """Return what came of a request; never raises for what a tool answers."""
        self._messages = [{"role": "user", "content": request}]
        self._left = self._most
        read, claim, stopped = read_request(request), None, ""
        try:
            profile = self._ask("get_user_info")
            ids = self._ask("filter_by_range", condition_key="price", operator=">=", value=0)
            rows = self._ask("get_product_details", product_ids=ids.get("filtered_products_ids", []))
            shelves = read_shelves(_lines(rows.get("products", [])))
            shopper = read_shopper(json.dumps(profile).encode())
            read = read_request(request, Vocabulary().widened(p.brand for p in shelves.products))
            errand = Errand("request", read.requirements(), shopper, read.window, self._with_coupons, request)
            claim = self._decide(errand, shelves)
            self._buy(claim)
        except (_StoppedError, InputError, ValueError) as error:
            stopped = str(error)
        self._messages.append({"role": "assistant", "content": stopped or "Everything is in the cart."})
        return Trip(tuple(self._messages), self._most - self._left, read, claim, stopped)

    def buy(self, claim: CartClaim, request: str = "") -> Trip:
        """Return what came of buying a cart that was decided on beforehand: what the oracle does."""
        self._messages, self._left = [{"role": "user", "content": request}], self._most
        stopped = ""
        try:
            self._buy(claim)
        except _StoppedError as error:
            stopped = str(error)
        self._messages.append({"role": "assistant", "content": stopped or "Everything is in the cart."})
        return Trip(tuple(self._messages), self._most - self._left, None, claim, stopped)

    def _ask(self, tool: str, **arguments: object) -> dict[str, Any]:
        if self._left == 0:
            raise _StoppedError("no calls are left")
        self._left -= 1
        text = json.dumps(arguments, ensure_ascii=False)
        function = {"name": tool, "arguments": text}
        name = f"call_{self._most - self._left}"
        self._messages.append(
            {"role": "assistant", "content": "", "tool_calls": [{"id": name, "function": function}]}
        )
        said = self._tool(tool, text)
        self._messages.append({"role": "tool", "tool_call_id": name, "content": said})
        answer = json.loads(said)
        if not isinstance(answer, dict) or "error" in answer:
            raise _StoppedError(f"{tool}: {said}")
        return answer

    def _decide(self, errand: Errand, shelves: Shelves) -> CartClaim:
        """Return the cheapest cart whose parcels arrive in time by the word of the tool."""
        while True:
            claim = solve_cart(errand, shelves, rule=self._rule)
            if claim.status is not ClaimStatus.OPTIMAL:
                raise _StoppedError("; ".join(claim.reasons) or f"the search ended {claim.status}")
            late = {product.product_id for product in claim.products if self._is_late(product, errand)}
            if not late:
                return claim
            kept = [dict(p.source) for p in shelves.products if p.product_id not in late]
            shelves = read_shelves(_lines(kept))

    def _is_late(self, product: Product, errand: Errand) -> bool:
        """Tell whether the tool names another time than was reckoned with."""
        wishes = [w for r in errand.requirements for w in r.wishes if w.field == TRANSPORT]
        met = [wish for wish in wishes if meets(wish, product, errand.shopper)]
        if not met:
            return False
        said = self._ask(
            "calculate_transport_time",
            product_id=product.product_id,
            destination_address=errand.shopper.province,
        )
        answered = replace(product, source={"days": said.get("estimated_delivery_days")})
        return not all(meets(replace(wish, field="days"), answered, errand.shopper) for wish in met)

    def _buy(self, claim: CartClaim) -> None:
        """Put in the goods, then the coupons, then look at the total."""
        for product in claim.products:
            self._ask("add_product_to_cart", product_id=product.product_id, quantity=1)
        for coupon, copies in (claim.coupons or {}).items():
            self._ask("add_coupon_to_cart", coupon_name=coupon.name, quantity=copies)
        total = self._ask("get_cart_info").get("summary", {}).get("total_price")
        if total is None or round(total * 100) != claim.price_cents:
            raise _StoppedError(f"the cart costs {total}")


def _lines(rows: list[dict[str, object]]) -> bytes:
    return "\n".join(json.dumps(row, ensure_ascii=False) for row in rows).encode("utf-8", "backslashreplace")
