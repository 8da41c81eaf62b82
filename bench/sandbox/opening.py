"""Opening: a knowledge base on disk to the tools over it, ready for sessions."""

from pathlib import Path
from typing import Any

from planassay.bench.sandbox.search import open_search
from planassay.kb.catalog import Catalog
from planassay.kb.knowledge import KnowledgeBase
from planassay.kb.manifest import is_store
from planassay.kb.opening import open_knowledge
from planassay.kb.tools.registry import toolset
from planassay.kb.tools.toolset import ToolSet


def open_tools(kb: Path, profile: str) -> ToolSet[Any]:
    """
    Return the tools over a knowledge base, a store or official files, under a profile.

    That is ``v1``, or the name of the system for its tools as they are published. The search index is made,
    and kept in the store, when it is not there yet.

    Raises
    ------
    InputError
        If there is no knowledge base, or official files cannot be read.
    StoreError
        If the store is unfinished or damaged.
    UnknownSystemError
        If its system has no tools under that profile.
    """
    return tools_over(open_knowledge(kb), profile, store=kb if is_store(kb) else None)


def tools_over(kb: KnowledgeBase, profile: str, *, store: Path | None = None) -> ToolSet[Any]:
    """Return the tools over a knowledge base that is open; its search index is made if ``store`` has none."""
    ranker = open_search(kb, store) if isinstance(kb, Catalog) else None
    return toolset(kb.system, profile, kb, ranker)
