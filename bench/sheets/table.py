"""The sheet as tables for a terminal."""

from typing import Literal

from planassay.bench.console import print_line, print_table
from planassay.bench.scoring import Mean, Summary
from planassay.bench.sheets.sheet import Sheet

COLUMNS = 4
"""Figures of a group of tasks that are shown; the other forms have all."""
SHOWN = 20
"""Violations that are shown one by one; the other forms have all."""


def print_sheet(sheet: Sheet) -> None:
    """Print a row a task, the first strict violations with their places, the means, and what was counted."""
    print_table(("task", *sheet.reports, "what is wrong"), _rows(sheet))
    _print_violations(sheet)
    for summary in sheet.summaries:
        _print_summary(summary)
    _print_totals(sheet)
    print_line(sheet.counts())


def _rows(sheet: Sheet) -> list[tuple[str, ...]]:
    rows = []
    for task, reports in sheet.rows():
        marks = ["perfect" if report.task_perfect else "no" for report in reports.values()]
        rules = dict.fromkeys(v.rule for report in reports.values() for v in report.violations)
        rows.append((task.task_id, *marks, ", ".join(rules) if sheet.is_answered(task) else "no answer"))
    return rows


def _print_violations(sheet: Sheet) -> None:
    """Say of the first violations of the strict rules where they are, and by how much."""
    lines = [
        f"{task.task_id}: {violation.text()}"
        for task, reports in sheet.rows()
        if sheet.is_answered(task) and "strict" in reports
        for violation in reports["strict"].violations
    ]
    for line in lines[:SHOWN]:
        print_line(line)
    if len(lines) > SHOWN:
        print_line(f"{len(lines) - SHOWN} more violations: see --out or --format json")


def _print_summary(summary: Summary) -> None:
    means = {"perfect": summary.perfect_rate, **summary.means}
    rows = [(name, *_cells(mean)) for name, mean in means.items() if mean.value is not None]
    print_table(
        (summary.ruleset, "mean", "95 % interval", "tasks"), rows, align=("left", "right", "right", "right")
    )
    print_line(
        f"{summary.ruleset}: {summary.perfect} of {summary.tasks} perfect; {summary.answered} answered, "
        f"{summary.readable} of them readable"
    )


def _cells(mean: Mean) -> tuple[str, str, str]:
    bounds = "" if mean.low is None else f"{mean.low:.4f} to {mean.high:.4f}"
    return f"{mean.value:.4f}", bounds, str(mean.over)


def _print_totals(sheet: Sheet) -> None:
    """Print what the published scorer prints of the whole run, beside the means of scores."""
    rows = [
        (name, str(value) if isinstance(value, int) else f"{value:.4f}", _span(bounds))
        for name, value, bounds in sheet.further_totals()
    ]
    if rows:
        print_table((sheet.totals_title, "value", "95 % interval"), rows, align=("left", "right", "right"))
    for title, groups in sheet.groups():
        names = list(next(iter(groups.values())))[:COLUMNS]
        shown = [(name, *(_figure(figures.get(one)) for one in names)) for name, figures in groups.items()]
        print_table((title, *names), shown, align=_aligned(len(names)))
    if sheet.remark:
        print_line(sheet.remark)


def _aligned(numbers: int) -> tuple[Literal["left", "right"], ...]:
    """Return how a name and some numbers stand in their columns."""
    left: Literal["left", "right"] = "left"
    right: Literal["left", "right"] = "right"
    return (left, *(right,) * numbers)


def _figure(value: object) -> str:
    return "" if value is None else f"{value:.4f}" if isinstance(value, float) else str(value)


def _span(bounds: tuple[float, float] | None) -> str:
    return "" if bounds is None else f"{bounds[0]:.4f} to {bounds[1]:.4f}"
