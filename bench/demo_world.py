"""
Demo world: a made world, tasks over it and their gold, as the demo shows them.

The same verbs make it one by one: ``kb build``, ``tasks build``, ``gold build``.
"""

from dataclasses import dataclass
from pathlib import Path
from time import perf_counter
from typing import cast

import orjson

from planassay.bench.console import print_note, progress

SCALE, SEED = "small", 7


@dataclass(frozen=True, slots=True)
class DemoWorld:
    """What was made, in counts."""

    cities: int
    tasks: int
    optimal: int
    infeasible: int
    perfect: int
    seconds: float

    @property
    def is_sound(self) -> bool:
        """Whether every task is proved, and every plan perfect under both rule sets."""
        return self.optimal + self.infeasible == self.tasks and self.perfect == self.optimal

    def line(self) -> str:
        """Return the counts as a line."""
        return (
            f"{self.tasks} made tasks over a made world of {self.cities} cities: {self.optimal} plans proved "
            f"optimal, {self.perfect} of them perfect under both rule sets, {self.infeasible} proved "
            f"infeasible; {self.seconds:.2f} s of making, solving and proving"
        )


def make_demo_world(out: Path, count: int) -> DemoWorld:
    """
    Make a world of 24 cities, so many tasks over it, and their gold, in three places under a folder.

    Raises
    ------
    StoreError
        If something else stands there.
    """
    from planassay.gold.build import Order, build
    from planassay.gold.tasks import make_set, read_origins, to_row
    from planassay.kb.formats.trek import parts, read_task_lines
    from planassay.kb.opening import open_kb
    from planassay.kb.store import write_store
    from planassay.kb.worlds import trek

    start = perf_counter()
    kb, tasks, gold = out / "world", out / "tasks.jsonl", out / "gold"
    out.mkdir(parents=True, exist_ok=True)
    source = trek.build(SCALE, SEED).source
    write_store(kb, "trek", list(parts(source)), force=True)
    catalog = open_kb(kb)
    lines: list[bytes] = []
    with progress("making tasks", total=count) as bar:
        for made in make_set(catalog, count, SEED):
            lines.append(orjson.dumps(to_row(made, catalog.content_hash, SEED)) + b"\n")
            bar.advance(made.task.task_id)
    tasks.write_bytes(b"".join(lines))
    order = Order(kb, tuple(read_task_lines(tasks)), origins=read_origins(tasks))
    with progress("building gold", total=count) as bar:
        manifest = build(order, gold, force=True, progress=bar.show)
    for path, what in ((kb, "a made world"), (tasks, "tasks over it"), (gold, "their gold, as a dataset")):
        print_note(f"wrote {path}: {what}")
    statuses = cast("dict[str, int]", manifest["statuses"])
    return DemoWorld(
        cities=len(source.hotel_table),
        tasks=count,
        optimal=statuses.get("optimal", 0),
        infeasible=statuses.get("infeasible", 0),
        perfect=cast(int, manifest["perfect_plans"]),
        seconds=perf_counter() - start,
    )
