"""
D4: a task that has no plan is refused, for the right cause.

The stated cause is what certain phrases of the reason say; the true one is derived from the tables.
Source: TREK commit a656fc8, ``scoring.py``.
"""

import re

from planassay.kb.task import Cause
from planassay.verifier.official.trek.index import Index
from planassay.verifier.official.trek.personas import Kind
from planassay.verifier.official.trek.request import Request
from planassay.verifier.official.trek.submission import Reading


def refusal_score(reading: Reading, cause: Cause, index: Index) -> float:
    """
    Return whether a refusal states the true cause and names nothing that does not exist.

    Raises
    ------
    TypeError
        If the city of a booking in a refused plan is a list or an object.
    """
    if _names_unknown(reading, index):
        return 0.0
    return 1.0 if stated_cause(reading.reason) is cause else 0.0


def _names_unknown(reading: Reading, index: Index) -> bool:
    if any(
        (number := flight.get("flight_number")) and not index.flights(number) for flight in reading.flights
    ):
        return True
    return (
        any(not ((city := x.stated.get("city")) and index.hotel(city, x.name)) for x in reading.hotels)
        or any(
            not ((city := x.stated.get("city")) and index.attraction(city, x.name))
            for x in reading.attractions
        )
        or any(not ((city := x.stated.get("city")) and index.cars(city, x.name)) for x in reading.cars)
    )


def true_cause(request: Request, index: Index) -> Cause:
    """
    Return why an infeasible task is so: a named thing in none of its cities, else a leg without flights.

    What is neither is said to be for the budget; nothing is reckoned.
    """
    if any(not _exists(kind, name, request, index) for kind, name in request.named):
        return Cause.ENTITY
    if any(index.cheapest_fare(start, end) is None for start, end in request.legs):
        return Cause.ROUTE
    return Cause.BUDGET


def _exists(kind: Kind, name: str, request: Request, index: Index) -> bool:
    if kind is Kind.HOTEL:
        return any(index.hotel(city, name) for city in request.stays)
    if kind is Kind.ATTRACTION:
        return any(index.attraction(city, name) for city in request.stays)
    return any(index.cars(city, name) for city in request.stays)


# ---------------------------------------------------------------------------------------------- stated cause
# Official phrases match whole words within a line. Those with a gap are searched in two steps, head and
# tail, so that no text takes more than linear time.

_PHRASES = {
    Cause.ENTITY: re.compile(
        r"\b(?:does not exist|doesn't exist|not (?:found )?in the (?:knowledge base|database|kb)"
        r"|no such (?:hotel|attraction|car|place)|not available in the (?:kb|database)|fictional)\b"
    ),
    Cause.ROUTE: re.compile(
        r"\b(?:no flight|no direct flight|no route|not connected|unreachable|no way to fly)\b"
    ),
    Cause.BUDGET: re.compile(
        r"\b(?:budget|too expensive|cannot afford|can't afford|insufficient funds"
        r"|below the minimum|below the cheapest)\b"
    ),
}
_GAPPED = {
    Cause.ENTITY: ((re.compile(r"\bcould not (?:be )?find"), re.compile(r"(?:hotel|attraction)\b")),),
    Cause.ROUTE: (
        (re.compile(r"\bno "), re.compile(r"\bconnection\b")),
        (re.compile(r"\bdirect flight"), re.compile(r" (?:does not|doesn't|no)\b")),
    ),
    Cause.BUDGET: ((re.compile(r"\bexceeds? the "), re.compile(r"cost\b")),),
}


def stated_cause(reason: str) -> Cause | None:
    """
    Return the cause that a reason states, or None if it states none of the three.

    Examples
    --------
    >>> stated_cause("No direct flight serves Riga.").value, stated_cause("No direct flights.") is None
    ('route', True)
    >>> stated_cause("The hotel does not exist, and the budget is too small.").value
    'entity'
    """
    text = reason.lower()
    for cause, phrases in _PHRASES.items():
        if phrases.search(text) or _has_gapped(text, cause):
            return cause
    return None


def _has_gapped(text: str, cause: Cause) -> bool:
    for head, tail in _GAPPED[cause]:
        found = head.search(text)
        while found:
            line_end = text.find("\n", found.end())
            line_end = len(text) if line_end < 0 else line_end
            if tail.search(text, found.end(), line_end):
                return True
            found = head.search(text, line_end)
    return False
