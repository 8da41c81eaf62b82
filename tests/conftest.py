"""
What every test may ask for: where the checkout and its data are, and the profiles of hypothesis.

Slow twins are imported as ``from tests.naive import ...``. No room is importable by its bare name here.
"""

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

# Pages are opened in a browser where there is one; the head of the run says so in a line where there is none.
collect_ignore = [] if find_chromium() else ["bench/browser"]


def pytest_report_header() -> str | None:
    """Say which tests cannot run here."""
    if not collect_ignore:
        return None
    return (
        f"not run: tests/bench/browser, for it needs a Chromium and none is found ({VARIABLE} may name one)"
    )


@pytest.fixture(scope="session")
def root() -> Path:
    """Return the folder of the checkout."""
    return ROOT


@pytest.fixture(scope="session")
def trek_slice() -> Path:
    """Return the folder of the real TREK slice."""
    return ROOT / "tests" / "data" / "trek-slice"
