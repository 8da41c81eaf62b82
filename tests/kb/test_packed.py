"""Packed files: read as what they hold, and damage told with the name of the file."""

import gzip
import sys
from importlib import import_module

import pytest

from planassay.kb import packed
from planassay.kb.errors import InputError
from planassay.kb.jsonlines import read_objects
from planassay.kb.packed import unpacked

zstd = import_module("compression.zstd" if sys.version_info >= (3, 14) else "backports.zstd")
TEXT = b'{"a": 1}\n' * 2000
PACKED = {"plain.jsonl": TEXT, "x.jsonl.gz": gzip.compress(TEXT), "x.jsonl.zst": zstd.compress(TEXT)}


@pytest.mark.parametrize(("name", "data"), PACKED.items(), ids=PACKED)
def test_a_file_is_read_as_what_it_holds(tmp_path, name, data):
    """Its ending says how it is packed; parts that were packed one after another are read on."""
    path = tmp_path / name
    path.write_bytes(data + data)
    with unpacked(path) as file:
        assert file.read() == TEXT + TEXT
    assert sum(1 for _ in read_objects(path)) == 4000


DAMAGED = {
    "cut off": lambda data: data[:-6],
    "something else": lambda data: b"no pack" + data,
    "followed by something else": lambda data: data + b"xx",
}


@pytest.mark.parametrize("name", ["x.jsonl.gz", "x.jsonl.zst"])
@pytest.mark.parametrize("damage", DAMAGED.values(), ids=DAMAGED)
def test_damage_is_an_error_that_names_the_file(tmp_path, name, damage):
    """Whatever the library that unpacks makes of it."""
    path = tmp_path / name
    path.write_bytes(damage(PACKED[name]))
    with pytest.raises(InputError) as caught, unpacked(path) as file:
        file.read()
    assert str(caught.value).startswith(f"{path}: cannot be ")


def test_without_the_extra_it_says_what_to_install(tmp_path, monkeypatch):
    """One line that names the file and the extra."""

    def bare(name):
        raise ImportError(name)

    monkeypatch.setattr(packed, "import_module", bare)
    with (
        pytest.raises(InputError, match=r"x.jsonl.zst: cannot be unpacked without .* 'planassay\[zstd\]'"),
        unpacked(tmp_path / "x.jsonl.zst"),
    ):
        pass
