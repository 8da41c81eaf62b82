"""
Outings: whether a visit can be, from what the map, the roads and the posts say.

Cheap questions come first, and a no ends them: an answer that does not depend on what is unknown is certain.
"""

from collections.abc import Callable, Iterator
from datetime import datetime, timedelta

from planassay.kb.formats.lifeplanner.asks import FACT_OF, QUEUE, WORKS, FactNeed, Outing
from planassay.kb.roads import Mode
from planassay.solver.lifeplanner.derived import Object, constraint
from planassay.solver.lifeplanner.view import Course, Reason, RefusedError, Row, View


def arrival(leave: datetime, course: Course) -> datetime:
    """Return when one arrives, travel time rounded up to whole seconds."""
    return leave + timedelta(seconds=-(-course.time_ms // 1000))


def fits(view: View, outing: Outing, start: Row, row: Row, now: datetime) -> bool:
    """
    Return whether an outing to a place can be.

    Raises
    ------
    RefusedError
        If that depends on something unknown.
    """
    if row.place_id == start.place_id:
        return False
    if outing.budget is not None and (
        row.cost_cents is None or row.cost_cents * outing.people > outing.budget
    ):
        return False
    unknown: list[RefusedError] = []
    for question in _questions(outing):
        try:
            if not question(view, outing, start, row, now):
                return False
        except RefusedError as refused:
            unknown.append(refused)
    if unknown:
        raise unknown[0]
    return True


_Question = Callable[[View, Outing, Row, Row, datetime], bool]


def _questions(outing: Outing) -> Iterator[_Question]:
    yield _opens
    yield _lets_in
    yield _said(WORKS, "no", or_unknown=True)
    for need in outing.needs:
        key, value, how = FACT_OF[need]
        yield _said(key, value, or_unknown=how is FactNeed.NOT_DENIED)
    if outing.most_queue is not None:
        yield _short_queue


def _said(key: str, value: str, *, or_unknown: bool) -> _Question:
    """Return the question whether posts say something of a place, or at least do not say otherwise."""

    def question(view: View, outing: Outing, start: Row, row: Row, now: datetime) -> bool:
        del outing, start
        said = view.fact(row, key, now.date())
        return or_unknown if said is None else said == value

    return question


def _opens(view: View, outing: Outing, start: Row, row: Row, now: datetime) -> bool:
    """Return whether the place is open at all on the day of leaving; the way there need not be known then."""
    del start, now
    hours = view.detail(row).timetable
    if hours is None:
        raise RefusedError(Reason.UNKNOWN_HOURS, row.name)
    days = [outing.leave + timedelta(days=step) for step in (-1, 0, 1)]
    return any(hours.spans(day.date()) for day in days)


def _lets_in(view: View, outing: Outing, start: Row, row: Row, now: datetime) -> bool:
    """Return whether the place lets in on arrival and stays open for the visit."""
    del now
    hours = view.detail(row).timetable
    if hours is None:
        raise RefusedError(Reason.UNKNOWN_HOURS, row.name)
    course = view.route(start, row, outing.vehicle, Mode.TIME)
    return course is not None and hours.arrive_before_close(arrival(outing.leave, course), outing.stay)


def _short_queue(view: View, outing: Outing, start: Row, row: Row, now: datetime) -> bool:
    del start
    said = view.fact(row, QUEUE, now.date())
    return said is None or outing.most_queue is None or int(said) <= outing.most_queue


def constraints(outing: Outing, start: Row, on: str, **more: object) -> list[Object]:
    """Return what an outing asks of a place, as constraints on it."""
    found = [
        constraint(
            "arrive_before_close",
            on,
            at="arrive",
            dwell_min=outing.stay,
            start=start.place_id,
            vehicle=outing.vehicle.value,
            depart=outing.leave.isoformat(),
            **more,
        ),
        constraint("social_fact", on, key=WORKS, value="no", or_unknown=True, **more),
    ]
    for need in outing.needs:
        key, value, how = FACT_OF[need]
        silence = {"or_unknown": True} if how is FactNeed.NOT_DENIED else {}
        found.append(constraint("social_fact", on, key=key, value=value, **silence, **more))
    if outing.most_queue is not None:
        found.append(
            constraint("social_fact", on, key=QUEUE, at_most=outing.most_queue, or_unknown=True, **more)
        )
    if outing.budget is not None:
        found.append(constraint("cost_le", on, value=outing.budget // outing.people / 100, **more))
    return found
