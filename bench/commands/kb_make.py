"""The verbs ``kb build`` and ``kb export``: a made world, and a knowledge base as official files."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import orjson
import typer

from planassay.bench.console import print_facts, print_json, print_note, progress
from planassay.kb.errors import InputError

if TYPE_CHECKING:
    from planassay.kb.worlds.trek import World

Kb = Annotated[Path, typer.Argument(metavar="KB", help="Knowledge base.", show_default=False)]
OutKb = Annotated[Path, typer.Option("--out", metavar="KB", help="Where to put the knowledge base.")]
OutDir = Annotated[Path, typer.Option("--out", metavar="DIR", help="Where to put the folder.")]
Scale = Annotated[str, typer.Option("--scale", help="How large: tiny, small or full (TREK's counts).")]
CityScale = Annotated[str, typer.Option("--scale", help="How large: small or full.")]
Seed = Annotated[int, typer.Option("--seed", help="Any whole number; the same one makes the same world.")]
Defects = Annotated[bool, typer.Option("--defects", help="Plant faults of every kind, to test auditors.")]
Kinds = Annotated[
    list[str] | None,
    typer.Option("--defect", metavar="KIND", help="Plant faults of this kind; may be repeated."),
]
PlantedFile = Annotated[
    Path | None,
    typer.Option(
        "--planted", metavar="FILE", help="Where to list planted faults; KB.planted.json if not given."
    ),
]
Force = Annotated[bool, typer.Option("--force", help="Replace one that stands there.")]
Json = Annotated[bool, typer.Option("--json", help="Print one JSON document.")]


def register(kb: typer.Typer) -> None:
    """Add both verbs to the verb ``kb``."""
    builds = typer.Typer(help="Make a synthetic knowledge base from a seed.", no_args_is_help=True)
    builds.command("trek")(build_trek)
    builds.command("lifeplanner")(build_lifeplanner)
    kb.add_typer(builds, name="build")
    exports = typer.Typer(help="Write a knowledge base as official files.", no_args_is_help=True)
    exports.command("trek")(export_trek)
    kb.add_typer(exports, name="export")


def build_trek(
    out: OutKb,
    *,
    scale: Scale = "full",
    seed: Seed = 7,
    defects: Defects = False,
    defect: Kinds = None,
    planted: PlantedFile = None,
    force: Force = False,
    as_json: Json = False,
) -> None:
    """
    Make a world in TREK's schema: real airports, and invented flights, hotels, attractions and cars.

    The same scale and seed give the same bytes everywhere. Planted faults are listed in a file beside the
    knowledge base, not in it.
    """
    from planassay.kb.formats.trek import parts
    from planassay.kb.store import write_store

    with progress("making the world", total=2) as bar:
        world = _build(scale, seed, every=defects, kinds=defect or [])
        bar.advance("writing")
        manifest = write_store(out, "trek", list(parts(world.source)), force=force)
        bar.advance()
    print_note(f"wrote {out}")
    document: dict[str, object] = {
        "system": "trek",
        "scale": world.scale.value,
        "seed": world.seed,
        "content_hash": manifest.content_hash,
        "rows": {name: entry.rows for name, entry in sorted(manifest.tables.items())},
        "planted": [fault.to_json() for fault in world.planted],
    }
    if world.planted:
        listing = planted or out.with_name(f"{out.name}.planted.json")
        listing.write_bytes(orjson.dumps(document, option=orjson.OPT_INDENT_2 | orjson.OPT_APPEND_NEWLINE))
        print_note(f"wrote {listing}")
    _print(document, world, as_json=as_json)


def build_lifeplanner(
    out: OutDir, *, scale: CityScale = "full", seed: Seed = 7, force: Force = False, as_json: Json = False
) -> None:
    """
    Make a city in LifePlanner's schema: invented streets, places and posts, as four files of JSON lines.

    The same scale and seed give the same bytes everywhere. The files are definitions of our own: the
    benchmark has published none.
    """
    from planassay.kb.aside import aside
    from planassay.kb.formats.lifeplanner import FILES, write_city
    from planassay.kb.worlds.lifeplanner import SCALES, build

    _check("--scale", scale, list(SCALES))

    def is_city(path: Path) -> bool:
        return {entry.name for entry in path.iterdir()} == set(FILES)

    with progress("making the city", total=1) as bar, aside(out, force=force, replaceable=is_city) as folder:
        city = build(scale, seed)
        write_city(folder, city)
        bar.advance()
    print_note(f"wrote {out}")
    facts: dict[str, object] = {
        "system": "lifeplanner",
        "scale": scale,
        "seed": seed,
        "content_hash": city.content_hash,
        "vertices": len(city.network.vertices),
        "ways": len(city.network.ways),
        "places": len(city.places),
        "notes": len(city.notes),
    }
    if as_json:
        print_json(facts)
    else:
        print_facts(facts)


def _build(scale: str, seed: int, *, every: bool, kinds: list[str]) -> "World":
    from planassay.kb.worlds.trek import Defect, Scale, build

    _check("--scale", scale, [choice.value for choice in Scale])
    for kind in kinds:
        _check("--defect", kind, [choice.value for choice in Defect])
    return build(scale, seed, list(Defect) if every else kinds)


def _check(option: str, value: str, choices: Sequence[str]) -> None:
    if value not in choices:
        raise InputError(f"is not one of {', '.join(choices)}", source=option, value=value)


def _print(document: dict[str, object], world: "World", *, as_json: bool) -> None:
    if as_json:
        print_json(document)
        return
    source = world.source
    print_facts(
        {
            "system": "trek",
            "scale": world.scale.value,
            "seed": world.seed,
            "content_hash": source.content_hash,
            "cities": len(source.hotel_table),
            "airports": len(source.airport_table),
            "flights": len(source.flight_table),
            "hotels": sum(map(len, source.hotel_table.values())),
            "attractions": sum(map(len, source.attraction_table.values())),
            "cars": sum(map(len, source.car_table.values())),
            "planted": len(world.planted),
        }
    )


def export_trek(path: Kb, out: OutDir, *, force: Force = False, as_json: Json = False) -> None:
    """Write a knowledge base as TREK's data folder (api/data/v2), which its published tools can read."""
    from planassay.bench.inputs import open_kb
    from planassay.kb.aside import aside
    from planassay.kb.formats.trek import is_folder, write_folder

    kb = open_kb(path)
    with aside(out, force=force, replaceable=is_folder) as folder:
        write_folder(folder, kb.source)
    print_note(f"wrote {out}")
    facts: dict[str, object] = {"system": "trek", "content_hash": kb.content_hash, "folder": str(out)}
    print_json(facts) if as_json else print_facts(facts)
