"""Rewards in batches: whatever the texts are, the numbers are those of one by one."""

import json
import sys
from random import Random

import pytest
from tests.worlds import isles, isles_plan, isles_task

from planassay.bench.speed.damage import damaged
from planassay.bench.speed.journeys import journeys
from planassay.kb.errors import InputError
from planassay.kb.formats.trek import parts
from planassay.kb.store import open_store, write_store
from planassay.kb.worlds.trek import build
from planassay.verifier.reward import SHAPINGS, Rewarder, Shaping

SEED = 5
ODD = [
    "",
    "I do not know.",
    '{"plan": {}} {"plan": {"day1": {}}}',
    '{"plan": "\ud800"}',
    b"\xff",
    '{"plan":' * 999,
]


@pytest.fixture(scope="module")
def rewarder(tmp_path_factory):
    """Return a rewarder over a made world, in a store."""
    path = tmp_path_factory.mktemp("rewards") / "kb"
    write_store(path, "trek", list(parts(build("small", SEED).source)))
    return Rewarder(open_store(path))


@pytest.fixture(scope="module")
def asked(rewarder):
    """Return texts and tasks: a fifth are whole plans, most are damaged ones, some are no plans."""
    drawn = journeys(rewarder.kb, 40, SEED)
    answers = [journey.answer for journey in drawn]
    draw = Random(SEED)
    texts, tasks = [], []
    for number in range(300):
        journey = drawn[number % len(drawn)]
        answer = journey.answer if draw.random() < 0.2 else damaged(journey.answer, answers, draw)
        text = f"<think>Hm.</think>Here:\n```json\n{json.dumps(answer)}\n```"
        texts.append(text.encode() if draw.random() < 0.5 else text)
        tasks.append(journey.task)
    return [*texts, *ODD], [*tasks, *tasks[: len(ODD)]]


@pytest.mark.parametrize("shaping", [*SHAPINGS, Shaping(("official", "strict"), partial=0.75, unreadable=-1)])
def test_many_rewards_are_those_of_one_by_one(rewarder, asked, shaping):
    """To the last bit, with all numbers for logs."""
    texts, tasks = asked
    expected = [rewarder(text, task, shaping=shaping).marks for text, task in zip(texts, tasks, strict=True)]
    assert rewarder.many(texts, tasks, shaping=shaping) == expected
    assert 0 < sum(marks.is_perfect for marks in expected) < len(texts)


def test_few_texts_are_scored_one_by_one(monkeypatch):
    """A batch that is not worth it loads nothing; the numbers are the same."""
    monkeypatch.setitem(sys.modules, "planassay.verifier.reward_batch", None)
    rewarder = Rewarder(isles())
    good = json.dumps(isles_plan())
    assert [marks.reward for marks in rewarder.many([good, "x"], [isles_task()] * 2)] == [1.0, 0.0]


def test_every_text_needs_a_task():
    """One for each."""
    with pytest.raises(InputError, match="2 texts need as many tasks, not 1"):
        Rewarder(isles()).many(["", ""], [isles_task()])
