"""The path of an answer is one that can be taken, and as long as it says."""

from collections.abc import Iterator

from planassay.kb.roads import Mode
from planassay.verifier.city.travel import least_total, stated_total
from planassay.verifier.report import Violation
from planassay.verifier.rules.lifeplanner.reply import Reply

SLACK = 1000
"""Millimetres or milliseconds that a stated length or time may be off: what rounding to units costs."""


def violations(reply: Reply) -> Iterator[Violation]:
    """Yield a path that is none, and lengths and times that are not its own, or not said."""
    metric = reply.case.gold.metric
    if metric and reply.answer.number(metric) is None:
        yield Violation(rule="route/unsaid", pointer=f"/{metric}", found="no number", required=metric)
    path = reply.path
    if path is None:
        yield Violation(rule="route/none", pointer="", found="neither ways nor two places", required="a path")
        return
    if path.cost is None:
        yield Violation(
            rule="route/broken", pointer=path.pointer, found=path.fault, required="a path that can be taken"
        )
        return
    for key, mode in (("distance_m", Mode.DISTANCE), ("time_s", Mode.TIME)):
        yield from _length(reply, key, mode)


def _length(reply: Reply, key: str, mode: Mode) -> Iterator[Violation]:
    stated = reply.answer.number(key)
    if stated is None:
        return
    case, answer = reply.case, reply.answer
    found = round(min(1e12, max(-1e12, stated)) * 1000)
    if answer.way_ids is not None or mode is case.mode:
        true = stated_total(case, answer, mode)
        if true is not None and abs(found - true) > SLACK:
            yield _wrong(key, stated, f"{true / 1000:g}")
        return
    # Of equally good routes another may be meant: it is not shorter than the shortest, at least.
    least = least_total(case, answer, mode)
    if least is not None and found < least - SLACK:
        yield _wrong(key, stated, f"at least {least / 1000:g}")


def _wrong(key: str, stated: float, true: str) -> Violation:
    return Violation(rule="route/length", pointer=f"/{key}", found=f"{key} {stated:g}", required=true)
