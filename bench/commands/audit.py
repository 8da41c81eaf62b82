"""The verb ``audit``: whether what a benchmark says of its tasks is true."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from planassay.bench.commands.audit_travel import travel
from planassay.bench.commands.audit_trek import trek
from planassay.bench.console import Align, Exit, print_json, print_line, print_table, progress
from planassay.kb.money import format_cents, to_float

if TYPE_CHECKING:
    from planassay.gold.labels import Finding, LabelRow

Kb = Annotated[Path, typer.Option("--kb", metavar="KB", help="Knowledge base.", show_default=False)]
Tasks = Annotated[Path, typer.Option("--tasks", metavar="FILE", help="Tasks.", show_default=False)]
Markdown = Annotated[bool, typer.Option("--markdown", help="Print a table in Markdown.")]
Json = Annotated[bool, typer.Option("--json", help="Print one JSON document.")]
ALIGN: Sequence[Align] = ("left", "left", "right", "right")


def register(app: typer.Typer) -> None:
    """Add the verb to the command line."""
    audit = typer.Typer(help="Hold a benchmark against what can be proved.", no_args_is_help=True)
    audit.callback()(_group)
    audit.command("labels")(labels)
    audit.command("trek")(trek)
    audit.command("deepplanning-travel")(travel)
    app.add_typer(audit, name="audit")


def _group() -> None:
    """Hold a benchmark against what can be proved."""


def labels(*, kb: Kb, tasks: Tasks, markdown: Markdown = False, as_json: Json = False) -> None:
    """
    Say for each task that is labelled infeasible whether it is, under each rule set, and why.

    Exits with 0 if every label is proved under every rule set, 1 if one is wrong under some, 3 if none is
    wrong but for one nothing is proved.
    """
    from planassay.bench.inputs import open_kb, read_task_file
    from planassay.gold.labels import audit_label

    base = open_kb(kb)
    chosen = [task for task in read_task_file(tasks) if task.label is not None and not task.label.feasible]
    rows = []
    with progress("auditing", total=len(chosen)) as bar:
        for task in chosen:
            rows.append(audit_label(task, base))
            bar.advance(task.task_id)
    if as_json:
        print_json([_json(row) for row in rows])
    elif markdown:
        for line in label_table(rows):
            print_line(line)
    else:
        print_table(_heads(rows), [_cells(row) for row in rows], align=ALIGN)
    held = {row.holds(ruleset) for row in rows for ruleset in row.findings}
    raise typer.Exit(Exit.NO if False in held else Exit.UNKNOWN if None in held else Exit.YES)


def label_table(rows: Sequence["LabelRow"]) -> list[str]:
    """Return the lines of the table in Markdown; amounts are in dollars."""
    lines = [_heads(rows), ["---"] * len(_heads(rows)), *(_cells(row) for row in rows)]
    return [f"| {' | '.join(line)} |" for line in lines]


def _heads(rows: Sequence["LabelRow"]) -> list[str]:
    rulesets = list(rows[0].findings) if rows else []
    return ["task", "official cause", "budget", "C_floor", *rulesets]


def _cells(row: "LabelRow") -> list[str]:
    floor = "–" if row.floor_cents is None else format_cents(row.floor_cents)
    start = [row.task.task_id, row.official_cause.value, format_cents(row.task.budget_cents), floor]
    return [*start, *(_finding(row, finding) for finding in row.findings.values())]


def _finding(row: "LabelRow", finding: "Finding") -> str:
    """Return whether the label holds, the causes (those not proved in parentheses) and the least cost."""
    holds = {True: "holds", False: "is wrong", None: "open"}[row.holds(finding.ruleset)]
    causes = [c.shown.cause.value if c.is_proved else f"({c.shown.cause.value})" for c in finding.causes]
    least = "no trip at any price"
    if finding.least_cents is not None:
        least = f"least {format_cents(finding.least_cents)}{'' if finding.least_is_proved else ' (unproved)'}"
    return "; ".join([holds, *([", ".join(causes)] if causes else []), least])


def _json(row: "LabelRow") -> dict[str, object]:
    return {
        "task_id": row.task.task_id,
        "labelled_feasible": row.task.label.feasible if row.task.label is not None else None,
        "official_cause": row.official_cause.value,
        "budget": to_float(row.task.budget_cents),
        "floor": None if row.floor_cents is None else to_float(row.floor_cents),
        "rulesets": {
            name: {
                "holds": row.holds(name),
                "status": finding.status.value,
                "causes": [
                    {"cause": c.shown.cause.value, "detail": c.shown.detail, "proved": c.is_proved}
                    for c in finding.causes
                ],
                "least_cost": None if finding.least_cents is None else to_float(finding.least_cents),
                "least_cost_proved": finding.least_is_proved,
            }
            for name, finding in row.findings.items()
        },
    }
