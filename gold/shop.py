"""
Shops with answers: invented cases whose expected cart is proved to be the only cheapest one.

The published evaluator knows one cart a case. So a case is drawn anew until its optimum, as the tools read
coupons, is unique, and proved.
"""

import json
from collections.abc import Iterator
from dataclasses import replace

from planassay.gold.carts import judge_cart
from planassay.kb.verdict import Status
from planassay.kb.worlds.deepplanning_shopping import MadeCase, make_case
from planassay.solver.cart import CartClaim, CartSolver
from planassay.solver.problem import WorkLimitError

MOST_DRAWS = 100
_NEXT_DRAW = 1_000_003
"""Between the seeds of two draws of one case."""


class NoUniqueCartError(Exception):
    """No draw had one cheapest cart."""


def answered_cases(n: int, *, seed: int, products: int) -> Iterator[MadeCase]:
    """
    Yield cases of all three levels, each with its expected answer among its files.

    Parameters
    ----------
    n
        Cases of each level.
    seed
        Of the world.
    products
        Least size of a catalogue.

    Raises
    ------
    NoUniqueCartError
        If one of them had no single cheapest cart in any of :data:`MOST_DRAWS` draws.
    """
    for level in (1, 2, 3):
        for number in range(1, n + 1):
            yield _answered(level, number, seed, products)


def _answered(level: int, number: int, seed: int, products: int) -> MadeCase:
    for draw in range(MOST_DRAWS):
        case = make_case(level, number, seed=seed + draw * _NEXT_DRAW, products=products)
        solver = CartSolver(case.errand, case.shelves)
        claim = solver.solve()
        judged = judge_cart(claim, case.errand, case.shelves)
        if judged.status is Status.OPTIMAL and _is_alone(solver, claim):
            validation = json.dumps(_validation(case, claim), ensure_ascii=False, indent=2) + "\n"
            return replace(case, files=replace(case.files, validation=validation.encode()))
    raise NoUniqueCartError(f"no draw of case {number} of level {level} has one cheapest cart")


def _is_alone(solver: CartSolver, claim: CartClaim) -> bool:
    try:
        return len(solver.optima(claim, 2)) == 1
    except WorkLimitError:
        return False


def _validation(case: MadeCase, claim: CartClaim) -> dict[str, object]:
    """Return the expected answer in the official form."""
    return {
        "query": case.errand.text,
        "meta_info": [
            {
                "sub_query": f"item {place}",
                "features": [{"field": wish.field, "value": wish.value} for wish in requirement.wishes],
            }
            for place, requirement in enumerate(case.errand.requirements, start=1)
        ],
        "ground_truth_products": [dict(product.source) for product in claim.products],
        "ground_truth_coupons": {coupon.name: n for coupon, n in (claim.coupons or {}).items() if n},
    }
