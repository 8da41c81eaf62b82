"""The stops of a trip are open when one is there, where the answer says when that is."""

from collections.abc import Iterator
from itertools import islice

from planassay.kb.formats.lifeplanner import Place
from planassay.verifier.city.predicates import Visit
from planassay.verifier.city.timing import visits
from planassay.verifier.report import Violation
from planassay.verifier.rules.lifeplanner.reply import MAX_TOLD, Reply, cited


def violations(reply: Reply) -> Iterator[Violation]:
    """Yield visits to a place that is closed, lets nobody in any more, or whose hours are not known."""
    yield from islice(_all(reply), MAX_TOLD)


def _all(reply: Reply) -> Iterator[Violation]:
    case, answer = reply.case, reply.answer
    for stop, visit in zip(answer.stops, visits(case, answer), strict=True):
        place = stop.place(case.city)
        if place is None or visit.fault or not stop.values.keys() & {"arrive", "depart"}:
            continue
        why = _closed(place, visit)
        if why:
            yield Violation(
                rule="hours/closed",
                pointer=stop.pointer,
                found=why,
                required=place.opentime_week[:200] or "known hours",
                records=cited(place),
            )


def _closed(place: Place, visit: Visit) -> str:
    """Return how a visit is outside the hours of a place; empty if it is not."""
    table = place.timetable
    if table is None or visit.arrive is None or visit.depart is None:
        return "hours that are not known"
    minutes = int((visit.depart - visit.arrive).total_seconds()) // 60
    if table.arrive_before_close(visit.arrive, minutes) and table.open_during(visit.arrive, visit.depart):
        return ""
    return f"a visit from {visit.arrive} to {visit.depart}"
