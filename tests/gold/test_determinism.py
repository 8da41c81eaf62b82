"""Gold is reproducible: the same request and records give the same bytes, in any process and row order."""

import json
import os
import random
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import TypeVar

import pytest

from planassay.kb.catalog import Catalog, MemorySource
from planassay.kb.formats.trek import read_folder, slice_tasks
from planassay.kb.records import Attraction, Car, Flight, Hotel
from planassay.solver.planner import solve

SLICE = Path(__file__).parents[1] / "data" / "trek-slice"
Row = TypeVar("Row", Flight, Hotel, Attraction, Car)

SOLVE_ALL = """
import json, sys
from pathlib import Path
from planassay.kb.formats.trek import open_folder, slice_tasks
from planassay.solver.planner import solve
root = Path(sys.argv[1])
kb = open_folder(root)
claims = [solve(task, kb) for task in slice_tasks(root)]
print(json.dumps([[c.task_id, c.status, c.cost_cents, c.document, c.certificate] for c in claims]))
"""


def _plans(kb: Catalog) -> str:
    claims = [solve(task, kb) for task in slice_tasks(SLICE)]
    return json.dumps([[c.task_id, c.status, c.cost_cents, c.causes, c.document] for c in claims])


def _shuffled(rows: tuple[Row, ...], dice: random.Random) -> tuple[Row, ...]:
    mixed = dice.sample(rows, len(rows))
    return tuple(replace(row, row=place) for place, row in enumerate(mixed))


def _mixed(source: MemorySource, seed: int) -> Catalog:
    """Return the same records with the rows of every table in another order."""
    dice = random.Random(seed)
    return Catalog(
        MemorySource(
            content_hash=f"shuffled {seed}",
            hotel_table={k: _shuffled(v, dice) for k, v in source.hotel_table.items()},
            attraction_table={k: _shuffled(v, dice) for k, v in source.attraction_table.items()},
            car_table={k: _shuffled(v, dice) for k, v in source.car_table.items()},
            flight_table=_shuffled(source.flight_table, dice),
            airport_table=source.airport_table,
        )
    )


def test_twenty_orders_of_the_rows_give_the_same_plans() -> None:
    """Ties are broken by identifiers, so shuffling the rows of every table changes no byte of any plan."""
    source = read_folder(SLICE).source
    expected = _plans(Catalog(source))
    for seed in range(20):
        assert _plans(_mixed(source, seed)) == expected


def test_shuffling_really_shuffles() -> None:
    """The catalog of the test above has other rows first."""
    source = read_folder(SLICE).source
    mixed = _mixed(source, 1)
    assert [f.number for f in mixed.flights] != [f.number for f in source.flight_table]


@pytest.fixture(scope="module")
def outputs() -> list[bytes]:
    """Solve the slice in ten processes, each with another hash seed."""
    found = []
    for seed in range(10):
        environment = {**os.environ, "PYTHONHASHSEED": str(seed)}
        command = [sys.executable, "-c", SOLVE_ALL, str(SLICE)]
        found.append(subprocess.run(command, env=environment, check=True, capture_output=True).stdout)
    return found


def test_every_hash_seed_gives_the_same_plans_and_certificates(outputs: list[bytes]) -> None:
    """Ten processes with PYTHONHASHSEED 0 to 9 print the same bytes."""
    assert len(outputs[0]) > 10_000
    assert set(outputs) == {outputs[0]}
