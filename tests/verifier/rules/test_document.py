"""Whatever of an answer does not read as part of a plan is a violation of its own kind."""

import pytest
from tests.worlds import broken, isles, isles_task, judged

from planassay.kb.plan import FaultKind
from planassay.verifier.strict import check

DAY = "/plan/day1"
CHECK_IN = f"{DAY}/hotel/check_in"
PRICE = f"{DAY}/hotel/price_per_night"


@pytest.mark.parametrize(
    ("changes", "rules"),
    [
        ({CHECK_IN: "17:00:59"}, []),
        ({CHECK_IN: "71:59"}, []),
        ({CHECK_IN: "72:00"}, ["document/bad-clock"]),
        ({CHECK_IN: "17"}, ["document/bad-clock"]),
        ({CHECK_IN: 1700}, ["document/bad-clock"]),
        ({PRICE: "100.00"}, []),
        ({PRICE: "one hundred"}, ["document/bad-number"]),
        ({PRICE: -0.01}, ["document/bad-number"]),
        ({PRICE: float("nan")}, ["document/bad-number"]),
        ({PRICE: float("inf")}, ["document/bad-number"]),
        ({PRICE: True}, ["document/wrong-type"]),
        ({f"{DAY}/hotel/city": ["Anvil"]}, ["document/wrong-type", "entities/unknown-hotel"]),
        ({f"{DAY}/attractions/-": 7}, ["document/wrong-type"]),
        ({f"{DAY}/attractions/-": {"city": "Anvil"}}, ["document/missing-field"]),
        ({f"{DAY}/Hotel": {"name": "Anvil Inn", "city": "Anvil"}}, ["document/ambiguous"]),
        ({f"{DAY}/notes": "bring boots"}, []),
        ({f"{DAY}/notes": ["bring boots"]}, ["document/unknown-field"]),
        ({"/plan/summary": {"total": 1530, "hotels": ["Anvil Crown"]}}, []),
        ({"/plan/summary": {"car": {"car_type": "Van"}}}, ["document/unknown-field"]),
        ({"/plan/day0": {"hotel": "Anvil Inn"}}, ["document/bad-day"]),
        ({"/plan/2025-08-01": {"hotel": "Anvil Inn"}}, ["document/bad-day"]),
        ({"/is_feasible": None}, ["document/missing-field"]),
        ({"/submitted": True}, []),
        ({"/submitted": False}, ["document/not-submitted"]),
        ({"/submitted": None}, ["document/not-submitted"]),
        ({"/error": ""}, []),
        ({"/error": "timeout"}, ["document/not-submitted"]),
        ({f"{DAY}/hotel/name": "Anvil Crown" + "n" * 1000}, ["document/too-large", "lodging/no-bed"]),
    ],
)
def test_a_fault_of_the_reader_is_a_violation_of_its_kind(changes, rules):
    """Each draft that cannot be read names its kind; inert additions name nothing."""
    assert broken(changes) == rules


def test_a_fault_says_where_what_and_what_was_wanted():
    """The violation holds the pointer into the document, the value and the form that was expected."""
    [violation] = judged({PRICE: -0.01}).violations
    assert (violation.pointer, violation.found) == (PRICE, "-0.01")
    assert violation.required == "a finite amount, zero or more"


@pytest.mark.parametrize("answer", ["", "[1, 2", "[]", "7", "null", b"\xff\xfe{}", "[" * 100_000, "9" * 5000])
def test_what_cannot_be_read_at_all_breaks_nothing_but_the_document(answer):
    """An unreadable answer has one violation: no rule speaks of days that nobody could see."""
    report = check(answer, isles_task(), isles())
    assert report.parse == "unreadable"
    [violation] = report.violations
    assert violation.rule.startswith("document/")
    assert report.scores["document"] == 0
    assert {score for name, score in report.scores.items() if name != "document"} == {None}


def test_every_kind_of_fault_has_its_rule():
    """A kind that is added to the reader is a rule at once."""
    assert {kind.value for kind in FaultKind} >= {"not-json", "too-deep", "ambiguous", "not-submitted"}
