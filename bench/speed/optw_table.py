"""
The table of day routing: lines of runs, as Markdown.

Values are compared with published ones only where these are given; the gap is that of our own bound.
"""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from planassay.kb.errors import InputError

OURS = "patterns"
ACCEPTED = "accepted"


class Row(NamedTuple):
    """What an engine made of a run, a line of the file."""

    run: str = ""
    """``instance/routes``."""
    engine: str = ""
    seconds: float = 0.0
    """What it was given."""
    value: int | None = None
    bound: int | None = None
    cpu_s: float = 0.0
    answer: str = ""
    """Of the checker to our certificate; ``engine`` where another one says that it is optimal."""
    certificate_bytes: int | None = None
    check_s: float | None = None
    fault: str = ""
    """What stopped it or is wrong with its plan."""

    @property
    def is_proved(self) -> bool:
        """Whether the value is the best there is: by a certificate, or by the word of another engine."""
        return self.answer in (ACCEPTED, "engine")

    @property
    def cell(self) -> str:
        """The row in one cell."""
        if self.value is None:
            return self.fault or f"none in {self.cpu_s:.1f} s"
        proof = "proved" if self.is_proved else "no bound" if self.bound is None else f"bound {self.bound}"
        return f"{self.value}, {proof}, {self.cpu_s:.1f} s"

    @property
    def gap(self) -> str:
        """By how much of the value the bound is above it."""
        if self.is_proved:
            return "0"
        if not self.value or self.bound is None:
            return ""
        return f"{100 * (self.bound - self.value) / self.value:.1f} %"


def read_rows(path: Path) -> list[Row]:
    """
    Return the runs of a file.

    Raises
    ------
    InputError
        If it cannot be read or a line is no run.
    """
    rows = []
    try:
        lines = path.read_text(encoding="ascii").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(f"cannot be read: {error}", source=path) from error
    for number, line in enumerate(lines, 1):
        try:
            rows.append(Row(**json.loads(line)))
        except (TypeError, ValueError) as error:
            raise InputError(f"is no run: {error}", source=path, line=number) from None
    return rows


def read_published(path: Path) -> dict[str, tuple[int, bool]]:
    """
    Return published values by run, each with whether it is known to be best.

    Raises
    ------
    InputError
        If the file is not of the form ``{"entries": {run: {"value": ..., "status": ...}}}``.
    """
    try:
        entries = json.loads(path.read_text(encoding="utf-8"))["entries"]
        return {run: (int(entry["value"]), entry["status"] == "optimal") for run, entry in entries.items()}
    except (OSError, ValueError, TypeError, KeyError, AttributeError) as error:
        raise InputError(f"has no values by run: {error!r}", source=path) from None


def table(rows: Sequence[Row], published: Mapping[str, tuple[int, bool]]) -> str:
    """Return the runs as Markdown, a line a run, our engine in columns and each other in a cell."""
    engines = list(dict.fromkeys(row.engine for row in rows))
    others = [engine for engine in engines if engine != OURS]
    by = {(row.run, row.engine): row for row in rows}
    head = ["run", "value", "bound", "gap", "CPU", "certificate", "check", *others]
    if published:
        head.insert(2, "published")
    lines = [head, ["---"] * len(head)]
    for run in dict.fromkeys(row.run for row in rows):
        row = by.get((run, OURS), Row())
        cells = [run, *_own(row), *(by.get((run, other), Row(fault="-")).cell for other in others)]
        if published:
            cells.insert(2, _known(published.get(run)))
        lines.append(cells)
    text = "".join("| " + " | ".join(cells) + " |\n" for cells in lines)
    return text + _summary([row for row in rows if row.engine == OURS], published)


def _own(row: Row) -> list[str]:
    if row.value is None:
        return [row.fault or "-", "", "", "", "", ""]
    certificate = "" if row.certificate_bytes is None else f"{row.answer}, {row.certificate_bytes} B"
    check = "" if row.check_s is None else f"{row.check_s:.2f} s"
    return [str(row.value), str(row.bound), row.gap, f"{row.cpu_s:.1f} s", certificate, check]


def _known(entry: tuple[int, bool] | None) -> str:
    if entry is None:
        return ""
    value, is_best = entry
    return str(value) if is_best else f"{value} (best found)"


def _summary(rows: Sequence[Row], published: Mapping[str, tuple[int, bool]]) -> str:
    """Return what to say below the table of our own runs."""
    if not rows:
        return ""
    accepted = [row for row in rows if row.answer == ACCEPTED]
    text = f"\n{len(rows)} runs, {len(accepted)} proved with an accepted certificate."
    known = [(row, published[row.run]) for row in rows if row.run in published and row.value is not None]
    if known:
        same = sum(row.value == value for row, (value, _) in known)
        better = [f"{row.run} {row.value}" for row, (value, _) in known if (row.value or 0) > value]
        text += f" Of {len(known)} with a published value {same} reach it"
        text += f", {len(better)} exceed it ({', '.join(better)})." if better else "."
    return text + "\n"
