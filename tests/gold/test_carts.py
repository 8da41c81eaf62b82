"""Carts judged, made with their answers, and audited."""

import json
from dataclasses import replace

import pytest
from tests.shops import ERRAND, MINI, shelves

from planassay.gold.audit.carts import audit_case
from planassay.gold.carts import best_cart, judge_cart
from planassay.gold.shop import answered_cases
from planassay.kb.errands import Window
from planassay.kb.errors import InputError
from planassay.kb.formats.deepplanning_shopping import Case, iter_cases, read_cases
from planassay.kb.goods import CouponRule
from planassay.kb.verdict import Status
from planassay.solver.cart import solve_cart
from planassay.verifier.official.deepplanning_shopping import evaluate_or_error

CASES = read_cases(MINI / "mini_db")


@pytest.mark.parametrize("rule", list(CouponRule))
def test_a_cart_is_optimal_only_with_a_proof(rule):
    """Accepted: optimal. Without a certificate, or with one of another claim: not."""
    judged = best_cart(ERRAND, shelves(), rule=rule)
    assert judged.status is Status.OPTIMAL
    claim = judged.claim
    assert judge_cart(replace(claim, certificate=None), ERRAND, shelves()).status is Status.UNKNOWN
    value = {**claim.certificate["claim"], "value": claim.price_cents - 1}
    lied = replace(claim, certificate={**claim.certificate, "claim": value})
    assert judge_cart(lied, ERRAND, shelves()).status is Status.UNPROVED
    assert judge_cart(claim, replace(ERRAND, task_id="other"), shelves()).status is Status.UNPROVED


def test_no_cart_in_the_range_is_proved():
    """The range is asked for: a cart outside it does not make the errand possible."""
    judged = best_cart(replace(ERRAND, window=Window(1, 2)), shelves())
    assert judged.status is Status.INFEASIBLE
    assert not judged.claim.in_window
    assert (
        "no cart in the range" in judged.claim.reasons[0] or "budget insufficient" in judged.claim.reasons[0]
    )


def test_made_cases_have_one_expected_cart():
    """It is the only optimum, and the published evaluator gives it full marks."""
    made = list(answered_cases(2, seed=3, products=30))
    assert [(case.level, case.number) for case in made] == [(1, 1), (1, 2), (2, 1), (2, 2), (3, 1), (3, 2)]
    for case in made:
        found = audit_case(Case(case.level, case.number, case.errand, case.shelves, case.files))
        tool = found.findings[CouponRule.TOOL]
        assert (tool.ties, tool.excess_cents, tool.expected_faults) == (1, 0, ())
        assert found.agrees
        assert found.read.is_complete
        cart = json.dumps(solve_cart(case.errand, case.shelves).document).encode()
        done = json.dumps({"messages": [{"role": "assistant", "content": "Done."}]}).encode()
        files = replace(case.files, cart=cart, messages=done)
        assert evaluate_or_error("case", files)["case_score"] == 1.0
    assert [c.files for c in answered_cases(1, seed=3, products=30)] == [c.files for c in made[::2]]


def test_the_audit_tells_what_depends_on_the_reading_of_coupons():
    """Of the mini cases only those with coupons, and there the sequential reading is cheaper."""
    found = [audit_case(case) for case in CASES]
    assert [one.depends_on_rule for one in found] == [False] * 4 + [True] * 2
    assert all(one.agrees and one.read.is_complete and not one.unread for one in found)
    last = found[-1].findings
    assert last[CouponRule.TOOL].excess_cents == last[CouponRule.SCOPED].excess_cents == 0
    assert last[CouponRule.SEQUENTIAL].excess_cents == 24_000


def test_the_audit_tells_a_wrong_answer_and_a_request_that_cannot_be_read():
    """Each fault of a case by itself."""
    case = CASES[0]
    truth = json.loads(case.files.validation)
    truth["ground_truth_products"] = truth["ground_truth_products"][1:]
    cut = replace(case, files=replace(case.files, validation=json.dumps(truth).encode()))
    assert audit_case(cut).findings[CouponRule.TOOL].expected_faults == ("products/missing",)
    text = case.errand.text.rstrip(".") + ", and 77 of the usual gizmos with 9 knobs."
    odd = replace(case, errand=replace(case.errand, text=text))
    assert audit_case(odd).unread
    for nothing in (b"", b"[]", b"{", b'{"ground_truth_products": 3}'):
        bare = replace(case, files=replace(case.files, validation=nothing))
        assert audit_case(bare).findings[CouponRule.TOOL].expected_cents is None


def test_cases_without_a_manifest_are_read_from_their_requests(tmp_path):
    """As in the official database; what cannot be read is told by its file, the others are yielded."""
    for case in answered_cases(1, seed=5, products=30):
        place = tmp_path / f"database_level{case.level}" / f"case_{case.number}"
        place.mkdir(parents=True)
        (place / "products.jsonl").write_bytes(case.files.products)
        (place / "user_info.json").write_bytes(case.files.user)
        (place / "validation_cases.json").write_bytes(case.files.validation)
    made = list(answered_cases(1, seed=5, products=30))
    read = read_cases(tmp_path)
    for one, case in zip(read, made, strict=True):
        assert (one.level, one.number, one.errand.task_id) == (case.level, case.number, case.errand.task_id)
        assert [set(r.wishes) for r in one.errand.requirements] == [
            set(r.wishes) for r in case.errand.requirements
        ]
        assert one.errand.window == case.errand.window
    (tmp_path / "database_level1" / "case_1" / "validation_cases.json").write_text("{}")
    (tmp_path / "database_level2" / "case_1" / "products.jsonl").write_text("{}\n")
    found = list(iter_cases(tmp_path))
    faults = [str(one) for one in found if isinstance(one, InputError)]
    assert len(found) == 3
    assert ["case_1" in fault for fault in faults] == [True, True]
    assert "no request that can be read" in faults[0]
    with pytest.raises(InputError, match="no request that can be read"):
        read_cases(tmp_path)
    empty = tmp_path / "empty"
    empty.mkdir()
    with pytest.raises(InputError, match="holds no database_levelN"):
        read_cases(empty)
