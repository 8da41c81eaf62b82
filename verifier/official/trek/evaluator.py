"""
The evaluator: which dimensions apply to a submission, and what happens when scoring it fails.

Source: TREK commit a656fc8, ``scoring.py`` and ``score_trek.py``.
"""

from collections.abc import Mapping
from enum import StrEnum
from functools import cached_property, lru_cache
from typing import TypedDict

from planassay.kb.catalog import Catalog
from planassay.kb.task import Cause, Task
from planassay.verifier.official.trek.bill import bill, budget_score, find_floors
from planassay.verifier.official.trek.bookings import look_up
from planassay.verifier.official.trek.coverage import coverage_score
from planassay.verifier.official.trek.effort import effort_score
from planassay.verifier.official.trek.explicit import Claimed, explicit_score
from planassay.verifier.official.trek.gates import gate_reasons
from planassay.verifier.official.trek.hours import hours_score, timed
from planassay.verifier.official.trek.index import Index
from planassay.verifier.official.trek.needs import needs_score
from planassay.verifier.official.trek.reach import reach_score
from planassay.verifier.official.trek.refusal import refusal_score, true_cause
from planassay.verifier.official.trek.request import Request, read_request
from planassay.verifier.official.trek.scores import Scores
from planassay.verifier.official.trek.sources import source_scores
from planassay.verifier.official.trek.submission import JsonValue, Reading, numbered, read

_MAX_TASKS = 20_000


class Version(StrEnum):
    """Commits of the evaluator that can be reproduced."""

    LATEST = "trek@a656fc8"
    WITHOUT_SEATS = "trek@1bbf6c8"
    """Cars are not checked for seats; nothing else differs."""


class _Case:
    """A task with what the tables say of it, which no submission changes."""

    def __init__(self, task: Task, index: Index) -> None:
        self.task = task
        self.index = index
        self.request = read_request(task)
        self.floors = find_floors(self.request, index)

    @cached_property
    def cause(self) -> Cause:
        """Why the task is infeasible, if it is."""
        return true_cause(self.request, self.index)


class OfficialTrek:
    """
    The published evaluator of TREK over one knowledge base.

    Parameters
    ----------
    kb
        The knowledge base.
    version
        Commit whose behaviour is wanted.

    Notes
    -----
    Keeps what it has looked up, so that later submissions are scored quickly.
    """

    def __init__(self, kb: Catalog, *, version: Version | str = Version.LATEST) -> None:
        self.kb = kb
        self.version = Version(version)
        self.index = Index(kb)
        self._cases: dict[int, _Case] = {}

    def score(self, submission: object, task: Task) -> Scores:
        """
        Return the official scores of a submission, whatever it is.

        What makes the official evaluator fail is scored as it scores a failure: as an empty refusal of a
        run that submitted nothing. A missing line of a result file is an empty object.

        Parameters
        ----------
        submission
            A result record: ``is_feasible``, ``plan``, ``refusal_reason``, ``submitted``, ``error``,
            ``tool_call_count``, ``token_usage`` and ``elapsed_sec``, all optional.
        task
            The task it answers; the official row in its ``source`` is what is read.
        """
        case = self._case(task)
        try:
            if not isinstance(submission, Mapping):
                raise TypeError("a submission is an object")
            return _score(submission, case, with_seats=self.version is not Version.WITHOUT_SEATS)
        except Exception as error:  # the official evaluator catches all, too, and so must this
            return _failed(case.request, type(error).__name__)

    def true_class(self, task: Task) -> Cause:
        """Return why a task would be infeasible; see the function of that name."""
        return self._case(task).cause

    def _case(self, task: Task) -> _Case:
        case = self._cases.get(id(task))
        if case is None or case.task is not task:
            if len(self._cases) >= _MAX_TASKS:
                self._cases.clear()
            case = self._cases[id(task)] = _Case(task, self.index)
        return case


class _Noted(TypedDict, total=False):
    """What is recorded of a submission whatever its scores."""

    attraction_count: int
    total_tokens: object
    elapsed_sec: object


def _score(submission: Mapping[str, object], case: _Case, *, with_seats: bool) -> Scores:
    reading = read(submission)
    usage = submission.get("token_usage") or {}
    if not isinstance(usage, Mapping):
        raise TypeError("token_usage is an object")
    noted = _Noted(
        attraction_count=len(reading.attractions),
        total_tokens=usage.get("total_tokens"),
        elapsed_sec=submission.get("elapsed_sec"),
    )
    if not case.request.is_impossible:
        if not reading.is_feasible:
            return _refused_feasible(case.request, noted)
        return _claimed(reading, submission.get("tool_call_count"), noted, case, with_seats=with_seats)
    if reading.is_feasible:
        return Scores(d4_impossible=0.0, total_cost=0.0, task_impossible=True, is_feasible=True, **noted)
    right = refusal_score(reading, case.cause, case.index)
    is_submitted = bool(submission.get("submitted")) and not submission.get("error")
    # Success is decided before it is asked whether anything was submitted, and not revised.
    return Scores(
        d4_impossible=right if is_submitted else 0.0, task_impossible=True, task_success=right == 1.0, **noted
    )


def _failed(request: Request, crash: str) -> Scores:
    """Score a submission that the evaluator fails on: an empty refusal, and nothing submitted."""
    if request.is_impossible:
        return Scores(d4_impossible=0.0, task_impossible=True, crashed=crash)
    return _refused_feasible(request, _Noted())._replace(crashed=crash)


def _refused_feasible(request: Request, noted: _Noted) -> Scores:
    """Score the refusal of a task that has a plan."""
    is_single = request.cities == 1
    return Scores(
        d0_keyword=0.0,
        d0_source=0.0,
        d1_implicit=0.0 if request.personas else None,
        d2_unord_single=0.0 if is_single else None,
        d2_unord_multi=None if is_single else 0.0,
        d3_budget=0.0 if request.budget > 0 else None,
        d4_impossible=0.0,
        d5_retry=0.0,
        b2_opening_hours=0.0,
        b3_spatiotemporal=0.0,
        total_cost=0.0,
        **noted,
    )


def _claimed(reading: Reading, calls: JsonValue, noted: _Noted, case: _Case, *, with_seats: bool) -> Scores:
    """Score a plan for a feasible task."""
    request, index = case.request, case.index
    bookings, days = look_up(reading, index), numbered(reading.days)
    visits = timed(bookings.attractions)
    reasons = gate_reasons(bookings, visits, request)
    is_empty, is_valid = bookings.is_empty, not reasons
    source, ratio = source_scores(bookings)
    covered = coverage_score(bookings, reading.labels, request, index)
    cost = bill(days, bookings, request, case.floors, index)
    budget, total = budget_score(cost, request, is_empty=is_empty)
    is_single = request.cities == 1
    return Scores(
        d0_keyword=explicit_score(Claimed(reading.days, days, bookings, request), with_seats=with_seats),
        d0_source=source,
        d1_implicit=needs_score(bookings, reading.labels, request, index),
        d2_unord_single=covered if is_single else None,
        d2_unord_multi=None if is_single else covered,
        d3_budget=budget,
        d4_impossible=0.0 if is_empty else 1.0,
        d5_retry=effort_score(
            calls, noted["total_tokens"], request.least_calls, is_empty=is_empty, is_valid=is_valid
        ),
        b2_opening_hours=hours_score(visits, request),
        b3_spatiotemporal=reach_score(reading.days, index),
        d0_source_ratio=ratio,
        fully_valid=is_valid,
        invalid_reasons=reasons or None,
        task_success=is_valid,
        total_cost=total,
        is_feasible=True,
        **noted,
    )


@lru_cache(maxsize=8)
def official(kb: Catalog, version: Version | str = Version.LATEST) -> OfficialTrek:
    """Return the evaluator of a knowledge base, the same one while it is in use."""
    return OfficialTrek(kb, version=version)


def score(submission: object, task: Task, kb: Catalog) -> Scores:
    """Return the official scores of a submission under the latest version; see ``OfficialTrek.score``."""
    return official(kb).score(submission, task)


def true_class(task: Task, kb: Catalog) -> Cause:
    """
    Return why a task would be infeasible, as the evaluator derives it: by entity, else route, else budget.

    Nothing is reckoned: every task has a class, whether it has a plan or not.
    """
    return official(kb).true_class(task)
