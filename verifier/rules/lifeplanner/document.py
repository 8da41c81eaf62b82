"""The answer has the form of its family."""

from collections.abc import Iterator

from planassay.verifier.report import Violation
from planassay.verifier.rules.lifeplanner.reply import Reply, shown

_FORMS = {
    "place": "an object with value",
    "nearby": "a list of places",
    "routing": "an object with start, end and a length",
    "trip": "an object with stops",
}


def violations(reply: Reply) -> Iterator[Violation]:
    """Yield that an answer cannot be read, or that its ways are no list of numbers."""
    answer = reply.answer
    if answer.fault:
        form = _FORMS[reply.case.family]
        yield Violation(rule="document/unreadable", pointer="", found=answer.fault, required=form)
        return
    for key in ("distance_m", "time_s"):
        if answer.top.get(key) is not None and answer.number(key) is None:
            found = shown(answer.top[key])
            yield Violation(rule="document/number", pointer=f"/{key}", found=found, required="a number")
    ways = answer.top.get("way_ids")
    if ways is not None and answer.way_ids is None:
        yield Violation(
            rule="document/ways", pointer="/way_ids", found=shown(ways), required="a list of ways"
        )
