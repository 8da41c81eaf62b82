"""The verb ``check-certificate``: whether certificates hold, said by the checker alone."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from planassay.bench.console import print_error, print_json, print_note, print_table, progress

if TYPE_CHECKING:
    from planassay.verifier.checking import Checked

Certificates = Annotated[
    Path,
    typer.Argument(
        metavar="FILE|DIR",
        help="A certificate, lines of them (.jsonl), or a folder of files.",
        show_default=False,
    ),
]
Kb = Annotated[Path, typer.Option("--kb", metavar="KB", help="Knowledge base.", show_default=False)]
Tasks = Annotated[Path, typer.Option("--tasks", metavar="FILE", help="Tasks.", show_default=False)]
Json = Annotated[bool, typer.Option("--json", help="Print one JSON document.")]


def register(app: typer.Typer) -> None:
    """Add the verb to the command line."""
    app.command("check-certificate")(run)


def run(path: Certificates, *, kb: Kb, tasks: Tasks, as_json: Json = False) -> None:
    """
    Check certificates against tasks and knowledge base; no solver is asked, and every record is hashed.

    A folder may hold the files itself, or in a folder ``certificates``. What cannot be read is listed and
    counted, and stops none of the others. Exits with 0 if each is accepted, 1 if any is refused, else 2 if
    any cannot be read, else 3 if one takes more work than is allowed.
    """
    from planassay.verifier.checking import Unread, check_all, counted, exit_code, open_kb

    inner = path / "certificates"
    found = []
    with progress("checking") as bar:
        for one in check_all(inner if inner.is_dir() else path, open_kb(kb), tasks):
            found.append(one)
            bar.advance()
    for one in found:
        if isinstance(one, Unread):
            print_error(f"not checked: {one.fault}")
    if as_json:
        print_json([one.record() for one in found])
    else:
        _print([one for one in found if not isinstance(one, Unread)])
    print_note(counted(found))
    raise typer.Exit(exit_code(found))


def _print(found: Sequence["Checked"]) -> None:
    rows = [
        (
            checked.given.where,
            checked.given.task_id,
            checked.answer.decision.value,
            checked.answer.cause or checked.answer.status,
            checked.answer.reason,
        )
        for checked in found
    ]
    print_table(("certificate", "task", "decision", "proves", "why not"), rows)
