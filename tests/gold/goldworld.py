"""A made world on disk with a few tasks over it, as the tests of builds and datasets use them."""

from functools import cache
from pathlib import Path

import orjson

from planassay.gold.build import Order
from planassay.gold.tasks import Made, make_set, read_origins, to_row
from planassay.kb.catalog import Catalog
from planassay.kb.formats.trek import parts, read_task_lines
from planassay.kb.store import write_store
from planassay.kb.worlds.trek import build

SEED = 7
TASKS = 12


@cache
def made() -> tuple[Made, ...]:
    """Return the tasks with what they were made of."""
    return tuple(make_set(Catalog(build("tiny", SEED).source), TASKS, SEED))


def order(folder: Path, **changes: object) -> Order:
    """Return the order of gold for those tasks, over a world that is written into a folder once."""
    kb, file = folder / "kb", folder / "tasks.jsonl"
    if not kb.exists():
        manifest = write_store(kb, "trek", list(parts(build("tiny", SEED).source)))
        rows = (to_row(one, manifest.content_hash, SEED) for one in made())
        file.write_bytes(b"".join(orjson.dumps(row) + b"\n" for row in rows))
    fields = {"kb": kb, "tasks": tuple(read_task_lines(file)), "origins": read_origins(file)}
    return Order(**{**fields, **changes})  # type: ignore[arg-type]


def contents(folder: Path) -> dict[str, bytes]:
    """Return the bytes of every file of a folder by its path."""
    files = (path for path in folder.rglob("*") if path.is_file())
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in files}
