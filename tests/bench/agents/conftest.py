"""A small made world on disk, with tasks over it, for the tests of agents and runs."""

from pathlib import Path

import pytest

from planassay.bench.cli import run
from planassay.bench.inputs import read_task_file
from planassay.bench.labels import with_causes
from planassay.kb.task import Task


@pytest.fixture(scope="session")
def world(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with a knowledge base ``kb`` and a file ``tasks.jsonl`` of two dozen tasks."""
    folder = tmp_path_factory.mktemp("world")
    kb, tasks = str(folder / "kb"), str(folder / "tasks.jsonl")
    assert run(["kb", "build", "trek", "--scale", "tiny", "--out", kb]) == 0
    assert run(["tasks", "build", "trek", "--kb", kb, "--n", "24", "--seed", "5", "--out", tasks]) == 0
    return folder


@pytest.fixture(scope="session")
def tasks(world: Path) -> list[Task]:
    """Return its tasks, labels with their causes."""
    path = world / "tasks.jsonl"
    return with_causes(read_task_file(path), path)
