"""
Fits: whether the days can hold the places that are asked for, and whether scarce places suffice for all.

Only clocks count here, not money. Places that are not told apart may be visited again, and any number of them
may lie on the way from one stop to the next: what does not fit even so does not fit.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import NamedTuple

import numpy as np

from planassay.solver.compile.deepplanning_travel.days import COURSES, MEAL_GAP_MIN, Outline
from planassay.solver.compile.deepplanning_travel.master import Part
from planassay.solver.compile.deepplanning_travel.town import Town
from planassay.solver.problem import Ration

NEVER = 1 << 40


class _At(NamedTuple):
    """What a day has got to."""

    place: int
    mask: int
    meals: int
    """Missing."""
    sights: int
    """Missing."""
    course: int
    eaten: int


class Fits:
    """
    What days can hold of some places.

    Parameters
    ----------
    town
        The places.
    rows
        Rows of the places that are told apart.
    ration
        What may be spent.
    """

    def __init__(self, town: Town, rows: Sequence[str], ration: Ration) -> None:
        self.town = town
        self.ration = ration
        self.bit: Mapping[str, int] = {row: 1 << k for k, row in enumerate(rows)}
        self.bits = [self.bit.get(place.row, 0) for place in town.places]
        self._known: dict[object, set[int]] = {}

    @cached_property
    def quick(self) -> list[list[int]]:
        """The least minutes from place to place, by stops on the way if that is quicker."""
        town, size = self.town, len(self.town.places)
        table = [[NEVER if road is None else road.minutes for road in row] for row in town.between]
        minutes = np.array(table, dtype=np.int64).reshape(size, size)
        for k, place in enumerate(town.places):
            minutes = np.minimum(minutes, minutes[:, k, None] + place.shortest + minutes[None, k, :])
        found: list[list[int]] = minutes.tolist()
        return found

    def can_be(self, parts: Sequence[Part], required: Sequence[str]) -> bool:
        """Tell whether days may hold all required places, and no place twice; if not, there is no trip."""
        wanted = sum(self.bit[row] for row in required)
        states = {0}
        for part in parts:
            held: set[int] = set()
            for outline in _longest(part.outlines):
                held |= self._held(outline)
            states = {state | mask for state in states for mask in held if not state & mask}
            self.ration.spend(len(states))
        return any(state & wanted == wanted for state in states)

    def _held(self, outline: Outline) -> set[int]:
        closed = tuple(k for k, place in enumerate(self.town.places) if outline.weekday in place.closed)
        ends = (outline.start, outline.ready, outline.goal, outline.deadline)
        key = (ends, outline.needs, closed)
        if key not in self._known:
            self._known[key] = set(self._sets(outline, frozenset(closed)))
        return self._known[key]

    def _sets(self, outline: Outline, closed: frozenset[int]) -> Iterator[int]:
        out, back, direct = self._ends(outline)
        needs, due = outline.needs, outline.deadline
        if not (needs.meals or needs.sights) and outline.ready + direct <= due:
            yield 0
        known: dict[_At, list[tuple[int, int]]] = {}
        queue = [(_At(-1, 0, needs.meals, needs.sights, -1, 0), outline.ready, -MEAL_GAP_MIN)]
        while queue:
            at, free, fed = queue.pop()
            if at.place >= 0 and not (at.meals or at.sights) and free + back[at.place] <= due:
                yield at.mask
            ways = out if at.place < 0 else self.quick[at.place]
            for j, (place, bit) in enumerate(zip(self.town.places, self.bits, strict=True)):
                useful = bit or (at.meals if place.is_meal else at.sights)
                if not useful or bit & at.mask or j == at.place or j in closed or free + ways[j] > due:
                    continue
                self.ration.spend()
                for after, end, ate in self._stops(outline, at, j, free + ways[j], fed):
                    others = known.setdefault(after, [])
                    if end <= due and not any(a <= end and b <= ate for a, b in others):
                        others.append((end, ate))
                        queue.append((after, end, ate))

    def _ends(self, outline: Outline) -> tuple[list[int], list[int], int]:
        """Return the least minutes from the start to each place, from each to the goal, and between both."""
        town, size = self.town, range(len(self.town.places))
        out = [NEVER if road is None else road.minutes for road in town.ways_from(outline.start)]
        back = [NEVER if road is None else road.minutes for road in town.ways_to(outline.goal)]
        length, quick = [place.shortest for place in town.places], self.quick
        there = [min(out[j], *(out[k] + length[k] + quick[k][j] for k in size)) for j in size]
        home = [min(back[j], *(quick[j][k] + length[k] + back[k] for k in size)) for j in size]
        road = town.roads.between(outline.start, outline.goal)
        direct = NEVER if road is None else road.minutes
        return there, home, min([direct, *(there[k] + length[k] + back[k] for k in size)])

    def _stops(
        self, outline: Outline, at: _At, j: int, arrive: int, fed: int
    ) -> Iterator[tuple[_At, int, int]]:
        place, needs = self.town.places[j], outline.needs
        after = at._replace(place=j, mask=at.mask | self.bits[j])
        if not place.is_meal:
            starts = [max(arrive, o) for o, c in place.spans if max(arrive, o) + place.shortest <= c]
            if starts:
                end = min(starts) + place.shortest
                yield after._replace(sights=max(at.sights - 1, 0)), end, fed
                if needs.may_stay_long and at.sights == needs.sights:
                    yield after._replace(sights=0), end, fed
        elif at.eaten < needs.most_meals:
            arrive = max(arrive, fed + MEAL_GAP_MIN)
            for course in range(at.course + 1, len(COURSES)):
                begins, before = COURSES[course]
                starts = [
                    start
                    for o, c in place.spans
                    if (start := max(arrive, o, begins)) < before and start + place.shortest <= c
                ]
                if starts:
                    end = min(starts) + place.shortest
                    eaten = after._replace(meals=max(at.meals - 1, 0), course=course, eaten=at.eaten + 1)
                    yield eaten, end, end


def _longest(outlines: Sequence[Outline]) -> list[Outline]:
    """Return the days without those that begin later or end sooner than another that needs the same."""
    kept: list[Outline] = []
    for one in sorted(outlines, key=lambda o: (o.ready, -o.deadline)):
        ends = (one.start, one.goal, one.needs)
        if not any((o.start, o.goal, o.needs) == ends and o.deadline >= one.deadline for o in kept):
            kept.append(one)
    return kept
