"""
Days: each day of the trip has its entry, once, and nothing is booked beyond the last.

An entry that neither books anything nor says where the traveller is says nothing. What a day must hold
is asked by the other rules.
"""

from collections import Counter
from collections.abc import Iterator

from planassay.kb.plan import PlanDay
from planassay.verifier.report import Violation
from planassay.verifier.trip import Trip


def violations(trip: Trip) -> Iterator[Violation]:
    """Yield ``days/missing``, ``days/duplicate`` and ``days/beyond``."""
    plan, last = trip.plan, trip.task.days
    entries = [day for day in plan.days if day.label is not None or _books(day)]
    if [day.number for day in entries] == list(range(1, last + 1)):
        return
    counts = Counter(day.number for day in entries)
    for number in range(1, last + 1):
        if number not in counts:
            yield Violation(
                rule="days/missing",
                pointer=plan.pointer,
                found=f"no entry for day {number}",
                required=f"an entry for each day from 1 to {last}",
            )
    seen: set[int] = set()
    for day in entries:
        if day.number in seen:
            yield Violation(
                rule="days/duplicate",
                pointer=day.pointer,
                found=f"{counts[day.number]} entries for day {day.number}",
                required="one entry for each day",
            )
        seen.add(day.number)
        if day.number > last and _books(day):
            yield Violation(
                rule="days/beyond",
                pointer=day.pointer,
                found=f"bookings on day {day.number}",
                required=f"a trip of {last} days",
                by=day.number - last,
                unit="days",
            )


def _books(day: PlanDay) -> bool:
    return bool(day.legs or day.stays or day.visits or day.rentals)
