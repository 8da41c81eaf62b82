"""
Outcome metrics but for attributes: sets of places, deviation of routes, order of stops, constraints.

The benchmark has published none of the formulas. These are definitions of this project, after what the names
fix and what is usual: intersection over union, relative gap to the optimum, share of pairs in order, share of
constraints that hold. Nothing here may be compared with the paper's numbers.
"""

from collections.abc import Sequence
from itertools import combinations

from planassay.kb.formats.lifeplanner import Answer
from planassay.verifier.city import Case, Finding, Path, real_path

MAX_STOPS = 500
"""Stops of a gold order whose pairs are counted."""
NO_PATH = float("inf")
"""Deviation of what is no path at all."""


def place_set_iou(case: Case, answer: Answer) -> float:
    """Return intersection over union of the places named and the best of the gold sets; both empty is 1."""
    if answer.fault:
        return 0.0
    named = {mention.key(case.city) for mention in answer.mentions()}
    sets = case.gold.sets or (gold_places(case),)
    return max(_iou(named, gold) for gold in sets)


def gold_places(case: Case) -> frozenset[str]:
    """Return the places of the gold answer itself."""
    return frozenset(mention.key(case.city) for mention in case.gold.answer.mentions())


def _iou(named: set[str], gold: frozenset[str]) -> float:
    return len(named & gold) / len(named | gold) if named | gold else 1.0


def deviation(case: Case, answer: Answer) -> tuple[float | None, Path | None]:
    """
    Return how far a route is from the optimum, as a share of it, and the path that it really is.

    The larger of two: what the answer reports, and what its path costs on the graph, each against the optimum
    and either way, for a path that is shorter than the best one leaves something out. What is no path
    deviates without bound. None if the answer gives neither; the ends of a route alone are no path, for they
    are asked for.
    """
    gold = case.gold
    if answer.fault or gold.optimum is None:
        return None, None
    found: list[float] = []
    reported = answer.number(gold.metric)
    if reported is not None:
        found.append(_gap(reported * 1000, gold.optimum))
    elif case.family == "routing" and answer.way_ids is None and not answer.waypoints:
        return None, None
    path = real_path(case, answer)
    if path is not None:
        found.append(NO_PATH if path.cost is None else _gap(path.cost, gold.optimum))
    return (max(found) if found else None), path


def _gap(cost: float, optimum: int) -> float:
    """Return the relative gap of a cost in thousandths; where the optimum is 0, up to one unit is no gap."""
    if optimum == 0:
        return 0.0 if abs(cost) <= 1000 else 1.0
    gap = abs(cost - optimum) / optimum
    # A number with three decimals is not the same in binary when it is taken times 1000.
    return 0.0 if gap < 1e-9 else gap


def routing_deviation(deviating: float | None) -> float:
    """Return the score of a deviation: 1 less it, not below 0; 0 where nothing is known of it."""
    return 0.0 if deviating is None else max(0.0, 1.0 - deviating)


def order_consistency(case: Case, answer: Answer) -> float:
    """
    Return the share of pairs of gold stops that an answer has in gold order, for the gold order it fits best.

    Pairs of which a stop is missing are out of order; stops beyond the gold's are passed over. Fewer than two
    gold stops are in order.
    """
    if answer.fault:
        return 0.0
    at: dict[str, int] = {}
    for place, stop in enumerate(answer.stops):
        at.setdefault(stop.key(case.city), place)
    orders = case.gold.orders or (tuple(stop.key(case.city) for stop in case.gold.answer.stops),)
    return max(_concordant(order[:MAX_STOPS], at) for order in orders)


def _concordant(order: Sequence[str], at: dict[str, int]) -> float:
    pairs = list(combinations(order, 2))
    if not pairs:
        return 1.0
    return sum(a in at and b in at and at[a] < at[b] for a, b in pairs) / len(pairs)


def semantic_constraint(found: Sequence[Finding]) -> float:
    """Return the share of constraints that hold, each by its weight; 1 if there are none."""
    weight = sum(one.weight for one in found)
    return sum(one.share * one.weight for one in found) / weight if weight else 1.0
