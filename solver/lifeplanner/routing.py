"""Routing: the best route that an ask wants."""

from collections.abc import Iterable, Sequence
from datetime import datetime
from functools import singledispatch
from itertools import pairwise
from typing import TypeVar

from planassay.kb.formats.lifeplanner.asks import (
    AlongAsk,
    DetourAsk,
    EndsAsk,
    PathAsk,
    ReachAsk,
    RoutingAsk,
    VehiclesAsk,
)
from planassay.kb.roads import Mode, Vehicle
from planassay.solver.lifeplanner import outings
from planassay.solver.lifeplanner.derived import Derived, Object, constraint, metric, numbered
from planassay.solver.lifeplanner.filters import filter_constraints
from planassay.solver.lifeplanner.nearby import MOST_LOOKED_AT, line_between, on_route
from planassay.solver.lifeplanner.view import Course, Reason, RefusedError, Row, View

T = TypeVar("T")


def derive(ask: RoutingAsk, view: View, now: datetime) -> Derived:
    """
    Return the route that an ask wants.

    Raises
    ------
    RefusedError
        If that is not certain, or there is none.
    """
    return _derive(ask, view, now)


@singledispatch
def _derive(ask: RoutingAsk, view: View, now: datetime) -> Derived:
    del view, now
    raise TypeError(type(ask).__name__)


@_derive.register
def _path(ask: PathAsk, view: View, now: datetime) -> Derived:
    del now
    stops = [view.resolve(name) for name in (ask.start, *ask.via, ask.end)]
    courses = [leg(view, tail, head, ask.vehicle, ask.mode, ask.avoid) for tail, head in pairwise(stops)]
    limits = [constraint("avoid_way", "answer", gid=gid) for gid in ask.avoid]
    via = stops[1:-1]
    if via:
        limits.append(constraint("count_eq", "answer", value=len(via)))
    limits += [
        constraint("visit_before", "answer", first=one.place_id, then=other.place_id)
        for one, other in pairwise(via)
    ]
    return _routed(stops, courses, ask.vehicle, ask.mode, limits)


@_derive.register
def _vehicles(ask: VehiclesAsk, view: View, now: datetime) -> Derived:
    del now
    start, end = view.resolve(ask.start), view.resolve(ask.end)
    found = [(leg(view, start, end, vehicle, ask.mode), vehicle) for vehicle in ask.vehicles]
    course, vehicle = _least(found, ask.mode)
    return _routed([start, end], [course], vehicle, ask.mode, [constraint("count_eq", "answer", value=0)])


@_derive.register
def _ends(ask: EndsAsk, view: View, now: datetime) -> Derived:
    del now
    start = view.resolve(ask.start)
    ends = [view.resolve(name) for name in ask.ends]
    found = [(leg(view, start, end, ask.vehicle, ask.mode), end) for end in ends]
    course, end = _least(found, ask.mode)
    limits = [constraint("count_eq", "answer", value=0)]
    return _routed([start, end], [course], ask.vehicle, ask.mode, limits)


@_derive.register
def _along(ask: AlongAsk, view: View, now: datetime) -> Derived:
    del now
    line = line_between(ask.route, view)
    course = leg(view, line.start, line.end, line.vehicle, Mode.TIME)
    places = [near.row for near in view.nearby(line, ask.buffer, ask.filters)]
    if not places:
        raise RefusedError(Reason.NOTHING_FITS)
    limits = [on_route(line, ask.buffer), *filter_constraints(ask.filters, "each")]
    return _routed([line.start, line.end], [course], line.vehicle, Mode.TIME, limits, places)


@_derive.register
def _reach(ask: ReachAsk, view: View, now: datetime) -> Derived:
    start = view.resolve(ask.start)
    rows = _few(near.row for near in view.nearby(start, ask.radius, ask.filters))
    vehicle = ask.outing.vehicle
    found = [
        (leg(view, start, row, vehicle, Mode.TIME), row)
        for row in rows
        if outings.fits(view, ask.outing, start, row, now)
    ]
    course, end = _least(found, Mode.TIME)
    limits = [constraint("within_m", "each", center=start.place_id, value=ask.radius)]
    limits += filter_constraints(ask.filters, "each") + outings.constraints(ask.outing, start, "each")
    return _routed([start, end], [course], vehicle, Mode.TIME, limits, [end])


@_derive.register
def _detour(ask: DetourAsk, view: View, now: datetime) -> Derived:
    line = line_between(ask.route, view)
    rows = _few(near.row for near in view.nearby(line, ask.buffer, ask.filters))
    found = []
    for row in rows:
        if outings.fits(view, ask.outing, line.start, row, now):
            legs = [
                leg(view, line.start, row, line.vehicle, Mode.TIME),
                leg(view, row, line.end, line.vehicle, Mode.TIME),
            ]
            found.append((Course((), 0, sum(course.time_ms for course in legs)), (row, legs)))
    _, (row, legs) = _least(found, Mode.TIME)
    limits = [on_route(line, ask.buffer), *filter_constraints(ask.filters, "each")]
    limits += outings.constraints(ask.outing, line.start, "each")
    limits.append(constraint("count_eq", "answer", value=1))
    return _routed([line.start, row, line.end], legs, line.vehicle, Mode.TIME, limits)


def leg(view: View, start: Row, end: Row, vehicle: Vehicle, mode: Mode, avoid: Sequence[int] = ()) -> Course:
    """
    Return the best route between two places.

    Raises
    ------
    RefusedError
        If there is none.
    """
    course = view.route(start, end, vehicle, mode, avoid)
    if course is None:
        raise RefusedError(Reason.NO_ROUTE, f"{start.name}, {end.name}")
    return course


def _few(rows: Iterable[Row]) -> list[Row]:
    found = list(rows)
    if len(found) > MOST_LOOKED_AT:
        raise RefusedError(Reason.TOO_MANY, str(len(found)))
    return found


def _least(found: Sequence[tuple[Course, T]], mode: Mode) -> tuple[Course, T]:
    """Return the one with the least time or distance."""
    if not found:
        raise RefusedError(Reason.NOTHING_FITS)
    least = min(course.cost(mode) for course, _ in found)
    best = [pair for pair in found if pair[0].cost(mode) == least]
    if len(best) > 1:
        raise RefusedError(Reason.TIE, str(least))
    return best[0]


def _routed(
    stops: Sequence[Row],
    courses: Sequence[Course],
    vehicle: Vehicle,
    mode: Mode,
    limits: list[Object],
    places: Sequence[Row] = (),
) -> Derived:
    """Return a route over stops, and the places that are asked for along it."""
    length, time = sum(course.length_mm for course in courses), sum(course.time_ms for course in courses)
    answer = {
        "start": stops[0].place_id,
        "end": stops[-1].place_id,
        "waypoints": [row.place_id for row in stops[1:-1]],
        "vehicle": vehicle.value,
        "mode": mode.value,
        "distance_m": length / 1000,
        "time_s": time / 1000,
        "way_ids": [gid for course in courses for gid in course.gids],
        "places": [{"place_id": row.place_id, "name": row.name} for row in places],
    }
    named = tuple(sorted({row.place_id for row in (*stops, *places)}))
    optimum = metric(mode), length if mode is Mode.DISTANCE else time
    return Derived(answer, (), numbered(limits), (named,), optimum=optimum)
