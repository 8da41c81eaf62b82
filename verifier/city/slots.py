"""
Slots: which stop of a trip fills which slot of what was asked for.

A slot takes stops of its type. Of the ways to fill the slots, the one counts that meets most constraints, so
that no answer suffers from a choice that it need not make.
"""

from collections.abc import Mapping, Sequence

from planassay.kb.formats.lifeplanner import Place
from planassay.kb.formats.lifeplanner.constraints import Constraint, slot_of
from planassay.kb.tools.lifeplanner.lookups import is_of_type
from planassay.verifier.city.case import Case
from planassay.verifier.city.predicates import Visit, speaks_of_places, unmet

MOST_TRIED = 5_000
"""Ways to fill the slots that are tried."""
MOST_STOPS = 24
"""Stops of an answer that may fill one."""

Filling = Mapping[int, int]


def fill(case: Case, places: Sequence[Place | None], visits: Sequence[Visit]) -> Filling:
    """
    Return the position of the stop that fills each slot; a slot that nothing fills is left out.

    Parameters
    ----------
    case
        The task, whose constraints name the slots.
    places, visits
        The stops of an answer, in order.
    """
    by_slot: dict[int, list[Constraint]] = {}
    for constraint in case.constraints:
        if constraint.slot is not None and speaks_of_places(constraint):
            by_slot.setdefault(constraint.slot, []).append(constraint)
    orders = [
        (slot_of(one.first), slot_of(one.then)) for one in case.constraints if one.kind == "visit_before"
    ]
    for slot in {slot for pair in orders for slot in pair if slot is not None}:
        by_slot.setdefault(slot, [])
    met = {slot: _met(case, own, places, visits) for slot, own in sorted(by_slot.items())}
    return _Search(met, [(a, b) for a, b in orders if a is not None and b is not None]).best()


def _met(
    case: Case, constraints: Sequence[Constraint], places: Sequence[Place | None], visits: Sequence[Visit]
) -> dict[int, int]:
    """Return how many constraints of a slot each stop meets that is of its type."""
    types = [one.texts[0] for one in constraints if one.kind == "type_is"]
    return {
        at: sum(unmet(case, one, place, visits[at]) is None for one in constraints)
        for at, place in enumerate(places[:MOST_STOPS])
        if place is not None and all(is_of_type(place, kind) for kind in types)
    }


class _Search:
    """Tries ways to fill slots one after another."""

    def __init__(self, met: Mapping[int, Mapping[int, int]], orders: Sequence[tuple[int, int]]) -> None:
        self._met, self._orders = met, orders
        self._slots = list(met)
        self._best: tuple[tuple[int, int], dict[int, int]] = ((-1, -1), {})
        self._left = MOST_TRIED

    def best(self) -> Filling:
        self._try(0, {}, 0)
        return self._best[1]

    def _try(self, depth: int, taken: dict[int, int], value: int) -> None:
        if self._left <= 0:
            return
        if depth == len(self._slots):
            self._left -= 1
            kept = sum(a in taken and b in taken and taken[a] < taken[b] for a, b in self._orders)
            worth = (len(taken), value + kept)
            if worth > self._best[0]:
                self._best = (worth, dict(taken))
            return
        slot = self._slots[depth]
        options = self._met[slot]
        for at in sorted(options, key=lambda one: (-options[one], one)):
            if at not in taken.values():
                self._try(depth + 1, {**taken, slot: at}, value + options[at])
        self._try(depth + 1, taken, value)
