"""
Trips as the checker sees them: from an ask and the records of a city, every order that can be kept.

Built anew: places are looked for one by one, routes are searched by :mod:`planassay.verifier.city`, and
whether a visit fits is asked of the timetable minute by minute. What is named in ``held`` is asked for;
a claim of a conflict is about a part of the ask.
"""

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cache, cached_property
from itertools import pairwise

from planassay.kb.formats.lifeplanner import City, Place
from planassay.kb.formats.lifeplanner.ask_parts import FACT_OF, QUEUE, WORKS, Column, FactNeed, Want
from planassay.kb.formats.lifeplanner.trip_asks import StopAsk, TripAsk
from planassay.kb.roads import Errand, Mode, Vehicle, weight
from planassay.verifier.city.streets import streets
from planassay.verifier.components.lifeplanner.seeking import UncertainError, around, called, lacks, said
from planassay.verifier.components.model import Work

WITHIN = timedelta(hours=24)
"""Visits begin within this time of leaving."""
TOP_TENTHS = 50
_MINUTE = timedelta(minutes=1)


@dataclass(frozen=True, slots=True)
class Found:
    """An order that can be kept: stops without ends, their times, what it falls short of and its ways."""

    places: tuple[str, ...]
    times: tuple[tuple[datetime, datetime], ...]
    shortfall: int
    """Tenths of rating below the top, or cents, where the ask puts these before ways."""
    cost: int
    """Millimetres or milliseconds of all ways."""


class Trips:
    """
    The orders of an ask.

    Parameters
    ----------
    ask
        What is asked.
    city
        Where.
    now
        When it is asked.
    work
        Counts steps.
    """

    def __init__(self, ask: TripAsk, city: City, now: datetime, work: Work) -> None:
        self.ask, self.city, self.now, self.work = ask, city, now, work
        self.streets = streets(city)
        self.start = called(city, ask.start) if ask.start else None
        self.end = called(city, ask.end) if ask.end else None
        named = [called(city, stop.name) for stop in ask.stops if stop.name]
        self.fixed = {place.place_id for place in (*named, self.start, self.end) if place is not None}
        self.leg = cache(self._leg)
        self.begin = cache(self._begin)
        self.fits = cache(self._fits)

    @cached_property
    def choices(self) -> list[list[tuple[Place, frozenset[str]]]]:
        """For each stop the places of its type in its circle, and the names of what they do not meet."""
        found = [list(self._choices(at, stop)) for at, stop in enumerate(self.ask.stops)]
        places = [place.place_id for group in found for place, _ in group]
        if len(set(places)) < len(places):
            raise UncertainError("one place could be two stops")
        return found

    @cached_property
    def names(self) -> frozenset[str]:
        """What is asked for and can be left aside."""
        ask = self.ask
        timed = {f"hours:{at}" for at in range(len(ask.stops)) if ask.leave is not None}
        told = {name for group in self.choices for _, breaks in group for name in breaks}
        orders = {f"before:{a}:{b}" for a, b in self.before}
        limits = {name for name in ("budget", "until") if getattr(ask, name) is not None}
        return frozenset(timed | told | orders | limits)

    @cached_property
    def before(self) -> frozenset[tuple[int, int]]:
        """Pairs of stops, the first of which comes before the second."""
        ask, others = self.ask, range(len(self.ask.stops))
        firsts = {(ask.first, at) for at in others if ask.first is not None and at != ask.first}
        lasts = {(at, ask.last) for at in others if ask.last is not None and at != ask.last}
        return frozenset({*ask.before, *firsts, *lasts})

    def _choices(self, at: int, stop: StopAsk) -> Iterator[tuple[Place, frozenset[str]]]:
        if stop.within is None:
            place = called(self.city, stop.name)
            yield place, frozenset(self._shut(at, place))
            return
        known = {Column.RATING: "rating_tenths", Column.COST: "cost_cents"}
        needed = {known[self.ask.prefer]} if self.ask.prefer is not None else set()
        needed |= {"cost_cents"} if self.ask.budget is not None else set()
        listed: list[tuple[float, Place, set[str]]] = []
        for distance, place in around(self.city, stop.within):
            short = set(lacks(place, stop.filters))
            if place.place_id in self.fixed or "type" in short:
                continue
            if any(getattr(place, column) is None for column in needed):
                continue
            listed.append(
                (distance, place, {f"{name}:{at}" for name in short} | set(self._unmet(at, stop, place)))
            )
        first = self._first(stop, [(distance, place) for distance, place, short in listed if not short])
        for _, place, short in listed:
            passed = {f"pick:{at}"} if stop.pick is not None and place is not first else set()
            yield place, frozenset({*short, *passed, *self._shut(at, place)})

    def _unmet(self, at: int, stop: StopAsk, place: Place) -> Iterator[str]:
        """Yield the needs that posts do not say a place meets."""
        for need in stop.needs:
            key, value, how = FACT_OF[need]
            told = said(place, key, self.now.date())
            if told != value and (told is not None or how is FactNeed.STATED):
                yield f"{need.value}:{at}"
        if stop.most_queue is not None:
            told = said(place, QUEUE, self.now.date())
            if told is not None and int(told) > stop.most_queue:
                yield f"queue:{at}"

    def _shut(self, at: int, place: Place) -> Iterator[str]:
        if self.ask.leave is not None and said(place, WORKS, self.now.date()) not in (None, "no"):
            yield f"works:{at}"

    @staticmethod
    def _first(stop: StopAsk, listed: list[tuple[float, Place]]) -> Place | None:
        """Return the first of some places by the column that the stop picks by."""
        values: list[tuple[float | None, Place]] = []
        if stop.pick is Column.DISTANCE:
            values = [(distance, place) for distance, place in listed]
        elif stop.pick is not None:
            is_rating = stop.pick is Column.RATING
            values = [(p.rating_tenths if is_rating else p.cost_cents, p) for _, p in listed]
        known = [(value, place) for value, place in values if value is not None]
        if not known:
            return None
        best = (max if stop.want is Want.HIGHEST else min)(value for value, _ in known)
        found = [place for value, place in known if value == best]
        if len(found) > 1:
            raise UncertainError(f"{len(found)} places are equally the first for a stop")
        return found[0]

    def _leg(self, a: Place, b: Place) -> tuple[int, int, int] | None:
        """Return cost, millimetres and milliseconds of the way between two places, None if there is none."""
        ask = self.ask
        if ask.vehicle is Vehicle.WALKING and b.place_id < a.place_id:
            return self.leg(b, a)
        ends = self.streets.snap(a, ask.vehicle), self.streets.snap(b, ask.vehicle)
        if ends[0] is None or ends[1] is None:
            return None
        route = self.streets.route(Errand(ends[0], ends[1], ask.vehicle, ask.mode))
        if route.gids is None:
            return None
        ways = [self.city.network.by_gid[gid] for gid in route.gids]
        self.work.step(len(ways))
        length, time = (
            sum(weight(way, ask.vehicle, mode) for way in ways) for mode in (Mode.DISTANCE, Mode.TIME)
        )
        return route.cost, length, time

    def _begin(self, place: Place, arrive: datetime, stay: int) -> datetime | None:
        """Return the first minute from an arrival on at which a visit fits, if there is one in time."""
        leave = self.ask.leave or arrive
        for at in range((arrive - leave) // _MINUTE, WITHIN // _MINUTE + 1):
            if self.fits(place, at, stay):
                return leave + at * _MINUTE
        return None

    def _fits(self, place: Place, at: int, stay: int) -> bool:
        """Return whether a visit may begin so many minutes after leaving."""
        table = place.timetable
        if table is None:
            raise UncertainError(f"the hours of {place.place_id} are not known")
        self.work.step()
        return table.arrive_before_close((self.ask.leave or self.now) + at * _MINUTE, stay)

    def kept(self, held: Collection[str], most: tuple[int, int] | None = None) -> Iterator[Found]:
        """
        Yield the orders that can be kept, those only that cost no more than ``most`` if it is given.

        Parameters
        ----------
        held
            Names of what is asked for.
        most
            Shortfall and cost.
        """
        search = _Search(self, held, most)
        if all(search.choices):
            yield from search.follow((), (0, 0), self.ask.leave, 0, ())

    def ways(self, places: tuple[str, ...]) -> tuple[int, int]:
        """Return millimetres and milliseconds of the ways of an order that can be kept, ends included."""
        row = [self.start, *(self.city.place[name] for name in places), self.end]
        legs = [self.leg(a, b) for a, b in pairwise(place for place in row if place is not None)]
        return sum(leg[1] for leg in legs if leg), sum(leg[2] for leg in legs if leg)


class _Search:
    """Goes through orders stop by stop; the cheapest way into each stop that is left bounds the rest."""

    def __init__(self, trips: Trips, held: Collection[str], most: tuple[int, int] | None) -> None:
        self.trips, self.held, self.most = trips, frozenset(held), most
        self.choices = [
            [place for place, breaks in group if breaks.isdisjoint(self.held)] for group in trips.choices
        ]
        self.before = [pair for pair in trips.before if "before:{}:{}".format(*pair) in self.held]
        self.least = [self._least(at) for at in range(len(self.choices))] if most is not None else []

    def _least(self, at: int) -> tuple[int, int]:
        """Return the least shortfall of a stop, and the cheapest way into it."""
        trips, group = self.trips, self.choices[at]
        short = min((self._short(at, place) for place in group), default=0)
        others = [place for other, places in enumerate(self.choices) if other != at for place in places]
        origins = others if trips.start is None else [*others, trips.start]
        legs = [trips.leg(a, b) for a in origins for b in group]
        return short, min((leg[0] for leg in legs if leg is not None), default=0)

    def _short(self, at: int, place: Place) -> int:
        ask = self.trips.ask
        if ask.stops[at].name or ask.prefer is None:
            return 0
        if ask.prefer is Column.COST:
            return place.cost_cents or 0
        return TOP_TENTHS - (place.rating_tenths or 0)

    def follow(
        self,
        made: tuple[tuple[int, Place], ...],
        spent: tuple[int, int],
        clock: datetime | None,
        cents: int,
        times: tuple[tuple[datetime, datetime], ...],
    ) -> Iterator[Found]:
        """Yield the orders with a beginning that was kept."""
        trips, ask = self.trips, self.trips.ask
        done = {at for at, _ in made}
        if len(made) == len(self.choices):
            yield from self._ended(made, spent, clock, times)
            return
        here = made[-1][1] if made else trips.start
        for at, group in enumerate(self.choices):
            if at in done or any(b == at and a not in done for a, b in self.before):
                continue
            for place in group:
                trips.work.step(1)
                leg = (0, 0, 0) if here is None else trips.leg(here, place)
                price = cents + (place.cost_cents or 0)
                over = ask.budget is not None and "budget" in self.held and price > ask.budget
                if leg is None or over:
                    continue
                cost = spent[0] + self._short(at, place), spent[1] + leg[0]
                if self._beyond(cost, done | {at}):
                    continue
                visit = self._visit(at, place, clock, leg[2])
                if clock is None:
                    yield from self.follow((*made, (at, place)), cost, None, price, ())
                elif visit is not None:
                    yield from self.follow((*made, (at, place)), cost, visit[1], price, (*times, visit))

    def _visit(
        self, at: int, place: Place, clock: datetime | None, spent_ms: int
    ) -> tuple[datetime, datetime] | None:
        """Return when a place is visited by one who sets out at a time, None if not in time or ever."""
        if clock is None:
            return None
        arrive, stay = clock + _whole(spent_ms), self.trips.ask.stops[at].stay
        begin = self.trips.begin(place, arrive, stay) if f"hours:{at}" in self.held else arrive
        if begin is None or self._late(begin + stay * _MINUTE):
            return None
        return begin, begin + stay * _MINUTE

    def _late(self, clock: datetime | None) -> bool:
        until = self.trips.ask.until
        return clock is not None and until is not None and "until" in self.held and clock > until

    def _beyond(self, cost: tuple[int, int], done: Collection[int]) -> bool:
        """Return whether no rest, each stop of which has a way into it, keeps to the most that is allowed."""
        if self.most is None:
            return False
        rest = [self.least[at] for at in range(len(self.choices)) if at not in done]
        return (cost[0] + sum(short for short, _ in rest), cost[1] + sum(way for _, way in rest)) > self.most

    def _ended(
        self,
        made: tuple[tuple[int, Place], ...],
        spent: tuple[int, int],
        clock: datetime | None,
        times: tuple[tuple[datetime, datetime], ...],
    ) -> Iterator[Found]:
        trips = self.trips
        back = (0, 0, 0) if trips.end is None else trips.leg(made[-1][1], trips.end)
        if back is None or (clock is not None and self._late(clock + _whole(back[2]))):
            return
        cost = spent[0], spent[1] + back[0]
        if self.most is None or cost <= self.most:
            yield Found(tuple(place.place_id for _, place in made), times, *cost)


def _whole(milliseconds: int) -> timedelta:
    """Return whole minutes, rounded up."""
    return timedelta(minutes=-(-milliseconds // 60_000))
