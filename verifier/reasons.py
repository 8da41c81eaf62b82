"""
Reasons: which causes a refusal states, read as a person would.

The official classifier matches phrases (TREK commit a656fc8) and stumbles over plurals, word order and
typographic apostrophes. This one looks clause by clause for a subject (a flight, or a named place) and for
what is said of it. Names of the task are set aside before, so that a "Budget Inn" is no word about money.
"""

import re
from typing import Literal

from planassay.kb.names import squeeze
from planassay.kb.task import Cause, Task

Subject = Literal["flight", "place"] | None


def _any(*alternatives: str) -> re.Pattern[str]:
    """Return a pattern of whole words that matches any of some alternatives."""
    return re.compile(rf"\b(?:{'|'.join(alternatives)})\b")


_CONTRACTIONS = (("cannot", "can not"), ("can't", "can not"), ("won't", "will not"), ("n't", " not"))
_JOINTS = "and|but|so|because|since|as|while|although|hence|therefore|thus|which|nor|or"
_CLAUSES = re.compile(rf"[.;:!?,()\n]|\b(?:{_JOINTS})\b")

_FLIGHT = _any("flights?", "routes?", "connections?", "connecting", "airlines?", "non-?stops?", "services?")
_PLACE = _any(
    "hotels?", "attractions?", "places?", "museums?", "venues?", "propert(?:y|ies)", "sights?", "cars?"
)
_PLAN = _any("plans?", "itinerar(?:y|ies)", "combinations?", "solutions?", "options?", "trips?", "ways?")

_TABLES = "(?:knowledge base|database|kb|records?|data|dataset|catalogue?|system|tables?)"
_ABSENT = _any(
    "(?:do|does|did) not exist",
    "no longer exists?",
    "non-?existent",
    "no such",
    "none (?:exists?|is|are|was|were)",
    f"(?:not|missing|absent)(?: present| listed| found| available)? (?:in|from) (?:the |our )?{_TABLES}",
    "fictional",
    "fictitious",
    "made[- ]up",
    "imaginary",
    "invented",
    "unknown",
)
_NOT_FOUND = _any(
    "(?:not|never|unable to)(?: be)? (?:find|found|locate|located|listed|available|offered)",
    "unavailable",
    "missing",
    "absent",
    "there (?:is|are|was|were) no",
    "no (?:hotel|attraction|place)s? (?:named|called|by)",
)
_QUALITIES = (
    "(?: (?:an?|any|such|single|daily|valid|available|possible|direct|non-?stop|suitable|scheduled|commercial"
    "|air|city|to|from|outbound|inbound|return))*"
)
_NO_FLIGHT = _any(
    f"(?:no|without|lacks?|lacking|not any){_QUALITIES} (?:flights?|routes?|connections?|services?|links?)",
    "not (?:be )?(?:directly )?(?:connected|served|linked|reachable|reached|flown|fly|reach)",
    "unconnected",
    "unreachable",
    "no way to (?:fly|reach|get)",
    "only connecting",
    "(?:flights?|services?|routes?|airlines?)\\b.{0,80}\\b(?:do|does|is|are) not"
    " (?:operate|fly|run|serve|connect|available|exist|offered)",
)
_BUDGET = _any(
    "budgets?",
    "afford(?:able|ed)?",
    "expensive",
    "(?:costs?|priced?) too much",
    "funds",
    "below the (?:minimum|cheapest|lowest)",
    "too low",
)
_MONEY = re.compile(r"\b(?:costs?|prices?|priced|usd|dollars?|money|fares?|bill)\b|[$€£]")
_OTHERS = (
    (
        Cause.TIME,
        _any("opening hours", "in time", "enough time", "too little time", "timetables?", "schedules?"),
    ),
    (Cause.CAPACITY, _any("seats?", "seating", "capacity", "large enough", "big enough", "too many people")),
    (Cause.PERSONA, _any("personas?", "needs", "suits?", "suitable", "accessible")),
    (Cause.CONFLICT, _any("conflict(?:s|ing)?", "contradict(?:s|ory)?", "incompatible", "together")),
)


def stated_causes(text: str, task: Task) -> frozenset[Cause]:
    """
    Return the causes that a refusal of a task states; empty if none can be made out.

    A clause that speaks of a budget speaks of nothing else: "no direct flight fits the budget". A clause
    without a subject speaks of that of the clause before it.
    """
    causes: set[Cause] = set()
    subject: Subject = None
    for clause in _CLAUSES.split(_without_names(text, task)):
        subject = _subject(clause) or subject
        causes.update(_clause_causes(clause, subject))
    return frozenset(causes)


def _without_names(text: str, task: Task) -> str:
    """Return a text in comparable form, with the names of the task replaced by what they are."""
    squeezed = squeeze(text)
    kinds = {squeeze(name): " place " for name in (*task.required_hotels, *task.required_attractions)}
    kinds |= {squeeze(city): " city " for city in (task.origin, *task.stops)}
    for name in sorted(kinds, key=len, reverse=True):
        if name:
            squeezed = squeezed.replace(name, kinds[name])
    for short, full in _CONTRACTIONS:
        squeezed = squeezed.replace(short, full)
    return " ".join(squeezed.split())


def _subject(clause: str) -> Subject:
    flight, place = _FLIGHT.search(clause), _PLACE.search(clause)
    if flight is None:
        return None if place is None else "place"
    return "flight" if place is None or flight.start() < place.start() else "place"


def _clause_causes(clause: str, subject: Subject) -> set[Cause]:
    if _BUDGET.search(clause):
        return {Cause.BUDGET}
    if _NO_FLIGHT.search(clause):
        return {Cause.ROUTE}
    if _ABSENT.search(clause) or (_NOT_FOUND.search(clause) and not _PLAN.search(clause)):
        if subject == "flight":
            return {Cause.ROUTE}
        if subject == "place" or _ABSENT.search(clause):
            return {Cause.ENTITY}
    if _MONEY.search(clause):
        return {Cause.BUDGET}
    return {cause for cause, words in _OTHERS if words.search(clause)}
