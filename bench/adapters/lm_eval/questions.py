"""
lm-evaluation-harness: the functions that ``planassay_travel.yaml`` names.

``PLANASSAY_KB`` and ``PLANASSAY_TASKS`` say over what. Written for lm-eval 0.4.13, which loads this file by
its path, so it imports planassay by its full name.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from planassay.bench.adapters.exam import open_exam


def load(**arguments: object) -> dict[str, Any]:
    """Return the split ``test`` as the harness wants it: a row a task."""
    from datasets import Dataset

    del arguments
    exam = open_exam()
    rows = [{"task_id": name, "question": exam.question(name)} for name in exam.tasks]
    return {"test": Dataset.from_list(rows)}


def text(doc: Mapping[str, Any]) -> str:
    """Return what a model is asked."""
    return str(doc["question"])


def process_results(doc: Mapping[str, Any], results: Sequence[str]) -> dict[str, float]:
    """Return whether the answer is perfect, 1 or 0, under each rule set."""
    scores = open_exam().mark(results[0], str(doc["task_id"])).scores
    return {"official": scores["official"] or 0.0, "strict": scores["strict"] or 0.0}
