"""
Checking: certificates in files, against a knowledge base and tasks in files.

This is what ``python -m planassay.verifier.certificate`` does. It needs nothing but the rooms ``kb`` and
``verifier``: no optimiser is loaded, and none has to be installed. A store is read whole and compared with
its hash first, for a proof is about records and not about a name.
"""

import json
import sys
from argparse import ArgumentParser
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TextIO, cast

from planassay.kb.catalog import Catalog
from planassay.kb.errors import InputError, PlanassayError, shorten
from planassay.kb.formats.registry import SYSTEMS
from planassay.kb.jsonlines import read_objects
from planassay.kb.knowledge import KnowledgeBase, for_task
from planassay.kb.manifest import is_store
from planassay.kb.task import Task
from planassay.verifier.certificate import MAX_BYTES, Answer, Decision, check, load

YES, NO, MISUSE, UNKNOWN = range(4)
"""Exit codes: all accepted, some refused, wrong usage or some that cannot be read, some not decided."""


@dataclass(frozen=True, slots=True)
class Given:
    """A certificate as it was found."""

    where: str
    """File, and line of a file of lines."""
    task_id: str
    """Task it is said to be about."""
    document: object


@dataclass(frozen=True, slots=True)
class Checked:
    """A certificate with the answer of the checker."""

    given: Given
    answer: Answer

    def record(self) -> dict[str, object]:
        """Return the answer as a JSON object."""
        answer = self.answer
        return {
            "where": self.given.where,
            "task_id": self.given.task_id,
            "decision": answer.decision.value,
            "reason": answer.reason,
            "status": answer.status,
            "cause": None if answer.cause is None else answer.cause.value,
            "value": answer.value,
            "work": answer.work,
        }

    def line(self) -> str:
        """Return the answer as a line of text."""
        answer = self.answer
        proved = [answer.status, answer.cause, answer.value, answer.reason]
        return " ".join(
            [answer.decision, self.given.task_id, *(str(part) for part in proved if part not in (None, ""))]
        )


@dataclass(frozen=True, slots=True)
class Unread:
    """A file or a line of which nobody can say what it is to prove; it stops none of the others."""

    where: str
    """File, and line of a file of lines."""
    fault: InputError

    def record(self) -> dict[str, object]:
        """Return the fault as a JSON object with the keys of an answer."""
        unknown = dict.fromkeys(("task_id", "status", "cause", "value", "work"))
        return {**unknown, "where": self.where, "decision": "unread", "reason": str(self.fault)}


def read_certificates(path: Path) -> Iterator[Given | Unread]:
    """
    Yield the certificates of a path; what is none is told, and passed over.

    Parameters
    ----------
    path
        A file with one certificate; a file of JSON lines (``.jsonl``, ``.jsonl.gz``) whose objects have a
        ``task_id`` and a ``certificate``, of their own or in their ``gold``, which may be null and is passed
        over then; or a folder of files with one each (``*.json``).
    """
    if ".jsonl" in path.suffixes and not path.is_dir():
        yield from _read_lines(path)
        return
    for file in sorted(path.glob("*.json")) if path.is_dir() else [path]:
        try:
            yield _read_one(file)
        except InputError as fault:
            yield Unread(str(file), fault)


def _read_one(path: Path) -> Given:
    try:
        with path.open("rb") as file:
            document = load(file.read(MAX_BYTES + 1))
    except OSError as error:
        raise InputError(f"cannot be read: {error.strerror or error}", source=path) from error
    except InputError as error:
        raise InputError(error.message, source=path, value=error.value) from error
    about = document.get("task") if isinstance(document, dict) else None
    name = about.get("id") if isinstance(about, dict) else None
    if not isinstance(name, str):
        raise InputError("names no task, so it is no certificate", source=path, pointer="/task/id")
    return Given(str(path), name, document)


def _read_lines(path: Path) -> Iterator[Given | Unread]:
    try:
        for number, line in read_objects(path):
            if isinstance(line, InputError):
                yield Unread(f"{path}:{number}", line)
                continue
            name, document = line.get("task_id"), line.get("certificate")
            gold = line.get("gold")
            if document is None and isinstance(gold, dict):
                document = gold.get("certificate")
            if not isinstance(name, str):
                message, pointer = "names no task", "/task_id"
                fault = InputError(message, source=path, line=number, pointer=pointer, value=name)
                yield Unread(f"{path}:{number}", fault)
            elif document is not None:
                yield Given(f"{path}:{number}", name, document)
    except InputError as fault:  # the file ends where it cannot be read or unpacked
        yield Unread(str(path), fault)


def open_kb(path: Path) -> Catalog:
    """
    Return the knowledge base at a path, a store or an official folder, once all of it was read and hashed.

    Raises
    ------
    InputError
        If there is neither, or the official folder holds rows that cannot be read.
    StoreError
        If the store is damaged anywhere.
    """
    if is_store(path):
        from planassay.kb.store import Store

        store = Store(path)
        store.verify()
        return store.catalog()
    for system in SYSTEMS.values():
        formats = system.load("formats") if system.components else None
        if formats is not None and formats.is_folder(path):
            found: Catalog = formats.open_folder(path)
            return found
        if formats is not None and hasattr(formats, "is_root") and formats.is_root(path):
            return cast("Catalog", formats.open_root(path))
    raise InputError("is neither a knowledge base nor an official data folder", source=path)


def read_tasks(path: Path, system: str) -> dict[str, Task]:
    """
    Return the tasks of a file or folder of a system by name.

    Raises
    ------
    InputError
        If it cannot be read, the system keeps no tasks in such a form, or a task is named twice.
    """
    formats = SYSTEMS[system].load("formats")
    kind = "slice_tasks" if path.is_dir() else "read_task_lines" if path.suffix == ".jsonl" else "read_tasks"
    if not hasattr(formats, kind):
        raise InputError(f"cannot be read: {system} keeps no tasks in such a form", source=path)
    tasks: list[Task] = getattr(formats, kind)(path)
    known = {task.task_id: task for task in tasks}
    if len(known) < len(tasks):
        raise InputError("names a task twice", source=path)
    return known


def check_all(path: Path, kb: Catalog, tasks: Path) -> Iterator[Checked | Unread]:
    """
    Yield the answer on each certificate of a path, or why it cannot be checked.

    Raises
    ------
    InputError
        If the tasks cannot be read, or there is no certificate at all.
    """
    known = read_tasks(tasks, kb.system)
    is_empty = True
    for given in read_certificates(path):
        is_empty = False
        if isinstance(given, Unread):
            yield given
        elif given.task_id in known:
            try:
                base = for_task(cast("KnowledgeBase", kb), given.task_id)
            except InputError as error:
                yield Unread(given.where, error)
            else:
                yield Checked(given, check(given.document, known[given.task_id], cast("Catalog", base)))
        else:
            message = f"has no task {shorten(given.task_id)}, which {given.where} is about"
            yield Unread(given.where, InputError(message, source=tasks))
    if is_empty:
        raise InputError("holds no certificate", source=path)


def exit_code(found: Iterable[Checked | Unread]) -> int:
    """Return what a program should say of what it found: the worst of it, see :data:`YES`."""
    seen = {MISUSE if isinstance(one, Unread) else _CODES[one.answer.decision] for one in found}
    return next((code for code in (NO, MISUSE, UNKNOWN) if code in seen), YES)


_CODES = {Decision.ACCEPTED: YES, Decision.REFUSED: NO, Decision.UNPROVED: UNKNOWN}


def counted(found: Iterable[Checked | Unread]) -> str:
    """Return how many certificates were accepted, and how many were not, for what reason."""
    names = [*Decision, "unread"]
    numbers = Counter("unread" if isinstance(one, Unread) else one.answer.decision for one in found)
    return ", ".join(f"{numbers[name]} {name}" for name in names)


def main(arguments: Sequence[str] | None = None) -> int:
    """
    Check what the arguments of the process, or others, name, print the answers, and return the exit code.

    Parameters
    ----------
    arguments
        What follows the name of the program; those of the process if not given.
    """
    parser = ArgumentParser(
        prog="python -m planassay.verifier.certificate",
        description="Check certificates; no solver is asked, and none has to be installed.",
        epilog="Exits with 0 if each is accepted, 1 if any is refused, else 2 if any cannot be read, else 3"
        " if one takes more work than is allowed.",
    )
    parser.add_argument("path", metavar="FILE", type=Path, help="a certificate, lines of them, or a folder")
    parser.add_argument("--kb", metavar="KB", type=Path, required=True, help="store or official folder")
    parser.add_argument("--tasks", metavar="FILE", type=Path, required=True, help="tasks they are about")
    parser.add_argument("--json", action="store_true", help="print one JSON document")
    options = parser.parse_args(arguments)
    try:
        found = list(check_all(options.path, open_kb(options.kb), options.tasks))
    except PlanassayError as error:
        _print(sys.stderr, f"{parser.prog}: {error}")
        return MISUSE
    for one in found:
        if isinstance(one, Unread):
            _print(sys.stderr, f"{parser.prog}: not checked: {one.fault}")
        elif not options.json:
            _print(sys.stdout, one.line())
    if options.json:
        _print(sys.stdout, json.dumps([one.record() for one in found], ensure_ascii=True, indent=2))
    return exit_code(found)


def _print(stream: TextIO, text: str) -> None:
    """Print a text by lines; controls and what the stream cannot carry are escaped."""
    encoding = stream.encoding or "utf-8"
    for line in text.split("\n"):
        shown = "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in line)
        stream.write(shown.encode(encoding, "backslashreplace").decode(encoding) + "\n")
