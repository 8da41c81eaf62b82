"""
Traces: every call of every session, a line each, appended before its answer is given.

The first line says of what the trace is. A line is written whole and handed to the system at once, so that a
process that is killed loses no call that was answered; a line that was cut off in the middle is passed over,
and counted. One process writes a file at a time.
"""

import os
import threading
from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import orjson

from planassay.bench.sandbox.session import Call
from planassay.kb.errors import InputError
from planassay.kb.tools.toolset import Limits, ToolSet

FORMAT = "planassay-trace/1"
_NAMES = tuple(field.name for field in fields(Call))


@dataclass(frozen=True, slots=True)
class Recorded:
    """What a trace file holds."""

    head: Mapping[str, Any]
    """Its format, and of which system, profile and knowledge base it is."""
    calls: tuple[Call, ...]
    torn: int
    """Lines that are no call: cut off when their writer was killed."""


def trace_head(toolset: ToolSet[Any], limits: Limits) -> dict[str, str]:
    """Return what the first line of a trace says beside its format."""
    return {
        "system": toolset.system,
        "profile": toolset.profile,
        "kb_hash": toolset.kb_hash,
        "billable": str(limits.billable),
        "free": str(limits.free),
    }


def limits_of(recorded: Recorded, toolset: ToolSet[Any]) -> Limits:
    """Return the budget of the sessions of a trace."""
    stated = [str(recorded.head.get(name, "")) for name in ("billable", "free")]
    if not all(text.isascii() and text.isdigit() and len(text) < 20 for text in stated):
        return toolset.limits
    return replace(toolset.limits, billable=int(stated[0]), free=int(stated[1]))


def refuse_other(path: Path, recorded: Recorded, head: Mapping[str, str]) -> None:
    """
    See that a trace is of what it is taken for.

    Raises
    ------
    InputError
        If its head says otherwise; names what differs.
    """
    wanted = {"format": FORMAT, **head}
    if recorded.head != wanted:
        different = [name for name in wanted if recorded.head.get(name) != wanted[name]]
        stated = ", ".join(f"{name} {recorded.head.get(name)}" for name in different)
        raise InputError(f"is the trace of something else: {stated}", source=path)


def read_traces(path: Path) -> Recorded:
    """
    Return what a trace file holds.

    Raises
    ------
    InputError
        If it cannot be read, or its first line is not that of a trace.
    """
    try:
        data = path.read_bytes()
    except OSError as error:
        raise InputError(f"cannot be read: {error.strerror}", source=path) from None
    head, _, rest = data.partition(b"\n")
    document = _object(head)
    if document is None or document.get("format") != FORMAT:
        raise InputError(f"is no trace: its first line must be of the format {FORMAT}", source=path, line=1)
    calls: list[Call] = []
    torn = 0
    for line in rest.split(b"\n"):
        if not line:
            continue
        found = _object(line)
        if found is None or set(found) != set(_NAMES):
            torn += 1
        else:
            calls.append(Call(**found))
    return Recorded(document, tuple(calls), torn)


def _object(line: bytes) -> dict[str, Any] | None:
    try:
        document = orjson.loads(line)
    except ValueError:
        return None
    return document if isinstance(document, dict) else None


class TraceFile:
    """
    A trace file that is written.

    Parameters
    ----------
    path
        The file, made with its folder if it is not there; one that is there is gone on with.
    head
        Of what it is, as text by name.

    Raises
    ------
    InputError
        If the file is the trace of something else, or no trace, or another process writes it.
    """

    def __init__(self, path: Path, head: Mapping[str, str]) -> None:
        self.path = path
        path.parent.mkdir(parents=True, exist_ok=True)
        self._lock = threading.Lock()
        self._descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND, 0o644)
        try:
            self._claim()
            self.recorded = self._begin({"format": FORMAT, **head})
        except BaseException:
            os.close(self._descriptor)
            raise

    def record(self, call: Call) -> None:
        """Append a call."""
        self._write(call.document())

    def close(self) -> None:
        """Bring what was written to the disk, and let the file go."""
        with self._lock:
            if self._descriptor >= 0:
                os.fsync(self._descriptor)
                os.close(self._descriptor)
                self._descriptor = -1

    def _claim(self) -> None:
        if find_spec("fcntl") is None:  # no locks on this system
            return
        fcntl = import_module("fcntl")
        try:
            fcntl.flock(self._descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise InputError("is written by another process", source=self.path) from None

    def _begin(self, head: Mapping[str, str]) -> Recorded:
        size = os.fstat(self._descriptor).st_size
        if size == 0:
            self._write(head)
            return Recorded(head, (), 0)
        recorded = read_traces(self.path)
        refuse_other(self.path, recorded, head)
        if os.pread(self._descriptor, 1, size - 1) != b"\n":  # what is torn ends here, the next line is whole
            os.write(self._descriptor, b"\n")
        return recorded

    def _write(self, document: Mapping[str, object]) -> None:
        data = orjson.dumps(document, option=orjson.OPT_NON_STR_KEYS) + b"\n"
        with self._lock:
            written = os.write(self._descriptor, data)
            while written < len(data):
                written += os.write(self._descriptor, data[written:])
