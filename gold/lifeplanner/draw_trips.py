"""Trips: drawn asks for several stops, each a place by name or one to be chosen around the start."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta

from planassay.gold.lifeplanner import draw_parts as parts
from planassay.gold.lifeplanner.scene import Scene, Sketch, UnfitError
from planassay.kb.draw import Draw
from planassay.kb.formats.lifeplanner import Place
from planassay.kb.formats.lifeplanner.asks import (
    Circle,
    Column,
    Filters,
    Shown,
    StopAsk,
    TripAsk,
    Valued,
    Want,
)
from planassay.kb.roads import Mode, Vehicle
from planassay.solver.lifeplanner.oracle_view import passes

_NEAR_M = 1500
_STAYS = (15, 20, 30, 40, 45, 60, 75, 90)
_PICKS: tuple[tuple[Shown, Want], ...] = (
    (Column.RATING, Want.HIGHEST),
    (Column.COST, Want.LOWEST),
    (Column.DISTANCE, Want.LOWEST),
)
_DAYS = ((0, 0.5), (1, 0.3), (2, 0.1), (3, 0.1))


def named(draw: Draw, scene: Scene) -> Sketch:
    """Draw places by name that are to be put in order."""
    hub = scene.place(draw)
    places = _several(draw, scene, hub, draw.between(3, 6))
    stops = tuple(StopAsk(name=place.name) for place in places)
    return Sketch(_ended(draw, scene, hub, _plain(draw, stops)), scene.now(draw))


def picked(draw: Draw, scene: Scene) -> Sketch:
    """Draw stops that criteria decide: the best rated, the cheapest, the nearest of a kind."""
    hub = scene.place(draw)
    kinds = _kinds(draw, scene, hub, draw.between(2, 4))
    stops = tuple(_picked(draw, scene, hub, kind) for kind in kinds)
    return Sketch(_ended(draw, scene, hub, _plain(draw, _joined(draw, scene, hub, stops))), scene.now(draw))


def chosen(draw: Draw, scene: Scene) -> Sketch:
    """Draw stops of which any of a few places will do, so that the way decides, or ratings before it."""
    hub = scene.place(draw)
    kinds = _kinds(draw, scene, hub, draw.between(2, 3))
    stops = tuple(_open(draw, scene, hub, kind, 3) for kind in kinds)
    ask = _plain(draw, _joined(draw, scene, hub, stops))
    choices: list[tuple[Valued | None, float]] = [(None, 0.7), (Column.RATING, 0.2), (Column.COST, 0.1)]
    prefer = draw.weighted(choices)
    return Sketch(_ended(draw, scene, hub, replace(ask, prefer=prefer)), scene.now(draw))


def outing(draw: Draw, scene: Scene) -> Sketch:
    """Draw a day out: with a time to leave, lengths of visits, needs, a budget, a time to be back."""
    now, hub = scene.now(draw), scene.place(draw)
    kinds = _kinds(draw, scene, hub, draw.weighted([(2, 0.2), (3, 0.5), (4, 0.3)]))
    stops = [_open(draw, scene, hub, kind, 3 if len(kinds) < 3 else 2) for kind in kinds]
    stops = [_needing(draw, scene, hub, stop, kind, now) for stop, kind in zip(stops, kinds, strict=True)]
    asked = _joined(draw, scene, hub, tuple(stops), most=1)
    asked = tuple(replace(stop, stay=draw.pick(_STAYS)) for stop in asked)
    ask = _ended(draw, scene, hub, replace(_plain(draw, asked), show=None))
    leave = _leave(draw, now, kinds)
    stay = sum(stop.stay for stop in asked)
    until = leave + timedelta(minutes=-(-(stay + draw.between(30, 150)) // 5) * 5)
    costs = [kind.cost_cents for kind in kinds]
    known = [cost for cost in costs if cost is not None]
    limit = 1000 * (sum(known) * draw.between(60, 130) // 100_000 + 1)
    return Sketch(
        replace(
            ask,
            leave=leave,
            until=until if draw.chance(0.5) else None,
            budget=limit if len(known) == len(costs) and draw.chance(0.6) else None,
            before=ask.before if ask.before or draw.chance(0.6) else _pair(draw, len(asked)),
        ),
        now,
    )


def _leave(draw: Draw, now: datetime, kinds: Sequence[Place]) -> datetime:
    """Draw when one leaves: an hour or two before some place opens or closes, so that hours matter."""
    day = (now + timedelta(days=draw.weighted(_DAYS))).date()
    tables = [table for kind in kinds if (table := kind.timetable) is not None]
    edges = sorted({edge for table in tables for span in table.spans(day) for edge in span})
    if not edges:
        raise UnfitError("nothing is open")
    at = draw.pick(edges) - draw.between(2, 30) * 5
    leave = datetime(day.year, day.month, day.day) + timedelta(minutes=-(-at // 5) * 5)
    if not 7 * 60 <= at < 23 * 60 or leave < now:
        raise UnfitError("one would leave too early or too late")
    return leave


def _plain(draw: Draw, stops: tuple[StopAsk, ...]) -> TripAsk:
    """Draw how a trip is made, and in what order its stops may come."""
    how = draw.weighted([(Vehicle.WALKING, 0.6), (Vehicle.CYCLING, 0.25), (Vehicle.DRIVING, 0.15)])
    return TripAsk(
        stops=stops,
        vehicle=how,
        mode=draw.weighted([(Mode.DISTANCE, 0.5), (Mode.TIME, 0.5)]) if how is Vehicle.WALKING else Mode.TIME,
        before=_pair(draw, len(stops)) if draw.chance(0.25) else (),
        show=draw.weighted([(Column.RATING, 0.7), (Column.COST, 0.3)]),
    )


def _pair(draw: Draw, stops: int) -> tuple[tuple[int, int], ...]:
    first, second = draw.shuffled(range(stops))[:2]
    return ((first, second),)


def _ended(draw: Draw, scene: Scene, hub: Place, ask: TripAsk) -> TripAsk:
    """Draw the ends of a trip: both open, from the hub, back to it, on to another place, or fixed stops."""
    form = draw.weighted([("open", 0.2), ("start", 0.35), ("back", 0.2), ("on", 0.15), ("stop", 0.1)])
    if form in ("start", "back"):
        return replace(ask, start=hub.name, end=hub.name if form == "back" else "")
    if form == "on":
        other = scene.away(draw, hub, 200, _NEAR_M)
        if other.name in ask.names:
            raise UnfitError("the end is a stop")
        return replace(ask, start=hub.name, end=other.name)
    if form == "stop":
        at = draw.below(len(ask.stops))
        return replace(ask, first=at, before=()) if draw.chance(0.5) else replace(ask, last=at, before=())
    return ask


def _several(draw: Draw, scene: Scene, hub: Place, count: int) -> list[Place]:
    """Draw places around a hub."""
    near = [place for place in scene.around(hub, _NEAR_M) if place.rating_tenths is not None]
    if len(near) < count:
        raise UnfitError("there is too little around")
    return draw.shuffled(near)[:count]


def _kinds(draw: Draw, scene: Scene, hub: Place, count: int) -> list[Place]:
    """Draw places of different types around a hub, each as a sample of its type; not of the hub's own."""
    kinds: dict[str, Place] = {}
    for place in draw.shuffled(scene.world.ground.around(hub.point, _NEAR_M)):
        kind = place[1].place_type
        if kind != hub.place_type and kind not in kinds:
            kinds[kind] = place[1]
    if len(kinds) < count:
        raise UnfitError("there is too little around")
    return draw.shuffled(list(kinds.values()))[:count]


def _open(draw: Draw, scene: Scene, hub: Place, kind: Place, most: int) -> StopAsk:
    """Draw a stop that a few places around the hub fill."""
    limits = parts.filters(draw, kind, draw.weighted([(0, 0.5), (1, 0.4), (2, 0.1)]))
    limits = replace(limits, place_type=kind.place_type)
    reach = parts.radius(draw, scene, hub, lambda place: passes(place, limits), most)
    return StopAsk(within=Circle(center=hub.name, radius=reach), filters=limits)


def _picked(draw: Draw, scene: Scene, hub: Place, kind: Place) -> StopAsk:
    """Draw a stop that is the first of its kind by a column."""
    pick, want = draw.pick(_PICKS)
    if pick is Column.COST and kind.cost_cents is None:
        pick, want = Column.DISTANCE, Want.LOWEST
    return replace(_open(draw, scene, hub, kind, 12), pick=pick, want=want)


def _needing(draw: Draw, scene: Scene, hub: Place, stop: StopAsk, kind: Place, now: datetime) -> StopAsk:
    """Draw what posts must say of a stop, of what they say of a place that could fill it."""
    del kind
    if stop.within is None or not draw.chance(0.5):
        return stop
    near = scene.around(hub, stop.within.radius)
    fit = [place for place in near if passes(place, stop.filters)]
    told = [place for place in fit if place.facts(now.date())]
    if not told:
        return stop
    needs = parts.needs(draw, draw.pick(told), now)[:1]
    return replace(stop, needs=needs, most_queue=draw.pick((15, 20, 30, 45)) if draw.chance(0.3) else None)


def _joined(
    draw: Draw, scene: Scene, hub: Place, stops: tuple[StopAsk, ...], most: int = 2
) -> tuple[StopAsk, ...]:
    """Add a place or two by name, sometimes, where there are few stops; none is of a type that is chosen."""
    count = draw.between(0, min(most, 4 - len(stops)))
    chosen = [stop.filters for stop in stops]
    near = [p for p in scene.around(hub, _NEAR_M) if not any(_same_type(p, limits) for limits in chosen)]
    added = draw.shuffled([place for place in near if place.rating_tenths is not None])[:count]
    return tuple(draw.shuffled([*stops, *(StopAsk(name=place.name) for place in added)]))


def _same_type(place: Place, limits: Filters) -> bool:
    return passes(place, Filters(place_type=limits.place_type))
