"""Beside: what the suites share to measure a thing and its reference in the same run."""

import sys
import time
from collections.abc import Callable, Mapping
from math import inf
from typing import Any, Protocol

import pytest


class Benchmark(Protocol):
    """What is used of pytest-benchmark's fixture, which ships no types."""

    extra_info: dict[str, object]
    stats: Any

    def pedantic(self, target: Callable[[], None], *, rounds: int, warmup_rounds: int) -> None:
        """Run a function some times and keep the figures."""


def least_seconds(call: Callable[[], object], rounds: int) -> float:
    """
    Return the least processor time of some calls, that of all threads together.

    Of a busy machine the clock on the wall says little; what else runs only ever adds to either.
    """
    times = []
    for _ in range(rounds):
        started = time.process_time()
        call()
        times.append(time.process_time() - started)
    return min(times)


def least_each(ways: Mapping[str, Callable[[int], object]], count: int, rounds: int) -> dict[str, float]:
    """
    Return the mean seconds that each of some ways takes for an item, from the least of each item.

    All ways are taken for one item after another, time and again, so that what else the machine does falls on
    all of them alike. Spans of a hundred microseconds are seldom cut in two, the least of some rounds never.

    Parameters
    ----------
    ways
        What is done for the item of a number, by name.
    count
        How many items there are.
    rounds
        How often all of them are gone through.
    """
    least = {name: [inf] * count for name in ways}
    for _ in range(rounds):
        for item in range(count):
            for name, way in ways.items():
                started = time.perf_counter()
                way(item)
                spent = time.perf_counter() - started
                if spent < least[name][item]:
                    least[name][item] = spent
    return {name: sum(seconds) / count for name, seconds in least.items()}


def tell(capsys: pytest.CaptureFixture[str], text: str) -> None:
    """Print a line through pytest's own output."""
    with capsys.disabled():
        sys.stdout.write(f"\n{text}\n")
