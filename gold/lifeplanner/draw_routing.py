"""Routing: drawn asks for routes."""

from planassay.gold.lifeplanner import draw_parts as parts
from planassay.gold.lifeplanner.draw_nearby import route
from planassay.gold.lifeplanner.scene import Scene, Sketch, UnfitError
from planassay.kb.draw import Draw
from planassay.kb.formats.lifeplanner import Place
from planassay.kb.formats.lifeplanner.asks import (
    AlongAsk,
    DetourAsk,
    EndsAsk,
    Filters,
    PathAsk,
    ReachAsk,
    VehiclesAsk,
)
from planassay.kb.roads import Mode, Vehicle
from planassay.solver.lifeplanner.oracle_view import passes, row_of

_LOOKED_AT = 8


def path(draw: Draw, scene: Scene) -> Sketch:
    """Draw two places and a vehicle."""
    how = parts.vehicle(draw)
    start, end = _ends(draw, scene, how)
    ask = PathAsk(start=start.name, end=end.name, vehicle=how, mode=_mode(draw))
    return Sketch(ask, scene.now(draw))


def avoid(draw: Draw, scene: Scene) -> Sketch:
    """Draw a route, and ways of the best one that are not to be used."""
    how, mode = parts.vehicle(draw), _mode(draw)
    start, end = _ends(draw, scene, how)
    course = scene.view.route(row_of(start), row_of(end), how, mode)
    if course is None or len(course.gids) < 4:
        raise UnfitError("there is no route with ways to avoid")
    inner = draw.shuffled(course.gids[1:-1])[: draw.between(1, 3)]
    ask = PathAsk(start=start.name, end=end.name, vehicle=how, mode=mode, avoid=tuple(sorted(set(inner))))
    return Sketch(ask, scene.now(draw))


def via(draw: Draw, scene: Scene) -> Sketch:
    """Draw a route over one or two other places in their order."""
    how = parts.vehicle(draw)
    start, end = _ends(draw, scene, how)
    stops = [scene.away(draw, start, 200, parts.REACH_M[how]) for _ in range(draw.between(1, 2))]
    if len({place.place_id for place in (start, end, *stops)}) < 2 + len(stops):
        raise UnfitError("a place would be passed twice")
    ask = PathAsk(start=start.name, end=end.name, vehicle=how, mode=_mode(draw), via=parts.names(stops))
    return Sketch(ask, scene.now(draw))


def vehicles(draw: Draw, scene: Scene) -> Sketch:
    """Draw a comparison of vehicles, mostly by distance: their times rarely come close."""
    start, end = _ends(draw, scene, Vehicle.CYCLING)
    compared = draw.shuffled(list(Vehicle))[: draw.between(2, 3)]
    mode = Mode.DISTANCE if draw.chance(0.75) else Mode.TIME
    ask = VehiclesAsk(start=start.name, end=end.name, vehicles=tuple(compared), mode=mode)
    return Sketch(ask, scene.now(draw))


def ends(draw: Draw, scene: Scene) -> Sketch:
    """Draw a comparison of destinations of one kind."""
    how = parts.vehicle(draw)
    start = scene.place(draw)
    near = scene.around(start, min(2_500, parts.REACH_M[how]))
    if not near:
        raise UnfitError("too few places are near")
    kind = draw.pick(near).place_type
    alike = [place for place in near if place.place_type == kind][: 4 * 3]
    chosen = draw.shuffled(alike)[: draw.between(3, 4)]
    if len(chosen) < 2:
        raise UnfitError("too few places are alike")
    ask = EndsAsk(start=start.name, ends=parts.names(chosen), vehicle=how, mode=_mode(draw))
    return Sketch(ask, scene.now(draw))


def along(draw: Draw, scene: Scene) -> Sketch:
    """Draw a route and what is along it."""
    target = scene.place(draw)
    limits = parts.filters(draw, target, draw.between(0, 1))
    ask = AlongAsk(route=route(draw, scene, target), buffer=draw.pick((50, 100, 150)), filters=limits)
    return Sketch(ask, scene.now(draw))


def reach(draw: Draw, scene: Scene) -> Sketch:
    """Draw a search for the place that is reached first and fits an outing."""
    now, how = scene.now(draw), parts.vehicle(draw)
    target = scene.noted_place(draw)
    start = scene.away(draw, target, 100, 1200)
    limits = _kind(target)
    radius = parts.radius(draw, scene, start, lambda place: passes(place, limits), _LOOKED_AT)
    ask = ReachAsk(
        start=start.name, radius=radius, filters=limits, outing=parts.outing(draw, now, how, target)
    )
    return Sketch(ask, now)


def detour(draw: Draw, scene: Scene) -> Sketch:
    """Draw a search for a stop on the way that fits an outing."""
    now = scene.now(draw)
    target = scene.noted_place(draw)
    stretch = route(draw, scene, target)
    ask = DetourAsk(
        route=stretch,
        buffer=draw.pick((100, 150, 200, 300)),
        filters=_kind(target),
        outing=parts.outing(draw, now, stretch.vehicle, target),
    )
    return Sketch(ask, now)


def _kind(target: Place) -> Filters:
    return Filters(place_type=target.place_type)


def _ends(draw: Draw, scene: Scene, how: Vehicle) -> tuple[Place, Place]:
    start = scene.place(draw)
    return start, scene.away(draw, start, 300, parts.REACH_M[how])


def _mode(draw: Draw) -> Mode:
    return draw.weighted([(Mode.TIME, 0.6), (Mode.DISTANCE, 0.4)])
