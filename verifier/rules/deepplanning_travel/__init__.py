"""
The strict rules of DeepPlanning's travel domain, one idea a file.

Plans of this benchmark have a clock for everything and one destination. Each rule is a generator over a
followed plan (:class:`Journey`).
"""

from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType

from planassay.kb.formats.deepplanning_travel import Database, TimedPlan, query_of
from planassay.kb.plan import Plan
from planassay.kb.task import Task
from planassay.verifier.report import Violation
from planassay.verifier.rules.deepplanning_travel import (
    budget,
    coverage,
    document,
    duplicates,
    entities,
    facts,
    hours,
    lodging,
    moves,
    rides,
    route,
    times,
    wishes,
)
from planassay.verifier.rules.deepplanning_travel.budget import bill
from planassay.verifier.rules.deepplanning_travel.journey import Journey

__all__ = ["RULES", "Journey", "Rule", "applies", "bill", "follow"]

Rule = Callable[[Journey], Iterator[Violation]]

RULES: Mapping[str, Rule] = MappingProxyType(
    {
        "document": document.violations,
        "route": route.violations,
        "rides": rides.violations,
        "entities": entities.violations,
        "lodging": lodging.violations,
        "times": times.violations,
        "moves": moves.violations,
        "hours": hours.violations,
        "coverage": coverage.violations,
        "duplicates": duplicates.violations,
        "wishes": wishes.violations,
        "facts": facts.violations,
        "budget": budget.violations,
    }
)
"""Every rule by the name of its file, in the order of reports."""


def follow(plan: Plan, task: Task, kb: Database) -> Journey:
    """
    Return a plan in the form that the rules look at.

    A plan of another benchmark's form has no days here.
    """
    return Journey(plan if isinstance(plan, TimedPlan) else TimedPlan((), plan.faults), query_of(task), kb)


def applies(rule: str, plan: Plan) -> bool:
    """Tell whether a rule has a say about a plan: each has about any."""
    del rule, plan
    return True
