"""
The timeline of a trip: everything that has a time, in the order of true time, and the ways between.

Events are legs (from airport to airport), visits, and the first check-in of each stay. Each night that is
booked adds a stop at its hotel, without a time of its own, after the last event of its day: for a night in
the air, after the landing. A :class:`Step` is the way from one of these to the next, where the plan leaves
fewer minutes than it needs.
"""

from collections.abc import Iterator
from functools import lru_cache
from operator import itemgetter
from typing import NamedTuple

from planassay.kb.clock import DAY_MIN
from planassay.kb.geo import Point, travel_minutes
from planassay.kb.plan import Stay
from planassay.kb.records import Attraction, Hotel, is_same
from planassay.verifier.trip import Night, Trip

NOON = 720
DAWN = 360


class Airport(NamedTuple):
    """An airport on the way; two ends of legs at one airport are a way apart."""

    iata: str
    point: Point

    @property
    def name(self) -> str:
        """What reports call it."""
        return f"airport {self.iata}"


Spot = Airport | Hotel | Attraction
"""A place on the way."""
Event = tuple[int, int, Spot, Spot, int, str]
"""
Something at a fixed time: it begins at one spot and ends at another, or the same.

The instants of its begin and its end (UTC minutes from 00:00 of day 1), the two spots, the day of the plan
that lists it, and its pointer.
"""


class Step(NamedTuple):
    """The way to an event from what was before it, where the time does not suffice."""

    pointer: str
    from_name: str
    to_name: str
    have_min: int
    """Minutes between the end of one and the beginning of the other; negative if they overlap."""
    need_min: int


def hurried(trip: Trip) -> Iterator[Step]:
    """Yield the way to each event that begins too early; none if the trip cannot be followed."""
    if not trip.is_followed:
        return
    slept = list(_stays(trip))
    timed = [*_legs(trip), *_visits(trip), *_check_ins(trip, slept)]
    timed.sort(key=_BEGIN)  # at the same instant legs, visits, check-ins
    nights = _night_stops(timed, slept)
    where: Spot | None = None
    free_at = 0
    for index, (begin, end, first, last, _, pointer) in enumerate(timed):
        if where is not None:
            need = minutes_between(where, first)
            if begin - free_at < need:
                yield Step(pointer, where.name, first.name, begin - free_at, need)
        where, free_at = last, end
        for hotel in nights.get(index, ()):
            free_at += minutes_between(where, hotel)
            where = hotel


def minutes_between(a: Spot, b: Spot) -> int:
    """Return the minutes of the way between two spots: none if they are one record, else the model's."""
    if type(a) is type(b) and not isinstance(a, Airport) and not isinstance(b, Airport) and is_same(a, b):
        return 0
    return _minutes(a.point, b.point)


_minutes = lru_cache(maxsize=1 << 14)(travel_minutes)
"""The same ways are asked for over and over: those of a plan, and those of all plans for a task."""
_BEGIN = itemgetter(0)


def _legs(trip: Trip) -> Iterator[Event]:
    for leg, record, _, _, depart_at, land_at, _ in trip.flown:
        first = Airport(record.from_iata, record.from_point)
        last = Airport(record.to_iata, record.to_point)
        yield depart_at, land_at, first, last, leg.day, leg.pointer


def _visits(trip: Trip) -> Iterator[Event]:
    for visit, begin in zip(trip.plan.visits, trip.begins, strict=True):
        record, start, end = visit.record, visit.start, visit.end
        if record is None or begin is None or start is None or end is None or not trip.is_there(visit):
            continue
        yield begin, begin + end - start, record, record, visit.day, visit.pointer


def _stays(trip: Trip) -> Iterator[tuple[Stay, Hotel]]:
    """Yield each stay that can be true, with its hotel."""
    for stay in trip.plan.stays:
        if stay.record is None or stay.city is None or not 1 <= stay.day <= trip.task.days:
            continue
        if trip.is_there(stay):
            yield stay, stay.record


def _check_ins(trip: Trip, slept: list[tuple[Stay, Hotel]]) -> Iterator[Event]:
    """
    Yield the check-in of each stay: the first that is stated up to its first night on the ground.

    Later nights of the same hotel repeat what is known.
    """
    hotel: Hotel | None = None
    is_open = False
    for stay, record in slept:
        if not is_same(record, hotel):
            hotel, is_open = record, True
        if not is_open:
            continue
        night = trip.nights[stay.day - 1]
        is_open = night.in_air and stay.check_in is None
        if stay.check_in is None:
            continue
        begin = trip.instant(night.place, stay.day, stay.check_in)
        if begin is None:
            continue
        if _is_after_midnight(stay.check_in, begin, night):
            begin += DAY_MIN
        yield begin, begin, record, record, stay.day, stay.pointer


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


def _night_stops(timed: list[Event], slept: list[tuple[Stay, Hotel]]) -> dict[int, list[Hotel]]:
    """
    Return the hotels slept in after each event (by its index).

    That is the last event of the night's day, or of a day before if it has none that is later.
    """
    stops: dict[int, list[Hotel]] = {}
    for stay, record in slept:
        for index in range(len(timed) - 1, -1, -1):
            if timed[index][4] <= stay.day:
                stops.setdefault(index, []).append(record)
                break
    return stops
