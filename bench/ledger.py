"""
Ledger: finished lines on disk, so that a killed run goes on where it stopped.

A line is brought to the disk before it counts; of one that a killed writer left half-written nothing is kept.
One run at a time has a ledger. When all lines are there they are put in order, so that the file does not tell
how many were written at once.
"""

import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import BinaryIO

import orjson

from planassay.kb.errors import InputError, StoreError

Line = Mapping[str, object]


class Ledger:
    """
    The lines of a file by task.

    Parameters
    ----------
    path
        The file.
    file
        It, opened for reading and appending.
    """

    def __init__(self, path: Path, file: BinaryIO) -> None:
        self._path = path
        self._file = file
        self.lines: dict[str, Line] = _read_back(path, file)

    def add(self, task_id: str, line: Line) -> None:
        """Keep a line; it replaces an earlier one of its task."""
        self.lines[task_id] = line
        self._file.write(encoded(line))
        self._file.flush()
        os.fsync(self._file.fileno())

    def put_in_order(self, task_ids: Sequence[str]) -> None:
        """Write the lines anew in the order of their tasks, the file being whole at any moment."""
        order = {task_id: place for place, task_id in enumerate(task_ids)}
        lines = sorted(self.lines.items(), key=lambda item: (order.get(item[0], len(order)), item[0]))
        beside = self._path.with_name(f".{self._path.name}.partial")
        with beside.open("wb") as file:
            file.write(b"".join(encoded(line) for _, line in lines))
            file.flush()
            os.fsync(file.fileno())
        beside.replace(self._path)


def encoded(line: Line) -> bytes:
    """Return a line as bytes; text that is no Unicode is escaped."""
    try:
        return orjson.dumps(line) + b"\n"
    except TypeError:  # lone surrogates
        import json

        return json.dumps(line, separators=(",", ":")).encode("ascii") + b"\n"


@contextmanager
def open_ledger(path: Path) -> Iterator[Ledger]:
    """
    Give the ledger of a path; the file is made if it is not there.

    Raises
    ------
    InputError
        If it holds a whole line that is none of a run.
    StoreError
        If another run has it.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("a+b") as file:
        if not _lock(file):
            raise StoreError(f"{path}: another run writes here")
        yield Ledger(path, file)


def _read_back(path: Path, file: BinaryIO) -> dict[str, Line]:
    file.seek(0)
    data = file.read()
    whole = data.rfind(b"\n") + 1
    file.truncate(whole)
    lines: dict[str, Line] = {}
    for number, text in enumerate(data[:whole].splitlines(), start=1):
        try:
            line = orjson.loads(text)
            lines[line["task_id"]] = line
        except (ValueError, KeyError, TypeError):
            raise InputError("is no line of a run; it is left as it is", source=path, line=number) from None
    return lines


def _lock(file: BinaryIO) -> bool:
    """Lock a file until it is closed; return whether nobody else has it. Windows has no such locks."""
    if find_spec("fcntl") is None:
        return True
    fcntl = import_module("fcntl")
    try:
        fcntl.flock(file.fileno(), fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except OSError:  # a file system without locks
        return True
    return True
