"""Drafts: trips over a made world that have, or lack on purpose, what a task needs."""

from collections import Counter
from dataclasses import replace
from itertools import pairwise

import pytest

from planassay.gold.tasks import Atlas, Cell, Draft, Kind, draft, finished, mix, read, request_of
from planassay.gold.tasks.drafts import budget_cents
from planassay.kb.catalog import Catalog, MemorySource
from planassay.kb.draw import Draw
from planassay.kb.formats.trek import read_tasks, write_tasks
from planassay.kb.money import MAX_CENTS
from planassay.kb.task import Task
from planassay.kb.worlds.trek import build

SEED = 7


@pytest.fixture(scope="module")
def atlas() -> Atlas:
    """Return the atlas of a small world."""
    return Atlas(Catalog(build("small", SEED).source))


@pytest.fixture(scope="module")
def drafts(atlas) -> dict[int, Draft]:
    """Return a draft for each task of a set of 160, by its place in it."""
    made: dict[int, Draft] = {}
    for place, cell in enumerate(mix(160, SEED)):
        found = (draft(atlas, cell, SEED, attempt) for attempt in range(50))
        made[place] = next(one for one in found if one is not None)
    return made


def of_kind(drafts: dict[int, Draft], *kinds: Kind) -> list[Draft]:
    """Return the drafts of some kinds, at least one of each."""
    found = [one for one in drafts.values() if one.cell.kind in kinds]
    assert {one.cell.kind for one in found} == set(kinds)
    return found


def test_drafts_are_as_their_cells_ask(drafts, atlas):
    """Stops, personas, days and rooms are those of the cell and of TREK's conventions."""
    for one in drafts.values():
        basis = one.basis
        assert len(basis.stops) == len(set(basis.stops)) == one.cell.stops
        assert len(one.task.personas) == one.cell.personas
        assert basis.days == 3 * one.cell.stops
        assert one.task.rooms == (one.task.party + 1) // 2
        assert one.task.budget_cents == MAX_CENTS
        assert len(one.task.required_hotels) + len(one.task.required_attractions) == 1
        assert basis.origin not in basis.stops
        assert all(atlas.km(a, b) <= 3000 for a in basis.stops for b in basis.stops)


def test_a_basis_can_be_flown_and_pleases_its_party(drafts, atlas):
    """Every leg has a direct flight, and each stop a hotel for all personas at once."""
    for one in drafts.values():
        assert all(atlas.flies(a, b) for a, b in one.basis.legs)
        if one.cell.kind is not Kind.PERSONA:
            assert all(atlas.pleasing_hotels(city, one.basis.personas) for city in one.basis.stops)
            assert not any(atlas.lacks_places(city, one.basis.personas) for city in one.basis.stops)


def test_stops_come_in_their_shortest_order(atlas):
    """No other order of the stops that can be flown is shorter."""
    origin, stops = next(
        found for n in range(50) if (found := atlas.trip(Draw(n, "t"), 3, round_trip=True)) is not None
    )
    way = [origin, *stops, origin]
    back = way[::-1]
    length = sum(atlas.km(a, b) for a, b in pairwise(way))
    assert (
        not all(atlas.flies(a, b) for a, b in pairwise(back))
        or length <= sum(atlas.km(a, b) for a, b in pairwise(back)) + 1e-6
    )


def test_kinds_with_a_plan_are_their_own_basis(drafts):
    """Nothing is wrong with them but, for some, the budget."""
    for one in of_kind(drafts, Kind.TIGHT, Kind.LOOSE, Kind.AT, Kind.UNDER, Kind.BUDGET):
        assert one.task == one.basis


def test_twins_are_one_trip(drafts):
    """Both tasks of a boundary pair ask for the same but for a cent."""
    at = {one.cell.trip: one for one in of_kind(drafts, Kind.AT)}
    under = {one.cell.trip: one for one in of_kind(drafts, Kind.UNDER)}
    assert set(at) == set(under)
    assert all(at[trip].task == under[trip].task for trip in at)


def test_one_leg_of_a_route_is_not_flown(drafts, atlas):
    """Exactly one leg, to the stops or from them, has no direct flight."""
    for one in of_kind(drafts, Kind.ROUTE):
        assert [atlas.flies(a, b) for a, b in one.task.legs].count(False) == 1
        assert one.task == replace(one.basis, origin=one.task.origin)


def test_an_absent_entity_is_in_no_stop(drafts, atlas):
    """The name is a likely one, but none of the stops has it; the basis names one that the first stop has."""
    for one in of_kind(drafts, Kind.ENTITY):
        name = (*one.task.required_hotels, *one.task.required_attractions)[0]
        real = (*one.basis.required_hotels, *one.basis.required_attractions)[0]
        assert not atlas.has_name(one.task.stops, name)
        assert atlas.has_name(one.task.stops[:1], real)
        assert bool(one.task.required_hotels) == bool(one.basis.required_hotels)


def test_a_trip_without_time_has_fewer_nights_than_stops(drafts):
    """Each stop needs a night."""
    for one in of_kind(drafts, Kind.TIME):
        assert one.task.nights < len(one.task.stops)
        assert one.basis.nights >= len(one.basis.stops)


def test_a_crowd_fits_in_no_car(drafts, atlas):
    """More travellers than any car has seats; the basis asks for none."""
    for one in of_kind(drafts, Kind.CAPACITY):
        most = max(car.seats or 0 for city in one.task.stops for car in atlas.kb.cars(city))
        assert one.task.car is not None
        assert one.task.car.seats == one.task.party > most
        assert one.basis == replace(one.task, car=None)


def test_no_hotel_pleases_everybody_where_personas_are_the_flaw(drafts, atlas):
    """Each persona finds hotels everywhere, all together find none in some stop."""
    for one in of_kind(drafts, Kind.PERSONA):
        assert any(not atlas.pleasing_hotels(city, one.task.personas) for city in one.task.stops)
        assert all(
            atlas.pleasing_hotels(city, [name]) for name in one.task.personas for city in one.task.stops
        )
        assert one.basis.personas == ()


def test_a_required_name_is_in_the_leading_stop_alone(drafts, atlas):
    """It pleases the party, and no other stop has one of that name: the request means one record."""
    for one in of_kind(drafts, Kind.TIGHT, Kind.LOOSE):
        name = (*one.task.required_hotels, *one.task.required_attractions)[0]
        assert atlas.has_name(one.task.stops[:1], name)
        assert not atlas.has_name(one.task.stops[1:], name)
        if one.task.required_hotels:
            pleasing = atlas.pleasing_hotels(one.task.stops[0], one.task.personas)
            assert name in [hotel.name for hotel in pleasing]


def test_parties_have_a_size_that_suits_them(drafts):
    """A woman alone, two for a couple, at least two with children, five at the most; no miserly luxury."""
    for one in drafts.values():
        personas, party = one.basis.personas, one.basis.party
        assert "solo women" not in personas or party == 1
        assert "couples trip" not in personas or party == 2
        assert "with children" not in personas or party >= 2
        assert not {"fast-paced budget travel", "luxury travelers"} <= set(personas)
        assert party <= 5 or one.cell.kind is Kind.CAPACITY
        assert "road trip" not in personas or one.basis.car is not None or one.cell.kind is Kind.CAPACITY


def test_drafts_depend_on_the_seed_and_the_attempt_alone(atlas):
    """The same draw gives the same trip in another atlas; another attempt gives another."""
    cell = Cell(Kind.TIGHT, 2, 1, 5)
    again = Atlas(Catalog(build("small", SEED).source))
    assert draft(atlas, cell, SEED, 0) == draft(again, cell, SEED, 0)
    assert len({one.task.sha256 for n in range(6) if (one := draft(atlas, cell, SEED, n)) is not None}) > 3


def test_trips_vary(drafts):
    """Round trips and one-way trips, with and without a car, for hotels and for places."""
    tasks = [one.basis for one in drafts.values()]
    assert 0.6 < sum(task.round_trip for task in tasks) / len(tasks) < 0.9
    assert 0.15 < sum(task.car is not None for task in tasks) / len(tasks) < 0.5
    assert 0.55 < sum(bool(task.required_hotels) for task in tasks) / len(tasks) < 0.85
    assert len(Counter(task.origin for task in tasks)) > 12


@pytest.mark.parametrize(
    ("kind", "low", "high"),
    [
        (Kind.TIGHT, 1.02, 1.101),
        (Kind.LOOSE, 1.35, 1.801),
        (Kind.AT, 1.0, 1.0),
        (Kind.UNDER, 0.99999, 0.99999),
        (Kind.BUDGET, 0.549, 0.95),
        (Kind.ROUTE, 1.02, 1.801),
    ],
)
def test_budgets_are_shares_of_the_least_cost(kind, low, high):
    """Each kind has its range; budgets are whole dollars but for the boundary pairs."""
    budgets = [budget_cents(kind, 100_000, Draw(n, "budget")) for n in range(200)]
    assert low <= min(budgets) / 100_000 <= max(budgets) / 100_000 <= high
    assert all(budget % 100 == 0 for budget in budgets) or kind is Kind.UNDER
    assert (kind in (Kind.AT, Kind.UNDER)) == (len(set(budgets)) == 1)


def test_a_finished_task_says_what_it_is(drafts, tmp_path):
    """Its text reads as its fields, and it passes through the official files unchanged."""
    tasks: list[Task] = []
    for place, one in drafts.items():
        task = finished(one, f"task-{place}", 123_457, SEED)
        assert read(task.text) == request_of(task)
        assert task.source["query"] == task.text
        assert task.budget_cents < MAX_CENTS
        tasks.append(task)
    write_tasks(tmp_path / "tasks.csv", tasks)
    again = read_tasks(tmp_path / "tasks.csv")
    assert [replace(task, source={}, label=None) for task in again] == [replace(t, source={}) for t in tasks]


def test_a_world_without_flights_has_no_trips():
    """Where nothing can be flown no draft is made, and no error either."""
    empty = Atlas(Catalog(MemorySource("none")))
    assert empty.cities == ()
    assert draft(empty, Cell(Kind.TIGHT, 1, 0, 0), SEED, 0) is None


def test_what_cannot_be_found_is_no_draft(atlas):
    """Where personas find nothing, or an origin is joined to everything, the attempt is given up."""
    tiny = Atlas(Catalog(build("tiny", SEED).source))
    kinds = (Kind.ROUTE, Kind.TIGHT)
    outcomes = [draft(tiny, Cell(kind, 3, 4, n), SEED, 0) for kind in kinds for n in range(40)]
    assert None in outcomes
    assert tiny.stranded(Draw(1, "x"), tiny.cities, round_trip=True) is None
