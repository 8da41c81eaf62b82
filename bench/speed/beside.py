"""Beside: what the suites share to measure a thing and its reference in the same run."""

import sys
import time
from collections.abc import Callable
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


def tell(capsys: pytest.CaptureFixture[str], text: str) -> None:
    """Print a line through pytest's own output."""
    with capsys.disabled():
        sys.stdout.write(f"\n{text}\n")
