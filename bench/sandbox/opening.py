"""Opening: a knowledge base on disk to the tools over it, ready for sessions."""

from pathlib import Path
from typing import Any

from planassay.bench.sandbox.search import open_search
from planassay.kb.catalog import Catalog
from planassay.kb.store import Store
from planassay.kb.tools.registry import toolset
from planassay.kb.tools.toolset import ToolSet


def open_tools(kb: Path, profile: str) -> ToolSet[Any]:
    """
    Return the tools over a store, under a profile: ``trek`` as published, or ``v1``.

    The search index is made, and kept in the store, when it is not there yet.

    Raises
    ------
    StoreError
        If there is no such store.
    UnknownSystemError
        If its system has no tools under that profile.
    """
    store = Store(kb)
    return tools_over(store.catalog(), profile, store=kb)


def tools_over(kb: Catalog, profile: str, *, store: Path | None = None) -> ToolSet[Any]:
    """Return the tools over a knowledge base that is open; its search index is made if ``store`` has none."""
    return toolset(kb.system, profile, kb, open_search(kb, store))
