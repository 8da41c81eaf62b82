"""The verb ``score``: a file of answers under the official and the strict rules."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from planassay.bench.console import (
    Exit,
    print_error,
    print_json,
    print_line,
    print_note,
    print_table,
    progress,
)

if TYPE_CHECKING:
    from planassay.bench.scoring import Answers, Summary
    from planassay.kb.task import Task
    from planassay.verifier.report import Report


class Ruleset(StrEnum):
    """Which rules to score by."""

    OFFICIAL = "official"
    STRICT = "strict"
    BOTH = "both"


Results = Annotated[
    Path, typer.Argument(metavar="RESULTS", help="Result lines of an agent.", show_default=False)
]
Kb = Annotated[Path, typer.Option("--kb", metavar="KB", help="Knowledge base.", show_default=False)]
Tasks = Annotated[Path, typer.Option("--tasks", metavar="FILE", help="Tasks.", show_default=False)]
Rules = Annotated[Ruleset, typer.Option("--ruleset", help="Rules to score by.")]
Answered = Annotated[
    bool, typer.Option("--answered-only", help="Score only the tasks that the file answers.")
]
Out = Annotated[Path | None, typer.Option("--out", metavar="FILE", help="Where to write the reports.")]
Json = Annotated[bool, typer.Option("--json", help="Print one JSON document.")]


SHOWN = 20
"""Bad lines and violations that are shown one by one; ``--json`` and ``--out`` have all."""


def register(app: typer.Typer) -> None:
    """Add the verb to the command line."""
    app.command("score")(run)


def run(
    results: Results,
    *,
    kb: Kb,
    tasks: Tasks,
    ruleset: Rules = Ruleset.BOTH,
    answered_only: Answered = False,
    out: Out = None,
    as_json: Json = False,
) -> None:
    """
    Score answers; bad lines are counted and listed, the rest is scored.

    Exits with 0 if every task that was scored is perfect under every rule set asked for, else with 1.
    """
    from planassay.bench.inputs import open_knowledge, read_task_file
    from planassay.bench.scoring import read_answers, score, summarise

    base = open_knowledge(kb)
    listed = read_task_file(tasks, base.system)
    answers = read_answers(results, listed)
    scored = [task for task in listed if not answered_only or task.task_id in answers.by_task]
    names = ["official", "strict"] if ruleset is Ruleset.BOTH else [ruleset.value]
    reports: dict[str, list[Report]] = {}
    with progress("scoring", total=len(scored) * len(names)) as bar:
        for name in names:
            reports[name] = score(answers.by_task, scored, base, name, advance=bar.advance)
    _note(answers)
    if out is not None:
        lines = [report.model_dump_json() for name in names for report in reports[name]]
        out.write_text("".join(line + "\n" for line in lines), encoding="utf-8")
        print_note(f"wrote {out}")
    summaries = [summarise(reports[name], len(answers.by_task)) for name in names]
    if as_json:
        print_json(_json(answers, reports, summaries))
    else:
        _print(scored, reports, summaries, answers)
    perfect = all(report.task_perfect for found in reports.values() for report in found)
    raise typer.Exit(Exit.YES if perfect else Exit.NO)


def _note(answers: "Answers") -> None:
    """Say which lines were not scored, and which were taken by their position."""
    for fault in answers.faults[:SHOWN]:
        print_error(f"not scored: {fault}")
    if len(answers.faults) > SHOWN:
        print_error(f"not scored: {len(answers.faults) - SHOWN} more lines; --json lists them all")
    if answers.by_position:
        print_note(f"{answers.by_position} lines name no task: each answers the task of its own position")


def _json(
    answers: "Answers", reports: Mapping[str, Sequence["Report"]], summaries: Sequence["Summary"]
) -> dict[str, object]:
    return {
        "bad_lines": [str(fault) for fault in answers.faults],
        "replaced_lines": answers.replaced,
        "summaries": [asdict(summary) for summary in summaries],
        "reports": [report.model_dump(mode="json") for found in reports.values() for report in found],
    }


def _explain(reports: Sequence["Report"], answers: "Answers") -> None:
    """Say of the first violations of the strict rules where they are, and by how much."""
    lines = [
        f"{report.task_id}: {violation.text()}"
        for report in reports
        if report.task_id in answers.by_task
        for violation in report.violations
    ]
    for line in lines[:SHOWN]:
        print_line(line)
    if len(lines) > SHOWN:
        print_line(f"{len(lines) - SHOWN} more violations: see --out or --json")


def _print(
    tasks: Sequence["Task"],
    reports: Mapping[str, Sequence["Report"]],
    summaries: Sequence["Summary"],
    answers: "Answers",
) -> None:
    rows = []
    for index, task in enumerate(tasks):
        marks = ["perfect" if found[index].task_perfect else "no" for found in reports.values()]
        rules = [v.rule for found in reports.values() for v in found[index].violations]
        is_answered = task.task_id in answers.by_task
        rows.append((task.task_id, *marks, ", ".join(dict.fromkeys(rules)) if is_answered else "no answer"))
    print_table(("task", *reports, "what is wrong"), rows)
    _explain(reports.get("strict", ()), answers)
    for summary in summaries:
        means = [
            f"{name} {value:.4f} ({count})"
            for name, (value, count) in summary.means.items()
            if value is not None
        ]
        print_line(f"{summary.ruleset}: {summary.perfect} of {summary.tasks} perfect; " + ", ".join(means))
    missing = sum(task.task_id not in answers.by_task for task in tasks)
    print_line(
        f"{len(answers.by_task)} answers, {missing} tasks without one, {len(answers.faults)} bad lines, "
        f"{answers.replaced} replaced by later lines"
    )
