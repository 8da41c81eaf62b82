"""The page that adds a benchmark works as written: its files are written, its last block is run."""

import re
import sys

import pytest

from planassay.kb.formats import registry
from planassay.kb.formats.registry import SYSTEMS, System, register, system

BLOCK = re.compile(r"```python\n(.*?)```", re.DOTALL)
FILE = re.compile(r"# (weekend/\w+\.py)\n")


def test_the_page_works_as_written(root, tmp_path, monkeypatch):
    """Every file of the page in a package, and what it says of itself holds."""
    page = (root / "docs" / "guides" / "own-benchmark.md").read_text(encoding="utf-8")
    blocks = BLOCK.findall(page)
    (tmp_path / "weekend").mkdir()
    for block in blocks[:-1]:
        (tmp_path / FILE.match(block)[1]).write_text(block, encoding="utf-8")
    assert len(blocks) == 7
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(registry, "_ADDED", {})
    try:
        exec(compile(blocks[-1], "own-benchmark.md", "exec"), {})
        assert system("weekend").title == "Weekend"
    finally:
        for name in [name for name in sys.modules if name.partition(".")[0] == "weekend"]:
            del sys.modules[name]


def test_a_name_is_taken_once(monkeypatch):
    """Neither a system of the package nor another of the same name gives way; the same row does no harm."""
    monkeypatch.setattr(registry, "_ADDED", {})
    mine = System("mine", "Mine", "a", "b", "c")
    register(mine)
    register(mine)
    with pytest.raises(ValueError, match="already"):
        register(System("mine", "Other", "a", "b", "c"))
    with pytest.raises(ValueError, match="already"):
        register(SYSTEMS["trek"])
    assert system("mine") is mine
