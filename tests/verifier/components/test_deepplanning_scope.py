"""The scope of proofs about DeepPlanning travel plans: what leaves it, one small change at a time."""

from functools import lru_cache

import pytest
from tests.deepplanning import database, plan, queries

from planassay.kb.formats.deepplanning_travel import query_of, read_plan
from planassay.kb.requirements import amended, without
from planassay.solver.planner import solve
from planassay.verifier.components import deepplanning_travel as components
from planassay.verifier.components.deepplanning_scope import leaves_scope
from planassay.verifier.components.model import Work

DAY = 0


@lru_cache
def claim():
    """Return the claim about task 69, a trip of five days by air."""
    return solve(queries()["69"].task, database("69"))


def fresh():
    """Return its plan anew."""
    import json

    return json.loads(json.dumps(claim().document))


def fault(change):
    """Return where the plan leaves the scope after a change."""
    document = fresh()
    change(document["daily_plans"])
    return leaves_scope(read_plan(document), queries()["69"], database("69"))


def find(days, number, kind, place=0):
    """Return an activity of a day by type."""
    return [a for a in days[number - 1]["activities"] if a["type"] == kind][place]


def slot(number, kind, time, place=0):
    """Return a change of one slot."""
    return lambda days: find(days, number, kind, place).update(time_slot=time)


def details(day, kind, **fields):
    """Return a change of some details."""
    return lambda days: find(days, day, kind)["details"].update(fields)


def test_what_is_solved_keeps_to_the_scope():
    """Nothing leaves it."""
    assert fault(lambda days: None) == ""


CHANGES = {
    "0 connections": lambda days: days[0]["activities"].remove(find(days, 1, "travel_intercity_public")),
    "nights in two hotels": lambda days: days[1]["accommodation"].update(name="Ji Hotel Xiamen University"),
    "on the way": lambda days: days[1]["activities"].insert(3, dict(days[1]["activities"][0])),
    "does not begin": lambda days: days[1]["activities"].pop(0),
    "at midnight": lambda days: days[1]["activities"][-1].update(time_slot="20:00-23:00"),
    "no meal at its hour": details(2, "meal", meal_type="supper"),
    "takes 30 minutes": slot(2, "meal", "07:30-08:00"),
    "two roads to one stop": lambda days: days[1]["activities"].insert(2, dict(find(days, 2, "travel_city"))),
    "minutes beside a ride": slot(1, "travel_city", "16:55-17:12"),
    "one sight, and not long": slot(4, "attraction", "12:40-14:00"),
    "another station": lambda days: days[4]["activities"][-1]["details"].update({"from": "Elsewhere"}),
    "after midnight": slot(1, "travel_intercity_public", "13:35-01:50"),
    "is not ridden outbound": details(1, "travel_intercity_public", number="ZX6101"),
}


@pytest.mark.parametrize("said", list(CHANGES))
def test_each_way_out_of_the_scope_is_noticed(said):
    """A word of what is said of the plan after the change."""
    document = fresh()
    CHANGES[said](document["daily_plans"])
    plan_read, query, base = read_plan(document), queries()["69"], database("69")
    from planassay.verifier.components import deepplanning_scope as scope

    trip = scope.Journey(plan_read, query, base)
    found = [*scope._rides(trip), *scope._lodging(trip)]
    for day in trip.days:
        found += [*scope._meals(day), *scope._moves(day), *scope._margins(day), *scope._long(day, query)]
    assert any(said in one for one in found), found
    assert leaves_scope(plan_read, query, base)


def built(task, objective="cheapest", ruleset="gold@1"):
    """Return the components of a task over the database of task 69."""
    return components.build(task, database("69"), ruleset, objective, Work())


def test_a_plan_beyond_the_scope_is_worth_nothing_here():
    """The plan that comes with task 69 has all points, but a breakfast of 45 minutes."""
    found = built(queries()["69"].task).plan_value(plan("69"))
    assert "leaves the scope prompt" in found


def test_rows_are_those_of_the_task():
    """Places once, required ones just once, odd sets, and beds where there is a choice."""
    task = queries()["69"].task
    one = built(task)
    assert (one.row("sight:zengcuo'an").sense, one.row("sight:sunlight rock").sense) == ("==", "<=")
    assert one.row('half:["out","sight:sunlight rock","sight:zengcuo\'an"]').bound == 1
    for name in ("sight:nowhere", "half:[", "half:[1]", 'half:["out","home"]', 'half:["out","out","home"]'):
        assert one.row(name) is None
    assert one.row("bed:out:Peony International Hotel Xiamen") is None
    free = built(without(task, ["hotel:hotel_price_range"]))
    assert free.row("bed:out:Peony International Hotel Xiamen").sense == "=="
    assert free.row("bed:day:9:Peony International Hotel Xiamen") is None


def test_only_known_rules_and_objectives_are_built():
    """Other names, and trips without a night, have no components; only the cheapest has plans."""
    task = queries()["69"].task
    assert built(task, ruleset="gold@9") is None
    assert built(task, "best") is None
    assert "no plan is 'any'" in built(task, "any").plan_value(plan("69"))
    assert built(amended(task, budget_cents=100), "floor").best("stay", {}, 1) < 0
    assert built(task, "floor").best("day:2", {}, 1) == 0
    assert query_of(task).days == 5


@pytest.mark.parametrize(
    ("texts", "official", "least"),
    [
        (["40", "46"], 46, 4600),
        (["46.4", "46"], 46, 4600),
        (["52.5"], 52, 5250),
        (["", "x"], None, 0),
        ([""], 7, None),
        (["40"], 46, None),
    ],
)
def test_the_least_bill_satisfies_both_readings(texts, official, least):
    """The evaluator wants the last price in whole yuan, the strict bill takes any listed one."""
    assert components.least_bill(texts, official) == least
