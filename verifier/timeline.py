"""
The timeline of a trip: everything that has a time, in the order of true time, and the ways between.

Events are legs (from airport to airport), visits, and the first check-in of each stay. Each night that is
booked adds a stop at its hotel, without a time of its own, after the last event of its day: for a night in
the air, after the landing. A :class:`Step` is the way from one of these to the next: the minutes that the
plan leaves, and those the way needs.
"""

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from planassay.kb.clock import DAY_MIN
from planassay.kb.geo import Point, travel_minutes
from planassay.kb.plan import Stay
from planassay.kb.records import Attraction, Hotel, is_same
from planassay.verifier.trip import Night, Trip

NOON = 720
DAWN = 360


class Spot(NamedTuple):
    """A place on the way; two spots of the very same record are no way apart."""

    name: str
    point: Point
    record: Hotel | Attraction | None = None


class Event(NamedTuple):
    """Something at a fixed time: it begins at one spot and ends at another, or the same."""

    begin: int
    """Instant: UTC minutes from 00:00 of day 1."""
    end: int
    first: Spot
    last: Spot
    day: int
    """The day of the plan that lists it."""
    pointer: str


class Step(NamedTuple):
    """The way to an event from what was before it."""

    pointer: str
    from_name: str
    to_name: str
    have_min: int
    """Minutes between the end of one and the beginning of the other; negative if they overlap."""
    need_min: int


def steps(trip: Trip) -> Iterator[Step]:
    """Yield the way to each event after the first; none if the trip cannot be followed."""
    if not trip.is_followed:
        return
    timed = events(trip)
    nights = _night_stops(trip, timed)
    where: Spot | None = None
    free_at: int | None = None
    for index, event in enumerate(timed):
        if where is not None and free_at is not None:
            need = minutes_between(where, event.first)
            yield Step(event.pointer, where.name, event.first.name, event.begin - free_at, need)
        where, free_at = event.last, event.end
        for hotel in nights.get(index, ()):
            free_at += minutes_between(where, hotel)
            where = hotel


def events(trip: Trip) -> list[Event]:
    """Return the events of a followed trip in order of time; at the same instant legs, visits, check-ins."""
    found = [*_legs(trip), *_visits(trip), *_check_ins(trip)]
    return sorted(found, key=lambda event: event.begin)


def minutes_between(a: Spot, b: Spot) -> int:
    """Return the minutes of the way between two spots: none if they are one record, else the model's."""
    if a.record is not None and is_same(a.record, b.record):
        return 0
    return _minutes(a.point, b.point)


_minutes = lru_cache(maxsize=1 << 14)(travel_minutes)
"""The same ways are asked for over and over: those of a plan, and those of all plans for a task."""


def _legs(trip: Trip) -> Iterator[Event]:
    for flown in trip.flown:
        record = flown.record
        first = Spot(f"airport {record.from_iata}", record.from_point)
        last = Spot(f"airport {record.to_iata}", record.to_point)
        yield Event(flown.depart_at, flown.land_at, first, last, flown.leg.day, flown.leg.pointer)


def _visits(trip: Trip) -> Iterator[Event]:
    for visit in trip.plan.visits:
        if visit.record is None or visit.city is None or visit.end is None or not trip.is_there(visit):
            continue
        begin = trip.instant(trip.names.place(visit.city), visit.day, visit.start)
        if begin is not None and visit.start is not None:
            spot = Spot(visit.record.name, visit.record.point, visit.record)
            yield Event(begin, begin + visit.end - visit.start, spot, spot, visit.day, visit.pointer)


def _stays(trip: Trip) -> Iterator[tuple[Stay, Hotel, str]]:
    """Yield each stay that can be true, with its hotel and place."""
    for stay in trip.plan.stays:
        if stay.record is None or stay.city is None or not 1 <= stay.day <= trip.task.days:
            continue
        if trip.is_there(stay):
            yield stay, stay.record, trip.names.place(stay.city)


def _check_ins(trip: Trip) -> Iterator[Event]:
    """
    Yield the check-in of each stay: the first that is stated up to its first night on the ground.

    Later nights of the same hotel repeat what is known.
    """
    hotel: Hotel | None = None
    is_open = False
    for stay, record, place in _stays(trip):
        if not is_same(record, hotel):
            hotel, is_open = record, True
        if not is_open:
            continue
        night = trip.nights[stay.day - 1]
        is_open = night.in_air and stay.check_in is None
        begin = trip.instant(place, stay.day, stay.check_in)
        if begin is None or stay.check_in is None:
            continue
        if _is_after_midnight(stay.check_in, begin, night):
            begin += DAY_MIN
        spot = Spot(record.name, record.point, record)
        yield Event(begin, begin, spot, spot, stay.day, stay.pointer)


def _is_after_midnight(clock: int, begin: int, night: Night) -> bool:
    """
    Tell whether a check-in that is written before the landing means the morning that follows.

    On the day of a flight through the night every morning clock does; on the day of landing, the small
    hours do if the flight lands later than those.
    """
    arrival = night.arrival
    if arrival is None or begin >= arrival.land_at:
        return False
    return clock < NOON if night.in_air else clock < DAWN <= arrival.record.arrive


def _night_stops(trip: Trip, timed: list[Event]) -> dict[int, list[Spot]]:
    """Return the hotels slept in after each event (by its index): the last event of the night's day."""
    stops: dict[int, list[Spot]] = {}
    last = _last_by_day(timed, trip.task.days)
    for stay, record, _ in _stays(trip):
        index = last[stay.day]
        if index is not None:
            stops.setdefault(index, []).append(Spot(record.name, record.point, record))
    return stops


def _last_by_day(timed: list[Event], days: int) -> list[int | None]:
    """Return for each day, from 0, the index of the last event listed on it or before."""
    last: list[int | None] = [None] * (days + 1)
    for index, event in enumerate(timed):
        if event.day <= days:
            last[event.day] = index
    for day in range(1, days + 1):
        before, own = last[day - 1], last[day]
        last[day] = before if own is None or (before is not None and before > own) else own
    return last
