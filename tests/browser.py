"""
A browser for tests: which Chromium there is, and how it is started.

As a program it prints where Chromium is, or says that there is none and ends with 1.
"""

import os
import shutil
import sys
from pathlib import Path

VARIABLE = "PLANASSAY_CHROMIUM"
NAMES = ("chromium", "chromium-browser", "google-chrome-stable", "google-chrome", "chrome")


def find_chromium() -> str | None:
    """
    Return the path of a Chromium, None if none is found.

    Raises
    ------
    RuntimeError
        If ``PLANASSAY_CHROMIUM`` names one that is not there.
    """
    named = os.environ.get(VARIABLE)
    if named:
        found = shutil.which(named)
        if found is None:
            raise RuntimeError(f"{VARIABLE} is {named!r}, and that is no program")
        return found
    return next((path for name in NAMES if (path := shutil.which(name))), None)


def arguments() -> list[str]:
    """Return how Chromium must be started: root has no sandbox, and small machines little shared memory."""
    is_root = hasattr(os, "geteuid") and os.geteuid() == 0
    return ["--disable-dev-shm-usage", *(["--no-sandbox"] if is_root else [])]


def main() -> int:
    """Say where Chromium is."""
    found = find_chromium()
    if found is None:
        sys.stderr.write(f"no Chromium is on the path; {VARIABLE} may name one\n")
        return 1
    sys.stdout.write(f"Chromium: {Path(found)}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
