"""Recorded optima and conflicts, replayed: what is as recorded is no difference, what is changed is one."""

import json

import pytest
from tests.bays import REAL

from planassay.bench.conform import conform
from planassay.kb.jsonlines import read_objects


def lines(name, count=None):
    """Return the first recorded lines of a file of the real data."""
    return [line for _, line in read_objects(REAL / name)][:count]


def replayed(tmp_path, records):
    """Return what is found when some records are replayed."""
    path = tmp_path / "records.jsonl"
    path.write_text("".join(json.dumps(record) + "\n" for record in records), encoding="utf-8")
    return conform("travelplanner", REAL, path)


def test_recorded_optima_are_ours(tmp_path):
    """Every third least cost with its parts."""
    found = replayed(tmp_path, lines("optima_sample.jsonl.gz")[::3])
    assert found.summary() == "travelplanner: 5 compared, 0 differ"


def test_recorded_conflicts_are_conflicts(tmp_path):
    """Stage, least cost and conflict of every ninth query without a plan; ours may be another conflict."""
    found = replayed(tmp_path, lines("infeasible_sample.jsonl.gz")[::9])
    assert found.summary() == "travelplanner: 6 compared, 0 differ"


@pytest.mark.parametrize(
    ("name", "changes", "fields"),
    [
        ("optima_sample.jsonl.gz", {"min_cost": 1304.0}, ["min_cost"]),
        ("optima_sample.jsonl.gz", {"parts": {"transport": 820, "rooms": 419, "meals": 65}}, ["parts/rooms"]),
        ("optima_sample.jsonl.gz", {"idx": 999}, [""]),
        ("infeasible_sample.jsonl.gz", {"kind": "rooms"}, ["kind"]),
        ("infeasible_sample.jsonl.gz", {"least_cost_without_budget": None}, ["least_cost_without_budget"]),
        ("infeasible_sample.jsonl.gz", {"minimal_conflict": ["budget"]}, ["minimal_conflict"]),
        ("infeasible_sample.jsonl.gz", {"minimal_conflict": ["cuisine"]}, ["minimal_conflict"]),
        ("infeasible_sample.jsonl.gz", {"minimal_conflict": []}, ["minimal_conflict"]),
    ],
)
def test_a_changed_record_differs(tmp_path, name, changes, fields):
    """Each value that was recorded counts."""
    found = replayed(tmp_path, [lines(name, 1)[0] | changes])
    assert [difference.field for difference in found.differences] == fields


def test_a_conflict_that_could_lose_a_member_is_none(tmp_path):
    """More wishes than are needed are no conflict, and a query that has a plan is no infeasible one."""
    record = next(r for r in lines("infeasible_sample.jsonl.gz") if r["minimal_conflict"] == ["budget"])
    larger = {**record, "minimal_conflict": ["budget", "cuisine"]}
    assert [d.field for d in replayed(tmp_path, [larger]).differences] == ["minimal_conflict"]
    rich = {**record, "query_data": {**record["query_data"], "budget": 9000}}
    fields = {d.field for d in replayed(tmp_path, [rich]).differences}
    assert fields == {"status", "kind", "minimal_conflict"}
