"""The certificate checker: what holds is accepted, and nothing false is, however small the damage."""

import json
import random
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.verifier.damage import KINDS, TEXTS, case, damaged, is_true, paths
from tests.worlds import ZONES, isles, isles_source, isles_task

from planassay.kb.catalog import Catalog
from planassay.kb.errors import InputError
from planassay.kb.formats.trek import official_source
from planassay.kb.task import Cause, Label
from planassay.verifier.certificate import MAX_BYTES, STUMBLED, Decision, check, load
from planassay.verifier.components import trek
from planassay.verifier.components.model import Work, reduced

DAMAGED_EACH = 510
"""20 kinds make over 10,000 damaged certificates."""


@pytest.mark.parametrize("kind", KINDS)
def test_an_honest_certificate_of_every_kind_is_accepted(kind):
    """And says something true, to begin with."""
    honest = case(kind)
    answer = check(honest.certificate, honest.task, honest.kb)
    assert (answer.decision, answer.reason) == (Decision.ACCEPTED, "")
    assert answer.status == honest.certificate["claim"]["status"]
    assert is_true(kind, honest.certificate)


@pytest.mark.parametrize("kind", KINDS)
def test_no_damaged_certificate_is_accepted_that_says_something_false(kind):
    """Small random changes to every field; what is accepted all the same must still be true."""
    dice = random.Random(kind)
    honest = case(kind)
    accepted = refused = 0
    for _ in range(DAMAGED_EACH):
        certificate = damaged(honest.certificate, dice)
        answer = check(certificate, honest.task, honest.kb, work_limit=200_000)
        if answer.decision is Decision.ACCEPTED:
            accepted += 1
            assert is_true(kind, certificate), json.dumps(certificate)
        else:
            refused += 1
            assert answer.reason
            assert not answer.reason.startswith(STUMBLED)
            assert answer.status == ""
    assert refused > accepted


# ------------------------------------------------------------------------------------------ what it is about


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"task_id": "another"}, "is about another task"),
        ({"budget_cents": 153_001}, "is about another task"),
        ({"text": "A tour of the isles in another order."}, "is about another task"),
    ],
)
def test_a_certificate_for_another_task_is_refused(kind, change, reason):
    """By name or by content: the same name for a changed request is another task."""
    honest = case(kind)
    task = replace(honest.task, **change)
    task = replace(task, source=official_source(task))
    assert refusal(honest.certificate, task, honest.kb) == reason


def test_a_label_is_no_part_of_a_task():
    """What a benchmark says of a task changes nothing about what is proved of it."""
    honest = case("optimal, list")
    labelled = replace(honest.task, label=Label(feasible=False, cause=Cause.BUDGET))
    assert check(honest.certificate, labelled, isles()).decision is Decision.ACCEPTED


def test_a_certificate_for_another_knowledge_base_is_refused():
    """Records decide, so their hash is compared."""
    honest = case("optimal, list")
    other = Catalog(replace(isles_source(), content_hash="other"), zones=ZONES.get)
    assert check(honest.certificate, honest.task, other).reason == "is about another knowledge base"


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(
    ("key", "value"),
    [("ruleset", "strict@1"), ("ruleset", "gold@2"), ("objective", "dearest"), ("objective", "max:stars")],
)
def test_an_unknown_rule_set_or_objective_is_refused(kind, key, value):
    """Nothing is proved about rules that the checker does not know."""
    honest = case(kind)
    assert "no components are known for" in refusal(
        {**honest.certificate, key: value}, honest.task, honest.kb
    )


def test_the_proof_of_one_objective_proves_nothing_of_another():
    """That a plan is cheapest does not make it the best of those that may cost anything."""
    honest = case("optimal, list")
    for objective in ("any", "floor"):
        answer = check({**honest.certificate, "objective": objective}, honest.task, honest.kb)
        assert answer.decision is Decision.REFUSED


@pytest.mark.parametrize("kind", ["optimal, list", "optimal, bound"])
def test_the_plan_of_another_task_is_refused(kind):
    """However sound it is there."""
    honest, other = case(kind), case("optimal, list with cars")
    certificate = {**honest.certificate, "plan": other.certificate["plan"]}
    assert refusal(certificate, honest.task, honest.kb).startswith(
        ("the plan is refused", "the plan is worth")
    )


# -------------------------------------------------------------------------------------------------- its form


def refusal(certificate, task, kb=None):
    """Return why a certificate is refused; fail if it is not."""
    answer = check(certificate, task, kb or isles())
    assert answer.decision is Decision.REFUSED
    assert (answer.status, answer.cause, answer.value) == ("", None, None)
    assert not answer.reason.startswith(STUMBLED)
    return answer.reason


@pytest.mark.parametrize(
    ("kind", "path", "reason"),
    [
        ("optimal, list", ("claim", "value"), "claim.value"),
        ("optimal, list", ("claim", "level"), "claim.level"),
        ("optimal, list", ("scale",), "scale"),
        ("optimal, list", ("prices", "nights"), "prices.'nights'"),
        ("optimal, list", ("proof", "gap"), "proof.gap"),
        ("optimal, list", ("proof", "max", 1), "proof.max"),
        ("optimal, list; bound", ("claim", "bound"), "claim.bound"),
        ("budget, bound", ("claim", "budget"), "claim.budget"),
        ("entity", ("claim", "witness", "scanned"), "claim.witness.scanned"),
    ],
)
@pytest.mark.parametrize(
    "value", ["as float", "as bool", 1.5, "7", None, [], float("nan"), "huge", "huge negative"]
)
def test_every_number_is_an_integer_of_sane_size(kind, path, reason, value):
    """A float or a bool that equals the right number is refused, too."""
    honest = case(kind)
    certificate = honest.copy()
    node = certificate
    for key in path[:-1]:
        node = node[key]
    huge = {"huge": 10**18 + 1, "huge negative": -ENORMOUS}
    right = node[path[-1]]
    node[path[-1]] = (
        {"as float": float(right), "as bool": bool(right), **huge}.get(value, value)
        if isinstance(value, str)
        else value
    )
    found = refusal(certificate, honest.task, honest.kb)
    assert found.startswith((f"{reason} is not an integer", f"{reason} is larger than 1000000000000000000"))


@pytest.mark.parametrize("kind", KINDS)
def test_unknown_keys_are_refused_everywhere(kind):
    """In each object of the document but the plan, which is the benchmark's, and the texts of its makers."""
    honest = case(kind)
    for path in paths(honest.certificate):
        certificate = honest.copy()
        node = certificate
        for key in path:
            node = node[key]
        if isinstance(node, dict) and path[:1] not in (("plan",), ("made_by",)):
            node["more"] = 1
            assert "'more'" in refusal(certificate, honest.task, honest.kb) or path == ("proof", "tail")


@pytest.mark.parametrize("kind", KINDS)
def test_missing_keys_are_refused_everywhere(kind):
    """Every key that an honest certificate has is needed, but who made it."""
    honest = case(kind)
    for path in paths(honest.certificate):
        if path and isinstance(path[-1], str) and path[0] not in ("plan", "made_by"):
            certificate = honest.copy()
            node = certificate
            for key in path[:-1]:
                node = node[key]
            del node[path[-1]]
            answer = check(certificate, honest.task, honest.kb)
            assert answer.decision is not Decision.ACCEPTED or is_true(kind, certificate)
            assert answer.decision is Decision.REFUSED or path[0] in ("prices", "claim")


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8) | st.sampled_from(TEXTS),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(st.text(max_size=8) | st.sampled_from(TEXTS), inner, max_size=4)
    ),
    max_leaves=12,
)


@settings(max_examples=150)
@given(document=JSON)
def test_no_document_raises(document):
    """Whatever is handed in for a certificate is refused with a reason."""
    assert refusal(document, case("entity").task)


@settings(max_examples=300)
@given(kind=st.sampled_from(KINDS), value=JSON, data=st.data())
def test_no_value_in_any_place_raises(kind, value, data):
    """Any JSON value in place of any other: refused, or true all the same."""
    honest = case(kind)
    certificate = honest.copy()
    path = data.draw(st.sampled_from([path for path in paths(certificate) if path and path[0] != "plan"]))
    node = certificate
    for key in path[:-1]:
        node = node[key]
    node[path[-1]] = value
    answer = check(certificate, honest.task, honest.kb, work_limit=100_000)
    assert not answer.reason.startswith(STUMBLED)
    assert answer.decision is not Decision.ACCEPTED or is_true(kind, certificate)


ENORMOUS = 10**5000
"""An integer that Python refuses to write."""


@pytest.mark.parametrize("certificate", [None, [], {}, "", 7, {1: 2}, pytest.param(ENORMOUS, id="enormous")])
def test_what_is_no_object_of_texts_is_no_certificate(certificate):
    """Anything may be handed in."""
    assert refusal(certificate, case("entity").task).startswith("the certificate")


@pytest.mark.parametrize(
    "version", ["plancert/2", ["plancert/1"], {}, None, pytest.param(ENORMOUS, id="enormous")]
)
def test_another_form_is_refused(version):
    """The form is named, with its version."""
    honest = case("entity")
    assert refusal({**honest.certificate, "format": version}, honest.task).startswith("format is ")


def test_deep_nesting_is_refused():
    """A plan nested without end ends in a reason, not in a stack overflow."""
    honest = case("optimal, list")
    deep: object = []
    for _ in range(100_000):
        deep = [deep]
    assert refusal({**honest.certificate, "plan": {"day1": deep}}, honest.task)
    assert refusal({**honest.certificate, "proof": deep}, honest.task)


def test_a_task_of_an_unknown_system_is_refused():
    """No components are known for it, so nothing is proved."""
    honest = case("entity")
    task = replace(honest.task, system="atlantis")
    certificate = honest.copy()
    certificate["task"]["sha256"] = task.sha256
    assert "unknown system 'atlantis'" in refusal(certificate, task)


# --------------------------------------------------------------------------------------------- what it proves


@pytest.mark.parametrize(
    ("kind", "changes", "reason"),
    [
        ("optimal, list", {"claim/level": 1}, "only the first objective is proved"),
        ("optimal, list", {"claim/fixed": [["cents", 5]]}, "only the first objective is proved"),
        ("optimal, list", {"claim/without": ["persona:business travelers"]}, "claim.without belongs"),
        ("optimal, list", {"plan": None}, "a claim about a plan needs the plan"),
        ("optimal, list", {"scale": 0}, "scale is 0, not positive"),
        ("optimal, list", {"scale": -1}, "scale is -1, not positive"),
        ("optimal, list", {"prices/nights": 0}, "the price of nights is 0"),
        ("optimal, list", {"prices/official": -5}, "the price of official is -5"),
        ("optimal, list", {"prices/moon": 5}, "the task has no row 'moon'"),
        ("optimal, list", {"prices/car:0": 5}, "the task has no row 'car:0'"),
        ("optimal, list", {"proof/rows": ["moon"]}, "the task has no row 'moon'"),
        ("optimal, list", {"proof/rows": "nights"}, "proof.rows is not a list of texts"),
        ("optimal, list", {"proof/max": [0]}, "proof.max is not a list of 5 integers"),
        ("optimal, list", {"proof/gap": -1}, "a gap of -1 does not reach"),
        ("optimal, list", {"proof/tail": {"kind": "tree"}}, "the tail is not a merge"),
        ("optimal, list", {"proof/mode": "guess"}, "unknown proof mode 'guess'"),
        ("optimal, list", {"made_by/when": 5}, "made_by holds something other than texts"),
        ("optimal, list", {"claim/status": "guessed"}, "unknown claim 'guessed'"),
        ("optimal, bound", {"claim/status": "bound"}, "claim has no 'bound'"),
        ("budget, bound", {"claim/budget": 99_999}, "the budget is 100000, not 99999"),
        ("budget, bound", {"plan": {"day1": {}}}, "a claim of infeasibility has no plan"),
        ("budget, bound", {"claim/cause": "persona"}, "persona holds only where a component is empty"),
        ("budget, bound", {"claim/cause": "fate"}, "unknown cause 'fate'"),
        ("budget, bound", {"claim/witness": {"component": "leg:0", "scanned": 1}}, "no component is empty"),
        ("budget, bound", {"claim/without": []}, "claim.without belongs"),
        ("budget, bound", {"claim/without": ["car", "car"]}, "claim.without belongs"),
        ("budget, bound", {"claim/without": ["sleep"]}, "the task has no requirement 'sleep'"),
        ("budget, bound", {"claim/without": ["budget"]}, "the budget is 1000000000000, not 100000"),
        ("time", {"claim/budget": 400_000}, "a claim about time names no budget"),
        ("entity", {"claim/cause": "budget", "claim/budget": 153_000}, "the first empty component is name:0"),
        ("entity", {"claim/witness/scanned": 5}, "the witness is not name:0 with 6 records"),
        ("entity", {"claim/witness/component": "leg:0"}, "the witness is not name:0 with 6 records"),
        ("entity", {"scale": 1}, "an empty component needs no prices and no budget"),
        (
            "budget, floor",
            {"claim/cause": "time", "claim/budget": None},
            "name:0 is empty, so time is not the cause",
        ),
        ("entity", {"claim/beside": ["name:0"]}, "claim.beside is not the list"),
        ("time, after others", {"claim/beside": ["name:1"]}, "claim.beside is not the list"),
    ],
)
def test_a_claim_must_be_of_one_piece(kind, changes, reason):
    """What contradicts itself, or the task, is refused with a sentence that says so."""
    honest = case(kind)
    certificate = honest.copy()
    for place, value in changes.items():
        *path, last = place.split("/")
        node = certificate
        for key in path:
            node = node[key]
        if value is None:
            del node[last]
        else:
            node[last] = value
    assert refusal(certificate, honest.task, honest.kb).startswith(reason)


def test_a_plan_where_a_component_is_empty_is_refused():
    """Whoever proves a plan optimal has shown that there is one."""
    honest, plan = case("entity"), case("optimal, list with cars")
    certificate = {**plan.certificate, "task": honest.certificate["task"]}
    assert refusal(certificate, honest.task, honest.kb).startswith("the plan is refused")


def test_an_optimum_may_not_be_lowered_by_a_cent():
    """A plan that costs a cent more than it must be shown to cost is not proved cheapest."""
    honest = case("optimal, list; bound")
    certificate = honest.copy()
    certificate["claim"]["bound"] += 1
    assert check(honest.certificate, honest.task, honest.kb).value == certificate["claim"]["value"]
    assert refusal(certificate, honest.task, honest.kb)
    certificate["claim"]["bound"] -= 2
    assert check(certificate, honest.task, honest.kb).value == certificate["claim"]["value"] - 1


def test_a_budget_of_exactly_the_optimum_is_not_too_small():
    """The proof that 1244.99 does not suffice proves nothing of 1245.00."""
    honest = case("budget, list")
    task = replace(honest.task, budget_cents=124_500)
    task = replace(task, source=official_source(task))
    certificate = honest.copy()
    certificate["task"]["sha256"] = task.sha256
    certificate["claim"]["budget"] = 124_500
    assert refusal(certificate, task).startswith("a gap of")
    certificate["proof"]["gap"] += certificate["scale"]
    assert refusal(certificate, task) == "listed elements combine to -124500"


@pytest.mark.parametrize("cents", [0, -1, 10**15])
@pytest.mark.parametrize("stay", [0, -(10**12)])
def test_limits_prove_nothing_unless_every_element_keeps_them(cents, stay):
    """Mode ``none``: the stays are looked at between all flights, whatever the limits of the legs are."""
    honest = case("optimal, list")
    certificate = honest.copy()
    certificate["claim"] |= {"status": "bound", "bound": 10**9 + cents}
    legs = (-10_000, -5_000, -10_000)
    limits = [3 * legs[0] + 1, stay, 3 * legs[1] + 1, stay, 3 * legs[2] + 1]
    certificate["prices"], certificate["proof"] = {}, {"mode": "none", "limits": limits}
    assert refusal(certificate, honest.task, honest.kb)


def test_limits_that_every_element_keeps_are_a_proof():
    """Mode ``none`` with the best of each component: the same bound as by prices."""
    honest = case("optimal, bound")
    components = trek.build(honest.task, honest.kb, "gold@1", "cheapest", Work())
    prices = {"nights": honest.certificate["prices"]["nights"]}
    known, limits = {}, []
    for name in components.listing:
        known[name] = list(components.listed(name, prices, 1, -(10**15), frozenset(prices), known))
    for name in components.names:
        limits.append(max(reduced(item, prices, 1) for item in known[name]))
    proof = {"mode": "none", "limits": limits}
    assert check({**honest.certificate, "proof": proof}, honest.task, honest.kb).decision is Decision.ACCEPTED
    for k in range(len(limits)):
        lower = [limit - (i == k) for i, limit in enumerate(limits)]
        certificate = {**honest.certificate, "proof": {"mode": "none", "limits": lower}}
        assert "has an element above its limit" in refusal(certificate, honest.task, honest.kb)


@pytest.mark.parametrize("objective", ["cheapest", "any", "floor"])
def test_a_price_of_the_bill_does_not_prove_that_time_is_short(objective):
    """That no trip exists at any price is another claim than that none is cheap enough."""
    honest = case("budget, bound")
    certificate = {
        **honest.certificate,
        "objective": objective,
        "claim": {"status": "infeasible", "cause": "time"},
        "prices": {"official": 1},
        "proof": {"mode": "bound"},
    }
    assert "does not stay below 0" in refusal(certificate, honest.task, honest.kb)


def test_points_do_not_prove_that_a_budget_is_short(monkeypatch):
    """A budget is in cents: that no trip has so many points says nothing about it."""
    honest = case("budget, bound")
    monkeypatch.setattr(trek.Trek, "target", lambda _, bound: bound + 1)
    reason = refusal(honest.certificate, honest.task, honest.kb)
    assert reason == "a claim about the budget needs an objective that counts cents"


@pytest.mark.parametrize("objective", ["cheapest", "any"])
def test_nothing_is_proved_of_a_city_that_is_two_stops(objective):
    """One visit may do for both stays, so the stays are no components."""
    task = isles_task(stops=("Anvil", "Brine", "anvil"), days=6, budget_cents=1, required_hotels=())
    certificate = {
        **case("budget, bound").certificate,
        "task": {"id": task.task_id, "sha256": task.sha256},
        "objective": objective,
        "claim": {"status": "infeasible", "cause": "budget", "budget": 1},
    }
    assert refusal(certificate, task).startswith("one city is two stops")


@pytest.mark.parametrize("objective", ["cheapest", "any", "best@1"])
def test_nothing_is_proved_where_another_city_is_opened(objective):
    """The official reader opens San Jose for it, the strict one San José: both have to be the same."""
    task = isles_task(stops=("san josé",), budget_cents=1, required_hotels=(), required_attractions=())
    certificate = {
        **case("budget, bound").certificate,
        "task": {"id": task.task_id, "sha256": task.sha256},
        "objective": objective,
        "claim": {"status": "infeasible", "cause": "budget", "budget": 1},
    }
    reason = refusal(certificate, task)
    assert reason == "'san josé' opens the tables of 'San Jose', another city: nothing is proved"


def test_a_limit_of_work_ends_without_an_answer():
    """Neither accepted nor refused: nobody has looked at everything."""
    honest = case("optimal, list")
    answer = check(honest.certificate, honest.task, honest.kb, work_limit=20)
    assert (answer.decision, answer.reason) == (Decision.UNPROVED, "more than 20 steps")
    assert answer.status == ""
    assert answer.work == 21


# ----------------------------------------------------------------------------------------------------- files


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (b"{", "is not JSON"),
        (b"\xff", "is not JSON"),
        (b'{"a": NaN}', "is no number of JSON"),
        (b'{"a": -Infinity}', "is no number of JSON"),
        (b'{"a": 1, "a": 2}', "an object has a key twice"),
        (b'{"a": ' + b"9" * 5000 + b"}", "is not JSON"),
        (b"[" * 200_000, "is not JSON"),
        (b" " * (MAX_BYTES + 1), "is larger than 1000000 bytes"),
    ],
)
def test_a_text_that_cannot_be_read_is_one_error(text, message):
    """Size, encoding, syntax, numbers and repeated keys."""
    with pytest.raises(InputError, match=message):
        load(text)


def test_a_certificate_is_small_and_plain():
    """A few kilobytes of JSON; all numbers outside of the plan are integers."""
    for kind in KINDS:
        certificate = case(kind).certificate
        text = json.dumps(certificate).encode()
        assert len(text) < 5000
        assert load(text) == certificate
        for path in paths(certificate):
            node = certificate
            for key in path:
                node = node[key]
            assert path[:1] == ("plan",) or not isinstance(node, float)


def test_a_fault_of_the_checker_is_a_refusal(monkeypatch):
    """If all else fails nothing is accepted, and the batch goes on."""
    honest = case("optimal, list")
    monkeypatch.setattr(trek.Trek, "listed", lambda *about: [][0])
    answer = check(honest.certificate, honest.task, honest.kb)
    assert (answer.decision, answer.reason) == (Decision.REFUSED, "the checker ran into IndexError")
