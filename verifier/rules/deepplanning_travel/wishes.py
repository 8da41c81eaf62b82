"""
Wishes: what the task asks for is really used, on true rides, every night, and at the table.

A superlative is met by any row that is as good: ties are ties (see ``picks``). Closes the loopholes of
numbers ridden in the wrong direction or the wrong class, and of the required hotel on one night only.
"""

from collections import Counter
from collections.abc import Iterator, Mapping

from planassay.kb.errors import shorten
from planassay.kb.formats.deepplanning_travel.picks import Pick, picks
from planassay.kb.formats.deepplanning_travel.plans import ActivityKind
from planassay.kb.formats.deepplanning_travel.records import Service
from planassay.verifier.report import Violation
from planassay.verifier.rules.deepplanning_travel.journey import Journey

_FIRST = ("first class", "一等", "头等")


def violations(trip: Journey) -> Iterator[Violation]:
    """Yield ``wishes/`` and ``hotel``, ``restaurant``, ``attraction``, ``ride`` or ``class``."""
    for kind, entry in trip.query.constraints.items():
        for wanted, count in Counter(picks(kind, entry, trip.database)).items():
            if not _is_met(trip, wanted, count):
                yield _missed(trip, kind, wanted)
        if kind.endswith("_seat_class"):
            yield from _class(trip, kind, entry)


def _is_met(trip: Journey, wanted: Pick, count: int) -> bool:
    used = _used(trip, wanted)
    if wanted.always:
        return bool(used) and used <= wanted.names
    return len(used & wanted.names) >= count


def _used(trip: Journey, wanted: Pick) -> frozenset[str]:
    """Return the names that a plan really uses of what a wish is about."""
    if wanted.what == "hotel":
        days = trip.days[: trip.query.days - 1]
        return frozenset("" if day.stay is None else day.stay.name for day in days)
    if wanted.what in ("outbound", "inbound"):
        home = trip.query.origin if wanted.what == "outbound" else trip.query.destination
        rows = (ride.row for ride in trip.rides if ride.row is not None)
        return frozenset(row.number for row in rows if row.origin_city.strip() == home)
    kind = ActivityKind.MEAL if wanted.what == "restaurant" else ActivityKind.ATTRACTION
    return frozenset(activity.name for day in trip.days for activity in day.of(kind))


def _missed(trip: Journey, kind: str, wanted: Pick) -> Violation:
    what = "ride" if wanted.what in ("outbound", "inbound") else wanted.what
    return Violation(
        rule=f"wishes/{what}",
        pointer=trip.plan.pointer,
        found=f"{kind} is not met",
        required=" or ".join(shorten(name) for name in sorted(wanted.names)[:5]),
    )


def _is_first(row: Service) -> bool:
    return any(word in row.seat_class.lower() for word in _FIRST)


def _class(trip: Journey, kind: str, entry: Mapping[str, object]) -> Iterator[Violation]:
    numbers = {value for key, value in entry.items() if key.endswith("_no")}
    for ride in trip.rides:
        if ride.row is None or ride.row.number not in numbers:
            continue
        if not all(_is_first(row) for row in ride.rows):
            yield Violation(
                rule="wishes/class",
                pointer=f"{ride.activity.pointer}/details/cost",
                found=f"the fare of {ride.row.seat_class}",
                required=f"first class, for {kind}",
            )
