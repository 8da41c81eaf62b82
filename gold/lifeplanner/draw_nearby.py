"""Nearby: drawn asks for places around a place or along a route."""

from collections.abc import Callable

from planassay.gold.lifeplanner import draw_parts as parts
from planassay.gold.lifeplanner.scene import Scene, Sketch, UnfitError
from planassay.kb.draw import Draw
from planassay.kb.formats.lifeplanner import Place
from planassay.kb.formats.lifeplanner.asks import (
    Circle,
    Column,
    Filters,
    NearbyAsk,
    Shown,
    Stretch,
    Top,
    Want,
)
from planassay.kb.roads import Vehicle
from planassay.solver.lifeplanner.oracle_view import passes

_LISTED, _LOOKED_AT = 14, 8
"""Most places of an answer, and most whose hours and posts must be looked at."""
_BUFFERS = (50, 80, 100, 150, 200)


def circle(draw: Draw, scene: Scene) -> Sketch:
    """Draw a circle and one filter."""
    target = scene.place(draw)
    center = scene.away(draw, target, 50, 1000)
    limits = parts.one_filter(draw, target)
    reach = parts.radius(draw, scene, center, _like(limits), _LISTED)
    ask = NearbyAsk(within=Circle(center=center.name, radius=reach), filters=limits, show=_show(draw, target))
    return Sketch(ask, scene.now(draw))


def chained(draw: Draw, scene: Scene) -> Sketch:
    """Draw a circle with several filters."""
    target = scene.place(draw)
    center = scene.away(draw, target, 50, 1000)
    limits = parts.filters(draw, target, draw.between(1, 3))
    reach = parts.radius(draw, scene, center, _like(limits), _LISTED)
    ask = NearbyAsk(within=Circle(center=center.name, radius=reach), filters=limits, show=_show(draw, target))
    return Sketch(ask, scene.now(draw))


def two_circles(draw: Draw, scene: Scene) -> Sketch:
    """Draw two circles that meet, with a filter or two."""
    target = scene.place(draw)
    center, other = (scene.away(draw, target, 100, 900) for _ in range(2))
    limits = parts.filters(draw, target, draw.between(0, 1))
    circles = [
        Circle(center=place.name, radius=parts.radius(draw, scene, place, _like(limits), 20))
        for place in (center, other)
    ]
    ask = NearbyAsk(within=circles[0], second=circles[1], filters=limits, show=_show(draw, target))
    return Sketch(ask, scene.now(draw))


def along(draw: Draw, scene: Scene) -> Sketch:
    """Draw a route with a filter or two."""
    target = scene.place(draw)
    stretch = route(draw, scene, target)
    limits = parts.filters(draw, target, draw.between(0, 2))
    ask = NearbyAsk(along=stretch, buffer=draw.pick(_BUFFERS), filters=limits, show=_show(draw, target))
    return Sketch(ask, scene.now(draw))


def top(draw: Draw, scene: Scene) -> Sketch:
    """Draw the first few of a circle."""
    target = scene.place(draw)
    center = scene.away(draw, target, 50, 1000)
    limits = parts.filters(draw, target, draw.between(0, 1))
    reach = parts.radius(draw, scene, center, _like(limits), 20)
    columns: list[Shown] = [Column.RATING, Column.COST, Column.DISTANCE]
    column = draw.pick(columns)
    want = Want.HIGHEST if column is Column.RATING else Want.LOWEST
    ask = NearbyAsk(
        within=Circle(center=center.name, radius=reach),
        filters=limits,
        top=Top(count=draw.between(1, 5), column=column, want=want),
        show=column,
    )
    return Sketch(ask, scene.now(draw))


def outing(draw: Draw, scene: Scene) -> Sketch:
    """Draw an outing to some place around its start."""
    now, how = scene.now(draw), parts.vehicle(draw)
    target = scene.noted_place(draw)
    center = scene.away(draw, target, 100, 1200)
    limits = _kind(draw, target)
    reach = parts.radius(draw, scene, center, _like(limits), _LOOKED_AT)
    ask = NearbyAsk(
        within=Circle(center=center.name, radius=reach),
        filters=limits,
        outing=parts.outing(draw, now, how, target),
        show=_show(draw, target),
    )
    return Sketch(ask, now)


def outing_along(draw: Draw, scene: Scene) -> Sketch:
    """Draw an outing to some place along a route from its start."""
    now = scene.now(draw)
    target = scene.noted_place(draw)
    stretch = route(draw, scene, target)
    ask = NearbyAsk(
        along=stretch,
        buffer=draw.pick(_BUFFERS),
        filters=_kind(draw, target),
        outing=parts.outing(draw, now, stretch.vehicle, target),
        show=_show(draw, target),
    )
    return Sketch(ask, now)


def route(draw: Draw, scene: Scene, target: Place, how: Vehicle | None = None) -> Stretch:
    """Draw a route that may come near a place."""
    how = how or parts.vehicle(draw)
    reach = min(1_800, parts.REACH_M[how] // 2)
    start = scene.away(draw, target, 150, reach)
    end = scene.away(draw, target, 150, reach)
    if start.place_id == end.place_id:
        raise UnfitError("a route would end where it starts")
    return Stretch(start=start.name, end=end.name, vehicle=how)


def _kind(draw: Draw, target: Place) -> Filters:
    """Draw the type of a place, and sometimes a limit."""
    return parts.filters(draw, target, 1 if draw.chance(0.3) else 0)


def _show(draw: Draw, target: Place) -> Shown:
    columns: list[Shown] = [Column.RATING, Column.DISTANCE]
    return draw.pick(columns if target.cost_cents is None else [*columns, Column.COST])


def _like(limits: Filters) -> Callable[[Place], bool]:
    return lambda place: passes(place, limits)
