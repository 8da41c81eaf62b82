"""The published evaluator of the shopping domain: what it counts and what it forgives."""

import pytest
from tests.shops import CROSS_30, SAME_60, as_bytes

from planassay.kb.formats.deepplanning_shopping import CaseFiles
from planassay.verifier.official.deepplanning_shopping import evaluate_or_error, summarize
from planassay.verifier.official.deepplanning_shopping.evaluator import is_completed

DONE = {"messages": [{"role": "user"}, {"role": "assistant", "content": "done"}]}
TRUTH = {
    "query": "q",
    "ground_truth_products": [{"product_id": "a", "name": "A"}, {"product_id": "b"}],
    "ground_truth_coupons": {SAME_60: 2},
}
ROW = {"coupon_name": SAME_60, "quantity": 2}


def items(*names):
    """Return cart rows of products."""
    return [{"product_id": name, "name": name.upper(), "quantity": 1, "price": 1.5} for name in names]


def result(cart=..., truth=TRUTH, messages=DONE):
    """Return what is said of a case; by default of the right cart."""
    if cart is ...:
        cart = {"items": items("a", "b"), "used_coupons": [ROW]}
    files = [None if value is None else as_bytes(value) for value in (cart, truth, messages)]
    return evaluate_or_error("case_7", CaseFiles(cart=files[0], validation=files[1], messages=files[2]))


def test_the_right_cart():
    """Everything that is said of it."""
    assert result() == {
        "case_name": "case_7",
        "success": True,
        "score": 1.0,
        "case_score": 1.0,
        "matched_count": 3,
        "expected_count": 3,
        "extra_products_count": 0,
        "matched_products": ["a", "b"],
        "unmatched_ground_truth_products": [],
        "extra_products": [],
        "query": "q",
        "ground_truth_products": TRUTH["ground_truth_products"],
        "matched_coupons": [{**ROW, "expected_quantity": 2, "match": True}],
        "ground_truth_coupons": [{"coupon_name": SAME_60, "expected_quantity": 2}],
        "coupon_score": 1.0,
        "is_completed": True,
    }


def test_a_wrong_cart():
    """What is missing and what is too much is listed, each by its own rule."""
    cart = {
        "items": [*items("a", "x", "x"), {"product_id": None}, {"name": "n"}, {"product_id": "y"}],
        "used_coupons": [{"coupon_name": CROSS_30, "quantity": 1}, {"quantity": "1"}],
    }
    found = result(cart)
    assert (found["matched_count"], found["expected_count"], found["case_score"]) == (1, 3, 0.0)
    assert found["score"] == 1 / 3
    assert found["unmatched_ground_truth_products"] == [{"product_id": "b", "name": ""}]
    assert [row["product_id"] for row in found["extra_products"]] == ["x", "x", "y"]
    assert found["extra_products"][2] == {"product_id": "y", "name": "", "quantity": 0, "price": 0}
    assert found["extra_products_count"] == 3
    assert found["matched_coupons"] == [
        {"coupon_name": CROSS_30, "quantity": 1, "expected_quantity": 0, "match": False},
        {"coupon_name": "", "quantity": 1, "expected_quantity": 0, "match": False},
    ]


@pytest.mark.parametrize(
    ("cart", "score", "case_score"),
    [
        ({"items": items("a", "b", "c", "d"), "used_coupons": [ROW]}, 1.0, 1.0),
        ({"items": items("a", "a", "b"), "used_coupons": [ROW]}, 1.0, 1.0),
        (
            {"items": items("a", "b"), "used_coupons": [ROW, {"coupon_name": CROSS_30, "quantity": 1}]},
            1.0,
            1.0,
        ),
        ({"items": items("a"), "used_coupons": [ROW, ROW]}, 1.0, 1.0),
        ({"items": items("a", "b"), "used_coupons": [ROW, ROW]}, 4 / 3, 0.0),
        ({"items": items("a", "b"), "used_coupons": [{**ROW, "quantity": 1}] * 2}, 2 / 3, 0.0),
        ({"items": items("a", "b"), "used_coupons": [{**ROW, "quantity": 2.9}]}, 1.0, 1.0),
        ({"items": items("a", "b"), "used_coupons": [{**ROW, "quantity": "2"}]}, 1.0, 1.0),
        ({"items": items("a", "b"), "used_coupons": [{SAME_60: 2}]}, 2 / 3, 0.0),
        ({"items": items("a", "b")}, 2 / 3, 0.0),
        ({"used_coupons": [ROW]}, 1 / 3, 0.0),
    ],
)
def test_what_counts_as_right(cart, score, case_score):
    """Extras are free, quantities of products too, a repeated coupon row counts twice."""
    found = result(cart)
    assert (found["score"], found["case_score"]) == (score, case_score)


def test_nothing_expected_is_a_score_of_zero_and_a_perfect_case():
    """By the two formulas."""
    found = result({"items": items("a")}, {"query": "q"})
    assert (found["score"], found["case_score"], found["coupon_score"]) == (0.0, 1.0, 0.0)
    assert found["extra_products_count"] == 1


@pytest.mark.parametrize("cart", [None, "", "{}", "[]", "{nonsense", "null", "0"])
@pytest.mark.parametrize("which", ["cart", "truth"])
def test_missing_files(cart, which):
    """Absent, empty and unreadable are one; there are no counts, and the case is not complete."""
    assert result(**{which: cart}) == {
        "case_name": "case_7",
        "success": False,
        "error": "Missing required files",
        "score": 0.0,
        "is_completed": False,
        "details": [],
    }


@pytest.mark.parametrize(
    ("cart", "truth"),
    [
        ("[1]", TRUTH),
        ({"items": None}, TRUTH),
        ({"items": [5]}, TRUTH),
        ({"items": [{"product_id": ["a"]}]}, TRUTH),
        ({"items": [{"product_id": "a"}, {"product_id": 1}]}, TRUTH),
        ({"items": [], "used_coupons": None}, TRUTH),
        ({"items": [], "used_coupons": [{"coupon_name": SAME_60, "quantity": "x"}]}, TRUTH),
        ({"items": [], "used_coupons": [{"coupon_name": SAME_60, "quantity": None}]}, TRUTH),
        ({"items": [], "used_coupons": ["x"]}, TRUTH),
        ({"items": []}, {**TRUTH, "ground_truth_coupons": []}),
        ({"items": []}, {**TRUTH, "ground_truth_coupons": None}),
        ({"items": []}, {**TRUTH, "ground_truth_products": None}),
        ({"items": []}, {**TRUTH, "ground_truth_products": [{"product_id": 1}, {"product_id": "a"}]}),
        ({"items": []}, "[1]"),
    ],
)
def test_where_the_evaluator_stops_the_case_fails(cart, truth):
    """It says why, and there are no counts."""
    found = result(cart, truth)
    assert found.pop("error")
    assert found == {"case_name": "case_7", "success": False, "score": 0.0, "is_completed": False}


@pytest.mark.parametrize(
    ("transcript", "completed"),
    [
        (DONE, True),
        ({"messages": [{"role": "user"}]}, True),
        ({"messages": [{"role": "assistant", "tool_calls": []}]}, True),
        ({"messages": [{"role": "assistant", "tool_calls": None}]}, True),
        ({"messages": [{"role": "assistant", "tool_calls": [{}]}]}, False),
        ({"messages": [{"role": "user", "tool_calls": [{}]}]}, True),
        ({"messages": [{"role": "tool"}]}, False),
        ({"messages": [{}]}, True),
        ({"messages": []}, False),
        ({"messages": None}, False),
        ({"messages": "text"}, False),
        ({"messages": {"a": 1}}, False),
        ({"messages": ["text"]}, False),
        ({}, False),
        ([], False),
        (None, False),
    ],
)
def test_when_a_transcript_is_complete(transcript, completed):
    """It must not end with a tool, nor with a call of one."""
    assert is_completed(transcript) is completed


def test_a_level_counts_its_lost_cases_as_failed_only():
    """They add nothing to what was expected; reports are written for the others."""
    cases = [result(), result(None), result({"items": items("a", "x")}), result("[1]")]
    summary = summarize({**case, "case_name": f"case_{n}"} for n, case in enumerate(cases, start=9))
    statistics = summary["overall_statistics"]
    assert statistics == {
        "total_cases": 4,
        "successful_cases": 1,
        "failed_cases": 3,
        "average_score": 0.25,
        "average_case_score": 0.25,
        "max_score": 1.0,
        "min_score": 0.0,
        "total_matched_products": 4,
        "total_expected_products": 6,
        "total_extra_products": 1,
        "overall_match_rate": 4 / 6,
        "incomplete_cases": 2,
        "incomplete_rate": 0.5,
        "valid": False,
    }
    assert summary["report_files"] == ["case_11_report.json", "case_9_report.json"]
    assert [row["error"] is None for row in summary["case_results"]] == [True, False, True, False]


@pytest.mark.parametrize(("incomplete", "valid"), [(0, True), (1, True), (2, False)])
def test_a_tenth_may_be_incomplete(incomplete, valid):
    """Just that, and no more."""
    cases = [result(messages=None)] * incomplete + [result()] * (10 - incomplete)
    assert summarize(cases)["overall_statistics"]["valid"] is valid


def test_a_level_without_cases():
    """All zero, and valid."""
    statistics = summarize([])["overall_statistics"]
    assert statistics.pop("valid") is True
    assert set(statistics.values()) == {0}
