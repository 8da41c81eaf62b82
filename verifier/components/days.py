"""
Days: whether visits fit between a landing and a departure, found by earliest times alone.

For each set of places already visited the earliest hour of return is all that matters, since nobody is
worse off for being back sooner; so a stay is decided day by day over sets of places. Independent of the
planner's search, which looks for the least time on the road instead.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from planassay.kb.clock import DAY_MIN
from planassay.kb.geo import Point, travel_minutes
from planassay.verifier.components.model import Work

travel = lru_cache(maxsize=1 << 17)(travel_minutes)

Span = tuple[int, int, int]
"""(opening, closing, length of a full visit) in minutes of the day."""


@dataclass(frozen=True, slots=True)
class Place:
    """A place and the spans in which it can be visited."""

    point: Point
    spans: tuple[Span, ...]

    def leave(self, earliest: int) -> int | None:
        """Return when a full visit that begins no sooner than ``earliest`` ends at best."""
        ends = [max(opening, earliest) + stay for opening, _, stay in self.spans]
        fitting = [end for end, (_, closing, _) in zip(ends, self.spans, strict=True) if end <= closing]
        return min(fitting, default=None)


@dataclass(frozen=True, slots=True)
class Frame:
    """What bounds a stay; local trip minutes of its city."""

    first_day: int
    """Day whose night is the first that is booked."""
    landing: int
    landed_at: Point
    not_before: int
    """No visit of ``first_day`` begins before this minute of the day."""
    last_day: int
    leave_by: int
    leave_from: Point | None
    """None: the trip ends here."""


def fits(places: Sequence[Place], hotel: Point, frame: Frame, work: Work) -> bool:
    """Return whether every place can be visited in full within the frame, sleeping at the hotel."""
    day = max(frame.landing // DAY_MIN + 1, frame.first_day)
    clock, start = frame.landing - (day - 1) * DAY_MIN, frame.landed_at
    if day > frame.first_day:  # the night before is booked: the hotel comes first
        clock, start = clock + travel(start, hotel), hotel
    ready: dict[int, int] = {0: clock}
    while day < frame.last_day:
        not_before = frame.not_before if day == frame.first_day else 0
        back: dict[int, int] = {}
        for done, clock in ready.items():
            for (seen, at), left in _walks(done, clock, start, places, not_before, work).items():
                returned = left + (0 if at == hotel else travel(at, hotel)) - DAY_MIN
                back[seen] = min(returned, back.get(seen, returned))
        ready, start, day = back, hotel, day + 1
    if day > frame.last_day:
        return False
    return _gets_away(ready, start, places, frame, work)


def _gets_away(
    ready: Mapping[int, int], start: Point, places: Sequence[Place], frame: Frame, work: Work
) -> bool:
    not_before = frame.not_before if frame.last_day == frame.first_day else 0
    deadline = frame.leave_by - (frame.last_day - 1) * DAY_MIN
    for done, clock in ready.items():
        for (seen, at), left in _walks(done, clock, start, places, not_before, work).items():
            if seen == (1 << len(places)) - 1 and (
                frame.leave_from is None or left + travel(at, frame.leave_from) <= deadline
            ):
                return True
    return False


def _walks(
    done: int, clock: int, start: Point, places: Sequence[Place], not_before: int, work: Work
) -> dict[tuple[int, Point], int]:
    """Return the earliest minute at which each set of places is visited, by the place visited last."""
    reached = {(done, start): clock}
    frontier = [(done, start)]
    while frontier:
        following: list[tuple[int, Point]] = []
        for seen, at in frontier:
            for index, place in enumerate(places):
                if seen >> index & 1:
                    continue
                work.step()
                left = place.leave(max(reached[seen, at] + travel(at, place.point), not_before))
                key = (seen | 1 << index, place.point)
                if left is not None and (key not in reached or left < reached[key]):
                    if key not in reached:
                        following.append(key)
                    reached[key] = left
        frontier = following
    return reached
