"""
Trips: the hotels against each other, and the problem of all trips that can be the cheapest.

Each hotel that can still win has a master of its own. The winner's prices bound the trips with every other
hotel too: a hotel whose bound is not below the winner's cost is out, and of the rest the days within the gap
are listed.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from planassay.solver.compile.deepplanning_travel.days import Day
from planassay.solver.compile.deepplanning_travel.master import Bound, Master, Part, Trip, bound_of
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


@dataclass(frozen=True, slots=True)
class _Winner:
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
    winner: _Winner | None = None
    masters = [Master(bed.parts, town, required, ration) for bed in beds]
    for bed, master in zip(beds, masters, strict=True):
        if winner is None or _can_beat(bed, master, winner):
            winner = _better(winner, bed, master)
    return None if winner is None else _listed(beds, masters, required, winner)


def _can_beat(bed: Bed, master: Master, winner: _Winner) -> bool:
    bound = master.under(winner.bound.duals)
    return bound is not None and bed.bill + bound.cents < winner.total


def _better(winner: _Winner | None, bed: Bed, master: Master) -> _Winner | None:
    """Return the cheapest trip with a hotel if it beats the winner, else the winner."""
    bound = master.bound()
    if bound is None or (winner is not None and bed.bill + bound.cents >= winner.total):
        return winner
    best, is_sure = master.trip(), False
    for gap in WIDENING:
        if best is not None and best.cents - bound.cents <= gap:  # whatever is cheaper has been listed
            best = best if best.is_best or best.cents <= bound.cents else master.trip(LONG_WORK) or best
            is_sure = best.is_best or best.cents <= bound.cents
            break
        if master.widen(bound, gap) > MOST_LISTED:
            break
        best = _cheaper(best, master.trip())
    if best is None or (winner is not None and bed.bill + best.cents >= winner.total):
        return winner
    return _Winner(bed.bill + best.cents, bound, best, is_sure)


def _cheaper(one: Trip | None, other: Trip | None) -> Trip | None:
    """Return the cheaper trip, the other one of equals: it knows more days."""
    if one is None or other is None:
        return other or one
    return other if other.cents <= one.cents else one


def _listed(
    beds: Sequence[Bed],
    masters: Sequence[Master],
    required: Sequence[str],
    winner: _Winner,
) -> Trips:
    duals = winner.bound.duals
    bounds = [master.under(duals) for master in masters]
    floors = [
        None if bound is None else bed.bill + bound.cents for bed, bound in zip(beds, bounds, strict=True)
    ]
    floor = min(value for value in floors if value is not None)
    gap = winner.total - floor
    is_tied = len(beds) > 1
    names = [part.name for part in beds[0].parts]
    stays: list[Element] = []
    chosen: list[list[Element]] = [[] for _ in names]
    for bed, bound, low, master in zip(beds, bounds, floors, masters, strict=True):
        if bound is None or low is None or low > winner.total:
            continue
        ties = [(bed_row(name, bed.hotel.name), -1) for name in names] if is_tied else []
        stays.append(Element((bed.bill,), tuple(ties), bed.hotel))
        for k, found in enumerate(master.listed(bound, gap - (low - floor))):
            tie = [(bed_row(names[k], bed.hotel.name), 1)] if is_tied else []
            chosen[k] += [_element(day, tie) for day in found]
    if winner.is_sure and not is_tied and sum(map(len, chosen)) > MOST_ELEMENTS:
        chosen = [
            [_element(day, []) for day in sorted(days_, key=lambda day: day.rows)]
            for days_ in winner.trip.parts
        ]
    components = [Component("stay", tuple(stays))]
    components += [Component(name, tuple(days_)) for name, days_ in zip(names, chosen, strict=True)]
    used = {name for component in components for element in component.elements for name, _ in element.uses}
    rows = [Row(name, Sense.EQUAL, 1) for name in required]
    rows += [
        Row(name, Sense.EQUAL if name.startswith("bed:") else Sense.AT_MOST, int(not name.startswith("bed:")))
        for name in sorted(used.difference(required))
    ]
    problem = Problem(tuple(components), tuple(rows), (COST,))
    return Trips(problem, _proof(beds, bounds, floor, duals, names, problem))


def _element(day: Day, tie: Sequence[tuple[str, int]]) -> Element:
    return Element((day.cents,), (*((row, 1) for row in day.rows), *tie), day)


def _proof(
    beds: Sequence[Bed],
    bounds: Sequence[Bound | None],
    floor: int,
    duals: Mapping[str, int],
    names: Sequence[str],
    problem: Problem,
) -> Proof:
    prices = dict(duals)
    constant = sum(price * bound_of(row) for row, price in duals.items())
    kept = tuple(sorted({row.name for row in problem.rows} - prices.keys()))
    if len(beds) == 1 and bounds[0] is not None:
        maxima = (-beds[0].bill, *(-least for least in bounds[0].least))
        return Proof(1, prices, maxima, constant, kept)
    for bed, bound in zip(beds, bounds, strict=True):
        least = [NEVER] * len(names) if bound is None else bound.least
        for name, value in zip(names, least, strict=True):
            if value:
                prices[bed_row(name, bed.hotel.name)] = -value
    return Proof(1, prices, (-floor - constant, *([0] * len(names))), constant, kept)
