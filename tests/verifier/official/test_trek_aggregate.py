"""Aggregates, intervals, runs and reports."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.verifier.official.toy import (
    COST,
    LATEST,
    OUT,
    TASK,
    TOY,
    claim,
    refuse,
    scored,
    toy_plan,
    toy_task,
)

from planassay.verifier.official import assess
from planassay.verifier.official.trek import (
    DIMENSIONS,
    OfficialTrek,
    Scores,
    Version,
    aggregate,
    bootstrap,
    official,
    report,
    score,
    score_run,
)
from planassay.verifier.official.trek import assess as trek_assess
from planassay.verifier.official.trek.run import COLUMNS
from planassay.verifier.report import ParseStatus

IMPOSSIBLE = toy_task(impossible=True)
PERFECT = scored(toy_plan(), tool_call_count=5, token_usage={"total_tokens": 100}, elapsed_sec=2.0)
LATE = scored({**toy_plan(), "day2": {}}, tool_call_count=7)
RIGHT = LATEST.score(refuse("over budget"), IMPOSSIBLE)
WRONG = LATEST.score(refuse("no idea"), IMPOSSIBLE)
CLAIMED = LATEST.score(claim(toy_plan()), IMPOSSIBLE)
REFUSED = LATEST.score(refuse("over budget"), TASK)
RUN = [PERFECT, LATE, RIGHT, WRONG, CLAIMED, REFUSED]


def test_each_mean_has_its_own_denominator() -> None:
    """Scores that do not apply are left out, and counted."""
    summary = aggregate(RUN)
    assert summary["n_results"] == 6
    assert (summary["n_feasible"], summary["n_infeasible"]) == (3, 3)
    assert summary["n_scored"] == {
        name: sum(getattr(result, name) is not None for result in RUN) for name in DIMENSIONS
    }
    assert summary["d0_keyword"] == (1.0 + 0.0 + 0.0) / 3
    assert summary["d1_implicit"] is None
    assert summary["d4_impossible"] == (1.0 + 1.0 + 1.0 + 0.0 + 0.0 + 0.0) / 6
    assert summary["d5_retry"] == (1.0 + 0.8 + 0.0) / 3


def test_categories_pass_or_fail_a_task_as_a_whole() -> None:
    """Every member that applies must be 1; tasks without one are left out."""
    summary = aggregate(RUN)
    assert summary["cat_satisfaction"] == 1 / 3
    assert summary["cat_truthfulness"] == (1.0 + 1.0 + 0.0) / 3
    assert summary["cat_reasoning"] == 1 / 3
    assert summary["cat_infeasibility"] == (1.0 + 0.0 + 0.0) / 3
    product = 1.0 * (1 / 3) * (2 / 3) * (1 / 3) * (1 / 3)
    assert summary["weighted_overall"] == pytest.approx(product**0.25, rel=1e-15)
    assert summary["arithmetic_overall"] == pytest.approx((1 / 3 + 2 / 3 + 1 / 3 + 1 / 3) / 4, rel=1e-15)
    assert summary["missing_categories"] == []


def test_rates_have_the_denominators_they_say() -> None:
    """Success over all, perfection over all and each kind, validity over those that were judged."""
    summary = aggregate(RUN)
    assert summary["task_success_rate"] == 3 / 6
    assert summary["task_perfect_rate"] == 2 / 6
    assert (summary["task_perfect_feasible"], summary["task_perfect_infeasible"]) == (1 / 3, 1 / 3)
    assert summary["fully_valid_rate"] == 1.0
    assert summary["explicit_full_rate"] == 1 / 3
    assert (summary["avg_total_tokens"], summary["avg_elapsed_sec"]) == (100.0, 2.0)


def test_averages_of_what_is_stated_take_numbers_alone() -> None:
    """Zero, nothing and what is no number are left out."""
    stated = [Scores(total_tokens=value) for value in (None, 0, "many", [1], 10, 20.0)]
    assert aggregate(stated)["avg_total_tokens"] == 15.0


def test_a_category_without_tasks_is_missing() -> None:
    """It is named, and there is no geometric mean."""
    summary = aggregate([RIGHT])
    assert summary["missing_categories"] == ["cat_satisfaction", "cat_truthfulness", "cat_reasoning"]
    assert summary["weighted_overall"] is None
    assert summary["cat_infeasibility"] == summary["arithmetic_overall"] == 1.0
    assert aggregate([PERFECT])["cat_infeasibility"] == 1.0  # falls back on all tasks
    assert aggregate([])["overall_avg"] is aggregate([])["task_perfect_rate"] is None


def test_a_category_of_zero_is_nearly_zero_in_the_product() -> None:
    """The geometric mean takes a billionth for nothing."""
    summary = aggregate([PERFECT._replace(d0_source=0.0)])
    assert summary["weighted_overall"] == (1.0 * 1.0 * 1e-9 * 1.0 * 1.0) ** 0.25


def test_the_categories_of_one_result() -> None:
    """A run of one."""
    assert PERFECT.categories == {
        "cat_satisfaction": 1.0,
        "cat_truthfulness": 1.0,
        "cat_reasoning": 1.0,
        "cat_infeasibility": 1.0,
        "cat_efficiency": 1.0,
    }
    for result in RUN:
        summary = aggregate([result])
        assert {name: summary[name] for name in result.categories} == result.categories


def test_perfection_needs_every_score_but_effort() -> None:
    """Also valid gates, and at least one score."""
    assert PERFECT.task_perfect
    assert PERFECT._replace(d5_retry=0.0).task_perfect
    assert not PERFECT._replace(fully_valid=False).task_perfect
    assert PERFECT._replace(fully_valid=None).task_perfect
    assert not Scores().task_perfect
    for name in DIMENSIONS:
        if name != "d5_retry":
            assert not PERFECT._replace(**{name: 0.9999999}).task_perfect


def test_an_explicit_score_just_below_one_is_full() -> None:
    """The rate has a tolerance that perfection has not."""
    close = PERFECT._replace(d0_keyword=0.9999)
    assert aggregate([close])["explicit_full_rate"] == 1.0
    assert aggregate([PERFECT._replace(d0_keyword=0.99989)])["explicit_full_rate"] == 0.0


def test_the_intervals_are_those_of_the_plain_recipe() -> None:
    """Resamples drawn by Python's generator, and bounds read off the sorted values."""
    generator = random.Random(7)
    drawn = []
    for _ in range(50):
        sample = [RUN[generator.randrange(len(RUN))] for _ in RUN]
        drawn.append(aggregate(sample)["cat_truthfulness"])
    values = sorted(value for value in drawn if isinstance(value, float))
    expected = {"mean": 2 / 3, "lo": values[int(0.025 * (len(values) - 1))]}
    expected["hi"] = values[int(0.975 * (len(values) - 1))]
    intervals = bootstrap(RUN, draws=50, seed=7)
    assert intervals["cat_truthfulness"] == expected
    assert "cat_infeasibility" not in intervals


def test_intervals_of_nothing_are_empty() -> None:
    """Without results or values there are no bounds."""
    assert bootstrap([])["weighted_overall"] == {"mean": None, "lo": None, "hi": None}
    assert bootstrap([RIGHT], draws=3)["cat_reasoning"] == {"mean": None, "lo": None, "hi": None}


@given(st.lists(st.sampled_from(RUN), max_size=8))
def test_means_lie_between_the_extremes(results: list[Scores]) -> None:
    """Every mean and category of any run is between 0 and 1, and lists what it lacks."""
    summary = aggregate(results)
    for name in (*DIMENSIONS, "cat_satisfaction", "weighted_overall", "overall_avg", "task_perfect_rate"):
        value = summary[name]
        assert value is None or (isinstance(value, float) and 0.0 <= value <= 1.0)
    assert bool(summary["missing_categories"]) == (summary["weighted_overall"] is None)


# ------------------------------------------------------------------------------------------------ runs


def test_a_run_scores_every_task_once() -> None:
    """A missing answer is a refusal that was not submitted, and a failure counts as an error."""
    tasks = [TASK, TASK, IMPOSSIBLE, TASK]
    answers: dict[int, object] = {0: claim(toy_plan()), 3: claim({"day1": {"hotel": {"name": 7}}}), 9: {}}
    run = score_run(answers, tasks, LATEST)
    assert (run.n_missing, run.n_error) == (2, 1)
    assert [result.task_perfect for result in run.results] == [True, False, False, False]
    assert run.results[2].d4_impossible == 0.0
    assert run.results[1] == REFUSED


def test_the_official_table_of_a_run() -> None:
    """One row a task under the official columns."""
    rows = score_run({0: claim(toy_plan())}, [TASK, IMPOSSIBLE], LATEST).rows()
    assert dict(zip(COLUMNS, rows[0], strict=True)) == {
        "query_index": 0,
        "d0_keyword": 1.0,
        "d0_source": 1.0,
        "d1_implicit": None,
        "d2_unord_single": 1.0,
        "d2_unord_multi": None,
        "d3_budget": 1.0,
        "d4_impossible": 1.0,
        "d5_retry": None,
        "b2_opening_hours": 1.0,
        "b3_spatiotemporal": 1.0,
        "is_feasible": True,
        "total_cost": COST,
        "attraction_count": 1,
    }
    assert dict(zip(COLUMNS, rows[1], strict=True))["total_cost"] is None


# ------------------------------------------------------------------------------------- reports, versions


def test_a_report_says_what_the_scores_say() -> None:
    """Scores, cost and identity, and no violation of a perfect plan."""
    found = report(PERFECT, TASK, TOY)
    assert (found.ruleset, found.scoring_version, found.kb_hash) == ("trek@a656fc8", "trek@a656fc8", "toy")
    assert (found.task_id, found.system, found.total_cost) == ("toy", "trek", COST)
    assert (found.task_perfect, found.refused, found.parse) == (True, False, ParseStatus.OK)
    assert found.violations == ()
    assert found.scores["d5_retry"] == 1.0
    assert list(found.scores) == list(DIMENSIONS)


def test_an_answer_is_assessed_in_one_step() -> None:
    """The seam that all systems share gives the same report."""
    assert assess(claim(toy_plan()), TASK, TOY) == report(scored(toy_plan()), TASK, TOY)
    assert trek_assess(claim(toy_plan()), TASK, TOY) == report(scored(toy_plan()), TASK, TOY)


def test_a_report_names_what_failed() -> None:
    """Gates by their kind, dimensions by their name, a failure by its exception."""
    plan = {"day1": {"flights": [{**OUT, "flight_number": "ZZ 1"}]}}
    rules = [violation.rule for violation in report(scored(plan), TASK, TOY).violations]
    assert rules[0] == "official/fabricated_flight"
    assert "official/d0_keyword" in rules
    empty = report(scored({}), TASK, TOY).violations[0]
    assert (empty.rule, empty.found) == ("official/empty_plan", "nothing booked")
    failed = report(scored({"day1": {"hotel": {"name": 7}}}), TASK, TOY, version="trek@1bbf6c8")
    assert (failed.parse, failed.ruleset) == (ParseStatus.FAULTY, "trek@1bbf6c8")
    assert failed.violations[0].found.endswith("(AttributeError)")


def test_versions_go_by_name() -> None:
    """The evaluator takes the name of a commit, and refuses one that it does not know."""
    assert OfficialTrek(TOY).version == "trek@a656fc8"
    assert OfficialTrek(TOY, version="trek@1bbf6c8").version is Version.WITHOUT_SEATS
    with pytest.raises(ValueError, match="trek@0000000"):
        OfficialTrek(TOY, version="trek@0000000")


def test_the_evaluator_of_a_knowledge_base_is_kept() -> None:
    """Scoring by function uses one evaluator a knowledge base."""
    assert official(TOY) is official(TOY)
    assert score(claim(toy_plan()), TASK, TOY) == scored(toy_plan())


def test_tasks_that_look_alike_are_told_apart() -> None:
    """Two tasks with equal fields and different official rows are two tasks."""
    other = toy_task(hard_constraints={"budget": "1"})
    assert other == TASK
    assert scored(toy_plan(), other).d3_budget != scored(toy_plan(), TASK).d3_budget
