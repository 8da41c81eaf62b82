"""
How fast tasks are solved to proved optima, and how fast the proofs are checked.

Solving is told beside the readable reference model, a MILP of the same compiled tasks; checking beside the
solving that it checks.
"""

from collections.abc import Sequence
from pathlib import Path

import pytest

from planassay.bench.speed.beside import Benchmark, least_seconds, tell
from planassay.kb.catalog import Catalog
from planassay.kb.formats.trek import open_folder, slice_tasks
from planassay.kb.task import Task
from planassay.kb.verdict import Claim
from planassay.solver.planner import solve
from planassay.verifier.certificate import Decision, check

SLICE = Path(__file__).resolve().parents[2] / "tests" / "data" / "trek-slice"
ROUNDS = 3


@pytest.fixture(scope="module")
def kb() -> Catalog:
    """Return the real slice."""
    return open_folder(SLICE)


@pytest.fixture(scope="module")
def tasks() -> Sequence[Task]:
    """Return its tasks, half of which have no plan."""
    return slice_tasks(SLICE)


@pytest.fixture(scope="module")
def claims(kb: Catalog, tasks: Sequence[Task]) -> list[Claim]:
    """Return what the solver says of each, with its certificate."""
    return [solve(task, kb) for task in tasks]


def _solve_all(kb: Catalog, tasks: Sequence[Task], engine: str = "cpsat") -> None:
    for task in tasks:
        solve(task, kb, engine=engine)


def test_solve(
    benchmark: Benchmark, kb: Catalog, tasks: Sequence[Task], capsys: pytest.CaptureFixture[str]
) -> None:
    """Solve every task of the slice to its proved optimum, or to the proof that it has no plan."""
    benchmark.pedantic(lambda: _solve_all(kb, tasks), rounds=ROUNDS, warmup_rounds=1)
    taken = least_seconds(lambda: _solve_all(kb, tasks), ROUNDS)
    reference = least_seconds(lambda: _solve_all(kb, tasks, "milp"), ROUNDS)
    each, multiple = taken / len(tasks), taken / reference
    benchmark.extra_info |= {"seconds_a_task": round(each, 4), "multiple_of_milp": round(multiple, 3)}
    tell(
        capsys,
        f"solved and proved: {1000 * each:.1f} ms of processor time a task of the TREK slice, {multiple:.2f} "
        f"times the same by the reference MILP ({1000 * reference / len(tasks):.1f} ms)",
    )


def test_check(
    benchmark: Benchmark,
    kb: Catalog,
    tasks: Sequence[Task],
    claims: list[Claim],
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Check every certificate that those solves came with."""

    def check_all() -> None:
        for claim, task in zip(claims, tasks, strict=True):
            assert check(claim.certificate, task, kb).decision is Decision.ACCEPTED

    benchmark.pedantic(check_all, rounds=ROUNDS, warmup_rounds=1)
    taken = least_seconds(check_all, ROUNDS)
    reference = least_seconds(lambda: _solve_all(kb, tasks), ROUNDS)
    each, multiple = taken / len(tasks), taken / reference
    benchmark.extra_info |= {
        "seconds_a_certificate": round(each, 4),
        "multiple_of_solving": round(multiple, 3),
    }
    tell(
        capsys,
        f"checked: {1000 * each:.1f} ms of processor time a certificate, {multiple:.2f} times the solving of "
        f"the same tasks ({1000 * reference / len(tasks):.1f} ms a task)",
    )
