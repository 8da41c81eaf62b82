"""
Console: what the verbs print, and where, and what their exit codes mean.

Data goes to standard output: ``print_line``, ``print_json``, ``print_facts``, ``print_table``. Everything
else goes to standard error: ``print_note``, ``print_error``, and ``progress``, which is silent unless
standard error is a terminal. Text is printed as it is, never read as markup, and characters that the stream
cannot carry are escaped: plans and names are written by strangers.
"""

import json
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from enum import IntEnum
from math import isfinite
from time import monotonic
from typing import TYPE_CHECKING, Literal, TextIO

if TYPE_CHECKING:
    from rich.console import Console
    from rich.progress import Progress, TaskID

Align = Literal["left", "right"]


class Exit(IntEnum):
    """What the exit code of every verb means."""

    YES = 0
    NO = 1
    MISUSE = 2
    """Wrong usage, or input that cannot be read."""
    UNKNOWN = 3
    """Not known in the time given."""


def print_line(text: str) -> None:
    """Print a line of data."""
    _write(sys.stdout, text)


def print_json(value: object) -> None:
    """
    Print a document: indented, keys as given, one at the end of the stream's lines.

    Raises
    ------
    ValueError
        If it holds a number that is not finite, which JSON cannot say.
    """
    _write(sys.stdout, json.dumps(value, ensure_ascii=False, indent=2, allow_nan=False))


def sayable(value: object) -> object:
    """Return a value that JSON can say, with numbers that are not finite as text."""
    if isinstance(value, float) and not isfinite(value):
        return repr(value)
    if isinstance(value, Mapping):
        return {str(key): sayable(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [sayable(item) for item in value]
    return value


def print_facts(facts: Mapping[str, object]) -> None:
    """Print names and values, one pair a line, the values aligned."""
    width = max(map(len, facts), default=0)
    for name, value in facts.items():
        print_line(f"{name:<{width}}  {value}")


def print_table(
    columns: Sequence[str], rows: Sequence[Sequence[object]], *, align: Sequence[Align] = ()
) -> None:
    """
    Print a table.

    Parameters
    ----------
    columns
        Heads of the columns.
    rows
        Cells, printed with ``str``.
    align
        Alignment of each column; those not given are left.

    Notes
    -----
    A terminal gets the table fitted to its width; a file or a pipe gets every cell whole.
    """
    from rich.box import SIMPLE_HEAD
    from rich.table import Table
    from rich.text import Text

    table = Table(box=SIMPLE_HEAD, pad_edge=False)
    for index, column in enumerate(columns):
        justify: Align = align[index] if index < len(align) else "left"
        table.add_column(column, justify=justify, overflow="fold", no_wrap=not sys.stdout.isatty())
    for row in rows:
        table.add_row(*(Text(_printable(sys.stdout, str(cell))) for cell in row))
    _console(sys.stdout).print(table)


def print_note(text: str) -> None:
    """Print a line that is no data: what happens, what was written where."""
    _write(sys.stderr, text)


def print_error(text: str) -> None:
    """Print what went wrong."""
    _write(sys.stderr, f"planassay: {text}")


@dataclass(frozen=True, slots=True)
class Bar:
    """A running progress bar, or nothing where there is no terminal."""

    _bar: "Progress | None" = None
    _task: "TaskID | None" = None

    @property
    def is_shown(self) -> bool:
        """Whether there is a bar."""
        return self._bar is not None

    def show(self, done: int, label: str) -> None:
        """Say how many steps are done, and which was the latest."""
        if self._bar is not None and self._task is not None:
            self._bar.update(self._task, completed=done, description=label)

    def advance(self, label: str | None = None) -> None:
        """Count one more step, and say what comes next."""
        if self._bar is not None and self._task is not None:
            self._bar.update(self._task, advance=1, description=label)


@contextmanager
def progress(label: str, total: int | None = None) -> Iterator[Bar]:
    """
    Show a bar on standard error while work goes on; do nothing where that is no terminal.

    Parameters
    ----------
    label
        What is being done.
    total
        Number of steps; unknown if not given.
    """
    if not sys.stderr.isatty():
        yield Bar()
        return
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TextColumn,
        TimeElapsedColumn,
        TimeRemainingColumn,
    )

    columns = (
        TextColumn("{task.description}", markup=False),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=_console(sys.stderr), transient=True) as bar:
        yield Bar(bar, bar.add_task(label, total=total))


@contextmanager
def countdown(label: str, total: int, *, quiet: bool = False) -> Iterator[Callable[[int, str], None]]:
    """
    Give what is to be called at the start and with each finished task: a bar, or a note for each tenth.

    Parameters
    ----------
    label
        What is being done.
    total
        Number of tasks.
    quiet
        Say nothing.

    Yields
    ------
    Callable[[int, str], None]
        Takes how many are finished, those of earlier attempts included, and the name of the latest.
    """
    if quiet:
        yield lambda _done, _name: None
        return
    with progress(label, total=total) as bar:
        yield bar.show if bar.is_shown else _Notes(total).tell


def note_times(what: str, seconds: Sequence[float]) -> None:
    """Print what jobs took: all together, the median, the 99th percentile and the longest."""
    ordered = sorted(seconds)
    if not ordered:
        return
    median, late = (ordered[min(len(ordered) - 1, part * len(ordered) // 100)] for part in (50, 99))
    print_note(
        f"{what}: {sum(ordered):.1f} s of processor time, median {median:.3f}, 99th percentile {late:.3f},"
        f" longest {ordered[-1]:.3f}"
    )


class _Notes:
    """Notes of progress where there is no terminal."""

    def __init__(self, total: int) -> None:
        self.total = total
        self.start = monotonic()
        self.first: int | None = None
        self.tenth = 0

    def tell(self, done: int, _name: str) -> None:
        """Say how many tasks are finished, and about how long the others take, at each tenth of them."""
        tenth = 10 * done // self.total if self.total else 10
        if self.first is None:
            self.first = done
            print_note(
                f"{done} of {self.total} tasks are finished already" if done else f"{self.total} tasks"
            )
        elif tenth > self.tenth:
            left = (monotonic() - self.start) / (done - self.first) * (self.total - done)
            print_note(f"{done} of {self.total} tasks, {left:.0f} s left")
        self.tenth = tenth


def _console(stream: TextIO) -> "Console":
    from rich.console import Console

    width = None if stream.isatty() else 1000
    return Console(file=stream, markup=False, highlight=False, emoji=False, width=width, soft_wrap=False)


def _write(stream: TextIO, text: str) -> None:
    stream.write(_printable(stream, text) + "\n")
    stream.flush()


def _printable(stream: TextIO, text: str) -> str:
    """Return the text with what the stream cannot carry, and control characters, escaped."""
    encoding = stream.encoding or "utf-8"
    text = text.encode(encoding, "backslashreplace").decode(encoding)
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() or c in "\n\t" else c.encode("unicode_escape").decode() for c in text)
