"""The verb ``gold``: reference answers with proofs for a whole set of tasks, as a dataset."""

from pathlib import Path
from typing import Annotated, cast

import typer

from planassay.bench.console import Exit, countdown, note_times, print_facts, print_json, print_note
from planassay.kb.errors import InputError

Kb = Annotated[Path, typer.Option("--kb", metavar="KB", help="Knowledge base.", show_default=False)]
Tasks = Annotated[Path, typer.Option("--tasks", metavar="FILE", help="Tasks.", show_default=False)]
Out = Annotated[Path, typer.Option("--out", metavar="GOLD", help="Where to put the dataset.")]
Jobs = Annotated[int, typer.Option("--jobs", min=1, help="Tasks to work on at once.")]
Limit = Annotated[
    float,
    typer.Option(
        "--time-limit",
        metavar="N",
        min=0.0,
        max=1_000_000.0,
        help="Work of each solve, about a second a unit, the same anywhere.",
    ),
]
Split = Annotated[
    str, typer.Option("--split", metavar="SHARES", help="Shares of train, validation and test, as in 8:1:1.")
]
License = Annotated[str, typer.Option("--license", metavar="NAME", help="Licence that the card names.")]
Ray = Annotated[bool, typer.Option("--ray", help="Work on a Ray cluster (extra 'ray').")]
Force = Annotated[bool, typer.Option("--force", help="Replace a dataset that stands there.")]
Quiet = Annotated[bool, typer.Option("--quiet", help="Say nothing of progress.")]
Json = Annotated[bool, typer.Option("--json", help="Print one JSON document.")]


def register(app: typer.Typer) -> None:
    """Add the verb to the command line."""
    gold = typer.Typer(help="Make reference answers with proofs.", no_args_is_help=True)
    builds = typer.Typer(help="Solve, verify, certify and publish.", no_args_is_help=True)
    builds.command("trek")(build_trek)
    gold.add_typer(builds, name="build")
    app.add_typer(gold, name="gold")


def build_trek(
    *,
    kb: Kb,
    tasks: Tasks,
    out: Out,
    jobs: Jobs = 1,
    time_limit: Limit = 60.0,
    split: Split = "8:1:1",
    license_name: License = "unknown",
    ray: Ray = False,
    force: Force = False,
    quiet: Quiet = False,
    as_json: Json = False,
) -> None:
    """
    Solve every task, judge plans and proofs, and publish them as a dataset.

    Killed at any moment, the same command goes on where it stopped, and gives the same bytes. Exits with 0
    if everything is proved, 1 if a label is contradicted, 3 if something is not known in the work allowed.
    """
    from planassay.bench.inputs import read_task_file
    from planassay.gold.build import Order, build
    from planassay.gold.tasks import read_origins
    from planassay.gold.workers import Backend

    order = Order(
        kb=kb,
        tasks=tuple(read_task_file(tasks)),
        work=time_limit,
        origins=read_origins(tasks),
        weights=_weights(split),
        license=license_name,
    )
    if order.strangers and not quiet:
        print_note(f"{order.strangers} tasks were made over another knowledge base than {kb}")
    times: list[float] = []
    with countdown("solving", len(order.tasks), quiet=quiet) as tell:
        backend = Backend.RAY if ray else Backend.PROCESSES
        manifest = build(
            order, out, workers=jobs, backend=backend, force=force, progress=tell, timing=times.extend
        )
    if not quiet:
        note_times("solving, judging and checking", times)
        print_note(f"wrote {out}")
    statuses = cast("dict[str, int]", manifest["statuses"])
    facts = {name: value for name, value in manifest.items() if name not in ("files", "statuses", "versions")}
    if as_json:
        print_json({**facts, "statuses": statuses, "versions": manifest["versions"]})
    else:
        print_facts({**facts, **statuses})
    raise typer.Exit(_exit_code(statuses, cast(int, manifest["labels_contradicted"])))


def _weights(text: str) -> dict[str, int]:
    from planassay.gold.dataset import SPLITS

    parts = text.split(":")
    if (
        len(parts) != len(SPLITS)
        or not all(p.isascii() and p.isdigit() for p in parts)
        or not text.strip("0:")
    ):
        raise InputError("must be three whole numbers, as in 8:1:1", source="--split", value=text)
    return {name: int(part[:6]) for name, part in zip(SPLITS, parts, strict=True)}


def _exit_code(statuses: dict[str, int], contradicted: int) -> Exit:
    if contradicted:
        return Exit.NO
    return Exit.UNKNOWN if statuses.keys() - {"optimal", "infeasible"} else Exit.YES
