"""The verb ``certify``: that a task has no plan, why, and what would help; or a plan after all."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from planassay.bench.console import Exit, print_json, print_line, print_note

if TYPE_CHECKING:
    from planassay.kb.verdict import Verdict

Name = Annotated[str, typer.Argument(metavar="TASK", help="The task, by name.", show_default=False)]
Kb = Annotated[Path, typer.Option("--kb", metavar="KB", help="Knowledge base.", show_default=False)]
Tasks = Annotated[Path, typer.Option("--tasks", metavar="FILE", help="Tasks.", show_default=False)]
Ruleset = Annotated[str, typer.Option("--ruleset", metavar="R", help="gold@1, or one of the system's own.")]
Work = Annotated[
    float, typer.Option("--work", metavar="N", min=0.0, help="Work of each solve, about a second a unit.")
]
Out = Annotated[Path | None, typer.Option("--out", metavar="DIR", help="Where to write certificates.")]
Json = Annotated[bool, typer.Option("--json", help="Print one JSON document.")]


def register(app: typer.Typer) -> None:
    """Add the verb to the command line."""
    app.command("certify")(run)


def run(
    name: Name,
    *,
    kb: Kb,
    tasks: Tasks,
    ruleset: Ruleset = "gold@1",
    work: Work = 60.0,
    out: Out = None,
    as_json: Json = False,
) -> None:
    """
    Certify that a task has no plan: every cause, a smallest set of wishes that clash, and what would help.

    Exits with 0 if the certificate is accepted, 1 if the task has a plan, 3 if neither is known.
    """
    from planassay.bench.certifications import certification_json, certification_text, write_certification
    from planassay.bench.commands.solve import choose
    from planassay.bench.inputs import for_task, open_knowledge, read_task_file
    from planassay.gold.certify import certify
    from planassay.solver.problem import Limits

    base = open_knowledge(kb)
    (task,) = choose(read_task_file(tasks, base.system), [name], tasks)
    found = certify(task, for_task(base, task.task_id), ruleset=ruleset, limits=Limits(work))
    files = write_certification(found, out) if out is not None else []
    if as_json:
        print_json(certification_json(found))
    else:
        for line in certification_text(found):
            print_line(line)
        if files:
            print_line(f"certificate {files[0]}")
    for path in files:
        print_note(f"wrote {path}")
    raise typer.Exit(_exit_code(found.verdict))


def _exit_code(judged: "Verdict") -> Exit:
    from planassay.kb.verdict import Status

    if judged.status is Status.INFEASIBLE:
        return Exit.YES
    return Exit.NO if judged.status in (Status.OPTIMAL, Status.FEASIBLE) else Exit.UNKNOWN
