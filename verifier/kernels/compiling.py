"""
Compiling: how kernels become machine code, and where that is kept.

numba keeps machine code by the file of the outermost function, and does not see that a function or a constant
in another file has changed. So it is kept in a folder of its own for each state of all kernel files and of
those whose constants they use: in ``NUMBA_CACHE_DIR`` if that is set, else in the user's cache folder; where
neither can be written to, numba looks for a place itself.
"""

import os
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from typing import Any, ParamSpec, TypeVar

import numba

from planassay.kb import clock, geo
from planassay.kb.formats.trek import drafts
from planassay.verifier import timeline
from planassay.verifier.batch import itineraries, layout

P = ParamSpec("P")
R = TypeVar("R")


def cache_folder() -> Path | None:
    """Return where the machine code of these kernels is kept, or None if there is no such place."""
    digest = sha256(numba.__version__.encode())
    used = [Path(str(module.__file__)) for module in (clock, geo, drafts, timeline, layout, itineraries)]
    for path in (*sorted(Path(__file__).parent.glob("*.py")), *used):
        digest.update(path.read_bytes())
    base = os.environ.get("NUMBA_CACHE_DIR") or os.environ.get("XDG_CACHE_HOME")
    try:
        folder = Path(base) if base else Path.home() / ".cache"
    except RuntimeError:  # nobody's home
        return None
    return folder / "planassay" / f"kernels-{digest.hexdigest()[:16]}"


_FOLDER = cache_folder()


def compiled(function: Callable[P, R]) -> Callable[P, R]:
    """Return a function as machine code, compiled for each kind of arguments when it first meets them."""
    return _compiled(function, inlined=False)


def inlined(function: Callable[P, R]) -> Callable[P, R]:
    """Return a function as machine code that becomes a part of whatever compiled function calls it."""
    return _compiled(function, inlined=True)


def _compiled(function: Callable[P, R], *, inlined: bool) -> Callable[P, R]:
    options: dict[str, Any] = {
        "cache": True,
        "nogil": True,
        "error_model": "numpy",
        "forceinline": inlined,
        "_nrt": False,  # kernels allocate nothing; counting references would cost them most of their time
    }
    config = vars(numba.config)
    before = config["CACHE_DIR"]
    config["CACHE_DIR"] = "" if _FOLDER is None else str(_FOLDER)
    try:
        machine: Callable[P, R] = numba.njit(**options)(function)
    finally:
        config["CACHE_DIR"] = before
    return machine
