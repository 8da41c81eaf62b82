"""
One trip: an ask with its places and ways, read from a view.

The ways between all places that can follow each other are asked for once; whoever walks goes the same way
back, so that one question is enough for both directions: it is that from the lesser identifier.
"""

from dataclasses import dataclass, replace
from datetime import datetime
from itertools import product

from planassay.kb.formats.lifeplanner.ask_parts import Column
from planassay.kb.formats.lifeplanner.trip_asks import TripAsk
from planassay.kb.roads import Vehicle
from planassay.kb.tours import Leg, Option, Order, Slot, Tour, Window
from planassay.solver.lifeplanner.stops import Candidate, Stops, minute
from planassay.solver.lifeplanner.view import Course, Row, View

BACK = "/end"
"""Added to the identifier of the place where a trip ends, as it may start there, too."""
PREFERENCE = 10**12
"""What a tenth of rating or a cent counts against ways, if it comes first; no way is so long."""


@dataclass(frozen=True)
class Trip:
    """
    An ask with all that a view tells of it.

    Parameters
    ----------
    ask
        What is asked.
    tour
        Its places and ways: a slot for each stop, then one for the start and one for the end where there are.
    rows
        The places by identifier.
    courses
        The ways by pairs of identifiers.
    centers
        Identifiers of the centres of circles, by name.
    """

    ask: TripAsk
    tour: Tour
    rows: dict[str, Row]
    courses: dict[tuple[str, str], Course]
    centers: dict[str, str]

    def inner(self, order: Order) -> Order:
        """Return the stops of an order, without its ends."""
        first, last = bool(self.ask.start), len(order) - bool(self.ask.end)
        return order[first:last]


def read_trip(ask: TripAsk, view: View, now: datetime, *, wide: bool = False) -> Trip:
    """
    Return an ask with its places and ways; ``wide`` takes places that fall short of it, too.

    Raises
    ------
    RefusedError
        If it depends on what is not known.
    """
    stops = Stops(ask, view, now, wide=wide)
    groups, first, last = list(stops.candidates), None, None
    if stops.start is not None:
        first = len(groups)
        groups.append([Candidate(stops.start)])
    if stops.end is not None:
        last = len(groups)
        groups.append([Candidate(stops.end)])
    before = pairs_of(ask)
    slots = []
    for at, group in enumerate(groups):
        ending = BACK if stops.end is not None and at == last else ""
        stay = ask.stops[at].stay if at < len(ask.stops) else 0
        slots.append(Slot(tuple(_option(ask, at, one, ending) for one in group), stay))
    both = product(range(len(slots)), range(len(slots)))
    pairs = [(a, b) for a, b in both if _can_follow((a, b), first, last, () if wide else before)]
    rows = {
        o.place_id: one.row
        for s, g in zip(slots, groups, strict=True)
        for o, one in zip(s.options, g, strict=True)
    }
    courses = _courses(ask, view, slots if all(groups) or wide else [], pairs, rows)
    tour = Tour(
        slots=tuple(slots),
        legs={pair: Leg(c.cost(ask.mode), -(-c.time_ms // 60_000)) for pair, c in courses.items()},
        first=first,
        last=last,
        before=before,
        depart=None if ask.leave is None else minute(ask.leave),
        until=None if ask.until is None else minute(ask.until),
        budget=ask.budget,
    )
    return Trip(ask, tour, rows, courses, stops.centers)


def pairs_of(ask: TripAsk) -> tuple[tuple[int, int], ...]:
    """Return the pairs of stops of which one comes first, those with stops at the ends among them."""
    others = range(len(ask.stops))
    firsts = [(ask.first, at) for at in others if ask.first is not None and at != ask.first]
    lasts = [(at, ask.last) for at in others if ask.last is not None and at != ask.last]
    return tuple(dict.fromkeys((*ask.before, *firsts, *lasts)))


def _option(ask: TripAsk, at: int, one: Candidate, ending: str) -> Option:
    is_stop, is_chosen = at < len(ask.stops), at < len(ask.stops) and not ask.stops[at].name
    handicap = 0
    if is_chosen and ask.prefer is Column.RATING:
        handicap = PREFERENCE * (50 - (one.row.rating_tenths or 0))
    if is_chosen and ask.prefer is Column.COST:
        handicap = PREFERENCE * (one.row.cost_cents or 0)
    cents = (one.row.cost_cents or 0) if is_stop else 0
    return Option(one.row.place_id + ending, one.begins, cents, handicap, one.breaks)


def _can_follow(
    pair: tuple[int, int], first: int | None, last: int | None, before: tuple[tuple[int, int], ...]
) -> bool:
    a, b = pair
    return a != b and b != first and a != last and (b, a) not in before


def _courses(
    ask: TripAsk, view: View, slots: list[Slot], pairs: list[tuple[int, int]], rows: dict[str, Row]
) -> dict[tuple[str, str], Course]:
    """Return the ways between places of slots; whoever walks has the way back with it."""
    found: dict[tuple[str, str], Course] = {}
    for a, b in pairs if slots else ():
        for one, other in product(slots[a].options, slots[b].options):
            ends = [rows[one.place_id], rows[other.place_id]]
            if ask.vehicle is Vehicle.WALKING:
                ends.sort(key=lambda row: row.place_id)
            course = view.route(ends[0], ends[1], ask.vehicle, ask.mode)
            if course is not None:
                found[one.place_id, other.place_id] = course
    return found


def in_seconds(trip: Trip) -> Tour:
    """Return the tour of a trip with seconds for minutes: ways are rounded up to whole ones of them."""
    tour = trip.tour
    slots = tuple(
        Slot(
            tuple(replace(option, begins=_sixtyfold(option.begins)) for option in slot.options),
            60 * slot.dwell,
        )
        for slot in tour.slots
    )
    legs = {pair: Leg(leg.cost, -(-trip.courses[pair].time_ms // 1000)) for pair, leg in tour.legs.items()}
    depart, until = (None if minute is None else 60 * minute for minute in (tour.depart, tour.until))
    return replace(tour, slots=slots, legs=legs, depart=depart, until=until)


def _sixtyfold(windows: tuple[Window, ...] | None) -> tuple[Window, ...] | None:
    return None if windows is None else tuple((60 * low, 60 * high) for low, high in windows)
