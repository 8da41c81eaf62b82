"""
Strict rules over plans, one idea a file.

Each is a generator over a followed plan (:class:`~planassay.verifier.trip.Trip`). A plan is valid if none of
those that apply to it finds a violation; an answer that refuses the task is judged by the document and the
refusal alone.
"""

from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType

from planassay.kb.catalog import Catalog
from planassay.kb.lookup import lookup
from planassay.kb.plan import Plan
from planassay.kb.task import Task
from planassay.verifier.report import Violation
from planassay.verifier.rules import (
    budget,
    days,
    document,
    duplicates,
    entities,
    facts,
    hours,
    lodging,
    needs,
    reach,
    refusal,
    requests,
    rooms,
    seats,
    stops,
)
from planassay.verifier.rules.budget import bill
from planassay.verifier.trip import Trip

__all__ = ["ON_REFUSAL", "RULES", "Rule", "applies", "bill", "follow"]

Rule = Callable[[Trip], Iterator[Violation]]

RULES: Mapping[str, Rule] = MappingProxyType(
    {
        "document": document.violations,
        "days": days.violations,
        "entities": entities.violations,
        "facts": facts.violations,
        "hours": hours.violations,
        "stops": stops.violations,
        "lodging": lodging.violations,
        "rooms": rooms.violations,
        "seats": seats.violations,
        "reach": reach.violations,
        "needs": needs.violations,
        "requests": requests.violations,
        "duplicates": duplicates.violations,
        "budget": budget.violations,
        "refusal": refusal.violations,
    }
)
"""Every rule by the name of its page, in the order of reports."""

ON_REFUSAL = frozenset(("document", "refusal"))
"""Rules that apply to an answer that refuses the task; the refusal's applies to no other."""


def follow(plan: Plan, task: Task, kb: Catalog) -> Trip:
    """Return a plan in the form that the rules look at."""
    return Trip(plan, task, lookup(kb))


def applies(rule: str, plan: Plan) -> bool:
    """Tell whether a rule has a say about a plan: of a refusal only the document and the refusal itself."""
    return rule in ON_REFUSAL if plan.refused else rule != "refusal"
