"""The verb ``score``: a file of answers under the official and the strict rules."""

import sys
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from planassay.bench.console import Exit, print_error, print_json, print_note, progress

if TYPE_CHECKING:
    from planassay.bench.scoring import Answers
    from planassay.bench.sheets.sheet import Sheet
    from planassay.verifier.report import Report


class Ruleset(StrEnum):
    """Which rules to score by."""

    OFFICIAL = "official"
    STRICT = "strict"
    BOTH = "both"


class Format(StrEnum):
    """How a sheet of scores is printed."""

    TABLE = "table"
    JSON = "json"
    CSV = "csv"
    JUNIT = "junit"
    HTML = "html"


Results = Annotated[
    Path, typer.Argument(metavar="RESULTS", help="Result lines of an agent.", show_default=False)
]
Kb = Annotated[Path, typer.Option("--kb", metavar="KB", help="Knowledge base.", show_default=False)]
Tasks = Annotated[Path, typer.Option("--tasks", metavar="FILE", help="Tasks.", show_default=False)]
Rules = Annotated[Ruleset, typer.Option("--ruleset", help="Rules to score by.")]
Answered = Annotated[
    bool, typer.Option("--answered-only", help="Score only the tasks that the file answers.")
]
Out = Annotated[
    Path | None, typer.Option("--out", metavar="FILE", help="Where to write the reports, one a line.")
]
Fresh = Annotated[
    bool, typer.Option("--fresh", help="Score everything anew, whatever a killed run left beside --out.")
]
Form = Annotated[Format, typer.Option("--format", help="How to print what was found.")]
Json = Annotated[bool, typer.Option("--json", help="Print one JSON document; the same as --format json.")]


SHOWN = 20
"""Bad lines that are shown one by one; ``--format json`` has all."""


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
    fresh: Fresh = False,
    form: Form = Format.TABLE,
    as_json: Json = False,
) -> None:
    """
    Score answers; bad lines are counted and listed, the rest is scored.

    Lines come in any order, for any of the tasks, plain or packed (.gz, .zst). With --out a run that was
    killed goes on where it stopped.

    Exits with 0 if every task that was scored is perfect under every rule set asked for, else with 1.
    """
    from planassay.bench.inputs import open_knowledge, read_task_file, without_one
    from planassay.bench.labels import with_causes
    from planassay.bench.resumption import kept_beside
    from planassay.bench.scoring import read_answers, score, summarise, totals
    from planassay.bench.sheets.sheet import Sheet
    from planassay.kb.aside import write_whole

    base = open_knowledge(kb)
    listed = with_causes(read_task_file(tasks, base.system), tasks)
    answers = read_answers(results, listed)
    scored = [task for task in listed if not answered_only or task.task_id in answers.by_task]
    missing = without_one(base, kb, scored)
    for error in missing[:SHOWN]:
        print_error(f"scored as 0: {error}")
    if missing:
        print_note(f"{len(missing)} of {len(scored)} tasks have no database")
    names = ["official", "strict"] if ruleset is Ruleset.BOTH else [ruleset.value]
    reports: dict[str, list[Report]] = {}
    with kept_beside(out, fresh=fresh) as kept:
        with progress("scoring", total=len(scored) * len(names)) as bar:
            for name in names:
                reports[name] = score(answers.by_task, scored, base, name, advance=bar.advance, kept=kept)
        if kept.reused:
            print_note(
                f"{kept.reused} reports taken from a run that was not finished; --fresh makes them anew"
            )
        if out is not None:
            lines = [report.model_dump_json() for name in names for report in reports[name]]
            write_whole(out, "".join(line + "\n" for line in lines))
            print_note(f"wrote {out}")
    _note(answers)
    sheet = Sheet(
        source=results.name,
        kb_hash=base.content_hash,
        tasks=scored,
        answers=answers,
        reports=reports,
        summaries=[summarise(reports[name], answers.by_task) for name in names],
        totals=totals(answers.by_task, scored, base) if "official" in names else {},
    )
    _print(sheet, Format.JSON if as_json else form)
    raise typer.Exit(Exit.YES if sheet.is_perfect else Exit.NO)


def _note(answers: "Answers") -> None:
    """Say which lines were not scored, and which were taken by their position."""
    for fault in answers.faults[:SHOWN]:
        print_error(f"not scored: {fault}")
    if len(answers.faults) > SHOWN:
        print_error(f"not scored: {len(answers.faults) - SHOWN} more lines; --format json lists them all")
    if answers.by_position:
        print_note(f"{answers.by_position} lines name no task: each answers the task of its own position")


def _print(sheet: "Sheet", form: Format) -> None:
    from planassay.bench.sheets.document import document
    from planassay.bench.sheets.junit import junit
    from planassay.bench.sheets.page import page
    from planassay.bench.sheets.rows import rows
    from planassay.bench.sheets.table import print_sheet

    if form is Format.TABLE:
        print_sheet(sheet)
    elif form is Format.JSON:
        print_json(document(sheet))
    else:
        text = {Format.CSV: rows, Format.JUNIT: junit, Format.HTML: page}[form](sheet)
        sys.stdout.buffer.write(text.encode()) if hasattr(sys.stdout, "buffer") else sys.stdout.write(text)
