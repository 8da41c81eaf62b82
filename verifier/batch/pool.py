"""
Pools: processes that share the scoring of many answers.

Each process opens the knowledge base for itself, by its path, and maps the same files. Answers go out through
shared memory, arrays come back; their order is kept, and nothing depends on which process scored what.
"""

from collections import deque
from collections.abc import Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from multiprocessing import get_context
from multiprocessing.shared_memory import SharedMemory
from pathlib import Path

from planassay.kb.catalog import Catalog
from planassay.kb.errors import InputError
from planassay.kb.opening import opened_at, shared_kb
from planassay.kb.task import Task
from planassay.verifier.batch.batches import Verdicts
from planassay.verifier.batch.lanes import Lanes
from planassay.verifier.batch.layout import Ints
from planassay.verifier.batch.texts import CHUNK, MAX_TEXT, joined, spans
from planassay.verifier.score import Answer, Ruleset

SHARE = 8 * CHUNK
"""Answers that a process is handed at once."""
_AHEAD = 2
"""Shares for each process that lie ready, or are being worked on."""

_LANES: list[Lanes] = []


class Pool:
    """
    Processes that score answers to some tasks, for as long as they are needed.

    Parameters
    ----------
    tasks, kb, ruleset
        What they score by.
    jobs
        How many there are.

    Raises
    ------
    InputError
        If the knowledge base was made in memory.
    """

    def __init__(self, tasks: Sequence[Task], kb: Catalog, ruleset: Ruleset, jobs: int) -> None:
        path = opened_at(kb)
        if path is None:
            raise InputError("a knowledge base made in memory cannot be shared by processes: use one job")
        self._jobs = jobs
        self._executor = ProcessPoolExecutor(
            jobs, get_context("spawn"), initializer=_begin, initargs=(path, tasks, ruleset)
        )

    def __enter__(self) -> "Pool":
        return self

    def __exit__(self, *_: object) -> None:
        self._executor.shutdown(cancel_futures=True)

    def score(self, answers: Sequence[Answer], tasks: Ints) -> Verdicts:
        """Return the verdicts on some answers; ``tasks`` says by number which task each answers."""
        shares = [slice(start, start + SHARE) for start in range(0, max(1, len(answers)), SHARE)]
        verdicts: Verdicts | None = None
        given: deque[tuple[slice, _Share, Future[Verdicts]]] = deque()
        try:
            while shares or given:
                while shares and len(given) < _AHEAD * self._jobs:
                    rows = shares.pop(0)
                    share = _Share(answers[rows])
                    future = self._executor.submit(
                        _score, share.memory.name, share.ends, share.others, tasks[rows]
                    )
                    given.append((rows, share, future))
                rows, share, future = given[0]
                part = future.result()
                verdicts = verdicts or Verdicts(len(answers), part.names)
                verdicts.enter(rows, part)
                share.free()
                given.popleft()
        finally:
            for _, share, future in given:
                future.cancel()
                share.free()
        assert verdicts is not None  # there is one share at least
        return verdicts


class _Share:
    """Answers in shared memory, and those beside it that bytes do not say all of."""

    def __init__(self, answers: Sequence[Answer]) -> None:
        data, self.ends = joined(answers)
        self.memory = SharedMemory(create=True, size=len(data))
        room = self.memory.buf
        assert room is not None  # it is None once closed
        room[: len(data)] = data
        self.others = {
            row: answer
            for row, answer in enumerate(answers)
            if type(answer) is not bytes or len(answer) > MAX_TEXT
        }

    def free(self) -> None:
        """Give the memory back."""
        self.memory.close()
        self.memory.unlink()


def _begin(path: Path, tasks: Sequence[Task], ruleset: Ruleset) -> None:
    """Open the knowledge base in a new process."""
    _LANES[:] = [Lanes(tasks, shared_kb(path), ruleset)]


def _score(name: str, ends: Ints, others: dict[int, Answer], tasks: Ints) -> Verdicts:
    """Score a share of the answers in a process of a pool."""
    from planassay.verifier.kernels.words import PADDING

    lanes = _LANES[0]
    verdicts = Verdicts(len(ends), lanes.names)
    memory = SharedMemory(name)
    room = memory.buf
    assert room is not None
    try:
        for start in range(0, len(ends), CHUNK):
            rows = slice(start, min(start + CHUNK, len(ends)))
            first = int(ends[start - 1]) if start else 0
            data = bytes(room[first : int(ends[rows.stop - 1]) + PADDING])
            lines = spans(ends[rows] - first)
            for row in lanes.read(data, lines.copy(), tasks[rows], verdicts.part(rows)):
                begin, end = lines[row].tolist()
                answer = others.get(start + row, data[begin:end])
                verdicts.note(start + row, lanes.single(answer, int(tasks[start + row])))
    finally:
        memory.close()
    return verdicts
