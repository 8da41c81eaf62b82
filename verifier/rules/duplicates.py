"""
Duplicates: no place is visited twice, and no flight is taken twice on one day.

The nights of a stay and the days of a car are no duplicates; two hotels in one night are asked about by
``lodging``.
"""

from collections.abc import Iterator

from planassay.verifier.report import Violation, cite
from planassay.verifier.trip import Trip


def violations(trip: Trip) -> Iterator[Violation]:
    """Yield ``duplicates/visit`` and ``duplicates/leg`` for each booking after the first."""
    seen: dict[tuple[object, ...], str] = {}
    for visit in trip.plan.visits:
        sight = visit.record
        if sight is not None:
            first = seen.setdefault((sight.city, sight.attraction_id), visit.pointer)
            if first != visit.pointer:
                yield _again("visit", visit.pointer, first, cite(sight))
    for leg in trip.plan.legs:
        flight = leg.record
        if flight is not None:
            first = seen.setdefault((leg.day, flight.number), leg.pointer)
            if first != leg.pointer:
                yield _again("leg", leg.pointer, first, cite(flight))


def _again(kind: str, pointer: str, first: str, cited: str) -> Violation:
    return Violation(
        rule=f"duplicates/{kind}",
        pointer=pointer,
        found=f"the same as {first}",
        required="each once",
        by=1,
        unit="count",
        records=(cited,),
    )
