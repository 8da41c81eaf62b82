"""
The document: what does not read as part of a plan, and days that are not there or one too many.

The reader of the format says what it could not read; this rule makes a violation of each such fault.
"""

from collections.abc import Iterator

from planassay.verifier.report import Violation
from planassay.verifier.rules.travelplanner.itinerary import Itinerary


def violations(trip: Itinerary) -> Iterator[Violation]:
    """Yield ``document/`` and the kind of each fault, ``days/missing`` and ``days/beyond``."""
    plan, last = trip.plan, trip.query.days
    for fault in plan.faults:
        yield Violation(
            rule=f"document/{fault.kind}", pointer=fault.pointer, found=fault.found, required=fault.expected
        )
    if plan.is_unreadable:
        return
    there = {day.number for day in plan.days}
    for number in range(1, last + 1):
        if number not in there:
            yield Violation(
                rule="days/missing", pointer=plan.pointer, found=f"no day {number}", required=f"{last} days"
            )
    for day in plan.days:
        if day.number > last:
            yield Violation(
                rule="days/beyond",
                pointer=day.pointer,
                found=f"day {day.number}",
                required=f"{last} days",
                by=day.number - last,
                unit="days",
            )
