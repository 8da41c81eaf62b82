"""
Doors: the tools of one task, in this process or behind an address, in a session of their own.

An address that ends in ``/mcp`` is spoken to over MCP, any other over REST. Before a run the sandbox there is
asked whether it is the one that the run is about.
"""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from functools import cache, cached_property
from pathlib import Path
from secrets import token_hex
from typing import Any, Protocol
from urllib.parse import urlsplit

from planassay.bench.agents.interface import Reply
from planassay.kb.catalog import Catalog
from planassay.kb.errors import InputError
from planassay.kb.knowledge import KnowledgeBase
from planassay.kb.manifest import is_store
from planassay.kb.opening import open_knowledge, shared_kb
from planassay.kb.tools.toolset import Ranker, ToolSet

IN_PROCESS = "in-process"
MCP_PATH = "/mcp"


class Door(Protocol):
    """Tools, wherever they are."""

    def call(self, tool: str, arguments: Mapping[str, Any]) -> Reply:
        """Return what a tool answers."""


@cache
def knowledge(path: Path) -> KnowledgeBase:
    """Return the knowledge base of whatever system at a path, the same one each time in this process."""
    return shared_kb(path) if is_store(path) else open_knowledge(path)


@cache
def tools_of(kb: Path, profile: str) -> ToolSet[Any]:
    """
    Return the tools over a knowledge base.

    Raises
    ------
    UnknownSystemError
        If its system has no tools under that profile.
    """
    from planassay.kb.tools.registry import open_special, toolset

    base = knowledge(kb)
    special = open_special(kb)
    if special is not None:
        return toolset(special[0], profile, special[1], None)
    ranker = _LateRanker(base, kb if is_store(kb) else None) if isinstance(base, Catalog) else None
    return toolset(base.system, profile, base, ranker)


def first_profile(kb: Path) -> str:
    """Return the profile that is meant where none is named: the published one, if there is one."""
    from planassay.kb.tools.registry import profiles

    return next(iter(profiles(knowledge(kb).system)), "v1")


@contextmanager
def open_door(endpoint: str, kb: Path, profile: str, max_calls: int) -> Iterator[Door]:
    """
    Give the tools for one task.

    Parameters
    ----------
    endpoint
        ``in-process``, or an address.
    kb, profile, max_calls
        Of the tools in this process; a sandbox elsewhere has its own.

    Raises
    ------
    UnreachableError
        If there is no sandbox at the address.
    """
    if endpoint == IN_PROCESS:
        from planassay.bench.sandbox.session import Session

        tools = tools_of(kb, profile)
        session: Session[Any] = Session(tools, limits=replace(tools.limits, billable=max_calls))
        yield session
        return
    from planassay.bench.sandbox.clients import McpClient, RestClient

    name = f"run-{token_hex(8)}"  # a session that was used up is no use to anybody
    with McpClient(endpoint, name) if _is_mcp(endpoint) else RestClient(endpoint, name) as client:
        yield client


def check_endpoint(endpoint: str, kb: Path, profile: str, max_calls: int) -> None:
    """
    See that the sandbox at an address is the one that a run is about.

    Raises
    ------
    InputError
        If it serves another knowledge base, another profile or another budget, or the address is none.
    UnreachableError
        If nothing is there.
    """
    if endpoint == IN_PROCESS:
        return
    parts = urlsplit(endpoint)
    if parts.scheme != "http" or not parts.netloc:
        raise InputError("is no address like http://127.0.0.1:5001", value=endpoint)
    if _is_mcp(endpoint):
        with open_door(endpoint, kb, profile, max_calls):
            return
    from planassay.bench.sandbox.clients import RestClient

    with RestClient(endpoint, f"look-{token_hex(8)}") as client:
        served, session = client.request("GET", "/health"), client.request("GET", "/session")
    for name, wanted, found in (
        ("knowledge base", knowledge(kb).content_hash, served.get("kb_hash")),
        ("profile", profile, served.get("profile")),
        ("budget of calls", max_calls, session.get("billable")),
    ):
        if found != wanted:
            raise InputError(f"serves another {name} than the run is about, {wanted!r}", value=found)


@cache
def described_tools(kb: Path, profile: str) -> tuple[Mapping[str, object], ...]:
    """Return what the tools of a profile are, as OpenAI's function calling is told."""
    from planassay.bench.sandbox.schemas import tool_schemas

    return tuple(tool_schemas(tools_of(kb, profile)))


def _is_mcp(endpoint: str) -> bool:
    return urlsplit(endpoint).path.rstrip("/") == MCP_PATH


class _LateRanker:
    """Makes the search index when somebody searches by meaning, which many agents never do."""

    def __init__(self, kb: Catalog, store: Path | None) -> None:
        self._kb = kb
        self._store = store

    @cached_property
    def _index(self) -> Ranker:
        from planassay.bench.sandbox.search import open_search

        return open_search(self._kb, self._store)

    def scores(self, table: str, label: str, text: str) -> list[float]:
        """Return a score for each row of a label of a table."""
        return self._index.scores(table, label, text)
