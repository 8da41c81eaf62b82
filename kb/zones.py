"""
Time zones of airports, from the table ``kb/data/airport_zones.csv``.

The table is made once from the package airportsdata (MIT) and shipped; an airport it does not name
has no zone, which callers report as ``zone-unknown``.
"""

import csv
from functools import cache
from importlib.resources import files


@cache
def _table() -> dict[str, str]:
    text = files("planassay.kb").joinpath("data/airport_zones.csv").read_text(encoding="utf-8")
    return {row["iata"]: row["zone"] for row in csv.DictReader(text.splitlines())}


def airport_zones(iata: str) -> str | None:
    """Return the IANA zone of an airport code, or None if the table has none."""
    return _table().get(iata)
