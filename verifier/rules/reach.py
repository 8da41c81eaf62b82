"""
Reach: the traveller can be where the plan says, when it says.

The rule walks the whole trip by true clocks (see ``verifier.timeline``), midnight and date line included,
and asks of each step that the time left is the time needed. It knows nothing of opening hours.
"""

from collections.abc import Iterator

from planassay.verifier.report import Violation
from planassay.verifier.timeline import hurried
from planassay.verifier.trip import Trip


def violations(trip: Trip) -> Iterator[Violation]:
    """Yield ``reach/too-late`` for each event that comes too early to be reached, and ``zone-unknown``."""
    for pointer, iata in trip.zones_unknown:
        yield Violation(
            rule="reach/zone-unknown",
            pointer=pointer,
            found=f"airport {iata} without a time zone",
            required="a known time zone at both ends",
        )
    for step in hurried(trip):
        yield Violation(
            rule="reach/too-late",
            pointer=step.pointer,
            found=f"{step.have_min} min",
            required=f"{step.need_min} min from {step.from_name} to {step.to_name}",
            by=step.need_min - step.have_min,
            unit="minutes",
        )
