"""
Dataset: gold as a folder that every reader of tables opens, and that can be put on a dataset host as it is.

::

    README.md                  the card, with a YAML head
    manifest.json              versions, knowledge base, counts, SHA-256 of every file
    data/<split>.parquet       the rows; nested values are JSON text, so that all readers agree on the types
    data/<split>.jsonl         the same rows
    certificates/<task>.json   what proves each row
    official/                  tasks and answers in the benchmark's own files

It holds no date and no name of a machine: equal rows give equal bytes. How rows are made is not known here.
"""

import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from importlib.metadata import version
from pathlib import Path
from types import MappingProxyType
from urllib.parse import quote

import orjson

from planassay import __version__
from planassay.kb.formats.registry import system
from planassay.kb.formats.trek import write_answers, write_tasks
from planassay.kb.manifest import MANIFEST
from planassay.kb.manifest import sha256 as file_sha256
from planassay.kb.shares import shares
from planassay.kb.store import write_parquet
from planassay.kb.task import Label, Task
from planassay.kb.verdict import Status

Row = Mapping[str, object]
SCHEMA = "plangold/1"
SPLITS = ("train", "validation", "test")
LONGEST_NAME = 200
"""File systems take names of 255 bytes."""
QUERIES, ANSWERS = "trek_queries.csv", "trek_gold.jsonl"
"""The names of TREK's files (commit c069b3a)."""


@dataclass(frozen=True, slots=True)
class Field:
    """A column: its type in SQL and in the features of a card, and what it holds."""

    sql: str
    feature: str
    about: str


_TEXT, _INT, _BOOL = ("VARCHAR", "string"), ("BIGINT", "int64"), ("BOOLEAN", "bool")
FIELDS: Mapping[str, Field] = MappingProxyType(
    {
        "task_id": Field(*_TEXT, "Name of the task."),
        "query": Field(*_TEXT, "What the traveller asks for, in words."),
        "task": Field(*_TEXT, "The same in structure: JSON text with the official columns."),
        "kind": Field(*_TEXT, "What the task was made to be, where its maker says it."),
        "label": Field(*_TEXT, "`feasible` or `infeasible`, as the task came; null without a label."),
        "status": Field(*_TEXT, "`optimal`, `feasible`, `infeasible`, `unproved` or `unknown`."),
        "plan": Field(*_TEXT, "The plan in the official form: JSON text; null if there is none."),
        "cost_cents": Field(*_INT, "What the plan costs, in US cents."),
        "bound_cents": Field(*_INT, "No plan costs less."),
        "causes": Field(*_TEXT, "Every cause that there is no plan: JSON text, official precedence first."),
        "detail": Field(*_TEXT, "The leading cause in a sentence."),
        "refusal": Field(*_TEXT, "The answer in words where there is no plan."),
        "official_perfect": Field(*_BOOL, "Whether the published evaluator finds the answer perfect."),
        "strict_perfect": Field(*_BOOL, "Whether the strict rules find nothing wrong."),
        "ruleset": Field(*_TEXT, "Rule set of status and bound."),
        "objective": Field(*_TEXT, "What is least."),
        "engine": Field(*_TEXT, "Engine that found it."),
        "engine_version": Field(*_TEXT, "Its version."),
        "seed": Field(*_INT, "Seed of the set of tasks, where known."),
        "certificate": Field(*_TEXT, "The proof: JSON text, form `plancert/1`; null if there is none."),
        "scoring_version": Field(*_TEXT, "Rule sets of the two columns `perfect`."),
        "kb_hash": Field(*_TEXT, "Content hash of the knowledge base."),
    }
)


def is_dataset(folder: Path) -> bool:
    """Return whether a folder looks like a dataset of gold."""
    try:
        return f'"{SCHEMA}"'.encode() in (folder / MANIFEST).read_bytes()
    except OSError:
        return False


def read_manifest(folder: Path) -> dict[str, object]:
    """Return the manifest of a dataset; empty if it cannot be read."""
    try:
        found = orjson.loads((folder / MANIFEST).read_bytes())
    except (OSError, ValueError):
        return {}
    return found if isinstance(found, dict) else {}


def versions(engine: str) -> dict[str, str]:
    """Return the versions on which the bytes of a dataset depend; ``engine`` is that of the solver."""
    return {"planassay": __version__, "ortools": engine, "duckdb": version("duckdb"), "schema": SCHEMA}


def splits_of(tasks: Sequence[Task], weights: Mapping[str, int]) -> list[str]:
    """
    Return the split of each task.

    Tasks that ask for the same but for the budget, such as the two of a boundary pair, are never parted.
    Which split they are in depends on what they ask for, not on their order.

    Parameters
    ----------
    tasks
        The tasks.
    weights
        Split to its share.
    """
    keys = [replace(task, task_id="", text="", budget_cents=0, source={}).sha256 for task in tasks]
    groups = sorted(set(keys), key=lambda key: sha256(key.encode()).hexdigest())
    counts = shares(len(groups), [float(weight) for weight in weights.values()])
    names = [name for name, count in zip(weights, counts, strict=True) for _ in range(count)]
    by_group = dict(zip(groups, names, strict=True))
    return [by_group[key] for key in keys]


def write_dataset(
    folder: Path,
    tasks: Sequence[Task],
    rows: Sequence[Row],
    splits: Sequence[str],
    about: Mapping[str, object],
) -> None:
    """
    Write a dataset into an empty folder.

    Parameters
    ----------
    folder
        An empty folder.
    tasks, rows, splits
        The tasks, the row of each, with a value for each of :data:`FIELDS`, and the split of each.
    about
        What the manifest shall say beside what can be counted: versions, knowledge base, licence.
    """
    names = [name for name in SPLITS if name in splits]
    (folder / "data").mkdir()
    types = {name: field.sql for name, field in FIELDS.items()}
    for name in names:
        mine = [row for row, split in zip(rows, splits, strict=True) if split == name]
        write_parquet(folder / "data" / f"{name}.parquet", types, mine)
        _write_lines(folder / "data" / f"{name}.jsonl", ({key: row[key] for key in FIELDS} for row in mine))
    _write_certificates(folder / "certificates", rows)
    _write_official(folder / "official", tasks, rows)
    counts = {name: splits.count(name) for name in names}
    statuses = dict(sorted(Counter(str(row["status"]) for row in rows).items()))
    card = _card(counts, statuses, about)
    (folder / "README.md").write_text(card, encoding="utf-8", newline="\n")
    manifest: dict[str, object] = {
        "format": SCHEMA,
        **about,
        "rows": counts,
        "statuses": statuses,
        "perfect_plans": _perfect(row for row in rows if row["plan"] is not None),
        "perfect_refusals": _perfect(row for row in rows if row["plan"] is None),
        "labels_contradicted": sum(map(contradicts_label, rows)),
        "files": _files(folder),
    }
    text = json.dumps(manifest, sort_keys=True, ensure_ascii=False, indent=1) + "\n"
    (folder / MANIFEST).write_text(text, encoding="utf-8", newline="\n")


def contradicts_label(row: Row) -> bool:
    """Return whether a row has a label, and its status proves the opposite."""
    proved = {Status.OPTIMAL: "feasible", Status.FEASIBLE: "feasible", Status.INFEASIBLE: "infeasible"}
    found = proved.get(Status(str(row["status"])))
    return found is not None and row["label"] is not None and found != row["label"]


def _perfect(rows: Iterable[Row]) -> int:
    """Count the answers that both rule sets find perfect; TREK's knows but three causes for a refusal."""
    return sum(bool(row["official_perfect"] and row["strict_perfect"]) for row in rows)


def _files(folder: Path) -> dict[str, object]:
    files = sorted(path for path in folder.rglob("*") if path.is_file())
    return {
        path.relative_to(folder).as_posix(): {"bytes": path.stat().st_size, "sha256": file_sha256(path)}
        for path in files
    }


def _write_lines(path: Path, rows: Iterable[Row]) -> None:
    with path.open("wb") as file:
        file.writelines(orjson.dumps(dict(row)) + b"\n" for row in rows)


def _write_certificates(folder: Path, rows: Sequence[Row]) -> None:
    folder.mkdir()
    for row in rows:
        if row["certificate"] is not None:
            path = folder / f"{_file_name(str(row['task_id']))}.json"
            path.write_text(f"{row['certificate']}\n", encoding="utf-8", newline="\n")


def _file_name(task_id: str) -> str:
    """Return a name for the file of a task, another one for each; long ones are cut and told by a hash."""
    name = quote(task_id, safe=" ")
    return name if len(name) <= LONGEST_NAME else f"{name[:100]} {sha256(name.encode()).hexdigest()}"


def _write_official(folder: Path, tasks: Sequence[Task], rows: Sequence[Row]) -> None:
    """Write what the published tools read; what is proved of a task takes the place of its label."""
    folder.mkdir()
    write_tasks(folder / QUERIES, [_proved(task, row) for task, row in zip(tasks, rows, strict=True)])
    submission = system("trek").load("formats").submission
    answers = []
    for task, row in zip(tasks, rows, strict=True):
        plan = None if row["plan"] is None else orjson.loads(str(row["plan"]))
        answers.append(submission(task, plan, str(row["refusal"] or "")))
    write_answers(folder / ANSWERS, answers)


def _proved(task: Task, row: Row) -> Task:
    status = row["status"]
    if status in (Status.OPTIMAL, Status.FEASIBLE):
        return replace(task, label=Label(feasible=True))
    return replace(task, label=Label(feasible=False)) if status == Status.INFEASIBLE else task


def _card(counts: Mapping[str, int], statuses: Mapping[str, int], about: Mapping[str, object]) -> str:
    head = [f"license: {about['license']}", "task_categories:", "- text-generation", "tags:", "- planning"]
    head += ["configs:", "- config_name: default", "  data_files:"]
    for name in counts:
        head += [f"  - split: {name}", f"    path: data/{name}.parquet"]
    head += ["dataset_info:", "  features:"]
    for name, field in FIELDS.items():
        head += [f"  - name: {name}", f"    dtype: {field.feature}"]
    size = ", ".join(f"{count} {status}" for status, count in statuses.items())
    columns = [f"| `{name}` | {field.feature} | {field.about} |" for name, field in FIELDS.items()]
    body = f"""
# Gold plans

{sum(counts.values())} travel planning tasks in TREK's form with reference answers: {size}. A plan is called
`optimal`, and a task `infeasible`, only where an independent checker accepted the certificate of the row.

Made by planassay {__version__} over the knowledge base `{about["kb_hash"]}`.
Check everything, without a solver:

```console
planassay check-certificate . --kb KB --tasks official/{QUERIES}
planassay score official/{ANSWERS} --kb KB --tasks official/{QUERIES}
```

| column | type | what it holds |
| --- | --- | --- |
"""
    return "\n".join(["---", *head, "---"]) + "\n" + body + "\n".join(columns) + "\n"
