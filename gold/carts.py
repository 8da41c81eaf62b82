"""
Carts: what is known of an errand, once a certificate checker has read the solver's claim.

As in ``gold.verdict`` an engine's word alone never becomes ``optimal`` or ``infeasible``.
"""

from dataclasses import dataclass

from planassay.kb.errands import Errand
from planassay.kb.formats.deepplanning_shopping import Shelves
from planassay.kb.goods import CouponRule
from planassay.kb.verdict import ClaimStatus, Status
from planassay.solver.cart import SUMS, CartClaim, solve_cart
from planassay.verifier.certificate import Decision
from planassay.verifier.components.deepplanning_shopping import check_cart


@dataclass(frozen=True, slots=True)
class CartVerdict:
    """A claim about a cart, and what is known of it."""

    claim: CartClaim
    status: Status
    """``infeasible`` also where there is a cart, but none in the range that was asked for."""
    detail: str = ""
    """Why the claim is not proved, if it is not."""


def judge_cart(claim: CartClaim, errand: Errand, shelves: Shelves) -> CartVerdict:
    """
    Return what is known of a claim.

    Parameters
    ----------
    claim
        What the solver says.
    errand, shelves
        What it is about.
    """
    if claim.certificate is None:
        return CartVerdict(claim, Status.UNKNOWN, "; ".join(claim.reasons) or "there is no certificate")
    answer = check_cart(claim.certificate, errand, shelves)
    is_proved = answer.decision is Decision.ACCEPTED and answer.status == claim.status.value
    has_plan = claim.price_cents is not None and claim.in_window
    if is_proved and claim.status is ClaimStatus.OPTIMAL:
        return CartVerdict(claim, Status.OPTIMAL if has_plan else Status.INFEASIBLE)
    if is_proved and claim.status is ClaimStatus.INFEASIBLE:
        return CartVerdict(claim, Status.INFEASIBLE)
    if has_plan and answer.decision is not Decision.REFUSED:
        return CartVerdict(claim, Status.FEASIBLE, answer.reason)
    return CartVerdict(claim, Status.UNPROVED, answer.reason)


def best_cart(
    errand: Errand, shelves: Shelves, *, rule: CouponRule = CouponRule.TOOL, engine: str = SUMS
) -> CartVerdict:
    """Return what is known of the cheapest cart for an errand, under one reading of its coupons."""
    return judge_cart(solve_cart(errand, shelves, rule=rule, engine=engine), errand, shelves)
