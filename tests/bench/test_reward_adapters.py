"""Rewards as training frameworks call them: signatures, keys, pickles, and what is missed at once."""

import inspect
import json
import pickle
import sys
from importlib import import_module

import pytest
from tests.worlds import edited, isles, isles_plan, isles_task

from planassay.bench.adapters.trl import TrlReward, last_words
from planassay.bench.adapters.verl import VerlBatchReward, VerlReward
from planassay.kb.errors import InputError
from planassay.kb.formats.trek import slice_gold, slice_tasks, task_line
from planassay.verifier.reward import OFFICIAL

GOOD = f"Here: {json.dumps(isles_plan())}"
LATE = json.dumps(edited(isles_plan(), {"/plan/day1/attractions/0/visit_start": "13:30"}))
TASK = json.dumps(task_line(isles_task()))


@pytest.fixture
def of_slice(trek_slice):
    """Return a gold answer of the slice as text, and its task as text."""
    pairs = zip(slice_gold(trek_slice), slice_tasks(trek_slice), strict=True)
    answer, task = next((answer, task) for answer, task in pairs if answer["is_feasible"])
    return json.dumps(answer), json.dumps(task_line(task))


def test_verl_is_told_a_score_and_the_same_keys_for_every_sample():
    """One by one and as a batch, by keyword as its managers call."""
    one = VerlReward(isles(), shaping="graded")
    told = [
        one(data_source="trek", solution_str=text, ground_truth=TASK, extra_info={"index": 3})
        for text in (GOOD, LATE, "I do not know.")
    ]
    assert [scores["score"] for scores in told] == [1.0, 0.5 * 13 / 14, -0.5]
    assert len({tuple(scores) for scores in told}) == 1
    assert all(isinstance(value, float) for scores in told for value in scores.values())
    batch = VerlBatchReward(isles(), shaping="graded")
    texts = [GOOD, LATE, "I do not know."]
    assert batch(["trek"] * 3, texts, [TASK] * 3, [None] * 3) == told


def test_signatures_are_those_of_the_frameworks():
    """Names and order of what is handed over."""
    expected = {
        VerlReward: ["data_source", "solution_str", "ground_truth", "extra_info", "kwargs"],
        VerlBatchReward: ["data_sources", "solution_strs", "ground_truths", "extra_infos", "kwargs"],
        TrlReward: ["prompts", "completions", "completion_ids", "columns"],
    }
    for made, names in expected.items():
        assert list(inspect.signature(made(isles())).parameters) == names
    assert [made(isles()).__name__ for made in expected] == [
        "compute_score",
        "compute_score_batch",
        "planassay",
    ]


def test_verl_may_name_another_shaping_in_its_configuration():
    """What ``reward_kwargs`` say comes with each call."""
    reward = VerlReward(isles())
    assert reward("trek", LATE, TASK, None, shaping="graded")["score"] == 0.5 * 13 / 14
    with pytest.raises(InputError, match="'lenient': is no shaping; known: strict, official, gold, graded"):
        reward("trek", LATE, TASK, None, shaping="lenient")
    with pytest.raises(InputError, match="7: is no name of a shaping"):
        reward("trek", LATE, TASK, None, shaping=7)


@pytest.mark.parametrize("name", ["compute_score", "compute_score_batch"])
def test_verl_finds_its_function_by_name_over_the_named_knowledge_base(
    name, monkeypatch, trek_slice, of_slice
):
    """It is made when it is asked for, once, and without a knowledge base asking for it fails."""
    monkeypatch.delitem(sys.modules, "planassay.bench.adapters.verl")
    module = import_module("planassay.bench.adapters.verl")
    monkeypatch.delenv("PLANASSAY_KB", raising=False)
    with pytest.raises(InputError, match="set PLANASSAY_KB"):
        getattr(module, name)
    monkeypatch.setenv("PLANASSAY_KB", str(trek_slice))
    function = getattr(module, name)
    assert function is getattr(module, name)
    text, task = of_slice
    many = name.endswith("batch")
    scores = function(
        *([[x] for x in ("", text, task, None)] if many else ("", text, task)), shaping="official"
    )
    assert (scores[0] if many else scores)["score"] == 1.0
    assert not hasattr(module, "compute_scores")


def test_rewards_travel_to_other_processes(trek_slice, of_slice):
    """As the path of their knowledge base."""
    text, task = of_slice
    verl = pickle.loads(pickle.dumps(VerlReward(trek_slice, shaping=OFFICIAL)))
    trl = pickle.loads(pickle.dumps(TrlReward(trek_slice, shaping="official", column="truth")))
    assert verl("", text, task)["score"] == 1.0
    assert trl([""], [text], truth=[task]) == [1.0]


def test_trl_is_told_one_number_for_each_completion():
    """Of texts and of conversations; None where a row has no task."""
    reward = TrlReward(isles(), tasks={"isles": isles_task()})
    talk = [{"role": "assistant", "content": LATE}, {"role": "tool", "content": "{}"}]
    talk += [{"role": "assistant", "content": GOOD}, {"role": "user", "content": "Thanks."}]
    completions = [GOOD, talk, LATE, "x", GOOD]
    tasks = [TASK, task_line(isles_task()), isles_task(), "isles", None]
    assert reward(["p"] * 5, completions, [[1]] * 5, task=tasks, trainer_state=None) == [
        1.0,
        1.0,
        0.0,
        0.0,
        None,
    ]


@pytest.mark.parametrize(
    ("columns", "message"),
    [
        ({}, "no column of tasks named 'task'"),
        ({"task": [5]}, "5: is no task"),
        ({"task": ["x"]}, "is no JSON"),
    ],
)
def test_trl_data_without_tasks_is_an_error(columns, message):
    """It is the data that is wrong, not a completion."""
    with pytest.raises(InputError, match=message):
        TrlReward(isles())(["p"], [GOOD], **columns)


def test_a_task_that_json_cannot_say_is_an_error():
    """Objects of a data set may hold anything."""
    with pytest.raises(InputError, match="cannot be read as a task"):
        TrlReward(isles())(["p"], [GOOD], task=[{"query": {1, 2}}])


@pytest.mark.parametrize(
    ("messages", "text"),
    [
        ([], ""),
        ([{"role": "user", "content": "x"}], ""),
        ([{"role": "assistant", "content": None}], ""),
        ([{"role": "assistant", "content": [{"type": "text", "text": "a"}, {"type": "image"}, "b"]}], "a"),
        ([{"content": "x"}, {"role": "assistant", "content": "y"}], "y"),
    ],
)
def test_the_last_words_of_the_assistant(messages, text):
    """Whatever the messages hold, the last of the assistant counts."""
    assert last_words(messages) == text
