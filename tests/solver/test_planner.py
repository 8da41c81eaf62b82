"""The planner on tiny worlds: every claim is proved, no plan beats it, and all engines make it alike."""

import json
from dataclasses import replace

import pytest
from hypothesis import assume, event, given, settings
from tests.solver.exhaustive import cheaper_plan
from tests.solver.tiny import worlds
from tests.worlds import isles, isles_task

from planassay.gold.verdict import verdict
from planassay.kb.errors import EngineError, InputError, UnknownSystemError
from planassay.kb.formats.trek import official_source
from planassay.kb.task import Cause
from planassay.kb.verdict import ClaimStatus, Status
from planassay.solver.compile.trek import compile_task
from planassay.solver.crosscheck import Crosscheck
from planassay.solver.planner import answer, solve
from planassay.solver.problem import Limits, Outcome
from planassay.verifier.certificate import Decision, check
from planassay.verifier.official.trek import OfficialTrek


@settings(max_examples=150)
@given(world=worlds(most_days=5))
def test_every_claim_about_a_tiny_world_is_proved(world):
    """A plan that both verifiers accept and a proof that none is cheaper, or a proof that there is none."""
    kb, task = world
    found = answer(task, kb)
    judged = verdict(found.claim, task, kb)
    event(f"{judged.status}: {found.claim.causes[:1]}")
    assert judged.status in (Status.OPTIMAL, Status.INFEASIBLE), judged.detail
    for shown in found.causes:
        if shown.certificate is not None:
            checked = check(json.loads(json.dumps(shown.certificate)), task, kb)
            assert (checked.decision, checked.cause) == (Decision.ACCEPTED, shown.cause)


@settings(max_examples=60)
@given(world=worlds(most_days=3) | worlds(most_days=3, is_plain=True))
def test_no_plan_beats_what_was_proved(world):
    """Brute force over all plans, judged by the verifier alone, finds nothing cheaper."""
    kb, task = world
    claim = solve(task, kb)
    below = claim.cost_cents or task.budget_cents + 1
    event(f"{claim.status}: {claim.causes[:1]}")
    assert cheaper_plan(task, kb, below) is None


@settings(max_examples=25)
@given(world=worlds(most_days=3, is_plain=True))
def test_brute_force_finds_the_plan_that_was_claimed(world):
    """A cent above the optimum the twin finds a plan, so its silence below it means something."""
    kb, task = world
    claim = solve(task, kb)
    assume(claim.cost_cents is not None)
    assert cheaper_plan(task, kb, claim.cost_cents + 1)[0] == claim.cost_cents


@settings(max_examples=60)
@given(world=worlds(is_plain=True))
def test_one_cent_less_is_one_cent_too_little(world):
    """With a budget of exactly the optimum's dearer bill there is a plan; below the optimum there is none."""
    kb, task = world
    claim = solve(task, kb)
    assume(claim.status is ClaimStatus.OPTIMAL)
    short = replace(task, budget_cents=claim.cost_cents - 1)
    short = replace(short, source=official_source(short))
    judged = verdict(solve(short, kb), short, kb)
    assert (judged.status, judged.claim.causes[0]) == (Status.INFEASIBLE, Cause.BUDGET)


@settings(max_examples=25)
@given(world=worlds(most_days=3))
def test_all_engines_make_the_same_claim(tmp_path_factory, world):
    """CP-SAT in every way, MILP and enumeration agree on the problems that the planner makes of tasks."""
    kb, task = world
    folder = tmp_path_factory.getbasetemp() / "kept"
    crosschecked = solve(task, kb, engine=Crosscheck(folder))
    claim = solve(task, kb)
    assert replace(crosschecked, engine="", certificate=None) == replace(claim, engine="", certificate=None)
    assert not folder.exists()


@pytest.mark.parametrize("name", ["cpsat", "milp", "enumerate"])
@pytest.mark.parametrize(
    ("changes", "status"),
    [({}, Status.OPTIMAL), ({"budget_cents": 100_000}, Status.INFEASIBLE), ({"days": 2}, Status.INFEASIBLE)],
)
def test_each_engine_proves_the_usual_task(name, changes, status):
    """The certificate names the engine and its version; it is accepted whoever found the plan."""
    task = isles_task(**changes)
    claim = solve(task, isles(), engine=name)
    assert verdict(claim, task, isles()).status is status
    made_by = claim.certificate["made_by"]
    assert made_by["engine"] == claim.engine == name
    assert set(made_by) == {"planassay", "engine", name}


@pytest.mark.parametrize("work", [0.0, 1e-6, 1e-5, 1e-4, 1e-3, 1e-2])
@pytest.mark.parametrize("budget", [153_000, 124_400, 100_000])
def test_a_limit_of_work_never_ends_in_a_falsehood(work, budget):
    """Cut short anywhere, the claim is what is known; a dear plan is no claim that there is none."""
    task = isles_task(budget_cents=budget)
    honest = solve(task, isles())
    claim = solve(task, isles(), limits=Limits(work))
    judged = verdict(claim, task, isles())
    assert judged.status in (Status.UNKNOWN, Status.FEASIBLE, verdict(honest, task, isles()).status)
    if claim.bound_cents is not None and honest.cost_cents is not None:
        assert claim.bound_cents <= honest.cost_cents


def test_unknown_engines_systems_and_rule_sets_are_refused():
    """Each by its own error, with the known ones."""
    with pytest.raises(EngineError, match="unknown engine 'abacus'"):
        solve(isles_task(), isles(), engine="abacus")
    with pytest.raises(InputError, match="known: gold@1"):
        solve(isles_task(), isles(), ruleset="gold@9")
    with pytest.raises(UnknownSystemError, match="atlantis"):
        solve(isles_task(system="atlantis"), isles())


# ------------------------------------------------------------------------------------------ compiled problems


def problem_of(task, kb, **options):
    """Return the compiled task and its problem of all trips, or None if a table or the days are empty."""
    compiled = compile_task(task, kb, Limits())
    if compiled.blockers or compiled.least_cents is None:
        return compiled, None
    return compiled, compiled.problem(compiled.ceiling_cents, **options)


@settings(max_examples=60)
@given(world=worlds(is_plain=True))
def test_bounds_enclose_every_trip(world):
    """The least and the ceiling of a task hold for the optimum; a wider limit never loses a trip."""
    kb, task = world
    compiled, problem = problem_of(task, kb)
    assume(problem is not None)
    whole = solve_problem(problem)
    assume(whole.outcome is Outcome.OPTIMAL)
    cost = whole.values[0]
    assert compiled.least_cents <= cost <= compiled.ceiling_cents
    for limit in (cost, (cost + compiled.ceiling_cents) // 2):
        assert solve_problem(compiled.problem(limit)).values == whole.values
    assert all(pick >= cost for pick in solve_problem(compiled.problem(cost - 1)).values[:1])


def solve_problem(problem):
    """Return the solution of a problem by CP-SAT."""
    from planassay.solver.engines import cpsat

    return cpsat.solve(problem)


@settings(max_examples=80)
@given(world=worlds(is_plain=True))
def test_the_official_bill_is_that_of_the_official_evaluator(world):
    """By how much it passes the budget, float noise included, is what decides its score."""
    kb, task = world
    compiled, problem = problem_of(task, kb)
    assume(problem is not None)
    solution = solve_problem(problem)
    assume(solution.picks)
    document = compiled.document(problem, solution)
    record = {"is_feasible": True, "plan": document, "refusal_reason": "", "submitted": True}
    total = OfficialTrek(kb).score(record, task).total_cost
    bill = compiled.official_budget_cents(problem, solution)
    assert bill - round(total * 100) in (0, 1)
    for budget in (bill, bill - 1, round(total * 100), round(total * 100) - 1, task.budget_cents):
        again = replace(task, budget_cents=budget)
        again = replace(again, source=official_source(again))
        scores = OfficialTrek(kb).score(record, again)
        assert scores.total_cost == total
        assert (budget >= bill) == (scores.d3_budget == 1.0)


@settings(max_examples=60)
@given(world=worlds(is_plain=True))
def test_proofs_bound_what_they_are_about(world):
    """The proof of the cheapest trip, that of the official bill and the floor are below the optimum."""
    kb, task = world
    compiled, problem = problem_of(task, kb)
    assume(problem is not None)
    solution = solve_problem(problem)
    assume(solution.picks)
    cost = solution.values[0]
    for proof in (compiled.cheapest_proof(official=False), compiled.cheapest_proof(official=True)):
        assert -(proof.bound // proof.scale) <= cost
        assert all(price for price in proof.prices.values())
    bill = compiled.official_budget_cents(problem, solution)
    assert compiled.floor.gap(-bill) > 0
