"""The verb ``tasks``: requests made from a seed, with labels that are proved."""

from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import orjson
import typer

from planassay.bench.console import print_facts, print_json, print_note, progress
from planassay.kb.errors import InputError

if TYPE_CHECKING:
    from planassay.gold.tasks import Made

Kb = Annotated[Path, typer.Option("--kb", metavar="KB", help="Knowledge base.", show_default=False)]
Count = Annotated[int, typer.Option("--n", min=1, help="Number of tasks.")]
Seed = Annotated[int, typer.Option("--seed", help="Any whole number; the same one makes the same tasks.")]
Out = Annotated[
    Path,
    typer.Option("--out", metavar="FILE", help="JSON lines (.jsonl), or an official query table (.csv)."),
]
Json = Annotated[bool, typer.Option("--json", help="Print one JSON document.")]


def register(app: typer.Typer) -> None:
    """Add the verb to the command line."""
    tasks = typer.Typer(help="Make tasks over a knowledge base.", no_args_is_help=True)
    builds = typer.Typer(help="Make tasks from a seed, each with a proved label.", no_args_is_help=True)
    builds.command("trek")(build_trek)
    tasks.add_typer(builds, name="build")
    app.add_typer(tasks, name="tasks")


def build_trek(*, kb: Kb, out: Out, n: Count = 800, seed: Seed = 7, as_json: Json = False) -> None:
    """
    Make tasks in TREK's form: two thirds with a plan, one third without, for every reason there is.

    A row of JSON lines also says of what kind a task is, and which causes were proved.
    """
    from planassay.bench.inputs import open_kb
    from planassay.gold.tasks import make_set

    if out.suffix not in (".jsonl", ".csv"):
        raise InputError("must end in .jsonl or .csv", source=out)
    catalog = open_kb(kb)
    made: list[Made] = []
    with progress("making tasks", total=n) as bar:
        for one in make_set(catalog, n, seed):
            made.append(one)
            bar.advance(one.task.task_id)
    _write(out, made, catalog.content_hash, seed)
    print_note(f"wrote {out}")
    kinds = Counter(one.cell.kind.value for one in made)
    facts: dict[str, object] = {
        "system": "trek",
        "tasks": len(made),
        "seed": seed,
        "kb_hash": catalog.content_hash,
        "drafts": sum(one.attempt + 1 for one in made),
    }
    if as_json:
        print_json({**facts, "kinds": dict(sorted(kinds.items()))})
    else:
        print_facts({**facts, **dict(sorted(kinds.items()))})


def _write(out: Path, made: list["Made"], kb_hash: str, seed: int) -> None:
    from planassay.gold.tasks import to_row
    from planassay.kb.formats.trek import write_tasks

    if out.suffix == ".csv":
        write_tasks(out, [one.task for one in made])
        return
    out.parent.mkdir(parents=True, exist_ok=True)
    out.write_bytes(b"".join(orjson.dumps(to_row(one, kb_hash, seed)) + b"\n" for one in made))
