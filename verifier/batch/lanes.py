"""
Lanes: the ways that answers take through the kernels.

The fast lane reads raw bytes, rid of needless escapes. What it stands back from is for the single-plan
scorer, which is the truth for every lane. What a refusal gives as its reason is understood here.
"""

import json
import math
from collections.abc import Callable, Sequence
from typing import Protocol

import numpy as np

from planassay.kb.catalog import Catalog
from planassay.kb.formats.trek.answers import MAX_REASON
from planassay.kb.formats.trek.drafts import is_nothing
from planassay.kb.lookup import lookup
from planassay.kb.task import Cause, Task
from planassay.verifier.batch import layout as lay
from planassay.verifier.batch.answering import Answers
from planassay.verifier.batch.asks import make_asks
from planassay.verifier.batch.batches import ASKED, PARSES, Verdicts
from planassay.verifier.batch.demands import make_demands
from planassay.verifier.batch.layout import Bytes, Ints, Plans, Words, new_plans
from planassay.verifier.batch.texts import CHUNK, UNREAD, joined, parsed, plain, spans
from planassay.verifier.batch.world import arranged
from planassay.verifier.official.trek import CORRECTNESS, DIMENSIONS, official
from planassay.verifier.official.trek.bill import STEEPNESS
from planassay.verifier.official.trek.refusal import stated_cause
from planassay.verifier.reasons import stated_causes
from planassay.verifier.report import ParseStatus, Report
from planassay.verifier.rules import RULES
from planassay.verifier.rules.refusal import is_right, true_causes
from planassay.verifier.score import Answer, Ruleset, score

_OK, _FAULTY = PARSES.index(ParseStatus.OK), PARSES.index(ParseStatus.FAULTY)
_KEPT_REASONS = 4096


class Lane(Protocol):
    """What scores plans that were read."""

    @property
    def names(self) -> tuple[str, ...]:
        """The names of its scores."""

    def score(self, text: Bytes, tasks: Ints, plans: Plans, verdicts: Verdicts) -> None:
        """
        Score plans and enter what applies to them.

        Parameters
        ----------
        text
            What the plans were read from.
        tasks
            The number of the task that each answers.
        plans
            The plans. Those that could not be scored here do not have the lane FAST afterwards.
        verdicts
            Where the scores are entered, in the same order.
        """


class StrictLane:
    """The strict rules over plans that were read."""

    names: tuple[str, ...] = tuple(RULES)

    def __init__(self, tasks: Sequence[Task], kb: Catalog) -> None:
        from planassay.verifier.kernels.trips import new_trip

        self._tasks = tasks
        self._names = lookup(kb)
        self._world = arranged(kb).world
        self._asks = make_asks(tasks, arranged(kb))
        self._trip = new_trip()
        self._reasons = _Reasons(self._is_founded)
        self._causes: dict[int, frozenset[Cause]] = {}

    def score(self, text: Bytes, tasks: Ints, plans: Plans, verdicts: Verdicts) -> None:
        """See :class:`Lane`."""
        from planassay.verifier.kernels.rules import judge

        judge(
            tasks,
            plans,
            self._asks,
            self._world,
            self._trip,
            verdicts.scores,
            verdicts.perfect,
            verdicts.cost_cents,
        )
        read = plans.plan[: len(tasks)]
        verdicts.parse[:] = np.where(read[:, lay.PLAN_FAULTS] != 0, _FAULTY, _OK)
        for row in np.flatnonzero(read[:, lay.PLAN_LANE] == lay.REFUSAL).tolist():
            self._refusal(text, int(tasks[row]), plans, verdicts, row)

    def _refusal(self, text: Bytes, task: int, plans: Plans, verdicts: Verdicts, row: int) -> None:
        """Score a refusal: by its document, and by what it says beside booking nothing."""
        reason = _reason(text, plans.plan[row])
        if is_nothing(reason):
            reason = ""
        if len(reason) > MAX_REASON:
            return
        is_sound = plans.plan[row, lay.PLAN_FAULTS] == 0
        first, end = plans.plan[row, lay.PLAN_BOOKINGS :], plans.plan[row + 1, lay.PLAN_BOOKINGS :]
        is_founded = bool((first == end).all()) and self._reasons.are_right(task, reason)
        verdicts.scores[row, self.names.index("document")] = is_sound
        verdicts.scores[row, self.names.index("refusal")] = is_founded
        verdicts.perfect[row] = is_sound and is_founded
        verdicts.refused[row] = True
        plans.plan[row, lay.PLAN_LANE] = lay.FAST

    def _is_founded(self, task: int, reason: str) -> bool:
        if task not in self._causes:
            self._causes[task] = true_causes(self._tasks[task], self._names)
        return is_right(stated_causes(reason, self._tasks[task]), self._causes[task])


class OfficialLane:
    """The official evaluator over plans that were read."""

    names: tuple[str, ...] = DIMENSIONS

    def __init__(self, tasks: Sequence[Task], kb: Catalog) -> None:
        from planassay.verifier.kernels.official import new_desk

        self._tasks = tasks
        self._official = official(kb)
        self._world = arranged(kb).world
        self._demands = make_demands(tasks, arranged(kb), self._official.index)
        self._desk = new_desk()
        self._reasons = _Reasons(self._is_told)
        self._decisive = [DIMENSIONS.index(name) for name in CORRECTNESS]

    def score(self, text: Bytes, tasks: Ints, plans: Plans, verdicts: Verdicts) -> None:
        """See :class:`Lane`."""
        from planassay.verifier.kernels.official import assess

        count = len(tasks)
        scores = np.full((count, lay.SCORE_WIDTH), np.nan)
        facts = np.full((count, lay.FACT_WIDTH), lay.ABSENT, np.int64)
        assess(text, tasks, plans, self._demands, self._world, self._desk, scores, facts)
        for row in np.flatnonzero(scores[:, lay.SCORE_EXCESS] > 0).tolist():
            scores[row, lay.SCORE_BUDGET] = math.exp(-STEEPNESS * scores[row, lay.SCORE_EXCESS])
        for row in np.flatnonzero(scores[:, lay.SCORE_TOKENS] > 0).tolist():
            scores[row, lay.SCORE_RETRY] *= math.exp(-scores[row, lay.SCORE_TOKENS])
        for row in np.flatnonzero(plans.plan[:count, lay.PLAN_LANE] == lay.REFUSAL).tolist():
            read = plans.plan[row]
            is_told = self._reasons.are_right(int(tasks[row]), _reason(text, read))
            scores[row, lay.SCORE_IMPOSSIBLE] = is_told and read[lay.PLAN_IS_SUBMITTED] != 0
            read[lay.PLAN_LANE] = lay.FAST
        found = scores[:, : len(DIMENSIONS)]
        verdicts.scores[:] = found
        falls_short = (found[:, self._decisive] < 1.0).any(axis=1)
        verdicts.perfect[:] = ~falls_short & (facts[:, lay.FACT_VALID] != 0)
        verdicts.refused[:] = facts[:, lay.FACT_CLAIMS] == 0
        verdicts.total_cost[:] = scores[:, lay.SCORE_COST]

    def _is_told(self, task: int, reason: str) -> bool:
        return stated_cause(reason) is self._official.true_class(self._tasks[task])


class _Reasons:
    """Whether reasons to refuse tasks are right; what was asked before is remembered, up to a bound."""

    def __init__(self, is_right: Callable[[int, str], bool]) -> None:
        self._is_right = is_right
        self._known: dict[tuple[int, str], bool] = {}

    def are_right(self, task: int, reason: str) -> bool:
        """Tell whether a reason to refuse the task of a number is right."""
        key = (task, reason)
        if key not in self._known:
            if len(self._known) >= _KEPT_REASONS:
                self._known.clear()
            self._known[key] = self._is_right(task, reason)
        return self._known[key]


def _reason(text: Bytes, read: Ints) -> str:
    """Return the reason of a refusal that was read."""
    stated = text[read[lay.PLAN_REASON_AT] : read[lay.PLAN_REASON_END]].tobytes()
    reason: str = json.loads(b'"%b"' % stated) if b"\\" in stated else stated.decode()
    return reason


class Lanes:
    """
    All ways to score answers to some tasks under one rule set.

    Parameters
    ----------
    tasks
        The tasks, all of TREK.
    kb
        The knowledge base.
    ruleset
        The rule set.

    Notes
    -----
    Holds room for the plans that it reads: not to be used by two threads at once.
    """

    def __init__(self, tasks: Sequence[Task], kb: Catalog, ruleset: Ruleset) -> None:
        from planassay.verifier.kernels.scratch import new_scratch

        self._tasks = tasks
        self._kb = kb
        self._ruleset: Ruleset = ruleset
        self._lane: Lane = StrictLane(tasks, kb) if ruleset == "strict" else OfficialLane(tasks, kb)
        self._world = arranged(kb).world
        self._plans = new_plans(CHUNK)
        self._scratch = new_scratch(is_official=ruleset == "official")
        self._answers = Answers(arranged(kb), None if ruleset == "strict" else official(kb).index)

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the scores."""
        return self._lane.names

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
            data, ends = joined(answers[rows])
            for row in self.read(data, spans(ends), tasks[rows], verdicts.part(rows)):
                position = start + row
                report = self.score_alone(answers[position], int(tasks[position]), verdicts, position)
                if report is not None:
                    reports[position] = report
        return verdicts, reports

    def score_alone(self, answer: Answer, task: int, verdicts: Verdicts, position: int) -> Report | None:
        """Enter what the single-plan scorer says of an answer; return its report if it has made one."""
        if self._ruleset == "strict":
            report = score(answer, self._tasks[task], self._kb)
            verdicts.note(position, report)
            return report
        document = parsed(answer)
        scores = official(self._kb).score(document, self._tasks[task])
        parse = ParseStatus.OK if scores.crashed is None else ParseStatus.FAULTY
        verdicts.note_scores(position, scores, ParseStatus.UNREADABLE if document is UNREAD else parse)
        return None

    def read(self, data: bytes, lines: Words, tasks: Ints, verdicts: Verdicts) -> list[int]:
        """
        Score what the kernels understand; return the positions of what is left.

        Parameters
        ----------
        data
            Answers one after another, with some bytes behind the last (``words.PADDING``).
        lines
            Where each begins and ends, ``CHUNK`` of them at most.
        tasks
            The number of the task that each answers.
        verdicts
            Where the verdicts are entered, in the same order.
        """
        with np.errstate(over="ignore"):  # words of 64 bits go round; uncompiled, numpy would remark on it
            return self._read(data, lines, tasks, verdicts)

    def _read(self, data: bytes, lines: Words, tasks: Ints, verdicts: Verdicts) -> list[int]:
        from planassay.verifier.kernels.tokens import tokenize

        text, lines = plain(data, lines, verdicts)
        tokenize(text, lines, self._world, self._plans, self._scratch)
        self._answers.answer(text, self._plans, len(tasks))
        asked = np.diff(self._plans.plan[: len(tasks) + 1, lay.PLAN_QUESTIONS]) > 0
        verdicts.way[asked] = ASKED
        self._lane.score(text, tasks, self._plans, verdicts)
        read = self._plans.plan[: len(tasks)]
        left: list[int] = np.flatnonzero(read[:, lay.PLAN_LANE] != lay.FAST).tolist()
        verdicts.why[left] = read[left, lay.PLAN_WHY]
        return left
