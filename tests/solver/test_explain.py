"""Explanations: a conflict is irreducible and the repairs are the nearest, as trying everything shows."""

from dataclasses import replace
from itertools import chain, combinations, permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.naive_labels import has_trip, least_cents
from tests.worlds import ZONES, isles, isles_source, isles_task

from planassay.kb.catalog import Catalog
from planassay.kb.requirements import BUDGET, amended, requirements, without
from planassay.kb.task import CarRequest, Cause, Label
from planassay.kb.verdict import ClaimStatus
from planassay.solver.explain import RepairKind, explain
from planassay.solver.planner import solve
from planassay.solver.problem import Limits
from planassay.verifier.certificate import Decision, check
from planassay.verifier.gold import judge

EVEN = "trek-label@1"
PLAIN = {"personas": (), "car": None, "required_hotels": ()}


def explained(ruleset="gold@1", **changes):
    """Return the explanation of the usual task of the isles with some changes."""
    return explain(isles_task(**changes), isles(), ruleset=ruleset)


def subsets(names):
    """Return every set of names, smallest first."""
    return list(chain.from_iterable(combinations(names, size) for size in range(len(names) + 1)))


wishful = st.builds(
    lambda stops, days, budget, personas, car, hotels, sights: isles_task(
        stops=stops,
        days=days,
        party=2,
        rooms=1,
        budget_cents=budget,
        personas=tuple(personas),
        car=car,
        required_hotels=tuple(hotels),
        required_attractions=tuple(sights),
    ),
    stops=st.sampled_from([("Anvil", "Brine"), ("Anvil",)]),
    days=st.integers(2, 4),
    budget=st.sampled_from([30_000, 45_000, 60_000, 75_000]),
    personas=st.lists(
        st.sampled_from(["business travelers", "nightlife enthusiast", "elderly travelers", "foodie"]),
        max_size=2,
        unique=True,
    ),
    car=st.sampled_from([None, CarRequest(4), CarRequest(9)]),
    hotels=st.lists(st.sampled_from(["Anvil Inn", "Anvil Crown", "Nimbus"]), max_size=1),
    sights=st.lists(st.sampled_from(["Old Forge", "Bellows Park", "Grotto"]), max_size=1),
)


@settings(max_examples=60)
@given(task=wishful)
def test_conflicts_and_repairs_are_those_of_trying_everything(task):
    """
    Under the label's rules a slow twin says of every set of requirements whether it can be met.

    The conflict cannot, each part of it can; the set given up is of the smallest, and of these the cheapest;
    the budget is the least to the cent; orders and days are all there are.
    """
    kb = isles()
    found = explain(task, kb, ruleset=EVEN)
    names = requirements(task)
    if has_trip(task, kb, EVEN):
        assert (found.conflict, found.repairs) == (None, ())
        return
    members = found.conflict.members

    def is_met(kept):
        return has_trip(without(task, [n for n in names if n not in kept]), kb, EVEN)

    assert not is_met(members)
    assert all(is_met([n for n in members if n != left_out]) for left_out in members)
    repairs = {repair.kind: repair for repair in found.repairs}
    least = least_cents(without(task, [BUDGET]), kb, EVEN)
    assert (RepairKind.BUDGET in repairs) == (least is not None)
    if least is not None:
        assert repairs[RepairKind.BUDGET].budget_cents == least
    if RepairKind.DROP in repairs:
        _check_drop(task, names, repairs)
    orders = [r.solved.task.stops for r in found.repairs if r.kind is RepairKind.ORDER]
    other = [stops for stops in permutations(task.stops) if stops != task.stops]
    assert sorted(orders) == [s for s in sorted(other) if has_trip(amended(task, stops=s), kb, EVEN)]
    more = [n for n in (1, 2, 3) if has_trip(amended(task, days=task.days + n), kb, EVEN)]
    days = [r.solved.task.days - task.days for r in found.repairs if r.kind is RepairKind.DAYS]
    assert days == more[:1]


def _check_drop(task, names, repairs):
    """Hold a set of requirements given up against all sets: with the budget kept, or as the last resort."""
    kb, repair = isles(), repairs[RepairKind.DROP]
    given_up = set(repair.dropped)
    if repair.budget_cents is not None:
        given_up.add(BUDGET)
        assert RepairKind.BUDGET not in repairs
    pool = names if BUDGET in given_up else [n for n in names if n != BUDGET]
    helping = [s for s in subsets(pool) if has_trip(without(task, s), kb, EVEN)]
    smallest = [s for s in helping if len(s) == len(helping[0])]
    assert len(given_up) == len(helping[0])
    cheapest = min(least_cents(without(task, s), kb, EVEN) for s in smallest)
    assert repair.solved.claim.cost_cents == cheapest


CASES = [
    # what is changed, the conflict, and the repairs: kind, given up, budget
    (
        {"required_hotels": ("Nimbus",)},
        ("hotel:Nimbus",),
        [(RepairKind.DROP, ("hotel:Nimbus",), None)],
    ),
    (
        {"budget_cents": 114500},  # all together cost 1245; without the persona 1030, without the car 1125
        ("persona:business travelers", "car", BUDGET),
        [(RepairKind.DROP, ("persona:business travelers",), None)],
    ),
    (
        {"budget_cents": 94500},  # the Crown alone is too dear, and so is what business needs
        ("hotel:Anvil Crown", BUDGET),
        [(RepairKind.DROP, ("hotel:Anvil Crown", "persona:business travelers"), None)],
    ),
    (
        {"required_hotels": ("Anvil Inn",)},
        ("hotel:Anvil Inn", "persona:business travelers"),
        [(RepairKind.DROP, ("persona:business travelers",), None)],  # cheaper than to give up the Inn
    ),
    ({"car": CarRequest(9)}, ("car",), [(RepairKind.DROP, ("car",), None)]),
    ({"stops": ("Brine", "Málaga"), "required_hotels": ()}, (), []),
    (
        {"personas": ("elderly travelers",), "required_hotels": ()},
        ("persona:elderly travelers",),
        [(RepairKind.DROP, ("persona:elderly travelers",), None)],
    ),
]


@pytest.mark.parametrize(("changes", "members", "repairs"), CASES)
def test_gold_conflicts_name_what_clashes(changes, members, repairs):
    """What is named clashes by itself, and each member's absence is witnessed by a plan."""
    found = explained(**changes)
    assert found.conflict.members == members
    decision = check(found.conflict.claim.certificate, found.task, isles())
    assert decision.decision is Decision.ACCEPTED, decision.reason
    assert len(found.conflict.witnesses) == len(found.conflict.members)
    assert all(witness.has_plan for witness in found.conflict.witnesses)
    dropping = [r for r in found.repairs if r.kind is RepairKind.DROP]
    assert [(r.kind, r.dropped, r.budget_cents) for r in dropping] == repairs


def test_a_conflict_is_about_the_first_cause():
    """With a budget too small for any trip the conflict is the budget, whatever else clashes."""
    found = explained(required_hotels=("Anvil Inn",), budget_cents=10000)
    assert found.answer.claim.causes == (Cause.BUDGET, Cause.CONFLICT)
    assert found.conflict.members == (BUDGET,)
    assert found.conflict.dropped == ("hotel:Anvil Inn", "persona:business travelers", "car")


def test_a_conflict_certificate_leaves_the_others_aside():
    """It is about the task itself, names what does not matter, and can name nothing else."""
    task = isles_task(required_hotels=("Anvil Inn",), budget_cents=10000)
    certificate = explain(task, isles()).conflict.claim.certificate
    assert certificate["task"]["sha256"] == task.sha256
    assert certificate["claim"]["without"] == ["car", "hotel:Anvil Inn", "persona:business travelers"]
    assert check(certificate, task, isles()).decision is Decision.ACCEPTED
    other = {**certificate, "claim": {**certificate["claim"], "without": ["persona:foodie"]}}
    assert check(other, task, isles()).decision is Decision.REFUSED


def test_the_least_budget_is_least_to_the_cent():
    """With it there is a plan; a cent below there is a proof that there is none."""
    (budget, *_) = explained(budget_cents=100000).repairs
    assert budget.kind is RepairKind.BUDGET
    assert budget.solved.claim.status is ClaimStatus.OPTIMAL
    assert budget.below.claim.status is ClaimStatus.INFEASIBLE
    assert budget.below.task.budget_cents == budget.budget_cents - 1
    decision = check(budget.below.claim.certificate, budget.below.task, isles())
    assert decision.decision is Decision.ACCEPTED, decision.reason


@pytest.mark.parametrize(("nights", "cheapest", "budget"), [(4, 31000, 31000), (5, 34000, 35000)])
def test_the_least_budget_covers_the_official_bill_too(nights, cheapest, budget):
    """
    The official bill spreads the nights evenly, so it may exceed the true one.

    Then the least budget is above the cost of the cheapest plan, and still exact.
    """
    task = isles_task(**PLAIN, party=1, rooms=1, days=nights + 1, budget_cents=1)
    (repair,) = explain(task, isles()).repairs
    assert solve(without(task, [BUDGET]), isles()).cost_cents == cheapest
    assert (repair.kind, repair.budget_cents) == (RepairKind.BUDGET, budget)
    for cents in range(cheapest, budget + 3000, 499):
        found = solve(amended(task, budget_cents=cents), isles())
        assert (found.document is not None) == (cents >= budget)


def test_another_order_repairs_a_missing_leg():
    """Nothing flies from Haven to Brine any more, but from Haven to Anvil and on."""
    source = replace(isles_source(), flight_table=tuple(f for f in isles().flights if f.number != "HB 0106"))
    kb = Catalog(source, zones=ZONES.get)
    task = isles_task(**PLAIN, stops=("Brine", "Anvil"))
    found = explain(task, kb)
    assert found.answer.claim.causes == (Cause.ROUTE,)
    assert found.conflict.members == ()
    (repair,) = found.repairs
    assert (repair.kind, repair.solved.task.stops) == (RepairKind.ORDER, ("Anvil", "Brine"))
    assert judge(repair.solved.claim.document, repair.solved.task, kb) == repair.solved.claim.cost_cents


def test_more_days_repair_what_no_day_allows():
    """A stop without a night becomes one with a night; the fewest further days are shown."""
    found = explained(**PLAIN, days=2)
    assert found.answer.claim.causes == (Cause.TIME,)
    assert found.conflict.members == ()
    (repair,) = found.repairs
    assert repair.kind is RepairKind.DAYS
    assert repair.solved.task.days == 3
    assert repair.solved.has_plan


def test_a_plan_needs_no_explanation():
    """A feasible task has neither conflict nor repairs."""
    found = explained()
    assert found.answer.claim.status is ClaimStatus.OPTIMAL
    assert (found.conflict, found.repairs) == (None, ())


def test_what_is_not_known_is_not_explained():
    """At a limit of work there is a bound and no explanation."""
    found = explain(isles_task(), isles(), limits=Limits(0.0))
    assert found.answer.claim.status is ClaimStatus.UNKNOWN
    assert (found.conflict, found.repairs) == (None, ())


def test_explanations_are_the_same_every_time():
    """Members, order, plans and certificates do not change between runs."""
    changes = {"required_hotels": ("Anvil Inn",), "budget_cents": 90000}
    assert explained(**changes) == explained(**changes)


def test_the_road_trip_goes_with_its_car():
    """A persona that needs a car each day is given up with it, so that what is left can be planned."""
    task = isles_task(personas=("road trip",), required_hotels=(), car=CarRequest(9))
    assert without(task, ["car"]).personas == ()
    assert without(task, ["persona:road trip"]).car == CarRequest(9)


def test_a_changed_task_has_no_label_and_its_own_row():
    """Another budget, order or number of days is another request, and the official row says so."""
    task = isles_task(label=Label(feasible=False))
    changed = amended(task, budget_cents=12345, stops=("Brine", "Anvil"), days=6)
    assert changed.label is None
    assert changed.source["hard_constraints"] == {"person_num": 3, "budget": "123.45", "days": 6}
    assert changed.source["req_flight"]["arrival_city"] == ["Brine", "Anvil"]
    assert changed.source["impossible"] is False
    with pytest.raises(ValueError, match="is no order of"):
        amended(task, stops=("Brine", "Málaga"))
