"""The times of a trip can be kept, going forward from its departure."""

from collections.abc import Iterator
from itertools import islice

from planassay.verifier.city.timing import departure, moment, visits
from planassay.verifier.report import Violation
from planassay.verifier.rules.lifeplanner.reply import MAX_TOLD, Reply, shown


def violations(reply: Reply) -> Iterator[Violation]:
    """Yield times that are none, and arrivals and departures that are too early."""
    yield from islice(_all(reply), MAX_TOLD)


def _all(reply: Reply) -> Iterator[Violation]:
    case, answer = reply.case, reply.answer
    after = departure(case, answer)
    for stop, visit in zip(answer.stops, visits(case, answer), strict=True):
        for key in ("arrive", "depart"):
            stated = stop.values.get(key)
            if stated is not None and moment(stated, after) is None:
                yield Violation(
                    rule="times/unreadable",
                    pointer=f"{stop.pointer}/{key}",
                    found=shown(stated),
                    required="a time",
                )
        if visit.fault:
            yield Violation(
                rule="times/impossible",
                pointer=stop.pointer,
                found=visit.fault,
                required="times that can be kept",
            )
