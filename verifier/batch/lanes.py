"""
Lanes: the ways that answers take through the kernels.

The fast lane reads raw bytes. What it stands back from because of escapes is parsed and written anew, without
them, and tries once more. All the rest is for the single-plan scorer, which is the truth for every lane.
"""

import math
from collections.abc import Sequence
from typing import Protocol

import numpy as np
import orjson

from planassay.kb.catalog import Catalog
from planassay.kb.task import Task
from planassay.verifier.batch import layout as lay
from planassay.verifier.batch.asks import make_asks
from planassay.verifier.batch.batches import PARSES, REWRITTEN, Verdicts
from planassay.verifier.batch.demands import make_demands
from planassay.verifier.batch.layout import Bytes, Flags, Ints, Plans, Words, new_plans
from planassay.verifier.batch.world import arranged
from planassay.verifier.official.trek import CORRECTNESS, DIMENSIONS, official
from planassay.verifier.official.trek.bill import STEEPNESS
from planassay.verifier.report import ParseStatus, Report
from planassay.verifier.rules import RULES
from planassay.verifier.score import Answer, Ruleset, score

CHUNK = 1024
"""Answers read at once: their arrays stay in the caches of a core."""
MAX_TEXT = 2**18
"""Bytes of an answer for the kernels; a longer one has more to it than a plan."""

_AS_WRITTEN = (
    orjson.OPT_PASSTHROUGH_DATACLASS | orjson.OPT_PASSTHROUGH_DATETIME | orjson.OPT_PASSTHROUGH_SUBCLASS
)


class Lane(Protocol):
    """What scores plans that were read."""

    @property
    def names(self) -> tuple[str, ...]:
        """The names of its scores."""

    def score(self, text: Bytes, tasks: Ints, plans: Plans, verdicts: Verdicts, rows: Ints) -> Flags:
        """
        Score plans and enter what applies to those that were read; return which could be scored here.

        Parameters
        ----------
        text
            What the plans were read from.
        tasks
            The number of the task that each answers.
        plans
            The plans.
        verdicts, rows
            Where the scores are entered.
        """


class StrictLane:
    """The strict rules over plans that were read."""

    names: tuple[str, ...] = tuple(RULES)

    def __init__(self, tasks: Sequence[Task], kb: Catalog) -> None:
        from planassay.verifier.kernels.trips import new_trip

        self._world = arranged(kb).world
        self._asks = make_asks(tasks, arranged(kb))
        self._trip = new_trip()

    def score(self, text: Bytes, tasks: Ints, plans: Plans, verdicts: Verdicts, rows: Ints) -> Flags:
        """See :class:`Lane`."""
        from planassay.verifier.kernels.rules import judge

        del text  # everything that was said of it stands in the plans
        count = len(tasks)
        marks = np.full((count, len(self.names)), lay.ABSENT, np.int8)
        cents = np.full(count, lay.ABSENT, np.int64)
        judge(tasks, plans, self._asks, self._world, self._trip, marks, cents)
        is_done: Flags = plans.plan[:count, lay.PLAN_LANE] == lay.FAST
        done = rows[is_done]
        verdicts.scores[done] = np.where(marks < 0, np.nan, marks)[is_done]
        verdicts.perfect[done] = (marks != 0).all(axis=1)[is_done]
        verdicts.cost_cents[done] = cents[is_done]
        is_faulty = plans.plan[:count, lay.PLAN_FAULTS][is_done] != 0
        verdicts.parse[done] = np.where(
            is_faulty, PARSES.index(ParseStatus.FAULTY), PARSES.index(ParseStatus.OK)
        )
        return is_done


class OfficialLane:
    """The official evaluator over plans that were read."""

    names: tuple[str, ...] = DIMENSIONS

    def __init__(self, tasks: Sequence[Task], kb: Catalog) -> None:
        from planassay.verifier.kernels.official import new_desk

        self._world = arranged(kb).world
        self._demands = make_demands(tasks, arranged(kb), official(kb).index)
        self._desk = new_desk()
        self._decisive = [DIMENSIONS.index(name) for name in CORRECTNESS]

    def score(self, text: Bytes, tasks: Ints, plans: Plans, verdicts: Verdicts, rows: Ints) -> Flags:
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
        is_done: Flags = plans.plan[:count, lay.PLAN_LANE] == lay.FAST
        done = rows[is_done]
        found = scores[is_done, : len(DIMENSIONS)]
        verdicts.scores[done] = found
        falls_short = (found[:, self._decisive] < 1.0).any(axis=1)
        verdicts.perfect[done] = ~falls_short & (facts[is_done, lay.FACT_VALID] != 0)
        verdicts.refused[done] = facts[is_done, lay.FACT_CLAIMS] == 0
        verdicts.total_cost[done] = scores[is_done, lay.SCORE_COST]
        return is_done


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
        from planassay.verifier.kernels.bookings import new_scratch

        self._tasks = tasks
        self._kb = kb
        self._ruleset: Ruleset = ruleset
        self._lane: Lane = StrictLane(tasks, kb) if ruleset == "strict" else OfficialLane(tasks, kb)
        self._world = arranged(kb).world
        self._plans = new_plans(CHUNK)
        self._scratch = new_scratch()

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
        verdicts = Verdicts(len(answers), self._lane.names)
        reports: dict[int, Report] = {}
        for start in range(0, len(answers), CHUNK):
            rows = np.arange(start, min(start + CHUNK, len(answers)))
            texts = {row: _text_of(answers[row]) for row in rows.tolist()}
            left = self._read(texts, tasks, verdicts, rows)
            escaped = {row: _rewritten(texts[row]) for row in left.tolist() if b"\\" in texts[row]}
            rewritten = np.array([row for row, text in escaped.items() if text], np.int64)
            verdicts.way[rewritten] = REWRITTEN
            again = self._read(escaped, tasks, verdicts, rewritten)
            for row in sorted({*left.tolist()} - {*rewritten.tolist()} | {*again.tolist()}):
                task = self._tasks[int(tasks[row])]
                reports[row] = score(answers[row], task, self._kb, ruleset=self._ruleset)
                verdicts.note(row, reports[row])
        return verdicts, reports

    def _read(self, texts: dict[int, bytes], tasks: Ints, verdicts: Verdicts, rows: Ints) -> Ints:
        """Read and score the texts of some rows through the kernels; return the rows that are left."""
        if not len(rows):
            return rows
        from planassay.verifier.kernels.tokens import tokenize
        from planassay.verifier.kernels.words import PADDING

        listed = [texts[row] for row in rows.tolist()]
        data = b"".join((*listed, bytes(PADDING)))
        text = np.frombuffer(data, np.uint8)
        tokenize(text, _lines(listed, data), self._world, self._plans, self._scratch)
        return rows[~self._lane.score(text, tasks[rows], self._plans, verdicts, rows)]


def _lines(texts: Sequence[bytes], data: bytes) -> Words:
    """Return where each text begins and ends; one that is no UTF-8, and so no JSON, ends where it begins."""
    lengths = np.fromiter(map(len, texts), np.int64, len(texts))
    ends = np.cumsum(lengths)
    lines = np.stack([ends - lengths, ends], axis=1)
    if not data.isascii() and not _is_utf8(data):
        bad = [not _is_utf8(text) for text in texts]
        lines[bad, 1] = lines[bad, 0]
    return lines.astype(np.uint64)


def _is_utf8(text: bytes) -> bool:
    try:
        text.decode()
    except UnicodeDecodeError:
        return False
    return True


def _text_of(answer: Answer) -> bytes:
    """Return an answer as bytes for the kernels; nothing if it cannot be written so without saying less."""
    if isinstance(answer, bytes):
        return answer if len(answer) <= MAX_TEXT else b""
    try:
        text = answer.encode() if isinstance(answer, str) else orjson.dumps(answer, option=_AS_WRITTEN)
    except (UnicodeEncodeError, orjson.JSONEncodeError):
        return b""
    if len(text) > MAX_TEXT or (not isinstance(answer, str) and b"null" in text):
        return b""  # a null may have been a number that is not finite
    return text


def _rewritten(text: bytes) -> bytes:
    """Return a document without needless escapes, or nothing where writing it anew would lose something."""
    from planassay.verifier.kernels.json import count_members
    from planassay.verifier.kernels.words import PADDING

    try:
        anew = orjson.dumps(orjson.loads(text))
    except (orjson.JSONDecodeError, orjson.JSONEncodeError):
        return b""
    padded = (np.frombuffer(one + bytes(PADDING), np.uint8) for one in (text, anew))
    before, after = (count_members(one, np.uint64(len(one) - PADDING)) for one in padded)
    return anew if before == after else b""  # of two members with one key only one is left
