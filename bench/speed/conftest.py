"""What the suites share: a knowledge base of TREK's size."""

import os
from pathlib import Path

import pytest

from planassay.kb.formats.trek import parts
from planassay.kb.manifest import is_store
from planassay.kb.store import write_store
from planassay.kb.worlds.trek import build

HERE = Path(__file__).resolve().parent
SEED = 7
VARIABLE = "PLANASSAY_SPEED_KB"
"""Environment variable: a store of full size, instead of the one that is made under ``build``."""


@pytest.fixture(scope="session")
def full_kb() -> Path:
    """Return the path of a store of TREK's counts; the first run makes it, which takes a minute or two."""
    named = os.environ.get(VARIABLE)
    path = Path(named) if named else HERE.parents[1] / "build" / "speed" / f"kb-full-{SEED}"
    if not is_store(path):
        path.parent.mkdir(parents=True, exist_ok=True)
        write_store(path, "trek", list(parts(build("full", SEED).source)), force=True)
    return path
