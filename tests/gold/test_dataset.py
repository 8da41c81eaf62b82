"""A dataset opens in every reader of tables, says what it holds, and reads back as official files."""

import json
from dataclasses import replace
from hashlib import sha256
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

import pytest
from tests.gold.goldworld import SEED, TASKS, made, order

from planassay.gold.build import build
from planassay.gold.dataset import FIELDS, splits_of
from planassay.kb.formats.trek import read_gold, read_tasks
from planassay.kb.opening import open_kb
from planassay.verifier.certificate import Decision
from planassay.verifier.checking import check_all, counted
from planassay.verifier.official import assess


@pytest.fixture(scope="module")
def gold(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a dataset; the world it is over stands beside it."""
    folder = tmp_path_factory.mktemp("dataset")
    build(order(folder), folder / "gold")
    return folder / "gold"


def rows_of(gold: Path) -> list[dict[str, object]]:
    """Return all rows as their JSON lines say them."""
    return [
        json.loads(line)
        for path in sorted((gold / "data").glob("*.jsonl"))
        for line in path.read_text(encoding="utf-8").splitlines()
    ]


def test_duckdb_reads_what_the_lines_say(gold: Path) -> None:
    """Each Parquet file has the columns in their order and types, and the very rows of its lines."""
    duckdb = import_module("duckdb")
    for path in sorted((gold / "data").glob("*.parquet")):
        table = duckdb.connect().execute("SELECT * FROM read_parquet(?)", [str(path)])
        names = [column[0] for column in table.description]
        assert names == list(FIELDS)
        assert [str(column[1]) for column in table.description] == [field.sql for field in FIELDS.values()]
        lines = path.with_suffix(".jsonl").read_text(encoding="utf-8").splitlines()
        assert [dict(zip(names, row, strict=True)) for row in table.fetchall()] == list(
            map(json.loads, lines)
        )


def _pandas(path: Path) -> list[str]:
    return [str(name) for name in import_module("pandas").read_parquet(path)["task_id"]]


def _polars(path: Path) -> list[str]:
    return [str(name) for name in import_module("polars").read_parquet(path)["task_id"]]


def _datasets(path: Path) -> list[str]:
    loaded = import_module("datasets").load_dataset("parquet", data_files={"all": str(path)}, split="all")
    return [str(name) for name in loaded["task_id"]]


def _duckdb(path: Path) -> list[str]:
    found = import_module("duckdb").connect().execute(f"SELECT task_id FROM '{path}'").fetchall()
    return [str(name) for (name,) in found]


READERS = {
    "duckdb": (_duckdb, ("duckdb",)),
    "pandas": (_pandas, ("pandas", "pyarrow")),
    "polars": (_polars, ("polars",)),
    "datasets": (_datasets, ("datasets",)),
}
INSTALLED = [name for name, (_, needs) in READERS.items() if all(map(find_spec, needs))]


@pytest.mark.parametrize("reader", INSTALLED)
def test_every_installed_reader_opens_it(gold: Path, reader: str) -> None:
    """Whatever reader of tables is here finds the tasks."""
    names = [name for path in sorted((gold / "data").glob("*.parquet")) for name in READERS[reader][0](path)]
    assert sorted(names) == sorted(one.task.task_id for one in made())


def test_the_manifest_lists_every_file(gold: Path) -> None:
    """Each file but the manifest has its size and SHA-256 there, and rows are counted by split."""
    manifest = json.loads((gold / "manifest.json").read_text(encoding="utf-8"))
    files = {p.relative_to(gold).as_posix(): p.read_bytes() for p in gold.rglob("*") if p.is_file()}
    del files["manifest.json"]
    assert manifest["files"] == {
        name: {"bytes": len(data), "sha256": sha256(data).hexdigest()} for name, data in files.items()
    }
    assert sum(manifest["rows"].values()) == TASKS
    assert manifest["seeds"] == [SEED]


def test_the_card_names_the_files_and_the_columns(gold: Path) -> None:
    """The YAML head points at each Parquet file and states each column."""
    card = (gold / "README.md").read_text(encoding="utf-8")
    head = card.split("---\n")[1]
    for path in (gold / "data").glob("*.parquet"):
        assert f"  - split: {path.stem}\n    path: data/{path.name}\n" in head
    for name, field in FIELDS.items():
        assert f"  - name: {name}\n    dtype: {field.feature}\n" in head
        assert f"| `{name}` | {field.feature} |" in card


def test_the_official_files_are_perfect_to_the_published_evaluator(gold: Path) -> None:
    """Queries and answers read back; each plan is task-perfect, each refusal as the row says."""
    tasks = read_tasks(gold / "official" / "trek_queries.csv")
    answers = read_gold(gold / "official" / "trek_gold.jsonl")
    assert tasks == [replace(one.task, label=task.label) for one, task in zip(made(), tasks, strict=True)]
    kb = open_kb(gold.parent / "kb")
    by_id = {row["task_id"]: row for row in rows_of(gold)}
    for task, answer in zip(tasks, answers, strict=True):
        report = assess(answer, task, kb)
        assert report.task_perfect == by_id[task.task_id]["official_perfect"], task.task_id
        assert report.task_perfect or report.refused


def test_every_certificate_is_accepted(gold: Path) -> None:
    """The checker accepts the certificate of each row against the official files alone."""
    kb = open_kb(gold.parent / "kb")
    found = list(check_all(gold / "certificates", kb, gold / "official" / "trek_queries.csv"))
    assert len(found) == TASKS
    assert {checked.answer.decision for checked in found} == {Decision.ACCEPTED}


def test_infeasible_rows_list_every_cause(gold: Path) -> None:
    """A row has a plan or causes, the leading one in words, never both."""
    for row in rows_of(gold):
        causes = json.loads(str(row["causes"]))
        assert bool(causes) == (row["status"] == "infeasible") == (row["plan"] is None)
        assert bool(causes) == bool(row["refusal"])


def test_twins_stay_together_and_order_does_not_matter() -> None:
    """The two tasks of a boundary pair are in one split, and so is each task wherever it stands."""
    weights = {"train": 1, "validation": 1, "test": 1}
    tasks = [one.task for one in made()]
    splits = splits_of(tasks, weights)
    trips: dict[int, set[str]] = {}
    for one, split in zip(made(), splits, strict=True):
        trips.setdefault(one.cell.trip, set()).add(split)
    assert len(trips) < TASKS
    assert all(len(found) == 1 for found in trips.values())
    assert splits_of(tasks[::-1], weights) == splits[::-1]
    assert set(splits) == set(weights)


def test_a_weight_of_nothing_gives_an_empty_split() -> None:
    """All tasks can go to one split."""
    tasks = [one.task for one in made()]
    assert set(splits_of(tasks, {"train": 0, "validation": 0, "test": 1})) == {"test"}


def test_files_of_certificates_have_names_that_a_disk_takes(tmp_path: Path) -> None:
    """Long names of tasks are cut and told apart by a hash, and the checker finds each."""
    task = made()[0].task
    tasks = tuple(replace(task, task_id=name) for name in ("x" * 5000, "x" * 4999, "..", "a/b"))
    build(order(tmp_path, tasks=tasks, origins={}), tmp_path / "gold")
    files = list((tmp_path / "gold" / "certificates").iterdir())
    assert len(files) == 4
    assert max(len(file.name) for file in files) < 200
    table = tmp_path / "gold" / "official" / "trek_queries.csv"
    found = list(check_all(tmp_path / "gold" / "certificates", open_kb(tmp_path / "kb"), table))
    assert counted(found) == "4 accepted, 0 refused, 0 unproved, 0 unread"
