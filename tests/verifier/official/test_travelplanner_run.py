"""Runs of TravelPlanner: the six measures, inputs that end a run, reports and the replay of records."""

import gzip
import json

import pytest
from tests.bays import (
    REAL,
    annotated,
    bays,
    five_days,
    official,
    query,
    real_official,
    real_queries,
    real_tables,
    scored,
    three_days,
    written_by_models,
)

from planassay.bench.conform import conform
from planassay.kb.errors import InputError
from planassay.verifier.official import assess
from planassay.verifier.official.replay import UnknownFormError
from planassay.verifier.official.travelplanner import by_group, measure, open_replay, report, score_run
from planassay.verifier.official.travelplanner.replay import TravelPlannerReplay
from planassay.verifier.report import ParseStatus

BROKEN = three_days(d2_current_city=5)


def run(*plans, queries=None):
    """Return the run of some plans over usual queries."""
    return score_run(official().evaluate, queries or [query() for _ in plans], plans)


def test_denominators_are_those_of_the_splits():
    """Train has 360 commonsense and 105 hard results, validation 1,440 and 420, whatever is delivered."""
    for split, common, hard in (("train", 360, 105), ("validation", 1440, 420)):
        queries = real_queries(split)
        measures = score_run(real_official().evaluate, queries, [None] * len(queries)).measures
        assert (measures.commonsense_micro.total, measures.hard_micro.total) == (common, hard)
        assert {share.total for share in (measures.delivery, measures.hard_macro)} == {len(queries)}
        assert set(measures.to_record().values()) == {0.0}


def test_annotated_plans_have_every_measure_at_one():
    """All that is asked of the annotated plans is met, constraint by constraint."""
    done = score_run(real_official().evaluate, real_queries("train"), [plan for plan, _ in annotated()])
    assert done.ends is None
    assert set(done.official.to_record().values()) == {1.0}


def test_measures_of_a_model_are_counted():
    """Counts over the recorded plans of a model, added up by hand from their recorded results."""
    expected = [record for _, _, record in written_by_models()]
    done = score_run(
        real_official().evaluate, real_queries("train"), [plan for plan, _, _ in written_by_models()]
    )
    common = sum(sum(record["commonsense"].values()) for record in expected)
    hard = sum(value is True for record in expected if record["hard"] for value in record["hard"].values())
    assert done.measures.delivery == (45, 45)
    assert done.measures.commonsense_micro == (common, 360)
    assert done.measures.hard_micro == (hard, 105)
    assert done.measures.final_pass.passed == sum(record["final_pass"] for record in expected)


def test_null_results_count_nowhere():
    """One wish, met, is one of two hard results of a query; the three not asked for are none."""
    measures = run(three_days(), queries=[query(cuisines=["Italian"])]).measures
    assert measures.hard_micro == (2, 2)
    assert run(three_days(), queries=[query(cuisines=["French"])]).measures.hard_micro == (1, 2)


@pytest.mark.parametrize(
    ("plans", "line", "error"),
    [
        ((three_days(), BROKEN, [{}]), 2, "TypeError"),
        ((three_days(), [{}]), 2, "KeyError"),
        ((BROKEN,), 1, "TypeError"),
        ((three_days(), three_days()), 3, "IndexError"),
    ],
)
def test_a_run_that_ends_has_no_official_figure(plans, line, error):
    """The first plan that stops the official run ends it, and so do missing lines; ours scores on."""
    done = run(*plans, queries=[query() for _ in range(3)])
    assert (done.ends.line, done.ends.stop.error) == (line, error)
    assert done.official is None
    assert len(done.outcomes) == 3
    assert done.measures.final_pass.passed == sum(plan == three_days() for plan in plans)


def test_lines_belong_to_queries_by_their_place():
    """What a line says of itself is not read, and lines beyond the queries are not looked at."""
    done = run(three_days(), five_days(), queries=[query(), query(5)])
    assert done.measures.final_pass == (2, 2)
    assert run(three_days(), BROKEN, queries=[query()]).ends is None
    assert run(five_days(), three_days(), queries=[query(), query(5)]).measures.final_pass == (0, 2)


def test_groups_are_levels_and_lengths():
    """Measures break down by level and days, each with denominators of its own."""
    queries = [query(), query(5, level="hard", cuisines=["French"]), query(level="easy")]
    outcomes = [scored(three_days()), scored(five_days(), queries[1]), scored(None)]
    groups = by_group(outcomes, queries)
    assert list(groups) == [("easy", 3), ("hard", 5)]
    assert groups["easy", 3].final_pass == (1, 2)
    assert groups["hard", 5].hard_micro == (1, 2)
    assert measure([], []).final_pass.rate == 0.0


def test_a_report_points_at_each_miss():
    """Each check that fails is a violation where it first fails; the bill and the scores stand beside."""
    asked = query(cuisines=["French"], room_type="entire room", budget=1)
    found = report(scored(three_days(d3_lunch="Anchor A, Coral"), asked), asked, bays())
    assert not found.task_perfect
    assert found.total_cost == 700.0
    assert found.scores["is_valid_restaurants"] == 0.0
    assert found.scores["valid_room_rule"] is None
    assert {violation.rule: violation.pointer for violation in found.violations} == {
        "official/is_valid_restaurants": "/plan/2/lunch",
        "official/valid_cuisine": "/plan",
        "official/valid_room_type": "/plan/0/accommodation",
        "official/valid_cost": "/plan",
    }
    assert found.ruleset == "travelplanner@da7c1d4"


def test_reports_tell_stops_from_nothing():
    """A plan that stops the run is faulty, none at all is unreadable, and neither raises."""
    stopped = assess({"plan": BROKEN}, query().task, bays())
    assert stopped.parse is ParseStatus.FAULTY
    assert [violation.rule for violation in stopped.violations] == ["official/stops"]
    assert "TypeError" in stopped.violations[0].required
    for answer in ({}, {"plan": None}, "text", None):
        nothing = assess(answer, query().task, bays())
        assert nothing.parse is ParseStatus.UNREADABLE
        assert [violation.rule for violation in nothing.violations] == ["official/delivered"]
    assert assess({"plan": three_days()}, query().task, bays()).task_perfect


# ---------------------------------------------------------------------------------------------------- replay


@pytest.mark.parametrize(("name", "count"), [("vectors", 24), ("llm_plans_train_a", 45)])
def test_recorded_results_conform(name, count):
    """Nothing differs on the recorded results that we have."""
    found = conform("travelplanner", REAL, REAL / f"{name}.jsonl.gz")
    assert (found.compared, found.differing) == (count, 0)
    assert found.is_conform


def write(path, records):
    """Write records as JSON lines, and return the path."""
    opener = gzip.open if path.suffix == ".gz" else open
    with opener(path, "wt", encoding="utf-8") as file:
        file.writelines(json.dumps(record) + "\n" for record in records)
    return path


def replay():
    """Return a fresh replay over the real data."""
    return TravelPlannerReplay(real_tables(), {"train": list(real_queries("train"))})


def recorded(shift=0, only=None):
    """Return records of the model's plans, their queries counted from ``1 - shift``."""
    lines = [
        {"idx": number - shift, "split": "train", "plan": plan, "expected": expected}
        for number, (plan, _, expected) in enumerate(written_by_models(), start=1)
    ]
    return lines if only is None else [lines[place] for place in only]


@pytest.mark.parametrize("shift", [0, 1])
@pytest.mark.parametrize("only", [None, [0, 3, 7], [3, 7, 9, 20], [44]])
def test_queries_are_counted_from_one_or_from_zero(shift, only):
    """A file tells by its numbers, or else by the cities that its plans leave from."""
    records = recorded(shift, only)
    fresh = replay()
    fresh.foresee(records)
    for record in records:
        [(_, expected, got)] = fresh.replay(record)
        assert got == expected


@pytest.mark.parametrize(
    "record",
    [
        {},
        {"plan": [], "split": "train", "idx": 1},
        {"plan": [], "split": "train", "idx": 46, "expected": {}},
        {"plan": [], "split": "train", "idx": -1, "expected": {}},
        {"plan": [], "split": "train", "idx": "1", "expected": {}},
        {"plan": [], "split": "train", "idx": True, "expected": {}},
        {"plan": [], "split": "test", "idx": 1, "expected": {}},
        {"plan": [], "expected": {}},
        {"plan": [], "query_data": {"org": "Haven"}, "expected": {}},
        {"split": "train", "idx": 1, "budget": 1700, "min_cost": 1305.0, "parts": {}},
        {"id": "inf-1", "query_data": {}, "minimal_conflict": ["budget"]},
    ],
)
def test_what_cannot_be_compared_is_of_no_known_form(record):
    """A record of no form that an evaluator answers, or of no query that is there, is never passed over."""
    with pytest.raises(UnknownFormError):
        replay().replay(record)


def test_an_unknown_form_differs(tmp_path):
    """What cannot be compared counts as compared, and as different."""
    found = conform("travelplanner", REAL, write(tmp_path / "odd.jsonl.gz", [{"plan": []}]))
    assert (found.compared, found.differing) == (1, 1)
    assert not found.is_conform


def test_each_wrong_value_differs(tmp_path):
    """One value changed in a recorded result is one difference, and it is named."""
    records = recorded(only=[0, 1])
    records[0]["expected"] = records[0]["expected"] | {"total_cost": 3151.0}
    found = conform("travelplanner", REAL, write(tmp_path / "plans.jsonl", records))
    assert [difference.text() for difference in found.differences] == [
        "line 1: total_cost: expected 3151.0, got 3150.0"
    ]


@pytest.mark.parametrize(
    ("measures", "differing"),
    [
        ({"Delivery Rate": 1.0, "Final Pass Rate": 1 / 45}, 0),
        ({"delivery_rate": 100.0, "final_pass_rate": 1 / 45 * 100}, 0),
        ({"aggregate": {"final_pass": {"count": 1, "total": 45}}, "what": "a remark"}, 0),
        ({"commonsense_constraint_micro": {"numerator": 1, "denominator": 360}}, 1),
        ({"Final Pass Rate": 0.5}, 1),
        ({"Beauty": 1.0}, 1),
        ({"what": "nothing else"}, 1),
    ],
)
def test_aggregates_beside_the_records_are_compared(tmp_path, measures, differing):
    """Rates, percent and counts, under official names or plain ones; an unknown measure differs."""
    path = write(tmp_path / "plans.jsonl", recorded())
    (tmp_path / "plans.aggregate.json").write_text(json.dumps(measures), encoding="utf-8")
    found = conform("travelplanner", REAL, path)
    assert (found.compared, found.differing) == (45, differing)


def test_replay_needs_the_folder(tmp_path):
    """A folder that is not there, or lacks a table, is one clear error."""
    with pytest.raises(InputError, match="is no folder"):
        open_replay(tmp_path / "nowhere")
    with pytest.raises(InputError, match=r"has no accommodations\.csv"):
        open_replay(tmp_path)
    with pytest.raises(UnknownFormError, match="counted from 1"):
        open_replay(REAL).replay({"plan": [], "split": "train", "idx": 0, "expected": {}})
