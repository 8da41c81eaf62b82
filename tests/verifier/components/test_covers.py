"""Covers, for the checker and for the planner, against every subset."""

from types import SimpleNamespace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.naive_solving import lean_covers

from planassay.solver.compile.trek.covers import cheapest_cover, covers
from planassay.verifier.components.covers import Menu
from planassay.verifier.components.model import Work, WorkLimitError


@st.composite
def menus(draw):
    """Return (costs, wishes served as bits, number of wishes, forced positions, limit)."""
    count = draw(st.integers(0, 6))
    wishes = draw(st.integers(0, 3))
    costs = tuple(draw(st.integers(0, 5)) for _ in range(count))
    serves = tuple(draw(st.integers(0, (1 << wishes) - 1)) for _ in range(count))
    forced = tuple(sorted(draw(st.sets(st.integers(0, count - 1), max_size=2)))) if count else ()
    return costs, serves, wishes, forced, draw(st.integers(-1, 12))


@settings(max_examples=400)
@given(menu=menus())
def test_the_checker_lists_every_lean_cover(menu):
    """As many as there are among all subsets, cheapest first, and the least of them all."""
    costs, serves, wishes, forced, limit = menu
    mine = Menu(costs, serves, wishes, forced)
    assert mine.covers(limit, Work()) == lean_covers(*menu)
    assert mine.least == min(
        (cost for cost, _ in lean_covers(costs, serves, wishes, forced, 10**6)), default=None
    )


@settings(max_examples=400)
@given(menu=menus())
def test_the_planner_lists_every_lean_cover(menu):
    """The planner has its own search, and finds the same."""
    costs, serves, wishes, forced, limit = menu
    sights = [
        SimpleNamespace(record=SimpleNamespace(ticket_cents=cost), meets=bits)
        for cost, bits in zip(costs, serves, strict=True)
    ]
    assert covers(sights, forced, wishes, limit) == lean_covers(*menu)
    least = min((cost for cost, _ in lean_covers(costs, serves, wishes, forced, 10**6)), default=None)
    assert cheapest_cover(sights, forced, wishes) == least


def test_a_stop_that_asks_for_nothing_wants_one_visit():
    """Any one place will do, the dearer ones as well, up to the limit."""
    assert Menu((3, 1, 2), (0, 0, 0), 0, ()).covers(2, Work()) == [(1, (1,)), (2, (2,))]
    assert Menu((), (), 0, ()).least is None


def test_work_is_counted():
    """Many alike places for many wishes make many covers; the count of steps ends it."""
    menu = Menu((1,) * 12, (1, 2, 4) * 4, 3, ())
    assert len(menu.covers(3, Work())) == 64
    with pytest.raises(WorkLimitError):
        menu.covers(3, Work(20))
