"""
Build: a whole set of tasks in a file, by any number of workers, in any number of attempts.

A task depends on its cell, the seed and the knowledge base alone. So it may be made anywhere, and what is
finished is kept beside the target until all tasks are there (see ``gold.resumable``).
"""

import shutil
from dataclasses import dataclass
from functools import cached_property, lru_cache
from hashlib import sha256
from pathlib import Path

import orjson

from planassay import __version__
from planassay.gold.journal import Row, open_journal
from planassay.gold.resumable import Progress, Timing, all_rows, silent, untimed, work_folder
from planassay.gold.tasks.atlas import Atlas
from planassay.gold.tasks.maker import make
from planassay.gold.tasks.mix import Cell, mix
from planassay.gold.tasks.rows import SEEDS, to_row
from planassay.gold.workers import Backend
from planassay.kb.aside import files_aside
from planassay.kb.errors import InputError, StoreError
from planassay.kb.formats.trek import INDEXED, read_task, write_tasks
from planassay.kb.opening import shared_kb
from planassay.solver.engines import engine

MOST = 1_000_000
"""Tasks of a set at most."""


@dataclass(frozen=True, slots=True)
class Job:
    """One task to make; all that it depends on."""

    kb: Path
    kb_hash: str
    cell: Cell
    task_id: str
    seed: int

    def key(self, program: str) -> str:
        """Return the identity of the task: equal keys, equal rows."""
        cell = self.cell
        what = [cell.kind.value, cell.stops, cell.personas, cell.trip]
        return sha256(orjson.dumps([program, self.kb_hash, str(self.seed), self.task_id, *what])).hexdigest()


@dataclass(frozen=True)
class TaskOrder:
    """
    A set of tasks that is to be made.

    Parameters
    ----------
    kb
        Where the knowledge base is.
    count
        Number of tasks.
    seed
        Seed of the set; the same one gives the same tasks.

    Raises
    ------
    InputError
        If there are to be none or too many, or the seed is no number of 64 bits.
    """

    kb: Path
    count: int
    seed: int

    def __post_init__(self) -> None:
        """Refuse a set without tasks, or one that no memory holds."""
        if not 0 < self.count <= MOST:
            raise InputError(f"must be a number of tasks from 1 to {MOST:,}", value=self.count)
        if not -SEEDS <= self.seed < SEEDS:
            raise InputError("must be a seed of 64 bits", value=self.seed)

    @cached_property
    def kb_hash(self) -> str:
        """Content hash of the knowledge base."""
        return shared_kb(self.kb).content_hash

    @cached_property
    def jobs(self) -> dict[str, Job]:
        """The job of each task under its key, in order."""
        program = f"planassay {__version__}, ortools {engine('cpsat').version()}"
        jobs = [
            Job(self.kb, self.kb_hash, cell, f"task-{number:04d}", self.seed)
            for number, cell in enumerate(mix(self.count, self.seed))
        ]
        return {job.key(program): job for job in jobs}


def build_tasks(
    order: TaskOrder,
    out: Path,
    *,
    workers: int = 1,
    backend: Backend = Backend.PROCESSES,
    progress: Progress = silent,
    timing: Timing = untimed,
) -> list[Row]:
    """
    Write a set of tasks, or go on with it, and return its rows.

    Parameters
    ----------
    order
        What to make.
    out
        A file of JSON lines (``.jsonl``), or an official query table (``.csv``) of one of the names that may
        have an index beside them; one that stands there is replaced.
    workers, backend
        See :func:`planassay.gold.workers.finished`.
    progress
        Called at the start, and with each finished task.
    timing
        Called with what each task took, of processor time.

    Raises
    ------
    EngineError
        If a worker died; what is finished is kept.
    InputError
        If the file can have no such name, or the knowledge base has no task of some kind.
    StoreError
        If a folder stands at the target, or another build is at work on it.
    """
    out = out.resolve()
    _check_name(out)
    work = work_folder(out)
    with files_aside(out) as folder, open_journal(work) as journal:
        rows = all_rows(
            settle,
            order.jobs,
            journal,
            workers=workers,
            backend=backend,
            progress=progress,
            timing=timing,
        )
        try:
            _write(folder / out.name, rows)
        except OSError as error:  # a full disk does not say which file it could not take
            raise StoreError(f"{error.filename or out}: cannot be written: {error.strerror}") from error
    shutil.rmtree(work, ignore_errors=True)
    return rows


def _check_name(out: Path) -> None:
    """Refuse ahead of all work what could not be written after it."""
    if out.suffix not in (".jsonl", ".csv"):
        raise InputError("must end in .jsonl or .csv", source=out)
    if out.suffix == ".csv" and out.name not in INDEXED:
        raise InputError(f"a table of tasks with names must be called {' or '.join(INDEXED)}", source=out)


def _write(path: Path, rows: list[Row]) -> None:
    lines = [orjson.dumps(dict(row)) + b"\n" for row in rows]
    if path.suffix == ".csv":
        write_tasks(path, list(map(read_task, lines)))
    else:
        path.write_bytes(b"".join(lines))


def settle(keyed: tuple[str, Job]) -> tuple[str, Row]:
    """
    Return the row of a task, under the key of its job.

    Raises
    ------
    InputError
        If the knowledge base has no such task.
    StoreError
        If the knowledge base is not the one that was ordered.
    """
    key, job = keyed
    atlas = _atlas(job.kb)
    if atlas.kb.content_hash != job.kb_hash:
        raise StoreError(f"{job.kb}: was replaced while tasks were made over it")
    return key, to_row(make(atlas, job.cell, job.task_id, job.seed), job.kb_hash, job.seed)


@lru_cache(maxsize=2)
def _atlas(kb: Path) -> Atlas:
    """Return the cities of a knowledge base, the same ones each time in this process."""
    return Atlas(shared_kb(kb))
