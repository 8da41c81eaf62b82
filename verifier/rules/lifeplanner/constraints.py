"""Every constraint of the task holds, by the records of the city."""

from collections.abc import Iterator
from itertools import islice

from planassay.verifier.city import findings
from planassay.verifier.report import Violation
from planassay.verifier.rules.lifeplanner.reply import MAX_TOLD, Reply


def violations(reply: Reply) -> Iterator[Violation]:
    """Yield each constraint that is not met, where it is not."""
    yield from islice(_all(reply), MAX_TOLD)


def _all(reply: Reply) -> Iterator[Violation]:
    for finding in findings(reply.case, reply.answer):
        for miss in finding.misses:
            yield Violation(
                rule=f"constraints/{finding.constraint.kind}",
                pointer=miss.pointer,
                found=miss.found[:300],
                required=finding.required[:300],
                records=(f"place:{miss.place_id}",) if miss.place_id else (),
            )
