"""The verb ``kb``: import a knowledge base, and say what one holds; ``kb_make`` builds and exports."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from planassay.bench.commands import kb_make
from planassay.bench.console import print_error, print_facts, print_json, print_note, progress
from planassay.kb.errors import CollectedInputError

if TYPE_CHECKING:
    from planassay.kb.manifest import Manifest, TableEntry

Folder = Annotated[
    Path, typer.Argument(metavar="DIR", help="Folder of the official files.", show_default=False)
]
Kb = Annotated[Path, typer.Argument(metavar="KB", help="Folder of the knowledge base.", show_default=False)]
Out = Annotated[Path, typer.Option("--out", metavar="KB", help="Where to put the knowledge base.")]
Force = Annotated[bool, typer.Option("--force", help="Replace a knowledge base that stands there.")]
KeepGoing = Annotated[bool, typer.Option("--keep-going", help="Leave out rows that cannot be read.")]
Verify = Annotated[bool, typer.Option("--verify", help="Read everything and compare it with the manifest.")]
Json = Annotated[bool, typer.Option("--json", help="Print one JSON document.")]


def register(app: typer.Typer) -> None:
    """Add the verb to the command line."""
    kb = typer.Typer(help="Make knowledge bases, and look at them.", no_args_is_help=True)
    imports = typer.Typer(
        help="Make a knowledge base from a user's copy of official files.", no_args_is_help=True
    )
    imports.command("trek")(import_trek)
    kb.add_typer(imports, name="import")
    kb.command("info")(info)
    kb_make.register(kb)
    app.add_typer(kb, name="kb")


def import_trek(
    folder: Folder,
    out: Out,
    *,
    force: Force = False,
    keep_going: KeepGoing = False,
    as_json: Json = False,
) -> None:
    """
    Import the TREK data folder (which contains api/data/v2).

    Exits with 2 if any row cannot be read, and says each on standard error; nothing is written then,
    unless --keep-going is given.
    """
    from planassay.kb.formats.trek import parts, read_folder
    from planassay.kb.store import write_store

    with progress("reading and writing", total=2) as bar:
        reading = read_folder(folder)
        bar.advance("writing")
        if reading.faults and not keep_going:
            raise CollectedInputError(reading.faults)
        for fault in reading.faults:
            print_error(f"left out: {fault}")
        left_out = len(reading.faults)
        manifest = write_store(out, "trek", list(parts(reading.source)), force=force, left_out=left_out)
        bar.advance()
    if left_out:
        print_note(f"left out {left_out} rows or files that cannot be read")
    print_note(f"wrote {out}")
    _print(manifest, as_json=as_json)


def info(path: Kb, *, verify: Verify = False, as_json: Json = False) -> None:
    """Say what a knowledge base holds; with --verify, whether every byte of it is as it should be."""
    from planassay.kb.store import Store

    store = Store(path)
    if verify:
        store.verify()
        print_note(f"verified {path}")
    _print(store.manifest, as_json=as_json)


def _print(manifest: "Manifest", *, as_json: bool) -> None:
    facts: dict[str, object] = {
        "system": manifest.system,
        "schema_version": manifest.schema_version,
        "content_hash": manifest.content_hash,
        "rows": sum(entry.rows for entry in manifest.tables.values()),
        "left_out": manifest.left_out,
    }
    tables = sorted(manifest.tables.items())
    if as_json:
        print_json({**facts, "tables": {name: _table(entry) for name, entry in tables}})
    else:
        print_facts({**facts, **{name: _sentence(entry) for name, entry in tables}})


def _table(entry: "TableEntry") -> dict[str, object]:
    return {
        "rows": entry.rows,
        "rows_by_label": dict(entry.labels),
        "bytes": entry.bytes,
        "sha256": entry.sha256,
    }


def _sentence(entry: "TableEntry") -> str:
    labels = [label for label, _ in entry.labels if label]
    return f"{entry.rows} rows" + (f", {len(labels)} cities" if labels else "")
