"""Scoring texts: one call for bytes, texts and objects, under either rule set, and a report for anything."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.worlds import edited, isles, isles_plan, isles_task

from planassay import score
from planassay.kb.errors import InputError
from planassay.kb.lookup import lookup
from planassay.verifier.official import assess
from planassay.verifier.official.trek import submission
from planassay.verifier.report import ParseStatus
from planassay.verifier.score import MAX_BYTES, RULESETS
from planassay.verifier.strict import check

TEXT = json.dumps(isles_plan())
FORMS = {"bytes": TEXT.encode(), "text": TEXT, "object": isles_plan()}


@pytest.mark.parametrize("answer", FORMS.values(), ids=FORMS)
def test_every_form_of_an_answer_has_the_same_reports(answer):
    """Bytes, text and object of one answer say one thing."""
    assert score(answer, isles_task(), isles()) == check(isles_plan(), isles_task(), isles())
    official = score(answer, isles_task(), isles(), ruleset="official")
    assert official == assess(isles_plan(), isles_task(), isles())


UNREADABLE = {
    "no JSON": b"a plan",
    "no UTF-8": b'{"plan": "\xff"}',
    "nothing": b"",
    "too deep": b'{"plan":' * 200_000,
    "too many digits": b'{"plan": ' + b"9" * 5000 + b"}",
    "too large": b" " * (MAX_BYTES + 1),
}


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize("text", UNREADABLE.values(), ids=UNREADABLE)
def test_what_cannot_be_read_has_a_report_that_says_so(text, ruleset):
    """Under both rule sets, with a violation that says what was found."""
    report = score(text, isles_task(), isles(), ruleset=ruleset)
    assert report.parse is ParseStatus.UNREADABLE
    assert not report.task_perfect
    assert [violation.pointer for violation in report.violations] == [""]


def test_an_answer_of_the_largest_size_is_read():
    """The cap lies just above what is read."""
    answer = TEXT.encode().ljust(MAX_BYTES)
    assert score(answer, isles_task(), isles()).task_perfect
    assert score(answer, isles_task(), isles(), ruleset="official").task_perfect


def test_an_unreadable_text_is_scored_officially_as_a_failed_run():
    """The scores are those of an answer on which the published evaluator fails."""
    report = score("a plan", isles_task(), isles(), ruleset="official")
    assert report.scores == assess(None, isles_task(), isles()).scores


@pytest.mark.parametrize(
    "name", ["\ud800", "Hotel \udfff\ud800", "x" * 100_000], ids=["half", "halves", "endless"]
)
@pytest.mark.parametrize("ruleset", RULESETS)
def test_every_report_can_be_written_down(name, ruleset):
    """Half characters, which JSON can spell and no text may hold, are spelled out; long names are cut."""
    answer = edited(isles_plan(), {"/plan/day1/hotel/name": name, "/plan/day1/flights/0/flight_number": name})
    report = score(json.dumps(answer), isles_task(), isles(), ruleset=ruleset)
    written = report.model_dump_json()
    assert not report.task_perfect
    assert len(written) < 20_000


def test_what_answers_name_is_not_remembered_without_end():
    """Keys and names of any length are read, and only short ones are kept for the next answer."""
    long = "z" * 5000
    answer = edited(isles_plan(), {"/plan/day1/current_city": long, f"/plan/day1/hotel/{long}": 1})
    kb = isles()
    score(answer, isles_task(), kb)
    score(answer, isles_task(), kb, ruleset="official")
    assert all(len(text) < 5000 for _, text in kb._resolved)
    assert all(len(text) < 5000 for text in lookup(kb)._places)
    assert all(len(key) < 5000 for keys in submission._LOWER_KEYS for key in keys)


def test_an_unknown_rule_set_is_refused():
    """It is named, and so are those there are."""
    with pytest.raises(InputError, match="'lenient': is no rule set to score by; known: strict, official"):
        score(TEXT, isles_task(), isles(), ruleset="lenient")


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
)


@given(st.one_of(st.text(), st.binary(), JSON.map(json.dumps)), st.sampled_from(RULESETS))
def test_no_text_raises(text, ruleset):
    """Anything at all has a report that can be written down."""
    assert score(text, isles_task(), isles(), ruleset=ruleset).model_dump_json()
