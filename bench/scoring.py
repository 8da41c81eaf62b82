"""
Scoring: a file of answers against tasks, under one or more rule sets.

Lines come in any order and may answer any subset of the tasks. A line that cannot be read, or answers no
task, is counted and listed, and the rest is scored. If several lines answer one task the last one
counts, as in the official scorers.
"""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple, cast

from planassay.bench.intervals import Bounds, intervals
from planassay.bench.recorded import result_lines
from planassay.bench.resumption import Kept, key_of
from planassay.kb.errors import InputError
from planassay.kb.formats.registry import system
from planassay.kb.knowledge import KnowledgeBase
from planassay.kb.task import Task
from planassay.verifier.official import assess
from planassay.verifier.report import ParseStatus, Report, Violation
from planassay.verifier.strict import check

Answer = Mapping[str, object]
RULESETS: Mapping[str, Callable[[Answer, Task, KnowledgeBase], Report]] = {
    "official": assess,
    "strict": check,
}


@dataclass(frozen=True, slots=True)
class Answers:
    """The answers of a file by task, and the lines that are none."""

    by_task: Mapping[str, Answer]
    faults: tuple[InputError, ...]
    replaced: int
    """Lines that a later line of the same task made void."""
    by_position: int = 0
    """Lines that name no task and so answer the one of their own position."""


class Mean(NamedTuple):
    """The mean of a score, over how many tasks it applies to, and its 95 % interval."""

    value: float | None
    over: int
    low: float | None
    high: float | None


@dataclass(frozen=True, slots=True)
class Summary:
    """One rule set over the tasks that were looked at."""

    ruleset: str
    tasks: int
    answered: int
    """Those of the tasks that have an answer."""
    readable: int
    """Those of the tasks whose answer could be read."""
    perfect: int
    perfect_rate: Mean
    means: Mapping[str, Mean]
    """By score."""


def read_answers(path: Path, tasks: Sequence[Task]) -> Answers:
    """
    Return the answers of a file of result lines.

    A line names its task by ``task_id``, or by ``query_index``, the task's position in the official list
    (task ``SYSTEM-INDEX``, or else the position in ``tasks``); a line with neither answers the task whose
    position in ``tasks`` is its own in the file.

    Raises
    ------
    InputError
        If the file itself cannot be read, or none of its lines answers a task.
    """
    known = {task.task_id: task for task in tasks}
    by_task: dict[str, Answer] = {}
    faults: list[InputError] = []
    lines = by_position = 0
    for number, line in result_lines(path):
        if isinstance(line, InputError):
            faults.append(line)
            continue
        name = _task_name(line, number - 1, tasks, known)
        if name is None:
            asked = line.get("task_id", line.get("query_index", number - 1))
            faults.append(InputError("answers no task of the list", source=path, line=number, value=asked))
            continue
        lines += 1
        by_position += not line.keys() & {"task_id", "query_index"}
        by_task[name] = line
    if not by_task:
        first = f"; the first of {len(faults)} bad lines: {faults[0]}" if faults else ""
        raise InputError(f"answers none of the {len(tasks)} tasks{first}", source=path)
    return Answers(by_task, tuple(faults), lines - len(by_task), by_position)


def _task_name(line: Answer, position: int, tasks: Sequence[Task], known: Mapping[str, Task]) -> str | None:
    if "task_id" in line:
        name = line["task_id"]
        return name if isinstance(name, str) and name in known else None
    index = line.get("query_index", position)
    if isinstance(index, bool) or not isinstance(index, int) or index < 0:
        return None
    official = f"{tasks[0].system}-{index}" if tasks and "query_index" in line else ""
    if official in known:
        return official
    return tasks[index].task_id if index < len(tasks) else None


def score(
    answers: Mapping[str, Answer],
    tasks: Iterable[Task],
    kb: KnowledgeBase,
    ruleset: str,
    *,
    advance: Callable[[], None] = lambda: None,
    kept: Kept | None = None,
) -> list[Report]:
    """
    Return a report for each task, in order; a task without an answer is scored as an empty one.

    Parameters
    ----------
    answers
        Result records by task.
    tasks, kb
        What they answer.
    ruleset
        ``official`` or ``strict``.
    advance
        Called after each task.
    kept
        Reports of a run that was killed, and where new ones are kept.
    """
    reports = []
    for task in tasks:
        answer = answers.get(task.task_id, {})
        key = "" if kept is None else key_of(ruleset, task, answer, kb)
        report = None if kept is None else kept.get(key)
        if report is None:
            report = judged(ruleset, answer, task, kb)
            if kept is not None:
                kept.add(key, report)
        reports.append(report)
        advance()
    return reports


def judged(ruleset: str, answer: Answer, task: Task, kb: KnowledgeBase) -> Report:
    """Return the report of a rule set on an answer; that of no points where the task has no database."""
    try:
        return RULESETS[ruleset](answer, task, kb)
    except InputError as error:
        official = system(task.system).load("official")
        if ruleset == "official" and hasattr(official, "unevaluated"):
            return cast("Report", official.unevaluated(task))
        missing = Violation(
            rule=f"{ruleset}/no-database", pointer="", found=str(error), required="a database of the task"
        )
        return Report(
            task_id=task.task_id,
            system=task.system,
            ruleset=ruleset,
            parse=ParseStatus.UNREADABLE,
            refused=False,
            task_perfect=False,
            scores={"document": 0.0},
            violations=(missing,),
            kb_hash=kb.content_hash,
            scoring_version=ruleset,
        )


def summarise(reports: Sequence[Report], answered: Collection[str]) -> Summary:
    """
    Return the means of a list of reports of one rule set, each with its denominator and its interval.

    Parameters
    ----------
    reports
        One a task.
    answered
        Tasks that have an answer.
    """
    names = dict.fromkeys(name for report in reports for name in report.scores)
    values: dict[str, list[float | None]] = {
        name: [report.scores.get(name) for report in reports] for name in names
    }
    perfect = [float(report.task_perfect) for report in reports]
    bounds = intervals({**values, "": perfect})
    return Summary(
        ruleset=reports[0].ruleset if reports else "",
        tasks=len(reports),
        answered=sum(report.task_id in answered for report in reports),
        readable=sum(
            report.task_id in answered and report.parse is not ParseStatus.UNREADABLE for report in reports
        ),
        perfect=sum(report.task_perfect for report in reports),
        perfect_rate=_mean(perfect, bounds[""]),
        means={name: _mean(values[name], bounds[name]) for name in names},
    )


def _mean(values: Sequence[float | None], bounds: Bounds | None) -> Mean:
    there = [value for value in values if value is not None]
    low, high = bounds or (None, None)
    return Mean(sum(there) / len(there) if there else None, len(there), low, high)


def totals(answers: Mapping[str, Answer], tasks: Sequence[Task], kb: KnowledgeBase) -> Mapping[str, object]:
    """Return what the published scorer of a system prints of a whole run; empty if it has no such totals."""
    official = system(kb.system).load("official")
    return (
        cast("Mapping[str, object]", official.totals(answers, tasks, kb))
        if hasattr(official, "totals")
        else {}
    )
