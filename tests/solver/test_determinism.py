"""The same request and records give the same bytes, however often and by however many workers."""

import json
from functools import partial

import pytest
from tests.worlds import ZONES, isles, isles_source, isles_task

from planassay.kb.catalog import Catalog, MemorySource
from planassay.solver.engines import cpsat
from planassay.solver.planner import answer

TASKS = (
    isles_task(),
    isles_task(budget_cents=100_000),
    isles_task(days=2),
    isles_task(days=5, car=None, required_hotels=()),
    isles_task(personas=("with pets",), required_hotels=("Castle in the Air",)),
)


class Workers:
    """CP-SAT with some threads and another seed, which calls itself by the same name."""

    NAME = cpsat.NAME
    CAPABILITIES = cpsat.CAPABILITIES
    supported = staticmethod(cpsat.supported)
    version = staticmethod(cpsat.version)

    def __init__(self, workers, seed=0):
        self.solve = partial(cpsat.solve, workers=workers, seed=seed)


def told(kb, engine="cpsat"):
    """Return the bytes of every claim, plan and certificate."""
    found = [answer(task, kb, engine=engine) for task in TASKS]
    return json.dumps(
        [
            (
                f.claim.status,
                f.claim.cost_cents,
                f.claim.bound_cents,
                f.claim.document,
                f.claim.certificate,
                [(shown.cause, shown.detail, shown.certificate) for shown in f.causes],
            )
            for f in found
        ]
    ).encode()


@pytest.fixture(scope="module")
def once():
    """Return the bytes of one run."""
    return told(isles())


def test_twenty_repeats_give_the_same_bytes(once):
    """Nothing of a run is left for the next, and nothing is left to chance."""
    assert {told(Catalog(isles_source(), zones=ZONES.get)) for _ in range(20)} == {once}


@pytest.mark.parametrize("workers", [1, 2, 4, 8])
def test_workers_change_no_byte(once, workers):
    """With several threads the search interleaves, and the canonical answer is one."""
    assert told(isles(), Workers(workers)) == once


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_seeds_change_no_byte(once, seed):
    """The seed of the search decides how long it takes, not what it finds."""
    assert told(isles(), Workers(1, seed)) == once


def test_the_order_in_which_tables_are_listed_changes_no_byte(once):
    """Cities may be read from the disk in any order: the rows of each table are what they were."""
    source = isles_source()

    def turned(tables):
        return dict(reversed(tables.items()))

    mixed = MemorySource(
        source.content_hash,
        turned(source.hotel_table),
        turned(source.attraction_table),
        turned(source.car_table),
        source.flight_table,
        source.airport_table,
    )
    assert told(Catalog(mixed, zones=ZONES.get)) == once
