"""
Satisfaction: what a given plan is worth in points, and whether it keeps to the pace of its party.

The plan is gold already: its flights, hotels and visits exist and fit the true clocks. Here its points are
added up from the document, and each of its days is held against the frame that bounds such a day.
"""

from itertools import pairwise
from typing import TYPE_CHECKING

from planassay.kb.clock import format_clock
from planassay.kb.formats.registry import system
from planassay.kb.lookup import lookup
from planassay.kb.plan import Plan, Visit
from planassay.kb.records import Hotel, is_same
from planassay.verifier.components.days import travel
from planassay.verifier.components.outings import Frame, Outings
from planassay.verifier.components.trek import Way
from planassay.verifier.trip import Trip

if TYPE_CHECKING:
    from planassay.verifier.components.trek_best import TrekBest

Timed = list[tuple[int, int, int]]
"""(begin, end, position of the sight) of the visits of a day, in order."""


def points_of(plan: object, task: "TrekBest") -> int | str:
    """Return the points of a plan that is gold, or a sentence on what is not at the pace of the party."""
    answer = {"is_feasible": True, "plan": plan, "refusal_reason": "", "submitted": True}
    read: Plan = system(task.task.system).load("formats").read_answer(answer, task.task, task.kb)
    trip = Trip(read, task.task, lookup(task.kb))
    ways: list[Way | None] = [Way(flown.record, flown.leg.day) for flown in trip.flown]
    total = sum(task.flight_points(way) for way in ways if way is not None)
    if not task.task.round_trip:
        ways.append(None)
    for k, (arrive, leave) in enumerate(pairwise(ways)):
        if arrive is None:
            return "the plan flies no leg"
        found = _Stop(trip, task, k, arrive, leave).points()
        if isinstance(found, str):
            return found
        total += found
    return total


class _Stop:
    """One stop of a plan."""

    def __init__(self, trip: Trip, task: "TrekBest", k: int, arrive: Way, leave: Way | None) -> None:
        self.trip = trip
        self.task = task
        self.k = k
        self.arrive = arrive
        self.leave = leave
        self.place = trip.stops[k]
        none = [0] * len(task.sights[k])
        self.outings = Outings(task.sights[k], task.weights, task.pace, 1, 0, none, {}, task.work)

    def points(self) -> int | str:
        """Return the points of the stop, the flights left out, or what is wrong with it."""
        task, first = self.task, self.task.landing_day(self.arrive)
        inn = self._inn()
        if inn is None or not task.is_in_time(self.arrive, self.leave, inn):
            return f"stop {self.k + 1} is reached or left in a hurry"
        slept = task.last_day(self.leave) - first
        total = slept * task.weights.night(inn)
        total += task.weights.road(travel(self.arrive.flight.to_point, inn.point))
        frames = task.frames(self.k, self.arrive, self.leave, [inn])
        if not frames:
            return f"too few nights at stop {self.k + 1}"
        for day, frame in enumerate(frames, start=first):
            visits = self._visits(day)
            fault = "an unknown place" if visits is None else self._fault(frame, visits)
            if fault or visits is None:
                return f"day {day} of stop {self.k + 1}: {fault}"
            total += self._worth(frame, [i for _, _, i in visits])
        return total

    def _inn(self) -> Hotel | None:
        nights = range(self.task.landing_day(self.arrive), self.task.last_day(self.leave))
        for stay in self.trip.plan.stays:
            if stay.day in nights and stay.city and self.trip.names.place(stay.city) == self.place:
                return stay.record
        return None

    def _visits(self, day: int) -> Timed | None:
        """Return the visits of a day at this stop in order; None if one is to no sight that can be seen."""
        listed = [v for v in self.trip.plan.visits if v.day == day and self._is_here(v)]
        found = []
        for visit in listed:
            sights = [i for i, s in enumerate(self.task.sights[self.k]) if is_same(s.record, visit.record)]
            if not sights or visit.start is None or visit.end is None:
                return None
            found.append((visit.start, visit.end, sights[0]))
        return sorted(found)

    def _is_here(self, visit: Visit) -> bool:
        return visit.city is not None and self.trip.names.place(visit.city) == self.place

    def _worth(self, frame: Frame, sights: list[int]) -> int:
        outings = self.outings
        if not sights:
            return frame.idle
        steps = sum(outings.step(i, j) for i, j in pairwise(sights))
        seen = sum(self.task.sights[self.k][i].points for i in sights)
        return outings.first(frame, sights[0]) + seen + steps + outings.last(frame, sights[-1])

    # ------------------------------------------------------------------------------------------ the pace

    def _fault(self, frame: Frame, visits: Timed) -> str:
        """Return what of a day is not at the pace of the party, nothing if all is."""
        if not visits:
            return ""
        if len(visits) > frame.most:
            return f"{len(visits)} visits, more than {frame.most}"
        begin, _, first = visits[0]
        if begin < max(frame.not_before, frame.leave_at + frame.out[first]):
            return f"a visit at {format_clock(begin)}"
        _, end, last = visits[-1]
        if end > self.outings.latest(frame, last):
            return f"a visit until {format_clock(end)}"
        if frame.out[first] > self.task.pace.way_max_min:
            return f"a way of {frame.out[first]} minutes"
        for start, until, i in visits:
            if not any(o <= start and until <= c and until - start >= n for o, c, n in self._spans(i)):
                return f"a visit of {until - start} minutes"
        if sum(until - start for start, until, _ in visits) > frame.longest:
            return "too much to see"
        return self._rush(visits) if len(visits) > 1 else ""

    def _spans(self, i: int) -> tuple[tuple[int, int, int], ...]:
        return self.task.sights[self.k][i].spans

    def _rush(self, visits: Timed) -> str:
        """Return what a day of several visits lacks: time between them, an end to them, lunch."""
        pace = self.task.pace
        lengths = [end - begin for begin, end, _ in visits]
        if max(lengths) > pace.alone_min or sum(lengths) > pace.visiting_min:
            return f"{sum(lengths)} minutes of visits"
        fed = visits[0][0] >= pace.lunch_over or visits[-1][1] <= pace.lunch_latest
        for (_, end, i), (begin, _, j) in pairwise(visits):
            way = self.outings.way(i, j)
            if way > pace.way_max_min or begin < end + way + pace.pause_min:
                return f"{begin - end} minutes between two visits"
            lunch = self.outings.after_lunch(end, way)
            fed = fed or (lunch is not None and begin >= lunch)
        return "" if fed else "no time for lunch"
