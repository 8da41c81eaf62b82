"""
A run: one answer for each task of a list, scored as the official file scorer does.

A task without an answer counts as refused; so does one whose answer the evaluator fails on. One thing is
left to the reader of the file: the official scorer stops at a line that is no JSON object.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from planassay.kb.task import Task
from planassay.verifier.official.trek.evaluator import OfficialTrek
from planassay.verifier.official.trek.scores import DIMENSIONS, Scores

COLUMNS = ("query_index", *DIMENSIONS, "is_feasible", "total_cost", "attraction_count")
"""Columns of the official table of scores."""


@dataclass(frozen=True, slots=True)
class Run:
    """The scores of a run, one for each task in order."""

    results: tuple[Scores, ...]
    n_missing: int
    """Tasks without an answer."""
    n_error: int
    """Answers that the evaluator fails on."""

    def rows(self) -> list[tuple[object, ...]]:
        """Return the rows of the official table, under ``COLUMNS``; None is an empty cell."""
        return [
            (index, *(getattr(result, name) for name in COLUMNS[1:]))
            for index, result in enumerate(self.results)
        ]


def score_run(answers: Mapping[int, object], tasks: Sequence[Task], official: OfficialTrek) -> Run:
    """
    Return the scores of a run.

    Parameters
    ----------
    answers
        Result records by the position of their task in ``tasks``.
    tasks
        Every task of the run, in order.
    official
        The evaluator.
    """
    results = tuple(official.score(answers.get(index, {}), task) for index, task in enumerate(tasks))
    return Run(
        results,
        n_missing=sum(index not in answers for index in range(len(tasks))),
        n_error=sum(result.crashed is not None for result in results),
    )
