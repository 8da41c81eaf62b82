"""The verb ``tasks``: requests made from a seed, with labels that are proved."""

from collections import Counter
from pathlib import Path
from typing import Annotated, cast

import typer

from planassay.bench.console import countdown, note_times, print_facts, print_json, print_note

Kb = Annotated[Path, typer.Option("--kb", metavar="KB", help="Knowledge base.", show_default=False)]
Count = Annotated[int, typer.Option("--n", min=1, help="Number of tasks.")]
Seed = Annotated[int, typer.Option("--seed", help="Any whole number; the same one makes the same tasks.")]
Out = Annotated[
    Path,
    typer.Option(
        "--out", metavar="FILE", help="JSON lines (.jsonl), or tasks.csv or trek_queries.csv with an index."
    ),
]
Jobs = Annotated[int, typer.Option("--jobs", min=1, help="Tasks to work on at once.")]
City = Annotated[Path, typer.Option("--city", metavar="DIR", help="Folder of a city.", show_default=False)]
Quiet = Annotated[bool, typer.Option("--quiet", help="Say nothing of progress.")]
Json = Annotated[bool, typer.Option("--json", help="Print one JSON document.")]


def register(app: typer.Typer) -> None:
    """Add the verb to the command line."""
    tasks = typer.Typer(help="Make tasks over a knowledge base.", no_args_is_help=True)
    builds = typer.Typer(help="Make tasks from a seed, each with a proved label.", no_args_is_help=True)
    builds.command("trek")(build_trek)
    builds.command("lifeplanner")(build_lifeplanner)
    tasks.add_typer(builds, name="build")
    checks = typer.Typer(help="Derive the golds of tasks anew.", no_args_is_help=True)
    checks.command("lifeplanner")(check_lifeplanner)
    tasks.add_typer(checks, name="check")
    rows = typer.Typer(help="Write tasks as rows that trainers read.", no_args_is_help=True)
    rows.command("verl")(rows_verl)
    tasks.add_typer(rows, name="rows")
    app.add_typer(tasks, name="tasks")


def rows_verl(
    *,
    kb: Kb,
    tasks: Annotated[Path, typer.Option("--tasks", metavar="FILE", help="Tasks.", show_default=False)],
    out: Annotated[Path, typer.Option("--out", metavar="FILE", help="Where to write the rows, as Parquet.")],
    split: Annotated[str, typer.Option("--split", help="What extra_info says they are.")] = "train",
) -> None:
    """Write tasks as verl's training rows: prompt, and the task as ground truth for the reward."""
    from planassay.bench.adapters.exam import open_exam
    from planassay.bench.adapters.training_rows import write_training_rows

    count = write_training_rows(open_exam(kb, tasks), split, out)
    print_note(f"wrote {count} rows to {out}")


def build_trek(
    *,
    kb: Kb,
    out: Out,
    n: Count = 800,
    seed: Seed = 7,
    jobs: Jobs = 1,
    quiet: Quiet = False,
    as_json: Json = False,
) -> None:
    """
    Make tasks in TREK's form: two thirds with a plan, one third without, for every reason there is.

    A row of JSON lines also says of what kind a task is, and which causes were proved. Killed at any moment,
    the same command goes on where it stopped, and gives the same bytes, whatever the number of jobs.
    """
    from planassay.gold.tasks import TaskOrder, build_tasks

    order = TaskOrder(kb, n, seed)
    times: list[float] = []
    with countdown("making tasks", n, quiet=quiet) as tell:
        rows = build_tasks(order, out, workers=jobs, progress=tell, timing=times.extend)
    if not quiet:
        note_times("making and proving", times)
        print_note(f"wrote {out}")
    kinds = Counter(cast(str, row["kind"]) for row in rows)
    facts: dict[str, object] = {
        "system": "trek",
        "tasks": len(rows),
        "seed": seed,
        "kb_hash": order.kb_hash,
        "drafts": sum(cast(int, row["drafts"]) for row in rows),
    }
    if as_json:
        print_json({**facts, "kinds": dict(sorted(kinds.items()))})
    else:
        print_facts({**facts, **dict(sorted(kinds.items()))})


def build_lifeplanner(
    *,
    city: Annotated[
        Path, typer.Option("--city", metavar="DIR", help="Folder of a city.", show_default=False)
    ],
    out: Annotated[Path, typer.Option("--out", metavar="DIR", help="Folder to write tasks.jsonl into.")],
    n: Count = 667,
    seed: Seed = 7,
    jobs: Jobs = 1,
    quiet: Quiet = False,
    as_json: Json = False,
) -> None:
    """
    Make LifePlanner tasks over a city, each with one certain answer: all cells, in the published shares.

    What has no certain answer, or one that the agents' tools do not show, is drawn anew; rejected.json says
    how often, and why. Killed at any moment, the same command goes on where it stopped, and gives the same
    bytes, whatever the number of jobs.
    """
    from planassay.gold.lifeplanner import LifeOrder, build_life_tasks

    order = LifeOrder(city, n, seed)
    times: list[float] = []
    with countdown("making tasks", n, quiet=quiet) as tell:
        built = build_life_tasks(order, out, workers=jobs, progress=tell, timing=times.extend)
    if not quiet:
        note_times("drawing and deriving", times)
        print_note(f"wrote {out / 'tasks.jsonl'}")
    types = Counter(cast(str, row["type"]) for row in built.rows)
    reasons: Counter[str] = Counter()
    for counts in built.rejected.values():
        reasons.update(counts)
    facts: dict[str, object] = {
        "system": "lifeplanner",
        "tasks": len(built.rows),
        "seed": seed,
        "kb_hash": order.city_hash,
        "rejected": reasons.total(),
    }
    if as_json:
        print_json({**facts, "types": dict(types), "rejected_by": built.rejected})
    else:
        print_facts({**facts, **types, **{f"no: {why}": count for why, count in reasons.most_common()}})


def check_lifeplanner(
    *,
    city: City,
    tasks: Annotated[Path, typer.Option("--tasks", metavar="FILE", help="Tasks.", show_default=False)],
    quiet: Quiet = False,
    as_json: Json = False,
) -> None:
    """
    Hold each task against the city: over the records, through the agents' tools, and by the verifier.

    Gold, constraints, evidence and calls must be what is derived, both ways; the question must be a wording
    of its ask; and the verifier must find the gold perfect. Exit code 1 if a task is not so.
    """
    from planassay.gold.lifeplanner.check import check_tasks
    from planassay.gold.lifeplanner.scene import Scene
    from planassay.kb.formats.lifeplanner import read_city

    scene = Scene(read_city(city))
    total = sum(1 for line in tasks.read_bytes().splitlines() if line.strip())
    wrong: dict[str, list[str]] = {}
    with countdown("checking tasks", total, quiet=quiet) as tell:
        tell(0, "")
        for done, (name, faults) in enumerate(check_tasks(scene, tasks), 1):
            if faults:
                wrong[name] = list(faults)
            tell(done, name)
    facts: dict[str, object] = {"system": "lifeplanner", "tasks": total, "wrong": len(wrong)}
    if as_json:
        print_json({**facts, "faults": wrong})
    else:
        print_facts({**facts, **{name: "; ".join(said) for name, said in wrong.items()}})
    if wrong:
        raise typer.Exit(1)
