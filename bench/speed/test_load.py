"""How fast a full-size knowledge base is open for scoring, as a multiple of DuckDB reading its Parquet."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from planassay.bench.speed.beside import Benchmark, least_seconds, tell
from planassay.bench.speed.journeys import Journey, journeys
from planassay.kb.catalog import Table
from planassay.kb.store import Store, open_store
from planassay.verifier.score import score

ROUNDS = 5


@pytest.fixture(scope="module")
def reading_s(full_kb: Path) -> float:
    """Return how long DuckDB alone takes to decode every value of the same Parquet files."""
    store = Store(full_kb)

    def read() -> None:
        for name in store.manifest.tables:
            store.query(f"SELECT bit_xor(hash({name})) FROM {name}")

    read()
    return least_seconds(read, ROUNDS)


@pytest.fixture(scope="module")
def journey(full_kb: Path) -> Journey:
    """Return an answer and its task."""
    return journeys(open_store(full_kb), 1, 1)[0]


def _open(path: Path, journey: Journey) -> None:
    del journey
    open_store(path)


def _score_first(path: Path, journey: Journey) -> None:
    kb = open_store(path)
    text = json.dumps(journey.answer).encode()
    assert score(text, journey.task, kb).task_perfect
    assert score(text, journey.task, kb, ruleset="official").task_perfect


def _make_all(path: Path, journey: Journey) -> None:
    del journey
    kb = open_store(path)
    for label in kb.labels(Table.HOTELS):
        kb.hotels(label)
    for label in kb.labels(Table.ATTRACTIONS):
        kb.attractions(label)
    for label in kb.labels(Table.CARS):
        kb.cars(label)
    list(kb.flights)


WAYS: dict[str, Callable[[Path, Journey], None]] = {
    "open for scoring": _open,
    "open and score a first plan by both rule sets": _score_first,
    "open and make every record": _make_all,
}


@pytest.mark.parametrize("way", WAYS)
def test_load(
    benchmark: Benchmark,
    full_kb: Path,
    journey: Journey,
    reading_s: float,
    way: str,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Open the store anew in each round; its files are in the system's cache, as they are for DuckDB."""

    def load() -> None:
        WAYS[way](full_kb, journey)

    benchmark.pedantic(load, rounds=ROUNDS, warmup_rounds=1)
    taken = least_seconds(load, ROUNDS)
    multiple = taken / reading_s
    benchmark.extra_info |= {"seconds": round(taken, 4), "multiple_of_duckdb_reading": round(multiple, 3)}
    tell(
        capsys,
        f"{way}: {1000 * taken:.1f} ms of processor time, {multiple:.2f} times DuckDB reading the same "
        f"Parquet files ({1000 * reading_s:.0f} ms)",
    )
