"""The answer is a best one: no place too many or too few, no way longer than it need be."""

from collections.abc import Iterator
from itertools import islice

from planassay.verifier.official.lifeplanner.outcome import gold_places
from planassay.verifier.report import Violation
from planassay.verifier.rules.lifeplanner.reply import MAX_TOLD, Reply


def violations(reply: Reply) -> Iterator[Violation]:
    """Yield how the places differ from the nearest of the best sets, and how much longer the path is."""
    if reply.case.family != "place":
        yield from islice(_places(reply), MAX_TOLD)
    optimum, path = reply.case.gold.optimum, reply.path
    if optimum is not None and path is not None and path.cost is not None and path.cost != optimum:
        wanted = f"{reply.case.gold.metric} {optimum / 1000:g}, the least there is"
        found = f"{path.cost / 1000:g}"
        yield Violation(rule="best/length", pointer=path.pointer, found=found, required=wanted)


def _places(reply: Reply) -> Iterator[Violation]:
    case = reply.case
    named = {mention.key(case.city): mention.pointer for mention in reply.answer.mentions()}
    sets = case.gold.sets or (gold_places(case),)
    nearest = min(sets, key=lambda one: (len(one ^ named.keys()), sorted(one)))
    for key in sorted(named.keys() - nearest):
        yield Violation(rule="best/extra", pointer=named[key], found=key[:100], required="no such place")
    for key in sorted(nearest - named.keys()):
        yield Violation(rule="best/missing", pointer="", found="not named", required=key)
