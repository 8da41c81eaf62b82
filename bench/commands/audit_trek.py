"""The verb ``audit trek``: tables, tasks and reference answers of a copy, held against what can be proved."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, cast

import orjson
import typer

from planassay.bench.console import (
    Align,
    Exit,
    countdown,
    print_facts,
    print_json,
    print_note,
    print_table,
)
from planassay.kb.aside import write_whole
from planassay.kb.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from planassay.gold.audit import Copy, Recall, Told

Root = Annotated[
    Path,
    typer.Argument(
        metavar="DIR",
        help="Official files, with tasks if it has them; or a knowledge base.",
        show_default=False,
    ),
]
Tasks = Annotated[
    Path | None, typer.Option("--tasks", metavar="FILE", help="Tasks, where DIR does not hold them.")
]
Gold = Annotated[Path | None, typer.Option("--gold", metavar="FILE", help="Reference answers to them.")]
Out = Annotated[
    Path | None, typer.Option("--out", metavar="DIR", help="Where to write flaws.jsonl and tasks.jsonl.")
]
Planted = Annotated[
    Path | None,
    typer.Option("--planted", metavar="FILE", help="Faults planted by kb build --defects, to be found."),
]
Ruleset = Annotated[str, typer.Option("--ruleset", metavar="R", help="Rules under which labels must hold.")]
Jobs = Annotated[int, typer.Option("--jobs", min=1, help="Tasks to work on at once.")]
Json = Annotated[bool, typer.Option("--json", help="Print one JSON document.")]


def trek(
    root: Root,
    *,
    tasks: Tasks = None,
    gold: Gold = None,
    out: Out = None,
    planted: Planted = None,
    ruleset: Ruleset = "gold@1",
    jobs: Jobs = 1,
    as_json: Json = False,
) -> None:
    """
    Audit a copy of TREK: its tables, its tasks, their labels, and what its reference answers cost too much.

    With --planted it says of each kind of fault how many were planted and found, and how many else. Exits
    with 0 if nothing is wrong, 1 if something is, 3 if nothing is but some label is open. With --planted: 0
    if exactly those faults were found, else 1.
    """
    from planassay.gold.audit import audit_tables, is_clean, read_planted, recalls, summary
    from planassay.solver.planner import rulesets

    if ruleset not in rulesets("trek"):
        raise InputError(f"is not one of {', '.join(rulesets('trek'))}", source="--ruleset", value=ruleset)
    copy = _copy(root, tasks, gold)
    if out is not None:  # ahead of the work, so that it is not lost
        out.mkdir(parents=True, exist_ok=True)
    wanted = None if planted is None else read_planted(planted)
    flaws = audit_tables(copy.tables)
    rows = _rows(copy, jobs)
    found = summary(flaws, rows)
    compared = None if wanted is None else recalls(wanted, flaws)
    if out is not None:
        _write(out, {"flaws": [flaw.to_json() for flaw in flaws], "tasks": rows})
    if as_json:
        recall = {} if compared is None else {"planted": [one._asdict() for one in compared]}
        print_json({"summary": found, **recall, "flaws": [flaw.to_json() for flaw in flaws], "tasks": rows})
    else:
        _print(found, rows, compared)
    if compared is not None:
        is_exact = all(one.found == one.planted and not one.others for one in compared)
        raise typer.Exit(Exit.YES if is_exact else Exit.NO)
    raise typer.Exit({True: Exit.YES, False: Exit.NO, None: Exit.UNKNOWN}[is_clean(found, ruleset)])


def _copy(root: Path, tasks: Path | None, gold: Path | None) -> "Copy":
    from planassay.bench.inputs import read_task_file
    from planassay.gold.audit import Copy, open_copy
    from planassay.kb.formats.trek import read_gold

    copy = open_copy(root)
    if tasks is None:
        if gold is not None:
            raise InputError("answers no tasks: name them with --tasks", source=gold)
        return copy
    known = tuple(read_task_file(tasks))
    answers = (None,) * len(known) if gold is None else tuple(read_gold(gold))
    if len(answers) != len(known):
        raise InputError(f"holds {len(answers)} answers to {len(known)} tasks", source=gold)
    return Copy(copy.tables, known, answers)


def _rows(copy: "Copy", jobs: int) -> list["Told"]:
    from planassay.gold.audit import audit_tasks

    rows: dict[int, Told] = {}
    with countdown("auditing", len(copy.tasks)) as tell:
        tell(0, "")
        for place, row in audit_tasks(copy, workers=jobs):
            rows[place] = row
            tell(len(rows), cast(str, row["task_id"]))
    return [rows[place] for place in sorted(rows)]


def _write(out: Path, tables: "dict[str, list[dict[str, object]]]") -> None:
    for name, rows in tables.items():
        path = out / f"{name}.jsonl"
        write_whole(path, b"".join(orjson.dumps(row) + b"\n" for row in rows))
        print_note(f"wrote {path}")


def _print(found: "Told", rows: "Sequence[Told]", compared: "Sequence[Recall] | None") -> None:
    if rows:
        rules = list(cast("Told", rows[0]["rulesets"]))
        heads = ("task", "label", "budget", "C_floor", *rules, "gold", "gap", "remarks")
        between: list[Align] = ["left"] * len(rules)
        aligned: list[Align] = ["left", "left", "right", "right", *between, "right", "right"]
        print_table(heads, [_cells(row) for row in rows], align=aligned)
    if compared is not None:
        print_table(
            ("kind", "planted", "found", "others"), list(compared), align=("left", "right", "right", "right")
        )
    facts: Told = {}
    for name, value in found.items():
        parts = value if isinstance(value, dict) else {"": value}
        facts |= {f"{name} {key}".strip(): part for key, part in parts.items()}
    print_facts(facts)


def _cells(row: "Told") -> list[str]:
    findings = cast("dict[str, Told]", row["rulesets"])
    gold = cast("Told | None", row["gold"]) or {}
    remarks = cast("list[Told]", row["remarks"])
    breaks = cast("list[str]", gold.get("breaks", []))
    return [
        str(row["task_id"]),
        str(row["label"] or "–"),
        _money(row["budget"]),
        _money(row["floor"]),
        *(_finding(finding) for finding in findings.values()),
        _money(gold.get("cost")),
        _money(gold.get("gap")),
        ", ".join(dict.fromkeys([*(str(one["kind"]) for one in remarks), *breaks])),
    ]


def _finding(finding: "Told") -> str:
    held = {True: "holds", False: "wrong", None: "open"}[cast("bool | None", finding["holds"])]
    causes = [str(one["cause"]) for one in cast("list[Told]", finding["causes"])]
    return "; ".join([held, *([", ".join(causes)] if causes else []), f"least {_money(finding['optimum'])}"])


def _money(value: object) -> str:
    return "–" if value is None else f"{value:.2f}"
