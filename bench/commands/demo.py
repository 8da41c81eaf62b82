"""The verb ``demo``: everything on small slices of real records, in a minute."""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from planassay.bench.console import Align, Exit, print_json, print_line, print_note, print_table, progress
from planassay.kb.money import format_cents, to_float

if TYPE_CHECKING:
    from planassay.gold.comparison import Comparison
    from planassay.kb.catalog import Catalog
    from planassay.kb.knowledge import KnowledgeBase
    from planassay.kb.task import Task

SLICE = Path("tests/data/trek-slice")
QUERIES = Path("tests/data/travelplanner")

Data = Annotated[Path, typer.Option("--data", metavar="DIR", help="Folder of official TREK files.")]
Second = Annotated[
    Path, typer.Option("--travelplanner", metavar="DIR", help="Folder of TravelPlanner's files.")
]
Out = Annotated[Path, typer.Option("--out", metavar="DIR", help="Where to write what is made.")]
Made = Annotated[int, typer.Option("--made", min=0, help="Tasks to make over a made world; 0 for none.")]
Json = Annotated[bool, typer.Option("--json", help="Print one JSON document.")]

COLUMNS = (
    "task",
    "kind",
    "official gold",
    "ours",
    "saving",
    "status",
    "official",
    "strict",
    "seconds",
    "gold under strict",
)
ALIGN: Sequence[Align] = ("left", "left", "right", "right", "right", "left", "right", "left", "right", "left")


def register(app: typer.Typer) -> None:
    """Add the verb to the command line."""
    app.command("demo")(run)


def run(
    data: Data = SLICE,
    travelplanner: Second = QUERIES,
    out: Out = Path("demo-out"),
    *,
    made: Made = 40,
    as_json: Json = False,
) -> None:
    """
    Import a slice of TREK, solve its tasks, prove and verify every answer, and compare with its gold.

    The same for three TravelPlanner queries, beside the plans that people wrote for them. And a made world
    of 24 cities, with made tasks, their gold, agents that answer them through tools, and a page about them.
    Exits with 1 if any answer is not perfect under both rule sets, or dearer than a reference that no strict
    rule faults, or if the agents that should miss nothing miss something.
    """
    from planassay.bench.demo_agents import run_demo_agents
    from planassay.bench.demo_world import make_demo_world
    from planassay.kb.formats.trek import slice_gold, slice_tasks

    kb = _import(data, out / "kb")
    trek = _compare(slice_tasks(data), slice_gold(data), kb)
    queries = _queries(travelplanner)
    files = [(out / "kb", "the knowledge base"), *_write(trek, out)]
    files += _write(queries, out / "travelplanner") if queries else []
    world = make_demo_world(out / "made", made) if made else None
    page = out / "agents.html"
    runs = run_demo_agents(out / "made", page) if made else []
    if as_json:
        print_json([_row_json(row) for row in (*trek, *queries)])
    else:
        for rows in (trek, queries) if queries else (trek,):
            print_table(COLUMNS, [_cells(row) for row in rows], align=ALIGN)
            print_line(_summary(rows))
        if world is not None:
            print_line(world.line())
        for agent in runs:
            print_line(agent.line())
    for path, what in files:
        print_note(f"wrote {path}: {what}")
    if runs and page.exists():
        print_note(f"open {page.resolve()}")
    is_sound = all(row.is_sound for row in (*trek, *queries)) and (world is None or world.is_sound)
    is_sound = is_sound and all(agent.is_sound for agent in runs)
    raise typer.Exit(Exit.YES if is_sound else Exit.NO)


def _compare(
    tasks: Sequence["Task"], references: Sequence[Mapping[str, object] | None], kb: "KnowledgeBase"
) -> list["Comparison"]:
    from planassay.gold.comparison import compare

    rows = []
    with progress("solving", total=len(tasks)) as bar:
        for task, reference in zip(tasks, references, strict=True):
            rows.append(compare(task, kb, reference))
            bar.advance(task.task_id)
    return rows


def _queries(data: Path) -> list["Comparison"]:
    """Return the first train query of each length, compared with its annotated plan."""
    from planassay.kb.formats.travelplanner import is_folder, open_folder, read_queries

    if data == QUERIES and not is_folder(data):
        print_note(f"{data} is not here, so no TravelPlanner query is solved")
        return []
    known = read_queries(data / "train_queries.jsonl.gz")
    firsts = [next(query for query in known if query.days == days) for days in (3, 5, 7)]
    references = [{"plan": query.annotated_plan} for query in firsts]
    return _compare([query.task for query in firsts], references, open_folder(data))


def _import(data: Path, target: Path) -> "Catalog":
    """Import the slice into a knowledge base, as ``planassay kb import trek`` does, and open it."""
    from planassay.kb.errors import CollectedInputError
    from planassay.kb.formats.trek import parts, read_folder
    from planassay.kb.store import open_store, write_store

    reading = read_folder(data)
    if reading.faults:
        raise CollectedInputError(reading.faults)
    target.parent.mkdir(parents=True, exist_ok=True)
    write_store(target, "trek", list(parts(reading.source)), force=True)
    return open_store(target)


def _cells(row: "Comparison") -> list[str]:
    claim, reference = row.verdict.claim, row.reference
    gold = "refusal" if reference is None or reference.cost is None else f"{reference.cost:.2f}"
    ours = format_cents(claim.cost_cents) if claim.cost_cents is not None else ", ".join(claim.causes)
    return [
        row.task.task_id,
        "infeasible" if row.task.label is not None and not row.task.label.feasible else "feasible",
        gold,
        ours,
        "" if row.saving is None else f"{row.saving:.2f}",
        row.verdict.status,
        "1.0" if row.official.task_perfect else "0.0",
        "valid" if row.strict.task_perfect else row.strict.violations[0].rule,
        f"{row.seconds:.2f}",
        _gold_under_strict(row),
    ]


def _gold_under_strict(row: "Comparison") -> str:
    if row.reference is None or row.reference.strict.refused:
        return ""
    return ", ".join(row.reference.broken_rules) or "valid"


def _summary(rows: Sequence["Comparison"]) -> str:
    from planassay.gold.comparison import total_saving

    cost, saved = total_saving(rows)
    plans = [row for row in rows if row.verdict.claim.document is not None]
    proved = sum(row.verdict.bound_checked for row in rows)
    sound = sum(row.is_sound for row in rows)
    share = 100 * saved / cost if cost else 0.0
    return (
        f"{len(rows)} tasks: {len(plans)} plans, {len(rows) - len(plans)} refusals; {proved} proved by "
        f"accepted certificates; {sound} perfect under both rule sets; {saved:.2f} USD cheaper than the "
        f"official gold ({share:.1f} %); {sum(row.seconds for row in rows):.2f} s of solving"
    )


def _row_json(row: "Comparison") -> dict[str, object]:
    claim, reference = row.verdict.claim, row.reference
    return {
        "task_id": row.task.task_id,
        "feasible_label": None if row.task.label is None else row.task.label.feasible,
        "status": row.verdict.status.value,
        "bound_checked": row.verdict.bound_checked,
        "cost": None if claim.cost_cents is None else to_float(claim.cost_cents),
        "causes": [cause.value for cause in claim.causes],
        "detail": claim.detail,
        "official_perfect": row.official.task_perfect,
        "strict_valid": row.strict.task_perfect,
        "gold_cost": None if reference is None else reference.cost,
        "gold_breaks": [] if reference is None else list(reference.broken_rules),
        "seconds": round(row.seconds, 3),
    }


def _write(rows: Sequence["Comparison"], out: Path) -> list[tuple[Path, str]]:
    """Write the answers, the verdicts and the certificates; return each path and what it holds."""
    from planassay.gold.comparison import answer_of

    certificates = out / "certificates"
    certificates.mkdir(parents=True, exist_ok=True)
    answers, verdicts = out / "answers.jsonl", out / "verdicts.jsonl"
    answers.write_text(
        "".join(_line({"task_id": row.task.task_id, **answer_of(row.task, row.verdict)}) for row in rows),
        encoding="utf-8",
    )
    verdicts.write_text("".join(_line(_row_json(row)) for row in rows), encoding="utf-8")
    for row in rows:
        if row.verdict.claim.certificate is not None:
            path = certificates / f"{row.task.task_id}.json"
            path.write_text(_line(dict(row.verdict.claim.certificate)), encoding="utf-8")
    return [
        (answers, "our answers, as result lines of the benchmark"),
        (verdicts, "what is known of each task"),
        (certificates, "a certificate for each verdict"),
    ]


def _line(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":")) + "\n"
