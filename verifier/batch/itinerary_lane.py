"""
The lane of itineraries: DeepPlanning's travel plans through the kernels, under the official rules.

Answers are sorted by task, because each task has a database of its own. What the kernels do not read is left
to the single-plan scorer.
"""

from collections.abc import Sequence
from typing import cast

import numpy as np

from planassay.kb.formats.deepplanning_travel import Database
from planassay.kb.knowledge import KnowledgeBase, for_task
from planassay.kb.task import Task
from planassay.verifier.batch.batches import PARSES, Verdicts
from planassay.verifier.batch.itineraries import new_room
from planassay.verifier.batch.layout import Ints
from planassay.verifier.batch.texts import CHUNK, joined, plain, spans
from planassay.verifier.batch.towns import constraints, work
from planassay.verifier.official.deepplanning_travel import CHECKS, DIMENSIONS, request
from planassay.verifier.report import ParseStatus, Report
from planassay.verifier.score import Answer, score

OVERALL = ("commonsense_score", "personalized_score", "composite_score", "case_acc")
_OK = PARSES.index(ParseStatus.OK)


class ItineraryLane:
    """
    All ways to score answers to some tasks.

    Parameters
    ----------
    tasks
        The tasks, all of DeepPlanning's travel domain.
    kb
        Their database, or databases.
    """

    def __init__(self, tasks: Sequence[Task], kb: KnowledgeBase) -> None:
        self._tasks = tasks
        self._kb = kb
        requests = [request(task.source) for task in tasks]
        bases = [cast("Database", for_task(kb, task.task_id)) for task in tasks]
        self._works = [work(base, asked) for base, asked in zip(bases, requests, strict=True)]
        kinds = dict.fromkeys(kind for asked in requests for kind in constraints(asked))
        self.names = (*OVERALL, *DIMENSIONS, *CHECKS, *kinds)
        column = {name: place for place, name in enumerate(self.names)}
        self._columns = [
            np.array([column[kind] for kind in constraints(asked)], np.int64) for asked in requests
        ]
        self._room = new_room()

    def score(self, answers: Sequence[Answer], tasks: Ints) -> tuple[Verdicts, dict[int, Report]]:
        """
        Return the verdicts on some answers, and the reports that were made on the way.

        Parameters
        ----------
        answers
            The answers.
        tasks
            The number of the task that each answers.
        """
        verdicts = Verdicts(len(answers), self.names)
        reports: dict[int, Report] = {}
        for start in range(0, len(answers), CHUNK):
            rows = slice(start, min(start + CHUNK, len(answers)))
            for row in self._read(answers[rows], tasks[rows], verdicts.part(rows)):
                position = start + row
                task = self._tasks[int(tasks[position])]
                reports[position] = score(answers[position], task, self._kb, ruleset="official")
                verdicts.note(position, reports[position])
        return verdicts, reports

    def _read(self, answers: Sequence[Answer], tasks: Ints, verdicts: Verdicts) -> list[int]:
        """Score what the kernels understand; return the positions of what is left."""
        from planassay.verifier.kernels.itinerary_scores import assess

        data, ends = joined(answers)
        is_read = np.zeros(len(answers), np.bool_)
        with np.errstate(over="ignore"):  # words of 64 bits go round; uncompiled, numpy would remark on it
            text, lines = plain(data, spans(ends), verdicts)
            for task in np.unique(tasks).tolist():
                found = self._works[task]
                if found is not None:
                    rows = np.flatnonzero(tasks == task)
                    assess(
                        text,
                        lines,
                        rows,
                        found.town,
                        found.asked,
                        self._columns[task],
                        self._room,
                        verdicts.scores,
                        verdicts.total_cost,
                        is_read,
                    )
        verdicts.parse[:] = _OK
        verdicts.perfect[:] = verdicts.scores[:, OVERALL.index("case_acc")] == 1.0
        left: list[int] = np.flatnonzero(~is_read).tolist()
        return left
