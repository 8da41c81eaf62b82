"""What counts as the answer in a text: one draft, found the same way every time, and never repaired."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.worlds import isles_plan

from planassay.verifier import extraction
from planassay.verifier.extraction import MAX_CHARACTERS, Outcome, extract

DRAFT = json.dumps(isles_plan())
OTHER = json.dumps({"is_feasible": False, "refusal_reason": "No flight.", "plan": {}})
TOOL = '{"name": "search_flights", "arguments": {"departure_city": "Haven"}}'

FOUND = {
    "bare": DRAFT,
    "in prose": f"Here is the plan. {DRAFT} Have a good trip!",
    "in a fence": f"Sure:\n```json\n{DRAFT}\n```\nDone.",
    "in a fence without a language": f"```\n{DRAFT}\n```",
    "in tags": f"I am done. <answer>{DRAFT}</answer>",
    "in tags of another case": f"<Plan>{DRAFT}</PLAN>",
    "in a fence in tags": f"<answer>\n```json\n{DRAFT}\n```\n</answer>",
    "in a tag that a stop text cut off": f"<answer>{DRAFT}",
    "after a thought": f"<think>Perhaps {OTHER}?</think>{DRAFT}",
    "after a thought that began in the prompt": f"so be it {OTHER} no.</think>{DRAFT}",
    "before a thought that does not end": f"{DRAFT}<think>or {OTHER}",
    "between thoughts": f"<thinking>a</thinking>{OTHER}<thinking>b</thinking>{DRAFT}",
    "in tags, another outside them": f"{OTHER} <answer>{DRAFT}</answer> {OTHER}",
    "after calls of tools": f"{TOOL}\n{TOOL}\n{DRAFT}",
    "after braces that mean nothing": f"Let {{x}} be {{ y: 1 }} and {{}}: {DRAFT}",
    "after an object that never ends": f'{{"plan": {{"day1": \n\n{DRAFT}',
    "twice the same": f"{DRAFT}\n\nAs I said:\n{DRAFT}",
    "twice the same, keys in another order": f"{json.dumps(isles_plan(), sort_keys=True)} {DRAFT}",
}


@pytest.mark.parametrize("text", FOUND.values(), ids=FOUND)
def test_the_one_draft_is_found_as_it_stands(text):
    """Whatever stands around it, the draft comes out in its own letters."""
    assert extract(text) == extract(text)
    assert extract(text).outcome is Outcome.FOUND
    assert extract(text).draft == DRAFT


REFUSED = {
    "nothing": ("", Outcome.NONE),
    "prose": ("There is no such plan.", Outcome.NONE),
    "a call of a tool": (TOOL, Outcome.NONE),
    "days without an answer around them": (json.dumps(isles_plan()["plan"]), Outcome.NONE),
    "cut off": (DRAFT[:-1], Outcome.NONE),
    "only thought": (f"<think>{DRAFT}</think>", Outcome.NONE),
    "a thought that does not end": (f"<think>{DRAFT}", Outcome.NONE),
    "outside empty tags": (f"{DRAFT}<answer></answer>", Outcome.NONE),
    "two drafts": (f"{DRAFT} or {OTHER}", Outcome.SEVERAL),
    "two drafts in tags": (f"<answer>{DRAFT}</answer><answer>{OTHER}</answer>", Outcome.SEVERAL),
    "two fences": (f"```json\n{OTHER}\n```\n```json\n{DRAFT}\n```", Outcome.SEVERAL),
    "one and true": ('{"plan": 1} {"plan": true}', Outcome.SEVERAL),
    "too long": (" " * (MAX_CHARACTERS + 1), Outcome.TOO_LARGE),
    "a tangle": ('{"plan":{"a":[' * 10_000, Outcome.TANGLED),
}


@pytest.mark.parametrize(("text", "outcome"), REFUSED.values(), ids=REFUSED)
def test_what_is_no_single_draft_is_refused(text, outcome):
    """No draft, a draft that does not end, and drafts that differ have one name each."""
    assert extract(text).outcome is outcome
    assert extract(text).draft == ""


def test_a_text_of_the_longest_length_is_read():
    """The cap lies just above what is read."""
    assert extract(DRAFT + " " * (MAX_CHARACTERS - len(DRAFT))).outcome is Outcome.FOUND


class Counting:
    """A decoder that counts what it reads."""

    def __init__(self) -> None:
        self.read = self.attempts = 0

    def raw_decode(self, text, start):
        """Read as Python's own decoder does."""
        self.attempts += 1
        try:
            value, end = json.JSONDecoder().raw_decode(str(text), start)
        except json.JSONDecodeError as error:
            self.read += error.pos - start
            raise
        except RecursionError:
            self.read += len(text) - start
            raise
        self.read += end - start
        return value, end


@pytest.mark.parametrize(
    "unit",
    ["{", '{"', '{"a":', '{"a":{', '{"a":"', '{"plan":[', "<answer>", "<think>", '"\\', "{ ", '{"a":0}'],
)
def test_no_text_is_read_more_than_a_few_times_over(monkeypatch, unit):
    """Neither what is read nor how often reading starts grows faster than the text."""
    decoder = Counting()
    monkeypatch.setattr(extraction, "_DECODER", decoder)
    text = unit * (60_000 // len(unit))
    extract(text)
    assert decoder.read <= 6 * len(text) + 10_000
    assert decoder.attempts <= len(text) // 7 + 1000


PIECES = st.sampled_from(
    [
        DRAFT,
        OTHER,
        TOOL,
        "<think>",
        "</think>",
        "<answer>",
        "</answer>",
        "```json\n",
        "```",
        "{",
        "}",
        '"',
        "x",
    ]
)


@given(st.lists(st.one_of(PIECES, st.text(max_size=4)), max_size=12).map("".join))
def test_what_is_found_is_a_part_of_the_text(text):
    """Nothing is added: a draft is JSON, an object, and stands in the text letter by letter."""
    found = extract(text)
    assert (found.outcome is Outcome.FOUND) == bool(found.draft)
    if found.draft:
        assert found.draft in text
        assert isinstance(json.loads(found.draft), dict)
