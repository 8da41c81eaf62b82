"""
Time feasibility: no two activities at once, and transfers that take about as long as the road.

Source: Qwen-Agent commit 31a4d36.
"""

import math
from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise
from typing import Final, NamedTuple

from planassay.verifier.official.deepplanning_travel.days import (
    ATTRACTION,
    BUFFER,
    HOTEL,
    MEAL,
    RIDE,
    Activity,
    Day,
    Miss,
    Trip,
)
from planassay.verifier.official.deepplanning_travel.sandbox import Sandbox
from planassay.verifier.official.deepplanning_travel.stops import RunStops, StopCause
from planassay.verifier.official.deepplanning_travel.texts import DAY_MIN, Slot

HALF_DAY_MIN: Final = 720
"""Up to this much backwards, two activities are listed out of order; beyond, midnight lies between."""

_ANCHORS: Final = (HOTEL, ATTRACTION, MEAL, RIDE)


def no_time_overlaps(trip: Trip, _: Sandbox) -> Iterator[Miss]:
    """Yield a miss for each activity that starts before the one before it, by start, ends."""
    for day in trip.days:
        timed = [(activity.slot, activity) for activity in day.activities if activity.slot is not None]
        timed.sort(key=lambda entry: entry[0].start)
        for (before, _activity), (after, activity) in pairwise(timed):
            if after.start < before.finish:
                found = f"a start {before.finish - after.start} minutes before the end of another activity"
                yield Miss(f"{activity.pointer}/time_slot", found, "no overlap")


class Window(NamedTuple):
    """How many minutes a transfer may take."""

    least: float
    most: float


@lru_cache(maxsize=4096)
def window(minutes: float) -> Window:
    """
    Return how many minutes a transfer may take whose road takes some.

    Examples
    --------
    >>> [tuple(window(minutes)) for minutes in (5, 12, 17, 23, 50)]
    [(0, 10), (7, 20), (10, 22), (18, 30), (45, 55)]
    """
    return Window(
        min(max(0, minutes - 5), math.floor(minutes / 10) * 10),
        max(minutes + 5, math.ceil(minutes / 10) * 10),
    )


def reasonable_transfer_time(trip: Trip, sandbox: Sandbox) -> Iterator[Miss]:
    """
    Yield a miss for each transfer between neighbours of the list that is too short or too long.

    Raises
    ------
    RunStops
        If a type is no text, in a day where a transfer is tested, or a list or an object, in any.
    """
    for day in trip.days:
        for activity in day.activities:
            if isinstance(activity.kind, list | dict):
                raise RunStops(StopCause.TYPE_IS_NO_TEXT, f"{activity.pointer}/type", activity.kind)
        anchors = [
            (activity, activity.slot)
            for activity in day.activities
            if activity.slot is not None and activity.kind in _ANCHORS
        ]
        buffers: list[Slot] | None = None
        for (before, leaving), (after, reaching) in pairwise(anchors):
            gap = _gap(leaving, reaching)
            if gap is None:
                continue
            if buffers is None:
                buffers = _buffers(day)
            start, end = _place(before, "to"), _place(after, "from")
            if start == end:
                continue
            road = sandbox.road_minutes(start, end)
            if road is None:
                continue
            spent = gap - _buffered(leaving.finish, reaching.start, buffers)
            least, most = window(road)
            if not least <= spent <= most:
                found = f"{spent} minutes from {start} to {end}"
                yield Miss(f"{after.pointer}/time_slot", found, f"{least:g} to {most:g} minutes")


def _gap(before: Slot, after: Slot) -> int | None:
    """Return the minutes between two activities, None if they are listed out of order."""
    gap = after.start - before.finish
    if gap < -HALF_DAY_MIN:
        gap += DAY_MIN
    return gap if gap >= 0 else None


def _buffers(day: Day) -> list[Slot]:
    found = []
    for activity in day.activities:
        kind = activity.raw.get("type", "")
        if not isinstance(kind, str):
            raise RunStops(StopCause.TYPE_IS_NO_TEXT, f"{activity.pointer}/type", kind)
        if kind.strip() == BUFFER and activity.slot is not None:
            found.append(activity.slot)
    return found


def _buffered(leaving: int, reaching: int, buffers: list[Slot]) -> int:
    """Return the minutes of the buffers that lie wholly between; what comes before is a day on."""
    if reaching < leaving:
        reaching += DAY_MIN
    total = 0
    for slot in buffers:
        shift = DAY_MIN if slot.start < leaving else 0
        if leaving <= slot.start + shift and slot.finish + shift <= reaching:
            total += slot.finish - slot.start
    return total


def _place(activity: Activity, end: str) -> str:
    """Return where an activity begins or ends; its type if it does not say."""
    name = activity.station(end) if activity.kind == RIDE else activity.name
    return name or str(activity.kind)
