"""The verb ``report``: runs and plans as HTML."""

from pathlib import Path
from typing import Annotated

import typer

from planassay.bench.console import Exit, print_error, print_json, print_note, progress

Runs = Annotated[
    list[Path],
    typer.Argument(
        metavar="RUNS",
        help="Trajectories, reports or result lines, a file an agent; or folders of such files.",
        show_default=False,
    ),
]
Out = Annotated[Path, typer.Option("--out", metavar="FILE", help="The page to write.", show_default=False)]
Kb = Annotated[Path | None, typer.Option("--kb", metavar="KB", help="Knowledge base, to score anew by.")]
Tasks = Annotated[Path | None, typer.Option("--tasks", metavar="FILE", help="Tasks, together with --kb.")]
Gold = Annotated[
    list[Path] | None,
    typer.Option("--gold", metavar="PATH", help="What is known of the tasks: from gold build or certify."),
]
Certify = Annotated[
    bool, typer.Option("--certify", help="Find out what is known of each task: takes a while.")
]
Where = Annotated[
    str, typer.Option("--plans", metavar="WHERE", help="inside, beside (a file each), none, or auto.")
]
Title = Annotated[str, typer.Option("--title", metavar="TEXT", help="Heading of the page.")]
Json = Annotated[bool, typer.Option("--json", help="Print one JSON document about what was written.")]


def register(app: typer.Typer) -> None:
    """Add the verb to the command line."""
    app.command("report")(run)


def run(
    runs: Runs,
    *,
    out: Out,
    kb: Kb = None,
    tasks: Tasks = None,
    gold: Gold = None,
    certify: Certify = False,
    plans: Where = "auto",
    title: Title = "How well the plans hold",
    as_json: Json = False,
) -> None:
    """
    Write runs as one HTML page: leaderboard, dimensions, failures, costs, and every plan.

    A plan has its map, timeline and bill, violations where they are, and what is proved of its task. The page
    loads nothing and runs nothing. Bad lines are counted and listed, and the rest is shown.
    """
    from planassay.bench.pages import Options, write_report
    from planassay.bench.pages.report import Plans
    from planassay.kb.errors import InputError

    if plans not in list(Plans):
        raise InputError(f"--plans is one of {', '.join(Plans)}", value=plans)
    options = Options(kb, tasks, tuple(gold or ()), certify, Plans(plans), title)
    with progress("scoring") as bar:
        written = write_report(runs, out, options, progress=bar.advance)
    if written.bad_lines:
        print_error(f"{written.bad_lines} lines could not be read; the page lists them")
    for remark in written.remarks:
        print_note(remark)
    print_note(f"wrote {written.path}: {_count(written.runs, 'run')} over {_count(written.tasks, 'task')}")
    if written.plans:
        print_note(f"wrote {written.plans[0].parent}: {len(written.plans)} plans, a page each")
    if as_json:
        print_json(
            {
                "page": str(written.path),
                "plans": [str(path) for path in written.plans],
                "runs": written.runs,
                "tasks": written.tasks,
                "bad_lines": written.bad_lines,
                "remarks": list(written.remarks),
            }
        )
    raise typer.Exit(Exit.YES)


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
