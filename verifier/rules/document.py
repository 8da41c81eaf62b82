"""
The document: whatever of an answer does not read as part of a plan.

The reader of the format says what it could not read; this rule makes a violation of each such fault. A
plan that no rule can see is no plan, so the rule has no exceptions.
"""

from collections.abc import Iterator

from planassay.verifier.report import Violation
from planassay.verifier.trip import Trip


def violations(trip: Trip) -> Iterator[Violation]:
    """Yield one violation for each fault of the reader: ``document/`` and the kind of the fault."""
    for fault in trip.plan.faults:
        yield Violation(
            rule=f"document/{fault.kind}", pointer=fault.pointer, found=fault.found, required=fault.expected
        )
