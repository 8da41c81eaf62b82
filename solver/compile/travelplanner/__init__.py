"""
TravelPlanner queries as problems, and solved problems as plans.

A query that brings its reference route is one problem; where the route is open each one is a problem, see
``roaming``. Components are ``transport``, ``stay:K`` and ``meals:K``. Rows: ``cuisine:X`` (each wanted one is
eaten), ``leave:L`` and ``land:L`` (what the ride of leg L leaves time to eat before and after it) and
``day:L`` (a day of travel has three meals). Values are the bill in cents.

Under ``gold@1`` a plan names only rows that the official evaluator and a traveller take for the same one.
Under ``official-bill@1`` it may name any by its whole name, which is priced and judged as the official
evaluator reads it: what the least official bill of an otherwise honest plan is.
"""

from planassay.kb.formats.travelplanner import (
    MOST_ROUTES,
    TABLE,
    Tables,
    count_routes,
    query_of,
    reference_route,
    scope_of,
)
from planassay.kb.formats.travelplanner.stars import VERSION as STARS
from planassay.kb.task import Task
from planassay.solver.compile.travelplanner.along import Compilation
from planassay.solver.compile.travelplanner.names import Towns
from planassay.solver.compile.travelplanner.roaming import Roaming
from planassay.solver.compile.travelplanner.stars import best_trip

__all__ = [
    "LABEL_RULESETS",
    "WEIGHTS_VERSION",
    "Compilation",
    "best_trip",
    "compile_label",
    "compile_whole",
    "scope_of",
]

LABEL_RULESETS = ("official-bill@1",)
"""The rule set of the official bill, for comparison with what is published."""
WEIGHTS_VERSION = STARS
"""Of what counts under the objective ``best``."""


def compile_whole(task: Task, kb: Tables) -> Compilation | Roaming[Compilation] | str:
    """Return a query ready to be solved, or a sentence that says why its scope says nothing of it."""
    return _compiled(task, kb, shadowed=False)


def compile_label(task: Task, kb: Tables, ruleset: str) -> Compilation | Roaming[Compilation] | str:
    """Return a query ready to be solved under one of :data:`LABEL_RULESETS`; else as ``compile_whole``."""
    return _compiled(task, kb, shadowed=ruleset in LABEL_RULESETS)


def _compiled(task: Task, kb: Tables, *, shadowed: bool) -> Compilation | Roaming[Compilation] | str:
    towns = Towns(kb, shadowed=shadowed)
    if scope_of(task) == TABLE:
        count = count_routes(query_of(task), kb)
        if count > MOST_ROUTES:
            return f"The query leaves {count} routes open; at most {MOST_ROUTES} are looked at."
        return Roaming(task, towns, Compilation)
    route = reference_route(query_of(task), kb)
    return route if isinstance(route, str) else Compilation(task, route, towns)
