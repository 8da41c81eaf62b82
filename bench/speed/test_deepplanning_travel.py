"""How fast DeepPlanning's travel plans are scored over databases of the benchmark's size."""

import json
import sys
import time
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from pathlib import Path
from random import Random
from typing import Any, Protocol, cast

import numpy as np
import orjson
import pytest

from planassay import score_many
from planassay.bench.speed.beside import least_seconds, tell
from planassay.bench.speed.itineraries import varied
from planassay.kb.catalog import Catalog
from planassay.kb.formats.deepplanning_travel import Database, find_database, open_folder, read_tasks
from planassay.kb.formats.deepplanning_travel.database import Way
from planassay.kb.formats.deepplanning_travel.records import Road
from planassay.verifier.batch.batches import SINGLE
from planassay.verifier.official.deepplanning_travel import (
    OfficialDeepPlanningTravel,
    Request,
    read_requests,
)

HERE = Path(__file__).resolve().parent
MINI = HERE.parents[1] / "tests" / "data" / "deepplanning-travel-mini"
ROWS = 7_708
"""Mean number of rows of a task, by the benchmark's site."""
ROUNDS = 30
COPIES = 7
"""Of each plan in a round."""
MANY, CHANGES, SEED = 2_000, 6, 8
"""Plans of each task that are scored together, and how often each was changed."""


class Benchmark(Protocol):
    """What is used of pytest-benchmark's fixture, which ships no types."""

    extra_info: dict[str, object]
    stats: Any

    def pedantic(self, target: Callable[[], object], *, rounds: int, warmup_rounds: int) -> None:
        """Run a function some times and keep the figures."""


def grown(base: Database, rows: int) -> Database:
    """Return a database with invented rows beside its own: larger tables, and many more roads."""
    times = max(1, (rows - len(base.roads)) // (2 * (base.row_count - len(base.roads))))
    places = range(1, times)
    larger = replace(
        base,
        sights=(*base.sights, *(row._replace(name=f"{row.name} {n}") for n in places for row in base.sights)),
        eateries=(
            *base.eateries,
            *(row._replace(name=f"{row.name} {n}") for n in places for row in base.eateries),
        ),
        lodges=(*base.lodges, *(row._replace(name=f"{row.name} {n}") for n in places for row in base.lodges)),
        flights=(
            *base.flights,
            *(row._replace(number=f"{row.number}{n}") for n in places for row in base.flights),
        ),
        trains=(
            *base.trains,
            *(row._replace(number=f"{row.number}{n}") for n in places for row in base.trains),
        ),
        locations=(
            *base.locations,
            *(row._replace(name=f"{row.name} {n}") for n in places for row in base.locations),
        ),
    )
    return replace(larger, roads=_more_roads(base.roads, rows - (larger.row_count - len(base.roads))))


def _more_roads(roads: Mapping[Way, Road], count: int) -> Mapping[Way, Road]:
    grown_roads = dict(roads)
    sample = next(iter(roads.values()))
    for number in range(count - len(roads)):
        grown_roads[f"0.0,{number}", "0.0,0.0"] = sample
    return grown_roads


@pytest.fixture(scope="module")
def work() -> list[tuple[OfficialDeepPlanningTravel, str, Request]]:
    """Return the evaluator, the plan as text and the task of each sample."""
    found = []
    for request in read_requests(MINI / "travelplanning_query_mini.json"):
        folder = find_database(MINI, request.task_id)
        assert folder is not None
        base = grown(open_folder(folder), ROWS)
        assert abs(base.row_count - ROWS) < 100
        text = (MINI / "plans" / f"id_{request.task_id}_converted.json").read_text("utf-8")
        found.append((OfficialDeepPlanningTravel(base), text, request))
    return found


def test_official_scores_one_by_one(
    benchmark: Benchmark,
    work: list[tuple[OfficialDeepPlanningTravel, str, Request]],
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Score full-mark plans, from parsed JSON to scores."""
    plans = [(official, json.loads(text), request) for official, text, request in work for _ in range(COPIES)]

    def score_all() -> None:
        for official, plan, request in plans:
            assert official.evaluate(plan, request).case_acc == 1.0

    benchmark.pedantic(score_all, rounds=ROUNDS, warmup_rounds=2)
    texts = [text for _, text, _ in work for _ in range(COPIES)]
    reading = min(_seconds_to_read(texts) for _ in range(ROUNDS))
    scoring = benchmark.stats.stats.min
    rate, multiple = len(plans) / scoring, scoring / reading
    benchmark.extra_info |= {"plans_per_s": round(rate), "multiple_of_json_loads": round(multiple, 2)}
    published = json.loads((HERE / "published.json").read_text("utf-8"))["deepplanning-travel"][0][
        "plans_per_s"
    ]
    with capsys.disabled():
        sys.stdout.write(
            f"\nofficial DeepPlanning travel scores, {ROWS:,} rows: {rate:,.0f} plans/s, "
            f"{multiple:.1f} times json.loads of the same plans "
            f"(the published evaluator: about {published} plans/s)\n"
        )


def test_official_scores_many(benchmark: Benchmark, capsys: pytest.CaptureFixture[str]) -> None:
    """
    Score many plans of a task, from lines of JSON to arrays of scores.

    No two are alike: each is a full-mark plan after six changes at random to what it says.
    """
    work = []
    for task in read_tasks(MINI / "travelplanning_query_mini.json"):
        folder = find_database(MINI, task.task_id)
        assert folder is not None
        base, draw = open_folder(folder), Random(SEED)
        text = (MINI / "plans" / f"id_{task.task_id}_converted.json").read_text("utf-8")
        plans = (varied(json.loads(text), base, draw, CHANGES) for _ in range(MANY))
        lines = list(dict.fromkeys(json.dumps(plan, ensure_ascii=False).encode() for plan in plans))
        work.append((lines, task, cast("Catalog", grown(base, ROWS))))

    def score_all() -> list[np.ndarray]:
        return [score_many(lines, task, base, ruleset="official").verdicts.way for lines, task, base in work]

    ways = np.concatenate(score_all())
    benchmark.pedantic(score_all, rounds=5, warmup_rounds=1)
    count, every = len(ways), [line for lines, _, _ in work for line in lines]
    assert count > 0.95 * MANY * len(work)
    seconds = least_seconds(score_all, 5)
    quick, usual = (least_seconds(partial(_read_all, load, every), 5) for load in (orjson.loads, json.loads))
    single = float(np.mean(ways == SINGLE))
    benchmark.extra_info |= {
        "plans_per_s": round(count / seconds),
        "multiple_of_orjson_loads": round(seconds / quick, 2),
        "multiple_of_json_loads": round(seconds / usual, 2),
        "share_left_to_the_single_scorer": single,
    }
    tell(
        capsys,
        f"official DeepPlanning travel scores, many at once: {count / seconds:,.0f} plans/s, "
        f"{seconds / quick:.2f} times orjson.loads, {seconds / usual:.2f} times json.loads; "
        f"{count:,} plans, {single:.1%} of them left to the single-plan scorer",
    )


def test_first_plan_of_a_task(benchmark: Benchmark, tmp_path: Path) -> None:
    """Open a database of that size from its files and score one plan against it."""
    request = read_requests(MINI / "travelplanning_query_mini.json")[0]
    folder = find_database(MINI, request.task_id)
    assert folder is not None
    plan = json.loads((MINI / "plans" / f"id_{request.task_id}_converted.json").read_text("utf-8"))
    _write_grown(folder, tmp_path, ROWS - open_folder(folder).row_count)
    assert open_folder(tmp_path).row_count == ROWS

    def score_first() -> None:
        official = OfficialDeepPlanningTravel(open_folder(tmp_path))
        assert official.evaluate(plan, request).case_acc == 1.0

    benchmark.pedantic(score_first, rounds=ROUNDS, warmup_rounds=2)


def _write_grown(source: Path, target: Path, count: int) -> None:
    """Write a copy of a database with some more roads."""
    for path in sorted(source.glob("*/*.csv")):
        copy = target / path.relative_to(source)
        copy.parent.mkdir(parents=True, exist_ok=True)
        copy.write_bytes(path.read_bytes())
    roads = target / "transportation" / "distance_matrix.csv"
    extra = "".join(f'"0.0,{number}","1.0,{number}",1,1,0\n' for number in range(count))
    roads.write_text(roads.read_text("utf-8-sig") + extra, "utf-8")


def _read_all(load: Callable[[bytes], object], lines: list[bytes]) -> None:
    for line in lines:
        load(line)


def _seconds_to_read(texts: list[str]) -> float:
    started = time.perf_counter()
    for text in texts:
        json.loads(text)
    return time.perf_counter() - started
