"""Opening: what lies at a path to the tools over it, ready for sessions."""

from pathlib import Path
from typing import Any

from planassay.bench.sandbox.search import open_search
from planassay.kb.catalog import Catalog
from planassay.kb.errors import InputError
from planassay.kb.knowledge import KnowledgeBase
from planassay.kb.manifest import is_store
from planassay.kb.opening import open_knowledge
from planassay.kb.tools.registry import find_row, open_special, profiles, toolset
from planassay.kb.tools.toolset import ToolSet

OWN = "v1"
"""Name of our own profile of any system."""


def open_tools(path: Path, profile: str | None = None) -> ToolSet[Any]:
    """
    Return the tools over a store, an official folder or a case, under a profile.

    A profile is ``v1``, or the name of a system for its published manner; where none is given it is
    ``v1`` if there is one.

    The search index is made where the tools need one, and kept in a store that has none yet.

    Raises
    ------
    InputError, StoreError
        If there is nothing of the kind, or it cannot be read.
    UnknownSystemError
        If its system has no tools under that profile.
    """
    special = open_special(path)
    if special is not None:
        system, world = special
        return toolset(system, profile or _usual(system), world, None)
    kb = open_knowledge(path)
    return tools_over(kb, profile or _usual(kb.system), store=path if is_store(path) else None)


def tools_over(kb: KnowledgeBase, profile: str, *, store: Path | None = None) -> ToolSet[Any]:
    """Return the tools over a knowledge base that is open; ``store`` is where its search index is kept."""
    ranker = None
    if find_row(kb.system, profile).ranks:
        if not isinstance(kb, Catalog):
            raise InputError(f"{kb.system} has no tables that can be searched by meaning")
        ranker = open_search(kb, store)
    return toolset(kb.system, profile, kb, ranker)


def _usual(system: str) -> str:
    """Return the profile that is meant if none is said."""
    known = profiles(system)
    return OWN if OWN in known or not known else known[0]
