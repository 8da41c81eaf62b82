"""
Pools: processes that share the scoring of many answers.

The process that asks is one of them: it hands out shares of the answers, and scores shares itself while the
others are at work. Each of these opens the knowledge base for itself, by its path, and maps the same files.
Answers go out through shared memory, arrays come back; their order is kept, and nothing depends on which
process scored what.
"""

from collections import deque
from collections.abc import Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from multiprocessing import get_context
from multiprocessing.shared_memory import SharedMemory
from pathlib import Path
from typing import NamedTuple

from planassay.kb.catalog import Catalog
from planassay.kb.errors import InputError
from planassay.kb.opening import opened_at, shared_kb
from planassay.kb.task import Task
from planassay.verifier.batch.batches import Verdicts
from planassay.verifier.batch.lanes import Lanes
from planassay.verifier.batch.layout import Ints
from planassay.verifier.batch.texts import CHUNK, MAX_TEXT, joined, spans
from planassay.verifier.score import Answer, Ruleset

SHARE = 2 * CHUNK
"""Answers that a process is handed at once: few, so that all end at about one time."""
_AHEAD = 2
"""Shares for each other process that lie ready, or are being worked on."""

_LANES: list[Lanes] = []
_MAPPED: dict[str, SharedMemory] = {}
"""The blocks that a process of a pool has mapped, by name."""
_MAX_MAPPED = 16


class _Given(NamedTuple):
    """A share that another process scores."""

    rows: slice
    block: SharedMemory
    found: Future[Verdicts]


class Pool:
    """
    Processes that score answers to some tasks, for as long as they are needed.

    Parameters
    ----------
    tasks, kb, ruleset
        What they score by.
    jobs
        How many there are, this one included.

    Raises
    ------
    InputError
        If the knowledge base was made in memory.
    """

    def __init__(self, tasks: Sequence[Task], kb: Catalog, ruleset: Ruleset, jobs: int) -> None:
        path = opened_at(kb)
        if path is None:
            raise InputError("a knowledge base made in memory cannot be shared by processes: use one job")
        self._lanes = Lanes(tasks, kb, ruleset)
        self._others = jobs - 1
        self._executor = ProcessPoolExecutor(
            max(1, self._others), get_context("spawn"), initializer=_begin, initargs=(path, tasks, ruleset)
        )
        self._blocks: list[SharedMemory] = []
        self._free: list[SharedMemory] = []

    def __enter__(self) -> "Pool":
        return self

    def __exit__(self, *_: object) -> None:
        self._executor.shutdown(cancel_futures=True)
        for block in self._blocks:
            block.close()
            block.unlink()

    def score(self, answers: Sequence[Answer], tasks: Ints) -> Verdicts:
        """Return the verdicts on some answers; ``tasks`` says by number which task each answers."""
        verdicts = Verdicts(len(answers), self._lanes.names)
        shares = deque(slice(start, start + SHARE) for start in range(0, len(answers), SHARE))
        given: deque[_Given] = deque()
        try:
            while shares or given:
                while len(shares) > 1 and len(given) < _AHEAD * self._others:
                    rows = shares.popleft()
                    given.append(self._give(rows, answers[rows], tasks[rows]))
                if given and (given[0].found.done() or not shares):
                    verdicts.enter(given[0].rows, given[0].found.result())
                    self._free.append(given.popleft().block)
                elif shares:
                    rows = shares.popleft()
                    verdicts.enter(rows, self._lanes.score(answers[rows], tasks[rows])[0])
        finally:
            for share in given:
                share.found.cancel()
        return verdicts

    def _give(self, rows: slice, answers: Sequence[Answer], tasks: Ints) -> _Given:
        """Hand a share of the answers to another process."""
        data, ends = joined(answers)
        block = self._block(len(data))
        room = block.buf
        assert room is not None  # it is None once closed
        room[: len(data)] = data
        return _Given(rows, block, self._executor.submit(_score, block.name, ends, _unsaid(answers), tasks))

    def _block(self, size: int) -> SharedMemory:
        """Return a block of memory that nobody uses; one that was used before is mapped already."""
        for place, block in enumerate(self._free):
            if block.size >= size:
                return self._free.pop(place)
        block = SharedMemory(create=True, size=size + size // 4)
        self._blocks.append(block)
        return block


def _unsaid(answers: Sequence[Answer]) -> dict[int, Answer]:
    """Return those of some answers of which bytes in shared memory do not say all, by position."""
    if set(map(type, answers)) == {bytes} and max(map(len, answers)) <= MAX_TEXT:
        return {}
    return {
        row: answer
        for row, answer in enumerate(answers)
        if type(answer) is not bytes or len(answer) > MAX_TEXT
    }


def _begin(path: Path, tasks: Sequence[Task], ruleset: Ruleset) -> None:
    """Open the knowledge base in a new process."""
    _LANES[:] = [Lanes(tasks, shared_kb(path), ruleset)]


def _mapped(name: str) -> SharedMemory:
    """Return a block of the pool, mapped into this process."""
    if name not in _MAPPED:
        if len(_MAPPED) >= _MAX_MAPPED:
            for block in _MAPPED.values():
                block.close()
            _MAPPED.clear()
        _MAPPED[name] = SharedMemory(name)
    return _MAPPED[name]


def _score(name: str, ends: Ints, unsaid: dict[int, Answer], tasks: Ints) -> Verdicts:
    """Score a share of the answers in a process of a pool."""
    from planassay.verifier.kernels.words import PADDING

    lanes = _LANES[0]
    verdicts = Verdicts(len(ends), lanes.names)
    room = _mapped(name).buf
    assert room is not None
    for start in range(0, len(ends), CHUNK):
        rows = slice(start, min(start + CHUNK, len(ends)))
        first = int(ends[start - 1]) if start else 0
        data = bytes(room[first : int(ends[rows.stop - 1]) + PADDING])
        lines = spans(ends[rows] - first)
        for row in lanes.read(data, lines.copy(), tasks[rows], verdicts.part(rows)):
            begin, end = lines[row].tolist()
            answer = unsaid.get(start + row, data[begin:end])
            lanes.score_alone(answer, int(tasks[start + row]), verdicts, start + row)
    return verdicts
