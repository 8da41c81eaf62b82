"""Nearby: which places are around a place or along a route."""

from collections.abc import Sequence
from datetime import datetime

from planassay.kb.formats.lifeplanner.asks import Circle, Column, NearbyAsk, Stretch, Top, Want
from planassay.solver.lifeplanner import outings
from planassay.solver.lifeplanner.derived import (
    KINDS,
    Derived,
    Object,
    attribute,
    constraint,
    near_value,
    numbered,
)
from planassay.solver.lifeplanner.filters import filter_constraints
from planassay.solver.lifeplanner.view import Line, Near, Reason, RefusedError, Row, View

MOST_LOOKED_AT = 10
"""Places whose hours, routes and posts are looked at for one answer; more would cost too many calls."""


def derive(ask: NearbyAsk, view: View, now: datetime) -> Derived:
    """
    Return the places that an ask wants.

    Raises
    ------
    RefusedError
        If that is not certain, or there is none.
    """
    start, found, limits = _middle(ask, view)
    limits += filter_constraints(ask.filters, "each")
    if ask.second is not None:
        center = view.resolve(ask.second.center)
        inside = {near.row for near in view.nearby(center, ask.second.radius, ask.filters)}
        found = tuple(near for near in found if near.row in inside)
        limits.append(_within(center, ask.second))
    if ask.outing is not None:
        found = tuple(near for near in fitting(found, ask, view, start, now))
        limits += outings.constraints(ask.outing, start, "each")
    if ask.top is not None:
        found = cut(found, ask.top)
        limits.append(constraint("count_eq", "answer", value=len(found)))
    if not found:
        raise RefusedError(Reason.NOTHING_FITS)
    return _listed(found, ask.show, limits)


def _middle(ask: NearbyAsk, view: View) -> tuple[Row, tuple[Near, ...], list[Object]]:
    """Return where an outing starts, what is within reach, and that as a constraint."""
    if ask.within is not None:
        center = view.resolve(ask.within.center)
        found = view.nearby(center, ask.within.radius, ask.filters)
        return center, found, [_within(center, ask.within)]
    if ask.along is None or ask.buffer is None:
        raise ValueError("there is neither a circle nor a route with its distance")
    line = line_between(ask.along, view)
    found = view.nearby(line, ask.buffer, ask.filters)
    return line.start, found, [on_route(line, ask.buffer)]


def line_between(stretch: Stretch, view: View) -> Line:
    """Return a route as the middle of a search."""
    return Line(view.resolve(stretch.start), view.resolve(stretch.end), stretch.vehicle)


def on_route(line: Line, buffer: int) -> Object:
    """Return that each place is along a route."""
    return constraint(
        "on_route_m",
        "each",
        start=line.start.place_id,
        end=line.end.place_id,
        vehicle=line.vehicle.value,
        value=buffer,
    )


def _within(center: Row, circle: Circle) -> Object:
    return constraint("within_m", "each", center=center.place_id, value=circle.radius)


def fitting(found: Sequence[Near], ask: NearbyAsk, view: View, start: Row, now: datetime) -> Sequence[Near]:
    """Return those to which the outing of an ask can be."""
    if ask.outing is None:
        return found
    if len(found) > MOST_LOOKED_AT:
        raise RefusedError(Reason.TOO_MANY, str(len(found)))
    return [near for near in found if outings.fits(view, ask.outing, start, near.row, now)]


def cut(found: Sequence[Near], top: Top) -> tuple[Near, ...]:
    """
    Return the first few by a column; those without a value are passed over.

    Raises
    ------
    RefusedError
        If there are fewer, or the cut falls between equals.
    """
    valued = [(near_value(near, top.column), near) for near in found]
    known = [(value, near) for value, near in valued if value is not None]
    if len(known) < top.count:
        raise RefusedError(Reason.NOTHING_FITS, f"{len(known)} of {top.count}")
    known.sort(key=lambda pair: pair[1].row.place_id)
    known.sort(key=lambda pair: pair[0], reverse=top.want is Want.HIGHEST)
    if len(known) > top.count and known[top.count - 1][0] == known[top.count][0]:
        raise RefusedError(Reason.TIE, str(known[top.count][0]))
    return tuple(near for _, near in known[: top.count])


def _listed(found: Sequence[Near], show: Column, limits: list[Object]) -> Derived:
    answer = []
    attributes = []
    for near in found:
        value = near_value(near, show)
        entry: dict[str, object] = {"place_id": near.row.place_id, "name": near.row.name}
        if value is not None:
            entry[show.value] = value
            attributes.append(attribute(show.value, KINDS[show], value, near.row.place_id))
        answer.append(entry)
    if not attributes:
        raise RefusedError(Reason.UNKNOWN_VALUE, show.value)
    sets = (tuple(sorted(near.row.place_id for near in found)),)
    return Derived(answer, tuple(attributes), numbered(limits), sets)
