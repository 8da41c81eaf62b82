"""The verb ``conform``: replay recorded results of a published evaluator and list every difference."""

from pathlib import Path
from typing import Annotated

import typer

from planassay.bench.console import Exit, print_json, print_line, print_note, progress

System = Annotated[str, typer.Argument(metavar="SYSTEM", help="Benchmark, e.g. trek.", show_default=False)]
Data = Annotated[
    Path, typer.Option("--data", metavar="DIR", help="Folder of its official data.", show_default=False)
]
Vectors = Annotated[
    Path,
    typer.Option(
        "--vectors", metavar="FILE", help="Recorded results: .jsonl or .jsonl.gz.", show_default=False
    ),
]
Json = Annotated[bool, typer.Option("--json", help="Print one JSON document.")]


def register(app: typer.Typer) -> None:
    """Add the verb to the command line."""
    app.command("conform")(run)


def run(name: System, data: Data, vectors: Vectors, *, as_json: Json = False) -> None:
    """
    Replay recorded results of a published evaluator; succeed if some were compared and none differs.

    Aggregates in X.aggregate.json beside X.jsonl are compared as well. The last line says how many results
    were compared and how many differ.
    """
    from planassay.bench.conform import conform

    with progress("replaying") as bar:
        found = conform(name, data, vectors, advance=bar.advance)
    if as_json:
        print_json(found.to_json())
        print_note(found.summary())
    else:
        for difference in found.differences:
            print_line(difference.text())
        print_line(found.summary())
    raise typer.Exit(Exit.YES if found.is_conform else Exit.NO)
