"""Enumeration: every choice in every order, the plain way; the twin that other engines are held against."""

from collections.abc import Iterator
from itertools import pairwise, permutations, product
from math import factorial, prod

from planassay.kb.tours import NOTHING, Best, Order, Tour
from planassay.solver.lifeplanner.windows import follow

NAME = "enumerate"
MOST = 1_000_000
"""Orders above which a tour is not enumerated."""


def supports(tour: Tour) -> bool:
    """Return whether a tour has few enough orders."""
    return factorial(len(tour.slots)) * prod(len(slot.options) for slot in tour.slots) <= MOST


def solve(tour: Tour) -> Best:
    """Return the least cost and every order that has it."""
    handicap = {place: option.handicap for place, option in tour.option_of.items()}
    best = NOTHING
    for order in _orders(tour):
        if follow(tour, order) is not None:
            cost = sum(tour.legs[pair].cost for pair in pairwise(order))
            cost += sum(handicap[place] for place in order)
            if not best.orders or cost < best.cost:
                best = Best(cost, (order,))
            elif cost == best.cost:
                best = Best(cost, (*best.orders, order))
    return Best(best.cost, tuple(sorted(best.orders)))


def _orders(tour: Tour) -> Iterator[Order]:
    for choice in product(*([option.place_id for option in slot.options] for slot in tour.slots)):
        yield from permutations(choice)
