"""Recorded results of the published evaluator: every value, to the last bit."""

import json
from pathlib import Path

import pytest
from tests.conftest import ROOT

from planassay.kb.catalog import Catalog
from planassay.kb.formats.trek import open_folder, slice_tasks
from planassay.kb.task import Task
from planassay.verifier.official.trek import (
    OfficialTrek,
    Scores,
    Version,
    aggregate,
    bootstrap,
    score,
    score_run,
)

SLICE = ROOT / "tests" / "data" / "trek-slice"
VECTORS = [json.loads(line) for line in (SLICE / "vectors.jsonl").read_text("utf-8").splitlines()]
FAMILIES = sorted({vector["family"] for vector in VECTORS})


@pytest.fixture(scope="module")
def kb() -> Catalog:
    """Return the knowledge base of the slice."""
    return open_folder(SLICE)


@pytest.fixture(scope="module")
def tasks() -> dict[str, Task]:
    """Return the tasks of the slice by name."""
    return {task.task_id: task for task in slice_tasks(SLICE)}


@pytest.fixture(scope="module")
def results(kb: Catalog, tasks: dict[str, Task]) -> list[Scores]:
    """Return our scores of every recorded submission, in file order."""
    official = OfficialTrek(kb)
    return [official.score(vector["submission"], tasks[vector["task_id"]]) for vector in VECTORS]


@pytest.mark.parametrize("family", FAMILIES)
def test_each_value_is_as_recorded(family: str, results: list[Scores]) -> None:
    """Scores, gates, costs, categories and crashes of a family are those of the published evaluator."""
    for vector, scores in zip(VECTORS, results, strict=True):
        if vector["family"] == family:
            got, expected = scores.to_record(), vector["expected"]
            assert {key: got[key] for key in expected} == expected, vector["id"]


def test_the_version_before_differs_where_recorded_and_only_there(
    kb: Catalog, tasks: dict[str, Task], results: list[Scores]
) -> None:
    """Without the check of seats, what is recorded as different is, and nothing else."""
    earlier = OfficialTrek(kb, version=Version.WITHOUT_SEATS)
    for vector, scores in zip(VECTORS, results, strict=True):
        got = earlier.score(vector["submission"], tasks[vector["task_id"]]).to_record()
        previous = vector.get("expected_previous", {})
        assert {key: got[key] for key in previous} == previous, vector["id"]
        latest = scores.to_record()
        assert {key for key in ("d0_keyword", "d3_budget", "total_cost") if got[key] != latest[key]} == set(
            previous
        )


def test_aggregates_are_as_recorded(results: list[Scores]) -> None:
    """The aggregates of all records as one run, intervals included, are those of the published evaluator."""
    recorded = json.loads((SLICE / "vectors.aggregate.json").read_text("utf-8"))
    got = aggregate(results)
    assert got == recorded["aggregate"]
    assert list(got) == list(recorded["aggregate"])
    assert bootstrap(results) == recorded["bootstrap_1000_seed_42"]


def _gold(name: str) -> list[dict[str, object]]:
    lines = (SLICE / name).read_text("utf-8").splitlines()
    return [json.loads(line) | {"submitted": True, "tool_call_count": 0} for line in lines]


def test_the_gold_is_perfect(kb: Catalog, tasks: dict[str, Task]) -> None:
    """Each official and each synthetic gold answer is perfect, with no effort scored and no budget broken."""
    answers = dict(enumerate(_gold("gold.jsonl") + _gold("gold_synthetic.jsonl")))
    run = score_run(answers, list(tasks.values()), OfficialTrek(kb))
    assert len(run.results) == 18
    assert [result.task_perfect for result in run.results] == [True] * 18
    assert (run.n_missing, run.n_error) == (0, 0)
    summary = aggregate(run.results)
    assert (summary["task_perfect_feasible"], summary["task_perfect_infeasible"]) == (1.0, 1.0)
    assert summary["d5_retry"] is None


def test_the_worked_bill_of_task_4(kb: Catalog, tasks: dict[str, Task]) -> None:
    """The bill of the first gold plan is flights, two nights in two rooms, three car days and tickets."""
    gold = _gold("gold.jsonl")[0]
    tickets = {place.name: place.ticket_cents / 100 for place in kb.attractions("Edinburgh")}
    expected = 0.0
    expected += 19.8 * 3
    expected += 18.9 * 3
    expected += (87.0 + 87.0) * 2
    expected += tickets["Scottish Heritage Hub"] * 3
    expected += tickets["Celestial Voyage Adventure"] * 3
    expected += 83.81 * 3
    assert score(gold, tasks["trek-4"], kb).total_cost == expected


def test_the_recorded_crashes_crash(results: list[Scores]) -> None:
    """The exceptions that the published evaluator runs into carry the same names here."""
    assert [r.crashed for r in results] == [vector["expected"]["crashed"] for vector in VECTORS]


def test_a_score_does_not_depend_on_what_was_scored_before(kb: Catalog, tasks: dict[str, Task]) -> None:
    """A fresh evaluator and one that has seen everything agree on every record, in any order."""
    seasoned = OfficialTrek(kb)
    for vector in VECTORS:
        seasoned.score(vector["submission"], tasks[vector["task_id"]])
    for vector in VECTORS[::-9]:
        task = tasks[vector["task_id"]]
        assert seasoned.score(vector["submission"], task) == OfficialTrek(kb).score(
            vector["submission"], task
        )


def test_the_slice_is_there(trek_slice: Path) -> None:
    """The records are all 219."""
    assert trek_slice == SLICE
    assert len(VECTORS) == 219
