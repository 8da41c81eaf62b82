"""
Duplicates: no restaurant and no sight twice, however its name is spaced.

Closes the loophole that a trailing blank hides a repeat.
"""

from collections.abc import Iterator

from planassay.kb.errors import shorten
from planassay.kb.formats.deepplanning_travel.plans import ActivityKind
from planassay.kb.names import squeeze
from planassay.verifier.report import Violation
from planassay.verifier.rules.deepplanning_travel.journey import Journey


def violations(trip: Journey) -> Iterator[Violation]:
    """Yield ``duplicates/restaurant`` and ``duplicates/attraction`` for each after the first."""
    kinds = ((ActivityKind.MEAL, "restaurant"), (ActivityKind.ATTRACTION, "attraction"))
    for kind, what in kinds:
        seen: dict[str, str] = {}
        for day in trip.days:
            for activity in day.of(kind):
                first = seen.setdefault(squeeze(activity.name), activity.pointer)
                if activity.name and first != activity.pointer:
                    yield Violation(
                        rule=f"duplicates/{what}",
                        pointer=activity.pointer,
                        found=f"{shorten(activity.name)} as at {first}",
                        required="each once",
                        by=1,
                        unit="count",
                    )
