"""Certificates are written as they must be read: plain, small, by bound where that is enough."""

import json
from types import MappingProxyType

import pytest
from tests.worlds import isles, isles_task

from planassay import __version__
from planassay.kb.task import Cause
from planassay.solver.claims import rebased
from planassay.solver.engines import enumerate
from planassay.solver.proof import Proof
from planassay.solver.prove import Scribe

TASK = isles_task()
PROOF = Proof(2, MappingProxyType({"nights": -7, "car:0": 3}), (-10, 4), -5, ("official", "car:0"))


@pytest.fixture
def scribe():
    """Return a scribe of the usual task."""
    return Scribe(TASK, isles(), "gold@1", "cheapest", enumerate)


def test_a_proof_knows_how_deep_to_list():
    """Its bound is -11 at scale 2: nothing is worth -5, and to rule out less, elements must be listed."""
    assert PROOF.bound == -11
    assert [PROOF.gap(target) for target in (-4, -5, -6, -7)] == [0, 0, 2, 4]


def test_the_header_says_what_it_is_about(scribe):
    """Task and knowledge base by hash, rule set, objective, and who made it."""
    assert scribe.header == {
        "format": "plancert/1",
        "task": {"id": "isles", "sha256": TASK.sha256},
        "kb": {"sha256": "isles"},
        "ruleset": "gold@1",
        "objective": "cheapest",
        "made_by": {"planassay": __version__, "engine": "enumerate", "enumerate": __version__},
    }


def test_a_bound_is_written_where_it_suffices(scribe):
    """Prices sorted by name, the mode, and nothing else."""
    certificate = scribe.optimal({"day1": {}}, 5, PROOF)
    assert certificate["claim"] == {"status": "optimal", "level": 0, "value": 5, "fixed": []}
    assert list(certificate["prices"].items()) == [("car:0", 3), ("nights", -7)]
    assert (certificate["scale"], certificate["proof"]) == (2, {"mode": "bound"})


def test_a_list_is_written_where_the_bound_leaves_a_gap(scribe):
    """Maxima, gap, rows to keep, and how what is listed is combined."""
    certificate = scribe.optimal({"day1": {}}, 7, PROOF)
    assert certificate["proof"] == {
        "mode": "list",
        "max": [-10, 4],
        "gap": 2,
        "rows": ["car:0", "official"],
        "tail": {"kind": "merge"},
    }


def test_a_bound_claim_is_as_far_as_the_proof_goes(scribe):
    """The least cost that the prices show, rounded up to a cent, is proved by the bound alone."""
    certificate = scribe.bound({"day1": {}}, 9, PROOF)
    assert (certificate["claim"]["value"], certificate["claim"]["bound"]) == (9, 6)
    assert certificate["proof"] == {"mode": "bound"}


@pytest.mark.parametrize(
    ("certificate", "claim"),
    [
        (lambda s: s.over_budget(4, PROOF), {"cause": "budget", "budget": 4}),
        (
            lambda s: s.over_budget(4, PROOF, ["z", "car"]),
            {"cause": "budget", "budget": 4, "without": ["car", "z"]},
        ),
        (lambda s: s.no_time(PROOF), {"cause": "time"}),
        (
            lambda s: s.empty(Cause.ROUTE, "leg:1", 20),
            {"cause": "route", "witness": {"component": "leg:1", "scanned": 20}},
        ),
        (
            lambda s: s.empty(Cause.PERSONA, "hotel:0", 3, beside=("leg:1",)),
            {"cause": "persona", "witness": {"component": "hotel:0", "scanned": 3}, "beside": ["leg:1"]},
        ),
    ],
)
def test_claims_of_infeasibility_have_their_cause(scribe, certificate, claim):
    """With the budget, the witness, and what is left aside."""
    written = certificate(scribe)
    assert written["claim"] == {"status": "infeasible", **claim}
    assert "plan" not in written
    assert json.loads(json.dumps(written)) == written


def test_a_certificate_of_a_weaker_task_is_one_of_the_task(scribe):
    """What was dropped is named, sorted, beside what was left aside before."""
    weaker = scribe.over_budget(4, PROOF, ["hotel:x"])
    whole = rebased(weaker, isles_task(task_id="whole"), ["car"])
    assert whole["claim"]["without"] == ["car", "hotel:x"]
    assert whole["task"]["id"] == "whole"
    assert weaker["claim"]["without"] == ["hotel:x"]
    assert "without" not in rebased(scribe.over_budget(4, PROOF), TASK, [])["claim"]
