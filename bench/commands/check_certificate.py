"""The verb ``check-certificate``: whether certificates hold, said by the checker alone."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NamedTuple

import typer

from planassay.bench.console import Exit, print_json, print_table, progress
from planassay.kb.errors import InputError, shorten

if TYPE_CHECKING:
    from planassay.verifier.certificate import Answer

Certificates = Annotated[
    Path,
    typer.Argument(
        metavar="FILE|DIR", help="A certificate, or a folder of them (*.json).", show_default=False
    ),
]
Kb = Annotated[Path, typer.Option("--kb", metavar="KB", help="Knowledge base.", show_default=False)]
Tasks = Annotated[Path, typer.Option("--tasks", metavar="FILE", help="Tasks.", show_default=False)]
Json = Annotated[bool, typer.Option("--json", help="Print one JSON document.")]


class Checked(NamedTuple):
    """A file with what the checker says of it."""

    path: Path
    task_id: str
    answer: "Answer"


def register(app: typer.Typer) -> None:
    """Add the verb to the command line."""
    app.command("check-certificate")(run)


def run(path: Certificates, *, kb: Kb, tasks: Tasks, as_json: Json = False) -> None:
    """
    Check certificates against tasks and knowledge base; no solver is asked.

    A folder may hold them itself, or in a folder ``certificates``. Exits with 0 if each is accepted, 1 if any
    is refused, 3 if none is refused but one takes more work than is allowed.
    """
    from planassay.bench.inputs import open_kb, read_task_file
    from planassay.verifier.certificate import Decision, check

    base = open_kb(kb)
    known = {task.task_id: task for task in read_task_file(tasks)}
    files = _files(path)
    found = []
    with progress("checking", total=len(files)) as bar:
        for file in files:
            document, name = _read(file)
            if name not in known:
                raise InputError(f"has no task {shorten(name)}, which {file} is about", source=tasks)
            found.append(Checked(file, name, check(document, known[name], base)))
            bar.advance(file.name)
    if as_json:
        print_json([_json(checked) for checked in found])
    else:
        _print(found)
    decisions = {checked.answer.decision for checked in found}
    if Decision.REFUSED in decisions:
        raise typer.Exit(Exit.NO)
    raise typer.Exit(Exit.UNKNOWN if Decision.UNPROVED in decisions else Exit.YES)


def _files(path: Path) -> list[Path]:
    """Return the files to check, sorted by name."""
    if not path.is_dir():
        return [path]
    inner = path / "certificates"
    folder = inner if inner.is_dir() else path
    files = sorted(folder.glob("*.json"))
    if not files:
        raise InputError("holds no certificates (*.json)", source=folder)
    return files


def _read(path: Path) -> tuple[object, str]:
    """Return the document of a certificate and the name of the task it is about."""
    from planassay.verifier.certificate import load

    try:
        document = load(path.read_bytes())
    except InputError as error:
        raise InputError(error.message, source=path, value=error.value) from error
    about = document.get("task") if isinstance(document, dict) else None
    name = about.get("id") if isinstance(about, dict) else None
    if not isinstance(name, str):
        raise InputError("names no task, so it is no certificate", source=path, pointer="/task/id")
    return document, name


def _print(found: Sequence[Checked]) -> None:
    rows = [
        (
            checked.path.name,
            checked.task_id,
            checked.answer.decision.value,
            checked.answer.cause or checked.answer.status,
            checked.answer.reason,
        )
        for checked in found
    ]
    print_table(("certificate", "task", "decision", "proves", "why not"), rows)


def _json(checked: Checked) -> dict[str, object]:
    answer = checked.answer
    return {
        "path": str(checked.path),
        "task_id": checked.task_id,
        "decision": answer.decision.value,
        "reason": answer.reason,
        "status": answer.status,
        "cause": None if answer.cause is None else answer.cause.value,
        "value": answer.value,
        "work": answer.work,
    }
