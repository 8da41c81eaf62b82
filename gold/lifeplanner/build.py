"""
Build: a whole set of tasks in a folder, by any number of workers, in any number of attempts.

A task depends on its place in the set, the seed and the city alone. So it may be made anywhere, and what is
finished is kept beside the target until all tasks are there (see ``gold.resumable``).
"""

import shutil
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from hashlib import sha256
from pathlib import Path
from typing import cast

import orjson

from planassay import __version__
from planassay.gold.journal import Row, open_journal
from planassay.gold.lifeplanner.maker import make
from planassay.gold.lifeplanner.mix import SIZE, Seat, mix
from planassay.gold.lifeplanner.scene import Scene
from planassay.gold.resumable import Progress, Timing, all_rows, silent, untimed, work_folder
from planassay.gold.workers import Backend
from planassay.kb.aside import files_aside
from planassay.kb.errors import InputError, StoreError
from planassay.kb.formats.lifeplanner import read_city

TASKS, REJECTED = "tasks.jsonl", "rejected.json"
"""What is written: the tasks, and how many draws of each type were not kept, by reason."""
MOST = 100_000
_SEEDS = 2**63


@dataclass(frozen=True, slots=True)
class Job:
    """One task to make; all that it depends on."""

    city: Path
    city_hash: str
    seat: Seat
    task_id: str
    seed: int

    def key(self) -> str:
        """Return the identity of the task: equal keys, equal rows."""
        what = [__version__, self.city_hash, str(self.seed), self.task_id, self.seat.type, self.seat.number]
        return sha256(orjson.dumps(what)).hexdigest()


@dataclass(frozen=True)
class LifeOrder:
    """
    A set of tasks that is to be made.

    Parameters
    ----------
    city
        Folder of the city.
    count
        Number of tasks.
    seed
        Seed of the set; the same one gives the same tasks.

    Raises
    ------
    InputError
        If there are to be none or too many, or the seed is no number of 64 bits.
    """

    city: Path
    count: int = SIZE
    seed: int = 7

    def __post_init__(self) -> None:
        """Refuse a set without tasks, or one that no memory holds."""
        if not 0 < self.count <= MOST:
            raise InputError(f"must be a number of tasks from 1 to {MOST:,}", value=self.count)
        if not -_SEEDS <= self.seed < _SEEDS:
            raise InputError("must be a seed of 64 bits", value=self.seed)

    @cached_property
    def city_hash(self) -> str:
        """Content hash of the city."""
        return _scene(self.city).city.content_hash

    @cached_property
    def jobs(self) -> dict[str, Job]:
        """The job of each task under its key, in order."""
        jobs = [
            Job(self.city, self.city_hash, seat, f"{seat.type}-{seat.number + 1:04d}", self.seed)
            for seat in mix(self.count)
        ]
        return {job.key(): job for job in jobs}


@dataclass(frozen=True, slots=True)
class Built:
    """What was written: the lines of the tasks, and rejected draws by type and reason."""

    rows: list[Row]
    rejected: Mapping[str, Mapping[str, int]]


def build_life_tasks(
    order: LifeOrder,
    out: Path,
    *,
    workers: int = 1,
    backend: Backend = Backend.PROCESSES,
    progress: Progress = silent,
    timing: Timing = untimed,
) -> Built:
    """
    Write a set of tasks into a folder, or go on with it.

    Parameters
    ----------
    order
        What to make.
    out
        The folder, which may be that of the city; a file ``tasks.jsonl`` that stands there is replaced.
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
        If the city cannot be read, or has no task of some type.
    StoreError
        If another build is at work on the folder.
    """
    target = out.resolve() / TASKS
    work = work_folder(target)
    with files_aside(target) as folder, open_journal(work) as journal:
        kept = all_rows(
            settle, order.jobs, journal, workers=workers, backend=backend, progress=progress, timing=timing
        )
        built = _built(kept)
        lines = [orjson.dumps(row, option=orjson.OPT_APPEND_NEWLINE) for row in built.rows]
        rejected = orjson.dumps(built.rejected, option=orjson.OPT_INDENT_2 | orjson.OPT_APPEND_NEWLINE)
        try:
            (folder / TASKS).write_bytes(b"".join(lines))
            (folder / REJECTED).write_bytes(rejected)
        except OSError as error:  # a full disk does not say which file it could not take
            raise StoreError(f"{error.filename or out}: cannot be written: {error.strerror}") from error
    shutil.rmtree(work, ignore_errors=True)
    return built


def _built(kept: list[Row]) -> Built:
    totals: dict[str, Counter[str]] = {}
    for entry in kept:
        row = cast(Mapping[str, object], entry["task"])
        totals.setdefault(str(row["type"]), Counter()).update(cast(dict[str, int], entry["rejected"]))
    rows = [cast(Row, entry["task"]) for entry in kept]
    return Built(rows, {kind: dict(sorted(counts.items())) for kind, counts in totals.items()})


def settle(keyed: tuple[str, Job]) -> tuple[str, Row]:
    """
    Return the line of a task with what was rejected before it, under the key of its job.

    Raises
    ------
    InputError
        If the city has no such task.
    StoreError
        If the city is not the one that was ordered.
    """
    key, job = keyed
    scene = _scene(job.city)
    if scene.city.content_hash != job.city_hash:
        raise StoreError(f"{job.city}: was replaced while tasks were made over it")
    made = make(scene, job.seat, job.task_id, job.seed)
    return key, {"task_id": job.task_id, "task": made.row, "rejected": dict(sorted(made.rejected.items()))}


@lru_cache(maxsize=1)
def _scene(city: Path) -> Scene:
    """Return a city made ready for drawing, the same one each time in this process."""
    return Scene(read_city(city))
