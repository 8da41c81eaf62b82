"""Shares: whole parts of a total, as near to exact ones as can be."""

from hypothesis import given
from hypothesis import strategies as st

from planassay.kb.shares import shares


def test_shares_give_out_everything():
    """Remainders go to the largest fractions, and to the places ahead where those are equal."""
    assert shares(10, [1.0, 1.0, 1.0]) == [4, 3, 3]
    assert shares(7, [0.0, 3.0], least=1) == [1, 6]
    assert shares(0, []) == []
    assert shares(149, [49.0, 41.0, 31.0, 28.0]) == [49, 41, 31, 28]


@given(st.integers(0, 10_000), st.lists(st.integers(1, 100), min_size=1, max_size=9))
def test_no_share_is_off_by_a_whole_part(total, weights):
    """Shares add up to the total, and each differs from its exact share by less than one."""
    found = shares(total, [float(weight) for weight in weights])
    assert sum(found) == total
    assert all(abs(n - total * w / sum(weights)) < 1 for n, w in zip(found, weights, strict=True))
