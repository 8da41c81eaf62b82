"""
The registry of tool sets: one row a profile of a system, see :mod:`planassay.kb.tools.toolset`.

Rows are import paths, so that one costs nothing until it is used.
"""

from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any

from planassay.kb.errors import UnknownSystemError
from planassay.kb.tools.toolset import Ranker, ToolSet


@dataclass(frozen=True, slots=True)
class Row:
    """The tools of a system under a profile."""

    system: str
    profile: str
    toolset: str
    """Function that makes the tool set of a world and a ranker: ``module:name``."""
    opens: str | None = None
    """
    Function that opens the world at a path, or returns None if there is none of its kind; needed where the
    world is no knowledge base that ``planassay.kb.opening`` opens.
    """
    ranks: bool = False
    """Whether the tools rank rows by meaning."""


TOOLSETS = (
    Row("trek", "trek", "planassay.kb.tools.trek.harness:toolset", ranks=True),
    Row("trek", "v1", "planassay.kb.tools.trek.v1:toolset", ranks=True),
    Row("travelplanner", "v1", "planassay.kb.tools.travelplanner.toolset:toolset"),
    Row(
        "lifeplanner",
        "v1",
        "planassay.kb.tools.lifeplanner.toolset:toolset",
        opens="planassay.bench.sandbox.city:open_world",
    ),
    Row(
        "lifeplanner",
        "data-engine",
        "planassay.kb.tools.lifeplanner.toolset:engine_toolset",
        opens="planassay.bench.sandbox.city:open_world",
    ),
    Row("deepplanning-travel", "v1", "planassay.kb.tools.deepplanning_travel.toolset:toolset"),
    Row(
        "deepplanning-shopping",
        "deepplanning-shopping",
        "planassay.kb.tools.deepplanning_shopping.toolset:toolset",
        opens="planassay.kb.tools.deepplanning_shopping.toolset:open_world",
    ),
)
"""Every tool set, the profiles of a system one after another."""


def find_row(system: str, profile: str) -> Row:
    """
    Return the row of a system's profile.

    Raises
    ------
    UnknownSystemError
        If there is none; the message lists those there are.
    """
    for row in TOOLSETS:
        if (row.system, row.profile) == (system, profile):
            return row
    known = ", ".join(f"{row.system} {row.profile}" for row in TOOLSETS)
    raise UnknownSystemError(f"no tools for {system!r} under profile {profile!r}; known: {known}")


def profiles(system: str) -> tuple[str, ...]:
    """Return the profiles of a system."""
    return tuple(row.profile for row in TOOLSETS if row.system == system)


def toolset(system: str, profile: str, world: object, ranker: Ranker | None) -> ToolSet[Any]:
    """
    Return the tools of a system under a profile, over an open world.

    Raises
    ------
    UnknownSystemError
        If there are none; the message lists those there are.
    """
    made: ToolSet[Any] = _load(find_row(system, profile).toolset)(world, ranker)
    return made


def open_special(path: Path) -> tuple[str, object] | None:
    """Return the system and the world at a path that only a system's tools know how to open, or None."""
    for opens in dict.fromkeys((row.system, row.opens) for row in TOOLSETS if row.opens is not None):
        system, function = opens
        world = _load(str(function))(path)
        if world is not None:
            return system, world
    return None


def _load(path: str) -> Any:
    module, _, function = path.partition(":")
    return getattr(import_module(module), function)
