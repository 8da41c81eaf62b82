"""
The registry of tool sets: one row a profile of a system, see :mod:`planassay.kb.tools.toolset`.

Rows are import paths, so that one costs nothing until it is used.
"""

from importlib import import_module
from types import MappingProxyType
from typing import Any, cast

from planassay.kb.errors import UnknownSystemError
from planassay.kb.tools.toolset import Ranker, ToolSet

TOOLSETS = MappingProxyType(
    {
        ("trek", "trek"): "planassay.kb.tools.trek.harness:toolset",
        ("trek", "v1"): "planassay.kb.tools.trek.v1:toolset",
        ("travelplanner", "v1"): "planassay.kb.tools.travelplanner.toolset:toolset",
    }
)
"""(system, profile) -> function that makes a tool set of a world and a ranker."""


def profiles(system: str) -> tuple[str, ...]:
    """Return the profiles of a system, in the order of the registry."""
    return tuple(profile for name, profile in TOOLSETS if name == system)


def toolset(system: str, profile: str, world: object, ranker: Ranker | None) -> ToolSet[Any]:
    """
    Return the tools of a system under a profile, over an open knowledge base.

    Raises
    ------
    UnknownSystemError
        If there are none; the message lists those there are.
    """
    path = TOOLSETS.get((system, profile))
    if path is None:
        known = ", ".join(f"{name} {other}" for name, other in TOOLSETS)
        raise UnknownSystemError(f"no tools for {system!r} under profile {profile!r}; known: {known}")
    module, _, function = path.partition(":")
    return cast("ToolSet[Any]", getattr(import_module(module), function)(world, ranker))
