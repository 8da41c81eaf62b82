"""
Opening: the knowledge base at a path, once a process.

Workers of a training run open the same store over and over; here each process opens it once, and its columns
are mapped, so that all of them share one copy. A catalog remembers where it was opened, which is what is sent
to another process in its place.
"""

import os
from functools import lru_cache
from pathlib import Path
from weakref import WeakKeyDictionary

from planassay.kb.catalog import Catalog
from planassay.kb.errors import InputError
from planassay.kb.formats.registry import SYSTEMS
from planassay.kb.formats.trek.folder import is_folder, open_folder
from planassay.kb.knowledge import KnowledgeBase
from planassay.kb.manifest import is_store
from planassay.kb.store import open_store

VARIABLE = "PLANASSAY_KB"
"""Environment variable that names the knowledge base of a process."""

_OPENED: WeakKeyDictionary[Catalog, Path] = WeakKeyDictionary()


def open_kb(path: Path) -> Catalog:
    """
    Return the knowledge base at a path: a store made by ``planassay kb import``, or an official folder.

    Raises
    ------
    InputError
        If there is neither, or the official folder holds rows that cannot be read.
    StoreError
        If the store is unfinished, of another version or damaged.
    """
    if is_store(path):
        kb = open_store(path)
    elif is_folder(path):
        kb = open_folder(path)
    else:
        raise InputError("is neither a knowledge base nor an official TREK folder", source=path)
    _OPENED[kb] = path.resolve()
    return kb


def open_knowledge(path: Path) -> KnowledgeBase:
    """
    Return the knowledge base of whatever system at a path: a store, or a folder of official files.

    A folder with such a folder for each task is opened as :class:`~planassay.kb.knowledge.KnowledgeBases`.

    Raises
    ------
    InputError
        If there is neither, or the official folder holds rows that cannot be read.
    StoreError
        If the store is unfinished, of another version or damaged.
    """
    if is_store(path) or is_folder(path):
        return open_kb(path)
    for row in SYSTEMS.values():
        formats = row.load("formats")
        if hasattr(formats, "is_folder") and formats.is_folder(path):
            found: KnowledgeBase = formats.open_folder(path)
            return found
        if hasattr(formats, "is_root") and formats.is_root(path):
            each: KnowledgeBase = formats.open_root(path)
            return each
    raise InputError("is neither a knowledge base nor a folder of official files", source=path)


@lru_cache(maxsize=4)
def _shared(path: Path) -> Catalog:
    return open_kb(path)


def shared_kb(path: Path | str) -> Catalog:
    """Return the knowledge base at a path, the same one each time in this process; raises as ``open_kb``."""
    return _shared(Path(path).resolve())


@lru_cache(maxsize=4)
def _shared_knowledge(path: Path) -> KnowledgeBase:
    return _shared(path) if is_store(path) or is_folder(path) else open_knowledge(path)


def knowledge_of(kb: KnowledgeBase | Path | str) -> KnowledgeBase:
    """
    Return a knowledge base, or the one at a path: the same one each time in this process.

    Raises
    ------
    InputError
        If there is none at the path, or its official folder holds rows that cannot be read.
    StoreError
        If the store is unfinished, of another version or damaged.
    """
    return _shared_knowledge(Path(kb).resolve()) if isinstance(kb, Path | str) else kb


def environment_kb() -> Catalog:
    """
    Return the knowledge base that ``PLANASSAY_KB`` names, the same one each time.

    Raises
    ------
    InputError
        If the variable is not set, or names nothing that can be opened.
    """
    path = os.environ.get(VARIABLE)
    if not path:
        raise InputError(f"no knowledge base: set {VARIABLE} to the folder of one, or pass it as kb")
    return shared_kb(path)


def opened_at(kb: Catalog) -> Path | None:
    """Return where a catalog was opened, or None if it was made in memory."""
    return _OPENED.get(kb)
