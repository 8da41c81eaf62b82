"""Mixes: the shares of kinds, stops and personas in a set of tasks of any size."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from planassay.gold.tasks import Kind, mix
from planassay.gold.tasks.mix import KINDS, PERSONAS, STOPS, _trade


def test_eight_hundred_tasks_are_mixed_like_treks():
    """533 with a plan and 267 without; stops and personas in TREK's numbers, but for the twins."""
    cells = mix(800, seed=7)
    assert len(cells) == 800
    assert Counter(cell.kind for cell in cells) == KINDS
    assert sum(cell.kind.has_plan for cell in cells) == 533
    trips = {cell.trip: cell for cell in cells}
    assert len(trips) == 740
    for axis, shares in (("stops", STOPS), ("personas", PERSONAS)):
        counts = Counter(getattr(cell, axis) for cell in trips.values())
        assert all(abs(counts[value] - number * 740 / 800) <= 1 for value, number in shares.items())


@given(st.integers(1, 900), st.integers())
def test_any_size_is_filled(count, seed):
    """Every set has its size, boundary tasks come in pairs of one trip, and kinds get what they need."""
    cells = mix(count, seed)
    assert len(cells) == count
    at = {cell.trip: cell for cell in cells if cell.kind is Kind.AT}
    under = {cell.trip: cell for cell in cells if cell.kind is Kind.UNDER}
    assert set(at) == set(under)
    assert all((at[t].stops, at[t].personas) == (under[t].stops, under[t].personas) for t in at)
    assert len({cell.trip for cell in cells}) == count - len(at)
    assert all(cell.stops >= 2 for cell in cells if cell.kind is Kind.TIME)
    assert all(cell.personas >= 2 for cell in cells if cell.kind is Kind.PERSONA)


def test_a_set_is_the_same_for_the_same_seed_only():
    """The order of kinds is drawn from the seed."""
    assert mix(100, 1) == mix(100, 1)
    assert mix(100, 1) != mix(100, 2)


def test_a_set_of_nothing_is_refused():
    """A set has at least one task."""
    with pytest.raises(ValueError, match="at least one"):
        mix(0, 1)


def test_what_nobody_can_trade_is_raised():
    """Where no other place has enough to give, a value is set to the least that is needed."""
    values = [1, 0, 3, 1]
    _trade(values, [0, 1], least=2)
    assert values == [3, 2, 1, 1]
