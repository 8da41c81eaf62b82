"""Column generation over walks: bounds hold, and what is remembered is passed once."""

from tests.conftest import ROOT

from planassay.kb.formats.optw import read_optw
from planassay.solver.routing.columns import SCALE, Columns
from planassay.solver.routing.prices import Level
from planassay.solver.routing.terrain import Terrain


def test_memories_bring_the_bound_down():
    """Walks that pass a sight twice go, so the bound falls; it stays above the optimum, 308."""
    terrain = Terrain(read_optw(ROOT / "tests" / "data" / "optw" / "pr01.txt", 1))
    columns = Columns(terrain, Level.first(terrain), 7)
    first = columns.converge(0)
    before = columns.bound
    assert columns.has_cycles(first)
    columns.keep = 4
    assert columns.remember(first, 8) > 0
    second = columns.converge(0)
    assert 308 * SCALE <= columns.bound < before
    assert second.value < first.value
