"""
Pool: jobs done in processes of their own, each for a limited time.

Other pools trust their jobs. Here a job that takes too long is killed with its process, and one whose process
dies is told as such; the others never notice. What a job is and what its result means is the caller's
business.
"""

import multiprocessing
import os
import threading
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from time import monotonic
from typing import Generic, TypeVar, cast

J = TypeVar("J")
R = TypeVar("R")


class End(StrEnum):
    """How a job ended."""

    DONE = "done"
    FAILED = "failed"
    """It raised something."""
    LATE = "late"
    """It was killed when its time was up."""
    DIED = "died"
    """Its process ended by itself."""


@dataclass(frozen=True, slots=True)
class Outcome(Generic[R]):
    """What came of a job."""

    position: int
    """Of the job in its list."""
    end: End
    result: R | None = None
    detail: str = ""


@dataclass
class _Worker:
    process: BaseProcess
    pipe: "Connection[object, object]"
    position: int = -1
    """Of the job it does; negative if it waits for one."""
    deadline: float = float("inf")


def supervised(
    work: Callable[[J], R], jobs: Sequence[J], *, workers: int, limit_s: float
) -> Iterator[Outcome[R]]:
    """
    Yield the outcome of each job, in the order in which they end.

    Parameters
    ----------
    work
        A function at the top of a module.
    jobs
        What to do; jobs and results travel between processes.
    workers
        How many are done at once.
    limit_s
        Seconds after which a job is killed. The time that a new process takes to start is not counted.
    """
    waiting = deque(range(len(jobs)))
    idle = [_start(work) for _ in range(min(workers, len(jobs)))]
    busy: list[_Worker] = []
    try:
        while waiting or busy:
            while waiting and idle:
                busy.append(_hand_over(idle.pop(), waiting.popleft(), jobs))
            for worker in _ready(busy):
                outcome: Outcome[R] | None = _outcome(worker, limit_s)
                if outcome is None:
                    continue
                busy.remove(worker)
                is_gone = outcome.end in (End.LATE, End.DIED)
                if is_gone:
                    _stop(worker)
                idle.append(_start(work) if is_gone else worker)
                yield outcome
    finally:
        for worker in (*busy, *idle):
            _stop(worker)


def _start(work: Callable[[J], R]) -> _Worker:
    # Forked children would inherit threads of the solver's libraries, and hang.
    context = multiprocessing.get_context("spawn")
    mine, other = context.Pipe()
    process = context.Process(target=_serve, args=(work, other), daemon=True)
    process.start()
    other.close()
    return _Worker(process, mine)


def _hand_over(worker: _Worker, position: int, jobs: Sequence[J]) -> _Worker:
    worker.position = position
    worker.deadline = float("inf")  # set when the worker says that it has begun
    try:
        worker.pipe.send(jobs[position])
    except OSError:
        worker.deadline = float("-inf")
    return worker


def _ready(busy: Sequence[_Worker]) -> list[_Worker]:
    """Wait until something happens; return the workers that have to be looked at, first come first."""
    now = monotonic()
    soonest = min(worker.deadline for worker in busy)
    timeout = None if soonest == float("inf") else max(0.0, soonest - now)
    spoken = set(map(id, wait([worker.pipe for worker in busy], timeout)))
    now = monotonic()
    return [worker for worker in busy if id(worker.pipe) in spoken or worker.deadline <= now]


def _outcome(worker: _Worker, limit_s: float) -> Outcome[R] | None:
    """Return what came of the job of a worker, None if it only begins."""
    if not worker.pipe.poll():
        return Outcome(worker.position, End.LATE, detail=f"took longer than {limit_s:g} s")
    try:
        said = worker.pipe.recv()
    except (EOFError, OSError):
        return Outcome(worker.position, End.DIED, detail="its process died")
    if said is None:
        worker.deadline = monotonic() + limit_s
        return None
    end, result, detail = cast("tuple[End, R | None, str]", said)
    return Outcome(worker.position, end, result, detail)


def _stop(worker: _Worker) -> None:
    worker.pipe.close()
    worker.process.kill()
    worker.process.join()
    worker.process.close()


def _serve(work: Callable[[J], R], pipe: "Connection[object, object]") -> None:
    """Do the jobs that come through a pipe."""
    _end_with_parent()
    while True:
        try:
            job = pipe.recv()
        except (EOFError, OSError):
            return
        pipe.send(None)
        try:
            pipe.send((End.DONE, work(cast(J, job)), ""))
        except Exception as error:
            pipe.send((End.FAILED, None, f"{type(error).__name__}: {error}"))


def _end_with_parent() -> None:
    """Let this worker die when its parent is killed; it would wait for its next job forever."""
    parent = multiprocessing.parent_process()

    def watch() -> None:
        if parent is not None:
            parent.join()
            os._exit(1)

    threading.Thread(target=watch, daemon=True).start()
