"""
TravelPlanner's components for the certificate checker: along the reference route, or over every route.

Rooms, restaurants and sights are named by their whole names, of one line. Under ``gold@1`` they are those
that both rule sets take for the same row. Under ``official-bill@1`` the official evaluator may read another
row for a name: prices, wishes and budget go by what it reads, all else by the strict rules.
Written from the rules' pages; shares nothing with the planner.
"""

from dataclasses import replace

from planassay.kb.formats.travelplanner import (
    MOST_ROUTES,
    TABLE,
    Tables,
    Wishes,
    count_routes,
    query_of,
    reference_route,
    scope_of,
)
from planassay.kb.task import Task
from planassay.verifier.components.model import BeyondError, Components, Work
from planassay.verifier.components.travelplanner.along import Along
from planassay.verifier.components.travelplanner.roaming import Roaming
from planassay.verifier.components.travelplanner.stars import BEST, Starry
from planassay.verifier.components.travelplanner.towns import BILL, GOLD, OBJECTIVES, Towns

__all__ = ["build", "scope_of"]


def build(task: Task, kb: Tables, ruleset: str, objective: str, work: Work) -> Components | None:
    """Return the components of a task, None beyond the scope or for rules or objectives not known."""
    if ruleset not in (GOLD, BILL) or objective not in (*OBJECTIVES, BEST):
        return None
    if objective == BEST and (ruleset != GOLD or scope_of(task) == TABLE):
        return None
    query, towns = query_of(task), Towns(kb, work, is_gold=ruleset == GOLD)
    if objective == "floor":
        query = replace(query, wishes=Wishes())
    if scope_of(task) == TABLE:
        if (count := count_routes(query, kb)) > MOST_ROUTES:
            raise BeyondError(f"there are {count} routes, more than {MOST_ROUTES}")
        return Roaming(task, query, towns, work, objective)
    route = reference_route(query, kb)
    if isinstance(route, str):
        return None
    return (Starry if objective == BEST else Along)(task, query, route, towns, work, objective)
