"""Fifty answers of the slice as texts of a model, and what ``planassay score`` says of each."""

import json
from functools import cache

from tests.conftest import ROOT

from planassay.bench.adapters.exam import RULESETS, Exam, open_exam
from planassay.bench.scoring import RULESETS as SCORERS
from planassay.kb.jsonlines import read_objects

DATA = ROOT / "tests" / "data" / "trek-slice"
COUNT = 50


@cache
def exam() -> Exam:
    """Return the slice as an exam."""
    return open_exam(DATA, DATA)


@cache
def answers() -> list[tuple[str, str]]:
    """Return (task, text): recorded submissions of many kinds, as a model would write them."""
    lines = [line for _, line in read_objects(DATA / "vectors.jsonl")][::4][:COUNT]
    return [
        (str(line["task_id"]), f"Here it is.\n```json\n{json.dumps(line['submission'])}\n```")
        for line in lines
    ]


@cache
def expected() -> list[dict[str, float | None]]:
    """Return every dimension of each answer, as the verb ``score`` finds it."""
    lines = [line for _, line in read_objects(DATA / "vectors.jsonl")][::4][:COUNT]
    found = []
    for line in lines:
        task = exam().tasks[str(line["task_id"])]
        scores: dict[str, float | None] = {}
        for name in RULESETS:
            report = SCORERS[name](line["submission"], task, exam().kb)
            scores[name] = float(report.task_perfect)
            scores |= {f"{name}/{dimension}": value for dimension, value in report.scores.items()}
        found.append(scores)
    return found
