"""
Drafts: trips that are likely to be what a kind of task needs.

A draft is a task without a budget and without words, and beside it a *basis*: the same trip without the flaw
that shall make it impossible. The least budget of the basis sets that of the task, which so tells nothing of
the kind. A draft promises nothing: the solver says what a task is, and it is drawn anew if it is another.
"""

from dataclasses import dataclass, replace
from math import ceil

from planassay.gold.tasks.atlas import Atlas
from planassay.gold.tasks.mix import Cell, Kind
from planassay.gold.tasks.wording import CAR_PERSONA, LEAST_SEATS, render, request_of
from planassay.kb.draw import Draw
from planassay.kb.formats.trek import official_source
from planassay.kb.money import MAX_CENTS
from planassay.kb.personas import PERSONAS
from planassay.kb.task import CarRequest, Task

DAYS_PER_STOP = 3
ROUND_TRIPS = 0.75
CARS = 0.25
HOTELS = 0.7
"""Shares of round trips, of trips that ask for a car, and of named hotels among named entities (TREK's)."""

TIGHT = (1.02, 1.10)
LOOSE = (1.35, 1.80)
SHORT = (0.55, 0.95)
"""Budgets as shares of the least one."""

PARTIES = {"solo women": (1, 1), "couples trip": (2, 2), "with children": (2, 5)}
ANY_PARTY = (1, 5)
CROWD = (8, 9)
"""Travellers of a party that no rental car holds."""

PERSONA_TRIES = 40

APART = frozenset({"fast-paced budget travel", "luxury travelers"})
"""Personas that no traveller is at once."""


@dataclass(frozen=True, slots=True)
class Draft:
    """A task in the making; its budget is ``MAX_CENTS`` and its text empty."""

    cell: Cell
    task: Task
    basis: Task
    """The trip whose least budget sets the budget: the task itself, or it without its flaw."""


def draft(atlas: Atlas, cell: Cell, seed: int, attempt: int) -> Draft | None:
    """
    Draw a trip for a cell; None if this attempt leads to none.

    Twins (cells of one ``trip``) get the same trip.
    """
    draw = Draw(seed, "trip", str(cell.trip), str(attempt))
    round_trip = draw.chance(ROUND_TRIPS)
    found = atlas.trip(draw, cell.stops, round_trip=round_trip)
    if found is None:
        return None
    origin, stops = found
    personas = _personas(atlas, cell, stops, draw)
    if personas is None:
        return None
    low, high = _party_range(personas)
    party = draw.between(low, high)
    wants_car = draw.chance(CARS) or CAR_PERSONA in personas
    basis = Task(
        task_id=f"trip-{cell.trip}",
        system="trek",
        text="",
        origin=origin,
        stops=stops,
        round_trip=round_trip,
        days=DAYS_PER_STOP * cell.stops,
        party=party,
        rooms=_rooms(party),
        budget_cents=MAX_CENTS,
        personas=personas,
        car=CarRequest(max(LEAST_SEATS, party)) if wants_car else None,
    )
    named = _with_entity(atlas, basis, cell, draw)
    return None if named is None else _flawed(atlas, cell, named, draw)


def _party_range(personas: tuple[str, ...]) -> tuple[int, int]:
    ranges = [PARTIES.get(name, ANY_PARTY) for name in personas] or [ANY_PARTY]
    return max(low for low, _ in ranges), min(high for _, high in ranges)


def _rooms(party: int) -> int:
    return (party + 1) // 2


def _personas(atlas: Atlas, cell: Cell, stops: tuple[str, ...], draw: Draw) -> tuple[str, ...] | None:
    """
    Draw personas that go together and find hotels and places in every stop.

    Where that is the flaw, each finds some but all of them together find no hotel in some stop.
    """
    is_flaw = cell.kind is Kind.PERSONA
    names = [name for name in PERSONAS if cell.kind is not Kind.CAPACITY or name not in PARTIES]
    for _ in range(PERSONA_TRIES):
        chosen: tuple[str, ...] = ()
        for name in draw.shuffled(names):
            wider = (*chosen, name)
            asked = (name,) if is_flaw else wider
            if len(chosen) < cell.personas and _go_together(wider) and _please(atlas, stops, asked):
                chosen = wider
        if len(chosen) == cell.personas and _please(atlas, stops, chosen) is not is_flaw:
            return chosen
    return None


def _go_together(personas: tuple[str, ...]) -> bool:
    low, high = _party_range(personas)
    return low <= high and not APART.issubset(personas)


def _please(atlas: Atlas, stops: tuple[str, ...], personas: tuple[str, ...]) -> bool:
    return all(
        atlas.pleasing_hotels(city, personas) and not atlas.lacks_places(city, personas) for city in stops
    )


def _with_entity(atlas: Atlas, task: Task, cell: Cell, draw: Draw) -> Task | None:
    """Return the task with a named hotel or place of its first stop that pleases the party, if any does."""
    city = task.stops[0]
    wishes = task.personas if cell.kind is not Kind.PERSONA else ()
    is_hotel = draw.chance(HOTELS)
    if is_hotel:
        names = [hotel.name for hotel in atlas.pleasing_hotels(city, wishes)]
    else:
        names = [place.name for place in atlas.pleasing_places(city, wishes)]
    free = [name for name in names if not atlas.has_name(task.stops[1:], name)]
    if not free:
        return None
    return _naming(task, draw.pick(free), is_hotel=is_hotel)


def _naming(task: Task, name: str, *, is_hotel: bool) -> Task:
    if is_hotel:
        return replace(task, required_hotels=(name,))
    return replace(task, required_attractions=(name,))


def _flawed(atlas: Atlas, cell: Cell, basis: Task, draw: Draw) -> Draft | None:
    """Return the draft of a kind: the basis, with the flaw of that kind if it has one."""
    task: Task | None = basis
    if cell.kind is Kind.ROUTE:
        origin = atlas.stranded(draw, basis.stops, round_trip=basis.round_trip)
        task = None if origin is None else replace(basis, origin=origin)
    elif cell.kind is Kind.ENTITY:
        name = _absent_name(atlas, basis, draw)
        task = None if name is None else _naming(basis, name, is_hotel=bool(basis.required_hotels))
    elif cell.kind is Kind.TIME:
        task = replace(basis, days=len(basis.stops))
    elif cell.kind is Kind.CAPACITY:
        party = draw.between(*CROWD)
        basis = replace(basis, party=party, rooms=_rooms(party), car=None)
        task = replace(basis, car=CarRequest(party))
    elif cell.kind is Kind.PERSONA:
        basis = replace(basis, personas=())
    return None if task is None else Draft(cell, task, basis)


def _absent_name(atlas: Atlas, task: Task, draw: Draw) -> str | None:
    """Draw the name of a hotel or place of another city that none of the stops has."""
    for _ in range(20):
        city = draw.pick(atlas.cities)
        hotels, places = atlas.kb.hotels(city), atlas.kb.attractions(city)
        row = draw.pick(hotels) if task.required_hotels else draw.pick(places)
        name = row.name.replace(city, task.stops[0])
        if city not in task.stops and not atlas.has_name(task.stops, name):
            return name
    return None


def budget_cents(kind: Kind, least_cents: int, draw: Draw) -> int:
    """
    Draw the budget of a task from the least budget of its basis.

    In whole dollars, but for the boundary pairs, which are about single cents.
    """
    if kind is Kind.AT:
        return least_cents
    if kind is Kind.UNDER:
        return least_cents - 1
    if kind is Kind.BUDGET:
        return int(least_cents * draw.uniform(*SHORT)) // 100 * 100
    is_loose = kind is Kind.LOOSE or (kind is not Kind.TIGHT and draw.chance(0.5))
    return ceil(least_cents * draw.uniform(*(LOOSE if is_loose else TIGHT)) / 100) * 100


def finished(made: Draft, task_id: str, least_cents: int, seed: int) -> Task:
    """
    Return the task of a draft with its name, its budget and its words.

    Parameters
    ----------
    made
        The draft.
    task_id
        Name of the task.
    least_cents
        Least budget with which the draft's basis has a plan.
    seed
        Seed of the set.

    Raises
    ------
    InputError
        If a name in it cannot be put into words; see ``wording``.
    """
    draw = Draw(seed, "words", str(made.cell.trip), made.cell.kind.value)
    task = replace(made.task, task_id=task_id, budget_cents=budget_cents(made.cell.kind, least_cents, draw))
    task = replace(task, text=render(request_of(task), draw))
    return replace(task, source=official_source(task))
