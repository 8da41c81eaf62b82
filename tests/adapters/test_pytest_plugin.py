"""The pytest plugin, in a scratch project of its own."""

import json
import subprocess
import sys

from tests.adapters.answers import DATA, answers, exam, expected

PROJECT = """
import json, pathlib, pytest
from planassay.bench.adapters.pytest_plugin import assert_valid

CASES = json.loads(pathlib.Path("cases.json").read_text())

@pytest.mark.parametrize("place", range(len(CASES)))
def test_plan(place, planassay_verify):
    task, text = CASES[place]
    planassay_verify(text, json.dumps(task), ruleset="strict")
"""


def test_plans_are_asserted_in_a_scratch_project(tmp_path):
    """Exactly the valid ones pass; a failure shows the rules that are broken."""
    cases = []
    for name, text in answers():
        cases.append((dict(exam().lines[name]), text.split("```json\n")[1].rpartition("\n```")[0]))
    (tmp_path / "cases.json").write_text(json.dumps(cases))
    (tmp_path / "test_plans.py").write_text(PROJECT)
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "--planassay-kb", str(DATA)]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    valid = sum(scores["strict"] == 1.0 for scores in expected())
    assert f"{len(cases) - valid} failed, {valid} passed" in done.stdout
    assert "is not valid under strict@" in done.stdout
    assert "/plan/day" in done.stdout


def test_without_a_knowledge_base_that_is_said(tmp_path):
    """One line, no traceback."""
    (tmp_path / "cases.json").write_text('[[{}, ""]]')
    (tmp_path / "test_plans.py").write_text(PROJECT)
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert "set PLANASSAY_KB" in done.stdout
    assert "Traceback" not in done.stdout
