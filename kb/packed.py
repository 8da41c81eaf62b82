"""
Packed: files as they come, plain, ``.gz`` or ``.zst``, read as what they hold.

The ending of the name says how a file is packed. Zstandard is part of Python from 3.14 on; before, it needs
the extra ``zstd``.
"""

import gzip
import sys
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import BinaryIO, cast

from planassay.kb.errors import InputError


@contextmanager
def unpacked(path: Path) -> Iterator[BinaryIO]:
    """
    Give a file opened for reading, unpacked on the way.

    Raises
    ------
    InputError
        If it cannot be opened or unpacked, at once or in the middle.
    """
    zstd = _zstd(path) if path.suffix == ".zst" else None
    damage: tuple[type[Exception], ...] = (EOFError, zlib.error)
    if zstd is not None:
        damage = (*damage, zstd.ZstdError)
    try:
        with _open(path, zstd) as file:
            yield file
    except OSError as error:
        raise InputError(f"cannot be read: {error.strerror or error}", source=path) from error
    except damage as error:
        raise InputError(f"cannot be unpacked: {error}", source=path) from error


def _open(path: Path, zstd: ModuleType | None) -> BinaryIO:
    if zstd is not None:
        return cast(BinaryIO, zstd.open(path))
    return cast(BinaryIO, gzip.open(path)) if path.suffix == ".gz" else path.open("rb")


def _zstd(path: Path) -> ModuleType:
    name = "compression.zstd" if sys.version_info >= (3, 14) else "backports.zstd"
    try:
        return import_module(name)
    except ImportError:
        message = "cannot be unpacked without the extra zstd: pip install 'planassay[zstd]'"
        raise InputError(message, source=path) from None
