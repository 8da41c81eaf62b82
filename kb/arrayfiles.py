"""
Array files: the derived columns of a store as ``.npy`` files, saved and mapped.

An index beside them names the content they were derived from; files of other content, or of another layout,
are stale and as good as absent. How the arrays are made is known to ``planassay.kb.columns``.
"""

from collections.abc import Mapping
from pathlib import Path
from tokenize import TokenError

import numpy as np
from pydantic import BaseModel, ConfigDict

from planassay.kb.columns import LAYOUT, Array
from planassay.kb.manifest import sha256, write_model

INDEX = "index.json"


class _Index(BaseModel):
    """What the derived columns say of themselves: the size and SHA-256 of each file."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    layout: int
    content_hash: str
    files: dict[str, tuple[int, str]]


def save_arrays(folder: Path, identity: str, arrays: Mapping[str, Array]) -> None:
    """Write arrays into a folder, with the content hash that they are derived from."""
    folder.mkdir(exist_ok=True)
    files: dict[str, tuple[int, str]] = {}
    for name, array in arrays.items():
        path = folder / f"{name}.npy"
        np.save(path, array, allow_pickle=False)
        files[name] = (path.stat().st_size, sha256(path))
    write_model(folder / INDEX, _Index(layout=LAYOUT, content_hash=identity, files=files))


def map_arrays(folder: Path, identity: str) -> dict[str, Array] | None:
    """
    Return the arrays of a folder, memory-mapped; None if they are absent, stale or incomplete.

    All of them are mapped at once, so that a store which is replaced afterwards is still read as it was.
    """
    try:
        before = (folder / INDEX).read_bytes()
        index = _Index.model_validate_json(before)
        if (index.layout, index.content_hash) != (LAYOUT, identity):
            return None
        arrays: dict[str, Array] = {}
        for name, (size, _) in index.files.items():
            file = folder / f"{name}.npy"
            if file.stat().st_size != size:
                return None
            arrays[name] = np.load(file, mmap_mode="r", allow_pickle=False)
        replaced_meanwhile = (folder / INDEX).read_bytes() != before
    except (OSError, ValueError, SyntaxError, TypeError, TokenError):  # what numpy makes of damaged headers
        return None
    return None if replaced_meanwhile else arrays
