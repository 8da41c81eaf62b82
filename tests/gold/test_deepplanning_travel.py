"""DeepPlanning travel, solved and judged: the mini tasks, made ones, and such that have no plan."""

import json
from functools import lru_cache

import pytest
from tests.deepplanning import TASKS, database, queries
from tests.naive_deepplanning_trips import Naive
from tests.towns import asked, cut, made

from planassay.gold.certify import certify
from planassay.gold.verdict import verdict
from planassay.kb.formats.deepplanning_travel import read_markdown, write_markdown
from planassay.kb.formats.deepplanning_travel.database import EATERIES, LODGES, SIGHTS, TRAINS
from planassay.kb.task import Cause
from planassay.kb.verdict import Status
from planassay.solver.planner import solve
from planassay.verifier.certificate import Decision, check
from planassay.verifier.official import assess
from planassay.verifier.strict import check as strict

TRAIN = ("train_cheapest_direct", "hotel_cheapest_star", "restaurant_highest_rated")


@lru_cache
def solved(task, base):
    """Return the verdict on a task."""
    return verdict(solve(task, base), task, base)


@pytest.mark.parametrize("name", TASKS)
def test_the_mini_tasks_are_solved_to_a_checked_optimum(name):
    """Tasks 0, 59 and 69: optimal, the certificate accepted, all points of the evaluator, strict-valid."""
    task, base = queries()[name].task, database(name)
    judged = solved(task, base)
    plan = judged.claim.document
    assert judged.status is Status.OPTIMAL, judged.detail
    assert judged.claim.scope == "prompt"
    assert assess(plan, task, base).scores["case_acc"] == 1.0
    assert strict(plan, task, base).task_perfect
    assert judged.claim.cost_cents == {"0": 260800, "59": 757800, "69": 479800}[name]


@pytest.mark.parametrize("name", TASKS)
def test_solved_plans_survive_their_markdown(name):
    """What is written of a plan as the prompt wants it reads back as that plan."""
    base = database(name)
    plan = solved(queries()[name].task, base).claim.document
    reading = read_markdown(write_markdown(plan), base)
    assert json.loads(json.dumps(reading.document)) == json.loads(json.dumps(plan))


@pytest.mark.parametrize("number", [0, 6])
def test_made_tasks_of_full_size_are_solved_to_a_checked_optimum(number):
    """Trips of two and five days over 7,700 rows."""
    task = made(number)
    assert solved(task.query.task, task.database).status is Status.OPTIMAL


@pytest.mark.parametrize("number", range(8))
def test_the_optimum_is_that_of_brute_force(number):
    """Small tables, two hotels to choose from in half of the cases: the same least bill."""
    task = made(number, seed=7, kinds=TRAIN[: 1 + number % 3 // 2 + 1], days=2)
    drop = {"hotel_cheapest_star": None} if number % 2 else {}
    query, base = asked(task, cut(task, hotels=2, rides=2, sights=3, eateries=4), **drop)
    judged = solved(query, base)
    assert judged.claim.cost_cents == Naive(query, base).least()
    assert judged.status is Status.OPTIMAL, judged.detail


@pytest.mark.parametrize("number", [1, 2])
def test_the_optimum_of_three_days_is_that_of_brute_force(number):
    """Trips with a full day, on which one long visit can stand for two."""
    task = made(number, seed=3, kinds=TRAIN[:2], days=3)
    small = cut(task, rides=1, sights=3, eateries=5)
    small[SIGHTS] = [{**row, "max_visit_hours": "6", "closing_dates": ""} for row in small[SIGHTS]]
    query, base = asked(task, small)
    judged = solved(query, base)
    assert judged.claim.cost_cents == Naive(query, base).least()
    assert judged.status is Status.OPTIMAL, judged.detail


def changed_rows(task, name, change):
    """Return the tables of a made task after a change to each row of one of them."""
    tables = dict(task.tables)
    tables[name] = [kept for row in tables[name] if (kept := change(dict(row))) is not None]
    return tables


def without_seats(row):
    """Sell a ride out."""
    return {**row, "seat_status": "0"}


def named(task, kind):
    """Return the name that a constraint asks for."""
    entry = task.query.constraints[kind]
    return entry.get("hotel_name") or entry.get("restaurant_name") or entry["attraction_names"][0]


@lru_cache
def broken_tasks():
    """Return tasks without a plan, with the cause and the component that shows it."""
    task = made(1, seed=5, kinds=(*TRAIN, "attraction_must_visit_named"), days=3)
    hotel, table = named(task, "hotel_cheapest_star"), named(task, "restaurant_highest_rated")
    sight = named(task, "attraction_must_visit_named")
    number = next(iter(v for k, v in task.query.constraints[TRAIN[0]].items() if k.endswith("_no")))

    def no(name, column, value):
        return changed_rows(task, name, lambda row: None if row[column] == value else row)

    return {
        "no such train": (asked(task, no(TRAINS, "train_no", number)), Cause.ENTITY),
        "no trains": (
            asked(task, {**task.tables, TRAINS: [], "flights/flights.csv": []}, train_cheapest_direct=None),
            Cause.ROUTE,
        ),
        "no seats": (asked(task, changed_rows(task, TRAINS, without_seats)), Cause.CAPACITY),
        "no such hotel": (asked(task, no(LODGES, "name", hotel)), Cause.ENTITY),
        "no hotel": (asked(task, {**task.tables, LODGES: []}, hotel_cheapest_star=None), Cause.ENTITY),
        "two hotels": (
            asked(task, hotel_highest_rated={"hotel_name": _other_hotel(task, hotel)}),
            Cause.CONFLICT,
        ),
        "no such restaurant": (asked(task, no(EATERIES, "restaurant_name", table)), Cause.ENTITY),
        "no such sight": (asked(task, no(SIGHTS, "attraction_name", sight)), Cause.ENTITY),
        "no sights": (
            asked(task, {**task.tables, SIGHTS: []}, attraction_must_visit_named=None),
            Cause.TIME,
        ),
        "a sight that closes too soon": (
            asked(task, _sight(task, sight, opening_time="23:40", closing_time="24:00")),
            Cause.ENTITY,
        ),
        "a sight closed on all days": (
            asked(task, _sight(task, sight, closing_dates="Wednesday,Thursday,Friday")),
            Cause.ENTITY,
        ),
        "no money": (asked(task, budget_constraint={"max_budget": 900}), Cause.BUDGET),
        "nothing asked": (asked(task, **dict.fromkeys(task.query.constraints)), Cause.ENTITY),
    }


def _sight(task, name, **cells):
    """Return the tables of a task with some cells of a sight changed."""
    return changed_rows(task, SIGHTS, lambda row: {**row, **cells} if row["attraction_name"] == name else row)


def _other_hotel(task, name):
    return next(row["name"] for row in task.tables[LODGES] if row["name"] != name)


@pytest.mark.parametrize("case", list(broken_tasks()))
def test_tasks_without_a_plan_have_a_proved_cause(case):
    """Each cause is found, and its certificate is accepted."""
    (task, base), cause = broken_tasks()[case]
    judged = verdict(solve(task, base), task, base)
    assert judged.status is Status.INFEASIBLE, (judged.claim.detail, judged.detail)
    assert judged.claim.causes[0] is cause


@pytest.mark.parametrize(("count", "changes"), [(4, {}), (6, {}), (4, {"hotel_cheapest_star": None})])
def test_places_that_suffice_day_by_day_but_not_together_are_proved_too_few(count, changes):
    """Four days, some restaurants: each day finds two or three of them, all days do not."""
    task = made(1, seed=5, kinds=TRAIN, days=4)
    tables = cut(task, sights=25, hotels=2 if changes else 1, eateries=count)
    query, base = asked(task, tables, **changes)
    judged = verdict(solve(query, base), query, base)
    assert judged.status is Status.INFEASIBLE, (judged.claim.detail, judged.detail)
    assert judged.claim.causes == (Cause.TIME,)
    enough = cut(task, sights=25, hotels=2 if changes else 1, eateries=9)
    assert (
        verdict(solve(*asked(task, enough, **changes)), *asked(task, enough, **changes)).status
        is Status.OPTIMAL
    )


def test_a_conflict_is_minimal_and_has_repairs():
    """A budget that one costly restaurant breaks: both are named, and either given up lets a plan exist."""
    task = made(1, seed=5, kinds=TRAIN, days=2)
    small = cut(task, hotels=2)
    name = named(task, TRAIN[2])
    small[EATERIES] = [
        {**row, "price_per_person": "900.0"} if row["restaurant_name"] == name else row
        for row in small[EATERIES]
    ]
    free, base = asked(task, small)
    cheap = solve(asked(task, small, restaurant_highest_rated=None)[0], base).cost_cents
    query, base = asked(task, small, budget_constraint={"max_budget": cheap // 100 + 50})
    found = certify(query, base)
    assert found.verdict.status is Status.INFEASIBLE
    assert found.conflict.is_proved
    assert found.conflict.is_irreducible
    assert found.conflict.conflict.members == ("restaurant:restaurant_highest_rated", "budget")
    kinds = {repair.repair.kind.value for repair in found.repairs}
    assert kinds == {"budget", "drop"}
    raised = next(repair for repair in found.repairs if repair.repair.kind.value == "budget")
    assert raised.repair.budget_cents == solve(free, base).cost_cents
    assert raised.is_least


def test_damaged_certificates_are_refused():
    """Prices, maxima, the value and the plan: a change of each is noticed, or proves no falsehood."""
    task = made(6)
    query, base = task.query.task, task.database
    text = json.dumps(solved(query, base).claim.certificate)
    assert check(json.loads(text), query, base).decision is Decision.ACCEPTED

    def refused(change):
        damaged = json.loads(text)
        change(damaged)
        return check(damaged, query, base).decision is Decision.REFUSED

    assert refused(lambda c: c["claim"].update(value=c["claim"]["value"] - 100))
    assert refused(lambda c: c["proof"]["max"].__setitem__(1, c["proof"]["max"][1] - 500))
    assert refused(lambda c: c["proof"].update(gap=c["proof"]["gap"] // 2))
    assert refused(lambda c: c["prices"].update({"sight:nowhere": 5}))
    assert refused(lambda c: c["prices"].update({'half:["home","out"]': 5}))
    assert refused(lambda c: c.update(scope=""))
    assert refused(lambda c: c["plan"]["daily_plans"].pop())
    assert refused(lambda c: c["task"].update(id="7"))
