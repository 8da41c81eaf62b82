"""The sheet as CSV: a row for each task under each rule set."""

import csv
from io import StringIO

from planassay.bench.sheets.sheet import Sheet
from planassay.bench.sheets.text import printable

COLUMNS = (
    "task_id",
    "ruleset",
    "answered",
    "parse",
    "refused",
    "task_perfect",
    "cost_cents",
    "total_cost",
    "violations",
    "rules",
)


def rows(sheet: Sheet) -> str:
    """
    Return the text of the table.

    A score that does not apply is an empty cell. ``violations`` counts, ``rules`` names each rule once.
    """
    names = list(dict.fromkeys(name for summary in sheet.summaries for name in summary.means))
    out = StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow([*COLUMNS, *names])
    for task, reports in sheet.rows():
        for report in reports.values():
            writer.writerow(
                [
                    printable(task.task_id),
                    report.ruleset,
                    int(sheet.is_answered(task)),
                    report.parse.value,
                    int(report.refused),
                    int(report.task_perfect),
                    report.cost_cents,
                    report.total_cost,
                    len(report.violations),
                    " ".join(dict.fromkeys(violation.rule for violation in report.violations)),
                    *(report.scores.get(name) for name in names),
                ]
            )
    return out.getvalue()
