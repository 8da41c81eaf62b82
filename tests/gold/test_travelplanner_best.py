"""TravelPlanner's objective ``best``: most stars within the budget, of equals the cheapest, and proved."""

from copy import deepcopy
from dataclasses import replace
from random import Random
from types import MappingProxyType

import pytest
from tests.bays import bays, query, real_queries, real_tables
from tests.naive_travelplanner import rows
from tests.naive_travelplanner_plans import gold_plans
from tests.routes import COURSES, random_bay, routed

from planassay.bench.cli import run
from planassay.gold.verdict import verdict
from planassay.kb.errors import InputError
from planassay.kb.requirements import amended
from planassay.kb.verdict import Status
from planassay.solver.planner import solve
from planassay.verifier.certificate import Decision, check


def rated(seed):
    """Return a tiny bay whose rooms and restaurants differ in stars, and a query."""
    tables, asked = random_bay(seed)
    draw = Random(seed)
    starry = {
        name: MappingProxyType(
            {"Coral": tuple(replace(row, rating_tenths=draw.randint(0, 50)) for row in table["Coral"])}
        )
        for name, table in (("rooms", tables.rooms), ("restaurants", tables.restaurants))
    }
    return replace(tables, **starry), asked


def stars(plan, tables):
    """Return the tenths of a star of a plan of three days: both nights, and the meals of the day between."""
    nights = [rows(tables.rooms, day["accommodation"])[0] for day in plan[:2]]
    meals = [rows(tables.restaurants, plan[1][course])[0] for course in COURSES]
    return sum(row.rating_tenths for row in (*nights, *meals))


@pytest.mark.parametrize("seed", [*range(40), 220, 232])
def test_brute_force_finds_nothing_better(seed):
    """In tiny worlds no gold plan has more stars, and none of as many costs less."""
    tables, asked = rated(seed)
    judged = verdict(solve(asked.task, tables, objective="best"), asked.task, tables)
    found = [
        (-stars(plan, tables), cents)
        for cents, plan in gold_plans(asked.task, tables, asked.budget_cents + 1)
    ]
    if not found:
        assert judged.status is Status.INFEASIBLE
        return
    assert judged.status is Status.OPTIMAL
    assert (-judged.claim.points, judged.claim.cost_cents) == min(found)
    assert judged.claim.objective == "best@1"


def test_real_queries_are_solved_to_the_best():
    """Every eighth with a reference route: proved, within the budget, no cheaper than the cheapest."""
    tables = real_tables()
    asked = [one for split in ("train", "validation") for one in real_queries(split) if one.reference_legs][
        ::8
    ]
    assert len(asked) > 20
    for one in asked:
        judged = verdict(solve(one.task, tables, objective="best"), one.task, tables)
        least = solve(one.task, tables).cost_cents
        assert judged.status is Status.OPTIMAL, one.query_id
        assert least <= judged.claim.cost_cents <= one.budget_cents


def test_of_equally_cheap_trips_the_best_is_taken():
    """Two restaurants that cost the same: the one with more stars is in the plan."""
    coral = bays().restaurants["Coral"]
    starred = tuple(replace(row, rating_tenths=50 if row.name == "Anchor H" else 35) for row in coral)
    tables = replace(bays(), restaurants=MappingProxyType({**bays().restaurants, "Coral": starred}))
    asked = routed()
    plain, both = (solve(asked.task, tables, objective=name) for name in ("cheapest", "cheapest,best"))
    assert plain.cost_cents == both.cost_cents
    assert "Anchor H" in str(both.document)
    assert "Anchor H" not in str(plain.document)
    assert verdict(both, asked.task, tables).status is Status.OPTIMAL


def test_an_open_route_has_no_best():
    """That is said, with the name of the query."""
    with pytest.raises(InputError, match="needs a reference route"):
        solve(query().task, bays(), objective="best")


def test_damaged_certificates_are_refused():
    """More stars, another price, another plan or objective: refused."""
    asked = routed(5, budget=620, cuisines=["Italian", "Chinese"])
    document = deepcopy(dict(solve(asked.task, bays(), objective="best").certificate))
    assert check(document, asked.task, bays()).decision is Decision.ACCEPTED
    claim, cheap = document["claim"], solve(asked.task, bays()).document
    worse = deepcopy(document["plan"])
    worse[1]["lunch"] = "-"
    for damage in (
        {"claim": {**claim, "value": claim["value"] + 1}},
        {"claim": {**claim, "value": claim["value"] - 1}},
        {"prices": {"budget": -1}},
        {"prices": {"cost": 1}},
        {"objective": "best@2"},
        {"objective": "cheapest"},
        {"ruleset": "official-bill@1"},
        {"plan": worse},
        {"plan": cheap[:-1]},
    ):
        assert check({**document, **damage}, asked.task, bays()).decision is Decision.REFUSED, damage


def test_a_plan_of_two_rooms_in_a_stay_is_not_compared():
    """It may be gold, and worth more than one room the whole stay; a certificate of it is refused."""
    asked = routed(budget=5000)
    document = deepcopy(dict(solve(asked.task, bays(), objective="best").certificate))
    first, second = document["plan"][0], document["plan"][1]
    assert first["accommodation"] == second["accommodation"]
    second["accommodation"] = (
        "Quay Room, Coral" if "Deluxe" in first["accommodation"] else "Quay Room Deluxe, Coral"
    )
    found = check(document, asked.task, bays())
    assert found.decision is Decision.REFUSED
    assert "another room within a stay" in found.reason


def test_without_its_price_a_tight_budget_proves_nothing():
    """The bound of all trips that may cost what they like is above the best."""
    tables, asked = rated(38)
    dear = solve(asked.task, tables, objective="best")
    task = amended(asked.task, budget_cents=dear.cost_cents - 1)
    document = dict(solve(task, tables, objective="best").certificate)
    assert check(document, task, tables).decision is Decision.ACCEPTED
    free = {**document, "prices": {}, "proof": {"mode": "bound"}}
    assert check(free, task, tables).decision is Decision.REFUSED


def test_the_verb_solves_for_the_best(root, monkeypatch, capsys):
    """As a user would type it."""
    monkeypatch.chdir(root)
    data = "tests/data/travelplanner"
    base = ["--kb", data, "--tasks", f"{data}/train_queries.jsonl.gz"]
    assert run(["solve", "train-1", *base, "--objective", "best"]) == 0
    assert "216" in capsys.readouterr().out
