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
class Landing:
    """How a stay begins: a flight, by clocks of its cities."""

    day: int
    """Day of departure, whose night is the first that is booked."""
    days_later: int
    """Local days between departure and landing; 0 also for a landing on an earlier date."""
    minute: int
    """Local trip minute of landing in the city of the stay."""
    depart: int
    arrive: int
    """Recorded clocks, each of its own city."""
    start: Point
    end: Point

    def leave(self, place: Place, earliest: int) -> int | None:
        """
        Return when a visit on the day of departure ends at best.

        The official evaluator sorts a day by clocks that belong to two cities. A visit that stands before
        the flight there must leave time to reach it, however absurd; one that stands after it must be
        reached from it.
        """
        early = place.leave(earliest)
        if early is not None and early + travel(place.point, self.start) <= self.depart:
            return early
        reached = self.arrive + travel(self.end, place.point)
        return place.leave(max(earliest, self.depart, reached))


@dataclass(frozen=True, slots=True)
class Frame:
    """What bounds a stay; local trip minutes of its city."""

    landing: Landing
    last_day: int
    leave_by: int
    leave_from: Point | None
    """None: the trip ends here."""


_START = -1
"""Where a day begins, among the positions of places."""


def fits(places: Sequence[Place], hotel: Point, frame: Frame, work: Work) -> bool:
    """Return whether every place can be visited in full within the frame, sleeping at the hotel."""
    landing = frame.landing
    day, start = landing.day + landing.days_later, landing.end
    clock = landing.minute - (day - 1) * DAY_MIN
    if landing.days_later:  # the night in the air is booked: the hotel comes first
        clock, start = clock + travel(start, hotel), hotel
    ready: dict[int, int] = {0: clock}
    while day < frame.last_day:
        back: dict[int, int] = {}
        for done, clock in ready.items():
            for (seen, at), left in _walks(done, clock, start, places, _flight(frame, day), work).items():
                stays_put = at == _START and start is hotel
                way = 0 if stays_put else travel(_point(at, start, places), hotel)
                returned = left + way - DAY_MIN
                back[seen] = min(returned, back.get(seen, returned))
        ready, start, day = back, hotel, day + 1
    if day > frame.last_day:
        return False
    return _gets_away(ready, start, places, frame, work)


def _flight(frame: Frame, day: int) -> Landing | None:
    """Return the flight that stands in the plan on a day after landing, if one does."""
    return frame.landing if day == frame.landing.day else None


def _point(at: int, start: Point, places: Sequence[Place]) -> Point:
    return start if at == _START else places[at].point


def _gets_away(
    ready: Mapping[int, int], start: Point, places: Sequence[Place], frame: Frame, work: Work
) -> bool:
    deadline = frame.leave_by - (frame.last_day - 1) * DAY_MIN
    flight = _flight(frame, frame.last_day)
    for done, clock in ready.items():
        for (seen, at), left in _walks(done, clock, start, places, flight, work).items():
            if seen == (1 << len(places)) - 1 and (
                frame.leave_from is None
                or left + travel(_point(at, start, places), frame.leave_from) <= deadline
            ):
                return True
    return False


def _walks(
    done: int, clock: int, start: Point, places: Sequence[Place], flight: Landing | None, work: Work
) -> dict[tuple[int, int], int]:
    """Return the earliest minute at which each set of places is visited, by the place visited last."""
    reached = {(done, _START): clock}
    frontier = [(done, _START)]
    while frontier:
        following: list[tuple[int, int]] = []
        for seen, at in frontier:
            for index, place in enumerate(places):
                if seen >> index & 1:
                    continue
                work.step()
                earliest = reached[seen, at] + travel(_point(at, start, places), place.point)
                left = place.leave(earliest) if flight is None else flight.leave(place, earliest)
                key = (seen | 1 << index, index)
                if left is not None and (key not in reached or left < reached[key]):
                    if key not in reached:
                        following.append(key)
                    reached[key] = left
        frontier = following
    return reached
