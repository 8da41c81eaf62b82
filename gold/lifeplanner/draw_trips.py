"""Trips: drawn asks for several stops, each a place by name or one to be chosen around a hub."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
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


@dataclass(frozen=True)
class Quarter:
    """A hub with what is around it, nearest first."""

    scene: Scene
    hub: Place
    near: tuple[tuple[float, Place], ...]

    @property
    def rated(self) -> list[Place]:
        """Places with a name of their own and a rating."""
        names = self.scene.names
        return [p for _, p in self.near if p.place_id in names and p.rating_tenths is not None]


@dataclass(frozen=True, slots=True)
class Chosen:
    """A stop to be chosen, and the places that would do."""

    stop: StopAsk
    fit: tuple[Place, ...]


def named(draw: Draw, scene: Scene) -> Sketch:
    """Draw places by name that are to be put in order."""
    around = quarter(draw, scene)
    count = draw.between(3, 6)
    if len(around.rated) < count:
        raise UnfitError("there is too little around")
    stops = tuple(StopAsk(name=place.name) for place in draw.shuffled(around.rated)[:count])
    return Sketch(_ended(draw, around, _plain(draw, stops)), scene.now(draw))


def picked(draw: Draw, scene: Scene) -> Sketch:
    """Draw stops that criteria decide: the best rated, the cheapest, the nearest of a kind."""
    around = quarter(draw, scene)
    chosen = [_picked(draw, one) for one in several(draw, around, draw.between(2, 4), (2, 12))]
    return Sketch(_ended(draw, around, _plain(draw, _joined(draw, around, chosen))), scene.now(draw))


def chosen(draw: Draw, scene: Scene) -> Sketch:
    """Draw stops of which any of a few places will do, so that the way decides, or ratings before it."""
    around = quarter(draw, scene)
    ask = _plain(draw, _joined(draw, around, several(draw, around, draw.between(2, 3), (2, 3))))
    choices: list[tuple[Valued | None, float]] = [(None, 0.7), (Column.RATING, 0.2), (Column.COST, 0.1)]
    prefer = draw.weighted(choices)
    return Sketch(_ended(draw, around, replace(ask, prefer=prefer)), scene.now(draw))


def outing(draw: Draw, scene: Scene) -> Sketch:
    """Draw a day out: with a time to leave, lengths of visits, needs, a budget, a time to be back."""
    now, around = scene.now(draw), quarter(draw, scene)
    count = draw.weighted([(2, 0.2), (3, 0.5), (4, 0.3)])
    found = several(draw, around, count, (1, 3 if count < 3 else 2))
    leave = _leave(draw, now, [place for one in found for place in one.fit])
    needing = [_needing(draw, one, now) for one in found]
    stops = [replace(stop, stay=draw.pick(_STAYS)) for stop in _joined(draw, around, needing, most=1)]
    ask = _ended(draw, around, _plain(draw, tuple(stops)))
    minutes = sum(stop.stay for stop in stops) + draw.between(20, 150)
    costs = [draw.pick(one.fit).cost_cents for one in found]
    known = [cost for cost in costs if cost is not None]
    is_priced = len(known) == len(costs)
    limit = 1000 * (sum(known) * draw.between(70, 130) // 100_000 + 1)
    return Sketch(
        replace(
            ask,
            show=None,
            leave=leave,
            until=leave + timedelta(minutes=-(-minutes // 5) * 5) if draw.chance(0.5) else None,
            budget=limit if is_priced and draw.chance(0.6) else None,
        ),
        now,
    )


def quarter(draw: Draw, scene: Scene) -> Quarter:
    """Draw a hub."""
    hub = scene.place(draw)
    found = scene.world.ground.around(hub.point, _NEAR_M)
    return Quarter(scene, hub, tuple(pair for pair in found if pair[1].place_id != hub.place_id))


def several(draw: Draw, around: Quarter, count: int, fit: tuple[int, int]) -> list[Chosen]:
    """
    Draw stops of different types around a hub, none of the hub's own; ``fit`` says how many places may do.

    Raises
    ------
    UnfitError
        If there are not enough types.
    """
    found: list[Chosen] = []
    kinds = {place.place_type for _, place in around.near} - {around.hub.place_type}
    for kind in draw.shuffled(sorted(kinds)):
        if len(found) < count and (stop := _open(draw, around, kind, fit)) is not None:
            found.append(stop)
    if len(found) < count:
        raise UnfitError("there is too little around")
    return found


def _open(draw: Draw, around: Quarter, kind: str, fit: tuple[int, int]) -> Chosen | None:
    """Draw a stop of a type that some places around the hub fill, and not too many; None if none is so."""
    like = draw.pick([place for _, place in around.near if place.place_type == kind])
    try:
        limits = parts.filters(draw, like, draw.weighted([(0, 0.5), (1, 0.4), (2, 0.1)]))
    except UnfitError:
        limits = Filters()
    limits = replace(limits, place_type=kind)
    passing = [(distance, place) for distance, place in around.near if passes(place, limits)]
    least, most = fit
    radii = [r for r in parts.RADII if least <= sum(distance <= r for distance, _ in passing) <= most]
    if not radii:
        return None
    radius = draw.pick(radii)
    stop = StopAsk(within=Circle(center=around.hub.name, radius=radius), filters=limits)
    return Chosen(stop, tuple(place for distance, place in passing if distance <= radius))


def _picked(draw: Draw, one: Chosen) -> Chosen:
    """Let a stop be the first of its kind by a column."""
    pick, want = draw.pick(_PICKS)
    if pick is Column.COST and any(place.cost_cents is None for place in one.fit):
        pick, want = Column.DISTANCE, Want.LOWEST
    return replace(one, stop=replace(one.stop, pick=pick, want=want))


def _needing(draw: Draw, one: Chosen, now: datetime) -> Chosen:
    """Draw what posts must say of a stop, of what they say of a place that would do."""
    told = [place for place in one.fit if place.facts(now.date())]
    if not told or draw.chance(0.4):
        return one
    needs = parts.needs(draw, draw.pick(told), now)[:1]
    queue = draw.pick((15, 20, 30, 45)) if draw.chance(0.3) else None
    return replace(one, stop=replace(one.stop, needs=needs, most_queue=queue))


def _joined(draw: Draw, around: Quarter, found: Sequence[Chosen], most: int = 2) -> tuple[StopAsk, ...]:
    """Add a place or two by name, sometimes, where there are few stops; none that could be chosen."""
    kinds = {one.stop.filters.place_type for one in found}
    others = [place for place in around.rated if place.place_type not in kinds]
    added = draw.shuffled(others)[: draw.between(0, min(most, 4 - len(found)))]
    stops = [one.stop for one in found]
    return tuple(draw.shuffled([*stops, *(StopAsk(name=place.name) for place in added)]))


def _leave(draw: Draw, now: datetime, fit: Sequence[Place]) -> datetime:
    """Draw when one leaves: an hour or two before some place opens or closes, so that hours matter."""
    day = (now + timedelta(days=draw.weighted(_DAYS))).date()
    tables = [table for place in fit if (table := place.timetable) is not None]
    edges = sorted({edge for table in tables for span in table.spans(day) for edge in span})
    early, late = 7 * 60, 23 * 60
    if day == now.date():
        early = max(early, 60 * now.hour + now.minute)
    moments = [edge - draw.between(2, 30) * 5 for edge in edges]
    moments = [moment for moment in moments if early <= moment < late]
    if not moments:
        raise UnfitError("nothing opens or closes then")
    return datetime(day.year, day.month, day.day) + timedelta(minutes=-(-draw.pick(moments) // 5) * 5)


def _plain(draw: Draw, stops: tuple[StopAsk, ...]) -> TripAsk:
    """Draw how a trip is made, and in what order its stops may come."""
    how = draw.weighted([(Vehicle.WALKING, 0.6), (Vehicle.CYCLING, 0.25), (Vehicle.DRIVING, 0.15)])
    first, second = draw.shuffled(range(len(stops)))[:2]
    return TripAsk(
        stops=stops,
        vehicle=how,
        mode=Mode.DISTANCE if how is Vehicle.WALKING and draw.chance(0.5) else Mode.TIME,
        before=((first, second),) if draw.chance(0.3) else (),
        show=draw.weighted([(Column.RATING, 0.7), (Column.COST, 0.3)]),
    )


def _ended(draw: Draw, around: Quarter, ask: TripAsk) -> TripAsk:
    """Draw the ends of a trip: both open, from the hub, back to it, on to another place, or fixed stops."""
    hub = around.hub.name
    form = draw.weighted([("open", 0.2), ("start", 0.35), ("back", 0.2), ("on", 0.15), ("stop", 0.1)])
    if form in ("start", "back"):
        return replace(ask, start=hub, end=hub if form == "back" else "")
    if form == "on":
        others = [place.name for place in around.rated if place.name not in ask.names]
        if not others:
            raise UnfitError("there is too little around")
        return replace(ask, start=hub, end=draw.pick(others))
    if form == "stop":
        at = draw.below(len(ask.stops))
        return replace(ask, first=at, before=()) if draw.chance(0.5) else replace(ask, last=at, before=())
    return ask
