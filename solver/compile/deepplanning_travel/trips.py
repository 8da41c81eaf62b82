"""
Trips: the hotels against each other, and the problem of all trips that can be the cheapest.

Each hotel that can still win has a master of its own. The winner's prices bound the trips with every other
hotel too: a hotel whose bound is not below the winner's cost is out, and of the rest the days within the gap
are listed.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from planassay.solver.compile.deepplanning_travel.days import Day
from planassay.solver.compile.deepplanning_travel.master import (
    BUDGET,
    CHEAPEST,
    Bound,
    Goal,
    Master,
    Part,
    Trip,
)
from planassay.solver.compile.deepplanning_travel.places import Hotel
from planassay.solver.compile.deepplanning_travel.town import Town
from planassay.solver.problem import Component, Element, Problem, Ration, Row, Sense
from planassay.solver.proof import Proof

COST = "cost"
NEVER = 10**12
"""Reduced cost of a day that cannot be, in the price of a bed."""
WIDENING = (0, 200, 500, 1_000, 2_000, 5_000, 20_000, 100_000)
"""Gaps in cents within which days are listed until they make a whole trip that is surely the cheapest."""
LONG_WORK = 20.0
"""Deterministic time of CP-SAT for the cheapest trip of all days that matter."""
MOST_ELEMENTS = 250
"""Days from which a trip that is surely the cheapest is not searched for again among all that may be."""
MOST_LISTED = 20_000
"""Days after which the list is not widened any more."""


@dataclass(frozen=True, slots=True)
class Bed:
    """A hotel with what its trips are made of."""

    hotel: Hotel
    bill: int
    """For all nights, in cents."""
    parts: tuple[Part, ...]
    worth: int = 0
    """What the nights are worth under the objective, in cents."""

    def under(self, duals: Mapping[str, int]) -> int:
        """Return the reduced cost of the nights."""
        return self.bill * (1 + duals.get(BUDGET, 0)) - self.worth


@dataclass(frozen=True, slots=True)
class Winner:
    """The trip that costs least of those found."""

    bed: Bed
    total: int
    bound: Bound
    trip: Trip
    is_sure: bool
    """Whether no trip in this hotel is cheaper, as far as the search knows."""


@dataclass(frozen=True)
class Trips:
    """What is left to choose from, and the proof that nothing else matters."""

    problem: Problem
    proof: Proof


def bed_row(part: str, hotel: str) -> str:
    """Return the name of the row that ties a day to the hotel of the stay."""
    return f"bed:{part}:{hotel}"


def solve_trips(beds: Sequence[Bed], town: Town, required: Sequence[str], ration: Ration) -> Trips | None:
    """
    Return the problem of all trips that can be the cheapest, None if no trip fits.

    Parameters
    ----------
    beds
        The hotels, those that cost least first.
    town
        The places.
    required
        Rows that must be used once.
    ration
        What may be spent.
    """
    masters = masters_of(beds, town, required, ration)
    winner = winner_of(beds, masters)
    return None if winner is None else _listed(beds, masters, required, winner)


def masters_of(
    beds: Sequence[Bed], town: Town, required: Sequence[str], ration: Ration, goal: Goal = CHEAPEST
) -> list[Master]:
    """Return the masters of hotels."""
    return [Master(bed.parts, town, required, ration, goal, bed.bill) for bed in beds]


def winner_of(beds: Sequence[Bed], masters: Sequence[Master]) -> Winner | None:
    """Return the trip that costs least, None if none is found."""
    winner: Winner | None = None
    for bed, master in zip(beds, masters, strict=True):
        if winner is None or _can_beat(bed, master, winner):
            winner = _better(winner, bed, master)
    return winner


def _can_beat(bed: Bed, master: Master, winner: Winner) -> bool:
    bound = master.under(winner.bound.duals)
    return bound is not None and bed.under(bound.duals) + bound.cents < winner.total


def _better(winner: Winner | None, bed: Bed, master: Master) -> Winner | None:
    """Return the cheapest trip with a hotel if it beats the winner, else the winner."""
    bound = master.bound()
    if bound is None or (winner is not None and bed.under(bound.duals) + bound.cents >= winner.total):
        return winner
    own = bed.under({})
    best, is_sure = master.trip(), False
    for gap in WIDENING:
        if best is not None and best.cents - bound.cents <= gap:  # whatever is cheaper has been listed
            best = best if best.is_best or best.cents <= bound.cents else master.trip(LONG_WORK) or best
            is_sure = best.is_best or best.cents <= bound.cents
            break
        if master.widen(bound, gap) > MOST_LISTED:
            break
        best = _cheaper(best, master.trip())
    if best is None or (winner is not None and own + best.cents >= winner.total):
        return winner
    return Winner(bed, own + best.cents, bound, best, is_sure)


def _cheaper(one: Trip | None, other: Trip | None) -> Trip | None:
    """Return the cheaper trip, the other one of equals: it knows more days."""
    if one is None or other is None:
        return other or one
    return other if other.cents <= one.cents else one


class Floors(NamedTuple):
    """What the prices of the winner prove of the trips with each hotel."""

    bounds: tuple[Bound | None, ...]
    """None for a hotel from which some day cannot be."""
    costs: tuple[int | None, ...]
    """No trip with the hotel costs less."""

    @property
    def least(self) -> int:
        """No trip costs less."""
        return min(cost for cost in self.costs if cost is not None)


def floors_of(beds: Sequence[Bed], masters: Sequence[Master], duals: Mapping[str, int]) -> Floors:
    """Return what some prices prove."""
    bounds = tuple(master.under(duals) for master in masters)
    pairs = zip(beds, bounds, strict=True)
    costs = tuple(None if bound is None else bed.under(duals) + bound.cents for bed, bound in pairs)
    return Floors(bounds, costs)


class Stay(NamedTuple):
    """A hotel that may be in a trip within the gap, with the days that may."""

    bed: Bed
    days: list[list[Day]]
    """For each component."""


def stays_within(
    beds: Sequence[Bed], masters: Sequence[Master], floors: Floors, total: int
) -> Iterator[Stay]:
    """Yield the hotels with the days that can be in a trip of at most some cost."""
    for bed, bound, low, master in zip(beds, floors.bounds, floors.costs, masters, strict=True):
        if bound is not None and low is not None and low <= total:
            yield Stay(bed, master.listed(bound, total - low))


def _listed(beds: Sequence[Bed], masters: Sequence[Master], required: Sequence[str], winner: Winner) -> Trips:
    floors = floors_of(beds, masters, winner.bound.duals)
    stays = list(stays_within(beds, masters, floors, winner.total))
    if winner.is_sure and len(beds) == 1 and sum(map(len, stays[0].days)) > MOST_ELEMENTS:
        days_ = [sorted(part, key=lambda day: day.rows) for part in winner.trip.parts]
        stays = [Stay(stays[0].bed, days_)]
    names = [part.name for part in beds[0].parts]
    problem = problem_of(stays, names, required, is_tied=len(beds) > 1)
    return Trips(problem, proof_of(beds, floors, winner.bound, names, [row.name for row in problem.rows]))


def problem_of(
    stays: Sequence[Stay],
    names: Sequence[str],
    required: Sequence[str],
    *,
    is_tied: bool,
    budget: int | None = None,
) -> Problem:
    """
    Return the problem of choosing between some hotels and days.

    Parameters
    ----------
    stays, names
        The hotels with their days, and the names of the components.
    required
        Rows that must be used once.
    is_tied
        Whether days are tied to their hotel.
    budget
        In cents, where it is a row.
    """
    beds: list[Element] = []
    chosen: list[list[Element]] = [[] for _ in names]
    for bed, parts in stays:
        ties = [(bed_row(name, bed.hotel.name), -1) for name in names] if is_tied else []
        beds.append(_element(bed.under({}), ties, bed.hotel, None if budget is None else bed.bill))
        for k, found in enumerate(parts):
            tie = [(bed_row(names[k], bed.hotel.name), 1)] if is_tied else []
            for day in found:
                uses = [*((row, 1) for row in day.rows), *tie]
                chosen[k].append(_element(day.cents, uses, day, None if budget is None else day.bill))
    components = [Component("stay", tuple(beds))]
    components += [Component(name, tuple(days_)) for name, days_ in zip(names, chosen, strict=True)]
    used = {name for component in components for element in component.elements for name, _ in element.uses}
    rows = [Row(name, Sense.EQUAL, 1) for name in required]
    rows += [
        Row(BUDGET, Sense.AT_MOST, budget or 0)
        if name == BUDGET
        else Row(name, Sense.EQUAL, 0)
        if name.startswith("bed:")
        else Row(name, Sense.AT_MOST, 1)
        for name in sorted(used.difference(required))
    ]
    return Problem(tuple(components), tuple(rows), (COST,))


def _element(cost: int, uses: Sequence[tuple[str, int]], choice: object, bill: int | None) -> Element:
    return Element((cost,), (*uses, *([(BUDGET, bill)] if bill else [])), choice)


def proof_of(
    beds: Sequence[Bed], floors: Floors, bound: Bound, names: Sequence[str], rows: Sequence[str]
) -> Proof:
    """
    Return the proof of the least floor.

    Parameters
    ----------
    beds, floors
        The hotels, and what the prices prove of them.
    bound
        The prices.
    names
        Of the components.
    rows
        That listed elements must keep.
    """
    prices, constant = dict(bound.duals), bound.constant
    kept = tuple(sorted(set(rows) - prices.keys()))
    if len(beds) == 1 and floors.bounds[0] is not None:
        maxima = (-beds[0].under(prices), *(-least for least in floors.bounds[0].least))
        return Proof(1, prices, maxima, constant, kept)
    for bed, one in zip(beds, floors.bounds, strict=True):
        least = [NEVER] * len(names) if one is None else one.least
        for name, value in zip(names, least, strict=True):
            if value:
                prices[bed_row(name, bed.hotel.name)] = -value
    return Proof(1, prices, (-floors.least - constant, *([0] * len(names))), constant, kept)
