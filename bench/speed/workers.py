"""
Workers: rewards in a pool of processes, as trainers run them.

``python -m planassay.bench.speed.workers --kb KB --workers 8 --calls 100000`` sends texts of models, most
of them plans with a few things wrong, to a pool whose workers got their rewarder by pickle. It tells how much
memory each worker holds, how much of it is the one mapped knowledge base, and whether every worker gave the
reward that this process gives. Exits with 0 if all came back and all agree, else with 1.
"""

import json
import multiprocessing
import sys
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from dataclasses import asdict, dataclass
from enum import StrEnum
from multiprocessing.synchronize import Barrier
from pathlib import Path
from random import Random
from typing import Annotated

import typer

from planassay.bench.console import Exit, print_error, print_json, print_line, print_table, progress
from planassay.bench.speed.damage import damaged
from planassay.bench.speed.journeys import journeys
from planassay.bench.speed.memory import Held, held
from planassay.kb.errors import PlanassayError
from planassay.kb.formats.trek import task_line
from planassay.kb.opening import shared_kb
from planassay.verifier.reward import Rewarder

JOURNEYS, TEXTS = 200, 2000
CHUNK = 100
PATIENCE_S = 120.0
"""After which a pool that gives nothing back counts as stuck."""
MIB = 2**20

Pair = tuple[str, str]
"""A text, and its task as JSON text."""


class Start(StrEnum):
    """How processes begin."""

    SPAWN = "spawn"
    FORK = "fork"
    FORKSERVER = "forkserver"


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a pool showed."""

    calls: int
    wrong: int
    """Rewards that differ from those of this process."""
    is_stuck: bool
    seconds: float
    workers: tuple[Held, ...]
    """What each worker held in the end; empty where the system does not say."""


def texts(kb_path: Path, count: int, seed: int) -> list[Pair]:
    """Return texts with their tasks: answers in prose, whole or with a few things wrong."""
    drawn = journeys(shared_kb(kb_path), min(JOURNEYS, count), seed)
    answers = [journey.answer for journey in drawn]
    draw = Random(seed)
    pairs = []
    for number in range(count):
        journey = drawn[number % len(drawn)]
        answer = journey.answer if draw.random() < 0.2 else damaged(journey.answer, answers, draw)
        text = f"<think>{journey.task.text}</think>\n```json\n{json.dumps(answer)}\n```"
        pairs.append((text, json.dumps(task_line(journey.task))))
    return pairs


_REWARDER: list[Rewarder] = []
_BARRIER: list[Barrier] = []


def _begin(rewarder: Rewarder, barrier: Barrier) -> None:
    _REWARDER[:] = [rewarder]
    _BARRIER[:] = [barrier]


def _rewards(pairs: Sequence[Pair]) -> list[float]:
    (rewarder,) = _REWARDER
    return [rewarder(text, task).reward for text, task in pairs]


def _account(folder: Path) -> Held | None:
    """Return what this worker holds, once all of them have come to that."""
    _BARRIER[0].wait(PATIENCE_S)
    found = held(folder)
    _BARRIER[0].wait(PATIENCE_S)
    return found


def run_pool(
    rewarder: Rewarder, folder: Path, pairs: Sequence[Pair], calls: int, workers: int, start: Start
) -> Outcome:
    """
    Send texts to a pool of workers, over and over until there were so many calls.

    Parameters
    ----------
    rewarder
        Sent to each worker.
    folder
        Its knowledge base, whose mapped files are told apart.
    pairs
        What is sent.
    calls, workers, start
        How many calls, to how many processes, begun how.
    """
    context = multiprocessing.get_context(start.value)
    barrier = context.Barrier(workers)
    expected = [rewarder(text, task).reward for text, task in pairs]
    began = time.perf_counter()
    done = wrong = 0
    with (
        ProcessPoolExecutor(workers, context, _begin, (rewarder, barrier)) as pool,
        progress("rewards", calls) as bar,
    ):
        waiting: dict[Future[list[float]], range] = {}
        chunks = _chunks(calls)
        while True:
            while len(waiting) < 4 * workers and (chunk := next(chunks, None)) is not None:
                sent = [pairs[number % len(pairs)] for number in chunk]
                waiting[pool.submit(_rewards, sent)] = chunk
            if not waiting:
                break
            finished, _ = wait(waiting, PATIENCE_S, FIRST_COMPLETED)
            if not finished:
                for worker in multiprocessing.active_children():
                    worker.kill()
                return Outcome(done, wrong, True, time.perf_counter() - began, ())
            for future in finished:
                chunk = waiting.pop(future)
                wanted = [expected[number % len(pairs)] for number in chunk]
                wrong += sum(one != other for one, other in zip(future.result(), wanted, strict=True))
                done += len(chunk)
                bar.show(done, "rewards")
        seconds = time.perf_counter() - began
        accounts = [pool.submit(_account, folder) for _ in range(workers)]
        found = [account.result(PATIENCE_S) for account in accounts]
    return Outcome(done, wrong, False, seconds, tuple(one for one in found if one is not None))


def _chunks(calls: int) -> Iterator[range]:
    for first in range(0, calls, CHUNK):
        yield range(first, min(calls, first + CHUNK))


Kb = Annotated[Path, typer.Option("--kb", metavar="KB", help="TREK knowledge base.", show_default=False)]
Calls = Annotated[int, typer.Option("--calls", min=1, help="How many rewards.")]
Workers = Annotated[int, typer.Option("--workers", min=1, help="How many processes.")]
Begin = Annotated[Start, typer.Option("--start", help="How they begin.")]
Shaping = Annotated[str, typer.Option("--shaping", help="Name of the shaping.")]
Seed = Annotated[
    int, typer.Option("--seed", min=0, help="Any whole number; the same one sends the same texts.")
]
Json = Annotated[bool, typer.Option("--json", help="Print one JSON document.")]


def run(
    *,
    kb: Kb,
    calls: Calls = 100_000,
    workers: Workers = 8,
    start: Begin = Start.SPAWN,
    shaping: Shaping = "gold",
    seed: Seed = 1,
    as_json: Json = False,
) -> None:
    """Send texts to a pool of reward workers, and tell what they hold."""
    rewarder = Rewarder(kb, shaping=shaping)
    outcome = run_pool(rewarder, kb, texts(kb, min(TEXTS, calls), seed), calls, workers, start)
    if as_json:
        print_json(asdict(outcome) | {"start": start.value, "asked": calls})
    else:
        _print(outcome, start)
    is_well = outcome.calls == calls and not outcome.wrong and not outcome.is_stuck
    raise typer.Exit(Exit.YES if is_well else Exit.NO)


def _print(outcome: Outcome, start: Start) -> None:
    columns = ("worker", "resident", "share", "own", "mapped", "share of mapped")
    rows = [
        (str(place), *(f"{amount / MIB:.1f}" for amount in _amounts(worker)))
        for place, worker in enumerate(outcome.workers)
    ]
    sums = [sum(amounts) for amounts in zip(*map(_amounts, outcome.workers), strict=True)]
    rows.append(("all, in MiB", *(f"{amount / MIB:.1f}" for amount in sums)))
    if outcome.workers:
        print_table(columns, rows, align=("left", "right", "right", "right", "right", "right"))
    rate = outcome.calls / outcome.seconds
    told = f"{outcome.calls:,} calls, workers by {start.value}, {outcome.wrong} wrong"
    print_line(f"{told}; {outcome.seconds:.1f} s, {rate:,.0f} calls/s")
    if outcome.is_stuck:
        print_error(f"stuck: nothing came back in {PATIENCE_S:.0f} s")


def _amounts(worker: Held) -> tuple[int, ...]:
    return worker.resident, worker.share, worker.own, worker.mapped, worker.mapped_share


def main() -> None:
    """Run with the arguments of the process."""
    app = typer.Typer(add_completion=False, pretty_exceptions_enable=False, rich_markup_mode=None)
    app.command()(run)
    try:
        app(prog_name="python -m planassay.bench.speed.workers")
    except PlanassayError as error:
        print_error(str(error))
        sys.exit(Exit.MISUSE)


if __name__ == "__main__":
    main()
