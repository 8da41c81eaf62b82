"""
Resumable work: jobs under keys, each done once, however often the work is broken off.

What is finished is kept in a journal in a folder beside the target, ``.<name>.work``; once all is there the
target is written, whole, and that folder is gone. A result depends on its job alone, so results may be made
in any order, by any number of workers, in any number of attempts.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from time import process_time
from typing import TypeVar

from planassay.gold.journal import Journal, Row
from planassay.gold.workers import Backend, finished
from planassay.kb.errors import DisagreementError

J = TypeVar("J")

Progress = Callable[[int, str], None]
"""Called with the number of finished jobs, and the name of the latest."""


Timing = Callable[[Sequence[float]], None]
"""Called with the seconds of processor time that each job took, once all are finished."""


def silent(_done: int, _name: str) -> None:
    """Say nothing of progress."""


def untimed(_seconds: Sequence[float]) -> None:
    """Say nothing of time."""


def work_folder(target: Path) -> Path:
    """Return the folder that keeps what is finished of a target."""
    return target.with_name(f".{target.name}.work")


def all_rows(
    settle: Callable[[tuple[str, J]], tuple[str, Row]],
    jobs: Mapping[str, J],
    journal: Journal,
    *,
    workers: int = 1,
    backend: Backend = Backend.PROCESSES,
    progress: Progress = silent,
    timing: Timing = untimed,
) -> list[Row]:
    """
    Return the row of each job in the order of the jobs, once all are finished.

    Parameters
    ----------
    settle
        Makes the row of a job, which has a ``task_id``, and returns it under its key; a function at the top
        of a module.
    jobs
        The jobs by key: equal keys, equal rows.
    journal
        What is finished already, and will be.
    workers, backend
        See :func:`planassay.gold.workers.finished`.
    progress
        Called at the start, and with each finished job.
    timing
        Called at the end. Time is no part of a row.

    Raises
    ------
    DisagreementError
        If the solver and the verifier contradict each other about some job; once all others are finished.
    """
    rows = {key: journal.get(key) for key in jobs}
    open_jobs = [(key, jobs[key]) for key, row in rows.items() if row is None]
    done = len(rows) - len(open_jobs)
    progress(done, "")
    faults: list[str] = []
    for key, row, seconds in finished(partial(_timed, settle), open_jobs, workers=workers, backend=backend):
        done += 1
        if isinstance(row, str):
            faults.append(row)
            progress(done, "")
            continue
        journal.add(key, row, seconds)
        rows[key] = row
        progress(done, str(row["task_id"]))
    if faults:
        raise DisagreementError("\n".join([f"{len(faults)} of {len(jobs)} are in dispute", *sorted(faults)]))
    timing([journal.seconds(key) for key in jobs])
    return [row for row in rows.values() if row is not None]


def _timed(
    settle: Callable[[tuple[str, J]], tuple[str, Row]], keyed: tuple[str, J]
) -> tuple[str, Row | str, float]:
    """Return the row of a job, or what is in dispute about it, and the seconds of processor time it took."""
    start = process_time()
    try:
        key, row = settle(keyed)
    except DisagreementError as error:
        return keyed[0], str(error), process_time() - start
    return key, row, process_time() - start
