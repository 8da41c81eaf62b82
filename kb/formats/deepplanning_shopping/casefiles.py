"""
Case files: the five files of a case as bytes, and the reading of them as the official code reads.

That reading is tolerant: what is no JSON counts as absent, a damaged line ends the catalogue, and values of
any type pass through. What the values ought to be is said elsewhere (``cases``).
"""

import io
import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from planassay.kb.errors import InputError

FILES = {
    "products": "products.jsonl",
    "user": "user_info.json",
    "cart": "cart.json",
    "validation": "validation_cases.json",
    "messages": "messages.json",
}
"""Name of each file of a case folder by what it holds."""


@dataclass(frozen=True, slots=True)
class CaseFiles:
    """What the files of a case hold; None where there is no file."""

    products: bytes | None = None
    user: bytes | None = None
    cart: bytes | None = None
    validation: bytes | None = None
    messages: bytes | None = None


def read_case_files(folder: Path) -> CaseFiles:
    """
    Return the files of a case folder.

    Raises
    ------
    InputError
        If the folder is none, or a file in it cannot be opened.
    """
    if not folder.is_dir():
        raise InputError("is no case folder", source=folder)
    found: dict[str, bytes] = {}
    for key, name in FILES.items():
        path = folder / name
        if path.exists():
            try:
                found[key] = path.read_bytes()
            except OSError as error:
                raise InputError(f"cannot be read: {error.strerror or error}", source=path) from error
    return CaseFiles(**found)


def open_text(data: bytes) -> io.TextIOWrapper:
    """Return bytes as the text file that they are: UTF-8, any kind of line end."""
    return io.TextIOWrapper(io.BytesIO(data), encoding="utf-8")


def read_json(data: bytes | None) -> object:
    """
    Return what a file holds, or None where official readers take it for absent.

    That is one that is missing, blank, no UTF-8 or no JSON; a JSON ``null`` reads the same.
    """
    if data is None:
        return None
    try:
        value: object = json.loads(open_text(data).read().strip())
    except (ValueError, RecursionError):
        return None
    return value


def read_rows(data: bytes | None) -> Iterator[object]:
    """
    Yield what the lines of a catalogue hold; blank lines are passed over.

    Raises
    ------
    ValueError
        At the first line that is no JSON in UTF-8. Official readers swallow it and keep the rows before it.
    """
    if data is not None:
        for line in open_text(data):
            if line.strip():
                yield json.loads(line)
