"""Recorded results of DeepPlanning's published travel evaluator, every value."""

import json

import pytest
from tests.deepplanning import MINI, TASKS, plan, score

from planassay.bench.conform import conform

VECTORS = [json.loads(line) for line in (MINI / "vectors.jsonl").read_text("utf-8").splitlines()]


@pytest.mark.parametrize("vector", VECTORS, ids=[vector["id"] for vector in VECTORS])
def test_each_vector_is_as_recorded(vector):
    """Checks, dimensions, constraints and scores are those of the published evaluator, and no others."""
    assert score(vector["task_id"], vector["plan"]).to_record() == vector["expected"]


@pytest.mark.parametrize("task", TASKS)
def test_the_plans_have_full_marks(task):
    """The plan that comes with each task passes everything."""
    found = score(task, plan(task))
    assert found.case_acc == 1.0
    assert len(found.commonsense) == 21
    assert not found.misses


def test_conform_compares_all():
    """The replay finds queries, databases and plans by itself."""
    found = conform("deepplanning-travel", MINI, MINI / "vectors.jsonl")
    assert found.summary() == "deepplanning-travel: 20 compared, 0 differ"
    assert found.is_conform


def test_a_changed_record_is_a_difference(tmp_path):
    """A result that is not as recorded is listed by its field; so are records of no known form."""
    record = dict(VECTORS[0], expected=dict(VECTORS[0]["expected"], case_acc=1.0))
    lines = [record, {"id": "x", "task_id": "1", "plan": {}, "expected": {}}, {"id": "y", "plan": {}}]
    file = tmp_path / "some.jsonl"
    file.write_text("".join(json.dumps(line) + "\n" for line in lines), "utf-8")
    found = conform("deepplanning-travel", MINI, file)
    assert (found.compared, found.differing) == (3, 3)
    assert [difference.field for difference in found.differences] == ["case_acc", "", ""]


def test_a_plan_that_is_not_evaluated_scores_nothing(tmp_path):
    """Of a record that was not evaluated the fact and the scores count, not what else was written down."""
    bad = plan("0") | {"budget_summary": "2836"}
    expected = {"evaluated": False, "commonsense": None, "case_acc": 0.0, "error": "some"}
    file = tmp_path / "some.jsonl"
    record = {"id": "a", "task_id": "0", "plan": bad, "expected": expected}
    file.write_text(json.dumps(record) + "\n" + json.dumps(record | {"plan": plan("0")}) + "\n", "utf-8")
    found = conform("deepplanning-travel", MINI, file)
    assert (found.compared, found.differing) == (2, 1)


def test_averages_beside_the_records_are_compared(tmp_path):
    """Averages are over the records; one with a name that is not known is a difference."""
    lines = "".join(json.dumps(vector) + "\n" for vector in VECTORS)
    (tmp_path / "v.jsonl").write_text(lines, "utf-8")
    mean = sum(vector["expected"]["case_acc"] for vector in VECTORS) / len(VECTORS)
    beside = tmp_path / "v.aggregate.json"
    beside.write_text(json.dumps({"average_case_acc": mean, "delivery_rate": 1.0, "note": "x"}), "utf-8")
    assert conform("deepplanning-travel", MINI, tmp_path / "v.jsonl").is_conform
    for wrong in ({"case_acc": mean / 2}, {"case_acc": mean, "luck": 0.5}, {"note": "x"}):
        beside.write_text(json.dumps(wrong), "utf-8")
        assert conform("deepplanning-travel", MINI, tmp_path / "v.jsonl").differing == 1
