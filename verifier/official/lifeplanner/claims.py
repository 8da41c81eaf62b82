"""
Claims: the single things that an answer says, and whether each is grounded in what was seen.

Claims are places, values of attributes, lengths, times and ways; reasons are free text, and vehicle and mode
are those of the request. A truth value, or a word that stands for one, follows once all evidence was seen.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import timedelta

from planassay.kb.formats.lifeplanner import Answer
from planassay.kb.formats.lifeplanner.answers import number
from planassay.verifier.city.case import Case
from planassay.verifier.city.timing import departure, moment
from planassay.verifier.official.lifeplanner.seen import Seen

NO_CLAIMS = frozenset(("reason", "vehicle", "mode", "type", "task_id"))
WORDS = frozenset(("yes", "no", "true", "false", "open", "closed", "是", "否", "有", "没有"))
MAX_CLAIMS = 2000
"""Claims of one answer that are looked at."""
SLACK = timedelta(minutes=1)


@dataclass(frozen=True, slots=True)
class Claim:
    """
    One thing that an answer says.

    Parameters
    ----------
    kind
        ``place``, ``ways``, ``time`` or ``value``.
    """

    kind: str
    value: object
    pointer: str


def claims(answer: Answer) -> list[Claim]:
    """Return the claims of an answer, in its order."""
    found = []
    for claim in _all(answer):
        found.append(claim)
        if len(found) >= MAX_CLAIMS:
            break
    return found


def _all(answer: Answer) -> Iterator[Claim]:
    for mention in answer.mentions():
        yield Claim("place", mention.place_id or mention.name, mention.pointer)
        yield from _entry(mention.values, mention.pointer, frozenset(("place_id", "name")))
    if answer.family == "place":
        values = answer.value if isinstance(answer.value, Mapping) else {"value": answer.value}
        pointer = "/value" if isinstance(answer.value, Mapping) else ""
        yield from _entry(values, pointer, frozenset())
    else:
        own = frozenset(("stops", "start", "end", "waypoints", "places", "depart"))
        yield from _entry(answer.top, "", own)


def _entry(values: Mapping[str, object], pointer: str, left_out: frozenset[str]) -> Iterator[Claim]:
    for key, value in values.items():
        if key in NO_CLAIMS or key in left_out or value is None:
            continue
        place = f"{pointer}/{key}"
        if key == "way_ids":
            yield Claim("ways", value, place)
        elif key in ("arrive", "depart"):
            yield Claim("time", value, place)
        elif isinstance(value, list):
            yield from (Claim("value", one, f"{place}/{at}") for at, one in enumerate(value[:MAX_CLAIMS]))
        else:
            yield Claim("value", value, place)


class Grounds:
    """
    What claims are held against.

    Parameters
    ----------
    case, answer
        The task and its answer.
    seen
        What the tools replied before it.
    complete
        Whether all evidence was seen.
    """

    def __init__(self, case: Case, answer: Answer, seen: Seen, *, complete: bool) -> None:
        self._case, self._seen, self._complete = case, seen, complete
        self._times = dict(_followed(case, answer, seen))

    def support(self, claim: Claim) -> bool:
        """Tell whether a claim follows from what was seen."""
        if claim.kind == "place":
            return isinstance(claim.value, str) and self._seen.names(claim.value)
        if claim.kind == "ways":
            ways = claim.value if isinstance(claim.value, list) else [None]
            return all(type(way) is int and way in self._seen.ways for way in ways)
        if claim.kind == "time":
            return self._times.get(claim.pointer, False)
        return self._value(claim.value)

    def _value(self, value: object) -> bool:
        if isinstance(value, bool) or (isinstance(value, str) and value.strip().lower() in WORDS):
            return self._complete and self._seen.rows > 0
        found = number(value)
        if found is not None:
            seen = self._seen
            return seen.knows(found) or seen.counts(found) or seen.adds_up(found)
        return isinstance(value, str) and self._seen.says(value)


def _followed(case: Case, answer: Answer, seen: Seen) -> Iterator[tuple[str, bool]]:
    """Yield the pointer of each time of a stop and whether it follows: a route seen after the time before."""
    at = departure(case, answer)
    legs = [timedelta(milliseconds=leg) for leg in seen.routes["time_s"]]
    for place, stop in enumerate(answer.stops):
        for key in ("arrive", "depart"):
            stated = stop.values.get(key)
            if stated is None:
                continue
            found = moment(stated, at)
            least = min(legs, default=None) if key == "arrive" and place else timedelta()
            follows = found is not None and least is not None and found >= at + least - SLACK
            yield f"{stop.pointer}/{key}", follows
            at = found or at
