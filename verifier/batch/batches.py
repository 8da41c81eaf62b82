"""
Batches: what a rule set says of many answers, as arrays, and as reports when one is asked for.

A batch is a sequence of reports that are made when they are looked at. Verdicts and scores of all answers are
there at once, as arrays, one row an answer; they are those of the single-plan scorer, to the last bit.
"""

from collections.abc import Iterator, Sequence
from typing import overload

import numpy as np

from planassay.kb.knowledge import KnowledgeBase
from planassay.kb.task import Task
from planassay.verifier.batch.layout import Bytes, Flags, Floats, Ints
from planassay.verifier.official.trek.scores import Scores
from planassay.verifier.report import ParseStatus, Report
from planassay.verifier.score import Answer, Ruleset, score

PARSES = tuple(ParseStatus)
FAST, REWRITTEN, ASKED, SINGLE = range(4)
"""How an answer was scored: from its bytes, from its bytes written anew, from its bytes but for values that
the tolerant reader was asked about, by the single-plan scorer."""

_ARRAYS = ("scores", "perfect", "refused", "parse", "cost_cents", "total_cost", "way", "why")


class Verdicts:
    """
    What a rule set says of many answers, as arrays.

    Parameters
    ----------
    count
        How many answers there are.
    names
        The names of the scores.

    Attributes
    ----------
    scores
        A row an answer and a column a name; NaN where a score does not apply.
    perfect
        Whether each answer is valid (``strict``) or perfect (``official``).
    refused
        Whether it claims that there is no plan.
    parse
        Numbers of :class:`ParseStatus`, in its order.
    cost_cents
        The true bill under ``strict``, -1 where there is none.
    total_cost
        The bill of the official evaluator, NaN where there is none.
    way
        How each answer was scored: FAST, REWRITTEN, ASKED or SINGLE.
    why
        Why an answer to a task of TREK was left to that scorer, as a number of ``layout.WHYS``.
    """

    def __init__(self, count: int, names: tuple[str, ...]) -> None:
        self.names = names
        self.scores: Floats = np.full((count, len(names)), np.nan)
        self.perfect: Flags = np.zeros(count, np.bool_)
        self.refused: Flags = np.zeros(count, np.bool_)
        self.parse: Bytes = np.zeros(count, np.uint8)
        self.cost_cents: Ints = np.full(count, -1, np.int64)
        self.total_cost: Floats = np.full(count, np.nan)
        self.way: Bytes = np.zeros(count, np.uint8)
        self.why: Bytes = np.zeros(count, np.uint8)

    def share(self) -> Floats:
        """Return for each answer the mean of the scores that apply to it; 0 where none does."""
        applying = ~np.isnan(self.scores)
        total = np.where(applying, self.scores, 0.0).sum(axis=1)
        return np.asarray(total / np.maximum(applying.sum(axis=1), 1), np.float64)

    def note(self, position: int, report: Report) -> None:
        """Enter a report of the single-plan scorer."""
        self.scores[position] = [
            np.nan if (value := report.scores.get(name)) is None else value for name in self.names
        ]
        self.perfect[position] = report.task_perfect
        self.refused[position] = report.refused
        self.parse[position] = PARSES.index(report.parse)
        self.cost_cents[position] = -1 if report.cost_cents is None else report.cost_cents
        self.total_cost[position] = np.nan if report.total_cost is None else report.total_cost
        self.way[position] = SINGLE

    def note_scores(self, position: int, scores: Scores, parse: ParseStatus) -> None:
        """Enter official scores of an answer of TREK, found by the single-plan evaluator."""
        self.scores[position] = [
            np.nan if (value := getattr(scores, name)) is None else value for name in self.names
        ]
        self.perfect[position] = scores.task_perfect
        self.refused[position] = not scores.is_feasible
        self.parse[position] = PARSES.index(parse)
        self.total_cost[position] = np.nan if scores.total_cost is None else scores.total_cost
        self.way[position] = SINGLE

    def part(self, rows: slice) -> "Verdicts":
        """Return the verdicts on some of the answers; what is entered there is entered here."""
        found = Verdicts(0, self.names)
        for name in _ARRAYS:
            setattr(found, name, getattr(self, name)[rows])
        return found

    def enter(self, rows: slice, part: "Verdicts") -> None:
        """Enter the verdicts on some of the answers."""
        for name in _ARRAYS:
            getattr(self, name)[rows] = getattr(part, name)


class Batch(Sequence[Report]):
    """
    Reports on many answers, made when they are asked for.

    Parameters
    ----------
    answers, tasks
        The answers, and the task that each answers.
    kb
        The knowledge base.
    ruleset
        The rule set.
    verdicts
        What was found.
    reports
        Reports that were made on the way.
    """

    def __init__(
        self,
        answers: Sequence[Answer],
        tasks: Sequence[Task],
        kb: KnowledgeBase,
        ruleset: Ruleset,
        verdicts: Verdicts,
        reports: dict[int, Report],
    ) -> None:
        self.answers = answers
        self.tasks = tasks
        self.kb = kb
        self.ruleset: Ruleset = ruleset
        self.verdicts = verdicts
        self._reports = reports

    def __len__(self) -> int:
        return len(self.answers)

    @overload
    def __getitem__(self, index: int) -> Report: ...
    @overload
    def __getitem__(self, index: slice) -> list[Report]: ...
    def __getitem__(self, index: int | slice) -> Report | list[Report]:
        if isinstance(index, slice):
            return [self[position] for position in range(len(self))[index]]
        position = range(len(self))[index]
        if position not in self._reports:
            self._reports[position] = score(
                self.answers[position], self.tasks[position], self.kb, ruleset=self.ruleset
            )
        return self._reports[position]

    def __iter__(self) -> Iterator[Report]:
        return (self[position] for position in range(len(self)))
