"""A local Ray of two workers makes the same bytes as one process, and what fails there is raised here."""

import math
from collections.abc import Iterator
from pathlib import Path

import pytest
import ray
from tests.gold.goldworld import TASKS, contents, order

from planassay.gold.build import build
from planassay.gold.tasks import TaskOrder, build_tasks
from planassay.gold.workers import Backend, finished

pytestmark = pytest.mark.filterwarnings("default")  # Ray's own


@pytest.fixture(autouse=True)
def _private(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Use no cluster but one that is started here, and leave none behind."""
    monkeypatch.delenv("RAY_ADDRESS", raising=False)
    monkeypatch.setenv("RAY_USAGE_STATS_ENABLED", "0")
    monkeypatch.setenv("RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO", "0")
    yield
    assert not ray.is_initialized()


def test_gold_and_tasks_have_the_same_bytes(tmp_path: Path) -> None:
    """Which worker made a row, and when, cannot be seen in it."""
    wanted = order(tmp_path)
    build(wanted, tmp_path / "alone")
    seen: list[int] = []
    build(
        wanted,
        tmp_path / "ray",
        workers=2,
        backend=Backend.RAY,
        progress=lambda done, name: seen.append(done),
    )
    assert seen == list(range(TASKS + 1))
    assert contents(tmp_path / "ray") == contents(tmp_path / "alone")
    few = TaskOrder(tmp_path / "kb", 4, 3)
    build_tasks(few, tmp_path / "alone.jsonl")
    build_tasks(few, tmp_path / "ray.jsonl", workers=2, backend=Backend.RAY)
    assert (tmp_path / "ray.jsonl").read_bytes() == (tmp_path / "alone.jsonl").read_bytes()


def test_what_a_job_raises_is_raised_here() -> None:
    """The error arrives as one of its own kind; results before it are not lost."""
    with pytest.raises(ValueError, match="math domain error"):
        list(finished(math.sqrt, [4.0, -1.0], workers=2, backend=Backend.RAY))


def test_a_cluster_that_is_there_is_used_and_left(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever started Ray before keeps it."""
    ray.init(num_cpus=2, log_to_driver=False)
    try:
        assert sorted(finished(math.sqrt, [4.0, 9.0, 16.0], backend=Backend.RAY)) == [2.0, 3.0, 4.0]
        assert ray.is_initialized()
    finally:
        ray.shutdown()
