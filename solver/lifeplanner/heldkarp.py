"""
Dynamic programming over sets of slots (Bellman 1962; Held and Karp 1962), with a choice in each slot.

:class:`ToGo` says, of each place and each set of slots that are left, what the rest of a tour costs at least
when clocks and money do not matter. Where they do not, that is the answer; where they do, it bounds the
search of :mod:`planassay.solver.lifeplanner.search`.
"""

from functools import cache
from math import inf

from planassay.kb.tours import NOTHING, Best, Order, Tour

NAME = "heldkarp"


def supports(tour: Tour) -> bool:
    """Return whether neither clocks nor money matter."""
    return not tour.has_clock and tour.budget is None


class ToGo:
    """
    What the rest of a tour costs at least, without clocks and money; precedence and fixed ends are kept.

    Parameters
    ----------
    tour
        What is asked.
    """

    def __init__(self, tour: Tour) -> None:
        self._tour = tour
        self._everything = (1 << len(tour.slots)) - 1
        self._earlier = [
            sum(1 << first for first, second in tour.before if second == at) for at in range(len(tour.slots))
        ]
        self.rest = cache(self._rest)

    def next_slots(self, left: int) -> list[int]:
        """Return the slots of a set of which one can come next."""
        tour, done = self._tour, self._everything & ~left
        if not done and tour.first is not None:
            slots = [tour.first]
        elif tour.last is not None and left != 1 << tour.last:
            slots = [at for at in _bits(left) if at != tour.last]
        else:
            slots = _bits(left)
        return [at for at in slots if not self._earlier[at] & left]

    def steps(self, place: str | None, left: int) -> list[tuple[str, int, int]]:
        """Return the places that can come next, what is left then, and what the step costs."""
        found = []
        for at in self.next_slots(left):
            for option in self._tour.slots[at].options:
                leg = self._tour.legs.get((place, option.place_id)) if place is not None else None
                if place is None or leg is not None:
                    cost = option.handicap + (leg.cost if leg is not None else 0)
                    found.append((option.place_id, left & ~(1 << at), cost))
        return found

    def _rest(self, place: str | None, left: int) -> float:
        """Return the least cost of what is left after a place; None is before the first."""
        if not left:
            return 0
        return min(
            (cost + self.rest(then, rest) for then, rest, cost in self.steps(place, left)), default=inf
        )

    @property
    def start(self) -> int:
        """The set of all slots."""
        return self._everything


def solve(tour: Tour) -> Best:
    """Return the least cost and every order that has it; the tour must be supported."""
    bound = ToGo(tour)
    least = bound.rest(None, bound.start)
    if least == inf:
        return NOTHING
    orders: list[Order] = []
    _tight(bound, (), bound.start, orders)
    return Best(int(least), tuple(sorted(orders)))


def _tight(bound: ToGo, made: Order, left: int, orders: list[Order]) -> None:
    """Add the orders that go on from a beginning at the least cost."""
    if not left:
        orders.append(made)
        return
    at = made[-1] if made else None
    for place, rest, cost in bound.steps(at, left):
        if cost + bound.rest(place, rest) == bound.rest(at, left) != inf:
            _tight(bound, (*made, place), rest, orders)


def _bits(numbers: int) -> list[int]:
    return [at for at in range(numbers.bit_length()) if numbers >> at & 1]
