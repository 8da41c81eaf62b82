"""TravelPlanner, solved and judged: every query with a reference route, and the ones that have no plan."""

from dataclasses import replace
from functools import lru_cache

import pytest
from tests.bays import REAL, bays, real_queries, real_tables
from tests.naive_travelplanner_plans import gold_plans
from tests.routes import COURSES, along, changed, random_bay, routed

from planassay.gold.certify import certify
from planassay.gold.verdict import verdict
from planassay.kb.formats.travelplanner import REFERENCE, parse_query, scope_of
from planassay.kb.jsonlines import read_objects
from planassay.kb.task import Cause
from planassay.kb.verdict import Status
from planassay.solver.engines import ENGINES
from planassay.solver.planner import solve
from planassay.verifier.official import assess
from planassay.verifier.strict import check

FOUR = ["Italian", "Mexican", "French", "Chinese"]
BILL = "official-bill@1"
EXPLOITED = {"validation-124", "validation-148", "validation-162"}
"""In Knoxville ``Private Room`` is a room of its own and part of a cheaper one's name."""


def lines(name):
    """Return the recorded lines of a file of the real data."""
    return [line for _, line in read_objects(REAL / name)]


@lru_cache
def solved(ruleset):
    """Return the verdict on each real query by name."""
    tables = real_tables()
    tasks = [asked.task for split in ("train", "validation") for asked in real_queries(split)]
    tasks = [task for task in tasks if scope_of(task) == REFERENCE]
    return {t.task_id: verdict(solve(t, tables, ruleset=ruleset), t, tables) for t in tasks}


@pytest.mark.parametrize("ruleset", ["gold@1", BILL])
def test_every_query_with_a_reference_route_is_solved_to_a_checked_optimum(ruleset):
    """All 45 train and 129 validation queries: optimal, the certificate accepted, the scope named."""
    found = solved(ruleset).values()
    assert [judged.status for judged in found] == [Status.OPTIMAL] * 174
    assert {judged.claim.scope for judged in found} == {"reference"}


def test_nothing_is_claimed_of_a_route_that_does_not_answer_its_query():
    """What is wrong with it is said, and no more."""
    asked = along(["Pearl"], 3)
    judged = verdict(solve(asked.task, bays()), asked.task, bays())
    assert (judged.status, judged.claim.detail) == (Status.UNKNOWN, "Pearl is not in Coral.")


def test_gold_is_valid_under_both_rule_sets():
    """No solved query lets the official and the strict rules contradict each other: 174 of 174 keep both."""
    tables = real_tables()
    for asked in (*real_queries("train"), *real_queries("validation")):
        if asked.query_id in solved("gold@1"):
            plan = solved("gold@1")[asked.query_id].claim.document
            assert assess({"plan": plan}, asked.task, tables).task_perfect
            assert check({"plan": plan}, asked.task, tables).task_perfect


def test_public_optima_are_found():
    """All 15 recorded least costs, under gold and under the official bill."""
    for line in lines("optima_sample.jsonl.gz"):
        name = f"{line['split']}-{line['idx']}"
        for ruleset in ("gold@1", BILL):
            assert solved(ruleset)[name].claim.cost_cents == 100 * line["min_cost"]


def test_the_official_bill_is_lower_only_where_a_name_is_read_as_another():
    """Gold costs more in three queries, where the official bill takes a room for a cheaper one."""
    gold, bill = solved("gold@1"), solved(BILL)
    less = {name for name in gold if gold[name].claim.cost_cents != bill[name].claim.cost_cents}
    assert less == EXPLOITED
    assert all(bill[name].claim.cost_cents < gold[name].claim.cost_cents for name in less)


@pytest.mark.parametrize("name", [line["id"] for line in lines("infeasible_sample.jsonl.gz")])
def test_changed_queries_have_no_plan(name):
    """Each of the 53: infeasible, every cause proved, a conflict that is proved and irreducible, repairs."""
    line = next(line for line in lines("infeasible_sample.jsonl.gz") if line["id"] == name)
    found = certify(parse_query(line["query_data"], name).task, real_tables())
    assert found.verdict.status is Status.INFEASIBLE
    assert all(cause.is_proved for cause in found.causes)
    assert found.conflict.is_proved
    assert found.conflict.is_irreducible
    assert found.conflict.conflict.members
    assert all(repair.verdict.status is Status.OPTIMAL for repair in found.repairs)
    assert all(repair.is_least is not False for repair in found.repairs)


@pytest.mark.parametrize("seed", range(40))
def test_brute_force_finds_nothing_better(seed):
    """In tiny worlds no plan that is gold is cheaper than ours, or exists where we find none."""
    tables, asked = random_bay(seed)
    judged = verdict(solve(asked.task, tables), asked.task, tables)
    assert judged.status in (Status.OPTIMAL, Status.INFEASIBLE)
    below = judged.claim.cost_cents if judged.status is Status.OPTIMAL else asked.budget_cents + 1
    assert next(gold_plans(asked.task, tables, below), None) is None
    if judged.status is Status.OPTIMAL:
        assert next(gold_plans(asked.task, tables, below + 1))[0] == below


@pytest.mark.parametrize("engine", sorted({"cpsat", "milp", "enumerate"} & set(ENGINES)))
def test_engines_agree(engine):
    """Every engine finds the same plan, where cuisines tie meals to rides."""
    asked = routed(5, cuisines=["Italian", "French", "Chinese"], budget=9000)
    claim = solve(asked.task, bays(), engine=engine)
    assert claim.document == solve(asked.task, bays()).document
    assert verdict(claim, asked.task, bays()).status is Status.OPTIMAL


def test_a_cuisine_on_a_day_of_travel_waits_for_the_landing():
    """Four cuisines need a fourth meal, and after a flight that lands past midnight nobody eats it."""
    wanted = routed(cuisines=FOUR, people_number=1, transportation="no self-driving")
    judged = verdict(solve(wanted.task, _four_tables()), wanted.task, _four_tables())
    assert judged.status is Status.OPTIMAL
    out, _, home = judged.claim.document
    assert "F1000001" in out["transportation"]  # 100 dollars; 30 for the night flight
    assert "F1000005" in home["transportation"]  # leaves at 05:00, before anybody eats
    assert [out[course] == "-" for course in COURSES] == [True, True, False]
    fewer = routed(cuisines=["Italian", "Mexican"], people_number=1, transportation="no self-driving")
    assert "F1000004" in solve(fewer.task, _four_tables()).document[0]["transportation"]


def _four_tables():
    """Return the bays where Coral has one restaurant for each of four cuisines."""
    coral, pearl = bays().restaurants["Coral"], bays().restaurants["Pearl"]
    oyster = replace(pearl[0], city="Coral", row=90)
    return changed(restaurants={"Coral": (coral[-2], coral[-1], coral[0], oyster)})


def test_causes_are_told_apart():
    """No ride, wishes that clash, no such cuisine, too few meals, too little money: each is proved."""
    no_ride = along(["Amber"], 3, dest="Amber")
    cases = {
        Cause.ROUTE: (no_ride, bays()),
        Cause.CONFLICT: (routed(house_rule="pets", room_type="entire room", budget=9000), _choosy()),
        Cause.ENTITY: (routed(cuisines=["Thai"], budget=9000), bays()),
        Cause.TIME: (routed(cuisines=FOUR, budget=9000), few_tables()),
        Cause.BUDGET: (routed(budget=1), bays()),
    }
    for cause, (asked, tables) in cases.items():
        found = certify(asked.task, tables)
        assert found.verdict.status is Status.INFEASIBLE, cause
        assert cause in [one.shown.cause for one in found.causes]
        assert all(one.is_proved for one in found.causes)


def _choosy():
    """Return the bays where pets are allowed in a private room and not in the entire home."""
    deluxe, pets = bays().rooms["Coral"][1], bays().rooms["Haven"][0]
    return changed(rooms={"Coral": (deluxe, replace(pets, city="Coral", kind="Entire home/apt"))})


def few_tables():
    """Return the bays where Coral has four cuisines, and nothing but night flights."""
    flights = tuple(flight for flight in bays().flights if flight.number in ("F1000004", "F1000005"))
    return changed(_four_tables(), flights=flights, roads={})
