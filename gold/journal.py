"""
Journal: finished work on disk, so that a killed build goes on where it stopped.

Each finished job is one line with the key of all that its result depends on; a line is brought to the disk
before the next job counts. Of a line that a killed writer left half-written nothing is kept. What stands
under other keys does no harm: it is not asked for. One build at a time has the journal.
"""

import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from importlib import import_module
from importlib.util import find_spec
from io import FileIO
from pathlib import Path

import orjson

from planassay.kb.errors import StoreError

Row = Mapping[str, object]
FILE = "journal.jsonl"


class Journal:
    """
    The finished rows of a build.

    Parameters
    ----------
    file
        Opened for reading and appending, without a buffer.
    """

    def __init__(self, file: FileIO) -> None:
        self._file = file
        self._rows, self._seconds = _read_back(file)

    def get(self, key: str) -> Row | None:
        """Return the row under a key, if it is finished."""
        return self._rows.get(key)

    def seconds(self, key: str) -> float:
        """Return how long a finished row took; 0 where that is not known."""
        return self._seconds.get(key, 0.0)

    def add(self, key: str, row: Row, seconds: float = 0.0) -> None:
        """
        Keep a finished row, and how many seconds of processor time it took.

        Raises
        ------
        StoreError
            If the disk does not take it.
        """
        self._rows[key] = row
        self._seconds[key] = seconds
        line = orjson.dumps({"key": key, "row": row, "seconds": seconds}) + b"\n"
        try:
            while line:
                line = line[self._file.write(line) :]
            os.fsync(self._file.fileno())
        except OSError as error:
            raise StoreError(f"{self._file.name}: cannot be written: {error.strerror}") from error


@contextmanager
def open_journal(folder: Path) -> Iterator[Journal]:
    """
    Give the journal of a folder, which is made if it is not there.

    Raises
    ------
    StoreError
        If another build has it.
    """
    folder.mkdir(parents=True, exist_ok=True)
    # Without a buffer: what a full disk did not take is told where it happens, and not once more on closing.
    with (folder / FILE).open("a+b", buffering=0) as file:
        if not _lock(file):
            raise StoreError(f"{folder}: another build is at work here")
        yield Journal(file)


def _read_back(file: FileIO) -> tuple[dict[str, Row], dict[str, float]]:
    """Return rows and seconds of a file by key, and cut off what follows the last whole line."""
    file.seek(0)
    data = file.read()
    whole = data.rfind(b"\n") + 1
    file.truncate(whole)
    rows: dict[str, Row] = {}
    seconds: dict[str, float] = {}
    for line in data[:whole].splitlines():
        try:
            entry = orjson.loads(line)
            rows[entry["key"]] = entry["row"]
            seconds[entry["key"]] = float(entry["seconds"])
        except (ValueError, KeyError, TypeError):  # a disk that lost a block
            continue
    return rows, seconds


def _lock(file: FileIO) -> bool:
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
