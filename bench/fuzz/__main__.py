"""
Fuzz from the command line: ``python -m planassay.bench.fuzz --n 1000000 --seed 1``.

Exits with 0 if nothing raised, nothing took longer than its cap and memory stayed flat, else with 1.
"""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import orjson
import typer

from planassay.bench.console import Exit, print_error, print_json, print_line, print_note, progress
from planassay.kb.errors import InputError, PlanassayError

if TYPE_CHECKING:
    from planassay.bench.fuzz.run import Finding, Outcome
    from planassay.kb.catalog import Catalog

JOURNEYS = 60
SHOWN = 20

Count = Annotated[int, typer.Option("--n", min=1, help="How many inputs.")]
Seed = Annotated[
    int, typer.Option("--seed", min=0, help="Any whole number; the same one makes the same inputs.")
]
First = Annotated[int, typer.Option("--first", min=0, help="Number of the first input.")]
Kb = Annotated[
    Path | None,
    typer.Option("--kb", metavar="KB", help="TREK knowledge base; a small made one if not given."),
]
Doors = Annotated[
    list[str] | None,
    typer.Option(
        "--door", metavar="NAME", help="strict, official, object or reward; may be repeated; all if none."
    ),
]
Keep = Annotated[
    Path | None,
    typer.Option("--keep", metavar="FILE", help="Where to write what was found, with its inputs."),
]
Show = Annotated[
    bool, typer.Option("--show", help="Print the first input, byte for byte, and do nothing else.")
]
Json = Annotated[bool, typer.Option("--json", help="Print one JSON document.")]


def run(
    *,
    n: Count = 10_000,
    seed: Seed = 1,
    first: First = 0,
    kb: Kb = None,
    door: Doors = None,
    keep: Keep = None,
    show: Show = False,
    as_json: Json = False,
) -> None:
    """Send inputs through the strict and the official scorer and the reward, and tell what did not hold."""
    from planassay.bench.fuzz.inputs import draw_input
    from planassay.bench.fuzz.run import DOORS, fuzz
    from planassay.bench.speed.journeys import journeys

    for name in door or ():
        if name not in DOORS:
            raise InputError(f"is no door; known: {', '.join(DOORS)}", value=name)
    base = _knowledge(kb)
    drawn = journeys(base, JOURNEYS, seed)
    if show:
        sys.stdout.buffer.write(draw_input(seed, first, drawn).text)
        raise typer.Exit
    with progress("fuzzing", total=n) as bar:
        outcome = fuzz(base, drawn, range(first, first + n), seed, doors=door or (), advance=bar.advance)
    findings = [*outcome.raised, *outcome.slow]
    if keep is not None:
        keep.write_bytes(b"".join(orjson.dumps(finding.to_json()) + b"\n" for finding in findings))
        print_note(f"wrote {keep}")
    if as_json:
        print_json(_document(outcome, seed, first))
    else:
        _print(outcome, seed, first, findings)
    raise typer.Exit(Exit.YES if outcome.is_clean else Exit.NO)


def _knowledge(path: Path | None) -> "Catalog":
    from planassay.kb.catalog import Catalog
    from planassay.kb.opening import open_kb
    from planassay.kb.worlds.trek import build

    return open_kb(path) if path is not None else Catalog(build("small", 1).source)


def _document(outcome: "Outcome", seed: int, first: int) -> dict[str, object]:
    return {
        "seed": seed,
        "first": first,
        "inputs": outcome.inputs,
        "bytes": outcome.size,
        "kinds": dict(sorted(outcome.kinds.items())),
        "raised": len(outcome.raised),
        "over_time_cap": len(outcome.slow),
        "slowest_s": {door: round(took, 4) for door, took in outcome.slowest_s.items()},
        "largest_share_of_cap": round(outcome.longest_share, 4),
        "memory": outcome.memory,
        "growth_bytes": outcome.growth,
        "findings": [finding.to_json() for finding in (*outcome.raised, *outcome.slow)],
    }


def _print(outcome: "Outcome", seed: int, first: int, findings: "list[Finding]") -> None:
    for finding in findings[:SHOWN]:
        print_error(f"input {finding.number} ({finding.kind}), {finding.door}: {finding.what}")
    kinds = ", ".join(f"{count:,} {kind}" for kind, count in outcome.kinds.most_common())
    slowest = ", ".join(f"{door} {took:.3f} s" for door, took in outcome.slowest_s.items())
    print_line(f"seed {seed}, inputs {first:,} to {first + outcome.inputs - 1:,}: {kinds}")
    print_line(f"slowest: {slowest}; at most {100 * outcome.longest_share:.0f} % of the cap")
    for done, held in outcome.memory[:: max(1, len(outcome.memory) // 5)]:
        print_line(f"resident after {done:,}: {held / 2**20:.1f} MiB")
    growth = "not known" if outcome.growth is None else f"{outcome.growth / 2**20:+.1f} MiB"
    print_line(
        f"{outcome.inputs:,} inputs of {outcome.size:,} bytes: {len(outcome.raised)} exceptions, "
        f"{len(outcome.slow)} over the time cap, memory after the first fifth {growth}"
    )


def main() -> None:
    """Run with the arguments of the process."""
    app = typer.Typer(add_completion=False, pretty_exceptions_enable=False, rich_markup_mode=None)
    app.command()(run)
    try:
        app(prog_name="python -m planassay.bench.fuzz")
    except PlanassayError as error:
        print_error(str(error))
        sys.exit(Exit.MISUSE)


if __name__ == "__main__":
    main()
