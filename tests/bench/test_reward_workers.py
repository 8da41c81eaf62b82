"""Rewards in pools of processes, begun both ways: every call comes back, and all processes agree."""

import json
import subprocess
import sys

import pytest

from planassay.bench.speed.memory import held
from planassay.bench.speed.workers import texts
from planassay.kb.formats.trek import parts
from planassay.kb.store import write_store
from planassay.kb.worlds.trek import build


@pytest.fixture(scope="module")
def kb(tmp_path_factory):
    """Return the path of a small made world."""
    path = tmp_path_factory.mktemp("workers") / "kb"
    write_store(path, "trek", list(parts(build("small", 1).source)))
    return path


@pytest.mark.parametrize("start", ["spawn", "fork"])
def test_every_worker_gives_the_same_rewards(kb, start):
    """A pool of its own process, for a forked one must not inherit the threads of the tests."""
    command = [sys.executable, "-m", "planassay.bench.speed.workers", "--kb", str(kb), "--start", start]
    done = subprocess.run(
        [*command, "--workers", "2", "--calls", "120", "--json"], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")
    told = json.loads(done.stdout)
    assert (told["calls"], told["wrong"], told["is_stuck"]) == (120, 0, False)
    if held(kb) is not None:  # where the system tells, the columns are mapped by both
        assert len({worker["pid"] for worker in told["workers"]}) == 2
        assert all(worker["mapped_share"] <= worker["mapped"] for worker in told["workers"])
        assert start == "fork" or all(worker["mapped"] for worker in told["workers"])


def test_the_texts_are_good_and_bad(kb):
    """Drawn from a seed: a call that always gave one number would show nothing."""
    pairs = texts(kb, 60, seed=1)
    assert pairs == texts(kb, 60, seed=1)
    assert len({text for text, _ in pairs}) == 60
