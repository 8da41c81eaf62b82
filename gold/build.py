"""
Build: solve, verify, certify, publish, for a whole set of tasks.

Each task is solved, its plan judged by both rule sets and its certificate by the checker; the finished row
depends on the task, the knowledge base and the limit of work alone, so rows may be made in any order, by any
number of workers, in any number of attempts (see ``gold.resumable``). Once all are there the dataset appears
at the target, whole.
"""

import shutil
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from hashlib import sha256
from pathlib import Path

import orjson

from planassay.gold.certify import certify_causes
from planassay.gold.comparison import answer_of
from planassay.gold.dataset import is_dataset, read_manifest, splits_of, versions, write_dataset
from planassay.gold.journal import Row, open_journal
from planassay.gold.resumable import Progress, Timing, all_rows, silent, untimed, work_folder
from planassay.gold.tasks.rows import Origin
from planassay.gold.workers import Backend
from planassay.kb.aside import aside
from planassay.kb.errors import InputError, StoreError
from planassay.kb.formats.trek import official_source, task_line
from planassay.kb.opening import shared_kb
from planassay.kb.task import Label, Task
from planassay.kb.verdict import Status, Verdict
from planassay.solver.engines import engine
from planassay.solver.planner import RULESET
from planassay.solver.problem import Limits
from planassay.verifier.official import assess
from planassay.verifier.strict import check

ENGINE = "cpsat"
SHARES: Mapping[str, int] = {"train": 8, "validation": 1, "test": 1}


@dataclass(frozen=True, slots=True)
class Job:
    """One task to make gold of; all that its row depends on."""

    task: Task
    origin: Origin
    kb: Path
    kb_hash: str
    work: float

    def key(self, program: Mapping[str, str]) -> str:
        """Return the identity of the row: equal keys, equal rows."""
        label = None if self.task.label is None else self.task.label.feasible
        values = [self.task.task_id, self.task.sha256, label, *self.origin, self.kb_hash, self.work]
        return sha256(orjson.dumps([*values, dict(program)], option=orjson.OPT_SORT_KEYS)).hexdigest()


@dataclass(frozen=True)
class Order:
    """
    What is to be built.

    Parameters
    ----------
    kb
        Where the knowledge base is.
    tasks
        The tasks, each of a name of its own.
    work
        Work of each solve, see :class:`planassay.solver.problem.Limits`.
    origins
        How tasks were made, by name, where that is known.
    weights
        Split to its share of the tasks.
    license
        What the card says of the licence.

    Raises
    ------
    InputError
        If a task is named twice, there is none, or one holds what no file can hold.
    """

    kb: Path
    tasks: tuple[Task, ...]
    work: float = Limits().work
    origins: Mapping[str, Origin] = field(default_factory=dict)
    weights: Mapping[str, int] = field(default_factory=lambda: SHARES)
    license: str = "unknown"

    def __post_init__(self) -> None:
        """Refuse a set of tasks that no file of rows could hold."""
        counts = Counter(task.task_id for task in self.tasks)
        if twice := next((name for name, count in counts.items() if count > 1), None):
            raise InputError("names two tasks", value=twice)
        if not counts:
            raise InputError("there is no task to build gold of")
        for task in self.tasks:
            try:
                _json(task_line(task))
            except TypeError as error:  # half a surrogate pair, which no file can hold
                raise InputError(f"cannot be written: {error}", value=task.task_id) from error

    @cached_property
    def kb_hash(self) -> str:
        """Content hash of the knowledge base."""
        return shared_kb(self.kb).content_hash

    @cached_property
    def program(self) -> dict[str, str]:
        """What makes the rows, with versions."""
        return versions(engine(ENGINE).version())

    @cached_property
    def jobs(self) -> dict[str, Job]:
        """The job of each task under its key, in order."""
        jobs = [
            Job(task, self.origins.get(task.task_id, Origin()), self.kb, self.kb_hash, self.work)
            for task in self.tasks
        ]
        return {job.key(self.program): job for job in jobs}

    @property
    def strangers(self) -> int:
        """How many tasks say that they were made over another knowledge base."""
        return sum(origin.kb_hash not in (None, self.kb_hash) for origin in self.origins.values())

    @property
    def about(self) -> dict[str, object]:
        """What the manifest says of the order."""
        known = {"versions": self.program, "kb_hash": self.kb_hash, "work": self.work}
        known |= {"license": self.license, "ruleset": RULESET, "weights": dict(self.weights)}
        seeds = {origin.seed for origin in self.origins.values()} - {None}
        known["seeds"] = sorted(seed for seed in seeds if seed is not None)
        everything = orjson.dumps([known, list(self.jobs)], option=orjson.OPT_SORT_KEYS)
        return {**known, "build_id": sha256(everything).hexdigest()}


def build(
    order: Order,
    out: Path,
    *,
    workers: int = 1,
    backend: Backend = Backend.PROCESSES,
    force: bool = False,
    progress: Progress = silent,
    timing: Timing = untimed,
) -> dict[str, object]:
    """
    Build a dataset of gold, or go on building it, and return its manifest.

    Nothing is done if the dataset that is ordered stands there already. What each task took, processor time
    of solving, judging and checking, is told to ``timing``, and is in no file.

    Raises
    ------
    DisagreementError
        If the solver and the verifier contradict each other about some tasks; the others are kept.
    EngineError
        If a worker died; what is finished is kept.
    StoreError
        If something else stands at the target, or another build is at work on it.
    """
    out = out.resolve()
    work = work_folder(out)
    about = order.about
    if not is_dataset(out) or read_manifest(out).get("build_id") != about["build_id"]:
        with aside(out, force=force, replaceable=is_dataset) as folder, open_journal(work) as journal:
            rows = all_rows(
                settle,
                order.jobs,
                journal,
                workers=workers,
                backend=backend,
                progress=progress,
                timing=timing,
            )
            splits = splits_of(order.tasks, order.weights)
            _write(out, folder, order, rows, splits)
    shutil.rmtree(work, ignore_errors=True)
    return read_manifest(out)


def _write(out: Path, folder: Path, order: Order, rows: Sequence[Row], splits: Sequence[str]) -> None:
    try:
        write_dataset(folder, order.tasks, rows, splits, order.about)
    except OSError as error:  # a full disk does not say which file it could not take
        raise StoreError(f"{error.filename or out}: cannot be written: {error.strerror}") from error


def settle(keyed: tuple[str, Job]) -> tuple[str, Row]:
    """
    Return the row of a job, under its key.

    Raises
    ------
    DisagreementError
        If the solver and the verifier contradict each other.
    StoreError
        If the knowledge base is not the one that was ordered.
    """
    key, job = keyed
    kb = shared_kb(job.kb)
    if kb.content_hash != job.kb_hash:
        raise StoreError(f"{job.kb}: was replaced while gold was built over it")
    judged, causes = certify_causes(job.task, kb, engine=ENGINE, limits=Limits(job.work))
    claim = judged.claim
    answer = answer_of(job.task, judged)
    known = _as_proved(job.task, judged)
    official, strict = assess(answer, known, kb), check(answer, known, kb)
    label = job.task.label
    shown = [{"cause": c.shown.cause, "proved": c.is_proved, "detail": c.shown.detail} for c in causes]
    return key, {
        "task_id": job.task.task_id,
        "query": job.task.text,
        "task": _json(task_line(job.task)),
        "kind": job.origin.kind,
        "label": None if label is None else "feasible" if label.feasible else "infeasible",
        "status": judged.status.value,
        "plan": None if claim.document is None else _json(claim.document),
        "cost_cents": claim.cost_cents,
        "bound_cents": claim.bound_cents if judged.bound_checked else None,
        "causes": _json(shown),
        "detail": claim.detail,
        "refusal": answer["refusal_reason"],
        "official_perfect": official.task_perfect,
        "strict_perfect": strict.task_perfect,
        "ruleset": claim.ruleset,
        "objective": claim.objective,
        "engine": claim.engine,
        "engine_version": engine(ENGINE).version(),
        "seed": job.origin.seed,
        "certificate": None if claim.certificate is None else _json(claim.certificate),
        "scoring_version": f"{official.ruleset} {strict.ruleset}",
        "kb_hash": job.kb_hash,
    }


def _as_proved(task: Task, judged: Verdict) -> Task:
    """Return a task with what is proved of it in place of its label, which may be wrong or say no cause."""
    has_plan = judged.claim.document is not None
    if not has_plan and judged.status is not Status.INFEASIBLE:
        return task
    label = Label(has_plan, None if has_plan else judged.claim.causes[0])
    source = task.source or official_source(task)
    return replace(task, label=label, source={**source, "impossible": not has_plan})


def _json(value: object) -> str:
    return orjson.dumps(value, option=orjson.OPT_SORT_KEYS).decode()
