"""verifiers: the taskset is found by its name, its gold validates, and its rewards are those of the verb."""

import asyncio
import json
import os
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest
from tests.adapters.answers import DATA, answers, exam, expected

from planassay.kb.formats.trek import slice_gold

pytestmark = pytest.mark.filterwarnings("ignore")
"""The framework's own warnings are not ours."""


def settings(tmp_path):
    """Return the environment of the taskset, with gold."""
    gold = tmp_path / "gold.jsonl"
    lines = [
        json.dumps({"task_id": name, **line})
        for name, line in zip(exam().tasks, slice_gold(DATA), strict=False)
        if exam().mark(json.dumps(line), name).scores["strict"] == 1.0
    ]
    assert len(lines) > 5
    gold.write_text("\n".join(lines))
    return {"PLANASSAY_KB": str(DATA), "PLANASSAY_TASKS": str(DATA), "PLANASSAY_GOLD": str(gold)}


def test_vf_validate_accepts_the_taskset(tmp_path):
    """As its user would call it, without a model."""
    command = [
        str(Path(sys.executable).parent / "vf-validate"),
        "planassay_v1",
        "--runtime.type",
        "subprocess",
    ]
    done = subprocess.run(
        command,
        env={**os.environ, **settings(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
        cwd=tmp_path,
    )
    assert done.returncode == 0, done.stdout + done.stderr


def test_fifty_answers_have_the_scores_of_the_verb(tmp_path, monkeypatch):
    """Reward and metric of each task, called as the framework calls them."""
    for key, value in settings(tmp_path).items():
        monkeypatch.setenv(key, value)
    import verifiers.v1 as vf
    from planassay_v1 import TravelTaskset

    tasks = {task.data.task_id: task for task in TravelTaskset(vf.TasksetConfig()).load()}
    assert list(tasks) == list(exam().tasks)
    for (name, text), scores in zip(answers(), expected(), strict=True):
        trace = SimpleNamespace(last_reply=text)
        assert asyncio.run(tasks[name].strict(trace)) == scores["strict"]
        assert asyncio.run(tasks[name].official(trace)) == scores["official"]
