"""
Lodging: the traveller has one bed each night of the trip, from the first day to the last.

A night in the air needs none. Nights at home need none either, and are no nights of a trip: the first leg
leaves on day 1, and the last one leads home on the last day. Which city the bed is in is asked by
``stops``, and whether it stays the same by ``rooms``.
"""

from collections.abc import Iterator

from planassay.kb.plan import Stay
from planassay.verifier.report import Violation
from planassay.verifier.trip import Trip


def violations(trip: Trip) -> Iterator[Violation]:
    """Yield ``lodging/late-start``, ``early-return``, ``no-bed`` and ``two-hotels``."""
    stays: dict[int, list[Stay]] = {}
    for stay in trip.plan.stays:
        stays.setdefault(stay.day, []).append(stay)
    yield from _at_home(trip)
    for day, night in enumerate(trip.nights[:-1], start=1):
        if day not in stays and not night.in_air and night.place in trip.stops:
            yield Violation(
                rule="lodging/no-bed",
                pointer=_day(trip, day),
                found=f"no hotel for the night after day {day}",
                required=f"a hotel in {night.place!r}",
                by=1,
                unit="nights",
            )
    if len(stays) == len(trip.plan.stays):
        return
    for day, listed in sorted(stays.items()):
        if len(listed) > 1:
            yield Violation(
                rule="lodging/two-hotels",
                pointer=listed[1].pointer,
                found=f"{len(listed)} hotels for the night after day {day}",
                required="one hotel a night",
                by=len(listed) - 1,
                unit="count",
            )


def _at_home(trip: Trip) -> Iterator[Violation]:
    """Yield a violation for nights at home before the first leg, and one for those after the last."""
    home = [
        (day, night)
        for day, night in enumerate(trip.nights[:-1], start=1)
        if night.place == trip.origin and not night.in_air
    ]
    before = [day for day, night in home if night.arrival is None]
    after = [day for day, night in home if night.arrival is not None]
    if before:
        yield Violation(
            rule="lodging/late-start",
            pointer=trip.flown[0].leg.pointer,
            found=f"the first leg leaves on day {trip.flown[0].leg.day}",
            required="the first leg leaves on day 1",
            by=len(before),
            unit="nights",
        )
    if after:
        yield Violation(
            rule="lodging/early-return",
            pointer=trip.flown[-1].leg.pointer,
            found=f"the traveller is home after day {after[0]}",
            required=f"the way home ends on day {trip.task.days} or later",
            by=len(after),
            unit="nights",
        )


def _day(trip: Trip, number: int) -> str:
    return next((day.pointer for day in trip.plan.days if day.number == number), trip.plan.pointer)
