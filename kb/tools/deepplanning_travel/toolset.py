"""
The tool set: the nine tools of the travel domain under the names that its agents know, with the submission.

Published agents may make as many calls as they like; a budget here is wide enough to see a whole database of
the benchmark's size, road by road.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from planassay.kb.formats.deepplanning_travel import Database
from planassay.kb.tools.deepplanning_travel import lookups
from planassay.kb.tools.deepplanning_travel import queries as q
from planassay.kb.tools.toolset import Answer, Limits, Ranker, Tool, ToolSet, tell_typed

PROFILE = "v1"
LIMITS = Limits(billable=10_000, free=100)


@dataclass
class Run:
    """What an agent handed in."""

    submission: dict[str, Any] | None = None

    def submit(self, query: q.SubmitPlan) -> Answer:
        """Take the answer; nothing is said of how good it is."""
        self.submission = {
            "is_feasible": query.plan is not None,
            "refusal_reason": query.refusal_reason,
            "plan": query.plan,
        }
        return {"received": True}


def toolset(base: Database, ranker: Ranker | None = None) -> ToolSet[Run]:
    """Return the tools over the database of a task; nothing is ranked."""
    del ranker

    def look_up(query: type[q.Query], answer: Callable[..., Answer]) -> Tool[Run]:
        def answered(_: Run, asked: q.Query) -> Answer:
            return answer(base, **asked.model_dump(mode="json"))

        name = answer.__name__
        return Tool(name, query, answered, path=f"/{name}")

    return ToolSet(
        system="deepplanning-travel",
        profile=PROFILE,
        kb_hash=base.content_hash,
        limits=LIMITS,
        start=Run,
        tell=tell_typed,
        tools=(
            look_up(q.QueryTrainInfo, lookups.query_train_info),
            look_up(q.QueryFlightInfo, lookups.query_flight_info),
            look_up(q.QueryHotelInfo, lookups.query_hotel_info),
            look_up(q.RecommendAttractions, lookups.recommend_attractions),
            look_up(q.QueryAttractionDetails, lookups.query_attraction_details),
            look_up(q.RecommendRestaurants, lookups.recommend_restaurants),
            look_up(q.QueryRestaurantDetails, lookups.query_restaurant_details),
            look_up(q.SearchLocation, lookups.search_location),
            look_up(q.QueryRoadRouteInfo, lookups.query_road_route_info),
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
