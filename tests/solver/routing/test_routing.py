"""Day routing: three engines, one answer; known optima; proofs that the checker accepts."""

import json

import pytest
from tests.conftest import ROOT
from tests.routings import drawn, line

from planassay.kb.errors import EngineError
from planassay.kb.formats.optw import read_optw
from planassay.solver.problem import Limits, Outcome
from planassay.solver.routing import chosen_engine, cpsat, solve_routing
from planassay.verifier.certificate import Decision
from planassay.verifier.routing.certificate import check
from planassay.verifier.routing.plan import fault

OPTW = ROOT / "tests" / "data" / "optw"
# The optima are published: Righini and Salani for one route; for two, values known from the literature.
OPTIMA = {
    ("c101", 1): 320,
    ("r101", 1): 198,
    ("rc101", 1): 219,
    ("pr01", 1): 308,
    ("c101", 2): 590,
    ("rc101", 2): 427,
}


def told(found):
    """Return what an engine says of the levels."""
    return found.outcome, found.value, found.cost


def accepted(routing, found):
    """Return the modes of the proofs, all of which the checker accepts."""
    modes = []
    for certificate in found.certificates:
        document = json.loads(json.dumps(certificate))
        answer = check(document, routing)
        assert answer.decision is Decision.ACCEPTED, answer.reason
        modes.append(document["proof"]["mode"])
    return modes


@pytest.mark.parametrize("block", range(4))
def test_three_engines_agree_on_small_instances(block):
    """Outcome, value and cost are the same on random instances with everything in them, and proved."""
    for seed in range(15 * block, 15 * block + 15):
        routing = drawn(seed)
        slow, ours = (solve_routing(routing, engine=name) for name in ("exhaustive", "patterns"))
        assert told(ours) == told(slow), seed
        if seed % 3 == 0:
            assert told(cpsat.solve(routing)) == told(cpsat.solve(routing, form="order")) == told(slow), seed
        assert len(accepted(routing, ours)) >= 1
        if ours.outcome is Outcome.OPTIMAL:
            assert fault(routing, ours.outings) is None


@pytest.mark.parametrize(("name", "routes"), list(OPTIMA))
def test_known_optima_are_proved_in_a_kilobyte(name, routes):
    """Instances of the literature are solved to the published optimum with an accepted certificate."""
    routing = read_optw(OPTW / f"{name}.txt", routes)
    found = solve_routing(routing)
    assert told(found) == (Outcome.OPTIMAL, OPTIMA[name, routes], 0)
    assert found.bound == found.value
    assert accepted(routing, found)
    assert len(json.dumps(found.certificates[0], separators=(",", ":"))) < 1000


def test_the_same_instance_gives_the_same_bytes():
    """Plan and certificates are equal however often one asks."""
    routing = drawn(48, 14)
    first, second = (json.dumps(solve_routing(routing).certificates) for _ in range(2))
    assert first == second


@pytest.mark.parametrize(
    ("seed", "proof"),
    [(2, "none"), (16, "list"), (33, "none"), (260, "list"), (48, "list"), (9, "bound"), (23, "list")],
)
def test_every_kind_of_proof_is_accepted(seed, proof):
    """Bounds, limits, lists of one day and trees over lists, on both levels."""
    routing = drawn(seed, 14)
    found = solve_routing(routing)
    assert proof in accepted(routing, found)


def test_the_second_level_is_the_least_cost():
    """Of the plans worth most the one with the cheapest tickets is taken, and that is proved."""
    routing = line(5, 5, 5, days=1, end=60)
    found = solve_routing(routing, engine="patterns")
    assert told(found) == (Outcome.OPTIMAL, 10, 10)
    levels = [certificate["claim"] for certificate in found.certificates]
    assert [claim["level"] for claim in levels] == [0, 1]
    assert levels[1]["fixed"] == [["value", 10]]
    assert levels[1]["value"] == -10


def test_a_budget_couples_the_days():
    """What one day spends the other lacks."""
    rich, poor = (
        told(solve_routing(line(3, 4, 6, days=2, end=70, budget=b), engine="patterns")) for b in (13, 9)
    )
    assert rich == (Outcome.OPTIMAL, 13, 13)
    assert poor == (Outcome.OPTIMAL, 9, 9)


def test_the_rule_of_the_planner():
    """A handful of sights is tried in every order, all else goes by patterns; other names are errors."""
    assert [chosen_engine(line(*range(1, n + 1))) for n in (6, 7)] == ["exhaustive", "patterns"]
    with pytest.raises(EngineError, match="unknown engine 'magic'"):
        solve_routing(line(1), engine="magic")


def test_work_is_limited():
    """Without work there is a plan and a bound above it, and no claim that it is best."""
    routing = read_optw(OPTW / "pr01.txt", 2)
    found = solve_routing(routing, limits=Limits(work=0.001))
    assert found.outcome is Outcome.FEASIBLE
    assert found.value is not None
    assert found.bound is not None
    assert found.bound >= 502 >= found.value
    assert found.certificates == ()
