"""DeepPlanning travel's objective ``best``: most stars at a human pace, of equals the cheapest."""

import json
from copy import deepcopy
from functools import lru_cache

import pytest
from tests.deepplanning import database, queries
from tests.naive_deepplanning_trips import Naive, NaiveBest
from tests.towns import asked, cut, made

from planassay.gold.verdict import verdict
from planassay.kb.formats.deepplanning_travel.database import EATERIES, SIGHTS
from planassay.kb.verdict import Status
from planassay.solver.planner import solve
from planassay.verifier.certificate import Decision, check
from planassay.verifier.official import assess
from planassay.verifier.strict import check as strict

TRAIN = ("train_cheapest_direct", "hotel_cheapest_star", "restaurant_highest_rated")


def small(number, *, days=2, budget=None):
    """Return a small task: in half of the cases with two hotels to choose from."""
    task = made(number, seed=11, kinds=TRAIN[: 1 + number % 3 // 2 + 1], days=days)
    changes = {"hotel_cheapest_star": None} if number % 2 else {}
    tables = cut(task, hotels=2, rides=2, sights=3 if days == 2 else 5, eateries=4 if days == 2 else 6)
    tables[SIGHTS] = [{**row, "closing_dates": ""} for row in tables[SIGHTS]]
    if budget is not None:
        changes["budget_constraint"] = {"max_budget": budget}
    return asked(task, tables, **changes)


@pytest.mark.parametrize("number", range(3))
def test_the_best_is_that_of_brute_force(number):
    """Small tables: as many stars, and of equals the same least bill."""
    query, base = small(number, days=2)
    judged = verdict(solve(query, base, objective="best"), query, base)
    assert judged.status is Status.OPTIMAL, judged.detail
    assert (judged.claim.points, judged.claim.cost_cents) == NaiveBest(query, base).best()
    assert judged.claim.certificate["claim"]["level"] == 1
    assert (judged.claim.objective, judged.claim.scope) == ("best@1", "prompt")


@pytest.mark.parametrize("number", range(2))
def test_the_best_within_a_budget_is_that_of_brute_force(number):
    """A budget between the cheapest and the best: as many stars as it buys."""
    query, base = small(number)
    cheapest, (_, dear) = Naive(query, base).least(), NaiveBest(query, base).best()
    query, base = small(number, budget=(2 * cheapest + dear) // 300 + 1)
    expected = NaiveBest(query, base).best()
    judged = verdict(solve(query, base, objective="best"), query, base)
    if expected is None:
        assert judged.status is Status.FEASIBLE
        return
    assert judged.claim.document is not None
    assert (judged.claim.points, judged.claim.cost_cents) == expected
    assert judged.status is Status.OPTIMAL, judged.detail


@lru_cache
def solved(name):
    """Return the verdict on the best trip of a mini task."""
    task, base = queries()[name].task, database(name)
    return verdict(solve(task, base, objective="best"), task, base)


@pytest.mark.parametrize("name", ["0", "59"])
def test_the_mini_tasks_have_a_proved_best(name):
    """No cheaper than the cheapest, full marks, strict-valid."""
    task, base = queries()[name].task, database(name)
    judged = solved(name)
    assert judged.status is Status.OPTIMAL, judged.detail
    plan = judged.claim.document
    assert assess(plan, task, base).scores["case_acc"] == 1.0
    assert strict(plan, task, base).task_perfect
    assert judged.claim.cost_cents >= solve(task, base).cost_cents


def test_a_made_task_of_full_size_has_a_proved_best():
    """Four days over 7,700 rows."""
    task = made(4)
    judged = verdict(solve(task.query.task, task.database, objective="best"), task.query.task, task.database)
    assert judged.status is Status.OPTIMAL, judged.detail
    assert judged.claim.points == judged.claim.points_bound


def test_where_the_pace_cannot_be_kept_that_is_said():
    """A required restaurant that opens after ten at night: the cheapest plan is all there is."""
    task = made(1, seed=5, kinds=TRAIN, days=2)
    name = task.query.constraints[TRAIN[2]]["restaurant_name"]
    late = {"opening_time": "22:00", "closing_time": "23:59"}
    tables = cut(task)
    tables[EATERIES] = [{**r, **late} if r["restaurant_name"] == name else r for r in tables[EATERIES]]
    query, base = asked(task, tables)
    judged = verdict(solve(query, base, objective="best"), query, base)
    assert judged.status is Status.FEASIBLE
    assert "pace" in judged.claim.detail
    assert judged.claim.cost_cents == solve(query, base).cost_cents


def test_a_task_without_a_plan_has_no_best():
    """Its answer is the one to the question for the cheapest."""
    task = made(1, seed=5, kinds=TRAIN, days=2)
    query, base = asked(task, budget_constraint={"max_budget": 200})
    judged = verdict(solve(query, base, objective="best"), query, base)
    assert judged.status is Status.INFEASIBLE


def test_of_equally_cheap_trips_one_at_the_pace_is_taken():
    """The bill is the least there is, and its proof holds of the other plan as well."""
    query, base = small(0)
    judged = verdict(solve(query, base, objective="cheapest,best"), query, base)
    assert judged.status is Status.OPTIMAL
    assert judged.claim.cost_cents == solve(query, base).cost_cents


def test_damaged_certificates_are_refused():
    """Value, level, prices, plan, objective: a change of each is noticed."""
    task, base = queries()["59"].task, database("59")
    text = json.dumps(solved("59").claim.certificate)
    assert check(json.loads(text), task, base).decision is Decision.ACCEPTED
    cheap = solve(task, base)

    def refused(change):
        damaged = json.loads(text)
        change(damaged)
        return check(damaged, task, base).decision is Decision.REFUSED

    assert refused(lambda c: c["claim"].update(value=c["claim"]["value"] - 100))
    assert refused(lambda c: c["claim"].update(fixed=[c["claim"]["fixed"][0] + 10]))
    assert refused(lambda c: c["claim"].update(fixed=[]))
    assert refused(lambda c: c["claim"].update(level=0))
    assert refused(lambda c: c["claim"].update(level=2))
    assert refused(lambda c: c.update(objective="best@2"))
    assert refused(lambda c: c.update(objective="cheapest"))
    assert refused(lambda c: c.update(plan=cheap.document))
    assert refused(lambda c: c.update(scope=""))
    assert refused(lambda c: c["prices"].update({"budget": 5}))
    assert refused(lambda c: c["prices"].clear())
    assert refused(lambda c: c["plan"]["daily_plans"].pop())


def test_a_worse_plan_is_not_proved_the_best():
    """The cheapest plan with its own stars and the prices of the best: refused; a price of no sense, too."""
    query, base = small(2)
    document = dict(solve(query, base, objective="best").certificate)
    cheap = solve(query, base)
    assert cheap.document != document["plan"]
    other = deepcopy(document)
    other["plan"] = cheap.document
    for points in range(0, 6_000, 10):
        other["claim"] = {**document["claim"], "fixed": [points], "value": cheap.cost_cents}
        found = check(other, query, base)
        assert found.decision is Decision.REFUSED
        if "is not claimed of a plan of" not in found.reason:
            break
    row = next(iter(document["prices"]), "meal:none")
    silly = {**document, "prices": {**document["prices"], row: 10**17}}
    assert check(silly, query, base).decision is Decision.REFUSED
