"""Making tasks: every label is proved, boundary pairs differ by a cent, and the set is the same each time."""

from collections import Counter

import pytest

from planassay.gold.tasks import Atlas, Cell, Kind, Made, make, make_set, to_row
from planassay.gold.tasks import maker as maker_module
from planassay.gold.tasks.maker import CAUSES
from planassay.kb.catalog import Catalog, MemorySource
from planassay.kb.errors import InputError
from planassay.kb.task import Cause
from planassay.kb.verdict import Status
from planassay.kb.worlds.trek import build

SEED = 7


@pytest.fixture(scope="module")
def kb() -> Catalog:
    """Return a small world."""
    return Catalog(build("small", SEED).source)


@pytest.fixture(scope="module")
def made(kb) -> list[Made]:
    """Return a task of each kind and both of a boundary pair, of one stop or as few as the kind needs."""
    atlas = Atlas(kb)
    cells = [
        Cell(kind, 1, 1, trip)
        for trip, kind in enumerate(Kind)
        if kind not in (Kind.TIME, Kind.PERSONA, Kind.UNDER)
    ]
    cells += [Cell(Kind.TIME, 2, 0, 90), Cell(Kind.PERSONA, 1, 3, 91)]
    cells.append(Cell(Kind.UNDER, 1, 1, next(cell.trip for cell in cells if cell.kind is Kind.AT)))
    return [make(atlas, cell, f"task-{number:04d}", SEED) for number, cell in enumerate(cells)]


def by_kind(made: list[Made]) -> dict[Kind, Made]:
    """Return the tasks by their kind."""
    return {one.cell.kind: one for one in made}


def test_every_label_is_proved(made):
    """A plan with a proof of its cost, or a proof that there is none, for the reason that the kind names."""
    assert {one.cell.kind for one in made} == set(Kind)
    for one in made:
        label = one.task.label
        assert label is not None
        assert label.feasible == one.cell.kind.has_plan
        if label.feasible:
            assert one.verdict.status is Status.OPTIMAL
            assert (label.cause, one.causes) == (None, ())
        else:
            assert one.verdict.status is Status.INFEASIBLE
            assert label.cause in CAUSES[one.cell.kind]
            assert one.causes[0].is_proved
            assert one.causes[0].shown.cause is label.cause


def test_a_boundary_pair_differs_by_one_cent(made):
    """The budget of one is the least with a plan, that of the other a cent less; all else is the same."""
    at, under = by_kind(made)[Kind.AT], by_kind(made)[Kind.UNDER]
    assert at.task.budget_cents == at.least_cents == under.least_cents == under.task.budget_cents + 1
    assert at.verdict.claim.cost_cents == at.task.budget_cents
    assert under.task.label is not None
    assert under.task.label.cause is Cause.BUDGET
    assert (at.task.origin, at.task.stops, at.attempt) == (under.task.origin, under.task.stops, under.attempt)


def test_a_plan_costs_no_more_than_its_budget(made):
    """Tight and loose budgets lie above the least cost, in their ranges up to the whole dollar."""
    for kind, low, high in ((Kind.TIGHT, 1.02, 1.10), (Kind.LOOSE, 1.35, 1.80)):
        one = by_kind(made)[kind]
        cost = one.verdict.claim.cost_cents
        assert cost == one.least_cents
        assert low * cost <= one.task.budget_cents <= high * cost + 100


def test_a_set_is_the_same_each_time(kb):
    """Two runs make the same rows, in the order of the mix."""
    rows = [[to_row(one, kb.content_hash, 3) for one in make_set(kb, 9, 3)] for _ in range(2)]
    assert rows[0] == rows[1]
    assert [row["task_id"] for row in rows[0]] == [f"task-{n:04d}" for n in range(9)]


def test_a_row_says_what_is_known(made, kb):
    """Beside the official columns a row names kind, status, causes and the knowledge base."""
    row = to_row(by_kind(made)[Kind.ROUTE], kb.content_hash, SEED)
    assert row["kind"] == "infeasible-route"
    assert (row["status"], row["cause"], row["impossible"]) == ("infeasible", "route", 1.0)
    causes = row["causes"]
    assert isinstance(causes, list)
    assert causes[0]["cause"] == "route"
    assert causes[0]["proved"] is True
    assert row["kb_hash"] == kb.content_hash
    tight = to_row(by_kind(made)[Kind.TIGHT], kb.content_hash, SEED)
    assert (tight["balance"], tight["impossible"], tight["cause"], tight["causes"]) == (1.0, 0.0, None, [])


def test_a_draft_that_is_not_what_it_should_be_is_drawn_anew(kb, monkeypatch):
    """A task whose proof names another cause is not taken, whatever it was meant to be."""
    cell = Cell(Kind.ROUTE, 1, 0, 4)
    atlas = Atlas(kb)
    usual = make(atlas, cell, "t", SEED)
    monkeypatch.setattr(maker_module, "CAUSES", {**CAUSES, Kind.ROUTE: frozenset({Cause.ENTITY})})
    monkeypatch.setattr(maker_module, "ATTEMPTS", usual.attempt + 3)
    with pytest.raises(InputError, match="infeasible-route with 1 stops and 0 personas"):
        make(atlas, cell, "t", SEED)


def test_a_knowledge_base_without_trips_has_no_tasks():
    """The search for a trip ends, and says which kind was not found."""
    with pytest.raises(InputError, match="no task of the kind"):
        next(make_set(Catalog(MemorySource("none")), 1, SEED))


def test_kinds_with_a_plan_have_no_cause():
    """Every kind without a plan has causes that it must be proved to have, and no other kind has."""
    counts = Counter(kind in CAUSES for kind in Kind if kind.has_plan)
    assert counts == {False: 3}
    assert all(kind in CAUSES for kind in Kind if not kind.has_plan)


@pytest.mark.parametrize("trip", [4, 24])
def test_a_boundary_is_where_the_official_bill_holds_it(kb, trip):
    """Where the official bill of the cheapest plan is larger than its true one, the least budget is that."""
    atlas = Atlas(kb)
    at, under = (make(atlas, Cell(kind, 2, 0, trip), kind.value, SEED) for kind in (Kind.AT, Kind.UNDER))
    cost = at.verdict.claim.cost_cents
    assert cost is not None
    assert cost < at.least_cents == at.task.budget_cents == under.task.budget_cents + 1
    assert at.verdict.status is Status.OPTIMAL
    assert under.verdict.status is Status.INFEASIBLE
