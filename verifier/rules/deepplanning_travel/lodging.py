"""
Lodging: a bed for each night, and stops only in the hotels that are slept in.

Closes the loopholes of nights without a hotel's name, and of stops in another hotel than the night's.
"""

from collections.abc import Iterator

from planassay.kb.errors import shorten
from planassay.kb.formats.deepplanning_travel.plans import ActivityKind, TimedDay
from planassay.verifier.report import Violation
from planassay.verifier.rules.deepplanning_travel.journey import Journey


def violations(trip: Journey) -> Iterator[Violation]:
    """Yield ``lodging/no-bed``, ``night-after`` for one too many, ``not-there`` and ``other-hotel``."""
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
        elif not is_last:
            yield from _end(day, night)
        for stop in day.of(ActivityKind.HOTEL):
            if stop.name and stop.name not in (before, night):
                yield Violation(
                    rule="lodging/other-hotel",
                    pointer=stop.pointer,
                    found=shorten(stop.name),
                    required=f"the hotel of the night, {shorten(night or before)}",
                )
        before = night


def _end(day: TimedDay, night: str) -> Iterator[Violation]:
    """Yield a violation unless a day ends in the hotel of its night."""
    last = day.activities[-1] if day.activities else None
    if last is None or last.kind is not ActivityKind.HOTEL or last.name != night:
        yield Violation(
            rule="lodging/not-there",
            pointer=day.pointer if last is None else last.pointer,
            found="another end of the day",
            required=f"a stop in {shorten(night)}",
        )
