"""
Outings: the ways to spend a day, searched plainly for the certificate checker.

An outing is a list of sights in order. Each is begun as soon as it can be, with or without lunch before it;
a day of several sights keeps to the pace of the party. The search goes depth first over the sights by their
net worth and leaves off where even the best that could follow stays below a floor. Independent of the
planner's engine.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations, pairwise
from typing import NamedTuple

from planassay.kb.geo import Point
from planassay.kb.records import Attraction
from planassay.kb.weights import Pace, Weights
from planassay.verifier.components.days import travel
from planassay.verifier.components.model import Work

ANYTIME = -(1 << 30)
"""A minute before every other."""


class Sight(NamedTuple):
    """A place to see."""

    record: Attraction
    spans: tuple[tuple[int, int, int], ...]
    """(opening, closing, length of a visit) in minutes of the day."""
    points: int
    cents: int
    """Tickets of the party."""
    bits: int
    """Wishes that it meets."""


@dataclass(frozen=True)
class Frame:
    """What bounds a day; a number a sight where it says so."""

    out: tuple[int, ...]
    """Minutes to each sight from where the day begins."""
    leave_at: int
    """Minute of the day at which that place can be left."""
    not_before: int
    """No visit begins sooner."""
    back: tuple[int, ...]
    """Minutes from each sight to where the day ends."""
    there_by: int
    """Minute of the day by which that must be reached."""
    most: int
    """Most visits."""
    longest: int
    """Most minutes of visits, a single one included."""
    idle: int
    """Points of a day without visits."""
    is_home: bool
    """Whether the day ends where the traveller sleeps, which must not be far."""
    is_end: bool = False
    """Whether the trip ends with the last visit, so that the way back counts nothing."""


@dataclass(slots=True)
class Floor:
    """What outings must be above; it may rise while they are looked for."""

    value: int


class Outing(NamedTuple):
    """A day with its sights in order."""

    reduced: int
    points: int
    cents: int
    bits: int
    held: int
    """Sights with a row, as bits."""
    sights: tuple[int, ...]


class Outings:
    """
    The outings of one stop under prices.

    Parameters
    ----------
    sights
        What there is to see.
    weights, pace
        Points, and what a day may hold.
    scale, per_cent
        Points are multiplied by one; the other is the price of a cent of tickets.
    charge
        Price of being at each sight, wishes included.
    held
        Sights that have a row, with their bit.
    work
        Counts the sights that are tried.
    """

    def __init__(
        self,
        sights: Sequence[Sight],
        weights: Weights,
        pace: Pace,
        scale: int,
        per_cent: int,
        charge: Sequence[int],
        held: Mapping[int, int],
        work: Work,
    ) -> None:
        self.sights = sights
        self.weights = weights
        self.pace = pace
        self.scale = scale
        self.held = held
        self.work = work
        self.net = [
            scale * s.points - per_cent * s.cents - price for s, price in zip(sights, charge, strict=True)
        ]
        self.order = sorted(range(len(sights)), key=lambda i: -self.net[i])
        self.shortest = min((span[2] for s in sights for span in s.spans), default=0)
        self._ahead: dict[tuple[int, int], int] = {}

    def way(self, i: int, j: int) -> int:
        """Return the minutes between two sights."""
        return travel(self.sights[i].record.point, self.sights[j].record.point)

    def hops(self, point: Point) -> tuple[int, ...]:
        """Return the minutes between a point and each sight."""
        return tuple(travel(point, sight.record.point) for sight in self.sights)

    def step(self, i: int, j: int) -> int:
        """Return the points of going from one sight to another."""
        same = self.sights[i].record.kind == self.sights[j].record.kind
        return self.weights.road(self.way(i, j)) + (self.weights.same_kind if same else 0)

    def first(self, frame: Frame, i: int) -> int:
        """Return the points of the way to the first sight."""
        return self.weights.road(frame.out[i])

    def last(self, frame: Frame, i: int) -> int:
        """Return the points of the way from the last sight."""
        return 0 if frame.is_end else self.weights.road(frame.back[i])

    # ------------------------------------------------------------------------------------------ the bound

    @cached_property
    def _few(self) -> list[tuple[int, int]]:
        """(minutes, net worth) of the three best sights of each length, each with the shortest way there."""
        near = min((self.way(i, j) for i, j in combinations(range(len(self.sights)), 2)), default=0)
        by_length: dict[int, list[int]] = {}
        for i in self.order:
            worth = self.net[i] + self.scale * self.weights.road(near)
            length = min(span[2] for span in self.sights[i].spans)
            if worth > 0 and len(by_length.setdefault(length, [])) < self.pace.visits_a_day:
                by_length[length].append(worth)
        return [(length, worth) for length, found in sorted(by_length.items()) for worth in found]

    def ahead(self, visits: int, minutes: int) -> int:
        """Return a bound on what some further visits of so many minutes in all can add."""
        key = (visits, minutes)
        if key not in self._ahead:
            sums = [0]
            for count in range(1, visits + 1):
                sums += [
                    sum(worth for _, worth in chosen)
                    for chosen in combinations(self._few, count)
                    if sum(length for length, _ in chosen) <= minutes
                ]
            self._ahead[key] = max(sums)
        return self._ahead[key]

    # ----------------------------------------------------------------------------------------- the search

    def best(self, frame: Frame) -> int:
        """Return the best reduced value of a day."""
        best = Floor(self.scale * frame.idle)
        for outing in self.walk(frame, best):
            best.value = max(best.value, outing.reduced)
        return best.value

    def walk(self, frame: Frame, floor: Floor) -> Iterator[Outing]:
        """Yield the outings above a floor, which may rise meanwhile; the day without visits first."""
        idle = self.scale * frame.idle
        if idle > floor.value:
            yield Outing(idle, frame.idle, 0, 0, 0, ())
        if frame.most and self.sights:
            top = self.scale * max(self.last(frame, i) for i in self.order)
            yield from self._from(frame, floor, top, _Label((), 0, ANYTIME, 0, fed=False))

    def _from(self, frame: Frame, floor: Floor, top: int, label: "_Label") -> Iterator[Outing]:
        """Yield the outings that begin with those of a label and go on."""
        left = frame.most - len(label.sights) - 1
        rest = self.ahead(left, self.pace.visiting_min - label.visiting)
        for i in self.order:
            reach = label.reduced + self.net[i]
            if reach + rest + top <= floor.value:
                return  # sights come by net worth
            reach += self.scale * (self.step(label.sights[-1], i) if label.sights else self.first(frame, i))
            if i in label.sights or reach + rest + top <= floor.value:
                continue
            self.work.step()
            for following in self._visits(frame, label, i, reach):
                yield from self._ended(frame, floor, following)
                if self._goes_on(frame, following):
                    yield from self._from(frame, floor, top, following)

    def _visits(self, frame: Frame, label: "_Label", i: int, reach: int) -> Iterator["_Label"]:
        """Yield the labels of going on to a sight: at once, and with lunch before it if that differs."""
        pace = self.pace
        if label.sights:
            way = self.way(label.sights[-1], i)
            soonest = label.end + way + pace.pause_min
            lunch = self.after_lunch(label.end, way)
        else:
            way = frame.out[i]
            soonest = max(frame.not_before, frame.leave_at + way)
            lunch = max(soonest, pace.lunch_over)
        if way > pace.way_max_min:
            return
        begins = [self._begin(i, soonest)]
        if not label.fed and lunch is not None:
            begins.append(self._begin(i, lunch))
        for span in dict.fromkeys(begins):
            if span is None:
                continue
            begin, length = span
            visiting = label.visiting + length
            if visiting > (min(frame.longest, pace.visiting_min) if label.sights else frame.longest):
                continue
            if label.sights and length > pace.alone_min:
                continue
            fed = label.fed or (lunch is not None and begin >= lunch)
            yield _Label((*label.sights, i), reach, begin + length, visiting, fed=fed)

    def _begin(self, i: int, soonest: int) -> tuple[int, int] | None:
        for opening, closing, length in self.sights[i].spans:
            if max(opening, soonest) + length <= closing:
                return max(opening, soonest), length
        return None

    def after_lunch(self, end: int, way: int) -> int | None:
        """Return when a visit can begin after one that ends, with lunch between; None if never."""
        pace = self.pace
        there, here = max(end + way, pace.lunch_from), max(end, pace.lunch_from)
        if there <= pace.lunch_latest:  # he eats where he goes
            return max(there + pace.lunch_min, end + way + pace.pause_min)
        if here <= pace.lunch_latest:  # he eats where he is
            return max(here + pace.lunch_min, end + pace.pause_min) + way
        return None

    def _ended(self, frame: Frame, floor: Floor, label: "_Label") -> Iterator[Outing]:
        here = label.sights[-1]
        reduced = label.reduced + self.scale * self.last(frame, here)
        if reduced <= floor.value or label.end > self.latest(frame, here):
            return
        if len(label.sights) > 1 and not label.fed and label.end > self.pace.lunch_latest:
            return
        seen = [self.sights[i] for i in label.sights]
        points = self.first(frame, label.sights[0]) + self.last(frame, here) + sum(s.points for s in seen)
        points += sum(self.step(i, j) for i, j in pairwise(label.sights))
        bits = held = 0
        for i in label.sights:
            bits |= self.sights[i].bits
            held |= self.held.get(i, 0)
        yield Outing(reduced, points, sum(s.cents for s in seen), bits, held, label.sights)

    def latest(self, frame: Frame, i: int) -> int:
        """Return the minute by which a last visit must end."""
        if frame.is_home and frame.back[i] > self.pace.way_max_min:
            return ANYTIME
        back = 0 if frame.is_end else frame.back[i]
        return min(self.pace.home_by, frame.there_by - back)

    def _goes_on(self, frame: Frame, label: "_Label") -> bool:
        if len(label.sights) >= frame.most or label.visiting > self.pace.alone_min:
            return False
        return label.end + self.pace.pause_min + self.shortest <= self.pace.home_by


@dataclass(frozen=True, slots=True)
class _Label:
    """An outing begun."""

    sights: tuple[int, ...]
    reduced: int
    end: int
    visiting: int
    fed: bool
