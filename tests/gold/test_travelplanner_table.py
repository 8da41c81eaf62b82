"""TravelPlanner's queries whose route is open: the cheapest over all tables, and why there is none."""

from collections import Counter
from copy import deepcopy
from dataclasses import replace
from itertools import permutations

import pytest
from tests.bays import bays, long_query, query, real_queries, real_tables
from tests.gold.test_travelplanner import few_tables, solved
from tests.routes import changed, random_bay, random_shelf, unrouted

from planassay.gold.certify import certify
from planassay.gold.verdict import verdict
from planassay.kb.formats.travelplanner import parse_query
from planassay.kb.task import Cause
from planassay.kb.verdict import ClaimStatus, Status
from planassay.solver.planner import solve
from planassay.verifier.certificate import Decision, check

SPLITS = ((1, 2, 5), (1, 3, 5), (1, 4, 5))


def judged(asked, tables, ruleset="gold@1"):
    """Return the verdict on a query."""
    return verdict(solve(asked.task, tables, ruleset=ruleset), asked.task, tables)


def with_route(asked, cities, days):
    """Return a query along a route."""
    chain = ["Haven", *cities, "Haven"]
    legs = [
        [a, b, asked.dates[day - 1].isoformat()] for a, b, day in zip(chain, chain[1:], days, strict=False)
    ]
    source = {**asked.source, "reference_cities": list(cities), "reference_legs": legs}
    return parse_query(source, asked.query_id)


@pytest.mark.parametrize("ruleset", ["gold@1", "official-bill@1"])
@pytest.mark.parametrize("seed", range(30))
def test_no_route_of_its_own_is_cheaper(seed, ruleset):
    """Every route solved apart: the least is found, and proved; where none has a trip, none is found."""
    tables, asked = random_shelf(seed)
    routes = [
        with_route(asked, pair, days)
        for pair in permutations(["Coral", "Pearl", "Amber"], 2)
        for days in SPLITS
    ]
    claims = [solve(one.task, tables, ruleset=ruleset) for one in routes]
    costs = [claim.cost_cents for claim in claims if claim.status is ClaimStatus.OPTIMAL]
    found = judged(asked, tables, ruleset)
    if costs:
        assert (found.status, found.claim.cost_cents) == (Status.OPTIMAL, min(costs))
    else:
        assert found.status is Status.INFEASIBLE


@pytest.mark.parametrize("seed", range(20))
def test_one_city_leaves_nothing_open(seed):
    """For three days both scopes say the same."""
    tables, asked = random_bay(seed)
    along, roaming = judged(asked, tables), judged(unrouted(asked), tables)
    assert (along.status, along.claim.cost_cents) == (roaming.status, roaming.claim.cost_cents)
    assert (along.claim.scope, roaming.claim.scope) == ("reference", "table")


def test_real_queries_are_solved_over_the_tables():
    """Every fifteenth: proved; where there is a reference route, no dearer than along it."""
    tables = real_tables()
    asked = [*real_queries("train"), *real_queries("validation")][::15]
    found = {one.query_id: judged(unrouted(one), tables) for one in asked}
    assert Counter(one.status for one in found.values()).keys() <= {Status.OPTIMAL, Status.INFEASIBLE}
    along = solved("gold@1")
    shared = found.keys() & along.keys()
    assert len(shared) > 8
    assert all(found[name].claim.cost_cents <= along[name].claim.cost_cents for name in shared)
    assert any(found[name].claim.cost_cents < along[name].claim.cost_cents for name in shared)


def test_causes_are_told_apart():
    """No ride, wishes that clash, no such cuisine, too few meals, too little money: each is proved."""
    deluxe, pets = bays().rooms["Coral"][1], bays().rooms["Haven"][0]
    entire = replace(pets, city="Coral", kind="Entire home/apt")
    odd = changed(rooms={"Coral": (deluxe, entire)})
    spread = ["Italian", "Mexican", "French", "Chinese"]
    cases = {
        Cause.ROUTE: (query(budget=9000), changed(flights=(), roads={})),
        Cause.ENTITY: (query(cuisines=["Thai"], budget=9000), bays()),
        Cause.CONFLICT: (query(house_rule="pets", room_type="entire room", budget=9000), odd),
        Cause.TIME: (query(cuisines=spread, budget=9000), few_tables()),
        Cause.BUDGET: (query(budget=1), bays()),
    }
    for cause, (asked, tables) in cases.items():
        found = certify(asked.task, tables)
        assert found.verdict.status is Status.INFEASIBLE, cause
        assert cause in [one.shown.cause for one in found.causes]
        assert all(one.is_proved for one in found.causes), cause


@pytest.mark.parametrize(
    "asked", [query(5, budget=9000), query(budget=1), query(5, cuisines=["Italian"], budget=9000)]
)
def test_damaged_certificates_are_refused(asked):
    """Each field that means something, changed: refused."""
    document = deepcopy(dict(solve(asked.task, bays()).certificate))
    assert check(document, asked.task, bays()).decision is Decision.ACCEPTED
    claim = document["claim"]
    damages = [
        {"scope": "reference"},
        {"ruleset": "strict@1"},
        {"objective": "dearest"},
        {"scale": 0},
        {"prices": {"budget": 1}},
        {"proof": {"mode": "none", "limits": [-(10**9)]}},
        {"proof": {"mode": "list", "max": [-(10**9)], "gap": 0, "rows": [], "tail": {"kind": "merge"}}},
        {"claim": {**claim, "cause": "time"}}
        if "cause" in claim
        else {"claim": {**claim, "value": claim["value"] - 100}},
        {"claim": {**claim, "status": "infeasible", "cause": "budget", "budget": asked.budget_cents - 1}},
    ]
    for damage in damages:
        assert check({**document, **damage}, asked.task, bays()).decision is Decision.REFUSED, damage


def test_a_plan_beyond_the_scope_is_refused():
    """Cities are named plainly, and each leg is on a day of its own."""
    asked = query(5, budget=9000)
    document = deepcopy(dict(solve(asked.task, bays()).certificate))
    document["plan"][0]["current_city"] = "from Haven to Coral(Shelf)"
    found = check(document, asked.task, bays())
    assert found.decision is Decision.REFUSED
    assert "leaves the scope table" in found.reason


def test_cities_that_no_state_has_are_told_without_counting_days():
    """Twenty cities of three in forty days: no route, and that is proved."""
    found = judged(long_query(40, 20), bays())
    assert (found.status, found.claim.causes) == (Status.INFEASIBLE, (Cause.ROUTE,))


def test_of_too_many_routes_nothing_is_said():
    """Neither by the solver nor by the checker, which is asked for a proof of another query's kind."""
    asked = long_query(40, 20)
    crowd = changed(states={**bays().states, **{f"C{k}": "Shelf" for k in range(30)}})
    claim = solve(asked.task, crowd)
    assert claim.status is ClaimStatus.UNKNOWN
    assert "routes open; at most 10000000" in claim.detail
    few = dict(solve(query(5, budget=1).task, crowd).certificate)
    few["task"] = {"id": asked.task.task_id, "sha256": asked.task.sha256}
    found = check(few, asked.task, crowd)
    assert found.decision is Decision.REFUSED
    assert "more than 10000000" in found.reason
