"""
Workers: the one seam through which gold is made in parallel.

A *job* is a value, and what a worker does with it a function at the top of a module that depends on nothing
else; it opens the knowledge base through ``kb.opening.shared_kb``, once a process. So neither the number of
workers nor the order in which they finish can be seen in a result, and a lost job may be done again. What is
done with the results is the caller's business.

One machine: processes. Many machines: Ray, the extra ``ray``, imported on use; the knowledge base must lie
under the same path on each machine.
"""

import multiprocessing
import os
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from enum import StrEnum
from importlib import import_module
from importlib.util import find_spec
from typing import Protocol, TypeVar, cast

from planassay.kb.errors import EngineError

J = TypeVar("J")
R = TypeVar("R")


MOST_A_CORE = 4
"""Processes for each core at most; each of them holds libraries and tables of its own."""


class Backend(StrEnum):
    """Where jobs are done."""

    PROCESSES = "processes"
    """In this process, or in others of this machine."""
    RAY = "ray"
    """On a Ray cluster: the one that ``RAY_ADDRESS`` names, or a local one."""


def finished(
    work: Callable[[J], R], jobs: Sequence[J], *, workers: int = 1, backend: Backend = Backend.PROCESSES
) -> Iterator[R]:
    """
    Yield the result of each job, in the order in which they are finished.

    Parameters
    ----------
    work
        A function at the top of a module; what it raises is raised here.
    jobs
        What to do.
    workers
        How many jobs are done at once; one means in this process. More than a few processes a core are not
        started, whatever is asked for.
    backend
        Where.

    Raises
    ------
    EngineError
        If a worker died, or Ray is asked for and not installed.
    """
    if backend is Backend.RAY:
        return _ray(work, jobs, workers)
    if workers == 1 or len(jobs) < 2:
        return map(work, jobs)
    return _pool(work, jobs, min(workers, len(jobs), MOST_A_CORE * (os.cpu_count() or 1)))


def _pool(work: Callable[[J], R], jobs: Sequence[J], workers: int) -> Iterator[R]:
    # Forked children would inherit threads of the solver's libraries, and hang.
    context = multiprocessing.get_context("spawn")
    pool = ProcessPoolExecutor(workers, mp_context=context, initializer=_end_with_parent)
    try:
        for future in as_completed([pool.submit(work, job) for job in jobs]):
            yield future.result()
    except BrokenProcessPool as error:
        raise EngineError("a worker was killed, perhaps for want of memory; try with fewer") from error
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


def _end_with_parent() -> None:
    """Let this worker die when its parent is killed; it would wait for its next job forever."""
    parent = multiprocessing.parent_process()

    def watch() -> None:
        if parent is not None:
            parent.join()
            os._exit(1)

    threading.Thread(target=watch, daemon=True).start()


class _Reference(Protocol):
    """A result that is to come."""


class _Remote(Protocol):
    """A function that runs elsewhere."""

    def remote(self, work: object, job: object) -> _Reference:
        """Start a job."""


class _Ray(Protocol):
    """What is used of Ray."""

    def is_initialized(self) -> bool:
        """Return whether this process belongs to a cluster."""

    def init(self, *, num_cpus: int | None, log_to_driver: bool) -> object:
        """Join a cluster, or start a local one."""

    def shutdown(self) -> None:
        """Leave it, and end it if it is local."""

    def remote(self, **options: object) -> Callable[[Callable[[Callable[[J], R], J], R]], _Remote]:
        """Return a decorator that makes a function run elsewhere."""

    def wait(self, references: list[_Reference]) -> tuple[list[_Reference], list[_Reference]]:
        """Wait until one result is there; return those that are, and the others."""

    def get(self, reference: _Reference) -> object:
        """Return a result, or raise what its job raised."""


def _ray(work: Callable[[J], R], jobs: Sequence[J], workers: int) -> Iterator[R]:
    if find_spec("ray") is None:
        raise EngineError("Ray is not installed: pip install 'planassay[ray]'")
    ray = cast(_Ray, import_module("ray"))
    is_guest = ray.is_initialized()
    if not is_guest:
        is_local = "RAY_ADDRESS" not in os.environ
        ray.init(num_cpus=workers if is_local else None, log_to_driver=False)
    try:
        remote = ray.remote(num_cpus=1, max_retries=3)(_call)
        waiting = [remote.remote(work, job) for job in jobs]
        while waiting:
            done, waiting = ray.wait(waiting)
            for reference in done:
                yield cast(R, ray.get(reference))
    finally:
        if not is_guest:
            ray.shutdown()


def _call(work: Callable[[J], R], job: J) -> R:
    return work(job)
