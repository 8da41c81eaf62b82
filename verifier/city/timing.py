"""
Timing: when the stops of an answer are reached, as it states it or as it must be, by going forward in time.

A stated arrival counts if the quickest route from where one was before leads there by then, give or take a
minute for rounding. Where an answer states no times they follow from the departure, the routes and the
lengths of visits; who comes before opening waits.
"""

import re
from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta
from itertools import pairwise

from planassay.kb.formats.lifeplanner import Answer, Mention, Place
from planassay.kb.formats.lifeplanner.cells import FIRST_YEAR, LAST_YEAR
from planassay.kb.roads import Mode
from planassay.verifier.city.case import Case
from planassay.verifier.city.predicates import Visit

MOST_STOPS = 60
"""Stops whose times are followed; no trip has a tenth of it."""
SLACK = timedelta(seconds=60)
_CLOCK = re.compile(r"([01]?[0-9]|2[0-4]):([0-5][0-9])(?::([0-5][0-9]))?", re.ASCII)
_ISO = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}[T ][0-9]{2}:[0-9]{2}(?::[0-9]{2}(?:\.[0-9]{1,6})?)?", re.ASCII)
_WAIT = timedelta(days=1)


def visits(case: Case, answer: Answer) -> tuple[Visit, ...]:
    """Return when each stop of an answer is visited, in its order; unknown for those that follow no route."""
    if case.family == "trip":
        return tuple(_trip(case, answer))
    if case.family == "routing":
        return tuple(_route(case, answer))
    return (Visit(),) * len(answer.stops)


def arrival(case: Case, answer: Answer) -> Visit:
    """Return when the end of a route is reached, by its own ways or else the best ones."""
    at = departure(case, answer)
    spent = _spent(case, answer)
    return Visit(fault="no route leads there") if spent is None else Visit(at + spent)


def departure(case: Case, answer: Answer) -> datetime:
    """Return when one sets out: as the answer states, else as its gold does, else when it is asked."""
    now = case.task.now
    for stated in (answer.top.get("depart"), case.gold.answer.top.get("depart")):
        found = moment(stated, now)
        if found is not None:
            return found
    return now


def moment(stated: object, after: datetime) -> datetime | None:
    """
    Return the moment that an answer states: a date and a time, or a time of the day that is about to come.

    Examples
    --------
    >>> moment("09:30", datetime(2026, 6, 1, 9)), moment("00:10", datetime(2026, 6, 1, 23))
    (datetime.datetime(2026, 6, 1, 9, 30), datetime.datetime(2026, 6, 2, 0, 10))
    >>> moment("2026-06-01T10:00:30", datetime(2026, 6, 1)), moment("soon", datetime(2026, 6, 1))
    (datetime.datetime(2026, 6, 1, 10, 0, 30), None)
    >>> moment("9999-12-31T23:59", datetime(2026, 6, 1))  # what ends the calendar is no moment
    """
    if not isinstance(stated, str):
        return None
    text = stated.strip()
    try:
        if _ISO.fullmatch(text):
            found = datetime.fromisoformat(text)
            return found if FIRST_YEAR <= found.year <= LAST_YEAR else None
        clock = _CLOCK.fullmatch(text)
        if clock is None:
            return None
        since = timedelta(hours=int(clock[1]), minutes=int(clock[2]), seconds=int(clock[3] or 0))
        found = datetime(after.year, after.month, after.day) + since
        # Half a day back is a clock that was turned over, less is a time that is too early.
        return found + _WAIT if after - found > _WAIT / 2 else found
    except (ValueError, OverflowError):
        return None


def _trip(case: Case, answer: Answer) -> Iterator[Visit]:
    vehicle = case.vehicle(answer.word("vehicle"))
    before: Place | None = _start(case, answer)
    at: datetime | None = departure(case, answer)
    for number, stop in enumerate(answer.stops):
        place = stop.place(case.city)
        if place is None or at is None or number >= MOST_STOPS:
            yield Visit(fault="nothing is known of the way there")
            at = None
            continue
        spent = 0 if before is None else case.streets.least(before, place, vehicle, Mode.TIME)
        if spent is None:
            yield Visit(fault="no route leads there")
            at = None
            continue
        visit = _visit(case, stop, place, _later(at, spent))
        yield visit
        before, at = place, visit.depart


def _visit(case: Case, stop: Mention, place: Place, earliest: datetime) -> Visit:
    """Return the visit of a stop that cannot be reached before a moment."""
    dwell = timedelta(minutes=_dwell_min(case, place))
    arrive = moment(stop.values.get("arrive"), earliest)
    fault = ""
    if arrive is None:
        arrive = _let_in(place, earliest, dwell)
    elif arrive < earliest - SLACK:
        fault = f"arrival at {arrive}, not before {earliest}"
    depart = moment(stop.values.get("depart"), arrive)
    if depart is None:
        depart = arrive + dwell
    elif depart < arrive:
        fault = fault or f"departure at {depart} before arrival at {arrive}"
    return Visit(arrive, depart, fault)


def _let_in(place: Place, earliest: datetime, dwell: timedelta) -> datetime:
    """Return when a visit can begin: at once, or when the place opens within a day."""
    table = place.timetable
    minutes = int(dwell.total_seconds()) // 60
    if table is None or table.arrive_before_close(earliest, minutes):
        return earliest
    for day in (earliest.date(), (earliest + _WAIT).date()):
        for span in table.spans(day):
            begin = datetime(day.year, day.month, day.day) + timedelta(minutes=span.open)
            if earliest <= begin <= earliest + _WAIT and table.arrive_before_close(begin, minutes):
                return begin
    return earliest


def _dwell_min(case: Case, place: Place) -> int:
    """Return how long a place is visited by the task's constraints: those of it, or of stops of its type."""
    slots = {
        one.slot: one.texts[0] for one in case.constraints if one.kind == "type_is" and one.slot is not None
    }
    types = place.place_type.split("|")
    found = [
        one.dwell_min
        for one in case.constraints
        if one.on in ("each", place.place_id)
        or (one.slot is not None and slots.get(one.slot, "").split("|")[-1] in types)
    ]
    return max(found, default=0)


def _route(case: Case, answer: Answer) -> Iterator[Visit]:
    vehicle = case.vehicle(answer.word("vehicle"))
    start, at = _start(case, answer), departure(case, answer)
    for stop in answer.stops[:MOST_STOPS]:
        place = stop.place(case.city)
        spent = None
        if start is not None and place is not None:
            spent = case.streets.least(start, place, vehicle, Mode.TIME, case.avoided)
        yield Visit(fault="no route leads there") if spent is None else Visit(_later(at, spent))
    yield from (Visit(fault="too many stops"),) * (len(answer.stops) - MOST_STOPS)


def _start(case: Case, answer: Answer) -> Place | None:
    stated = None if answer.start is None else answer.start.place(case.city)
    return stated if stated is not None else case.place(case.gold.start)


def _spent(case: Case, answer: Answer) -> timedelta | None:
    """Return how long a route takes, by its own ways if it states any."""
    start = _start(case, answer)
    end = None if answer.end is None else answer.end.place(case.city)
    if start is None or end is None:
        return None
    vehicle, ways = case.vehicle(answer.word("vehicle")), answer.way_ids
    if ways is not None:
        corner = case.streets.snap(start, vehicle)
        found = None if corner is None else case.streets.walk(corner, ways, vehicle, Mode.TIME)
        return _seconds(found[1]) if isinstance(found, tuple) else None
    chain = [start, *(one.place(case.city) for one in answer.stops[: answer.waypoints][:MOST_STOPS]), end]
    return _along(case, chain, answer)


def _along(case: Case, chain: Sequence[Place | None], answer: Answer) -> timedelta | None:
    vehicle, total = case.vehicle(answer.word("vehicle")), 0
    for a, b in pairwise(chain):
        spent = None
        if a is not None and b is not None:
            spent = case.streets.least(a, b, vehicle, Mode.TIME, case.avoided)
        if spent is None:
            return None
        total += spent
    return _seconds(total)


def _later(at: datetime, milliseconds: int) -> datetime:
    return at + _seconds(milliseconds)


def _seconds(milliseconds: int) -> timedelta:
    """Return whole seconds, rounded up."""
    return timedelta(seconds=-(-milliseconds // 1000))
