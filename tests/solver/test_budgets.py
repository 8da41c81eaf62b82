"""The least budget: with it there is a plan, with a cent less there is none."""

from dataclasses import replace

import pytest
from hypothesis import assume, event, given, settings
from tests.solver.tiny import worlds
from tests.worlds import isles, isles_task

from planassay.gold.verdict import verdict
from planassay.kb.money import MAX_CENTS
from planassay.kb.requirements import amended
from planassay.kb.verdict import ClaimStatus, Status
from planassay.solver import budgets as module
from planassay.solver.budgets import least_budget
from planassay.solver.compile.trek import compile_task
from planassay.solver.engines import cpsat
from planassay.solver.planner import Cheapest, solve
from planassay.solver.problem import Limits, Outcome


@settings(max_examples=120)
@given(world=worlds(most_days=5, is_plain=True))
def test_a_plan_exists_from_the_least_budget_on(world):
    """What the verifier accepts with it, nothing offers for a cent less; None where no budget suffices."""
    kb, task = world
    least = least_budget(task, kb)
    if least is None:
        assert solve(amended(task, budget_cents=MAX_CENTS), kb).document is None
        return
    at, under = amended(task, budget_cents=least), amended(task, budget_cents=least - 1)
    judged = verdict(solve(at, kb), at, kb)
    event("billed above its cost" if (judged.claim.cost_cents or 0) < least else "what it costs")
    assert judged.status in (Status.OPTIMAL, Status.FEASIBLE)
    assert verdict(solve(under, kb), under, kb).status in (Status.INFEASIBLE, Status.UNPROVED)


@settings(max_examples=60)
@given(world=worlds(is_plain=True))
def test_what_passes_the_official_budget_alone_is_left_out(world):
    """The problem within an official budget has the optimum of the problem with everything and that row."""
    kb, task = world
    compiled = compile_task(task, kb, Limits())
    least = None if compiled.blockers else compiled.least_cents
    assume(least is not None)
    everything = compiled.problem(compiled.ceiling_cents, official_budget=MAX_CENTS)
    whole = cpsat.solve(everything)
    assume(whole.picks)
    needed = compiled.official_budget_cents(everything, whole)
    for budget in (needed, needed - 1, whole.values[0], (least + needed) // 2):
        beyond = MAX_CENTS - budget
        rows = [replace(r, bound=r.bound - beyond) if r.name == "official" else r for r in everything.rows]
        expected = cpsat.solve(replace(everything, rows=tuple(rows)))
        fresh = compile_task(task, kb, Limits())
        found = Cheapest(fresh, cpsat, Limits()).within(least, budget, official_budget=budget)
        if expected.picks and expected.values[0] <= budget:
            assert found.solution.values == expected.values
        else:
            assert found.solution.outcome is Outcome.INFEASIBLE


def test_without_work_no_budget_is_known():
    """The search gives up where the compiler or the engine may not work."""
    assert least_budget(isles_task(), isles(), limits=Limits(0.0)) is None


def test_without_a_route_no_budget_suffices():
    """A task of which a component is empty has no least budget."""
    assert least_budget(isles_task(stops=("Nowhere",), days=2), isles()) is None


@pytest.mark.parametrize("needed", [100, 101, 102, 137, 149, 150])
def test_the_search_ends_at_the_cent(needed, monkeypatch):
    """Wherever between its bounds the least budget lies, the search finds it."""

    class Tables:
        def problem(self, limit, *, official_budget):
            assert needed <= limit == official_budget <= 150

    def try_budget(bargain, budget):
        assert bargain.low <= budget < bargain.high
        if budget < needed:
            bargain.low = budget + 1
            return False
        bargain.high = budget
        return True

    monkeypatch.setattr(module._Bargain, "_try", try_budget)
    assert module._Bargain(Cheapest(Tables(), cpsat, Limits()), 100, 150).search() == needed


def test_many_days_have_too_many_splits():
    """Of a thousand days for three stops the search gives up in time, and claims nothing."""
    task = isles_task(stops=("Anvil", "Brine", "Anvil"), days=1000)
    assert solve(task, isles(), limits=Limits(0.1)).status is ClaimStatus.UNKNOWN
