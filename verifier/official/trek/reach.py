"""
B3: on each day, one can get from each event to the next in time.

Days are judged apart, from the plan as it was written: nothing is checked across midnight, and a day
with one event has nothing to check. Source: TREK commit a656fc8, ``scoring.py``.
"""

from collections.abc import Iterable
from itertools import pairwise
from operator import itemgetter
from typing import Literal, NamedTuple

from planassay.kb.geo import Point
from planassay.verifier.official.trek.clock import read_clock
from planassay.verifier.official.trek.index import Index
from planassay.verifier.official.trek.submission import Day, JsonObject, JsonValue, first


class Event(NamedTuple):
    """Something that happens at a stated minute of a day."""

    start: int
    end: int | None
    kind: Literal["flight", "attraction", "hotel"]
    stated: JsonObject


def reach_score(days: Iterable[Day], index: Index) -> float:
    """
    Return the share of transitions that leave enough time; 0 if there are none.

    Raises
    ------
    TypeError, AttributeError
        If an event has to be found whose city or name is of a kind that cannot be looked up.
    """
    transitions = violations = 0
    for day in days:
        events, untimed = _events(day)
        transitions += untimed
        violations += untimed
        if len(events) > 1:
            events.sort(key=itemgetter(0))  # stable: flights, attractions, hotel at the same minute
            transitions += len(events) - 1
            violations += _count_broken(events, index)
    return 1 - violations / transitions if transitions else 0.0


def _events(day: Day) -> tuple[list[Event], int]:
    """Return the timed events of a day, and how many have no time that can be read."""
    events: list[Event] = []
    untimed = 0
    flights, attractions = first(day.low, "flights", "flight"), first(day.low, "attractions", "attraction")
    if flights:
        untimed += _add(events, "flight", flights, "departure_time", "arrival_time")
    if attractions:
        untimed += _add(events, "attraction", attractions, "visit_start", "visit_end")
    if day.hotel is not None:
        check_in = first(day.hotel, "check_in", "checkin")
        if check_in:
            minute = read_clock(check_in)
            if minute is None:
                untimed += 1
            else:
                events.append(Event(minute, minute, "hotel", day.hotel))
    return events, untimed


def _add(
    events: list[Event], kind: Literal["flight", "attraction"], items: JsonValue, start: str, end: str
) -> int:
    """Add the timed objects of a list, and return how many are untimed; only lists are looked at."""
    untimed = 0
    if isinstance(items, list):
        for item in items:
            if isinstance(item, dict):
                minute = read_clock(item.get(start))
                if minute is None:
                    untimed += 1
                else:
                    events.append(Event(minute, read_clock(item.get(end)), kind, item))
    return untimed


def _count_broken(events: list[Event], index: Index) -> int:
    """Count the transitions of a day that leave too little time, or whose ends are not known."""
    broken = 0
    there: Point | None = None
    is_known = False
    for before, after in pairwise(events):
        if before.end is None:
            broken += 1
            is_known = False
            continue
        stays = is_known and before.kind != "flight"  # it ends where it began, which was looked up
        here = there if stays else _place(before, index, is_end=True)
        there, is_known = _place(after, index, is_end=False), True
        if here is None or there is None or after.start - before.end < index.minutes(here, there):
            broken += 1
    return broken


def _place(event: Event, index: Index, *, is_end: bool) -> Point | None:
    """Return where an event begins or ends, by the tables; None for what they do not know."""
    stated = event.stated
    if event.kind == "flight":
        rows = index.flights(stated.get("flight_number"))
        if not rows:
            return None
        return rows[0].to_point if is_end else rows[0].from_point
    if event.kind == "attraction":
        name: JsonValue = stated.get("name")
        sight = index.attraction(stated.get("city"), name)
        return sight.point if sight else None
    lodging = index.hotel(first(stated, "city", "city_name"), first(stated, "name", "hotel_name"))
    return lodging.point if lodging else None
