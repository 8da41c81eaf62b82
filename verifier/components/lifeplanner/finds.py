"""Finds: which places an ask for places wants, by a look at every place of the city."""

from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta
from math import cos, degrees, radians

from planassay.kb.formats.lifeplanner import City, Place
from planassay.kb.formats.lifeplanner.ask_parts import FACT_OF, QUEUE, WORKS, Column, FactNeed, Outing, Want
from planassay.kb.formats.lifeplanner.asks import NearbyAsk, Top
from planassay.kb.geo import Point
from planassay.kb.roads import Mode
from planassay.kb.tools.lifeplanner.ground import RADIUS_M
from planassay.verifier.city.streets import streets
from planassay.verifier.components.lifeplanner.seeking import UncertainError, around, called, lacks, said
from planassay.verifier.components.model import Work

Near = tuple[float, Place]


def places(ask: NearbyAsk, city: City, now: datetime, work: Work) -> frozenset[str]:
    """
    Return the identifiers of the places that an ask wants.

    Raises
    ------
    UncertainError
        If the records leave that open.
    """
    work.step(len(city.places))
    if ask.within is not None:
        start, near = called(city, ask.within.center), around(city, ask.within)
    else:
        start, near = _along(ask, city)
    found = [(distance, place) for distance, place in near if not any(lacks(place, ask.filters))]
    if ask.second is not None:
        inside = {place.place_id for _, place in around(city, ask.second)}
        found = [(distance, place) for distance, place in found if place.place_id in inside]
    if ask.outing is not None:
        found = [pair for pair in found if not any(_against(ask.outing, city, start, pair[1], now))]
    return frozenset(place.place_id for _, place in (found if ask.top is None else _top(found, ask.top)))


def _along(ask: NearbyAsk, city: City) -> tuple[Place, list[Near]]:
    if ask.along is None or ask.buffer is None:
        raise UncertainError("there is neither a circle nor a route")
    ends = [called(city, name) for name in (ask.along.start, ask.along.end)]
    line = streets(city).path(ends[0], ends[1], ask.along.vehicle, Mode.TIME)
    if line is None:
        raise UncertainError("there is no route")
    near = []
    for place in _beside(line, city, ask.buffer):
        aside = streets(city).aside(place, ends[0], ends[1], ask.along.vehicle)
        if aside is not None and aside <= ask.buffer and place not in ends:
            near.append((round(aside, 1), place))
    return ends[0], near


def _beside(line: Sequence[Point], city: City, buffer: float) -> Iterator[Place]:
    """Yield the places in the bounds of a line, widened by a distance and more: no other is within it."""
    reach = degrees(buffer / RADIUS_M) * 1.1 + 1e-5
    low, high = min(p.lat for p in line) - reach, max(p.lat for p in line) + reach
    aside = reach / max(0.01, cos(radians(max(abs(low), abs(high)))))
    west, east = min(p.lon for p in line) - aside, max(p.lon for p in line) + aside
    for place in city.places:
        if low <= place.point.lat <= high and west <= place.point.lon <= east:
            yield place


def _against(outing: Outing, city: City, start: Place, place: Place, now: datetime) -> Iterator[str]:
    """Yield what keeps an outing from a place."""
    if outing.budget is not None and (place.cost_cents or outing.budget + 1) * outing.people > outing.budget:
        yield "budget"
    spent = streets(city).least(start, place, outing.vehicle, Mode.TIME)
    if spent is None or place.place_id == start.place_id:
        yield "way"
        return
    arrive = outing.leave + timedelta(seconds=-(-spent // 1000))
    table, on = place.timetable, now.date()
    if table is None:
        raise UncertainError(f"the hours of {place.place_id} are not known")
    if not table.arrive_before_close(arrive, outing.stay):
        yield "hours"
    if said(place, WORKS, on) not in (None, "no"):
        yield "works"
    for need in outing.needs:
        key, value, how = FACT_OF[need]
        told = said(place, key, on)
        if told != value and (told is not None or how is FactNeed.STATED):
            yield need.value
    queue = said(place, QUEUE, on) if outing.most_queue is not None else None
    if queue is not None and int(queue) > (outing.most_queue or 0):
        yield "queue"


def _top(found: list[Near], top: Top) -> list[Near]:
    """Return the first few; those without a value are none of them."""
    known = [(value, pair) for pair in found if (value := _value(pair, top.column)) is not None]
    sign = -1 if top.want is Want.HIGHEST else 1
    ranked = sorted(known, key=lambda item: sign * item[0])
    if len(ranked) < top.count:
        raise UncertainError(f"{len(ranked)} places, not {top.count}")
    if len(ranked) > top.count and ranked[top.count][0] == ranked[top.count - 1][0]:
        raise UncertainError("the cut falls between equals")
    return [pair for _, pair in ranked[: top.count]]


def _value(pair: Near, column: Column) -> float | None:
    if column is Column.DISTANCE:
        return pair[0]
    return pair[1].rating_tenths if column is Column.RATING else pair[1].cost_cents
