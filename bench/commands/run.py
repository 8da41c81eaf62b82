"""The verb ``run``: an agent over tasks, through the tools of a sandbox, every trajectory on disk."""

from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from planassay.bench.console import (
    Align,
    Exit,
    print_error,
    print_json,
    print_line,
    print_note,
    print_table,
    progress,
)
from planassay.kb.errors import InputError

if TYPE_CHECKING:
    from planassay.bench.tally import Tally

Name = Annotated[
    str,
    typer.Argument(
        metavar="AGENT", help="oracle, tools-only, greedy, hasty, random, chat, or a plugin's name."
    ),
]
Names = Annotated[
    list[str] | None, typer.Argument(metavar="[TASK]...", help="Tasks by name; all of them if none is named.")
]
Kb = Annotated[Path, typer.Option("--kb", metavar="KB", help="Knowledge base.", show_default=False)]
Tasks = Annotated[Path, typer.Option("--tasks", metavar="FILE", help="Tasks.", show_default=False)]
Out = Annotated[
    Path | None,
    typer.Option("--out", metavar="FILE", help="Trajectories, JSON lines. [default: runs/AGENT.jsonl]"),
]
Endpoint = Annotated[
    str,
    typer.Option(
        "--endpoint",
        metavar="URL",
        help="Address of a sandbox, REST or (ending in /mcp) MCP; in-process if none.",
    ),
]
InProcess = Annotated[
    bool,
    typer.Option("--in-process", help="Serve the tools in the process of the agent, as without --endpoint."),
]
Retry = Annotated[bool, typer.Option("--retry", help="Do tasks again whose trajectory has an error.")]
Profile = Annotated[
    str, typer.Option("--profile", metavar="NAME", help="Form of the tools; as published if not given.")
]
OracleParse = Annotated[
    bool, typer.Option("--oracle-parse", help="Give the agent the request in structure, not only in words.")
]
Calls = Annotated[
    int | None,
    typer.Option(
        "--calls", min=1, help="Billable calls a task, the submission included; as the profile has it."
    ),
]
Timeout = Annotated[float, typer.Option("--timeout", min=0.1, metavar="SECONDS", help="Time for a task.")]
Seed = Annotated[int, typer.Option("--seed", help="Seed of agents that draw lots.")]
Jobs = Annotated[
    int,
    typer.Option(
        "--jobs", min=0, help="Tasks at once, each in a process that is killed if it overruns; 0: here."
    ),
]
Limit = Annotated[int, typer.Option("--limit", min=0, help="Only so many tasks, the first ones; 0 for all.")]
Options = Annotated[
    list[str] | None,
    typer.Option("--option", metavar="NAME=VALUE", help="An option of the agent; may be repeated."),
]
Keep = Annotated[bool, typer.Option("--keep-replies", help="Keep what the tools reply, whole.")]
Force = Annotated[bool, typer.Option("--force", help="Replace what the file holds; else it is gone on with.")]
Json = Annotated[bool, typer.Option("--json", help="Print one JSON document.")]

ALIGN: Sequence[Align] = ("left", "right", "right", "right", "right", "right", "right", "right")


def register(app: typer.Typer) -> None:
    """Add the verb to the command line."""
    app.command("run")(run)


def run(
    agent: Name,
    names: Names = None,
    *,
    kb: Kb,
    tasks: Tasks,
    out: Out = None,
    endpoint: Endpoint = "",
    in_process: InProcess = False,
    profile: Profile = "",
    oracle_parse: OracleParse = False,
    calls: Calls = None,
    timeout: Timeout = 300.0,
    seed: Seed = 0,
    jobs: Jobs = 1,
    limit: Limit = 0,
    option: Options = None,
    keep_replies: Keep = False,
    force: Force = False,
    retry: Retry = False,
    as_json: Json = False,
) -> None:
    """
    Let an agent answer tasks through tools, within a budget of calls, and score its answers.

    A run that was stopped goes on where it was. Exits with 0 if every task was answered, 3 if some was not.
    """
    from planassay.bench.commands.solve import choose
    from planassay.bench.doors import IN_PROCESS
    from planassay.bench.inputs import open_knowledge, read_task_file, without_one
    from planassay.bench.labels import with_causes
    from planassay.bench.run import Order
    from planassay.bench.run import run as run_order
    from planassay.bench.tally import tally

    if endpoint and in_process:
        raise InputError("goes without --endpoint", value="--in-process")
    base = open_knowledge(kb)
    chosen = choose(with_causes(read_task_file(tasks, base.system), tasks), names, tasks)
    chosen = chosen[:limit] if limit else chosen
    for error in without_one(base, kb, chosen):
        print_error(f"not answered: {error}")
    order = Order(
        agent=agent,
        kb=kb.resolve(),
        options=_options(option or ()),
        endpoint=endpoint or IN_PROCESS,
        profile=profile,
        oracle_parse=oracle_parse,
        max_calls=calls,
        limit_s=timeout,
        seed=seed,
        keep_replies=keep_replies,
    )
    target = out or Path("runs") / f"{agent}.jsonl"
    with progress(agent, total=len(chosen)) as bar:
        lines = run_order(order, chosen, target, jobs=jobs, force=force, retry=retry, progress=bar.show)
    found = tally(lines, chosen)
    print_note(f"wrote {target}: {len(lines)} trajectories")
    if as_json:
        print_json(found.document())
    else:
        _print(agent, found)
    raise typer.Exit(Exit.YES if found.answered == found.tasks else Exit.UNKNOWN)


def _options(pairs: Sequence[str]) -> dict[str, str]:
    options = {}
    for pair in pairs:
        name, mark, value = pair.partition("=")
        if not mark or not name:
            raise InputError("must be NAME=VALUE", value=pair)
        options[name] = value
    return options


def _print(agent: str, found: "Tally") -> None:
    columns = ("tasks", "number", "official", "strict", "right cause", "proved", "calls", "kB of replies")
    rows = [
        (
            group.name,
            str(group.tasks),
            _share(group.official, group.tasks),
            _share(group.strict, group.tasks),
            _share(group.right_cause, group.tasks) if group.has_causes else "",
            _share(group.proved, group.tasks),
            f"{group.calls / group.tasks:.1f}",
            f"{group.octets / group.tasks / 1000:.0f}",
        )
        for group in found.groups
        if group.tasks
    ]
    print_table(columns, rows, align=ALIGN)
    for miss, number in Counter(found.misses).most_common():
        print_line(f"{number} missed: {miss}")
    print_line(f"{agent}: {found.answered} of {found.tasks} tasks answered")


def _share(count: int, total: int) -> str:
    return f"{100 * count / total:.1f} %"
