"""
Pools: processes that share the scoring of many answers.

Each process opens the knowledge base for itself, by its path, and maps the same files. Answers go out as they
are, arrays come back; the order of answers is kept, and nothing depends on which process scored what.
"""

from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path

from planassay.kb.catalog import Catalog
from planassay.kb.errors import InputError
from planassay.kb.opening import opened_at, shared_kb
from planassay.kb.task import Task
from planassay.verifier.batch.batches import Verdicts
from planassay.verifier.batch.lanes import Lanes
from planassay.verifier.batch.layout import Ints
from planassay.verifier.score import Answer, Ruleset

SHARE = 4096
"""Answers that a process is handed at once."""

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
        self._executor = ProcessPoolExecutor(
            jobs, get_context("spawn"), initializer=_begin, initargs=(path, tasks, ruleset)
        )

    def __enter__(self) -> "Pool":
        return self

    def __exit__(self, *_: object) -> None:
        self._executor.shutdown(cancel_futures=True)

    def score(self, answers: Sequence[Answer], tasks: Ints) -> Verdicts:
        """Return the verdicts on some answers; ``tasks`` says by number which task each answers."""
        spans = [slice(start, start + SHARE) for start in range(0, max(1, len(answers)), SHARE)]
        parts = self._executor.map(_score, [answers[span] for span in spans], [tasks[span] for span in spans])
        verdicts: Verdicts | None = None
        for span, part in zip(spans, parts, strict=True):
            verdicts = verdicts or Verdicts(len(answers), part.names)
            verdicts.enter(span, part)
        assert verdicts is not None  # there is one span at least
        return verdicts


def _begin(path: Path, tasks: Sequence[Task], ruleset: Ruleset) -> None:
    """Open the knowledge base in a new process."""
    _LANES[:] = [Lanes(tasks, shared_kb(path), ruleset)]


def _score(answers: Sequence[Answer], tasks: Ints) -> Verdicts:
    """Score a share of the answers in a process of a pool."""
    return _LANES[0].score(answers, tasks)[0]
