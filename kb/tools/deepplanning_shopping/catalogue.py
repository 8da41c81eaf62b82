"""
Catalogue: the products as the tools hold them, and what is looked up in a row.

Official loading swallows every fault: the rows before it stay, the rest is not there. A row without an id is
still listed, but it is the last one and cannot be asked for.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import reduce
from typing import Any

from planassay.kb.formats.deepplanning_shopping.casefiles import read_rows


@dataclass(frozen=True, slots=True)
class Catalogue:
    """The rows of a catalogue in order, and by id; of several with one id the last counts."""

    rows: Sequence[object]
    by_id: Mapping[object, object]


def load_catalogue(data: bytes | None) -> Catalogue:
    """Return the catalogue in a file, up to its first fault."""
    rows: list[Any] = []
    by_id: dict[object, object] = {}
    try:
        for row in read_rows(data):
            rows.append(row)
            by_id[rows[-1]["product_id"]] = row
    except Exception:  # whatever it is, the official loader swallows it
        pass
    return Catalogue(rows, by_id)


def nested(row: object, path: object) -> object:
    """
    Return the value under a dotted path in a row, None if it is not there.

    Examples
    --------
    >>> nested({"rating": {"average_score": 4.5}}, "rating.average_score"), nested({}, "price")
    (4.5, None)
    """
    if not isinstance(path, str):
        return None
    return reduce(
        lambda value, key: value.get(key) if isinstance(value, dict) else None, path.split("."), row
    )
