"""
Predicates: what one constraint asks of one place, by the records of the city.

Each returns what is found instead, or None where the constraint is met. A missing rating or price meets no
bound; hours that are not known admit nobody; a fact on which posts are silent or contradict each other is
unknown.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from decimal import Decimal, InvalidOperation

from planassay.kb.formats.lifeplanner import Place, plain
from planassay.kb.formats.lifeplanner.constraints import Constraint, Moment
from planassay.kb.roads import Mode
from planassay.kb.tools.lifeplanner.ground import straight_m
from planassay.kb.tools.lifeplanner.lookups import is_of_type
from planassay.verifier.city.case import Case


@dataclass(frozen=True, slots=True)
class Visit:
    """
    When a place is visited.

    Parameters
    ----------
    arrive, depart
        None where it is not known.
    fault
        Why the times cannot be; empty if they can.
    """

    arrive: datetime | None = None
    depart: datetime | None = None
    fault: str = ""


UNKNOWN = Visit()


def unmet(case: Case, constraint: Constraint, place: Place, visit: Visit = UNKNOWN) -> str | None:
    """
    Return how a place fails a constraint, or None if it meets it.

    Parameters
    ----------
    case
        The task that has it, with its city.
    constraint
        Of a kind that single places can meet.
    place
        The place.
    visit
        When one is there, where the constraint asks for it.
    """
    return _PREDICATES[constraint.kind](case, constraint, place, visit)


def speaks_of_places(constraint: Constraint) -> bool:
    """Tell whether single places can meet a constraint."""
    return constraint.kind in _PREDICATES


def _type_is(case: Case, constraint: Constraint, place: Place, visit: Visit) -> str | None:
    del case, visit
    return None if is_of_type(place, constraint.texts[0]) else place.place_type


def _tag_any(case: Case, constraint: Constraint, place: Place, visit: Visit) -> str | None:
    del case, visit
    texts = [plain(text) for text in (place.name, *place.tags)]
    met = any(plain(word) in text for word in constraint.texts for text in texts)
    return None if met else ", ".join(place.tags) or "no tag"


def _bounded(case: Case, constraint: Constraint, place: Place, visit: Visit) -> str | None:
    del case, visit
    column, _, sense = constraint.kind.partition("_")
    units, scale = (place.rating_tenths, 10) if column == "rating" else (place.cost_cents, 100)
    if units is None:
        return f"no {column}"
    value = Decimal(units) / scale
    met = value >= constraint.limit if sense == "ge" else value <= constraint.limit
    return None if met else f"{value}"


def _within(case: Case, constraint: Constraint, place: Place, visit: Visit) -> str | None:
    del visit
    center = case.place(constraint.center)
    if center is None:
        return f"no place {constraint.center}"
    distance = straight_m(center.point, place.point)
    return None if distance <= constraint.limit else f"{distance:.1f} m away"


def _on_route(case: Case, constraint: Constraint, place: Place, visit: Visit) -> str | None:
    del visit
    if place.place_id in (constraint.start, constraint.end):
        return "an end of the route"
    ends = case.place(constraint.start), case.place(constraint.end)
    if ends[0] is None or ends[1] is None:
        return "no such route"
    distance = case.streets.aside(place, ends[0], ends[1], constraint.vehicle)
    if distance is None:
        return "no route"
    return None if distance <= constraint.limit else f"{distance:.1f} m aside"


def _open_at(case: Case, constraint: Constraint, place: Place, visit: Visit) -> str | None:
    at = _moment(constraint.at, visit)
    table = place.timetable
    if at is None or table is None:
        return _untold(case, visit) if at is None else "unknown hours"
    return None if table.open_at(at) else f"closed at {at}"


def _open_during(case: Case, constraint: Constraint, place: Place, visit: Visit) -> str | None:
    start, end = _moment(constraint.at, visit), _moment(constraint.until, visit)
    table = place.timetable
    if start is None or end is None:
        return _untold(case, visit)
    if table is None:
        return "unknown hours"
    return None if table.open_during(start, end) else f"not open from {start} to {end}"


def _arrive_before_close(case: Case, constraint: Constraint, place: Place, visit: Visit) -> str | None:
    at = _moment(constraint.at, visit)
    table = place.timetable
    if at is None or table is None:
        return _untold(case, visit) if at is None else "unknown hours"
    met = table.arrive_before_close(at, constraint.dwell_min)
    return None if met else f"no visit of {constraint.dwell_min} minutes from {at}"


def _social_fact(case: Case, constraint: Constraint, place: Place, visit: Visit) -> str | None:
    del visit
    value = place.facts(case.task.now.date()).get(constraint.key)
    if value is None:
        return None if constraint.or_unknown else "unknown"
    if constraint.fact:
        return None if value == constraint.fact else value
    try:
        return None if Decimal(value) <= constraint.limit else value
    except InvalidOperation:
        return value


_Predicate = Callable[[Case, Constraint, Place, Visit], str | None]
_PREDICATES: Mapping[str, _Predicate] = {
    "type_is": _type_is,
    "tag_any": _tag_any,
    **dict.fromkeys(("rating_ge", "rating_le", "cost_ge", "cost_le"), _bounded),
    "within_m": _within,
    "on_route_m": _on_route,
    "open_at": _open_at,
    "open_during": _open_during,
    "arrive_before_close": _arrive_before_close,
    "social_fact": _social_fact,
}


def required(constraint: Constraint) -> str:
    """Return what a constraint asks for, in words."""
    if constraint.kind == "social_fact":
        asked = constraint.fact or f"at most {constraint.limit}"
        return f"{constraint.key} {asked}{', if anything is said' if constraint.or_unknown else ''}"
    return _WORDS[constraint.kind].format(
        c=constraint, words=", ".join(constraint.texts), limit=constraint.limit
    )


_WORDS: Mapping[str, str] = {
    "type_is": "type {words}",
    "tag_any": "a tag or name with one of {words}",
    "rating_ge": "a rating of at least {limit}",
    "rating_le": "a rating of at most {limit}",
    "cost_ge": "a cost of at least {limit}",
    "cost_le": "a cost of at most {limit}",
    "within_m": "at most {limit} m from {c.center}",
    "on_route_m": "at most {limit} m beside the way from {c.start} to {c.end}",
    "open_at": "open at {c.at}",
    "open_during": "open from {c.at} to {c.until}",
    "arrive_before_close": "let in at {c.at} and {c.dwell_min} minutes before closing",
    "avoid_way": "a route without way {c.gid}",
    "budget_le": "at most {limit} CNY a head",
    "visit_before": "{c.first} before {c.then}",
    "count_eq": "{limit} of them",
}


def reached(case: Case, constraint: Constraint, place: Place) -> Visit:
    """Return when one is at a place that a constraint says how to come to; unknown if it does not."""
    trek = constraint.trek
    start = None if trek is None else case.place(trek.start)
    if trek is None or start is None:
        return UNKNOWN
    spent = case.streets.least(start, place, trek.vehicle, Mode.TIME)
    if spent is None:
        return Visit(fault="no route leads there")
    return Visit((trek.depart or case.task.now) + timedelta(seconds=-(-spent // 1000)))


def _moment(asked: Moment, visit: Visit) -> datetime | None:
    if isinstance(asked, datetime):
        return asked
    if visit.fault:
        return None
    return visit.arrive if asked == "arrive" else visit.depart


def _untold(case: Case, visit: Visit) -> str:
    del case
    return visit.fault or "no time of arrival or departure"
