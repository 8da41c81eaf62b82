"""
How fast TREK answers are read and scored, alone and many at once, as multiples of ``orjson.loads``.

The table of pytest-benchmark is in seconds that pass; what is printed is made of the least of many short
spans where answers are read or scored one by one, and else of seconds of the processor: a busy machine
lengthens both less. What two processes do is measured in seconds that pass.
"""

import json
import os
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from random import Random
from typing import Any, Protocol

import numpy as np
import orjson
import pytest

from planassay.bench.speed.beside import least_each
from planassay.bench.speed.damage import damaged
from planassay.bench.speed.dimensions import official_parts, strict_parts
from planassay.bench.speed.journeys import Journey, journeys
from planassay.bench.speed.oddities import ODDITIES, odd
from planassay.kb.catalog import Catalog
from planassay.kb.formats.trek import parts
from planassay.kb.formats.trek.answers import read_answer
from planassay.kb.opening import VARIABLE, open_kb
from planassay.kb.store import write_store
from planassay.kb.worlds.trek import build
from planassay.verifier.batch import score_many
from planassay.verifier.batch.batches import ASKED, FAST, REWRITTEN, SINGLE, Verdicts
from planassay.verifier.batch.layout import WHYS
from planassay.verifier.batch.pool import Pool
from planassay.verifier.score import RULESETS, Ruleset, score

SEED = 11
JOURNEYS = 400
FEW = 100
MANY = 20_000
ROUNDS = 7
WAYS = (
    ("from their bytes", FAST),
    ("rid of escapes", REWRITTEN),
    ("with values asked about", ASKED),
    ("by the single-plan scorer", SINGLE),
)


class Benchmark(Protocol):
    """What is used of pytest-benchmark's fixture, which ships no types."""

    extra_info: dict[str, object]
    stats: Any

    def pedantic(self, target: Callable[[], object], *, rounds: int, warmup_rounds: int) -> None:
        """Run a function some times and keep the figures."""


@pytest.fixture(scope="module")
def kb(tmp_path_factory: pytest.TempPathFactory) -> Catalog:
    """Return the knowledge base that ``PLANASSAY_KB`` names, or else a small made one."""
    if os.environ.get(VARIABLE):
        return open_kb(Path(os.environ[VARIABLE]))
    path = tmp_path_factory.mktemp("speed") / "kb"
    write_store(path, "trek", list(parts(build("small", SEED).source)))
    return open_kb(path)


@pytest.fixture(scope="module")
def found(kb: Catalog) -> list[Journey]:
    """Return journeys over it."""
    return journeys(kb, JOURNEYS, SEED)


@pytest.fixture(scope="module")
def lines(found: list[Journey]) -> list[bytes]:
    """Return their answers as lines of JSON."""
    return [json.dumps(journey.answer, ensure_ascii=False).encode() for journey in found]


def best(target: Callable[[], object]) -> float:
    """Return the least seconds of processor time that some runs take."""
    seconds = []
    for _ in range(ROUNDS):
        started = time.process_time()
        target()
        seconds.append(time.process_time() - started)
    return min(seconds)


def reading(lines: list[bytes]) -> float:
    """Return the seconds that ``orjson.loads`` takes for each line."""
    return best(lambda: [orjson.loads(line) for line in lines]) / len(lines)


def loads(lines: list[bytes], item: int) -> None:
    """Read one line as JSON."""
    orjson.loads(lines[item])


def tell(capsys: pytest.CaptureFixture[str], text: str) -> None:
    """Print a line past pytest."""
    with capsys.disabled():
        sys.stdout.write(f"\n{text}")


def test_reading_an_answer(
    benchmark: Benchmark,
    kb: Catalog,
    found: list[Journey],
    lines: list[bytes],
    capsys: pytest.CaptureFixture[str],
) -> None:
    """From bytes to a plan, by the tolerant reader."""
    pairs = [(line, journey.task) for line, journey in zip(lines, found, strict=True)]

    def read_all() -> None:
        for line, task in pairs:
            read_answer(line, task, kb)

    benchmark.pedantic(read_all, rounds=ROUNDS, warmup_rounds=1)
    ways: dict[str, Callable[[int], object]] = {
        "orjson": partial(loads, lines),
        "each": lambda item: read_answer(*pairs[item], kb),
    }
    least = least_each(ways, len(pairs), 5 * ROUNDS)
    each, unit = least["each"], least["orjson"]
    benchmark.extra_info |= {"multiple_of_orjson_loads": round(each / unit, 1)}
    tell(capsys, f"reading: {each * 1e6:.0f} us an answer, {each / unit:.1f} times orjson.loads")


@pytest.mark.parametrize("ruleset", RULESETS)
def test_scoring_one_answer(
    benchmark: Benchmark,
    kb: Catalog,
    found: list[Journey],
    lines: list[bytes],
    ruleset: Ruleset,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """From bytes to a report, one by one; then dimension by dimension."""
    pairs = [(line, journey.task) for line, journey in zip(lines, found, strict=True)]

    def score_all() -> None:
        for line, task in pairs:
            score(line, task, kb, ruleset=ruleset)

    benchmark.pedantic(score_all, rounds=ROUNDS, warmup_rounds=1)
    parted = strict_parts(kb, found, lines) if ruleset == "strict" else official_parts(kb, found, lines)
    ways: dict[str, Callable[[int], object]] = {
        "orjson": partial(loads, lines),
        "each": lambda item: score(*pairs[item], kb, ruleset=ruleset),
        **parted,
    }
    least = least_each(ways, len(pairs), 5 * ROUNDS)
    each, unit = least["each"], least["orjson"]
    multiples = {name: round(least[name] / unit, 2) for name in parted}
    benchmark.extra_info |= {
        "plans_per_s": round(1 / each),
        "multiple_of_orjson_loads": round(each / unit, 1),
        "steps": multiples,
    }
    tell(capsys, f"{ruleset}, one by one: {1 / each:,.0f} plans/s, {each / unit:.1f} times orjson.loads")
    for name, multiple in multiples.items():
        tell(capsys, f"  {name:13} {multiple:5.2f}")


@pytest.mark.parametrize("ruleset", RULESETS)
def test_scoring_many_answers(
    benchmark: Benchmark,
    kb: Catalog,
    found: list[Journey],
    lines: list[bytes],
    ruleset: Ruleset,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """From raw bytes to every dimension: as they should be, with escapes, and all of them damaged."""
    times = MANY // len(found)
    tasks = [journey.task for journey in found] * times
    score_many(lines, tasks[: len(lines)], kb, ruleset=ruleset)  # what is compiled is compiled

    many = lines * times
    run = partial(score_many, many, tasks, kb, ruleset=ruleset)
    benchmark.pedantic(run, rounds=ROUNDS, warmup_rounds=1)
    each, unit = best(run) / len(tasks), reading(lines)
    benchmark.extra_info |= {
        "plans_per_s": round(1 / each),
        "multiple_of_orjson_loads": round(each / unit, 2),
    }
    tell(capsys, f"{ruleset}, many: {1 / each:,.0f} plans/s, {each / unit:.2f} times orjson.loads")

    escaped = [json.dumps(journey.answer).encode() for journey in found] * times
    each = best(lambda: score_many(escaped, tasks, kb, ruleset=ruleset)) / len(tasks)
    tell(capsys, f"  beyond ASCII as escapes: {1 / each:,.0f} plans/s")
    worse = damaged_lines(found)
    verdicts = score_many(worse, tasks[: len(worse)], kb, ruleset=ruleset).verdicts
    for name, way in WAYS:
        rows = np.flatnonzero(verdicts.way == way).tolist()
        if rows:
            some, own = [worse[row] for row in rows], [tasks[row] for row in rows]
            each = best(partial(score_many, some, own, kb, ruleset=ruleset)) / len(rows)
            tell(capsys, f"  damaged, {name} ({len(rows) / len(worse):.1%} of them): {1 / each:,.0f} plans/s")
    tell_why(capsys, verdicts)


@pytest.mark.parametrize("ruleset", RULESETS)
def test_scoring_odd_answers(
    benchmark: Benchmark,
    kb: Catalog,
    found: list[Journey],
    ruleset: Ruleset,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """From raw bytes to every dimension, of answers that are written oddly: all of them, then each kind."""
    found = found[:FEW]
    tasks = [journey.task for journey in found]
    lines = {name: [json.dumps(odd(one.answer, name)).encode() for one in found] for name in ODDITIES}
    score_many(lines["blanks in names"], tasks, kb, ruleset=ruleset)  # what is compiled is compiled
    mixed, own = [line for some in lines.values() for line in some], tasks * len(lines)
    run = partial(score_many, mixed, own, kb, ruleset=ruleset)
    verdicts = run().verdicts
    benchmark.pedantic(run, rounds=ROUNDS, warmup_rounds=0)
    each, unit = best(run) / len(mixed), reading(mixed)
    shares = np.bincount(verdicts.way, minlength=len(WAYS)) / len(mixed)
    benchmark.extra_info |= {
        "plans_per_s": round(1 / each),
        "multiple_of_orjson_loads": round(each / unit, 2),
        "left_to_single": round(float(shares[SINGLE]), 4),
    }
    tell(capsys, f"{ruleset}, odd: {1 / each:,.0f} plans/s, {each / unit:.2f} times orjson.loads")
    tell(capsys, "  " + ", ".join(f"{name} {shares[way]:.1%}" for name, way in WAYS))
    tell_why(capsys, verdicts)
    for name, some in lines.items():
        each = best(partial(score_many, some, tasks, kb, ruleset=ruleset)) / len(some)
        tell(capsys, f"  {name:42} {1 / each:9,.0f} plans/s, {each / reading(some):5.2f} times orjson.loads")


def tell_why(capsys: pytest.CaptureFixture[str], verdicts: Verdicts) -> None:
    """Print why answers were left to the single-plan scorer, and how many."""
    for why, count in enumerate(np.bincount(verdicts.why[verdicts.way == SINGLE]).tolist()):
        if count:
            tell(capsys, f"  left to the single-plan scorer: {count} of {len(verdicts.way)}, {WHYS[why]}")


def damaged_lines(found: list[Journey]) -> list[bytes]:
    """Return the answers with damage, the same each time."""
    draw, plans = Random(SEED), [journey.answer for journey in found]
    return [json.dumps(damaged(plan, plans, draw)).encode() for plan in plans]


def test_two_processes(
    benchmark: Benchmark,
    kb: Catalog,
    found: list[Journey],
    lines: list[bytes],
    capsys: pytest.CaptureFixture[str],
) -> None:
    """The work of one process, shared by two that are already there."""
    times = 5 * MANY // len(found)
    tasks = [journey.task for journey in found]
    numbers, answers = np.tile(np.arange(len(found)), times), lines * times
    with Pool(tasks, kb, "strict", 1) as pool:
        pool.score(answers, numbers)
        alone = min(_seconds(lambda: pool.score(answers, numbers)) for _ in range(5))
    with Pool(tasks, kb, "strict", 2) as pair:
        benchmark.pedantic(lambda: pair.score(answers, numbers), rounds=5, warmup_rounds=1)
    shared = benchmark.stats.stats.min
    benchmark.extra_info |= {
        "plans_per_s": round(len(numbers) / shared),
        "times_one": round(alone / shared, 2),
    }
    tell(
        capsys,
        f"strict, by one process: {len(numbers) / alone:,.0f} plans/s; by two: "
        f"{len(numbers) / shared:,.0f}, {alone / shared:.2f} times as many (best of five)",
    )


def _seconds(target: Callable[[], object]) -> float:
    started = time.perf_counter()
    target()
    return time.perf_counter() - started
