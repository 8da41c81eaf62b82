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
    """
    Yield what keeps an outing from a place; what is certain comes before what is not.

    Raises
    ------
    UncertainError
        At the end, if the records leave a question open: it matters only where nothing else is against it.
    """
    cost = place.cost_cents
    if outing.budget is not None and (cost is None or cost * outing.people > outing.budget):
        yield "budget"
    spent = streets(city).least(start, place, outing.vehicle, Mode.TIME)
    if spent is None or place.place_id == start.place_id:
        yield "way"
        return
    doubts: list[UncertainError] = []
    table, on = place.timetable, now.date()
    if table is None:
        doubts.append(UncertainError(f"the hours of {place.place_id} are not known"))
    elif not table.arrive_before_close(outing.leave + timedelta(seconds=-(-spent // 1000)), outing.stay):
        yield "hours"
    keys = [WORKS, *(FACT_OF[need][0] for need in outing.needs)]
    for key in [*keys, QUEUE] if outing.most_queue is not None else keys:
        try:
            if _denied(outing, key, said(place, key, on)):
                yield key
        except UncertainError as doubt:
            doubts.append(doubt)
    if doubts:
        raise doubts[0]


def _denied(outing: Outing, key: str, told: str | None) -> bool:
    """Return whether what posts say of a place, or that they say nothing, is against an outing."""
    if key == WORKS:
        return told not in (None, "no")
    if key == QUEUE:
        return told is not None and int(told) > (outing.most_queue or 0)
    stated = [(value, how) for name, value, how in FACT_OF.values() if name == key]
    return any(told != value and (told is not None or how is FactNeed.STATED) for value, how in stated)


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
