"""The verb ``audit deepplanning-travel``: whether queries go together with themselves and with their data."""

from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, cast

import typer

from planassay.bench.console import Align, Exit, print_error, print_json, print_note, print_table, progress
from planassay.kb.errors import CollectedInputError, InputError

if TYPE_CHECKING:
    from planassay.gold.audit.deepplanning_travel import QueryFlaw
    from planassay.kb.formats.deepplanning_travel import Database, Databases, Query
    from planassay.kb.knowledge import KnowledgeBase

Kb = Annotated[
    Path | None,
    typer.Option("--kb", metavar="ROOT", help="The folder that holds the databases; or one database."),
]
Tasks = Annotated[Path, typer.Option("--tasks", metavar="FILE", help="Query file.", show_default=False)]
Json = Annotated[bool, typer.Option("--json", help="Print one JSON document.")]
ALIGN: Sequence[Align] = ("left", "left", "left")


def travel(*, tasks: Tasks, kb: Kb = None, as_json: Json = False) -> None:
    """
    Hold the queries of a file against themselves, their texts and their databases.

    Told are dates and weekdays that do not go together, what a text says of a trip and its fields do not,
    budgets that differ or are not scored, required names that text or data do not know, and named answers
    that another row outdoes or equals. A task without a database is told, and looked at without one. Exits
    with 0 if nothing was found, with 1 if there are flaws, with 3 if none but databases are missing.
    """
    from planassay.gold.audit.deepplanning_travel import query_flaws

    queries = _read(tasks)
    base = None if kb is None else _opened(kb)
    found: list[QueryFlaw] = []
    missing: list[InputError] = []
    with progress("auditing", total=len(queries)) as bar:
        for query in queries:
            own = None
            if base is not None:
                try:
                    own = _database(base, query)
                except InputError as error:
                    missing.append(error)
            found += [*query_flaws(query, own), *_said(query)]
            bar.advance(query.query_id)
    for fault in missing:
        print_error(f"looked at without its data: {fault}")
    _strangers(base, queries)
    if as_json:
        print_json([{"task_id": one.task_id, "kind": one.kind.value, "detail": one.detail} for one in found])
    else:
        print_table(
            ("task", "flaw", "detail"), [(f.task_id, f.kind.value, f.detail) for f in found], align=ALIGN
        )
    counts = Counter(one.kind.value for one in found)
    told = ", ".join(f"{count} {kind}" for kind, count in sorted(counts.items())) or "no flaws"
    flawed = len({one.task_id for one in found})
    print_note(f"{len(queries)} queries, {flawed} with flaws, {len(missing)} without a database: {told}")
    raise typer.Exit(Exit.NO if found else Exit.UNKNOWN if missing else Exit.YES)


def _read(path: Path) -> "list[Query]":
    """Return the queries of a file that can be read; the others are told, if there are any at all."""
    import json

    from planassay.kb.formats.deepplanning_travel import parse_query, read_queries

    try:
        return read_queries(path)
    except CollectedInputError as collected:
        rows = json.loads(path.read_text("utf-8-sig"))
        kept: list[Query] = []
        for row in rows:
            try:
                kept.append(parse_query(row))
            except (InputError, AttributeError):
                continue
        if not kept:
            raise
        for error in collected.errors:
            print_error(f"not looked at: {error}")
        return kept


def _opened(path: Path) -> "KnowledgeBase":
    from planassay.bench.inputs import open_knowledge

    base = open_knowledge(path)
    if base.system != "deepplanning-travel":
        raise InputError(f"is of {base.system}, not of deepplanning-travel", source=path)
    return base


def _database(base: "KnowledgeBase", query: "Query") -> "Database":
    from planassay.bench.inputs import for_task

    found = cast("Database", for_task(base, query.query_id))
    for problem in found.problems:
        print_error(f"task {query.query_id}: {problem}")
    return found


def _strangers(base: "KnowledgeBase | None", queries: "Sequence[Query]") -> None:
    """Say which databases are of no query."""
    if hasattr(base, "task_ids"):
        others = [
            name for name in cast("Databases", base).task_ids if name not in {q.query_id for q in queries}
        ]
        if others:
            print_note(f"{len(others)} databases are of no query here, such as {others[0]}")


def _said(query: "Query") -> "Iterator[QueryFlaw]":
    """Yield what the text of a query says of the trip, and its fields do not."""
    from planassay.bench.agents.deepplanning_requests import read_request
    from planassay.gold.audit.deepplanning_travel import FlawKind, QueryFlaw

    if not query.text:
        return
    said = read_request(query.text)
    fields = (
        ("leaves", said.origin, query.origin),
        ("goes to", said.destination, query.destination),
        ("leaves on", said.depart, query.depart),
        ("is back on", said.back, query.dates[-1]),
        ("people", said.people, query.people),
        ("rooms", said.rooms, query.rooms),
    )
    for name, told, field in fields:
        if told is not None and told != field:
            yield QueryFlaw(
                query.query_id, FlawKind.SAID, f"{name}: the text says {told}, the fields {field}"
            )
