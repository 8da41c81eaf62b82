"""
The board: several runs over the same tasks, in numbers.

A run is held against every task that any run looked at: one without an answer is as good as a wrong one, as
in the official scorers. Nothing is drawn here.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from planassay.bench.pages.estimates import Estimate, estimate
from planassay.bench.pages.known import Known
from planassay.bench.pages.runs import RULESETS, Attempt, Run
from planassay.kb.verdict import Status
from planassay.verifier.report import Report

BOTH = "both"
"""Perfect officially and valid strictly."""


@dataclass(frozen=True)
class Row:
    """One run in numbers."""

    run: Run
    answered: int
    perfect: Mapping[str, Estimate | None]
    """Share of tasks by rule set, and under both; None where the run has no report of it."""
    feasible: Estimate | None
    """Share of the tasks that have a plan that are perfect under both."""
    infeasible: Estimate | None
    excess: float | None
    """How much dearer than the least the valid plans are, together, as a share."""
    compared: int
    """Plans of which the least cost is proved."""
    calls: Estimate | None
    """Billable calls a task."""
    octets: Estimate | None


@dataclass(frozen=True)
class Agreement:
    """In how many tasks of a run the rule sets say the same, and in how many one of them is content alone."""

    run: Run
    both: int
    official_only: int
    """Perfect by an oversight of the official evaluator."""
    strict_only: int
    """Valid, and held against by an oddity of the official evaluator."""
    neither: int


@dataclass(frozen=True)
class Dimension:
    """One score of one rule set, for each run in order; None where it applies to none of its tasks."""

    ruleset: str
    name: str
    estimates: tuple[Estimate | None, ...]


@dataclass(frozen=True)
class Failure:
    """One rule that some answer breaks: in how many tasks of each run."""

    ruleset: str
    rule: str
    tasks: tuple[int, ...]


class Board:
    """
    Runs side by side.

    Parameters
    ----------
    runs
        The runs, each with the reports it has.
    order
        Every task there is, in order; those that no run looked at are left out.
    feasible
        Whether a task has a plan, where that is known.
    known
        What is proved of the tasks.
    """

    def __init__(
        self,
        runs: Sequence[Run],
        order: Iterable[str],
        feasible: Mapping[str, bool],
        known: Mapping[str, Known],
    ) -> None:
        seen = {task_id for run in runs for task_id in run.attempts}
        listed = [task_id for task_id in order if task_id in seen]
        self.task_ids = (*listed, *sorted(seen.difference(listed)))
        self.known = known
        self._feasible = feasible
        rows = [self._row(run) for run in runs]
        self.rows = tuple(sorted(rows, key=_rank))

    @property
    def runs(self) -> tuple[Run, ...]:
        """The runs, the best first."""
        return tuple(row.run for row in self.rows)

    @property
    def has_costs(self) -> bool:
        """Whether calls or bytes are known of any run."""
        return any(row.calls is not None or row.octets is not None for row in self.rows)

    def is_feasible(self, task_id: str) -> bool | None:
        """Return whether a task has a plan: what is proved, else what the label says."""
        known = self.known.get(task_id)
        if known is not None and known.status in (Status.OPTIMAL, Status.FEASIBLE):
            return True
        if known is not None and known.status is Status.INFEASIBLE:
            return False
        return self._feasible.get(task_id)

    def _row(self, run: Run) -> Row:
        attempts = [run.attempts.get(task_id) for task_id in self.task_ids]
        found = [attempt for attempt in attempts if attempt is not None]
        perfect = {name: estimate(self._marks(run, name)) for name in (*RULESETS, BOTH)}
        both = self._marks(run, BOTH)
        excess, compared = self._excess(found)
        return Row(
            run,
            answered=sum(not attempt.error for attempt in found),
            perfect=perfect,
            feasible=self._of(both, wanted=True),
            infeasible=self._of(both, wanted=False),
            excess=excess,
            compared=compared,
            calls=estimate([None if a is None or a.calls is None else float(a.calls) for a in attempts]),
            octets=estimate([None if a is None or a.octets is None else float(a.octets) for a in attempts]),
        )

    def _marks(self, run: Run, ruleset: str) -> list[float | None]:
        """Return 1 or 0 for each task; None for all of them if the run has no such reports at all."""
        needed = RULESETS if ruleset == BOTH else (ruleset,)
        has = {name for attempt in run.attempts.values() for name in attempt.reports}
        if not has.issuperset(needed):
            return [None] * len(self.task_ids)
        return [float(self.is_perfect(run, task_id, *needed)) for task_id in self.task_ids]

    @staticmethod
    def is_perfect(run: Run, task_id: str, *rulesets: str) -> bool:
        """Return whether an answer is perfect under some rule sets; without a report it is not."""
        attempt = run.attempts.get(task_id)
        if attempt is None:
            return False
        reports = [attempt.reports.get(name) for name in rulesets]
        return all(report is not None and report.task_perfect for report in reports)

    def _of(self, marks: Sequence[float | None], *, wanted: bool) -> Estimate | None:
        return estimate(
            [
                mark if self.is_feasible(task_id) is wanted else None
                for task_id, mark in zip(self.task_ids, marks, strict=True)
            ]
        )

    def _excess(self, attempts: Sequence[Attempt]) -> tuple[float | None, int]:
        spent = least = compared = 0
        for attempt in attempts:
            known, strict = self.known.get(attempt.task_id), attempt.reports.get("strict")
            floor = None if known is None or not known.is_proved else known.least_cents
            is_sound = all((r := attempt.reports.get(name)) and r.task_perfect for name in RULESETS)
            if floor is None or strict is None or strict.cost_cents is None or not is_sound:
                continue
            spent, least, compared = spent + strict.cost_cents, least + floor, compared + 1
        return (spent / least - 1 if least else None), compared

    @cached_property
    def agreements(self) -> tuple[Agreement, ...]:
        """How the rule sets agree on each run that has reports of both."""
        found = []
        for row in self.rows:
            if row.perfect[BOTH] is None:
                continue
            marks = [
                tuple(self.is_perfect(row.run, task_id, name) for name in RULESETS)
                for task_id in self.task_ids
            ]
            counts = [
                marks.count(pair) for pair in ((True, True), (True, False), (False, True), (False, False))
            ]
            found.append(Agreement(row.run, *counts))
        return tuple(found)

    @cached_property
    def dimensions(self) -> tuple[Dimension, ...]:
        """Every score of each rule set, in the order of the reports."""
        found: list[Dimension] = []
        for ruleset in RULESETS:
            names = dict.fromkeys(name for report in self._reports(ruleset) for name in report.scores)
            for name in names:
                estimates = tuple(estimate(self._scores(run, ruleset, name)) for run in self.runs)
                if any(one is not None for one in estimates):
                    found.append(Dimension(ruleset, name, estimates))
        return tuple(found)

    def _scores(self, run: Run, ruleset: str, name: str) -> list[float | None]:
        scores: list[float | None] = []
        for task_id in self.task_ids:
            attempt = run.attempts.get(task_id)
            report = None if attempt is None else attempt.reports.get(ruleset)
            scores.append(None if report is None else report.scores.get(name))
        return scores

    @cached_property
    def failures(self) -> tuple[Failure, ...]:
        """Every rule that some answer breaks, by rule set, the most frequent first."""
        found: list[Failure] = []
        for ruleset in RULESETS:
            counts: dict[str, list[int]] = {}
            for place, run in enumerate(self.runs):
                for attempt in run.attempts.values():
                    report = attempt.reports.get(ruleset)
                    for rule in {v.rule for v in report.violations} if report is not None else ():
                        counts.setdefault(rule, [0] * len(self.runs))[place] += 1
            ordered = sorted(counts.items(), key=lambda item: (-sum(item[1]), item[0]))
            found += [Failure(ruleset, rule, tuple(numbers)) for rule, numbers in ordered]
        return tuple(found)

    def _reports(self, ruleset: str) -> Iterable[Report]:
        for run in self.runs:
            for attempt in run.attempts.values():
                if ruleset in attempt.reports:
                    yield attempt.reports[ruleset]


def _rank(row: Row) -> tuple[float, float, float, str]:
    """Order runs: most perfect under both rule sets, then officially, then strictly, then by name."""
    shares = [-1.0 if (one := row.perfect[name]) is None else one.mean for name in (BOTH, *RULESETS)]
    return -shares[0], -shares[1], -shares[2], row.run.name
