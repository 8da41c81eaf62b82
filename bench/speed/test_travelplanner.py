"""How fast TravelPlanner plans that pass are scored, one by one, as a multiple of reading them."""

import json
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, Protocol

import pytest

from planassay.kb.formats.travelplanner import Query, Tables, open_folder, read_queries
from planassay.verifier.official.travelplanner import OfficialTravelPlanner
from planassay.verifier.strict import check

HERE = Path(__file__).resolve().parent
DATA = HERE.parents[1] / "tests" / "data" / "travelplanner"
ROUNDS = 30


class Benchmark(Protocol):
    """What is used of pytest-benchmark's fixture, which ships no types."""

    extra_info: dict[str, object]
    stats: Any

    def pedantic(
        self, target: Callable[[], None], *, setup: Callable[[], None], rounds: int, warmup_rounds: int
    ) -> None:
        """Run a function some times, each after a setup that is not measured, and keep the figures."""


@pytest.fixture(scope="module")
def tables() -> Tables:
    """Return the real tables."""
    return open_folder(DATA)


@pytest.fixture(scope="module")
def queries() -> list[Query]:
    """Return the train queries, each with its annotated plan."""
    return read_queries(DATA / "train_queries.jsonl.gz")


@pytest.mark.parametrize("texts", ["seen before", "never seen"])
def test_official_results_one_by_one(
    benchmark: Benchmark,
    tables: Tables,
    queries: list[Query],
    texts: str,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Evaluate every annotated plan, from parsed plan to results."""
    official = OfficialTravelPlanner(tables)

    def score_all() -> None:
        for query in queries:
            official.evaluate(query.annotated_plan, query)

    def setup() -> None:
        if texts == "never seen":
            official.forget()

    score_all()
    benchmark.pedantic(score_all, setup=setup, rounds=ROUNDS, warmup_rounds=2)
    published = json.loads((HERE / "published.json").read_text("utf-8"))["travelplanner"][0]["plans_per_s"]
    rate = _report(benchmark, queries)
    with capsys.disabled():
        sys.stdout.write(
            f"\nofficial TravelPlanner results, texts {texts}: {rate:,.0f} passing plans/s "
            f"(the published evaluator: about {published} plans/s)\n"
        )


def test_strict_reports_one_by_one(
    benchmark: Benchmark, tables: Tables, queries: list[Query], capsys: pytest.CaptureFixture[str]
) -> None:
    """Judge every annotated plan by the strict rules, from parsed answer to report."""
    answers = [({"plan": query.annotated_plan}, query.task) for query in queries]

    def judge_all() -> None:
        for answer, task in answers:
            check(answer, task, tables)

    judge_all()
    benchmark.pedantic(judge_all, setup=lambda: None, rounds=ROUNDS, warmup_rounds=2)
    rate = _report(benchmark, queries)
    with capsys.disabled():
        sys.stdout.write(f"\nstrict TravelPlanner reports: {rate:,.0f} plans/s\n")


def _report(benchmark: Benchmark, queries: list[Query]) -> float:
    """Keep the figures beside the others, and return plans a second."""
    lines = [json.dumps(query.annotated_plan) for query in queries]
    reading = min(_seconds_to_read(lines) for _ in range(ROUNDS))
    scoring = benchmark.stats.stats.min
    rate = len(queries) / scoring
    benchmark.extra_info |= {
        "plans_per_s": round(rate),
        "multiple_of_json_loads": round(scoring / reading, 2),
    }
    return float(rate)


def _seconds_to_read(lines: list[str]) -> float:
    started = time.perf_counter()
    for line in lines:
        json.loads(line)
    return time.perf_counter() - started
