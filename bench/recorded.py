"""
Recorded runs: what the sandbox wrote down of sessions, as result lines.

A session that is named after a task answers it: what it handed in is its answer, the calls before that are
its trace. So the file of ``planassay serve --traces`` can be scored and shown as it is.
"""

from collections.abc import Iterator, Mapping
from pathlib import Path

from planassay.bench.sandbox.session import Call
from planassay.bench.sandbox.traces import FORMAT, Recorded, read_traces
from planassay.kb.jsonlines import Line, read_objects

SUBMIT = "submit"
"""How the names of tools begin that hand something in."""


def result_lines(path: Path) -> Iterator[Line]:
    """
    Yield the lines of a file of results, or one for each session of a file of traces.

    Raises
    ------
    InputError
        If the file itself cannot be opened or read.
    """
    for number, line in read_objects(path, lenient=True):
        if number == 1 and isinstance(line, Mapping) and line.get("format") == FORMAT:
            yield from enumerate(_sessions(read_traces(path)), start=1)
            return
        yield number, line


def _sessions(recorded: Recorded) -> Iterator[dict[str, object]]:
    """Yield a result line for each named session, in the order of their first calls."""
    calls: dict[str, list[Call]] = {}
    for call in recorded.calls:
        if call.session:
            calls.setdefault(call.session, []).append(call)
    for name, made in calls.items():
        handed: Mapping[str, object] = {}
        for call in made:
            if call.tool.startswith(SUBMIT) and not call.refused and isinstance(call.arguments, Mapping):
                handed = call.arguments
        yield {
            **handed,
            "task_id": name,
            "profile": recorded.head.get("profile"),
            "calls": made[-1].billed,
            "trace": [
                {
                    "tool": call.tool,
                    "arguments": {} if call.tool.startswith(SUBMIT) else call.arguments,
                    "units": call.units,
                    "failed": bool(call.refused),
                    "bytes": call.answer_bytes,
                }
                for call in made
            ],
        }
