"""
Benchmark: a user's copy of a published benchmark, held against what can be proved.

Tables are read as far as they can be read: what cannot be is a flaw like any other. Each task is solved under
every rule set, and its reference answer judged; what comes out is plain values, one row a task.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from planassay.gold.audit.flaws import UNREADABLE, Flaw
from planassay.gold.audit.flights import flight_flaws
from planassay.gold.audit.places import place_flaws
from planassay.gold.audit.requests import Kind, Remark, remarks
from planassay.gold.comparison import Reference
from planassay.gold.labels import Finding, LabelRow, audit_label
from planassay.gold.workers import Backend, finished
from planassay.kb.catalog import Catalog
from planassay.kb.errors import InputError
from planassay.kb.formats.trek import read_folder, read_gold, read_tasks, slice_gold, slice_tasks
from planassay.kb.formats.trek.folder import RepeatedError, is_folder
from planassay.kb.manifest import is_store
from planassay.kb.money import to_float
from planassay.kb.store import open_store
from planassay.kb.task import Task
from planassay.kb.worlds.trek import Defect
from planassay.solver.planner import RULESET
from planassay.verifier.official import assess
from planassay.verifier.strict import check

Answer = Mapping[str, object]
Told = dict[str, object]
"""What is said of a task, as plain values; money is in dollars."""

_TABLES = {"flight_number": "flights", "name": "hotels", "attraction_name": "attractions"}
_DEFECTS = {"flight_number": Defect.DUPLICATE_NUMBER}
_SUFFIXES = ("_hotel.csv", "_attraction.csv", "_rental_cars.csv")


@dataclass(frozen=True, slots=True)
class Copy:
    """A copy of a benchmark: where its tables are, its tasks, and the reference answer of each, if any."""

    tables: Path
    tasks: tuple[Task, ...]
    answers: tuple[Answer | None, ...]


def open_copy(root: Path) -> Copy:
    """
    Return the benchmark at a path.

    Parameters
    ----------
    root
        A folder with ``api/data/v2`` and, if there are tasks, ``trek_queries.csv`` and ``trek_gold.jsonl``,
        or ``tasks.csv`` and ``gold.jsonl`` as a slice has them; or a knowledge base.

    Raises
    ------
    InputError
        If it is neither, or a task or answer cannot be read.
    """
    if not is_store(root) and not is_folder(root):
        raise InputError("is neither a knowledge base nor a folder of official files", source=root)
    tasks: list[Task] = []
    answers: list[Answer] = []
    if (root / "trek_queries.csv").exists():
        tasks = read_tasks(root / "trek_queries.csv")
        answers = list(read_gold(root / "trek_gold.jsonl")) if (root / "trek_gold.jsonl").exists() else []
    elif (root / "tasks.csv").exists():
        tasks = slice_tasks(root)
        answers = list(slice_gold(root)) if (root / "gold.jsonl").exists() else []
    if answers and len(answers) != len(tasks):
        raise InputError(f"has {len(tasks)} tasks, but {len(answers)} reference answers", source=root)
    return Copy(root, tuple(tasks), tuple(answers) or (None,) * len(tasks))


class _Tables(NamedTuple):
    kb: Catalog
    faults: tuple[InputError, ...]


@lru_cache(maxsize=2)
def _tables(path: Path) -> _Tables:
    """Return the tables at a path, as far as they can be read; once a process."""
    if is_store(path):
        return _Tables(open_store(path), ())
    reading = read_folder(path)
    return _Tables(Catalog(reading.source), reading.faults)


def audit_tables(path: Path) -> list[Flaw]:
    """
    Return the flaws of the tables at a path, each once, sorted.

    Raises
    ------
    InputError
        If there are none.
    StoreError
        If it is a knowledge base, and damaged.
    """
    kb, faults = _tables(path)
    found = [*map(_unread, faults), *flight_flaws(kb.source), *place_flaws(kb.source)]
    return sorted({flaw.key: flaw for flaw in found}.values(), key=lambda flaw: flaw.key)


def _unread(fault: InputError) -> Flaw:
    """Return a row that cannot be read as a flaw."""
    file = Path(str(fault.source)).name
    label = next((file.removesuffix(suffix) for suffix in _SUFFIXES if file.endswith(suffix)), "")
    table = _TABLES.get(fault.column or "", file)
    if isinstance(fault, RepeatedError) and table != file:
        kind = _DEFECTS.get(fault.column or "", Defect.DUPLICATE_NAME)
        return Flaw(kind.value, table, label, fault.ids, fault.message)
    return Flaw(UNREADABLE, file, label, (f"line {fault.line}",), fault.message)


class _Job(NamedTuple):
    place: int
    tables: Path
    task: Task
    answer: Answer | None


def audit_tasks(
    copy: Copy, *, workers: int = 1, backend: Backend = Backend.PROCESSES
) -> Iterator[tuple[int, Told]]:
    """
    Yield what is said of each task with its place in the copy, in the order in which they are finished.

    Raises
    ------
    DisagreementError
        If the solver and the verifier contradict each other.
    EngineError
        If a worker died.
    """
    jobs = [
        _Job(place, copy.tables.resolve(), task, answer)
        for place, (task, answer) in enumerate(zip(copy.tasks, copy.answers, strict=True))
    ]
    return finished(_audit, jobs, workers=workers, backend=backend)


def _audit(job: _Job) -> tuple[int, Told]:
    task, kb = job.task, _tables(job.tables).kb
    row = audit_label(task, kb)
    reference = None
    if job.answer is not None:
        submitted = {**job.answer, "submitted": True}
        reference = Reference(assess(submitted, task, kb), check(submitted, task, kb))
    found = [*remarks(task, kb), *_dangling(reference)]
    return job.place, {
        "task_id": task.task_id,
        "label": None if task.label is None else "feasible" if task.label.feasible else "infeasible",
        "official_cause": row.official_cause.value,
        "budget": to_float(task.budget_cents),
        "floor": _dollars(row.floor_cents),
        "rulesets": {name: _finding(row, finding) for name, finding in row.findings.items()},
        "gold": None if reference is None else _gold(reference, row.findings[RULESET]),
        "remarks": [{"kind": one.kind.value, "detail": one.detail} for one in found],
    }


def _finding(row: LabelRow, finding: Finding) -> Told:
    return {
        "holds": row.holds(finding.ruleset),
        "status": finding.status.value,
        "causes": [{"cause": one.shown.cause.value, "proved": one.is_proved} for one in finding.causes],
        "optimum": _dollars(finding.least_cents),
        "optimum_proved": finding.least_is_proved,
    }


def _gold(reference: Reference, finding: Finding) -> Told:
    """
    Return what is said of a reference answer.

    The gap is what its true bill is above the proved optimum; the official bill may say less or more.
    """
    cents = None if reference.official.refused else reference.strict.cost_cents
    least = finding.least_cents if finding.least_is_proved else None
    return {
        "refuses": reference.official.refused,
        "official_cost": None if reference.cost is None else round(reference.cost, 2),
        "cost": _dollars(cents),
        "gap": None if cents is None or least is None else to_float(cents - least),
        "official_perfect": reference.official.task_perfect,
        "breaks": list(reference.broken_rules),
    }


def _dangling(reference: Reference | None) -> Sequence[Remark]:
    violations = () if reference is None or reference.strict.refused else reference.strict.violations
    return [
        Remark(Kind.DANGLING, f"reference answer at {one.pointer}: {one.found}")
        for one in violations
        if one.rule.startswith("entities/")
    ]


def _dollars(cents: int | None) -> float | None:
    return None if cents is None else to_float(cents)
