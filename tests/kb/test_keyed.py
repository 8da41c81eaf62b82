"""Keyed rows: what a dictionary of texts says, in a fraction of its room, whatever the hashes do."""

import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from planassay.kb import keyed as module
from planassay.kb.keyed import Keyed


def naive(keys: list[str]) -> dict[str, list[int]]:
    """Return the rows of each key, by dictionary."""
    rows: dict[str, list[int]] = {}
    for row, key in enumerate(keys):
        rows.setdefault(key, []).append(row)
    return rows


@given(st.lists(st.text(max_size=3)), st.text(max_size=3))
def test_rows_are_those_of_a_dictionary(keys, other):
    """All of them in order, the first, and none for a key that is not there."""
    keyed, rows = Keyed(keys, keys.__getitem__), naive(keys)
    for key in [*keys, other]:
        assert list(keyed.rows(key)) == rows.get(key, [])
        assert keyed.first(key) == min(rows.get(key, [None]), default=None)
    assert list(keyed.firsts()) == [found[0] for found in rows.values()]


@pytest.mark.parametrize("value", [0, -(2**62)])
def test_a_hash_decides_nothing(monkeypatch, value):
    """If all texts had the same hash, the answers would be the same."""
    monkeypatch.setattr(module, "hash", lambda key: value, raising=False)
    keys = ["b", "a", "b", "", "c"]
    keyed = Keyed(keys, keys.__getitem__)
    assert {key: list(keyed.rows(key)) for key in ("a", "b", "c", "", "d")} == {
        "a": [1],
        "b": [0, 2],
        "c": [4],
        "": [3],
        "d": [],
    }


def test_a_row_takes_a_dozen_bytes():
    """Whatever its key; a dictionary of the same texts takes ten times as much."""
    keys = [f"a name of some length, number {number}" for number in range(10_000)]
    keyed = Keyed(keys, keys.__getitem__)
    assert sys.getsizeof(keyed._hashes) + sys.getsizeof(keyed._rows) < 13 * len(keys)
