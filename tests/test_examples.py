"""Every example in a docstring or in the documentation gives what it says."""

import doctest
from importlib import import_module
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
ROOMS = ("kb", "solver", "verifier", "gold", "bench")
OPTIONS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE


def has_example(path: Path) -> bool:
    """Tell whether a file shows a Python prompt."""
    return ">>> " in path.read_text(encoding="utf-8")


def modules() -> list[str]:
    """Return the import names of the modules that hold an example."""
    paths = [path for room in ROOMS for path in (ROOT / room).rglob("*.py") if has_example(path)]
    parts = [path.relative_to(ROOT).with_suffix("").parts for path in paths]
    return sorted(".".join(("planassay", *part)).removesuffix(".__init__") for part in parts)


def pages() -> list[str]:
    """Return the pages, README included, that hold an example."""
    paths = [ROOT / "README.md", *(ROOT / "docs").rglob("*.md")]
    return sorted(path.relative_to(ROOT).as_posix() for path in paths if has_example(path))


@pytest.mark.parametrize("name", modules())
def test_docstring_examples_hold(name):
    """The examples of the module run, and their output is as printed."""
    result = doctest.testmod(import_module(name), optionflags=OPTIONS)
    assert result.attempted > 0
    assert result.failed == 0


@pytest.mark.parametrize("page", pages())
def test_page_examples_hold(page):
    """The examples of the page run from top to bottom, and their output is as printed."""
    result = doctest.testfile(str(ROOT / page), module_relative=False, optionflags=OPTIONS, encoding="utf-8")
    assert result.attempted > 0
    assert result.failed == 0
