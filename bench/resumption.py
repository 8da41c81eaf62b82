"""
Resumption: reports that were made before a run was killed, kept beside the file they are for.

Each is a line with a key over all that it depends on: rule set, knowledge base, task and answer. A line that
was cut off in the middle is made anew; one whose key is not asked for does no harm. What is kept is gone once
the run is complete.
"""

import hashlib
import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TextIO

from pydantic import ValidationError

from planassay import __version__
from planassay.kb.knowledge import KnowledgeBase
from planassay.kb.task import Task
from planassay.verifier.report import Report

_EVERY = 200
"""Lines that are held back at most; what a killed run loses."""


@dataclass(slots=True)
class Kept:
    """Reports by key, and where new ones go."""

    file: TextIO | None = None
    reports: dict[str, Report] = field(default_factory=dict)
    reused: int = 0
    _waiting: int = 0

    def get(self, key: str) -> Report | None:
        """Return the report that was made under a key, if one was."""
        report = self.reports.get(key)
        self.reused += report is not None
        return report

    def add(self, key: str, report: Report) -> None:
        """Keep a new report."""
        if self.file is None:
            return
        self.file.write(f'{{"key":"{key}","report":{report.model_dump_json()}}}\n')
        self._waiting += 1
        if self._waiting >= _EVERY:
            self.file.flush()
            self._waiting = 0


def key_of(ruleset: str, task: Task, answer: Mapping[str, object], kb: KnowledgeBase) -> str:
    """Return the key of all that a report depends on."""
    parts = (__version__, ruleset, kb.content_hash, repr(task), json.dumps(answer, sort_keys=True))
    digest = hashlib.sha256()
    for part in parts:
        data = part.encode("utf-8", "surrogatepass")
        digest.update(len(data).to_bytes(8, "big") + data)
    return digest.hexdigest()


@contextmanager
def kept_beside(target: Path | None, *, fresh: bool = False) -> Iterator[Kept]:
    """
    Give the reports that are kept beside a file; without a file nothing is kept.

    They are removed when the block ends, unless by an exception.

    Parameters
    ----------
    target
        The file that they are for.
    fresh
        Begin with none.
    """
    if target is None:
        yield Kept()
        return
    path = target.with_name(f"{target.name}.unfinished")
    reports = {} if fresh else _read(path)
    with path.open("w" if fresh else "a", encoding="utf-8") as file:
        yield Kept(file, reports)
    path.unlink()


def _read(path: Path) -> dict[str, Report]:
    """Return the reports of whole lines, and cut off what is no whole line."""
    if not path.exists():
        return {}
    reports: dict[str, Report] = {}
    whole = 0
    data = path.read_bytes()
    for line in data.splitlines(keepends=True):
        if not line.endswith(b"\n"):
            break
        try:
            row = json.loads(line)
            reports[str(row["key"])] = Report.model_validate(row["report"])
        except (ValueError, KeyError, TypeError, ValidationError):
            pass
        whole += len(line)
    if whole < len(data):
        path.write_bytes(data[:whole])
    return reports
