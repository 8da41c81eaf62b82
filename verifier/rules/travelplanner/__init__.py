"""
The strict rules of TravelPlanner, one idea a file.

A plan of this benchmark has days and no clocks, so the rules over timed trips do not fit; these ask the same
of it: what a traveller needs. Each is a generator over a followed plan (:class:`Itinerary`).
"""

from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType

from planassay.kb.formats.travelplanner import Tables, query_of
from planassay.kb.plan import Plan
from planassay.kb.task import Task
from planassay.verifier.report import Violation
from planassay.verifier.rules.travelplanner import (
    budget,
    document,
    duplicates,
    entities,
    facts,
    lodging,
    places,
    rides,
    route,
    times,
    wishes,
)
from planassay.verifier.rules.travelplanner.budget import bill
from planassay.verifier.rules.travelplanner.itinerary import Itinerary

__all__ = ["RULES", "Itinerary", "Rule", "applies", "bill", "follow"]

Rule = Callable[[Itinerary], Iterator[Violation]]

RULES: Mapping[str, Rule] = MappingProxyType(
    {
        "document": document.violations,
        "route": route.violations,
        "rides": rides.violations,
        "entities": entities.violations,
        "places": places.violations,
        "lodging": lodging.violations,
        "duplicates": duplicates.violations,
        "wishes": wishes.violations,
        "facts": facts.violations,
        "times": times.violations,
        "budget": budget.violations,
    }
)
"""Every rule by the name of its file, in the order of reports."""


def follow(plan: Plan, task: Task, kb: Tables) -> Itinerary:
    """Return a plan in the form that the rules look at."""
    return Itinerary(plan, query_of(task), kb)


def applies(rule: str, plan: Plan) -> bool:
    """Tell whether a rule has a say about a plan: each has about any."""
    del rule, plan
    return True
