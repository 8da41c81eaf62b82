"""Simple outings: quick ones fit, and prices tuned on them bound every plan."""

import pytest
from tests.conftest import ROOT
from tests.routings import drawn

from planassay.kb.formats.optw import read_optw
from planassay.solver.routing.columns import SCALE, Columns
from planassay.solver.routing.exhaustive import solve
from planassay.solver.routing.prices import Level
from planassay.solver.routing.simple import tighten
from planassay.solver.routing.terrain import Quick, Terrain
from planassay.verifier.routing.plan import fault


@pytest.mark.parametrize("seed", range(12))
def test_quick_outings_fit(seed):
    """Each fits into its day; none is worth less than the floor; the best is first."""
    routing = drawn(seed, 14)
    terrain = Terrain(routing)
    for kind in terrain.kinds:
        found = Quick(terrain, kind).run(terrain.values, 3, 20)
        worths = [routing.value([outing]) for outing in found]
        assert all(worth > 3 for worth in worths)
        assert worths == sorted(worths, reverse=True)
        for outing in found:
            first = routing.days.index(kind.day)
            plan = tuple(outing if k == first else () for k in range(len(routing.days)))
            reason = fault(routing, plan) or ""
            assert "let into" not in reason
            assert "ends at" not in reason
            assert "twice" not in reason


@pytest.mark.parametrize("seed", range(40))
def test_tight_prices_bound_every_plan(seed):
    """The bound is no less than the best plan that every order shows, and the maxima are of some outing."""
    routing = drawn(seed)
    columns = Columns(Terrain(routing), Level.first(Terrain(routing)), 0)
    tight = tighten(columns, -(1 << 50), 100_000)
    best = solve(routing)
    if tight is None or best.value is None:
        assert best.value is None
        return
    assert tight.bound >= best.value * SCALE
    assert len(tight.maxima) == len(routing.kinds)


def test_tight_prices_need_room():
    """With no room for labels there are no prices."""
    terrain = Terrain(read_optw(ROOT / "tests" / "data" / "optw" / "pr01.txt", 1))
    assert tighten(Columns(terrain, Level.first(terrain), 7), 0, 1) is None
