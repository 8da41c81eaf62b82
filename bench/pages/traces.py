"""Traces: the calls of tools that led to an answer, as a harness wrote them down."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

MOST_CALLS = 100
"""Calls of one answer that are kept."""


@dataclass(frozen=True, slots=True)
class Call:
    """One call."""

    tool: str
    arguments: tuple[tuple[str, str], ...]
    """Names and values, as text."""
    units: int | None
    """What it cost of the budget."""
    octets: int | None
    """Bytes of the reply."""
    failed: bool


def calls_of(trace: object) -> tuple[Call, ...]:
    """Return the calls that a trace lists; what is no call is passed over."""
    return tuple(_calls(trace))[:MOST_CALLS]


def _calls(trace: object) -> Iterator[Call]:
    for entry in trace if isinstance(trace, list) else ():
        if not isinstance(entry, Mapping) or not isinstance(entry.get("tool"), str):
            continue
        arguments = entry.get("arguments")
        named = arguments.items() if isinstance(arguments, Mapping) else ()
        yield Call(
            str(entry["tool"]),
            tuple((str(name), _text(value)) for name, value in named),
            _whole(entry.get("units")),
            _whole(entry.get("bytes")),
            failed=entry.get("failed") is True,
        )


def _text(value: object) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def _whole(value: object) -> int | None:
    return value if isinstance(value, int) and not isinstance(value, bool) and value >= 0 else None
