"""
Itinerary structure, second half: how many meals and sights a day needs, by when its ride leaves or arrives.

The first ride of the list decides, also where it is one leg of a connection. Times are raw clocks here (see
``texts``), and a day's own start_time and end_time come before its slot. Source: Qwen-Agent commit 31a4d36.
"""

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from planassay.verifier.official.deepplanning_travel.days import (
    ATTRACTION,
    MEAL,
    RIDE,
    TRANSFER,
    Activity,
    Day,
    Miss,
    Trip,
)
from planassay.verifier.official.deepplanning_travel.sandbox import Sandbox
from planassay.verifier.official.deepplanning_travel.stops import RunStops, StopCause
from planassay.verifier.official.deepplanning_travel.texts import RawClock, raw_clock

MEAL_GAP_MIN: Final = 120
SIGHTSEEING_MIN: Final = 240


class Bounds(NamedTuple):
    """How many there must be on a day."""

    least: int
    most: int | None = None


_HOMELESS: Final = Miss("/daily_plans", "a task without a city of departure", "one")
_FREE: Final = Bounds(0)
_FULL_DAY: Final = Bounds(2)


def essential_meal_coverage(trip: Trip, _: Sandbox) -> Iterator[Miss]:
    """Yield a miss for each day with too few or too many meals, or two that follow too soon."""
    if not trip.request.origin:
        yield _HOMELESS
        return
    for day, parts in _parts(trip):
        meals = sorted(_meal_times(day), key=lambda meal: meal.start)  # equal starts stay in list order
        for bounds in _meal_bounds(day, parts):
            yield from _count(day, len(meals), bounds, "meals")
            if bounds.most is None and bounds.least > 0 and len(meals) >= 2:
                gap = meals[1].start - meals[0].end
                if gap < MEAL_GAP_MIN:
                    yield Miss(
                        f"{day.pointer}/activities",
                        f"{gap} minutes between meals",
                        f"{MEAL_GAP_MIN} at least",
                    )


def essential_attraction_coverage(trip: Trip, _: Sandbox) -> Iterator[Miss]:
    """
    Yield a miss for each day with too few sights.

    Raises
    ------
    RunStops
        If the slot of a sight, on any day, is a number, or an end of a ride no text: minutes are added up
        whether or not they count.
    """
    if not trip.request.origin:
        yield _HOMELESS
        return
    for day, parts in _parts(trip):
        sights, minutes = len(day.of(ATTRACTION)), _sightseeing_min(day)
        if day.pair is not None:
            for bounds in _sight_bounds(day, parts):
                yield from _count(day, sights, bounds, "sights")
        elif sights < _FULL_DAY.least and minutes < SIGHTSEEING_MIN:
            found = f"{sights} sights, {minutes} minutes of sightseeing"
            yield Miss(f"{day.pointer}/activities", found, f"2 sights or {SIGHTSEEING_MIN} minutes")


class _Parts(NamedTuple):
    """What a travel day is: a leaving, an arriving, or both."""

    leaves: bool
    arrives: bool


def _parts(trip: Trip) -> Iterator[tuple[Day, _Parts]]:
    here = home = trip.request.origin
    for day in trip.days:
        if day.pair is None:
            yield day, _Parts(leaves=False, arrives=False)
        else:
            start, end = day.pair
            yield day, _Parts(leaves=start == here != home, arrives=end != home)
            here = end


def _meal_bounds(day: Day, parts: _Parts) -> Iterator[Bounds]:
    if day.pair is None:
        yield _FULL_DAY
    if parts.leaves:
        hour = _ride_hour(day, "start")
        if hour is not None:
            yield Bounds(0, 0) if hour < 9 else Bounds(0, 1) if hour < 15 else Bounds(1)
    if parts.arrives:
        hour = _ride_hour(day, "end")
        if hour is not None:
            yield Bounds(2) if hour < 10 else Bounds(1) if hour < 15 else Bounds(0, 1)


def _sight_bounds(day: Day, parts: _Parts) -> Iterator[Bounds]:
    if parts.leaves:
        hour = _ride_hour(day, "start")
        yield Bounds(1) if hour is not None and hour > 16 else _FREE
    if parts.arrives:
        hour = _ride_hour(day, "end")
        yield Bounds(1) if hour is not None and hour < 12 else _FREE


def _count(day: Day, count: int, bounds: Bounds, what: str) -> Iterator[Miss]:
    if count < bounds.least:
        yield Miss(f"{day.pointer}/activities", f"{count} {what}", f"{bounds.least} at least")
    elif bounds.most is not None and count > bounds.most:
        yield Miss(f"{day.pointer}/activities", f"{count} {what}", f"{bounds.most} at most")


class _MealTime(NamedTuple):
    start: int
    end: int


def _meal_times(day: Day) -> Iterator[_MealTime]:
    for meal in day.of(MEAL):
        start, end = _raw(meal, "start"), _raw(meal, "end")
        if start is not None and end is not None:
            yield _MealTime(start.as_minutes, end.as_minutes)


def _ride_hour(day: Day, side: str) -> float | None:
    """Return when the first ride of the list with a readable start or end starts or ends, in hours."""
    for ride in day.of(RIDE):
        found = _raw(ride, side)
        if found is not None:
            return found.as_hours
    return None


def _raw(activity: Activity, side: str) -> RawClock | None:
    """Return the raw start or end: its own field if that is set, else of the slot."""
    stated = activity.raw.get(f"{side}_time")
    return raw_clock(stated) if stated else raw_clock(_piece(activity, 0 if side == "start" else 1))


def _piece(activity: Activity, place: int) -> str | None:
    """
    Return a piece of the slot between hyphens.

    Raises
    ------
    RunStops
        If the slot is a number, in which no hyphen can be looked for.
    """
    slot = activity.raw.get("time_slot")
    if isinstance(slot, str):
        pieces = slot.split("-")
        return pieces[place] if "-" in slot else None
    if slot and (not isinstance(slot, list | dict) or "-" in slot):
        raise RunStops(StopCause.SLOT_IS_NUMBER, f"{activity.pointer}/time_slot", slot)
    return None


def _sightseeing_min(day: Day) -> int:
    """Return the minutes of a day's sights and of the rides to and from them, cut as the evaluator cuts."""
    sights = day.of(ATTRACTION)
    names = {sight.name for sight in sights if sight.name}
    around: Sequence[Activity] = [
        *sights,
        *(ride for ride in day.of(TRANSFER) if not names.isdisjoint(_ends(ride))),
    ]
    return sum(map(_length_min, around))


def _ends(ride: Activity) -> tuple[str, str]:
    return ride.station("from"), ride.station("to")


def _length_min(activity: Activity) -> int:
    raw = activity.raw
    if raw.get("start_time") and raw.get("end_time"):
        start, end = raw_clock(raw["start_time"]), raw_clock(raw["end_time"])
    else:
        start, end = raw_clock(_piece(activity, 0)), raw_clock(_piece(activity, 1))
    if start is None or end is None:
        return 0
    hours = end.hours + end.minutes / 60 - (start.hours + start.minutes / 60)
    return int((hours + 24 if hours < 0 else hours) * 60)  # truncation loses a minute of many intervals
