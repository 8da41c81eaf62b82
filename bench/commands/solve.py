"""The verb ``solve``: the cheapest or the best plan of tasks, with what is proved of it."""

import json
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
from planassay.kb.aside import write_whole
from planassay.kb.errors import InputError
from planassay.kb.money import format_cents, to_float

if TYPE_CHECKING:
    from planassay.kb.knowledge import KnowledgeBase
    from planassay.kb.task import Task
    from planassay.kb.verdict import Claim, Verdict

Names = Annotated[
    list[str] | None, typer.Argument(metavar="[TASK]...", help="Tasks by name; all of them if none is named.")
]
Kb = Annotated[Path, typer.Option("--kb", metavar="KB", help="Knowledge base.", show_default=False)]
Tasks = Annotated[Path, typer.Option("--tasks", metavar="FILE", help="Tasks.", show_default=False)]
Out = Annotated[
    Path | None, typer.Option("--out", metavar="DIR", help="Where to write answers and certificates.")
]
Objective = Annotated[
    str, typer.Option("--objective", metavar="NAME", help="What is least or best; see the command line page.")
]
Pareto = Annotated[
    bool, typer.Option("--pareto", help="Show the trades between cost and quality, each with its proof.")
]
Json = Annotated[bool, typer.Option("--json", help="Print one JSON document.")]
ALIGN: Sequence[Align] = ("left", "left", "right", "right", "right", "left")


def register(app: typer.Typer) -> None:
    """Add the verb to the command line."""
    app.command("solve")(run)


def run(
    names: Names = None,
    *,
    kb: Kb,
    tasks: Tasks,
    objective: Objective = "cheapest",
    pareto: Pareto = False,
    out: Out = None,
    as_json: Json = False,
) -> None:
    """
    Find the cheapest or the best plan of each task, valid and officially perfect, and prove it.

    With --pareto each task has a row for each trade: the best trip of a budget, from the task's own down.
    Exits with 0 if every task has a plan, 1 if some provably has none, 3 if for some nothing is known.
    """
    from planassay.bench.commands.solve_city import solve_city
    from planassay.bench.inputs import for_task, open_knowledge, read_task_file
    from planassay.gold.verdict import verdict
    from planassay.kb.formats.lifeplanner import is_folder
    from planassay.solver.planner import solve

    if is_folder(kb):
        if pareto or objective != "cheapest":
            raise InputError("a city's tasks name themselves what is to be least", source=kb)
        solve_city(names, kb, tasks, out, as_json=as_json)
    if pareto and out is not None:
        raise InputError("goes without --pareto: each trade is about a task of another budget", value="--out")
    base = open_knowledge(kb)
    chosen = choose(read_task_file(tasks, base.system), names, tasks)
    found: list[tuple[Task, Verdict]] = []
    unopened: list[InputError] = []
    with progress("solving", total=len(chosen)) as bar:
        for task in chosen:
            try:
                own = for_task(base, task.task_id)
            except InputError as error:
                unopened.append(error)
                continue
            claims = _trades(task, own) if pareto else [(task, solve(task, own, objective=objective))]
            found.extend((asked, verdict(claim, asked, own)) for asked, claim in claims)
            bar.advance(task.task_id)
    for fault in unopened:
        print_error(f"not solved: {fault}")
    if not found:
        raise InputError(f"holds no database of any of {len(chosen)} tasks", source=kb)
    if unopened:
        print_note(f"{len(unopened)} of {len(chosen)} tasks have no database and were not solved")
    if out is not None:
        _write(found, out)
    if as_json:
        print_json([verdict_json(task, judged) for task, judged in found])
    else:
        _print(found)
    code = _exit_code([judged for _, judged in found])
    raise typer.Exit(Exit.UNKNOWN if unopened and code is Exit.YES else code)


def _trades(task: "Task", kb: "KnowledgeBase") -> list[tuple["Task", "Claim"]]:
    """Return the trades of a task, or why it has no plan."""
    from planassay.solver.pareto import frontier
    from planassay.solver.planner import solve

    trades = [(trade.task, trade.claim) for trade in frontier(task, kb)]
    return trades or [(task, solve(task, kb))]


def choose(tasks: Sequence["Task"], names: Sequence[str] | None, source: Path) -> list["Task"]:
    """
    Return the tasks of some names, in the order named; all if none is.

    Raises
    ------
    InputError
        If a name is not there.
    """
    if not names:
        return list(tasks)
    known = {task.task_id: task for task in tasks}
    if missing := [name for name in names if name not in known]:
        raise InputError(f"has no task {missing[0]!r}; it has {len(known)}", source=source)
    return [known[name] for name in names]


def verdict_json(task: "Task", judged: "Verdict") -> dict[str, object]:
    """Return a verdict as a JSON object; the answer is in the official form."""
    from planassay.gold.comparison import answer_of

    claim = judged.claim
    return {
        "task_id": task.task_id,
        "status": judged.status.value,
        "ruleset": claim.ruleset,
        "objective": claim.objective,
        **({"scope": claim.scope} if claim.scope else {}),
        "cost": None if claim.cost_cents is None else to_float(claim.cost_cents),
        "bound": None if claim.bound_cents is None else to_float(claim.bound_cents),
        "bound_checked": judged.bound_checked,
        **({} if claim.points is None else {"points": claim.points, "points_bound": claim.points_bound}),
        "causes": [cause.value for cause in claim.causes],
        "detail": claim.detail,
        "answer": answer_of(task, judged),
        "certificate": claim.certificate,
    }


def _print(found: Sequence[tuple["Task", "Verdict"]]) -> None:
    columns = ("task", "status", "cost", "bound", "points", "why")
    rows = [
        (
            task.task_id,
            judged.status.value,
            "" if judged.claim.cost_cents is None else format_cents(judged.claim.cost_cents),
            "" if judged.claim.bound_cents is None else format_cents(judged.claim.bound_cents),
            "" if judged.claim.points is None else str(judged.claim.points),
            judged.claim.detail or judged.detail or _within(judged.claim.scope),
        )
        for task, judged in found
    ]
    print_table(columns, rows, align=ALIGN)
    if len(found) == 1 and found[0][1].claim.document is not None:
        print_line(json.dumps(found[0][1].claim.document, ensure_ascii=False, indent=2))


def _within(scope: str) -> str:
    return f"in the scope {scope!r}" if scope else ""


def _write(found: Sequence[tuple["Task", "Verdict"]], out: Path) -> None:
    from planassay.gold.comparison import answer_of

    certificates = out / "certificates"
    certificates.mkdir(parents=True, exist_ok=True)
    lines = [
        json.dumps({"task_id": task.task_id, **answer_of(task, judged)}, ensure_ascii=False, sort_keys=True)
        for task, judged in found
    ]
    write_whole(out / "answers.jsonl", "\n".join(lines) + "\n")
    for task, judged in found:
        if judged.claim.certificate is not None:
            text = json.dumps(judged.claim.certificate, sort_keys=True, separators=(",", ":"))
            write_whole(certificates / f"{task.task_id}.json", text + "\n")
    print_note(f"wrote {out / 'answers.jsonl'} and {certificates}")


def _exit_code(verdicts: Sequence["Verdict"]) -> Exit:
    from planassay.kb.verdict import Status

    statuses = {judged.status for judged in verdicts}
    if statuses & {Status.UNKNOWN, Status.UNPROVED}:
        return Exit.UNKNOWN
    return Exit.NO if Status.INFEASIBLE in statuses else Exit.YES
