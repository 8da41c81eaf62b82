"""Answers of trips: what is handed in, and all that answers of others are held against."""

from collections.abc import Iterator
from itertools import pairwise

from planassay.kb.formats.lifeplanner.ask_parts import FACT_OF, QUEUE, WORKS, FactNeed
from planassay.kb.formats.lifeplanner.trip_asks import StopAsk
from planassay.kb.tours import Best, Order, Stop
from planassay.solver.lifeplanner.derived import (
    Derived,
    Object,
    attribute,
    constraint,
    metric,
    numbered,
    shown,
)
from planassay.solver.lifeplanner.filters import filter_constraints
from planassay.solver.lifeplanner.stops import minute, moment
from planassay.solver.lifeplanner.trip import BACK, Trip, pairs_of
from planassay.solver.lifeplanner.view import Reason, RefusedError, Row
from planassay.solver.lifeplanner.windows import follow


def derived(asked: Trip, best: Best) -> Derived:
    """Return the answer of a trip whose best orders are known; the first of them is told."""
    ask, chosen = asked.ask, best.orders[0]
    times = {order: follow(asked.tour, order) or () for order in best.orders}
    courses = [asked.courses[pair] for pair in pairwise(chosen)]
    answer: dict[str, object] = {
        "stops": [_stop(asked, stop) for stop in times[chosen] if stop.place_id in asked.inner(chosen)],
        "vehicle": ask.vehicle.value,
        "mode": ask.mode.value,
        "distance_m": sum(course.length_mm for course in courses) / 1000,
        "time_s": sum(course.time_ms for course in courses) / 1000,
        **({} if ask.leave is None else {"depart": clock(minute(ask.leave))}),
    }
    attributes = _attributes(asked, times)
    orders = tuple(asked.inner(order) for order in best.orders)
    sets = tuple(sorted({tuple(sorted(order)) for order in orders}))
    # Of several sets one could not be held against values that the map has of the others only.
    told = {of["of"] for of in attributes}
    if not attributes or (len(sets) > 1 and any(name not in told for names in sets for name in names)):
        raise RefusedError(Reason.UNKNOWN_VALUE, "the stops")
    ends = [("start", chosen[0])] if ask.start else []
    ends += [("end", chosen[-1].removesuffix(BACK))] if ask.end else []
    return Derived(
        answer=answer,
        attributes=tuple(attributes),
        constraints=numbered(list(_constraints(asked))),
        sets=sets,
        orders=tuple(dict.fromkeys(orders)),
        optimum=(metric(ask.mode), sum(course.cost(ask.mode) for course in courses)),
        ends=tuple(ends),
    )


def clock(at: int) -> str:
    """Return a minute as local date and time."""
    return moment(at).isoformat(timespec="minutes")


def _stop(asked: Trip, stop: Stop) -> Object:
    row = asked.rows[stop.place_id]
    values = {str(one["key"]): one["value"] for one in _values(asked, stop)}
    return {"place_id": row.place_id, "name": row.name, **values, "reason": _reason(asked, row)}


def _reason(asked: Trip, row: Row) -> str:
    at = asked.tour.slot_of[row.place_id]
    stop = asked.ask.stops[at]
    return (
        f"stop {at + 1} of the request"
        if stop.name
        else f"{stop.filters.place_type} for stop {at + 1} of the request"
    )


def _values(asked: Trip, stop: Stop) -> Iterator[Object]:
    """Yield what an answer must say of a stop."""
    row, ask = asked.rows[stop.place_id], asked.ask
    if ask.show is not None and (value := shown(row, ask.show)) is not None:
        yield attribute(ask.show.value, ask.show.value, value, of=row.place_id)
    if ask.leave is not None:
        yield attribute("arrive", "clock", clock(stop.arrive), of=row.place_id)
        yield attribute("depart", "clock", clock(stop.depart), of=row.place_id)


def _attributes(asked: Trip, times: dict[Order, tuple[Stop, ...]]) -> list[Object]:
    """Return what answers must say of the stops of all best orders; each of several values is right."""
    found: list[Object] = []
    for order, stops in times.items():
        for stop in stops:
            if stop.place_id in asked.inner(order):
                found += [one for one in _values(asked, stop) if one not in found]
    return found


def _constraints(asked: Trip) -> Iterator[Object]:
    ask = asked.ask
    yield constraint("count_eq", "answer", value=len(ask.stops))
    on = [_on(asked, at, stop) for at, stop in enumerate(ask.stops)]
    for name, stop in zip(on, ask.stops, strict=True):
        yield from _on_stop(asked, name, stop)
    for first, then in pairs_of(ask):
        yield constraint("visit_before", "answer", first=on[first], then=on[then])
    if ask.budget is not None:
        yield constraint("budget_le", "answer", value=ask.budget / 100)


def _on(asked: Trip, at: int, stop: StopAsk) -> str:
    return asked.tour.slots[at].options[0].place_id if stop.name else f"slot:{at}"


def _on_stop(asked: Trip, on: str, stop: StopAsk) -> Iterator[Object]:
    """Yield what is asked of one stop."""
    ask = asked.ask
    yield from filter_constraints(stop.filters, on)
    if stop.within is not None:
        center = asked.centers[stop.within.center]
        yield constraint("within_m", on, center=center, value=stop.within.radius)
    if ask.leave is not None:
        yield constraint("arrive_before_close", on, at="arrive", dwell_min=stop.stay)
        yield constraint("social_fact", on, key=WORKS, value="no", or_unknown=True)
    for need in stop.needs:
        key, value, how = FACT_OF[need]
        silence = {"or_unknown": True} if how is FactNeed.NOT_DENIED else {}
        yield constraint("social_fact", on, key=key, value=value, **silence)
    if stop.most_queue is not None:
        yield constraint("social_fact", on, key=QUEUE, at_most=stop.most_queue, or_unknown=True)
