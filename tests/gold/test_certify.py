"""Certification: what the solver explains counts only as far as the checker and the verifier accept it."""

from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.worlds import isles, isles_task

from planassay.gold import certify as certify_module
from planassay.gold.certify import Certification, certify, certify_causes
from planassay.gold.labels import audit_label
from planassay.gold.verdict import verdict
from planassay.kb.errors import DisagreementError
from planassay.kb.formats.trek import open_folder, slice_tasks
from planassay.kb.task import CarRequest, Cause, Label
from planassay.kb.verdict import Status
from planassay.solver.planner import answer, rulesets, solve
from planassay.solver.problem import Limits
from planassay.verifier.official.trek import true_class

SLICE = Path(__file__).parents[1] / "data" / "trek-slice"
TASKS = {task.task_id: task for task in slice_tasks(SLICE)}
INFEASIBLE = [name for name, task in TASKS.items() if task.label is not None and not task.label.feasible]
RULESETS = rulesets("trek")


@cache
def slice_kb():
    """Open the slice once."""
    return open_folder(SLICE)


@cache
def certified(name: str, ruleset: str) -> Certification:
    """Certify a task of the slice once."""
    return certify(TASKS[name], slice_kb(), ruleset=ruleset)


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize("name", INFEASIBLE)
def test_every_part_of_a_certification_is_proved(name, ruleset):
    """On the slice each cause, each conflict, each of its members and each repair holds."""
    found = certified(name, ruleset)
    assert found.verdict.status is Status.INFEASIBLE
    assert found.causes
    assert all(cause.is_proved for cause in found.causes)
    assert found.conflict is not None
    assert found.conflict.is_proved
    assert found.conflict.is_irreducible
    assert all(checked.verdict.status is Status.OPTIMAL for checked in found.repairs)
    assert all(checked.is_least is not False for checked in found.repairs)


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize("name", INFEASIBLE)
def test_the_first_cause_is_the_official_one(name, ruleset):
    """What the published evaluator takes for the cause comes first where it is true; here it always is."""
    found = certified(name, ruleset)
    assert found.causes[0].shown.cause is true_class(TASKS[name], slice_kb())


tasks = st.builds(
    lambda stops, days, party, budget, personas, car, hotels, sights: isles_task(
        stops=stops,
        days=days,
        party=party,
        rooms=-(-party // 2),
        budget_cents=budget,
        personas=tuple(personas),
        car=car,
        required_hotels=tuple(hotels),
        required_attractions=tuple(sights),
    ),
    stops=st.sampled_from(
        [("Anvil", "Brine"), ("Brine", "Anvil"), ("Anvil",), ("Brine", "Málaga"), ("Dusk",)]
    ),
    days=st.integers(1, 4),
    party=st.integers(1, 4),
    budget=st.sampled_from([5_000, 40_000, 90_000, 1_000_000]),
    personas=st.lists(
        st.sampled_from(["business travelers", "nightlife enthusiast", "elderly travelers", "foodie"]),
        max_size=2,
        unique=True,
    ),
    car=st.sampled_from([None, CarRequest(4), CarRequest(9)]),
    hotels=st.lists(st.sampled_from(["Anvil Inn", "Anvil Crown", "Nimbus"]), max_size=1),
    sights=st.lists(st.sampled_from(["Old Forge", "Night Bazaar", "Grotto"]), max_size=1),
)


@settings(max_examples=150)
@given(task=tasks, ruleset=st.sampled_from(RULESETS))
def test_the_official_class_comes_first_whenever_it_is_true(task, ruleset):
    """Entity and route are looked up, so they are true; the budget counts if it is among the causes."""
    official = true_class(task, isles())
    causes = answer(task, isles(), ruleset=ruleset).claim.causes
    if official is not Cause.BUDGET or official in causes:
        assert causes[0] is official


@settings(max_examples=40)
@given(task=tasks)
def test_every_task_of_the_isles_is_certified_or_planned(task):
    """None is left unproved, and no part of an explanation is."""
    found = certify(task, isles())
    assert found.verdict.status in (Status.OPTIMAL, Status.INFEASIBLE), found.verdict.detail
    if found.verdict.status is Status.INFEASIBLE:
        assert all(cause.is_proved for cause in found.causes)
        assert found.conflict is not None
        assert found.conflict.is_proved
        assert found.conflict.is_irreducible
        assert all(checked.verdict.status is Status.OPTIMAL for checked in found.repairs)


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_wrong_label_does_not_outlaw_a_plan(ruleset):
    """A task that is labelled infeasible and is not gets its plan, and the audit says so."""
    task = isles_task(budget_cents=10**6)
    wrong = replace(task, label=Label(feasible=False), source={**task.source, "impossible": True})
    found = certify(wrong, isles(), ruleset=ruleset)
    assert found.verdict.status is Status.OPTIMAL
    assert audit_label(wrong, isles()).holds(ruleset) is False


def test_a_label_may_hold_under_one_rule_set_alone():
    """One hotel must serve all under gold, not under the label's rules: between the two costs it depends."""
    changes = {
        "stops": ("Anvil",),
        "days": 3,
        "party": 2,
        "rooms": 1,
        "car": None,
        "personas": ("business travelers",),
        "required_hotels": ("Anvil Inn",),
        "budget_cents": 44000,
    }
    row = audit_label(isles_task(**changes, label=Label(feasible=False)), isles())
    assert row.official_cause is Cause.BUDGET
    assert row.floor_cents == 36000
    assert {name: row.holds(name) for name in RULESETS} == {
        "gold@1": True,
        "trek-label@1": False,
        "free-split@1": False,
    }
    assert row.findings["gold@1"].least_cents is None
    assert (row.findings["trek-label@1"].least_cents, row.findings["trek-label@1"].least_is_proved) == (
        44000,
        True,
    )


def test_nothing_is_said_of_a_task_without_a_label():
    """Without a label none holds and none is wrong."""
    row = audit_label(isles_task(), isles())
    assert {row.holds(name) for name in RULESETS} == {None}


def test_a_damaged_certificate_proves_no_cause(monkeypatch):
    """A solver that names the wrong number of records is not believed, whatever it says."""
    task = isles_task(required_hotels=("Nimbus",))

    def lying(*args, **kwargs):
        found = answer(*args, **kwargs)
        shown = found.causes[0]
        claim = {**shown.certificate["claim"], "witness": {"component": "name:0", "scanned": 1}}
        damaged = {**shown.certificate, "claim": claim}
        return found._replace(
            claim=replace(found.claim, certificate=damaged), causes=(replace(shown, certificate=damaged),)
        )

    monkeypatch.setattr(certify_module, "answer", lying)
    judged, causes = certify_causes(task, isles())
    assert judged.status is Status.UNPROVED
    assert [cause.is_proved for cause in causes] == [False]
    assert "witness" in causes[0].reason


def test_a_certificate_of_another_cause_proves_nothing(monkeypatch):
    """An accepted certificate counts for the cause that it proves, not for the one it is shown for."""
    task = isles_task(required_hotels=("Nimbus",))

    def lying(*args, **kwargs):
        found = answer(*args, **kwargs)
        return found._replace(causes=(replace(found.causes[0], cause=Cause.ROUTE),))

    monkeypatch.setattr(certify_module, "answer", lying)
    _, causes = certify_causes(task, isles())
    assert [cause.is_proved for cause in causes] == [False]


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_plan_at_another_cost_is_a_disagreement(ruleset):
    """A claim that is a cent off stops everything: one half must be wrong."""
    task = isles_task()
    claim = solve(task, isles(), ruleset=ruleset)
    with pytest.raises(DisagreementError, match="cents"):
        verdict(replace(claim, cost_cents=claim.cost_cents + 1), task, isles())


def test_a_limit_of_work_is_said_to_be_one():
    """Nothing is known then, and nothing explained."""
    found = certify(isles_task(), isles(), limits=Limits(0.0))
    assert found.verdict.status is Status.UNKNOWN
    assert (found.causes, found.conflict, found.repairs) == ((), None, ())
