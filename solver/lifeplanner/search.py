"""
Depth-first search over orders, bounded by dynamic programming; exact, and it keeps all best orders.

The bound leaves clocks and money aside (:class:`planassay.solver.lifeplanner.heldkarp.ToGo`), and money has a
bound of its own: the cheapest place of each slot that is left. A beginning is followed only if the rest can
still be as good as the best that is known, cheapest continuations first.
"""

from math import inf

from planassay.kb.tours import NOTHING, Best, Order, Tour
from planassay.solver.lifeplanner.heldkarp import ToGo
from planassay.solver.lifeplanner.windows import begin

NAME = "search"


def solve(tour: Tour) -> Best:
    """Return the least cost and every order that has it."""
    search = _Search(tour)
    search.follow((), search.bound.start, 0, tour.depart or 0, 0)
    return Best(int(search.least), tuple(sorted(search.orders))) if search.orders else NOTHING


class _Search:
    def __init__(self, tour: Tour) -> None:
        self.tour = tour
        self.bound = ToGo(tour)
        self.slot_of, self.option_of = tour.slot_of, tour.option_of
        self.cheapest = [min((o.cents for o in slot.options), default=0) for slot in tour.slots]
        self.least = inf
        self.orders: list[Order] = []

    def follow(self, made: Order, left: int, cost: int, clock: int, cents: int) -> None:
        """Follow a beginning whose last visit ended at a clock."""
        if not left:
            if cost < self.least:
                self.least, self.orders = cost, []
            self.orders.append(made)
            return
        at = made[-1] if made else None
        steps = self.bound.steps(at, left)
        ranked = sorted(
            (cost + step + self.bound.rest(place, rest), place, rest, step) for place, rest, step in steps
        )
        for reach, place, rest, step in ranked:
            if reach > self.least or reach == inf:
                break
            spent = cents + self.option_of[place].cents
            ends = self._ends(at, place, clock)
            if ends is not None and self._affords(spent, rest):
                self.follow((*made, place), rest, cost + step, ends, spent)

    def _ends(self, at: str | None, place: str, clock: int) -> int | None:
        """Return when the visit of a place ends, None if it cannot be made in time."""
        tour = self.tour
        if not tour.has_clock:
            return clock
        arrive = clock + (tour.legs[at, place].minutes if at is not None else 0)
        start = begin(self.option_of[place], arrive)
        if start is None:
            return None
        ends = start + tour.slots[self.slot_of[place]].dwell
        late = tour.until is not None and ends > tour.until
        return None if late else ends

    def _affords(self, spent: int, rest: int) -> bool:
        if self.tour.budget is None:
            return True
        dues = (cents for at, cents in enumerate(self.cheapest) if rest >> at & 1)
        return spent + sum(dues) <= self.tour.budget
