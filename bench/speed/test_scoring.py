"""How fast TREK submissions are scored, one by one, as a multiple of reading them."""

import json
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, Protocol

import pytest

from planassay.kb.formats.trek import open_folder, slice_tasks
from planassay.kb.task import Task
from planassay.verifier.official.trek import OfficialTrek

HERE = Path(__file__).resolve().parent
SLICE = HERE.parents[1] / "tests" / "data" / "trek-slice"
ROUNDS = 30
Work = list[tuple[dict[str, object], Task]]


class Benchmark(Protocol):
    """What is used of pytest-benchmark's fixture, which ships no types."""

    extra_info: dict[str, object]
    stats: Any

    def pedantic(self, target: Callable[[], None], *, rounds: int, warmup_rounds: int) -> None:
        """Run a function some times and keep the figures."""


@pytest.fixture(scope="module")
def submissions() -> list[str]:
    """Return the recorded submissions as lines of JSON."""
    lines = (SLICE / "vectors.jsonl").read_text("utf-8").splitlines()
    return [json.dumps(json.loads(line)["submission"]) for line in lines]


@pytest.fixture(scope="module")
def work(submissions: list[str]) -> Work:
    """Return the parsed submissions, each with its task."""
    tasks = {task.task_id: task for task in slice_tasks(SLICE)}
    lines = (SLICE / "vectors.jsonl").read_text("utf-8").splitlines()
    names = [json.loads(line)["task_id"] for line in lines]
    return [(json.loads(line), tasks[name]) for line, name in zip(submissions, names, strict=True)]


def test_official_scores_one_by_one(
    benchmark: Benchmark, submissions: list[str], work: Work, capsys: pytest.CaptureFixture[str]
) -> None:
    """Score every recorded submission, from parsed object to scores."""
    official = OfficialTrek(open_folder(SLICE))

    def score_all() -> None:
        for submission, task in work:
            official.score(submission, task)

    benchmark.pedantic(score_all, rounds=ROUNDS, warmup_rounds=2)
    reading = min(_seconds_to_read(submissions) for _ in range(ROUNDS))
    scoring = benchmark.stats.stats.min
    rate, multiple = len(work) / scoring, scoring / reading
    benchmark.extra_info |= {"plans_per_s": round(rate), "multiple_of_json_loads": round(multiple, 2)}
    published = json.loads((HERE / "published.json").read_text("utf-8"))["trek"][0]["plans_per_s"]
    with capsys.disabled():
        sys.stdout.write(
            f"\nofficial TREK scores: {rate:,.0f} plans/s, {multiple:.1f} times json.loads of the same lines "
            f"(the published evaluator: about {published} plans/s)\n"
        )


def _seconds_to_read(lines: list[str]) -> float:
    started = time.perf_counter()
    for line in lines:
        json.loads(line)
    return time.perf_counter() - started
