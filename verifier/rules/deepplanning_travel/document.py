"""
The document: what does not read as part of a plan, and days that are not there or one too many.

Closes the loopholes of unknown types of activity, of prices that are no numbers, of two prices for one room,
and of times beside the slot.
"""

from collections.abc import Iterator

from planassay.verifier.report import Violation
from planassay.verifier.rules.deepplanning_travel.journey import Journey


def violations(trip: Journey) -> Iterator[Violation]:
    """Yield ``document/`` and the kind of each fault, ``days/missing`` and ``days/beyond``."""
    plan, asked = trip.plan, trip.query.days
    for fault in plan.faults:
        yield Violation(
            rule=f"document/{fault.kind}", pointer=fault.pointer, found=fault.found, required=fault.expected
        )
    if plan.is_unreadable or len(plan.days) == asked:
        return
    rule = "days/missing" if len(plan.days) < asked else "days/beyond"
    yield Violation(
        rule=rule,
        pointer=plan.pointer,
        found=f"{len(plan.days)} days",
        required=f"{asked} days",
        by=abs(len(plan.days) - asked),
        unit="days",
    )
