"""The lm-evaluation-harness, run for real with its dummy model."""

import os

import lm_eval
import pytest
from lm_eval.tasks import TaskManager
from tests.adapters.answers import DATA, answers, expected
from tests.adapters.made import TASKS, make
from tests.conftest import ROOT

from planassay.bench.adapters.lm_eval import questions

pytestmark = pytest.mark.filterwarnings("ignore")
"""The framework's own warnings are not ours."""


def test_twenty_tasks_are_found_and_run(monkeypatch, tmp_path):
    """The dummy model says nothing of use: zero under both rule sets, over every task of a made world."""
    kb, tasks, _ = make(tmp_path)
    monkeypatch.setitem(os.environ, "PLANASSAY_KB", kb)
    monkeypatch.setitem(os.environ, "PLANASSAY_TASKS", tasks)
    folder = str(ROOT / "bench" / "adapters" / "lm_eval")
    manager = TaskManager(include_path=folder, include_defaults=False)
    found = lm_eval.simple_evaluate(
        model="dummy", tasks=["planassay_travel"], task_manager=manager, log_samples=True
    )
    results = found["results"]["planassay_travel"]
    assert results["official,none"] == results["strict,none"] == 0.0
    assert len(found["samples"]["planassay_travel"]) == TASKS


def test_fifty_answers_have_the_scores_of_the_verb(monkeypatch):
    """Through the function that the harness calls."""
    monkeypatch.setitem(os.environ, "PLANASSAY_KB", str(DATA))
    monkeypatch.setitem(os.environ, "PLANASSAY_TASKS", str(DATA))
    for (name, text), scores in zip(answers(), expected(), strict=True):
        got = questions.process_results({"task_id": name}, [text])
        assert got == {"official": scores["official"], "strict": scores["strict"]}
