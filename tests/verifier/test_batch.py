"""The compiled reader and rules against their slow twin, the single-plan verifier."""

import json
from random import Random

import numpy as np
import pytest

from planassay.bench.speed.damage import damaged
from planassay.bench.speed.journeys import journeys
from planassay.kb.formats.trek import parts
from planassay.kb.store import open_store, write_store
from planassay.kb.worlds.trek import build
from planassay.verifier.batch.asks import make_asks
from planassay.verifier.batch.layout import PLAN_LANE, SLOW, new_plans
from planassay.verifier.batch.world import arranged
from planassay.verifier.kernels.bookings import new_scratch
from planassay.verifier.kernels.rules import RULES, judge
from planassay.verifier.kernels.tokens import tokenize
from planassay.verifier.kernels.trips import new_trip
from planassay.verifier.strict import check

SEED = 3
COUNT = 600


@pytest.fixture(scope="module")
def kb(tmp_path_factory):
    """Return a made world, in a store."""
    path = tmp_path_factory.mktemp("batch") / "kb"
    write_store(path, "trek", list(parts(build("small", SEED).source)))
    return open_store(path)


@pytest.fixture(scope="module")
def drawn(kb):
    """Return tasks and, as lines, answers to them: a tenth whole, the others damaged."""
    found = journeys(kb, 60, SEED)
    answers = [journey.answer for journey in found]
    draw = Random(SEED)
    numbers, lines = [], []
    for _ in range(COUNT):
        number = draw.randrange(len(found))
        answer = answers[number] if draw.random() < 0.1 else damaged(answers[number], answers, draw)
        numbers.append(number)
        lines.append(json.dumps(answer, ensure_ascii=draw.random() < 0.2).encode())
    return [journey.task for journey in found], numbers, lines


def test_the_compiled_rules_say_what_the_single_plan_verifier_says(kb, drawn):
    """Every rule's mark and the bill, for each plan that is not left to the single-plan verifier."""
    tasks, numbers, lines = drawn
    world = arranged(kb)
    text = np.frombuffer(b"".join(lines) + bytes(16), np.uint8)
    ends = np.cumsum([len(line) for line in lines])
    spans = np.stack([np.r_[0, ends[:-1]], ends], 1).astype(np.uint64)
    plans = new_plans(COUNT)
    marks = np.full((COUNT, len(RULES)), -1, np.int8)
    cents = np.full(COUNT, -1, np.int64)

    tokenize(text, spans, world.world, plans, new_scratch())
    judge(np.array(numbers), plans, make_asks(tasks, world), world.world, new_trip(), marks, cents)

    judged = [one for one in range(COUNT) if plans.plan[one, PLAN_LANE] != SLOW]
    assert len(judged) > COUNT / 2
    valid = 0
    for one in judged:
        report = check(lines[one], tasks[numbers[one]], kb)
        scores = [report.scores[rule] for rule in RULES]
        assert marks[one].tolist() == [-1 if score is None else int(score) for score in scores], lines[one]
        assert cents[one] == (-1 if report.cost_cents is None else report.cost_cents), lines[one]
        valid += report.task_perfect
    assert 0 < valid < len(judged)
