"""The sheet as tables for a terminal."""

from planassay.bench.console import print_line, print_table
from planassay.bench.scoring import Mean, Summary
from planassay.bench.sheets.sheet import Sheet

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
        print_table(("published totals", "value", "95 % interval"), rows, align=("left", "right", "right"))


def _span(bounds: tuple[float, float] | None) -> str:
    return "" if bounds is None else f"{bounds[0]:.4f} to {bounds[1]:.4f}"
