"""
Traces: the calls of a run with what the tools replied, as far as the answer's process is judged by them.

A call is an object with ``tool`` and ``arguments``, as harnesses and the sandbox write them. Where a reply
was not kept it is made again: city, tool and arguments determine it.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache

import orjson
from pydantic import ValidationError

from planassay.kb.formats.lifeplanner import SYSTEM, City
from planassay.kb.tools.lifeplanner import MapWorld
from planassay.kb.tools.registry import profiles, toolset
from planassay.kb.tools.toolset import ToolError, ToolSet
from planassay.verifier.city import streets
from planassay.verifier.city.case import Case

SUBMIT = "submit_answer"
MAX_CALLS = 1000
"""Calls of one run that are looked at; a run has fifty."""

Object = Mapping[str, object]


@dataclass(frozen=True, slots=True)
class Call:
    """
    One call.

    Parameters
    ----------
    key
        Tool and arguments in canonical form.
    reply
        What the tool replied; None where the call failed.
    """

    tool: str
    arguments: Object
    key: str
    reply: Object | None


def read_trace(case: Case, line: object) -> tuple[Call, ...] | None:
    """
    Return the calls of a result line without the one that hands in, None if it has no trace.

    What is no call is passed over; nothing raises.
    """
    trace = line.get("trace") if isinstance(line, Mapping) else None
    if not isinstance(trace, list):
        return None
    profile = line.get("profile") if isinstance(line, Mapping) else None
    tools = _tools(case.city, profile if profile in profiles(SYSTEM) else profiles(SYSTEM)[0])
    return tuple(_calls(trace, tools))


def _calls(trace: list[object], tools: ToolSet[object]) -> Iterator[Call]:
    for entry in trace[:MAX_CALLS]:
        if not isinstance(entry, Mapping) or not isinstance(entry.get("tool"), str):
            continue
        tool, arguments = str(entry["tool"]), entry.get("arguments")
        if tool == SUBMIT:
            continue
        given: Object = arguments if isinstance(arguments, Mapping) else {}
        yield Call(tool, given, _key(tool, given), _reply(entry, tool, given, tools))


def _key(tool: str, arguments: Object) -> str:
    try:
        return tool + orjson.dumps(dict(arguments), option=orjson.OPT_SORT_KEYS).decode()
    except (TypeError, ValueError, RecursionError):
        return f"{tool}{arguments!r:.2000}"


def _reply(entry: Object, tool: str, arguments: Object, tools: ToolSet[object]) -> Object | None:
    """Return the reply that was kept, or the one that is made again; None for a call that failed."""
    if entry.get("failed") is True or entry.get("refused"):
        return None
    kept = entry.get("reply")
    if isinstance(kept, Mapping):
        return None if "error" in kept else kept
    found = tools.by_name.get(tool)
    if found is None:
        return None
    try:
        query = found.query.model_validate({k: v for k, v in arguments.items() if v is not None})
        reply: Object = found.answer(tools.start(), query)
    except (ToolError, ValidationError, RecursionError):
        return None
    return reply


@lru_cache(maxsize=8)
def _tools(city: City, profile: str) -> ToolSet[object]:
    """Return the tools over a city, with routes by the verifier's own search."""
    return toolset(SYSTEM, profile, MapWorld(city, streets(city)), None)
