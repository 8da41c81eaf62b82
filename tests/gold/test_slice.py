"""The main job on real records: every task of the TREK slice, solved, proved and verified."""

from functools import cache
from pathlib import Path

import pytest

from planassay.gold.comparison import Comparison, compare
from planassay.kb.catalog import Catalog
from planassay.kb.formats.trek import open_folder, slice_gold, slice_tasks
from planassay.kb.task import Cause, Task
from planassay.kb.verdict import Status

SLICE = Path(__file__).parents[1] / "data" / "trek-slice"
TASKS = {task.task_id: task for task in slice_tasks(SLICE)}
GOLD = dict(zip(TASKS, slice_gold(SLICE), strict=True))
FEASIBLE = [name for name, task in TASKS.items() if task.label is not None and task.label.feasible]
INFEASIBLE = [name for name in TASKS if name not in FEASIBLE]
CAUSES = {
    "trek-9": Cause.ENTITY,
    "trek-12": Cause.ROUTE,
    "trek-62": Cause.ROUTE,
    "trek-64": Cause.ENTITY,
    "trek-80": Cause.BUDGET,
    "trek-84": Cause.ENTITY,
    "trek-95": Cause.ENTITY,
    "syn-budget": Cause.BUDGET,
}
"""The official class of each infeasible task: an invented name, a leg without flights, a low budget."""


@cache
def slice_kb() -> Catalog:
    """Open the slice once."""
    return open_folder(SLICE)


@cache
def compared(name: str) -> Comparison:
    """Solve and judge a task once."""
    return compare(TASKS[name], slice_kb(), GOLD[name])


@pytest.mark.parametrize("name", FEASIBLE)
def test_a_feasible_task_gets_a_proved_plan_that_both_rule_sets_accept(name: str) -> None:
    """Ours is optimal by an accepted certificate, officially perfect, and valid."""
    found = compared(name)
    assert found.verdict.status is Status.OPTIMAL
    assert found.verdict.bound_checked
    assert found.official.task_perfect
    assert found.strict.task_perfect
    assert found.strict.cost_cents == found.verdict.claim.cost_cents


@pytest.mark.parametrize("name", FEASIBLE)
def test_ours_is_never_dearer_than_a_gold_plan_that_no_strict_rule_faults(name: str) -> None:
    """Where the official gold is sound, ours costs no more."""
    found = compared(name)
    assert found.reference is not None
    assert found.saving is not None
    assert found.saving >= -0.005 or found.reference.broken_rules


def test_task_four_costs_what_one_hotel_and_one_car_for_every_persona_cost() -> None:
    """The optimum of task 4 is 741.33 dollars, 159.60 below the official gold."""
    assert compared("trek-4").verdict.claim.cost_cents == 74133


@pytest.mark.parametrize("name", INFEASIBLE)
def test_an_infeasible_task_is_refused_for_the_official_cause_with_a_proof(name: str) -> None:
    """The first cause is the official one, the certificate is accepted, both rule sets accept the refusal."""
    found = compared(name)
    assert found.verdict.status is Status.INFEASIBLE
    assert found.verdict.bound_checked
    assert found.verdict.claim.causes[0] is CAUSES[name]
    assert found.official.task_perfect
    assert found.strict.task_perfect


@pytest.mark.parametrize("name", TASKS)
def test_the_official_gold_is_officially_perfect(name: str) -> None:
    """All 14 official and 4 synthetic references score task-perfect under ``official``."""
    reference = compared(name).reference
    assert reference is not None
    assert reference.official.task_perfect


def test_some_official_gold_plans_cut_visits_short() -> None:
    """What strict finds in the official gold of the slice: visits below the stated duration, nothing else."""
    broken = {name: compared(name).reference.broken_rules for name in FEASIBLE}  # type: ignore[union-attr]
    assert {name for name, rules in broken.items() if rules} == {"trek-4", "trek-73", "trek-86"}
    assert {rule for rules in broken.values() for rule in rules} == {"hours/too-short"}


def test_one_cent_below_the_optimum_there_is_no_plan() -> None:
    """With a budget of the least cost a task is feasible, with a cent less it is proved infeasible."""
    task = TASKS["trek-20"]
    cost = compared("trek-20").verdict.claim.cost_cents
    assert cost is not None
    assert compare(_with_budget(task, cost), slice_kb(), None).verdict.status is Status.OPTIMAL
    short = compare(_with_budget(task, cost - 1), slice_kb(), None).verdict
    assert short.status is Status.INFEASIBLE
    assert short.claim.causes == (Cause.BUDGET,)


def _with_budget(task: Task, cents: int) -> Task:
    from dataclasses import replace

    from planassay.kb.formats.trek import official_source

    changed = replace(task, budget_cents=cents, label=None)
    return replace(changed, source=official_source(changed))
