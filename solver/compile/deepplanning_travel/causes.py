"""
Causes that single tables show: what makes a query impossible before any day is planned.

All that hold are reported, in the order of the decisions: the ways out and home, the hotel, the required
places, then the days of which there is none at all.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from planassay.kb.formats.deepplanning_travel import Database, Query
from planassay.kb.formats.deepplanning_travel.wishes import FAMILIES
from planassay.kb.task import Cause
from planassay.solver.compile.deepplanning_travel.places import Hotel, Place
from planassay.solver.compile.deepplanning_travel.rides import Connection, Timetable, missing, wishes

WAYS = {"out": "outbound", "home": "inbound"}
"""Which way is ridden in which component."""


@dataclass(frozen=True, slots=True)
class Blocker:
    """One cause that holds whatever else is changed."""

    cause: Cause
    detail: str
    """A sentence for people."""
    component: str
    """What has no element: a component, or the row of a required place."""
    scanned: int
    """Records that were looked at."""


def usable(timetable: Timetable, way: str) -> list[Connection]:
    """Return the connections of a way that have seats and meet its wishes."""
    wanted = wishes(timetable.query, way)
    return [
        one
        for one in timetable.connections(way)
        if timetable.has_seats(one) and all(timetable.meets(one, wish) for wish in wanted)
    ]


def no_wishes(query: Query) -> Iterator[Blocker]:
    """Yield a blocker for a query to which the evaluator gives no point whatever the plan."""
    if not any(kind.partition("_")[0] in FAMILIES for kind in query.constraints):
        yield Blocker(Cause.ENTITY, "The query has no constraint that the evaluator tests.", "wishes", 0)


def no_ride(timetable: Timetable, component: str) -> Iterator[Blocker]:
    """Yield why a way cannot be ridden, if it cannot."""
    way, base, query = WAYS[component], timetable.base, timetable.query
    scanned = len(base.flights) + len(base.trains)
    if usable(timetable, way):
        return
    there = timetable.connections(way)
    seated = [one for one in there if timetable.has_seats(one)]
    wanted = wishes(query, way)
    if unknown := list(missing(query, base, way)):
        detail = f"There is no {unknown[0].mode} {unknown[0].number}."
        yield Blocker(Cause.ENTITY, detail, component, scanned)
    elif not there:
        yield Blocker(Cause.ROUTE, f"No connection serves the {way} day.", component, scanned)
    elif not seated:
        detail = f"No {way} connection has seats for {query.people}."
        yield Blocker(Cause.CAPACITY, detail, component, scanned)
    elif all(any(timetable.meets(one, wish) for one in there) for wish in wanted) and not all(
        any(timetable.meets(one, wish) for one in seated) for wish in wanted
    ):
        detail = f"The {way} connection that is asked for has no seats for {query.people}."
        yield Blocker(Cause.CAPACITY, detail, component, scanned)
    else:
        yield Blocker(Cause.CONFLICT, f"No {way} connection is as asked for.", component, scanned)


def hotel_names(query: Query) -> list[str]:
    """Return the names of required hotels, each once."""
    entries = (entry for kind, entry in query.constraints.items() if kind.partition("_")[0] == "hotel")
    return list(dict.fromkeys(str(entry.get("hotel_name") or "").strip() for entry in entries))


def no_hotel(query: Query, base: Database, hotels: Sequence[Hotel]) -> Iterator[Blocker]:
    """Yield why there is no bed, if there is none."""
    names, known = hotel_names(query), {hotel.name for hotel in hotels}
    unknown = [name for name in names if name not in known]
    if unknown:
        detail = f"{query.destination} has no hotel {unknown[0]!r} with a price."
        yield Blocker(Cause.ENTITY, detail, "stay", len(base.lodges))
    elif len(names) > 1:
        detail = f"Two hotels are asked for: {names[0]!r} and {names[1]!r}."
        yield Blocker(Cause.CONFLICT, detail, "stay", len(base.lodges))
    elif not known:
        yield Blocker(Cause.ENTITY, f"{query.destination} has no hotel.", "stay", len(base.lodges))


def no_place(required: Mapping[str, str], base: Database, places: Sequence[Place]) -> Iterator[Blocker]:
    """Yield each required place that cannot be visited at all."""
    known = {place.row for place in places}
    for row, name in required.items():
        if row not in known:
            table = base.sights if row.startswith("sight:") else base.eateries
            detail = f"There is no {name!r} whose hours and price are known."
            yield Blocker(Cause.ENTITY, detail, row, len(table))
