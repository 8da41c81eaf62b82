"""
Stops: the places that each stop of a trip may be, from what a view tells, and what each falls short of.

Two readings of the same ask. The *narrow* one looks for places that meet all of it, with as few questions as
can be; an answer is derived from it. The *wide* one takes every place of the right type in the circle and
names what it does not meet, so that it can be told what of an impossible ask is to blame.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta

from planassay.kb.clock import DAY_MIN
from planassay.kb.formats.lifeplanner.ask_parts import FACT_OF, QUEUE, WORKS, Column, FactNeed, Filters, Want
from planassay.kb.formats.lifeplanner.trip_asks import StopAsk, TripAsk
from planassay.kb.tours import Window
from planassay.solver.lifeplanner.view import Near, Reason, RefusedError, Row, View
from planassay.solver.lifeplanner.windows import begins

HOURS = 24
"""Visits begin within so many hours of leaving."""
MOST_PLACES = 60
"""Places of all stops together that are looked at."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """
    A place that a stop may be.

    Parameters
    ----------
    row
        The place.
    begins
        Windows in which a visit may begin; None if no clock is kept.
    breaks
        Names of what it does not meet; empty in the narrow reading.
    """

    row: Row
    begins: tuple[Window, ...] | None = None
    breaks: frozenset[str] = frozenset()


def minute(moment: datetime) -> int:
    """Return the minute since the beginning of year 1, rounded up to a whole one."""
    whole = DAY_MIN * moment.date().toordinal() + 60 * moment.hour + moment.minute
    return whole + (moment.second > 0 or moment.microsecond > 0)


def moment(at: int) -> datetime:
    """Return the local time of a minute since the beginning of year 1."""
    return datetime(1, 1, 1) + timedelta(minutes=at - DAY_MIN)


class Stops:
    """
    The candidates of each stop.

    Parameters
    ----------
    ask
        What is asked.
    view
        What may be known.
    now
        When it is asked; posts that hold on this day count.
    wide
        Which reading.
    """

    def __init__(self, ask: TripAsk, view: View, now: datetime, *, wide: bool = False) -> None:
        self._ask, self._view, self._on, self._wide = ask, view, now.date(), wide
        self.centers: dict[str, str] = {}
        self.start = view.resolve(ask.start) if ask.start else None
        self.end = view.resolve(ask.end) if ask.end else None
        named = [view.resolve(stop.name) if stop.name else None for stop in ask.stops]
        ends = (self.start, self.end)
        fixed = [row.place_id for row in named if row is not None]
        self._taken = {*fixed, *(row.place_id for row in ends if row is not None)}
        if len(self._taken) < len(fixed) + len({row.place_id for row in ends if row is not None}):
            raise RefusedError(Reason.AMBIGUOUS_NAME, "one place is named for two stops")
        self.candidates = [
            self._named(at, stop, row) if row is not None else self._chosen(at, stop)
            for at, (stop, row) in enumerate(zip(ask.stops, named, strict=True))
        ]
        places = [one.row.place_id for group in self.candidates for one in group]
        if len(set(places)) < len(places):
            raise RefusedError(Reason.TIE, "one place could be two stops")
        if len(places) > MOST_PLACES:
            raise RefusedError(Reason.TOO_MANY, f"{len(places)} places")

    def _named(self, at: int, stop: StopAsk, row: Row) -> list[Candidate]:
        breaks = frozenset({f"works:{at}"} if self._ask.leave is not None and not self._works(row) else ())
        if breaks and not self._wide:
            return []
        return [Candidate(row, self._begins(stop, row), breaks)]

    def _chosen(self, at: int, stop: StopAsk) -> list[Candidate]:
        return self._everything(at, stop) if self._wide else self._fitting(stop)

    def _fitting(self, stop: StopAsk) -> list[Candidate]:
        """Return the places that meet all that is asked; hours are looked at last."""
        nears = [near for near in self._around(stop, stop.filters) if self._counts(near.row)]
        nears = [near for near in nears if all(self._meets(stop, near.row))]
        if stop.pick is not None:
            nears = self._picked(stop, nears)
        rows = [near.row for near in nears]
        if self._ask.leave is None:
            return [Candidate(row) for row in rows]
        timed = [(row, self._begins(stop, row)) for row in rows]
        return [Candidate(row, windows) for row, windows in timed if windows and self._works(row)]

    def _around(self, stop: StopAsk, filters: Filters) -> list[Near]:
        assert stop.within is not None  # a stop has a name or a circle
        center = self._view.resolve(stop.within.center)
        self.centers[stop.within.center] = center.place_id
        found = self._view.nearby(center, stop.within.radius, filters)
        return [near for near in found if near.row.place_id not in self._taken]

    def _counts(self, row: Row) -> bool:
        """Return whether the map says what sums are made of: costs under a budget, and what is preferred."""
        known = {Column.RATING: row.rating_tenths, Column.COST: row.cost_cents, None: 0}
        has_cost = self._ask.budget is None or row.cost_cents is not None
        return has_cost and known[self._ask.prefer] is not None

    def _meets(self, stop: StopAsk, row: Row) -> Iterator[bool]:
        """Yield whether posts say of a place what is needed, one need after the other."""
        for need in stop.needs:
            key, value, how = FACT_OF[need]
            said = self._view.fact(row, key, self._on)
            yield said == value or (said is None and how is FactNeed.NOT_DENIED)
        if stop.most_queue is not None:
            said = self._view.fact(row, QUEUE, self._on)
            yield said is None or int(said) <= stop.most_queue

    def _works(self, row: Row) -> bool:
        return self._view.fact(row, WORKS, self._on) in (None, "no")

    def _picked(self, stop: StopAsk, nears: list[Near]) -> list[Near]:
        """Return the first by a column; places without a value are none."""
        valued = [(value, near) for near in nears if (value := _value(near, stop.pick)) is not None]
        if not valued:
            return []
        best = (max if stop.want is Want.HIGHEST else min)(value for value, _ in valued)
        found = [near for value, near in valued if value == best]
        if len(found) > 1:
            raise RefusedError(Reason.TIE, ", ".join(near.row.name for near in found))
        return found

    def _begins(self, stop: StopAsk, row: Row) -> tuple[Window, ...] | None:
        if self._ask.leave is None:
            return None
        hours = self._view.detail(row).timetable
        if hours is None:
            raise RefusedError(Reason.UNKNOWN_HOURS, row.name)
        leave = minute(self._ask.leave)
        return begins(hours, leave, leave + 60 * HOURS, stop.stay)

    def _everything(self, at: int, stop: StopAsk) -> list[Candidate]:
        """Return every place of the type in the circle, with what it does not meet."""
        filters = stop.filters
        limits = {
            "rating": Filters(least_rating=filters.least_rating, most_rating=filters.most_rating),
            "cost": Filters(least_cost=filters.least_cost, most_cost=filters.most_cost),
            "tags": Filters(tags=filters.tags),
        }
        nears = self._around(stop, Filters(place_type=filters.place_type))
        nears = [near for near in nears if self._counts(near.row)]
        passing = {
            name: {near.row.place_id for near in self._around(stop, limit)}
            for name, limit in limits.items()
            if limit != Filters()
        }
        found = []
        for near in nears:
            breaks = {f"{name}:{at}" for name, ids in passing.items() if near.row.place_id not in ids}
            needs = [f"{need.value}:{at}" for need in stop.needs] + [f"queue:{at}"]
            breaks |= {name for name, met in zip(needs, self._meets(stop, near.row), strict=False) if not met}
            if self._ask.leave is not None and not self._works(near.row):
                breaks.add(f"works:{at}")
            found.append(Candidate(near.row, self._begins(stop, near.row), frozenset(breaks)))
        if stop.pick is None:
            return found
        whole = [near for near, one in zip(nears, found, strict=True) if not one.breaks - {f"works:{at}"}]
        first = {near.row.place_id for near in self._picked(stop, whole)}
        return [
            one if one.row.place_id in first else Candidate(one.row, one.begins, one.breaks | {f"pick:{at}"})
            for one in found
        ]


def _value(near: Near, column: Column | None) -> float | None:
    if column is Column.DISTANCE:
        return near.distance_m
    return near.row.rating_tenths if column is Column.RATING else near.row.cost_cents
