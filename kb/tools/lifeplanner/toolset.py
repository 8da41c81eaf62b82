"""
The tool sets: what an agent may call in a city, and what a data engine may.

Fifty calls a run are a definition of ours: the paper says that there is a budget, not how large.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from planassay.kb.tools.lifeplanner import engine, lookups
from planassay.kb.tools.lifeplanner import engine_queries as eq
from planassay.kb.tools.lifeplanner import queries as q
from planassay.kb.tools.toolset import Answer, Limits, Ranker, Tool, ToolSet, tell_typed

SYSTEM, PROFILE, ENGINE = "lifeplanner", "v1", "data-engine"
LIMITS = Limits(billable=50, free=5)
"""Calls of a run; handing in costs none of the fifty."""


@dataclass
class Run:
    """What an agent handed in."""

    result: dict[str, Any] | list[Any] | None = None

    def submit(self, query: q.SubmitAnswer) -> Answer:
        """Take the answer; nothing is said of how good it is."""
        self.result = query.result
        return {"received": True}


def toolset(world: lookups.MapWorld, ranker: Ranker | None = None) -> ToolSet[Run]:
    """Return the tools over a city; nothing is ranked by meaning."""
    del ranker

    def look_up(name: str, query: type[q.Query], answer: Callable[..., Answer], path: str) -> Tool[Run]:
        # Lists and objects are no values of a query string: details are got, all else is posted.
        method = "GET" if query in (q.PlaceDetail, q.NoteDetail) else "POST"
        return Tool(name, query, lambda _, asked: answer(world, asked), path=path, method=method)

    return ToolSet(
        system=SYSTEM,
        profile=PROFILE,
        kb_hash=world.city.content_hash,
        limits=LIMITS,
        start=Run,
        tell=tell_typed,
        tools=(
            look_up("place_search", q.PlaceSearch, lookups.place_search, "/places"),
            look_up("place_detail", q.PlaceDetail, lookups.place_detail, "/place"),
            look_up("nearby_search", q.NearbySearch, lookups.nearby_search, "/nearby"),
            look_up("routing", q.Routing, lookups.routing, "/routes"),
            look_up("search_notes", q.SearchNotes, lookups.search_notes, "/notes"),
            look_up("note_detail", q.NoteDetail, lookups.note_detail, "/note"),
            Tool(
                "submit_answer",
                q.SubmitAnswer,
                lambda run, query: run.submit(query),
                units=lambda _: 0,
                path="/submit",
                method="POST",
                changes=True,
                ends=True,
            ),
        ),
    )


@dataclass
class Draws:
    """How often places were drawn at random in a session."""

    count: int = 0

    def sample(self, world: lookups.MapWorld, query: eq.SamplePlace) -> Answer:
        """Draw places, others than before."""
        self.count += 1
        return engine.sample_place(world, query, self.count)


def engine_toolset(world: lookups.MapWorld, ranker: Ranker | None = None) -> ToolSet[Draws]:
    """Return the tools of the data engine over a city: memories are shown, and nothing is handed in."""
    del ranker

    def look_up(name: str, query: type[q.Query], answer: Callable[..., Answer], path: str) -> Tool[Draws]:
        return Tool(name, query, lambda _, asked: answer(world, asked), path=path, method="POST")

    return ToolSet(
        system=SYSTEM,
        profile=ENGINE,
        kb_hash=world.city.content_hash,
        limits=LIMITS,
        start=Draws,
        tell=tell_typed,
        tools=(
            look_up("place_search", eq.EnginePlaceSearch, engine.place_search, "/places"),
            look_up("nearby_search", eq.EngineNearbySearch, engine.nearby_search, "/nearby"),
            look_up("routing", q.Routing, lookups.routing, "/routes"),
            look_up("multi_stop_routing", eq.MultiStopRouting, engine.multi_stop_routing, "/orders"),
            look_up("search_notes", q.SearchNotes, engine.search_notes, "/notes"),
            Tool(
                "sample_place",
                eq.SamplePlace,
                lambda draws, query: draws.sample(world, query),
                path="/sample",
                method="POST",
                changes=True,
            ),
        ),
    )
