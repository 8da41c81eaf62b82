"""
Conformity: recorded results of a published evaluator, replayed and compared value by value.

Here is what all systems share: reading the records, comparing, counting, and the words for a difference.
Which forms of records there are, and what ours says to each, a system's module in ``verifier.official``
knows. Nothing is skipped: a line that is no record of a known form is a difference.
"""

import gzip
import json
import math
import zlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from itertools import chain
from pathlib import Path
from typing import cast

from planassay.bench.console import sayable
from planassay.gold.replay import with_proofs
from planassay.kb.errors import InputError, UnknownSystemError
from planassay.kb.formats import system
from planassay.verifier.official.replay import Pair, Replay, UnknownFormError

_MISSING = "(nothing)"


@dataclass(frozen=True, slots=True)
class Difference:
    """One value that is not as recorded, or one record that cannot be compared."""

    record: str
    """Name of the record, or the line that it stands in."""
    field: str
    """Where in the result; empty if it is about the record as a whole."""
    expected: object
    got: object

    def text(self) -> str:
        """Return one line for people."""
        place = f"{self.record}: {self.field}" if self.field else self.record
        return f"{place}: expected {self.expected!r}, got {self.got!r}"


@dataclass(frozen=True, slots=True)
class Conformity:
    """What a replay found."""

    system: str
    compared: int
    """Records that were looked at, readable or not."""
    differing: int
    """Records that differ; the aggregates beside them count as one more."""
    differences: tuple[Difference, ...]

    @property
    def is_conform(self) -> bool:
        """Whether something was compared, and nothing differs."""
        return self.compared > 0 and self.differing == 0

    def summary(self) -> str:
        """Return the line that says it all."""
        return f"{self.system}: {self.compared} compared, {self.differing} differ"

    def to_json(self) -> dict[str, object]:
        """Return the same as a JSON object; numbers that JSON does not know are written as text."""
        differences = [
            {key: sayable(value) for key, value in asdict(difference).items()}
            for difference in self.differences
        ]
        return {
            "system": self.system,
            "compared": self.compared,
            "differ": self.differing,
            "conform": self.is_conform,
            "differences": differences,
        }


def conform(
    name: str, data: Path, vectors: Path, *, advance: Callable[[], None] = lambda: None
) -> Conformity:
    """
    Replay recorded results.

    Parameters
    ----------
    name
        The system.
    data
        A folder of its official data, on which the results were recorded.
    vectors
        Records, one JSON object a line (``.jsonl``, or ``.jsonl.gz``). Aggregates in a file beside it, called
        ``X.aggregate.json`` for ``X.jsonl``, are compared as well.
    advance
        Called after each record.

    Raises
    ------
    UnknownSystemError
        If the system is unknown, or has no recorded results to compare with.
    InputError
        If the data or the file of records cannot be read at all.
    """
    replay = _open(name, data)
    records = list(_records(vectors))
    replay.foresee(record for _, record in records if isinstance(record, dict))
    compared = differing = 0
    differences: list[Difference] = []
    for label, record in records:
        found = _differences(label, record, replay.replay)
        compared += 1
        differing += bool(found)
        differences += found
        advance()
    recorded = _aggregates_beside(vectors)
    if recorded.is_file():
        found = _differences(recorded.name, _parse(recorded.read_bytes()), replay.aggregate)
        differing += bool(found)
        differences += found
    return Conformity(name, compared, differing, tuple(differences))


def _open(name: str, data: Path) -> Replay:
    opener = getattr(system(name).load("official"), "open_replay", None)
    if opener is None:
        raise UnknownSystemError(f"{name} has no recorded results to compare with")
    return with_proofs(cast("Callable[[Path], Replay]", opener)(data))


def _aggregates_beside(vectors: Path) -> Path:
    stem = vectors.name.removesuffix(".gz").removesuffix(".jsonl")
    return vectors.with_name(f"{stem}.aggregate.json")


def _records(vectors: Path) -> Iterator[tuple[str, object]]:
    """Yield the name of each line and its record, or why it is none; blank lines are passed over."""
    try:
        with gzip.open(vectors) if vectors.suffix == ".gz" else vectors.open("rb") as lines:
            for number, line in enumerate(lines, start=1):
                if line.strip():
                    record = _parse(line)
                    name = record.get("id") if isinstance(record, dict) else None
                    yield (name if isinstance(name, str) else f"line {number}"), record
    except (OSError, EOFError, zlib.error) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise InputError(f"cannot be read: {reason}", source=vectors) from error


def _parse(text: bytes) -> object:
    """Return the JSON value of a text, or the exception that says why there is none."""
    try:
        value: object = json.loads(text)
    except (ValueError, RecursionError) as error:
        return error
    return value


def _differences(
    label: str, record: object, replay: Callable[[Mapping[str, object]], list[Pair]]
) -> list[Difference]:
    if isinstance(record, Exception):
        return [Difference(label, "", "a record", f"no JSON: {record}")]
    if not isinstance(record, dict):
        return [Difference(label, "", "a record", f"no JSON object: {record!r:.60}")]
    try:
        pairs = replay(record)
    except UnknownFormError as error:
        return [Difference(label, "", "a record of a known form", str(error))]
    return list(chain.from_iterable(_unequal(label, part, expected, got) for part, expected, got in pairs))


def _unequal(label: str, field: str, expected: object, got: object) -> Iterator[Difference]:
    """
    Yield each recorded value that ours does not equal.

    Numbers are equal if they are to the last bit, whether written with or without a point; what ours says
    beyond what was recorded is not looked at.
    """
    if isinstance(expected, dict) and isinstance(got, Mapping):
        for key, value in expected.items():
            yield from _unequal(label, f"{field}/{key}" if field else key, value, got.get(key, _MISSING))
    elif isinstance(expected, list) and isinstance(got, Sequence) and len(expected) == len(got):
        for place, value in enumerate(expected):
            yield from _unequal(label, f"{field}/{place}", value, got[place])
    elif not _is_same(expected, got):
        yield Difference(label, field, expected, got)


def _is_same(expected: object, got: object) -> bool:
    if isinstance(expected, float) and isinstance(got, float) and math.isnan(expected):
        return math.isnan(got)
    return expected == got
