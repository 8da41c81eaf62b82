"""
What every test may ask for: where the checkout and its data are, and the profiles of hypothesis.

Slow twins are imported as ``from tests.naive import ...``. No room is importable by its bare name here.
"""

from importlib.util import find_spec
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings
from tests.browser import VARIABLE, find_chromium

ROOT = Path(__file__).resolve().parents[1]

# The same examples on every run and every machine: a failure here is a failure everywhere. No deadline,
# because first calls compile and import, and how long that takes is not what a property is about.
settings.register_profile(
    "house",
    derandomize=True,
    deadline=None,
    database=None,
    print_blob=True,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.register_profile("search", settings.get_profile("house"), derandomize=False, max_examples=2000)
settings.load_profile("house")

# What some tests need may not be there; the head of the run says in a line of each which tests are not run.
NEEDS = {
    "bench/browser": (find_chromium(), f"a Chromium and none is found ({VARIABLE} may name one)"),
    **{
        f"adapters/test_{name}.py": (
            find_spec(module),
            f"{module}, which is not installed (make test-adapters has it)",
        )
        for name, module in {
            "gym": "gymnasium",
            "inspect": "inspect_ai",
            "lm_eval": "lm_eval",
            "openenv": "openenv",
            "trl": "trl",
            "verifiers": "verifiers",
            "verl": "verl",
        }.items()
    },
    "gold/cluster": (find_spec("ray"), "Ray, which is not installed (make test-ray has it)"),
}
collect_ignore = [path for path, (found, _) in NEEDS.items() if not found]


def pytest_report_header() -> list[str]:
    """Say which tests cannot run here."""
    return [f"not run: tests/{path}, for it needs {NEEDS[path][1]}" for path in collect_ignore]


@pytest.fixture(scope="session")
def root() -> Path:
    """Return the folder of the checkout."""
    return ROOT


@pytest.fixture(scope="session")
def trek_slice() -> Path:
    """Return the folder of the real TREK slice."""
    return ROOT / "tests" / "data" / "trek-slice"
