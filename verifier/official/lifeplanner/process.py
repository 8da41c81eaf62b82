"""
Process metrics: how an answer came about, by the calls that led to it. Definitions of this project.

Information Grounding is the harmonic mean of two shares: of the needed evidence that was seen, and of the
answer's claims that follow from what was seen. Tool Efficiency is the length of the reference plan over that
of the run. Reasoning Purity is the share of calls that were of use.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from planassay.kb.formats.lifeplanner import Answer, plain
from planassay.kb.formats.lifeplanner.answers import number
from planassay.verifier.city import Case
from planassay.verifier.official.lifeplanner.claims import Claim, Grounds, claims
from planassay.verifier.official.lifeplanner.seen import Seen
from planassay.verifier.official.lifeplanner.trace import Call

GROUNDING, EFFICIENCY, PURITY = "information_grounding", "tool_efficiency", "reasoning_purity"
PROCESS = (GROUNDING, EFFICIENCY, PURITY)
MAX_TOKENS = 20_000
"""Values of one reply that are looked for later on."""


@dataclass(frozen=True, slots=True)
class Process:
    """
    What came of a run.

    Parameters
    ----------
    grounding, efficiency, purity
        0 to 1.
    lacking
        Evidence that was not seen.
    groundless
        Claims that follow from nothing that was seen.
    """

    grounding: float
    efficiency: float
    purity: float
    lacking: tuple[str, ...]
    groundless: tuple[Claim, ...]

    def scores(self) -> dict[str, float]:
        """Return the metrics by name."""
        return {GROUNDING: self.grounding, EFFICIENCY: self.efficiency, PURITY: self.purity}


def process(case: Case, answer: Answer, calls: tuple[Call, ...], *, is_right: bool) -> Process:
    """
    Return what came of a run; no call and no answer raises.

    Parameters
    ----------
    case, answer
        The task and what was handed in.
    calls
        The calls before that.
    is_right
        Whether every outcome metric is 1: what a run without calls is judged by.
    """
    seen = Seen(calls)
    needed = [*case.task.place_ids, *case.task.note_ids]
    lacking = [one for one in case.task.place_ids if one not in seen.places]
    lacking += [one for one in case.task.note_ids if one not in seen.notes]
    said = claims(answer)
    grounds = Grounds(case, answer, seen, complete=not lacking)
    groundless = tuple(claim for claim in said if not grounds.support(claim))
    recall = 1 - len(lacking) / len(needed) if needed else 1.0
    precision = 1 - len(groundless) / len(said) if said else 1.0
    return Process(
        grounding=_harmonic(recall, precision),
        efficiency=efficiency(case.task.ref_calls, len(calls), submitted=answer.document is not None),
        purity=purity(case, answer, calls, is_right=is_right),
        lacking=tuple(lacking),
        groundless=groundless,
    )


def _harmonic(a: float, b: float) -> float:
    return 2 * a * b / (a + b) if a + b else 0.0


def efficiency(reference: int, calls: int, *, submitted: bool) -> float:
    """
    Return the calls of the reference plan over those made, at most 1; 0 if nothing was handed in.

    Examples
    --------
    >>> efficiency(3, 4, submitted=True), efficiency(3, 0, submitted=True), efficiency(3, 3, submitted=False)
    (0.75, 1.0, 0.0)
    """
    if not submitted:
        return 0.0
    return min(1.0, reference / calls) if calls else 1.0


def purity(case: Case, answer: Answer, calls: tuple[Call, ...], *, is_right: bool) -> float:
    """
    Return the share of calls that were of use.

    Such a call is no repetition, did not fail, replied something, and something of its reply is used later as
    an argument or in the answer, or is evidence. What was looked up to be compared was of use, too: a place,
    a route between two places, or a post about a place, where the task, its evidence or the answer names
    them. So was a search that found no post about such a place, if silence is fine for the task.
    """
    if not calls:
        return float(is_right)
    useful = _Useful(case, answer)
    return sum(useful.each(calls)) / len(calls)


class _Useful:
    """Tells of calls whether they were of use."""

    def __init__(self, case: Case, answer: Answer) -> None:
        self._case, self._answer = case, answer
        self._evidence = frozenset((*case.task.place_ids, *case.task.note_ids))
        self._said = _said(answer)
        self._places = _concerned(case, answer)
        self._names = {plain(name) for one in self._places for name in _names(case, one)}
        self._silence = any(one.or_unknown for one in case.constraints)

    def each(self, calls: tuple[Call, ...]) -> Iterator[bool]:
        """Yield whether each call was of use."""
        later: list[frozenset[object]] = [frozenset()] * len(calls)
        asked: frozenset[object] = frozenset()
        for at in range(len(calls) - 1, -1, -1):
            later[at] = asked
            asked |= _tokens(calls[at].arguments)
        made: set[str] = set()
        for at, call in enumerate(calls):
            again = call.key in made
            made.add(call.key)
            yield not again and call.reply is not None and self._of_use(call, call.reply, later[at])

    def _of_use(self, call: Call, reply: Mapping[str, object], later: frozenset[object]) -> bool:
        if _is_empty(reply):
            return self._silence and plain(_word(call.arguments.get("place_name"))) in self._names
        given = _tokens(reply)
        if given & (self._evidence | self._said | later | self._places):
            return True
        return self._is_compared(call, given) or _sums_up(call, self._answer)

    def _is_compared(self, call: Call, given: frozenset[object]) -> bool:
        """Tell whether a route joins two places that matter, or a post speaks of one."""
        ends = call.arguments.get("start_place_id"), call.arguments.get("end_place_id")
        notes = [self._case.city.note.get(one) for one in given if isinstance(one, str)]
        speaks = any(not self._places.isdisjoint(note.place_ids) for note in notes if note is not None)
        return speaks or all(end in self._places for end in ends)


def _concerned(case: Case, answer: Answer) -> frozenset[str]:
    """Return the places that a task, its evidence or an answer names."""
    found = {*case.task.place_ids, case.gold.start, case.gold.end}
    found |= {mention.key(case.city) for mention in answer.mentions()}
    for one in case.constraints:
        start = "" if one.trek is None else one.trek.start
        found |= {one.on, one.center, one.start, one.end, one.first, one.then, start, *one.among}
    return frozenset(found & case.city.place.keys())


def _names(case: Case, place_id: str) -> tuple[str, ...]:
    place = case.city.place[place_id]
    return (place.name, *place.aliases)


def _word(value: object) -> str:
    return value if isinstance(value, str) else ""


def _said(answer: Answer) -> frozenset[object]:
    """Return every value of an answer, but its reasons."""
    values = [claim.value for claim in claims(answer)]
    return frozenset().union(*(_tokens(value) for value in values)) if values else frozenset()


def _sums_up(call: Call, answer: Answer) -> bool:
    """Tell whether a count of a reply is what a place answer says."""
    reply = call.reply or {}
    total, value = number(reply.get("total")), number(answer.value)
    return total is not None and total == value


def _is_empty(reply: Mapping[str, object]) -> bool:
    return not reply or reply.get("results") == []


def _tokens(value: object) -> frozenset[object]:
    """Return the texts and numbers of a value, each where it stands alone."""
    found: set[object] = set()
    left = [value]
    while left and len(found) < MAX_TOKENS:
        one = left.pop()
        if isinstance(one, Mapping):
            left.extend(inner for key, inner in one.items() if key not in ("geometry", "truncated"))
        elif isinstance(one, list | tuple):
            left.extend(one[:MAX_TOKENS])
        elif isinstance(one, str) and one:
            found.add(one)
        elif (exact := number(one)) is not None:
            found.add(exact)
    return frozenset(found)
