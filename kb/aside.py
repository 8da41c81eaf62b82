"""
Aside: a folder or a file is written beside its place and moved there whole, or not at all.

Whoever looks at the target sees nothing, the old one or the new one, at any moment, also if the writer is
killed. A killed writer leaves one hidden folder, which the next writer to the same target clears away.
What is written is the caller's business.
"""

import ctypes
import os
import platform
import secrets
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType

from planassay.kb.errors import StoreError

# Windows has none: there are no locks there, and folders that others left are never cleared away.
_fcntl: ModuleType | None = import_module("fcntl") if find_spec("fcntl") else None

_PARTIAL = ".partial"
_OLD = ".old"


@contextmanager
def aside(
    target: Path, *, force: bool = False, replaceable: Callable[[Path], bool] = lambda _: True
) -> Iterator[Path]:
    """
    Give an empty folder that becomes ``target`` when the block ends, and vanishes if it fails.

    Parameters
    ----------
    target
        A path that is free, or an empty folder.
    force
        Replace a folder that stands there.
    replaceable
        Whether a folder may be replaced by force; asked before anything is written.

    Raises
    ------
    StoreError
        If the target may not be written, when entering; or if it was taken in the meantime, when leaving.
    """
    target = target.resolve()
    target.parent.mkdir(parents=True, exist_ok=True)
    _clear_left_behind(target)
    _refuse_taken(target, force=force, replaceable=replaceable)
    partial, lock = _make_partial(target)
    try:
        yield partial
        _sync(partial)
        _move(partial, target, force=force)
        _sync_folder(target.parent)
    finally:
        shutil.rmtree(partial, ignore_errors=True)
        if lock is not None:
            os.close(lock)


@contextmanager
def files_aside(target: Path) -> Iterator[Path]:
    """
    Give an empty folder whose files take their places beside ``target`` when the block ends.

    Parameters
    ----------
    target
        Where the file is to be that is written into the folder under its name; one that stands there is
        replaced. Files of other names are moved first, so what belongs to it is there when it appears.

    Raises
    ------
    StoreError
        If a folder stands there.
    """
    target = target.resolve()
    if target.is_dir():
        raise StoreError(f"{target}: there is a folder of that name")
    target.parent.mkdir(parents=True, exist_ok=True)
    _clear_left_behind(target)
    partial, lock = _make_partial(target)
    try:
        yield partial
        _sync(partial)
        for file in sorted(partial.iterdir(), key=lambda file: (file.name == target.name, file.name)):
            file.replace(target.with_name(file.name))
        _sync_folder(target.parent)
    finally:
        shutil.rmtree(partial, ignore_errors=True)
        if lock is not None:
            os.close(lock)


def write_whole(target: Path, content: bytes | str) -> None:
    """
    Write a file that is there whole or not at all.

    Parameters
    ----------
    target
        The file; one that stands there is replaced. What is no plain file, such
        as a pipe, is written as it is.
    content
        Its bytes, or its text, written as UTF-8 with its line ends as they are.

    Raises
    ------
    StoreError
        If a folder stands there.
    """
    data = content.encode("utf-8") if isinstance(content, str) else content
    if target.exists() and not target.is_file() and not target.is_dir():
        target.write_bytes(data)
        return
    with files_aside(target) as folder:
        (folder / target.resolve().name).write_bytes(data)


def _refuse_taken(target: Path, *, force: bool, replaceable: Callable[[Path], bool]) -> None:
    if not os.path.lexists(target):
        return
    if not target.is_dir():
        raise StoreError(f"{target}: there is a file of that name")
    if not any(target.iterdir()):
        return
    if not force:
        raise StoreError(f"{target}: already exists; --force replaces it")
    if not replaceable(target):
        raise StoreError(f"{target}: is something else, and is not replaced")


def _make_partial(target: Path) -> tuple[Path, int | None]:
    """Make a hidden folder beside the target and lock it, so that nobody clears it away."""
    while True:
        partial = target.with_name(f".{target.name}.{secrets.token_hex(4)}{_PARTIAL}")
        try:
            partial.mkdir()
        except FileExistsError:
            continue
        lock = _lock(partial)
        if _fcntl is None or (lock is not None and partial.exists()):
            return partial, lock
        if lock is not None:  # cleared away between making and locking
            os.close(lock)
        elif partial.exists():  # a file system without locks
            return partial, None


def _lock(folder: Path) -> int | None:
    """Return a descriptor that holds the lock of a folder until it is closed, or None if another has it."""
    if _fcntl is None:
        return None
    try:
        descriptor = os.open(folder, os.O_RDONLY)
    except OSError:
        return None
    try:
        _fcntl.flock(descriptor, _fcntl.LOCK_EX | _fcntl.LOCK_NB)
    except OSError:
        os.close(descriptor)
        return None
    return descriptor


def _clear_left_behind(target: Path) -> None:
    """Remove what killed writers left, and put back what one of them had moved out of the way."""
    for old in sorted(target.parent.glob(f".{target.name}.*{_OLD}")):
        if os.path.lexists(target):
            shutil.rmtree(old, ignore_errors=True)
        else:
            with suppress(OSError):
                old.rename(target)
    for partial in sorted(target.parent.glob(f".{target.name}.*{_PARTIAL}")):
        lock = _lock(partial)
        if lock is not None:
            shutil.rmtree(partial, ignore_errors=True)
            os.close(lock)


def _move(partial: Path, target: Path, *, force: bool) -> None:
    try:
        partial.rename(target)
    except OSError as error:
        if not os.path.lexists(target):
            raise
        if not force:
            raise StoreError(f"{target}: another writer was quicker; --force replaces it") from error
    else:
        return
    if exchange(partial, target):
        return
    old = target.with_name(partial.name.removesuffix(_PARTIAL) + _OLD)
    target.rename(old)
    partial.rename(target)
    shutil.rmtree(old, ignore_errors=True)


def exchange(one: Path, other: Path) -> bool:
    """
    Swap what two paths name, in one step.

    Returns
    -------
    bool
        False, with nothing done, where the system or the file system cannot do that.
    """
    names = os.fsencode(one), os.fsencode(other)
    system = platform.system()
    if system == "Linux":
        at_cwd, flag = -100, 2  # AT_FDCWD of fcntl.h, RENAME_EXCHANGE of linux/fs.h
        return _call("renameat2", at_cwd, names[0], at_cwd, names[1], flag)
    if system == "Darwin":
        flag = 2  # RENAME_SWAP of sys/stdio.h
        return _call("renamex_np", *names, flag)
    return False


def _call(name: str, *arguments: bytes | int) -> bool:
    """Call a function of the C library; return whether it is there and succeeded."""
    function = getattr(ctypes.CDLL(None), name, None)
    return function is not None and function(*arguments) == 0


def _sync(folder: Path) -> None:
    """Bring a folder and all in it to the disk."""
    for path in folder.rglob("*"):
        if path.is_dir():
            _sync_folder(path)
            continue
        with path.open("rb") as file:
            os.fsync(file.fileno())
    _sync_folder(folder)


def _sync_folder(folder: Path) -> None:
    with suppress(OSError):  # some systems do not open folders
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
