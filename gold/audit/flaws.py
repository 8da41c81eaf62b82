"""
Flaws: what a fault of a table is, and how a list of found ones compares with a list of planted ones.

The kinds are those of ``kb.worlds.trek.defects``, and ``unreadable`` for what no record can be made of.
"""

from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import NamedTuple

import orjson

from planassay.kb.errors import InputError
from planassay.kb.worlds.trek import Defect

UNREADABLE = "unreadable"


@dataclass(frozen=True, slots=True)
class Flaw:
    """
    One fault of a table.

    ``ids`` name the records at fault within the table and label: identifiers of hotels, attractions and cars,
    numbers of flights, codes of airports; for the table ``cities`` labels.
    """

    kind: str
    table: str
    label: str
    ids: tuple[str, ...]
    detail: str

    @property
    def key(self) -> tuple[str, str, str, tuple[str, ...]]:
        """What two reports of one fault have in common."""
        return self.kind, self.table, self.label, tuple(sorted(self.ids))

    def to_json(self) -> dict[str, object]:
        """Return the fault as plain values."""
        return {**asdict(self), "ids": list(self.ids)}


class Recall(NamedTuple):
    """How many faults of a kind were planted and found, and how many found that were not planted."""

    kind: str
    planted: int
    found: int
    others: int


def read_planted(path: Path) -> list[Flaw]:
    """
    Return the faults that ``planassay kb build --defects`` lists.

    Raises
    ------
    InputError
        If the file is no such list.
    """
    try:
        document = orjson.loads(path.read_bytes())
        return [
            Flaw(one["defect"], one["table"], one["label"], tuple(one["ids"]), one["detail"])
            for one in document["planted"]
        ]
    except OSError as error:
        raise InputError(f"cannot be read: {error.strerror or error}", source=path) from error
    except (ValueError, KeyError, TypeError) as error:
        raise InputError("is no list of planted faults", source=path) from error


def recalls(planted: Sequence[Flaw], found: Iterable[Flaw]) -> list[Recall]:
    """Return, for each kind, how the faults found compare with those planted."""
    keys = {flaw.key for flaw in found}
    wanted = {flaw.key for flaw in planted}
    kinds = dict.fromkeys([*(defect.value for defect in Defect), *sorted(key[0] for key in keys | wanted)])
    return [
        Recall(
            kind,
            planted=sum(key[0] == kind for key in wanted),
            found=sum(key[0] == kind for key in wanted & keys),
            others=sum(key[0] == kind for key in keys - wanted),
        )
        for kind in kinds
    ]
