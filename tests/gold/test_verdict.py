"""A claim becomes a verdict only by what verifier and checker accept, whatever an engine says."""

import sys
from copy import deepcopy
from dataclasses import replace
from types import MappingProxyType, ModuleType

import pytest
from tests.worlds import isles, isles_task, night

from planassay.gold.verdict import verdict
from planassay.kb.errors import DisagreementError
from planassay.kb.task import Cause
from planassay.kb.verdict import Claim, ClaimStatus, Status
from planassay.solver import engines
from planassay.solver.engines import cpsat
from planassay.solver.planner import solve
from planassay.solver.problem import Outcome, Solution
from planassay.verifier.certificate import Answer, Decision

TASK = isles_task()
SHORT = isles_task(budget_cents=100_000)


@pytest.fixture(scope="module")
def best():
    """Return the honest claim about the usual task: a plan, proved cheapest."""
    return solve(TASK, isles())


@pytest.fixture(scope="module")
def none():
    """Return the honest claim about a budget of 1000 dollars: there is no plan."""
    return solve(SHORT, isles())


def changed(claim, changes, **fields):
    """Return a claim with some values of its certificate changed, by path, and some fields of its own."""
    certificate = deepcopy(dict(claim.certificate))
    for path, value in changes.items():
        *place, last = path.split("/")
        node = certificate
        for key in place:
            node = node[key]
        node[last] = value
    return replace(claim, certificate=certificate, **fields)


# -------------------------------------------------------------------------------------------------- honest


def test_a_plan_with_its_proof_is_optimal(best):
    """And its bound, which is its cost, counts as checked."""
    found = verdict(best, TASK, isles())
    assert (found.status, found.bound_checked, found.detail) == (Status.OPTIMAL, True, "")
    assert found.claim is best


def test_no_plan_with_its_proof_is_infeasible(none):
    """For the cause that is proved."""
    found = verdict(none, SHORT, isles())
    assert (found.status, found.bound_checked, found.claim.causes) == (
        Status.INFEASIBLE,
        True,
        (Cause.BUDGET,),
    )


def test_without_a_certificate_an_engine_has_only_its_word(best, none):
    """A plan is feasible, for it was verified; no plan is unproved."""
    found = verdict(replace(best, certificate=None), TASK, isles())
    assert (found.status, found.bound_checked) == (Status.FEASIBLE, False)
    found = verdict(replace(none, certificate=None), SHORT, isles())
    assert (found.status, found.bound_checked) == (Status.UNPROVED, False)


def test_a_limit_that_was_reached_is_unknown(none):
    """Neither a plan nor a proof; a proof of something that was not claimed changes nothing."""
    claim = Claim("isles", "gold@1", "cheapest", ClaimStatus.UNKNOWN, "cpsat")
    assert verdict(claim, TASK, isles()).status is Status.UNKNOWN
    claim = replace(claim, certificate=none.certificate)
    found = verdict(claim, SHORT, isles())
    assert (found.status, found.bound_checked) == (Status.UNKNOWN, False)


def bounded(best, claimed, proved):
    """Return a feasible claim with a bound, and a certificate that proves a bound; both below the cost."""
    cost = best.cost_cents
    changes = {"claim/status": "bound", "claim/bound": cost - proved}
    return changed(best, changes, status=ClaimStatus.FEASIBLE, bound_cents=cost - claimed)


@pytest.mark.parametrize(
    ("claimed", "proved", "is_checked"),
    [(0, 0, True), (1, 0, True), (0, 1, False), (5, 5, True), (5, 6, False)],
)
def test_a_bound_is_checked_up_to_what_is_proved(best, claimed, proved, is_checked):
    """By how much the claim's bound and the proved one are below the cost: the claim may not say more."""
    found = verdict(bounded(best, claimed, proved), TASK, isles())
    assert (found.status, found.bound_checked) == (Status.FEASIBLE, is_checked)


def test_a_claim_without_a_bound_has_none_to_check(best):
    """The proof stands, and the plan is as good as it says."""
    assert verdict(replace(best, bound_cents=None), TASK, isles()).status is Status.OPTIMAL


# ----------------------------------------------------------------------------------------------------- lies


def dearer(best):
    """Return the claim with another hotel in Brine, ten dollars a room dearer, still called optimal."""
    days = deepcopy(dict(best.document))
    lodge = night("Brine", "Brine Lodge")
    assert days["day3"]["hotel"]["price_per_night"] == lodge["price_per_night"] - 10
    days["day3"]["hotel"] |= lodge
    return replace(best, document=days, cost_cents=best.cost_cents + 2000, bound_cents=best.cost_cents + 2000)


def test_a_plan_of_another_task_is_a_disagreement(best):
    """Under its own name or under the name it was asked for."""
    other = isles_task(days=5)
    with pytest.raises(DisagreementError, match="the verifier says"):
        verdict(best, other, isles())
    with pytest.raises(DisagreementError, match="a claim about isles says nothing of another"):
        verdict(best, replace(other, task_id="another"), isles())


@pytest.mark.parametrize("by", [-1, 1, -100_000])
def test_a_plan_that_costs_something_else_is_a_disagreement(best, by):
    """The verifier makes its own bill."""
    with pytest.raises(DisagreementError, match=f"the verifier says {best.cost_cents}"):
        verdict(replace(best, cost_cents=best.cost_cents + by, bound_cents=None), TASK, isles())


def test_a_plan_that_breaks_a_rule_is_a_disagreement(best):
    """However well proved its cost is."""
    days = deepcopy(dict(best.document))
    del days["day2"]["car"]
    with pytest.raises(DisagreementError, match="car/missing"):
        verdict(replace(best, document=days), TASK, isles())


def test_a_suboptimal_plan_is_not_optimal(best):
    """With the proof of the cheapest plan, with that proof made to fit, or with none: it is only feasible."""
    claim = dearer(best)
    cost = claim.cost_cents
    fitted = {"claim/value": cost, "plan": claim.document}
    for lie in (
        claim,
        changed(claim, fitted),
        changed(claim, {**fitted, "proof/gap": 0}),
        changed(claim, {**fitted, "proof": {"mode": "bound"}}),
        changed(claim, {**fitted, "scale": 10**9}),
        replace(claim, certificate=None),
    ):
        found = verdict(lie, TASK, isles())
        assert (found.status, found.bound_checked) == (Status.FEASIBLE, False)


def test_a_wrong_bound_is_not_checked(best):
    """A dearer plan, and a proof of the cheapest that is stretched to its cost."""
    claim = replace(dearer(best), status=ClaimStatus.FEASIBLE)
    fitted = {"claim/status": "bound", "claim/value": claim.cost_cents, "plan": claim.document}
    for bound, is_checked in ((0, True), (1, False), (2000, False)):
        bound += best.cost_cents
        lie = changed(replace(claim, bound_cents=bound), {**fitted, "claim/bound": bound})
        found = verdict(lie, TASK, isles())
        assert (found.status, found.bound_checked) == (Status.FEASIBLE, is_checked)


def test_a_false_infeasible_is_unproved(best, none):
    """Whatever certificate comes with it: of another budget, of a plan, or none."""
    claim = Claim("isles", "gold@1", "cheapest", ClaimStatus.INFEASIBLE, "liar", causes=(Cause.BUDGET,))
    stretched = changed(
        none, {"task": best.certificate["task"], "claim/budget": TASK.budget_cents}
    ).certificate
    for certificate in (None, none.certificate, stretched, best.certificate):
        found = verdict(replace(claim, certificate=certificate), TASK, isles())
        assert (found.status, found.bound_checked) == (Status.UNPROVED, False)


def test_the_wrong_cause_is_unproved(none):
    """That the budget does not suffice proves nothing of the clocks."""
    found = verdict(replace(none, causes=(Cause.TIME, Cause.PERSONA)), SHORT, isles())
    assert (found.status, found.bound_checked) == (Status.UNPROVED, False)


@pytest.mark.parametrize("key", ["ruleset", "objective", "scope", "plan"])
def test_a_certificate_about_other_terms_proves_nothing(best, key):
    """Rule set, objective, scope and plan of the claim are those of the certificate."""
    found = verdict(changed(best, {key: "other"}), TASK, isles())
    assert (found.status, found.bound_checked) == (Status.FEASIBLE, False)
    assert found.detail == f"the {key} of the certificate is not that of the claim"


@pytest.mark.parametrize(
    "answer",
    [
        Answer(Decision.ACCEPTED, "", "infeasible", Cause.TIME),
        Answer(Decision.ACCEPTED, "", "optimal", None, 10**6),
        Answer(Decision.ACCEPTED, "", "bound", None, 10**6),
    ],
)
def test_a_proof_against_a_plan_that_exists_is_a_disagreement(best, monkeypatch, answer):
    """If the checker ever accepted such a thing, verifier and checker would contradict each other aloud."""
    monkeypatch.setattr("planassay.gold.verdict.check", lambda *about: answer)
    with pytest.raises(DisagreementError, match="the verifier accepts a plan of"):
        verdict(best, TASK, isles())


@pytest.mark.parametrize("decision", [Decision.REFUSED, Decision.UNPROVED])
def test_only_an_accepted_proof_is_one(best, monkeypatch, decision):
    """Whatever else the answer says."""
    answer = Answer(decision, "why", "optimal", None, best.cost_cents)
    monkeypatch.setattr("planassay.gold.verdict.check", lambda *about: answer)
    found = verdict(best, TASK, isles())
    assert (found.status, found.bound_checked, found.detail) == (Status.FEASIBLE, False, "why")


# ------------------------------------------------------------------------------------- engines that lie


def says_no(problem, solution):
    """Say that there is no solution."""
    return Solution(Outcome.INFEASIBLE, "liar")


def says_nothing(problem, solution):
    """Give up."""
    return Solution(Outcome.UNKNOWN, "liar")


def takes_the_last(problem, solution):
    """Call the worst solution optimal: maximise what was to be minimised."""
    if not solution.picks:
        return solution
    turned = replace(
        problem,
        components=tuple(
            replace(c, elements=tuple(replace(e, values=tuple(-v for v in e.values)) for e in c.elements))
            for c in problem.components
        ),
    )
    picks = cpsat.solve(turned).picks
    return Solution(Outcome.OPTIMAL, "liar", picks, problem.values(picks), problem.values(picks)[0])


def breaks_rows(problem, solution):
    """Take the cheapest element of each component, whether they go together or not."""
    if not problem.components or problem.empty_components:
        return solution
    picks = tuple(min(range(len(c.elements)), key=lambda k: c.elements[k].values) for c in problem.components)
    return Solution(Outcome.OPTIMAL, "liar", picks, problem.values(picks), problem.values(picks)[0])


def invents_a_value(problem, solution):
    """Find the plan and call it half as dear."""
    if not solution.picks:
        return solution
    values = tuple(value // 2 for value in solution.values)
    return replace(solution, values=values, bound=values[0])


def boasts_of_its_bound(problem, solution):
    """Say that what was found is only feasible, and that nothing costs less than twice as much."""
    return (
        replace(solution, outcome=Outcome.FEASIBLE, bound=2 * solution.values[0])
        if solution.picks
        else solution
    )


@pytest.fixture
def liar(monkeypatch):
    """Return a function that registers an engine that answers by a lie."""

    def register(lie):
        module = ModuleType("liar")
        module.NAME, module.CAPABILITIES = "liar", frozenset()
        module.supported, module.version = (lambda: True), (lambda: "0")
        module.solve = lambda problem, *, limits=cpsat.DEFAULT_LIMITS, seed=0: lie(
            problem, cpsat.solve(problem, limits=limits, seed=seed)
        )
        monkeypatch.setitem(sys.modules, "liar", module)
        monkeypatch.setattr(engines, "ENGINES", MappingProxyType({**engines.ENGINES, "liar": "liar"}))
        return "liar"

    return register


@pytest.mark.parametrize(
    ("lie", "status"),
    [(says_no, Status.UNPROVED), (says_nothing, Status.UNKNOWN), (boasts_of_its_bound, Status.FEASIBLE)],
)
def test_a_lie_that_hides_the_plan_is_never_a_proof(liar, lie, status):
    """A task with a plan does not become infeasible by an engine's word, nor its plan optimal."""
    claim = solve(TASK, isles(), engine=liar(lie))
    assert verdict(claim, TASK, isles()).status is status


@pytest.mark.parametrize("lie", [says_no, takes_the_last, breaks_rows, invents_a_value, boasts_of_its_bound])
@pytest.mark.parametrize("task", [TASK, SHORT, isles_task(days=2), isles_task(budget_cents=124_000)])
def test_no_lie_gets_a_better_verdict_than_the_truth(liar, lie, task):
    """Caught as a disagreement, refused by the checker, or harmless."""
    honest = verdict(solve(task, isles()), task, isles())
    try:
        found = verdict(solve(task, isles(), engine=liar(lie)), task, isles())
    except DisagreementError:
        return
    if found.status is Status.OPTIMAL:
        assert (honest.status, found.claim.cost_cents) == (Status.OPTIMAL, honest.claim.cost_cents)
    if found.status is Status.INFEASIBLE:
        assert honest.status is Status.INFEASIBLE


@pytest.mark.parametrize("lie", [breaks_rows, invents_a_value])
def test_nonsense_is_a_disagreement(liar, lie):
    """Elements that do not go together are no plan, and a plan costs what it costs."""
    claim = solve(TASK, isles(), engine=liar(lie))
    if claim.document is not None:
        with pytest.raises(DisagreementError):
            verdict(claim, TASK, isles())


def test_the_worst_plan_is_not_called_optimal(liar, best):
    """An engine that maximises is caught by the proof, which it does not write; the bound stays honest."""
    claim = solve(TASK, isles(), engine=liar(takes_the_last))
    assert claim.status is ClaimStatus.OPTIMAL
    assert claim.cost_cents > best.cost_cents
    found = verdict(claim, TASK, isles())
    assert (found.status, found.bound_checked) == (Status.FEASIBLE, False)


def test_an_honest_bound_survives_a_boast(liar, best):
    """What an engine says of its bound is not what the claim says: that comes with its own proof."""
    claim = solve(TASK, isles(), engine=liar(boasts_of_its_bound))
    assert claim.bound_cents < best.cost_cents
    found = verdict(claim, TASK, isles())
    assert (found.status, found.bound_checked) == (Status.FEASIBLE, True)


# ------------------------------------------------------------------------------------------------ best trips

RICH = isles_task(budget_cents=400_000, required_hotels=())


@pytest.fixture(scope="module")
def nicest():
    """Return the honest claim about the best trip."""
    return solve(RICH, isles(), objective="best")


def test_the_best_trip_is_optimal_by_its_points(nicest):
    """Its cost is what the verifier says, its points what the checker says."""
    assert verdict(nicest, RICH, isles()).status is Status.OPTIMAL


@pytest.mark.parametrize("points", [1, -1])
def test_points_are_not_taken_on_trust(nicest, points):
    """More than the plan is worth, or fewer, is not what was proved; more than anything could be is a lie."""
    claimed = nicest.points + points
    claim = replace(nicest, points=claimed, points_bound=max(claimed, nicest.points_bound))
    try:
        assert verdict(claim, RICH, isles()).status is Status.FEASIBLE
    except DisagreementError:
        assert points > 0


def test_a_poorer_plan_does_not_borrow_the_points_of_the_best(nicest):
    """A sound and cheaper plan under the certificate of the best one is only feasible."""
    cheap = solve(RICH, isles())
    claim = replace(nicest, document=cheap.document, cost_cents=cheap.cost_cents)
    found = verdict(claim, RICH, isles())
    assert (found.status, found.bound_checked) == (Status.FEASIBLE, False)
    assert found.detail == "the plan of the certificate is not that of the claim"
