"""
Strict rules over plans, one idea a file.

Each is a generator over a followed plan (:class:`~planassay.verifier.trip.Trip`). A plan is valid if none of
those that apply to it finds a violation; an answer that refuses the task is judged by the document and the
refusal alone.
"""

from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType

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
from planassay.verifier.trip import Trip

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
