"""
Findings: which constraints of a task an answer meets, by the records of the city and not by the gold answer.

A constraint on each stop counts once for each stop of the gold answer; stops beyond those count too, so that
one more stop that fails it costs something. Where a part of the answer that it needs is missing, it is not
met.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from decimal import Decimal

from planassay.kb.formats.lifeplanner import Answer, Place
from planassay.kb.formats.lifeplanner.constraints import EACH, VALUE, Constraint, slot_of
from planassay.verifier.city.case import Case
from planassay.verifier.city.predicates import UNKNOWN, Visit, reached, required, speaks_of_places, unmet
from planassay.verifier.city.slots import fill
from planassay.verifier.city.timing import arrival, visits
from planassay.verifier.city.travel import least_total
from planassay.verifier.city.values import ValueCheck


@dataclass(frozen=True, slots=True)
class Miss:
    """Where in the answer a constraint is not met, what is found there, and of which place of the city."""

    pointer: str
    found: str
    place_id: str = ""


@dataclass(frozen=True, slots=True)
class Finding:
    """
    What came of a constraint.

    Parameters
    ----------
    share
        How much of it is met, 0 to 1.
    weight
        How often it counts.
    """

    constraint: Constraint
    share: float
    weight: int = 1
    misses: tuple[Miss, ...] = ()

    @property
    def required(self) -> str:
        """What it asks for, in words."""
        return required(self.constraint)


def findings(case: Case, answer: Answer) -> tuple[Finding, ...]:
    """Return what came of each constraint of a task, in its order; nothing that an answer holds raises."""
    return tuple(_Look(case, answer).all())


class _Look:
    """An answer with what is looked at more than once."""

    def __init__(self, case: Case, answer: Answer) -> None:
        self.case, self.answer = case, answer
        self.stops = answer.stops
        self.places = [stop.place(case.city) for stop in self.stops]
        self.visits = visits(case, answer)
        self.slots = fill(case, self.places, self.visits)
        self.value = ValueCheck(case, answer)

    def all(self) -> Iterator[Finding]:
        for constraint in self.case.constraints:
            if self.answer.fault:
                weight = self._gold_stops() if constraint.on == EACH else 1
                yield Finding(constraint, 0.0, weight, (Miss("", self.answer.fault),))
            elif constraint.on == EACH:
                yield self._each(constraint)
            else:
                miss = self._miss(constraint)
                yield Finding(constraint, 1.0) if miss is None else Finding(constraint, 0.0, 1, (miss,))

    def _gold_stops(self) -> int:
        return max(1, len({stop.key(self.case.city) for stop in self.case.gold.answer.stops}))

    def _each(self, constraint: Constraint) -> Finding:
        weight, found = self._gold_stops(), self._each_miss(constraint)
        known = dict(zip((stop.key(self.case.city) for stop in self.stops), found, strict=True))
        misses = tuple(miss for miss in known.values() if miss is not None)
        met, most = len(known) - len(misses), max(weight, len(known))
        if not self.stops and not self.case.gold.answer.stops:
            return Finding(constraint, 1.0, weight)
        lacking = (Miss("", f"{weight - len(known)} more are missing"),) if len(known) < weight else ()
        return Finding(constraint, met / most, weight, misses + lacking)

    def _each_miss(self, constraint: Constraint) -> list[Miss | None]:
        return [self._stop(constraint, at) for at in range(len(self.stops))]

    def _stop(self, constraint: Constraint, at: int) -> Miss | None:
        """Return how a stop fails a constraint, None if it meets it."""
        place = self.places[at]
        if place is None:
            return Miss(self.stops[at].pointer, "no known place")
        return self._of_place(constraint, place, self.stops[at].pointer, self.visits[at])

    def _of_place(self, constraint: Constraint, place: Place, pointer: str, visit: Visit) -> Miss | None:
        if not speaks_of_places(constraint):
            return self._whole(constraint)
        if constraint.trek is not None:
            visit = reached(self.case, constraint, place)
        found = unmet(self.case, constraint, place, visit)
        return None if found is None else Miss(pointer, f"{place.name}: {found}", place.place_id)

    def _miss(self, constraint: Constraint) -> Miss | None:
        if self.case.family == "place":
            found = self.value.miss(constraint)
            return None if found is None else Miss("/value", found)
        if constraint.slot is not None and speaks_of_places(constraint):
            at = self.slots.get(constraint.slot)
            return (
                Miss("/stops", f"nothing fills {constraint.on}") if at is None else self._stop(constraint, at)
            )
        if speaks_of_places(constraint) and constraint.on not in (VALUE, "answer"):
            return self._named(constraint)
        if speaks_of_places(constraint):
            missed = [miss for miss in self._each_miss(constraint) if miss is not None]
            return missed[0] if missed else None if self.stops else Miss("", "no place")
        return self._whole(constraint)

    def _named(self, constraint: Constraint) -> Miss | None:
        """Return how the place that a constraint names fails it; it must be in the answer."""
        for at, place in enumerate(self.places):
            if place is not None and place.place_id == constraint.on:
                return self._stop(constraint, at)
        for end, is_last in ((self.answer.start, False), (self.answer.end, True)):
            place = None if end is None else end.place(self.case.city)
            if end is not None and place is not None and place.place_id == constraint.on:
                visit = arrival(self.case, self.answer) if is_last else UNKNOWN
                return self._of_place(constraint, place, end.pointer, visit)
        return Miss("", f"{constraint.on} is not in the answer", constraint.on)

    def _whole(self, constraint: Constraint) -> Miss | None:
        return _WHOLE[constraint.kind](self, constraint)

    def at(self, word: str) -> int | None:
        """Return the position of a place or of what fills a slot; None if it is not in the answer."""
        slot = slot_of(word)
        if slot is not None:
            return self.slots.get(slot)
        ids = [None if place is None else place.place_id for place in self.places]
        return ids.index(word) if word in ids else None


def _count(look: _Look, constraint: Constraint) -> Miss | None:
    found = len({stop.key(look.case.city) for stop in look.stops})
    return None if found == constraint.limit else Miss("", f"{found} of them")


def _budget(look: _Look, constraint: Constraint) -> Miss | None:
    if None in look.places or not look.places:
        at = look.places.index(None) if look.places else None
        return Miss("" if at is None else look.stops[at].pointer, "no known place")
    cents = sum(place.cost_cents or 0 for place in look.places if place is not None)
    return None if Decimal(cents) / 100 <= constraint.limit else Miss("", f"{Decimal(cents) / 100} CNY")


def _before(look: _Look, constraint: Constraint) -> Miss | None:
    first, then = look.at(constraint.first), look.at(constraint.then)
    if first is None or then is None:
        return Miss("", f"{constraint.first if first is None else constraint.then} is not in the answer")
    return None if first < then else Miss(look.stops[first].pointer, "after it")


def _avoid(look: _Look, constraint: Constraint) -> Miss | None:
    ways = look.answer.way_ids
    if ways is not None:
        used = constraint.gid in [way for way in ways if type(way) is int]
        return Miss("/way_ids", f"way {constraint.gid}") if used else None
    metric = look.case.gold.metric or "distance_m"
    stated, least = look.answer.number(metric), least_total(look.case, look.answer, look.case.mode)
    if stated is None or least is None:
        return Miss("", "neither ways nor a length that could be checked")
    short = stated < (least - 500) / 1000
    return Miss(f"/{metric}", f"{stated:g}, which no route without it has") if short else None


_WHOLE: Mapping[str, Callable[[_Look, Constraint], Miss | None]] = {
    "count_eq": _count,
    "budget_le": _budget,
    "visit_before": _before,
    "avoid_way": _avoid,
}
