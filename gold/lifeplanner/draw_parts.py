"""Parts of asks, as they are drawn: filters, outings, radii."""

from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from typing import Any

from planassay.gold.lifeplanner.scene import Scene, UnfitError
from planassay.kb.draw import Draw
from planassay.kb.formats.lifeplanner import Place
from planassay.kb.formats.lifeplanner.asks import FACT_OF, Column, FactNeed, Filters, Need, Outing, Valued
from planassay.kb.roads import Vehicle

VEHICLES = ((Vehicle.WALKING, 0.4), (Vehicle.CYCLING, 0.3), (Vehicle.DRIVING, 0.3))
REACH_M = {Vehicle.WALKING: 2_000, Vehicle.CYCLING: 4_000, Vehicle.DRIVING: 9_000}
"""How far one goes by each."""
RADII = (300, 400, 500, 600, 800, 1000, 1200, 1500)


def vehicle(draw: Draw) -> Vehicle:
    """Draw how one travels."""
    return draw.weighted(VEHICLES)


def filters(draw: Draw, like: Place, count: int) -> Filters:
    """Draw filters that a place passes: its type, and ``count`` of rating, cost and tags."""
    found: dict[str, Any] = {"place_type": place_type(draw, like)}
    limits: list[tuple[str, Callable[[], object]]] = []
    if like.rating_tenths is not None:
        rating = like.rating_tenths
        limits.append(("least_rating", lambda: max(10, rating - draw.below(4))))
    if like.cost_cents is not None:
        cost = like.cost_cents
        limits.append(("most_cost", lambda: cost + 100 * draw.between(0, 20)))
    if like.tags:
        limits.append(("tags", lambda: tuple(draw.shuffled(like.tags)[: draw.between(1, 2)])))
    if len(limits) < count:
        raise UnfitError("the map says too little of the place")
    for key, limit in draw.shuffled(limits)[:count]:
        found[key] = limit()
    return Filters(**found)


def place_type(draw: Draw, like: Place) -> str:
    """Draw a whole path of a place's type, or its last level."""
    return like.place_type if draw.chance(0.6) else like.place_type.rpartition("|")[2]


def one_filter(draw: Draw, like: Place) -> Filters:
    """Draw a single filter that a place passes."""
    only = filters(draw, like, 1)
    kind = draw.weighted([("type", 0.7), ("other", 0.3)])
    if kind == "type":
        return Filters(place_type=only.place_type)
    return Filters(least_rating=only.least_rating, most_cost=only.most_cost, tags=only.tags)


def column(draw: Draw, like: Place) -> Valued:
    """Draw whether ratings or costs are to be compared; costs only where there are some."""
    return Column.COST if like.cost_cents is not None and draw.chance(0.5) else Column.RATING


def radius(draw: Draw, scene: Scene, center: Place, fits: Callable[[Place], bool], most: int) -> int:
    """
    Draw a radius in which there are two to ``most`` places of a kind.

    Raises
    ------
    UnfitError
        If no radius is so.
    """
    near = scene.world.ground.around(center.point, RADII[-1])
    at = [distance for distance, place in near if place.place_id != center.place_id and fits(place)]
    fit = [r for r in RADII if 2 <= sum(distance <= r for distance in at) <= most]
    if not fit:
        raise UnfitError("no radius holds a few places")
    return draw.pick(fit)


def outing(
    draw: Draw, now: datetime, how: Vehicle, target: Place, *, start: str = "", budget: bool = True
) -> Outing:
    """
    Draw an outing for which a place may be fit: its needs are such as posts on it speak of.

    Parameters
    ----------
    now
        When it is asked; one leaves now, later today, tomorrow or in the next days.
    how
        The vehicle.
    target
        The place.
    start
        Name of the place where it starts; empty where the ask has one.
    budget
        Whether there may be one.
    """
    leave = now
    if draw.chance(0.6):
        leave = now.replace(hour=draw.between(8, 21), minute=draw.pick((0, 10, 15, 20, 30, 40, 45, 50)))
        leave += timedelta(days=draw.weighted([(0, 0.5), (1, 0.25), (draw.between(2, 6), 0.25)]))
        leave = max(leave, now)
    people = draw.between(2, 6)
    cost = target.cost_cents
    limited = budget and cost is not None and draw.chance(0.4)
    return Outing(
        leave=leave,
        vehicle=how,
        stay=draw.pick((20, 30, 40, 45, 60, 75, 90)),
        start=start,
        needs=needs(draw, target, now),
        most_queue=draw.pick((15, 20, 30, 45)) if draw.chance(0.35) else None,
        people=people if limited else 1,
        budget=100 * (people * (cost or 0) // 100 + draw.between(0, 60)) if limited else None,
    )


def needs(draw: Draw, target: Place, now: datetime) -> tuple[Need, ...]:
    """Draw up to two needs; what posts must state is drawn of what they say of the place, mostly."""
    facts = target.facts(now.date())
    stated = [need for need in Need if FACT_OF[need][0] in facts]
    quiet = [need for need in Need if FACT_OF[need][2] is FactNeed.NOT_DENIED]
    pool = draw.shuffled(stated)[: draw.between(0, 2)] or draw.shuffled(quiet)[: draw.below(2)]
    return tuple(sorted(pool, key=list(Need).index))


def names(places: Sequence[Place]) -> tuple[str, ...]:
    """Return the names of places."""
    return tuple(place.name for place in places)
