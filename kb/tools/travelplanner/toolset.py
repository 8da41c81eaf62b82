"""
The tool set: TravelPlanner's look-ups under the names that its agents know, with notes and the submission.

The published agents call a model to plan and keep notes in a table; here notes cost nothing and a plan is
handed in. There is no published budget of calls, but a limit of thirty steps.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from planassay.kb.formats.travelplanner import Tables
from planassay.kb.tools.toolset import Answer, Limits, Ranker, Tool, ToolSet, tell_typed
from planassay.kb.tools.travelplanner import lookups
from planassay.kb.tools.travelplanner import queries as q

PROFILE = "v1"
LIMITS = Limits(billable=30, free=60)
"""As many look-ups as a published agent may make steps; the submission is one of them."""


@dataclass
class Run:
    """What an agent wrote and handed in."""

    notes: list[str] = field(default_factory=list)
    submission: dict[str, Any] | None = None

    def note(self, text: str) -> Answer:
        """Keep a note, and say how many there are."""
        self.notes.append(text)
        return {"ok": True, "notes_total": len(self.notes)}

    def submit(self, query: q.SubmitPlan) -> Answer:
        """Take the answer; nothing is said of how good it is."""
        self.submission = {
            "is_feasible": query.plan is not None,
            "refusal_reason": query.refusal_reason,
            "plan": query.plan,
        }
        return {"received": True}


def toolset(tables: Tables, ranker: Ranker | None = None) -> ToolSet[Run]:
    """Return the tools over a database; nothing is ranked."""
    del ranker

    def look_up(query: type[q.Query], path: str, answer: Callable[..., Answer]) -> Tool[Run]:
        def answered(_: Run, asked: q.Query) -> Answer:
            return answer(tables, **asked.model_dump(mode="json"))

        return Tool(query.__name__, query, answered, path=path)

    return ToolSet(
        system="travelplanner",
        profile=PROFILE,
        kb_hash=tables.content_hash,
        limits=LIMITS,
        start=Run,
        tell=tell_typed,
        tools=(
            look_up(q.FlightSearch, "/flights", lookups.search_flights),
            look_up(q.GoogleDistanceMatrix, "/distance", lookups.search_distance),
            look_up(q.AccommodationSearch, "/accommodations", lookups.search_accommodations),
            look_up(q.RestaurantSearch, "/restaurants", lookups.search_restaurants),
            look_up(q.AttractionSearch, "/attractions", lookups.search_attractions),
            look_up(q.CitySearch, "/cities", lookups.search_cities),
            Tool(
                "NotebookWrite",
                q.NotebookWrite,
                lambda run, query: run.note(query.text),
                units=lambda _: 0,
                path="/notes",
                method="POST",
                changes=True,
            ),
            Tool(
                "submit_plan",
                q.SubmitPlan,
                lambda run, query: run.submit(query),
                path="/submit",
                method="POST",
                changes=True,
                ends=True,
            ),
        ),
    )
