"""
Roots: the databases of all tasks under one folder, as the benchmark is published.

Each task has a folder ``id_<task>`` of its own, in the root or in ``database``, ``database_en`` or
``database_zh`` there. A database is opened when its task is first asked for, and a few are kept.
"""

from collections import OrderedDict
from functools import cached_property
from hashlib import sha256
from pathlib import Path
from typing import ClassVar

from planassay.kb.errors import InputError
from planassay.kb.formats.deepplanning_travel.database import Database, find_database, is_folder, open_folder

HOLDERS = ("", "database", "database_en", "database_zh")
_PREFIX = "id_"
_KEPT = 128
"""As many as the benchmark has tasks."""
_SHOWN = 5


class Databases:
    """
    The databases under a folder.

    Parameters
    ----------
    root
        The folder.
    """

    system: ClassVar[str] = "deepplanning-travel"

    def __init__(self, root: Path) -> None:
        self.root = root
        self._opened: OrderedDict[str, Database] = OrderedDict()

    @cached_property
    def task_ids(self) -> tuple[str, ...]:
        """The tasks that have a database, numbers in their order."""
        names = {path.name.removeprefix(_PREFIX) for path in _folders(self.root) if is_folder(path)}
        return tuple(sorted(names, key=lambda name: (not name.isdecimal(), name.zfill(9))))

    @cached_property
    def content_hash(self) -> str:
        """Identity: SHA-256 over the tasks and the identity of each database."""
        digest = sha256()
        for task_id in self.task_ids:
            digest.update(f"{task_id}\n{open_folder(self.path_of(task_id)).content_hash}\n".encode())
        return digest.hexdigest()

    def path_of(self, task_id: str) -> Path:
        """
        Return the folder of a task's database.

        Raises
        ------
        InputError
            If there is none, or it holds none of the files of a database.
        """
        folder = find_database(self.root, task_id)
        if folder is None:
            known = self.task_ids
            more = ", ..." if len(known) > _SHOWN else ""
            listed = ", ".join(f"{_PREFIX}{name}" for name in known[:_SHOWN])
            raise InputError(
                f"holds no database of task {task_id}; it holds {len(known)}: {listed}{more}",
                source=self.root,
            )
        if not is_folder(folder):
            raise InputError("holds none of the files of a database", source=folder)
        return folder

    def of(self, task_id: str) -> Database:
        """Return the database of a task; raises as :meth:`path_of`."""
        found = self._opened.get(task_id)
        if found is None:
            found = open_folder(self.path_of(task_id))
            if len(self._opened) >= _KEPT:
                self._opened.popitem(last=False)
            self._opened[task_id] = found
        return found


def _folders(root: Path) -> list[Path]:
    """Return the folders that are named as databases of tasks are."""
    found: list[Path] = []
    for holder in HOLDERS:
        folder = root / holder
        if folder.is_dir():
            found += [path for path in sorted(folder.iterdir()) if path.is_dir() and _is_named(path)]
    return found


def _is_named(path: Path) -> bool:
    return (path.name.startswith(_PREFIX) and path.name != _PREFIX) or (
        path.name.isdigit() and is_folder(path)
    )


def is_root(path: Path) -> bool:
    """Tell whether a folder holds the database of a task or more, each in a folder of its own."""
    return path.is_dir() and any(is_folder(folder) for folder in _folders(path))


def open_root(path: Path) -> Databases:
    """
    Return the databases under a folder.

    Raises
    ------
    InputError
        If there is no such folder, or it holds no database.
    """
    if not is_root(path):
        raise InputError("holds no database of a task (id_<task>)", source=path)
    return Databases(path)
