"""The sheet: everything that scoring a file found, whatever form it is shown in."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from planassay.bench.scoring import Answers, Summary
from planassay.kb.task import Task
from planassay.verifier.report import Report


@dataclass(frozen=True, slots=True)
class Sheet:
    """What was scored, and what came of it."""

    source: str
    """The file of answers."""
    kb_hash: str
    tasks: Sequence[Task]
    answers: Answers
    reports: Mapping[str, Sequence[Report]]
    """By rule set, each with a report for each task in order."""
    summaries: Sequence[Summary]
    """One for each rule set, in the same order."""
    totals: Mapping[str, object]
    """What the published scorer prints of the whole run; empty if that was not asked for."""

    @property
    def is_perfect(self) -> bool:
        """Whether every task is perfect under every rule set."""
        return all(report.task_perfect for found in self.reports.values() for report in found)

    def is_answered(self, task: Task) -> bool:
        """Tell whether a task has an answer."""
        return task.task_id in self.answers.by_task

    def rows(self) -> Iterator[tuple[Task, Mapping[str, Report]]]:
        """Yield each task with its report under each rule set."""
        for index, task in enumerate(self.tasks):
            yield task, {name: found[index] for name, found in self.reports.items()}

    def further_totals(self) -> Iterator[tuple[str, float, tuple[float, float] | None]]:
        """Yield the published totals that are no mean of a score: name, value, and interval if it has one."""
        known = {name for summary in self.summaries for name in summary.means}
        intervals = self.totals.get("bootstrap")
        for name, value in self.totals.items():
            if name in known or isinstance(value, bool) or not isinstance(value, int | float):
                continue
            found = intervals.get(name, {}) if isinstance(intervals, Mapping) else {}
            low, high = found.get("lo"), found.get("hi")
            yield name, value, None if low is None or high is None else (low, high)

    @property
    def remark(self) -> str:
        """What must be said beside the figures, such as that the metrics are our own; mostly nothing."""
        remark = self.totals.get("remark")
        return remark if isinstance(remark, str) else ""

    @property
    def totals_title(self) -> str:
        """What the totals are."""
        return "totals, by definitions of our own" if self.remark else "published totals"

    def groups(self) -> Iterator[tuple[str, Mapping[str, Mapping[str, object]]]]:
        """Yield the totals that are tables: a title, and for each group of tasks its figures by name."""
        for title, groups in self.totals.items():
            if isinstance(groups, Mapping) and groups and all(map(_is_group, groups.values())):
                yield title, groups

    def counts(self) -> str:
        """Return the denominators of the file as a line."""
        answered = sum(map(self.is_answered, self.tasks))
        lacking = len(self.tasks) - answered
        return (
            f"{len(self.tasks)} tasks scored: {answered} with an answer, {lacking} without; "
            f"{len(self.answers.faults)} bad lines, {self.answers.replaced} replaced by later lines"
        )


def _is_group(figures: object) -> bool:
    return isinstance(figures, Mapping) and "tasks" in figures
