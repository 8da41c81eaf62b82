"""
Lodging: a bed for each night, and stops only in the hotels that are slept in.

Closes the loopholes of nights without a hotel's name, and of stops in another hotel than the night's.
"""

from collections.abc import Iterator

from planassay.kb.errors import shorten
from planassay.kb.formats.deepplanning_travel.plans import ActivityKind
from planassay.verifier.report import Violation
from planassay.verifier.rules.deepplanning_travel.journey import Journey


def violations(trip: Journey) -> Iterator[Violation]:
    """Yield ``lodging/no-bed``, ``lodging/night-after`` for one too many, and ``lodging/other-hotel``."""
    before = ""
    for day in trip.days:
        is_last = day.number == trip.query.days
        night = "" if day.stay is None else day.stay.name
        if is_last and night:
            yield Violation(
                rule="lodging/night-after",
                pointer=f"{day.pointer}/accommodation",
                found=shorten(night),
                required="no hotel after the last day",
            )
        elif not is_last and not night:
            yield Violation(
                rule="lodging/no-bed",
                pointer=f"{day.pointer}/accommodation",
                found="no hotel",
                required="one for the night",
                by=1,
                unit="nights",
            )
        for stop in day.of(ActivityKind.HOTEL):
            if stop.name and stop.name not in (before, night):
                yield Violation(
                    rule="lodging/other-hotel",
                    pointer=stop.pointer,
                    found=shorten(stop.name),
                    required=f"the hotel of the night, {shorten(night or before)}",
                )
        before = night
